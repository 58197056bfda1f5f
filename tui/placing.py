"""Who sits where and what belongs where on a table: as told on the command line, or asked."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.cli import UserError

if TYPE_CHECKING:
    from vision.places import Outline

PLACES = {
    "zone": "where the game is played; nothing outside is recorded",
    "tray": "where dice are rolled; others do not count",
    "stock": "where the pile of cards lies",
}


@dataclass(frozen=True, slots=True)
class Answers:
    """`seats`: degrees clockwise from the picture's lower edge. `places`: outlines by the names of
    `PLACES`. `open`: what nobody said yet."""

    seats: dict[str, float]
    places: dict[str, Outline]
    letters: bool
    open: frozenset[str]


def told(args: argparse.Namespace, names: Sequence[str]) -> Answers:
    """What the options say, the rest by default; raises `UserError` where they make no sense."""
    _check_names(names)
    seats = even(names) if args.seats is None else seats_in(args.seats, names)
    given = {place: text for place in PLACES if (text := getattr(args, place)) is not None}
    unsaid = {place for place in PLACES if place not in given}
    unsaid |= {"seats"} if args.seats is None else set()
    unsaid |= set() if args.letters else {"letters"}
    places = {place: outline_in(text) for place, text in given.items()}
    return Answers(seats, places, args.letters, frozenset(unsaid))


def _check_names(names: Sequence[str]) -> None:
    from engine.words import is_name, shown

    for name in names:
        if not is_name(name):
            raise UserError(f"{shown(name)!r} is no name: write 1 to 40 characters.")
        if names.count(name) > 1:
            raise UserError(f"two players are called {shown(name)}; give each a name of their own.")
    if len(names) < 2:
        raise UserError("name two or more players, clockwise as seen from above.")


def even(names: Sequence[str]) -> dict[str, float]:
    """Seats evenly round the table, the first player at the picture's lower edge."""
    return {name: round(360.0 * place / len(names), 1) for place, name in enumerate(names)}


def seats_in(text: str, names: Sequence[str]) -> dict[str, float]:
    """Seats as `0,90,180`; raises `UserError`."""
    angles = numbers(text)
    if angles is None or len(angles) != len(names):
        raise UserError(
            f"--seats names {len(names)} angles, one for each player: degrees clockwise from the"
            " picture's lower edge, such as 0,90,180,270."
        )
    if len({angle % 360.0 for angle in angles}) < len(angles):
        raise UserError("--seats puts two players into one place: give each an angle of their own.")
    return {name: angle % 360.0 for name, angle in zip(names, angles, strict=True)}


def outline_in(text: str) -> Outline:
    """A place as `left,top,right,bottom` in per cent of the picture; raises `UserError`."""
    from vision.calibration import box

    sides = numbers(text)
    if sides is None or len(sides) != 4 or not all(0 <= side <= 100 for side in sides):
        raise UserError(
            f"{text!r} is no place: write left,top,right,bottom in per cent of the picture, such as"
            " 10,0,90,100."
        )
    left, top, right, bottom = (side / 100 for side in sides)
    if left >= right or top >= bottom:
        raise UserError(f"{text!r} is no place: left comes before right, and top before bottom.")
    return box(left, top, right, bottom)


def numbers(text: str) -> list[float] | None:
    """The numbers of a list with commas; None where it is none."""
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        return None
    return found if all(map(math.isfinite, found)) else None


def asked(known: Answers, tell: Callable[[str], None]) -> Answers:
    """The same after people were asked for what is open, one thing after the other."""
    seats, places, letters = known.seats, dict(known.places), known.letters
    if "seats" in known.open:
        tell("Where does everybody sit? Degrees clockwise from the picture's lower edge.")
        seats = _seats(seats, tell)
    for place, meaning in PLACES.items():
        outline = _place(place, meaning, tell) if place in known.open else None
        if outline is not None:
            places[place] = outline
    if "letters" in known.open:
        answer = _line("letters before each seat, for Five Alive? (y, Enter: no)", tell)
        letters = answer.lower() in ("y", "yes")
    return Answers(seats, places, letters, frozenset())


def _seats(proposed: Mapping[str, float], tell: Callable[[str], None]) -> dict[str, float]:
    seats: dict[str, float] = {}
    for name, angle in proposed.items():
        while (place := _seat(name, angle, tell)) in seats.values():
            tell(f"somebody sits at {place:g} already: give another angle.")
        seats[name] = place
    return seats


def _seat(name: str, angle: float, tell: Callable[[str], None]) -> float:
    while True:
        answer = _line(f"{name} (Enter: {angle:g})", tell)
        given = numbers(answer) if answer else [angle]
        if given is not None and len(given) == 1:
            return given[0] % 360.0
        tell(f"{answer!r} is no angle: write degrees, such as 90.")


def _place(place: str, meaning: str, tell: Callable[[str], None]) -> Outline | None:
    default = {"zone": "the whole picture", "tray": "none", "stock": "as seen"}[place]
    while True:
        answer = _line(
            f"{place}, {meaning}: left,top,right,bottom in per cent (Enter: {default})", tell
        )
        if not answer:
            return None
        try:
            return outline_in(answer)
        except UserError as error:
            tell(str(error))


def _line(question: str, tell: Callable[[str], None]) -> str:
    """What people write; raises `UserError` where nobody can answer."""
    tell(question)
    answer = sys.stdin.readline()
    if not answer:
        raise UserError("nobody answers, so nothing was kept: add --auto to ask nothing.")
    return answer.strip()
