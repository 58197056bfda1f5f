"""The dispute: an event seen again, why it was ruled so, and what people make of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import Footer, Static

from engine.explain import in_words
from engine.questions import Event
from engine.setup import Setup
from tui.asks import Ask, Outcome, Situation
from tui.games import Desk
from tui.recording.story import clock_text
from tui.replay import Replay
from tui.replay_docket import Case, Docket
from tui.replay_jobs import Newest
from tui.replay_study import Study, study
from tui.screens import dispute_asks as asks
from tui.screens.dispute_actions import DISPUTE
from tui.screens.dispute_film import Film
from tui.screens.dispute_page import page
from tui.screens.help import HelpScreen
from tui.themes import ThemedApp
from tui.widgets.ask_panel import AskPanel

_NAMED = ("play", "deal", "choose", "take_back", "roll")
"""Keys of events whose value the desk can name."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Upheld:
    """People left the ruling of a step as it is."""

    step: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a game has for a dispute; `situation` says where the game stands at the moment."""

    setup: Setup
    desk: Desk
    docket: Docket
    replay: Replay
    situation: Callable[[], Situation]


class DisputeScreen(ModalScreen[Event | Upheld | None]):
    """Begins with the newest event of `evidence`, which must hold one.

    With `corrects` it begins with the newest that can be mistaken, and asks what it was. Returns
    what people enter for it, `Upheld`, or None. Rules are looked up in a thread.
    """

    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(120, "-wide")]  # noqa: RUF012 - Textual's
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                one.key,
                f"do('{one.name}')",
                one.short or one.help,
                show=bool(one.short),
                key_display=one.key_text,
            )
            for one in DISPUTE
        ),
        *(Binding(str(number), f"answer({number})", show=False) for number in range(1, 10)),
        Binding("ctrl+p", "app.command_palette", show=False),
    ]

    @dataclass
    class _Studied(Message, bubble=False):
        """The rules of a case were looked up; None where that failed."""

        case: Case | None
        study: Study | None

    def __init__(self, evidence: Evidence, *, corrects: bool = False) -> None:
        super().__init__()
        self._evidence = evidence
        self._cases = evidence.docket.cases
        self._corrects = corrects
        self._at = self._begins(corrects)
        self._heard = len(evidence.docket.lines)
        self._study: Study | None = None
        self._offered: set[str] = set()
        self._meanwhile = ""
        self._title, self._page = Static(id="case"), Static()
        self._film = Film(evidence.replay, self._fail, cards=evidence.desk.cards)
        self._panel = AskPanel()
        self._studies = Newest("rules", self._fail)
        film = self._film
        self._does: Mapping[str, Callable[[], Any]] = {
            "play": film.play,
            "earlier": partial(film.go, -1),
            "later": partial(film.go, 1),
            "slow": film.turn_slow,
            "zoom": film.zoom,
            "rest": film.go_to_rest,
            "before": partial(self._walk, -1),
            "after": partial(self._walk, 1),
            "scroll_up": lambda: self.query_one("#side").scroll_page_up(),
            "scroll_down": lambda: self.query_one("#side").scroll_page_down(),
            "proof": self._prove,
            "uphold": lambda: self.dismiss(Upheld(self._case.step)),
            "correct": partial(self._ask, asks.correct),
            "insert": partial(self._ask, asks.insert),
            "void": lambda: self._panel.open(asks.void(self._case)),
            "vote": lambda: self._panel.open(self._vote()),
            "help": lambda: self.app.push_screen(HelpScreen(DISPUTE)),
            "theme": self._change_theme,
            "back": self._go_back,
        }

    # --- the screen

    def compose(self) -> ComposeResult:
        """Title, pictures beside words, ask, keys."""
        yield self._title
        with Horizontal(id="middle"):
            yield self._film
            with VerticalScroll(id="side", can_focus=False):
                yield self._page
        yield self._panel
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Open the first case; listen how the game goes on meanwhile."""
        self._open()
        self.set_interval(0.3, self._listen)

    def on_unmount(self) -> None:
        """Nobody waits for the rest."""
        self._studies.close()

    def _begins(self, corrects: bool) -> int:
        """The newest case; the newest that can be mistaken where that is what people want."""
        fix, now = self._evidence.desk.fix, self._evidence.situation()
        cases = enumerate(self._cases)
        fits = [at for at, case in cases if not corrects or fix(now, asks.played(case))]
        return fits[-1] if fits else len(self._cases) - 1

    def _listen(self) -> None:
        """Tell what was announced since."""
        lines = self._evidence.docket.lines
        said = [" ".join(line.get("announce", ())) for line in lines[self._heard :]]
        self._heard += len(said)
        for sentence in filter(None, said):
            self._meanwhile = f"  MEANWHILE: {sentence}"
            self._show_title()

    @property
    def _case(self) -> Case:
        return self._cases[self._at]

    def _open(self) -> None:
        """Show the case in hand; pictures and rules follow when they are found."""
        case, evidence = self._case, self._evidence
        self._study = None
        self._panel.open(None)
        self._show_title()
        self._show_page()
        self.query_one("#side").scroll_home(animate=False)
        self._film.take(case)
        job = partial(study, evidence.setup, tuple(evidence.docket.lines), case)
        self._studies.do(job, lambda found: self._send(case, found))

    def _send(self, case: Case | None, found: Study | None) -> None:
        """In a thread."""
        self.post_message(self._Studied(case, found))

    def _fail(self, error: Exception) -> None:
        """In a thread: the traceback for the log, a sentence for people."""
        logger.error("an event could not be looked up", exc_info=error)
        self._send(None, Study(problem="This could not be looked up; the log file says why."))

    @on(_Studied)
    def _studied(self, message: _Studied) -> None:
        if message.case in (None, self._case):
            self._study = message.study
            self._show_page()
            self._offer_keys()
            if self._corrects:
                self._ask(asks.correct)
            self._corrects = False

    @on(Film.Changed)
    def _film_changed(self) -> None:
        self.set_class(self._film.proves, "proves")
        self._offer_keys()

    def _show_title(self) -> None:
        case = self._case
        counts = "" if case.counts else " NOT COUNTED"
        place = f" step {case.step} ({self._at + 1} of {len(self._cases)}){counts} "
        said = f" at {clock_text(case.line['t'])}: {self._what()}"
        parts = _arrow("↑", "before"), Content.styled(place, "bold"), _arrow("↓", "after")
        more = Content.styled(self._meanwhile, "bold $amount")
        self._title.update(Content.assemble(*parts, said, more))

    def _what(self) -> str:
        """The event in words, cards by their signs."""
        event, called = self._case.event, self._evidence.desk.called
        named = {key: called(event[key]) for key in _NAMED if event.get(key)}
        return in_words({**event, **named})

    def _show_page(self) -> None:
        self._page.update(page(self._case, self._study, self._evidence.desk.called))

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that make no sense now are not offered."""
        return action != "do" or self._makes_sense(str(parameters[0]))

    def _offer_keys(self) -> None:
        """Draw the footer anew, which takes its time, where other keys make sense now."""
        offered = {action.name for action in DISPUTE if self._makes_sense(action.name)}
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def _makes_sense(self, name: str) -> bool:
        if name in ("play", "earlier", "later", "slow", "rest"):
            return self._film.projector is not None
        if name == "void":
            return self._case.counts
        needed = {"zoom": lambda: self._film.box, "proof": self._proving, "vote": self._vote}
        return name not in needed or needed[name]() is not None

    def commands(self) -> Iterable[SystemCommand]:
        """What can be done now, for the command palette."""
        for action in DISPUTE:
            if self._makes_sense(action.name):
                yield SystemCommand(
                    action.title, action.group, partial(self.action_do, action.name)
                )

    def action_do(self, name: str) -> None:
        """Do what the table of actions says under that name."""
        if self._makes_sense(name):
            self._does[name]()

    @on(AskPanel.Answered)
    def _answered(self, message: AskPanel.Answered) -> None:
        message.stop()
        self.action_answer(message.number)

    def action_answer(self, number: int) -> None:
        """Choose an answer of the ask on the screen."""
        option = self._panel.option(number)
        if option is not None:
            self._follow(option.leads() if callable(option.leads) else option.leads)

    def _follow(self, outcome: Ask | Outcome) -> None:
        """Open the ask that follows, or leave with what is to be entered."""
        self._panel.open(outcome if isinstance(outcome, Ask) else None)
        if isinstance(outcome, dict):
            self.dismiss(outcome)

    def _walk(self, by: int) -> None:
        """To another event; those that have come since are among them."""
        step, before = self._case.step, self._at
        self._cases = self._evidence.docket.cases
        here = next((n for n, case in enumerate(self._cases) if case.step == step), before)
        self._at = min(max(0, here + by), len(self._cases) - 1)
        if self._case.step != step:
            self._open()

    def _go_back(self) -> None:
        """Close what is open, then the screen."""
        if self._panel.ask is not None:
            self._panel.open(None)
        elif self._film.proves:
            self._prove()
        else:
            self.dismiss(None)

    def _change_theme(self) -> None:
        assert isinstance(self.app, ThemedApp)
        self.app.next_theme()

    # --- proofs and asks

    def _proving(self) -> tuple[int, int] | None:
        """The step that a proof of this one stands on, and this one."""
        found = self._study.found if self._study else {}
        others = [one["step"] for one in found.get("evidence", ()) if one["step"] != found["step"]]
        return (others[0], self._case.step) if others else None

    def _prove(self) -> None:
        """Both pictures of the proof, or the clip again."""
        steps = () if self._film.proves else self._proving() or ()
        proofs = self._study.proofs if self._study else ()
        self._film.prove(steps, f"step {' and step '.join(map(str, steps))}: {' '.join(proofs)}")

    def _ask(self, about: Callable[[Desk, Situation, Case, Study | None], Ask]) -> None:
        evidence = self._evidence
        self._panel.open(about(evidence.desk, evidence.situation(), self._case, self._study))

    def _vote(self) -> Ask | None:
        """The vote on what this step proves, in a game whose people vote."""
        proofs = self._study.found.get("proofs", ()) if self._study else ()
        evidence = self._evidence
        return evidence.desk.vote(evidence.situation(), next(iter(proofs), None))


def _arrow(sign: str, name: str) -> Content:
    """A sign that can be clicked."""
    click = Style.from_meta({"@click": f"screen.do('{name}')"})
    return Content.styled(f" {sign} ", "bold $key-text on $key").stylize(click)
