"""Accuracy on composed tables with decks that were left out of training, every truth known.

Photos have labels for a few decks, sizes and angles only; here tilt, cover and size of every card
are known, and any artwork deck can be held out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.compose.artwork import list_decks, load_deck
from datasets.compose.assets import Assets
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.compose.canvas import part_inside
from datasets.compose.scene import Item, Scene, compose_scene
from models.bench.stills import Report
from vision.eyes import Looks
from vision.sights import CardSight

SIDE = 640
"""Pixels of a picture's side."""
LEAST_VISIBLE = 0.12
"""Cards of which less can be seen are not asked for."""
READABLE, LONG_ENOUGH = 0.93, 108
"""The share of an index in sight, and the pixels of a card whose index is 14 px high."""
FREE = 0.97
"""The share in sight from which a card lies free."""
SAME_PLACE = 0.5
"""Intersection over union from which a found card is the one asked for."""
TILTS = (10, 20, 30, 40, 90)
DECK_SEED = 4017


@dataclass(frozen=True, slots=True)
class Asked:
    """A card that can be seen: the outline (N, 2) of its part in the picture, and its groups."""

    outline: npt.NDArray[np.float32]
    item: Item
    groups: tuple[tuple[str, str], ...]

    @property
    def readable(self) -> bool:
        return self.item.kind == "card" and self.item.index > READABLE


def deck_assets(root: Path, name: str) -> Assets:
    """Tables of the shared data with the deck `name` and backs of other patterns than trained on.

    Raises `KeyError` where there is no such deck.
    """
    folder = {path.name: path for path in list_decks(root)}[name]
    rng = np.random.default_rng(DECK_SEED)
    backs = [procedural_back(rng, 512) for _ in range(40)]
    return Assets([load_deck(folder, 512)], Backgrounds(root), None, backs)


def scenes(assets: Assets, count: int, side: int = SIDE) -> Iterator[Scene]:
    """`count` tables with cards on them, always the same ones."""
    number = 0
    while count:
        rng = np.random.default_rng((DECK_SEED, number))
        scene = compose_scene(rng, assets, (side, side))
        number += 1
        if any(item.visible > LEAST_VISIBLE for item in scene.items):
            count -= 1
            yield scene


def asked(scene: Scene, deck: str) -> list[Asked]:
    """The cards of a scene that can be seen and count."""
    height, width = scene.image.shape[:2]
    found: list[Asked] = []
    for item in scene.items:
        part = part_inside(item.quad, height, width)
        if item.visible > LEAST_VISIBLE and part is not None:
            outline = np.asarray(part, dtype=np.float32)
            found.append(Asked(outline, item, _groups(item, outline, deck, scene.tilt)))
    return found


def _groups(
    item: Item, outline: npt.NDArray[np.float32], deck: str, tilt: float
) -> tuple[tuple[str, str], ...]:
    """What a card counts for: deck and cover always, size and tilt where it lies free."""
    length = float(max(cv2.minAreaRect(outline)[1]))
    if item.kind == "back":
        return (("cover", f"back {'free' if item.visible > FREE else 'covered'}"),)
    cover = "free"
    if item.visible <= FREE:
        cover = "index hidden" if item.index <= READABLE else "covered"
    groups = [("cover", cover), ("deck", f"{deck} {cover}")]
    if length >= LONG_ENOUGH and cover != "index hidden":
        groups.append(("cover", f"{cover}, index 14 px or more"))
    if cover == "free":
        groups.append(("tilt", f"tilted {tilt_class(tilt)}"))
        groups.append(("size", f"card {20 * int(length // 20)}-{20 * int(length // 20) + 20}"))
    return tuple(groups)


def tilt_class(tilt: float) -> str:
    """The class by tilt, such as `10-20`."""
    at = int(np.searchsorted(TILTS, tilt, side="right"))
    return f"{TILTS[at - 1] if at else 0}-{TILTS[min(at, len(TILTS) - 1)]}"


def measure(
    eyes: Looks,
    tables: Iterator[Scene],
    deck: str,
    report: Report | None = None,
    hear: Callable[[Asked, CardSight], None] = lambda asked, sight: None,
) -> Report:
    """Looks at every table; `hear` is told every readable card that was found, and how it reads."""
    report = report or Report()
    for scene in tables:
        wanted = asked(scene, deck)
        seen = eyes.look(scene.image).cards
        height, width = scene.image.shape[:2]
        partners = partnered(wanted, seen, (height, width))
        report.photos += 1
        for index, one in enumerate(wanted):
            sight = seen[partners[index]] if index in partners else None
            _score(report, one, sight)
            if sight is not None and one.readable:
                hear(one, sight)
        false = _false(wanted, seen, set(partners.values()))
        report.extra += false
        report.nameless += len(seen) - len(partners) - false
    return report


def _score(report: Report, one: Asked, sight: CardSight | None) -> None:
    right = sight is not None and (
        sight.face == "down" if one.item.kind == "back" else sight.card == one.item.code
    )
    report.add(one.groups, sight is not None, right)
    if sight is not None and one.readable and not right:
        key = (str(one.item.code), sight.card if sight.face == "up" else "back")
        report.readings[key] = report.readings.get(key, 0) + 1


def partnered(
    wanted: Sequence[Asked], seen: Sequence[CardSight], size: tuple[int, int]
) -> dict[int, int]:
    """Which seen card is which asked one: best overlap first; of about equal ones the right face.

    In a pile two cards may share so much that place alone does not tell which is meant. `size`:
    the picture's height and width; what lies outside of it does not count.
    """
    outlines = [part_inside(np.asarray(sight.quad, dtype=np.float32), *size) for sight in seen]
    ranked = []
    for i, one in enumerate(wanted):
        for j, outline in enumerate(outlines):
            shared = 0.0 if outline is None else _alike(one.outline, outline)
            if shared >= SAME_PLACE:
                ranked.append((shared + 0.1 * (seen[j].card == one.item.code), i, j))
    partners: dict[int, int] = {}
    for _, i, j in sorted(ranked, reverse=True):
        if i not in partners and j not in partners.values():
            partners[i] = j
    return partners


def _alike(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> float:
    """Intersection over union of two convex outlines (N, 2)."""
    both, _ = cv2.intersectConvexConvex(one, other)
    area = abs(cv2.contourArea(one)) + abs(cv2.contourArea(other)) - both
    return float(both / max(area, 1e-9))


def _false(wanted: Sequence[Asked], seen: Sequence[CardSight], used: set[int]) -> int:
    """Readable cards that are announced and not there."""
    return sum(
        sight.face == "up" and "?" not in sight.card
        for index, sight in enumerate(seen)
        if index not in used
    )
