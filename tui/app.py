"""The app around one table: it wires the game to the parts of the screen.

Everything that happens comes as a message from the session's thread; pictures are pulled by a
timer, the newest only. Nothing here waits for the camera, the referee or the disk.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer

from engine.log import Line
from engine.questions import Event
from tui import asks, faults, headline
from tui.actions import COMMON, PHONE, VOICE, Action
from tui.asks import Ask, Do, Outcome, Reply, Situation, of_question
from tui.beside import ALONE, Beside
from tui.games import DESKS
from tui.replay_docket import Docket
from tui.screens.dispute import DisputeScreen, Evidence, Upheld
from tui.screens.dispute_actions import DISPUTE
from tui.screens.help import HelpScreen
from tui.screens.log import LogScreen
from tui.screens.phone import PhoneScreen
from tui.table import Change, Table
from tui.themes import ThemedApp
from tui.widgets.ask_panel import AskPanel
from tui.widgets.banner import Banner
from tui.widgets.picture import Picture
from tui.widgets.rulings import Rulings
from tui.widgets.scoreboard import Scoreboard
from tui.widgets.status import Status

PICTURES_A_SECOND = 9
_WIDE, _TALL, _TALLER = 120, 32, 46
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


class SymposiarchApp(ThemedApp[None]):
    """Shows `table` and takes keys; `notes` are sentences to begin with.

    `log_file` is named where something went wrong within; `extras` is what runs beside
    the game.
    """

    CSS_PATH = "app.tcss"
    TITLE = "symposiarch"

    def __init__(
        self, table: Table, notes: Sequence[str] = (), log_file: str = "", extras: Beside = ALONE
    ) -> None:
        super().__init__()
        self.table = table
        self.desk = DESKS[table.game.name]
        self.actions: tuple[Action, ...] = (*self.desk.actions, *COMMON, *_extra_actions(extras))
        self.picture = Picture(cards=self.desk.cards)
        self.scoreboard, self.rulings = Scoreboard(), Rulings()
        self.banner, self.panel, self.status = Banner(), AskPanel(), Status()
        self._notes = notes
        self._log_file = log_file
        self._extras = extras
        self._docket = Docket(table.past)
        self._failed = False
        self._enabled: set[str] = set()
        match = table.match
        self.situation = Situation(match.view(), tuple(match.open_questions), self._docket.played)
        self._evidence = Evidence(
            match.setup, self.desk, self._docket, table.replay, lambda: self.situation
        )

    # --- the screen

    def compose(self) -> ComposeResult:
        """Picture and side by side, banner, ask, status, keys."""
        with Horizontal(id="middle"):
            yield self.picture
            with Vertical(id="side"):
                yield self.scoreboard
                yield self.rulings
        yield self.banner
        yield self.panel
        yield self.status
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        self._bind_keys()
        self._open_banner()
        self._show()
        self._show_status()
        for note in self._notes:
            self.notify(note, timeout=12, markup=False)
        self.set_interval(1 / PICTURES_A_SECOND, self._show_picture)
        self.set_interval(0.5, self._show_status)
        self.table.start(self._tell, self._tell_end)

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

    def _open_banner(self) -> None:
        """What a resumed game said last, or how to begin."""
        title = self.table.game.title
        self.banner.show(headline.notice(title, _SAFETY, "Play as always; ? lists the keys."))
        for line in self.table.past:
            self.rulings.take(line)
        rulings = [line for line in self.table.past if line["kind"] in ("ruling", "correction")]
        if rulings:
            self._announce(rulings[-1])

    # --- what happens

    @on(Happened)
    def _happened(self, message: Happened) -> None:
        change = message.change
        self._docket.take(change.line)
        self.situation = replace(
            self.situation,
            view=change.view,
            questions=change.questions,
            played=self._docket.played,
        )
        self._announce(change.line)
        self.rulings.take(change.line)
        self._show()

    @on(Ended)
    def _ended(self, message: Ended) -> None:
        self.situation = replace(self.situation, ended=True)
        if message.error is None:
            self.banner.show(headline.of_end(self.situation.view, self.table.game.unit))
        else:
            self._failed = True
            logger.error("watching ended", exc_info=message.error)
            sentence = faults.sentence(message.error, self._log_file)
            self.notify(sentence, severity="error", timeout=60, markup=False)
        self._show()
        self._show_status()

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
            else:
                self.banner.note(" ".join(shown.words))

    # --- what is shown

    def _show(self) -> None:
        self.scoreboard.show(self.situation.view, self.desk)
        self.panel.wait_for(self._waiting())
        enabled = {action.name for action in self.actions if action.enabled(self.situation)}
        if enabled != self._enabled:
            self._enabled = enabled
            self.refresh_bindings()

    def _waiting(self) -> list[Ask]:
        """What waits for people: the questions, the newest first, then what the rules need.

        The desk asks for needs more fully than the questions that a ruling leaves.
        """
        asked = reversed(self.situation.questions)
        questions = [of_question(line) for line in asked if line["about"] in self.desk.questions]
        return [*questions, *self.desk.waiting(self.situation)]

    def _show_picture(self) -> None:
        self.picture.show(self.table.latest)

    def _show_status(self) -> None:
        table, state = self.table, self._state()
        paused = self.situation.paused
        self.status.show(state, table.camera, table.model, table.speed, paused=paused)
        self.picture.set_class(state in ("stale", "lost"), "old")
        while not table.complaints.empty():
            self.notify(table.complaints.get(), severity="warning", timeout=10, markup=False)

    def _state(self) -> str:
        """The camera's state, or why nothing is watched any more."""
        if self._failed:
            return "failed"
        return "ended" if self.situation.ended else self.table.camera_state

    # --- keys

    def _bind_keys(self) -> None:
        for number in range(1, 10):
            self.bind(str(number), f"answer({number})", show=False)
        for action in self.actions:
            self.bind(
                action.key,
                f"do('{action.name}')",
                description=action.short or action.help,
                show=bool(action.short),
                key_display=action.key_text,
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that make no sense now are not offered."""
        if action != "do":
            return True
        return self._action(str(parameters[0])).enabled(self.situation)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The same actions in the command palette."""
        if isinstance(screen, DisputeScreen):
            yield from screen.commands()
            return
        for action in self.actions:
            if action.enabled(self.situation):
                does = partial(self.action_do, action.name)
                yield SystemCommand(action.title, action.group, does)

    def _action(self, name: str) -> Action:
        return next(action for action in self.actions if action.name == name)

    def action_do(self, name: str) -> None:
        """Do what the table of actions says under that name."""
        action = self._action(name)
        if action.does is None:
            self._follow(Do(name))
        elif action.enabled(self.situation):
            self._follow(action.does(self.situation))

    @on(AskPanel.Answered)
    def _answered(self, message: AskPanel.Answered) -> None:
        self.action_answer(message.number)

    def action_answer(self, number: int) -> None:
        """Choose an answer of the ask on the screen."""
        option = self.panel.option(number)
        if option is not None:
            self._follow(option.leads() if callable(option.leads) else option.leads)

    def _follow(self, outcome: Ask | Outcome) -> None:
        """Open the ask that follows, or close what was open and tell the table."""
        if isinstance(outcome, Do):
            getattr(self, f"_do_{outcome.action}")()
            return
        self.panel.open(outcome if isinstance(outcome, Ask) else None)
        if isinstance(outcome, Reply):
            self.table.choose(outcome.question, outcome.choice)
        elif isinstance(outcome, dict):
            self.table.enter(outcome)

    def _do_next_ask(self) -> None:
        self.panel.next()

    def _do_back(self) -> None:
        self.panel.open(None)

    def _do_pause(self) -> None:
        self.table.paused = not self.table.paused
        self.situation = replace(self.situation, paused=self.table.paused)
        self._show_status()

    def _do_dispute(self, *, corrects: bool = False) -> None:
        self.push_screen(DisputeScreen(self._evidence, corrects=corrects), self._settled)

    def _do_correct(self) -> None:
        self._do_dispute(corrects=True)

    def _settled(self, verdict: Event | Upheld | None) -> None:
        """People come back from a dispute."""
        if isinstance(verdict, Upheld):
            self.banner.note(f"Step {verdict.step} stands.")
        elif verdict is not None:
            self.table.enter(verdict)

    def _do_log(self) -> None:
        self.push_screen(LogScreen(self.rulings.texts))

    def _do_help(self) -> None:
        self.push_screen(HelpScreen((*self.actions, *DISPUTE)))

    def _do_phone(self) -> None:
        self.push_screen(PhoneScreen(self._extras.link))

    def _do_voice(self) -> None:
        speaker = self._extras.speaker
        if speaker is not None:
            speaker.muted = not speaker.muted
            self.notify("The voice is off." if speaker.muted else "The voice is on.", timeout=3)

    def _do_theme(self) -> None:
        self.next_theme()

    def _do_leave(self) -> None:
        """Nobody loses a game to a key that was hit by chance: a second time means it."""
        shown = self.panel.ask
        already = shown is not None and shown.name == asks.LEAVE
        if self.situation.ended or not self.situation.played or already:
            self.exit()
        else:
            self.panel.open(asks.leave())

    def action_help_quit(self) -> None:
        """Ctrl+C asks as `q` does; a second one stops the game."""
        self._do_leave()

    def _do_exit(self) -> None:
        self.exit()


def _extra_actions(extras: Beside) -> list[Action]:
    phone = [] if extras.screen is None else [PHONE]
    return phone if extras.speaker is None else [*phone, VOICE]
