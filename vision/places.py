"""Where things belong on a calibrated table, and how these places move with the camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import cv2
import msgspec
import numpy as np

from vision.bump import Affine
from vision.frames import Image
from vision.geometry import Floats
from vision.pictures import PictureError, load
from vision.realign import Move, move_of, moved_since, turned

Outline = tuple[tuple[float, float], ...]
"""Corners x, y as shares of the picture's width and height, 0 to 1."""

WHOLE: Outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The whole picture."""
FEWEST = 3
_Place = tuple[str, str]
"""What a place is for, and whose it is ("" nobody's)."""
_DICE: _Place = ("dice", "")
_STOCK: _Place = ("stock", "")
_AGAIN = "calibrate again (`symposiarch calibrate`)"


class PlacesError(ValueError):
    """A set-up's `table` makes no sense; the message is one sentence."""


class TableData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `table` of a set-up, as `calibrate` writes it.

    `camera`, `size` (width, height), `mirror` and `rotate`: what it was made with. `mm_per_px`,
    `tilt`, `away`, `doubt`: see `vision.scale.Plane`. `tray`: where dice are rolled; `stock`: where
    the pile lies from which cards are drawn; `letters`: where each player's letters lie.
    `reference`: a picture of the table, by which it is known again.
    """

    camera: str = ""
    size: tuple[int, int] = (0, 0)
    mirror: bool = False
    rotate: Literal[0, 90, 180, 270] = 0
    mm_per_px: float | None = None
    tilt: float | None = None
    away: float | None = None
    doubt: float | None = None
    tray: Outline | None = None
    stock: Outline | None = None
    letters: dict[str, Outline] = {}
    reference: str | None = None


def table_data(raw: Any) -> TableData:
    """A set-up's `table`, checked; raises `PlacesError`."""
    try:
        data = msgspec.convert(raw, TableData)
    except msgspec.ValidationError as error:
        raise PlacesError(f"`table` in the set-up is wrong: {error}.") from error
    for outline in filter(None, [data.tray, data.stock, *data.letters.values()]):
        if len(outline) < FEWEST or not all(0 <= share <= 1 for at in outline for share in at):
            raise PlacesError(
                "a place in the set-up's `table` has three or more corners [x, y], each number"
                " from 0 to 1 of the picture's width or height."
            )
    return data


class Places:
    """The places of a table, in pixels, as the camera sees it now.

    `dice`: the outline where dice count, None for the whole picture. `stock`: where the pile lies
    from which cards are drawn. `letters`: where each player's letters lie. `reference`: the
    picture with which they were made. `tell` takes a sentence for people where the camera stands
    otherwise.
    """

    def __init__(
        self,
        dice: Outline | None = None,
        reference: Image | None = None,
        tell: Callable[[str], None] = lambda sentence: None,
        *,
        stock: Outline | None = None,
        letters: Mapping[str, Outline] | None = None,
    ) -> None:
        self._told = {_DICE: dice, _STOCK: stock, **_of_seats(letters or {})}
        self._reference = reference
        self._tell = tell
        self._corners: dict[_Place, Floats] = {}
        self._size = (1, 1)

    def begin(self, image: Image) -> float:
        """A first picture: find the places on it; the degrees clockwise by which all is turned."""
        self._size = size = (image.shape[1], image.shape[0])
        self._corners = {
            place: np.array(outline) * size
            for place, outline in self._told.items()
            if outline is not None
        }
        if self._reference is None:
            return 0.0
        known = cv2.resize(self._reference, size, interpolation=cv2.INTER_AREA)
        move = moved_since(np.asarray(known, np.uint8), image)
        return self._follow(move, " since it was calibrated")

    def move(self, transform: Affine | None) -> float:
        """The camera was pushed; the degrees clockwise by which the picture was turned."""
        return self._follow(None if transform is None else move_of(transform, self._size), "")

    def __call__(self, x: float, y: float) -> bool:
        """Whether dice at this pixel count."""
        return _DICE not in self._corners or self._holds(_DICE, x, y)

    def in_stock(self, x: float, y: float) -> bool:
        """Whether the pixel lies where the stock has its place; False where none is known."""
        return _STOCK in self._corners and self._holds(_STOCK, x, y)

    def letters_of(self, x: float, y: float) -> str | None:
        """The player where whose letters have their place the pixel lies; None if nobody's."""
        seats = (place for place in self._corners if place not in (_DICE, _STOCK))
        return next((seat for kind, seat in seats if self._holds((kind, seat), x, y)), None)

    def _holds(self, place: _Place, x: float, y: float) -> bool:
        outline = np.asarray(self._corners[place], np.float32)
        return cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0

    def _follow(self, move: Move | None, since: str) -> float:
        if move is not None and move.is_nothing:
            return 0.0
        if move is None or not move.is_small:
            # A place that may be wrong would throw good dice and cards out.
            self._corners = {}
            self._say(f"The camera was moved far{since}: {_AGAIN}, or seats may be mixed up.")
            return 0.0
        self._corners = {
            place: turned(corners, move.transform) for place, corners in self._corners.items()
        }
        self._say(f"The camera was moved a little{since}: places and seats are moved along.")
        return move.turn

    def _say(self, sentence: str) -> None:
        """Tables that were never calibrated need not be calibrated again."""
        if self._reference is not None:
            self._tell(sentence)


def _of_seats(letters: Mapping[str, Outline]) -> dict[_Place, Outline | None]:
    return {("letters", seat): outline for seat, outline in letters.items()}


def places_of(
    table: TableData | None,
    region: Sequence[tuple[float, float]] | None,
    tell: Callable[[str], None],
) -> Places:
    """The places of a set-up: dice count in its tray, else in its region."""
    zone = None if region is None else tuple(region)
    if table is None:
        return Places(zone, None, tell)
    reference = _reference(table)
    return Places(table.tray or zone, reference, tell, stock=table.stock, letters=table.letters)


def _reference(table: TableData) -> Image | None:
    """The picture that the table was calibrated with; None where it is gone."""
    if table.reference is None:
        return None
    try:
        return load(Path(table.reference))
    except PictureError:
        return None


def blackened(image: Image, zone: Outline | None) -> Image:
    """The picture without what lies outside the zone: people sit there (SAF-11)."""
    if zone is None:
        return image
    mask = np.zeros(image.shape[:2], np.uint8)
    outline = np.array(zone) * (image.shape[1], image.shape[0])
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], (255,))
    return np.asarray(cv2.bitwise_and(image, image, mask=mask), np.uint8)
