"""The app around one table: it wires the game to the parts of the screen.

Everything that happens comes as a message from the session's thread; pictures are pulled by a
timer, the newest only. Nothing here waits for the camera, the referee or the disk.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.message import Message
from textual.widgets import Footer

from engine.log import Line
from tui import faults, headline
from tui.acting import ActingApp
from tui.asks import Ask, of_question
from tui.beside import ALONE, Beside
from tui.course import Course
from tui.table import Change, Table
from tui.widgets.picture import Picture
from tui.widgets.scoreboard import Scoreboard
from tui.widgets.status import Status
from tui.widgets.table_state import LOW, TableState

PICTURES_A_SECOND = 9
_WIDE, _TALL, _TALLER = 120, 32, 46
_HEADS, _LOG_ROWS, _DRAWN = 2, 1, 11
"""Rows of the scoreboard beside its players, of the log at least, of the table with its seats."""
_SAFETY = "Everybody who drinks is of legal age, and nobody drives."

logger = logging.getLogger(__name__)


@dataclass
class Happened(Message, bubble=False):
    """Something happened at the table."""

    change: Change


@dataclass
class Ended(Message, bubble=False):
    """Watching has come to an end, by an error where there is one."""

    error: Exception | None


class SymposiarchApp(ActingApp):
    """Shows `table` and takes keys; `notes` are sentences to begin with.

    `log_file` is named where something went wrong within; `extras` is what runs beside
    the game; `tour`: begin with the tour.
    """

    CSS_PATH = "app.tcss"
    TITLE = "symposiarch"

    def __init__(
        self,
        table: Table,
        notes: Sequence[str] = (),
        log_file: str = "",
        extras: Beside = ALONE,
        tour: bool = False,
    ) -> None:
        super().__init__(table, extras)
        self.picture = Picture(cards=self.desk.cards)
        self.scoreboard, self.status = Scoreboard(), Status()
        self.state = TableState(table.match.setup.seats)
        self.course = Course(table.game.unit, table.past)
        self._notes = notes
        self._log_file = log_file
        self._failed = False
        self._tour = tour
        self._opening: headline.Headline | None = None
        self._next: headline.Headline | None = None

    # --- the screen

    def compose(self) -> ComposeResult:
        """Picture and side by side, banner, ask, status, keys."""
        with Horizontal(id="middle"):
            yield self.picture
            with Vertical(id="side"):
                yield self.scoreboard
                yield self.state
                yield self.rulings
        yield self.banner
        yield self.panel
        yield self.status
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        self.bind_keys()
        self._open_banner()
        self._show()
        self.show_status()
        for note in self._notes:
            self.notify(note, timeout=12, markup=False)
        self.set_interval(1 / PICTURES_A_SECOND, self._show_picture)
        self.set_interval(0.5, self.show_status)
        self.table.start(self._tell, self._tell_end)
        if self._tour:
            self.action_do("tour")

    def _tell(self, change: Change) -> None:
        """Called on the session's thread."""
        self.post_message(Happened(change))

    def _tell_end(self, error: Exception | None) -> None:
        self.post_message(Ended(error))

    def on_resize(self, event: Resize) -> None:
        """Larger parts on a larger screen."""
        columns, rows = event.size
        screen = self.screen_stack[0]
        screen.set_class(columns >= _WIDE, "wide")
        screen.set_class(_TALL <= rows < _TALLER, "tall")
        screen.set_class(rows >= _TALLER, "taller")
        self.call_after_refresh(self._show)

    def _make_room(self) -> None:
        """The table is drawn where scoreboard and log leave room for it beside the picture."""
        rows, people = self.picture.size.height, len(self.situation.players)
        left = rows - people - _HEADS - _LOG_ROWS
        self.state.display = left >= LOW
        self.state.styles.height = _DRAWN if left >= _DRAWN + _LOG_ROWS else LOW

    def _open_banner(self) -> None:
        """What a resumed game said last, or how to begin."""
        title = self.table.game.title
        self._opening = headline.notice(title, _SAFETY, "Play as always; ? lists the keys.")
        self.banner.show(self._opening)
        for line in self.table.past:
            self.rulings.take(line)
        rulings = [line for line in self.table.past if line["kind"] in ("ruling", "correction")]
        if rulings:
            self._announce(rulings[-1])

    # --- what happens

    @on(Happened)
    def _happened(self, message: Happened) -> None:
        if not self.screen_stack:
            return  # People have just left; it is in the record.
        change = message.change
        self.docket.take(change.line)
        self.course.take(change.line)
        self.situation = replace(
            self.situation,
            view=change.view,
            questions=change.questions,
            played=self.docket.played,
        )
        self._announce(change.line)
        self.rulings.take(change.line)
        self._show()

    @on(Ended)
    def _ended(self, message: Ended) -> None:
        if not self.screen_stack:
            return
        self.situation = replace(self.situation, ended=True)
        if message.error is None:
            self.banner.show(headline.of_end(self.situation.view, self.table.game.unit))
        else:
            self._failed = True
            logger.error("watching ended", exc_info=message.error)
            sentence = faults.sentence(message.error, self._log_file)
            self.notify(sentence, severity="error", timeout=60, markup=False)
        self._show()
        self.show_status()

    def _announce(self, line: Line) -> None:
        """Rulings and questions in large letters; what is only noted, in small ones."""
        if line["kind"] == "question":
            if line["about"] in self.desk.questions:
                self.banner.show(headline.of_question(line, self.desk))
        elif line["kind"] in ("ruling", "correction"):
            unit, players = self.table.game.unit, self.situation.players
            shown = headline.of_ruling(line, unit, self.desk, players)
            if shown.groups:
                self.banner.show(shown)
            elif self.banner.headline in (self._opening, self._next):
                # Before the first drink there is nothing to leave standing.
                self._next = headline.of_turn(self.situation.view, shown.words)
                self.banner.show(self._next)
            else:
                self.banner.note(" ".join(shown.words))

    # --- what is shown

    def _show(self) -> None:
        self.scoreboard.show(self.situation.view, self.desk, self.course)
        self.state.show(self.situation, self.desk)
        self.panel.wait_for(self._waiting())
        self.offer_keys()
        self.call_after_refresh(self._make_room)

    def _waiting(self) -> list[Ask]:
        """What waits for people: the questions, the newest first, then what the rules need.

        The desk asks for needs more fully than the questions that a ruling leaves.
        """
        asked = reversed(self.situation.questions)
        questions = [of_question(line) for line in asked if line["about"] in self.desk.questions]
        return [*questions, *self.desk.waiting(self.situation)]

    def _show_picture(self) -> None:
        self.picture.show(self.table.latest)

    def show_status(self) -> None:
        """How camera and game are doing; complaints become notices."""
        table, state = self.table, self._state()
        paused = self.situation.paused
        self.status.show(state, table.camera, table.model, table.speed, paused=paused)
        self.picture.set_class(state in ("stale", "lost"), "old")
        self._make_room()
        while not table.complaints.empty():
            self.notify(table.complaints.get(), severity="warning", timeout=10, markup=False)

    def _state(self) -> str:
        """The camera's state, or why nothing is watched any more."""
        if self._failed:
            return "failed"
        return "ended" if self.situation.ended else self.table.camera_state
