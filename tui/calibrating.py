"""From a look at the table to a set-up that is kept: what the command and the app share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import setups
from tui.cli import UserError

if TYPE_CHECKING:
    from vision.calibration import Layout
    from vision.frames import Image
    from vision.places import Outline, TableData
    from vision.sampling import Sample
    from vision.scale import Plane
    from vision.sources import Source
    from vision.sources.base import Rotation

LOOKS = 5
NO_CARD = (
    "no card is seen that lies free and whole: lay two to four cards face up on the table, apart"
    " from each other, take your hands away, and calibrate again."
)
_DARK = 0.08
"""Brightness of a picture below which it is the lack of light that hides the cards."""


@dataclass(frozen=True, slots=True)
class View:
    """How the pictures were made: the camera's name (empty of a file), and how they were turned."""

    camera: str
    mirror: bool
    rotate: Rotation

    @classmethod
    def of(cls, source: Source, *, mirror: bool = False, rotate: Rotation = 0) -> View:
        """Of an open source."""
        return cls(source.name if source.live else "", mirror, rotate)


@dataclass(frozen=True, slots=True)
class Measured:
    """A table that was looked at: pictures and what is seen on them, and its scale and tilt."""

    sample: Sample
    plane: Plane

    @classmethod
    def on(cls, sample: Sample) -> Measured:
        """What cards on the table tell; raises `UserError` where there are none."""
        from vision.scale import plane_of

        plane = plane_of(sample.sights, sample.size)
        if plane is None:
            raise UserError(_too_dark(sample) or NO_CARD)
        return cls(sample, plane)

    @property
    def says(self) -> str:
        """Scale and tilt in words."""
        plane = self.plane
        cards = "1 card" if plane.cards == 1 else f"{plane.cards} cards"
        return (
            f"measured by {cards}: a pixel is {plane.mm_per_px:.2f} mm, the camera looks"
            f" {plane.tilt:.0f}° (give or take {math.ceil(plane.doubt)}°) aslant."
        )

    @property
    def mirrored(self) -> bool:
        """Whether the picture looks mirrored: seats would be the wrong way round."""
        from vision.mirrored import MirrorWatch

        watch = MirrorWatch()
        watch.note(self.sample.image, self.sample.sight.cards)
        return watch.looks_mirrored

    @property
    def zone(self) -> Outline | None:
        """The table under the cards; None where it fills the picture or does not stand out."""
        from vision.scale import free_cards
        from vision.zone import zone_of

        return zone_of(self.sample.image, free_cards(self.sample.sight, self.sample.size))

    def layout(
        self, seats: Mapping[str, float], places: Mapping[str, Outline], letters: bool
    ) -> Layout:
        """`places` as people said, the pile of cards as it is seen, letters where wanted."""
        from vision.calibration import Layout, letters_of, stock_of

        stock = places.get("stock") or stock_of(self.sample.sights, self.plane, self.sample.size)
        rows = letters_of(seats, self.plane, self.sample.size) if letters else {}
        return Layout(places.get("zone"), places.get("tray"), stock, rows)


def _too_dark(sample: Sample) -> str | None:
    """What to do about a picture that is black or dark; None where it is not."""
    from vision.checkup import light
    from vision.light import light_of

    seen = light_of(sample.image)
    return light(seen).says if seen.brightness < _DARK else None


@dataclass(frozen=True, slots=True)
class Calibration:
    """A measured table on which people have their seats, degrees clockwise from the picture's
    lower edge, and things their places."""

    measured: Measured
    view: View
    seats: Mapping[str, float]
    layout: Layout

    def data(self, target: Path) -> dict[str, Any]:
        """The set-up as `--setup` takes it, for the file `target`."""
        import msgspec

        zone = self.layout.zone
        region = {} if zone is None else {"region": zone}
        data = {
            "players": list(self.seats),
            "seats": dict(self.seats),
            **region,
            "table": self._table(target),
        }
        builtins: dict[str, Any] = msgspec.to_builtins(data)
        return builtins

    def _table(self, target: Path) -> TableData:
        from vision.places import TableData

        plane, layout = self.measured.plane, self.layout
        return TableData(
            camera=self.view.camera,
            size=self.measured.sample.size,
            mirror=self.view.mirror,
            rotate=self.view.rotate,
            mm_per_px=round(plane.mm_per_px, 4),
            tilt=round(plane.tilt, 1),
            away=round(plane.away, 1),
            doubt=round(plane.doubt, 1),
            tray=layout.tray,
            stock=layout.stock,
            letters=dict(layout.letters),
            reference=str(_reference(target).absolute()),
        )

    def drawn(self) -> Image:
        """The picture with seats, places and the cards that were measured."""
        from vision.calibration import drawn
        from vision.scale import free_cards

        sample = self.measured.sample
        cards = free_cards(sample.sight, sample.size)
        return drawn(sample.image, self.seats, self.layout, cards)

    def keep(self, target: Path) -> None:
        """Save set-up and reference picture, nothing of people outside the zone (SAF-11).

        Raises `UserError`.
        """
        from vision.pictures import PictureError, save
        from vision.places import blackened

        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            save(_reference(target), blackened(self.measured.sample.image, self.layout.zone))
            setups.save(target, self.data(target))
        except PictureError as error:
            raise UserError(str(error)) from error
        except OSError as error:
            raise UserError(f"the set-up cannot be kept in {target}: {error.strerror}.") from error


def _reference(target: Path) -> Path:
    return target.with_suffix(".jpg")
