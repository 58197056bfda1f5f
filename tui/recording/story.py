"""A recorded game read back: every ruling with its moment, and how it stands after corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from engine import parts
from engine.game import Game
from engine.games import GAMES
from engine.log import FILE_NAME, WAY_OUT, Line, LogError, holds_game, read_log
from engine.match import plays_again
from engine.play import Play, is_correction
from engine.referee import Referee
from engine.ruling import Ruling, by_player
from engine.safety import BOOK as SAFETY
from engine.setup import Setup
from tui.cli import UserError
from tui.record import recorded_setup


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was recorded.

    `t`: seconds of the source of recording session `session` (from 1), which are those of its
    video. `clock`: seconds of the game, which go on over the sessions.
    """

    session: int
    t: float
    clock: float


@dataclass(slots=True)
class Step:
    """One ruling as it was announced (`line`), and what became of it.

    `ruling` is the one that counts in the end: None where the step was taken back, or where it is
    itself a correction that brought no event into the game. `changed_by` names the later
    corrections that changed it, `upheld` says how often people disputed it and let it stand.
    """

    number: int
    moment: Moment
    line: Line
    ruling: Ruling | None = None
    changed_by: list[int] = field(default_factory=list)
    upheld: int = 0

    @property
    def is_correction(self) -> bool:
        """Whether people corrected the record with it."""
        return is_correction(self.line["event"])

    @property
    def announced(self) -> list[str]:
        """The sentences that people heard."""
        return [str(sentence) for sentence in self.line.get("announce", ())]

    @property
    def costs(self) -> dict[str, int]:
        """Units by player that count in the end."""
        return by_player(self.ruling.costs) if self.ruling else {}


@dataclass(slots=True)
class Story:
    """A recorded game. `notes` are sentences about what is odd in the record."""

    folder: Path
    header: Line
    setup: Setup
    lines: list[tuple[Moment, Line]]
    steps: list[Step]
    referee: Referee
    notes: list[str]

    @property
    def game(self) -> Game:
        """The rules that it was played by."""
        return GAMES[self.setup.game]

    @property
    def started(self) -> datetime | None:
        """When it began, in the time of this place; None where the record does not say."""
        try:
            return datetime.fromisoformat(str(self.header.get("started"))).astimezone()
        except ValueError:
            return None

    @property
    def length(self) -> float:
        """Seconds of the game from its first picture to its last line."""
        return max((moment.clock for moment, _ in self.lines), default=0.0)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody that ever sat at the table."""
        return self.game.players(self.referee.state)

    @property
    def view(self) -> dict[str, Any]:
        """How the game stands."""
        return self.referee.view()

    @property
    def over(self) -> bool:
        """Whether the game has come to its end: nobody has to act any more."""
        return bool(self.steps) and self.view["turn"] is None

    @property
    def watched(self) -> bool:
        """Whether it is of a film that was watched to its end, and nobody went on with it since."""
        kinds = [line["kind"] for _, line in self.lines if line["kind"] in ("ended", "resumed")]
        return kinds[-1:] == ["ended"]

    @property
    def rules(self) -> dict[str, str]:
        """The rule book by id."""
        return {rule.id: rule.text for rule in (*self.game.book, *SAFETY)}

    def picture(self, step: int, when: str = "") -> Path | None:
        """The picture of a step, None where none was kept."""
        path = parts.picture(self.folder, step, when)
        return path if path.is_file() else None

    def videos(self) -> dict[int, Path]:
        """The videos that are there, by recording session."""
        sessions = sorted({1, *(moment.session for moment, _ in self.lines)})
        found = {session: parts.video(self.folder, session) for session in sessions}
        return {session: path for session, path in found.items() if path.is_file()}


def load(folder: Path) -> Story:
    """The game in `folder`; it may be being recorded. Raises `UserError`."""
    header, lines = _read(folder)
    setup = recorded_setup(header)
    placed: list[tuple[Moment, Line]] = []
    play, clock = Play(setup), _Clock(header)
    for number, line in enumerate(lines, start=2):
        try:
            placed.append((clock.moment(line, play), line))
            play.fold(line)
        except (ValueError, LookupError, TypeError, msgspec.MsgspecError) as error:
            where = f"line {number} of {folder / FILE_NAME}"
            raise UserError(f"{where} does not fit the game ({error}); {WAY_OUT}.") from error
    steps = _steps(placed, play.referee)
    return Story(folder, header, setup, placed, steps, play.referee, play.warnings)


def _read(folder: Path) -> tuple[Line, list[Line]]:
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}: name the folder of a recorded game.")
    if not holds_game(folder):
        raise UserError(f"{folder} holds no recorded game ({FILE_NAME} is missing).")
    try:
        return read_log(folder)
    except LogError as error:
        raise UserError(str(error)) from error


class _Clock:
    """Places lines in time, over all sessions."""

    def __init__(self, header: Line) -> None:
        self._camera: Mapping[str, Any] = header.get("camera") or {}
        self._session = 1
        self._begun = self._clock = self._t = 0.0

    def moment(self, line: Line, play: Play) -> Moment:
        """When the line was written; lets `play` know of another source."""
        if line["kind"] == "resumed":
            self._session, self._t = self._session + 1, 0.0
            if not plays_again(line["camera"], self._camera):
                self._begun = self._clock
                play.restart_clock()
            self._camera = line["camera"]
        self._t = float(line.get("t", self._t))
        self._clock = max(self._clock, self._begun + self._t)
        return Moment(self._session, self._t, self._begun + self._t)


def _steps(placed: list[tuple[Moment, Line]], referee: Referee) -> list[Step]:
    final = {slot.step: slot.ruling for slot in referee.record.slots}
    steps: dict[int, Step] = {}
    for moment, line in placed:
        if line["kind"] in ("ruling", "correction"):
            number = line["step"]
            steps[number] = Step(number, moment, line, final.get(number))
            for changed in line.get("changed", ()):
                if changed in steps:
                    steps[changed].changed_by.append(number)
        elif line["kind"] == "upheld" and line["step"] in steps:
            steps[line["step"]].upheld += 1
    return list(steps.values())


def clock_text(seconds: float) -> str:
    """`1:02:03` or `2:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
