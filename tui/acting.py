"""Keys of the app: the table of actions, the asks that they open, and what people's answers do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from textual import on
from textual.app import SystemCommand
from textual.screen import Screen

from engine.questions import Event
from tui import asks
from tui.actions import COMMON, PHONE, VOICE, Action
from tui.asks import Ask, Do, Outcome, Reply, Situation
from tui.beside import Beside
from tui.games import DESKS
from tui.replay_docket import Docket
from tui.screens.dispute import DisputeScreen, Evidence, Upheld
from tui.screens.dispute_actions import DISPUTE
from tui.screens.help import HelpScreen
from tui.screens.log import LogScreen
from tui.screens.phone import PhoneScreen
from tui.table import Table
from tui.themes import ThemedApp
from tui.widgets.ask_panel import AskPanel
from tui.widgets.banner import Banner
from tui.widgets.rulings import Rulings

_POINTED = "pointed"


class ActingApp(ThemedApp[None]):
    """Takes keys, clicks and the command palette for `table`; what is shown is the subclass's.

    Every action of the tables of actions without an effect of its own is a method `_do_<name>`.
    """

    def __init__(self, table: Table, extras: Beside) -> None:
        super().__init__()
        self.table = table
        self.desk = DESKS[table.game.name]
        self.actions: tuple[Action, ...] = (*self.desk.actions, *COMMON, *_extra_actions(extras))
        self.banner, self.panel, self.rulings = Banner(), AskPanel(), Rulings()
        self.docket = Docket(table.past)
        self._extras = extras
        self._enabled: set[str] = set()
        match = table.match
        self.situation = Situation(match.view(), tuple(match.open_questions), self.docket.played)
        self._evidence = Evidence(
            match.setup, self.desk, self.docket, table.replay, lambda: self.situation
        )

    def offer_keys(self) -> None:
        """Draw the footer anew, which takes its time, where other keys make sense now."""
        enabled = {action.name for action in self.actions if action.enabled(self.situation)}
        if enabled != self._enabled:
            self._enabled = enabled
            self.refresh_bindings()

    def show_status(self) -> None:
        """How camera and game are doing has changed."""
        raise NotImplementedError

    def bind_keys(self) -> None:
        """Take the keys of every action, and digits for answers."""
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
        self._open(outcome if isinstance(outcome, Ask) else None)
        if isinstance(outcome, Reply):
            self.table.choose(outcome.question, outcome.choice)
        elif isinstance(outcome, dict):
            self.table.enter(outcome)

    def _open(self, ask: Ask | None) -> None:
        """Open an ask, or close what is open; mark the part of the screen that it is about."""
        self.panel.open(ask)
        self.screen_stack[0].query(f".{_POINTED}").remove_class(_POINTED)
        if ask is not None and ask.shows:
            self.screen_stack[0].query(ask.shows).add_class(_POINTED)

    def _do_next_ask(self) -> None:
        self._open(None)
        self.panel.next()

    def _do_back(self) -> None:
        self._open(None)

    def _do_pause(self) -> None:
        self.table.paused = not self.table.paused
        self.situation = replace(self.situation, paused=self.table.paused)
        self.show_status()

    def _do_dispute(self, *, corrects: bool = False) -> None:
        self.push_screen(DisputeScreen(self._evidence, corrects=corrects), self._settled)

    def _do_correct(self) -> None:
        self._do_dispute(corrects=True)

    def _settled(self, verdict: Event | Upheld | None) -> None:
        """People come back from a dispute."""
        if isinstance(verdict, Upheld):
            self.table.uphold(verdict.step)
            self.banner.note(f"Step {verdict.step} stands.")
        elif verdict is not None:
            self.table.enter(verdict)

    def _do_log(self) -> None:
        self.push_screen(LogScreen(self.rulings.texts))

    def _do_help(self) -> None:
        self.push_screen(HelpScreen((*self.actions, *DISPUTE), self.table.match.setup))

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
            self._open(asks.leave())

    def action_help_quit(self) -> None:
        """Ctrl+C asks as `q` does; a second one stops the game."""
        self._do_leave()

    def _do_exit(self) -> None:
        self.exit()


def _extra_actions(extras: Beside) -> list[Action]:
    phone = [] if extras.screen is None else [PHONE]
    return phone if extras.speaker is None else [*phone, VOICE]
