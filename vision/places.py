"""Where things belong on a calibrated table, and how these places move with the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

FEWEST = 3
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
    """The place where dice count, in pixels, as the camera sees it now.

    `dice`: its outline, None for the whole picture. `reference`: the picture with which it was
    made. `tell` takes a sentence for people where the camera stands otherwise.
    """

    def __init__(
        self,
        dice: Outline | None = None,
        reference: Image | None = None,
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._dice = dice
        self._reference = reference
        self._tell = tell
        self._corners: Floats | None = None
        self._size = (1, 1)

    def begin(self, image: Image) -> float:
        """A first picture: find the places on it; the degrees clockwise by which all is turned."""
        self._size = (image.shape[1], image.shape[0])
        self._corners = None if self._dice is None else np.array(self._dice) * self._size
        if self._reference is None:
            return 0.0
        size = self._size
        known = cv2.resize(self._reference, size, interpolation=cv2.INTER_AREA)
        move = moved_since(np.asarray(known, np.uint8), image)
        return self._follow(move, " since it was calibrated")

    def move(self, transform: Affine | None) -> float:
        """The camera was pushed; the degrees clockwise by which the picture was turned."""
        return self._follow(None if transform is None else move_of(transform, self._size), "")

    def __call__(self, x: float, y: float) -> bool:
        """Whether dice at this pixel count."""
        if self._corners is None:
            return True
        outline = np.asarray(self._corners, np.float32)
        return cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0

    def _follow(self, move: Move | None, since: str) -> float:
        if move is not None and move.is_nothing:
            return 0.0
        if move is None or not move.is_small:
            # A place that may be wrong would throw good dice out.
            self._corners = None
            self._say(f"The camera was moved far{since}: {_AGAIN}, or seats may be mixed up.")
            return 0.0
        if self._corners is not None:
            self._corners = turned(self._corners, move.transform)
        self._say(f"The camera was moved a little{since}: places and seats are moved along.")
        return move.turn

    def _say(self, sentence: str) -> None:
        """Tables that were never calibrated need not be calibrated again."""
        if self._reference is not None:
            self._tell(sentence)


def places_of(
    table: TableData | None,
    region: Sequence[tuple[float, float]] | None,
    tell: Callable[[str], None],
) -> Places:
    """The places of a set-up: dice count in its tray, else in its region."""
    tray = None if table is None else table.tray
    outline = tray or (None if region is None else tuple(region))
    return Places(outline, _reference(table), tell)


def _reference(table: TableData | None) -> Image | None:
    """The picture that the table was calibrated with; None where it is gone."""
    if table is None or table.reference is None:
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
