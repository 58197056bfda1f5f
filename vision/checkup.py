"""What is good about a camera's picture of the table, and what to change: one finding a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from vision.frames import Image
from vision.geometry import sides
from vision.light import Light, Steadiness
from vision.mirrored import MirrorWatch
from vision.scale import Plane
from vision.sights import Quad, Sight

_FEW_FRAMES, _FEWEST_FRAMES = 15.0, 10.0
_LEAST_SIDE = 720
_DARK, _BRIGHT, _FLAT, _GLARE = 0.08, 0.85, 0.12, 0.01
_BLUR, _BLUR_OF_CARD = 2.0, 60.0
"""Smear in pixels, and the part of a card's length, from which indices cannot be read."""
_FLICKER, _JUMP = 0.015, 0.08
_CARD_PX, _DIE_PX = 80.0, 20.0
_HUGE = 0.6
"""A card that fills so much of the picture's height leaves no room for a game."""
_TILT = 35.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: `check` names what was looked at, `says` what was found or what to change.

    `measured` holds the figures behind it, JSON-ready.
    """

    check: str
    ok: bool
    says: str
    measured: Mapping[str, float | int | str | bool | None] = field(default_factory=dict)


def picture(size: tuple[int, int], fps: float | None, frozen: float) -> Finding:
    """Size, rate and life of the pictures; `fps` None where it says nothing (stills).

    `frozen`: the longest time in seconds for which nothing at all changed.
    """
    width, height = size
    rate = "" if fps is None else f", {fps:.0f} frames a second"
    measured = {"width": width, "height": height, "fps": fps, "frozen_s": round(frozen, 2)}
    says = f"{width}x{height}{rate}."
    if frozen >= 1.0:
        says = (
            f"{says[:-1]}, but it stood still for {frozen:.1f} s: plug the camera in again,"
            " or restart its app."
        )
    elif fps is not None and fps < _FEW_FRAMES:
        few = "only " if fps < _FEWEST_FRAMES else ""
        says = f"{width}x{height}, {few}{fps:.0f} frames a second: more light makes cameras faster."
    elif min(size) < _LEAST_SIDE:
        says = f"{says} Choose a larger picture (1280x720 or more) if the camera has one."
    else:
        return Finding("picture", True, says, measured)
    return Finding("picture", False, says, measured)


def light(seen: Light) -> Finding:
    """Whether there is light enough, and not too much."""
    measured = {
        "brightness": round(seen.brightness, 3),
        "contrast": round(seen.contrast, 3),
        "glare": round(seen.glare, 4),
    }
    dark = round(100 * seen.brightness)
    if seen.brightness < 0.01:
        says = "the picture is black: take the cap off the lens, or choose another camera."
    elif seen.brightness < _DARK:
        says = f"it is dark ({dark} % bright): bring a lamp."
    elif seen.brightness > _BRIGHT:
        says = f"it is too bright ({dark} %): turn the lamp aside, or lower the exposure."
    elif seen.glare > _GLARE:
        says = (
            f"{100 * seen.glare:.0f} % of the picture is burnt out: move the lamp aside, or shade"
            " it, so that it does not mirror itself."
        )
    elif seen.contrast < _FLAT:
        says = "there is hardly any contrast: wipe the lens, and lay a card on the table."
    else:
        return Finding("light", True, f"{dark} % bright, no glare.", measured)
    return Finding("light", False, says, measured)


def focus(blur: float | None, card: float | None) -> Finding:
    """`blur`: how far edges are smeared, in pixels; `card`: the length of a card there."""
    if blur is None:
        return Finding(
            "focus", False, "there is nothing sharp to judge by: lay a card on the table.",
            {"blur_px": None},
        )  # fmt: skip
    limit = _BLUR if card is None else card / _BLUR_OF_CARD
    measured = {"blur_px": round(blur, 2), "limit_px": round(limit, 2)}
    if blur <= limit:
        return Finding("focus", True, f"sharp (edges are smeared by {blur:.1f} px).", measured)
    says = (
        f"edges are smeared by {blur:.1f} px, {limit:.1f} would do: focus on the table, wipe the"
        " lens, and hang the camera firmly."
    )
    return Finding("focus", False, says, measured)


def steadiness(seen: Steadiness) -> Finding:
    """Whether lamps flicker or the camera changes its exposure."""
    measured = {"flicker": round(seen.flicker, 4), "jump": round(seen.jump, 4)}
    if seen.flicker > _FLICKER:
        says = (
            f"the light flickers ({100 * seen.flicker:.1f} %): set the camera to your mains"
            " (50 or 60 Hz), or take another lamp."
        )
    elif seen.jump > _JUMP:
        says = (
            f"the brightness jumps ({100 * seen.jump:.0f} %): lock the camera's exposure, and keep"
            " lamps from swinging."
        )
    else:
        return Finding("steadiness", True, "the light is steady.", measured)
    return Finding("steadiness", False, says, measured)


def sizes(sight: Sight, height: int) -> Iterator[Finding]:
    """Whether cards and dice are large enough, where any are seen."""
    card = card_length(sight)
    die = _middle([_width(one.quad) for one in sight.dice])
    if card is None and die is None:
        says = "no card and no die is in sight: lay some on the table and look again."
        yield Finding("size", False, says, {"card_px": None, "die_px": None})
    if card is not None:
        yield _size("card", "long", card, _CARD_PX, height)
    if die is not None:
        yield _size("die", "wide", die, _DIE_PX, height)


def _size(what: str, way: str, px: float, least: float, height: int) -> Finding:
    measured = {f"{what}_px": round(px, 1)}
    says = f"a {what} is {px:.0f} px {way}"
    if px < least:
        says += f", {least:.0f} are needed: come closer, or choose a larger picture."
    elif px > _HUGE * height:
        says += ": so near there is no room for a game; move the camera away."
    else:
        return Finding("size", True, f"{says}.", measured)
    return Finding("size", False, says, measured)


def card_length(sight: Sight) -> float | None:
    """The length of cards in pixels, the median; None without any."""
    return _middle([float(sides(card.quad[None])[0].max()) for card in sight.cards])


def _width(quad: Quad) -> float:
    return float(sides(quad[None])[0].mean())


def _middle(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def tilt(plane: Plane | None) -> Finding | None:
    """How the camera looks at the table; None where no card tells."""
    if plane is None:
        return None
    measured: dict[str, float | int | str | bool | None] = {
        "tilt_deg": round(plane.tilt, 1),
        "doubt_deg": round(plane.doubt, 1),
        "mm_per_px": round(plane.mm_per_px, 3),
        "cards": plane.cards,
    }
    says = f"about {plane.tilt:.0f}° from straight down"
    if plane.tilt - plane.doubt > _TILT:
        says += f": hang the camera more over the middle, {_TILT:.0f}° at most."
        return Finding("tilt", False, says, measured)
    return Finding("tilt", True, f"{says}; a pixel is {plane.mm_per_px:.2f} mm.", measured)


def mirror(watch: MirrorWatch) -> Finding | None:
    """Whether the picture is mirrored; None where no card tells."""
    if watch.looks_mirrored:
        says = "the picture is mirrored: use --mirror."
        return Finding("mirror", False, says, {"mirrored": True})
    if watch.looks_right:
        return Finding("mirror", True, "not mirrored.", {"mirrored": False})
    return None


def of_picture(
    image: Image, sight: Sight, light_seen: Light, blur: float | None, plane: Plane | None
) -> Iterator[Finding]:
    """All that one picture of the table tells."""
    yield light(light_seen)
    yield focus(blur, card_length(sight))
    yield from sizes(sight, image.shape[0])
    watch = MirrorWatch()
    watch.note(image, sight.cards)
    yield from (found for found in (tilt(plane), mirror(watch)) if found is not None)
