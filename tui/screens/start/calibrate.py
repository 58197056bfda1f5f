"""Saying where everything is on the table: cards are measured, people take their seats."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Event as Flag
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Static

from tui import setups
from tui.calibrating import LOOKS, Calibration, Measured, View
from tui.cli import UserError
from tui.screens.start.preview import Preview
from tui.session import Latest
from tui.widgets.picture import Picture
from tui.widgets.round_table import RoundTable, spaced
from vision.calibration import box
from vision.eyes import Looks
from vision.frames import Frame
from vision.places import Outline
from vision.sampling import take_sample
from vision.sights import Sight
from vision.sources import Source, SourceError

_LAY = (
    "1. Lay two to four cards face up on the table, apart from each other.\n"
    "2. Take your hands away.\n"
    "3. Press Enter: the cards are measured, a card is 63 by 88 mm."
)
_SEATS = (
    "Where does everybody sit? ← → choose, < > turn, or drag. The lower edge here is the"
    " picture's lower edge. Then Enter, a name for this table, and Enter again."
)
_BORDERS = (0.0, 0.1, 0.2, 0.3)
"""Parts of the picture at each edge that may be left out of the game's zone."""
_TRAY = 0.25

logger = logging.getLogger(__name__)


class _GivenUp(Exception):
    """People do not want to wait any longer."""


class CalibrateScreen(ModalScreen[str | None]):
    """Measures what `preview` shows and seats `players`; returns the name under which the table
    was saved, or None. `view` says how a source's pictures are made."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "measure / save"),
        Binding("z", "zone", "zone"),
        Binding("d", "tray", "dice tray"),
        Binding("l", "letters", "letters"),
        Binding("m", "again", "measure again"),
        Binding("escape", "back", "back"),
    ]

    def __init__(
        self,
        preview: Preview,
        players: Sequence[str],
        eyes: Callable[[], Looks],
        view: Callable[[Source], View],
    ) -> None:
        super().__init__()
        self._preview = preview
        self._players = tuple(players)
        self._eyes = eyes
        self._view = view
        self._picture = Picture(cards=True)
        self._step, self._says = Static(_LAY, markup=False), Static("", markup=False, id="says")
        self._table = RoundTable(free=True)
        self._field = Input(placeholder="kitchen", id="name", compact=True)
        self._measuring: Future[tuple[Measured, View]] | None = None
        self._measured: tuple[Measured, View] | None = None
        self._given_up = Flag()
        self._began = 0.0
        self._newest: Latest | None = None
        self._border, self._with_tray, self._with_letters = 0, False, False

    def compose(self) -> ComposeResult:
        """The picture, beside it what to do."""
        with Horizontal(id="middle"):
            yield self._picture
            with Vertical(id="side"):
                yield self._step
                yield self._says
                yield self._table
                yield self._field
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Wait for people to lay cards."""
        self._table.show(spaced(self._players))
        self._table.display = self._field.display = False
        self.set_interval(0.15, self._poll)

    # --- measuring

    def _measure(self) -> None:
        self._given_up.clear()
        self._measured, self._newest, self._began = None, None, time.monotonic()
        try:
            self._measuring = self._preview.on_source(self._look)
        except SourceError as error:
            self._says.update(str(error))

    def _look(self, source: Source) -> tuple[Measured, View]:
        """In the camera's thread."""
        eyes = self._eyes()
        return Measured.on(take_sample(source, eyes, LOOKS, self._seen)), self._view(source)

    def _seen(self, frame: Frame) -> None:
        if self._given_up.is_set():
            raise _GivenUp
        self._newest = Latest(frame, Sight())

    def _poll(self) -> None:
        """The newest picture, and whether measuring has come to its end."""
        if self._measured is None:
            self._picture.show(self._newest or self._preview.found.latest)
        measuring = self._measuring
        if measuring is None:
            return
        if not measuring.done():
            seconds = time.monotonic() - self._began
            self._says.update(f"Measuring, hands away … {seconds:.0f} s (Esc stops it)")
            return
        self._measuring = None
        self._finish(measuring)

    def _finish(self, measuring: Future[tuple[Measured, View]]) -> None:
        try:
            self._measured = measuring.result()
        except _GivenUp:
            self._says.update("")
        except (UserError, SourceError) as error:
            self._says.update(f"✖ {str(error)[0].upper()}{str(error)[1:]}")
        except Exception:
            logger.exception("a table could not be measured")
            self._says.update("✖ This table could not be measured; the log file says why.")
        else:
            self._step.update(_SEATS)
            self._table.display = self._field.display = True
            self._table.focus()
            self._draw()
        self.refresh_bindings()

    # --- seats and places

    @on(RoundTable.Moved)
    def _draw(self) -> None:
        """Seats and places on the picture that was measured."""
        calibration = self._calibration()
        if calibration is None:
            return
        measured = calibration.measured
        frame = Frame(calibration.drawn(), 0.0, 0, 0.0)
        self._picture.show(Latest(frame, Sight()))
        warning = " It looks mirrored: start again with --mirror." if measured.mirrored else ""
        self._says.update(f"{measured.says[0].upper()}{measured.says[1:]}{warning}{self._places()}")

    def _places(self) -> str:
        border = _BORDERS[self._border]
        zone = "all of the picture" if not border else f"all but {border:.0%} at each edge"
        tray = "in the middle" if self._with_tray else "anywhere"
        letters = "before the seats" if self._with_letters else "none"
        return f"\nz zone: {zone} · d dice count: {tray} · l letters of Five Alive: {letters}"

    def _calibration(self) -> Calibration | None:
        if self._measured is None:
            return None
        measured, view = self._measured
        seats = {seat.name: round(seat.angle, 1) for seat in self._table.seats}
        places: dict[str, Outline] = {}
        if border := _BORDERS[self._border]:
            places["zone"] = box(border, border, 1 - border, 1 - border)
        if self._with_tray:
            places["tray"] = box(_TRAY, _TRAY, 1 - _TRAY, 1 - _TRAY)
        return Calibration(
            measured, view, seats, measured.layout(seats, places, self._with_letters)
        )

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Places are said of a measured table, and not while its name is written."""
        if action in ("zone", "tray", "letters", "again"):
            return self._measured is not None and not self._field.has_focus
        return True

    def action_go_on(self) -> None:
        """Measure; then to the name."""
        if self._measured is not None:
            self._field.focus()
        elif self._measuring is None:
            self._measure()

    def action_again(self) -> None:
        """Measure again."""
        self._step.update(_LAY)
        self._table.display = self._field.display = False
        self._measure()

    def action_zone(self) -> None:
        """A larger or a smaller zone."""
        self._border = (self._border + 1) % len(_BORDERS)
        self._draw()

    def action_tray(self) -> None:
        """Dice count in the middle only, or anywhere."""
        self._with_tray = not self._with_tray
        self._draw()

    def action_letters(self) -> None:
        """Letters of Five Alive before the seats, or none."""
        self._with_letters = not self._with_letters
        self._draw()

    @on(Input.Submitted, "#name")
    def _save(self, event: Input.Submitted) -> None:
        event.stop()
        name = event.value.strip() or "table"
        calibration = self._calibration()
        if calibration is None:
            return
        try:
            calibration.keep(setups.place_of(name))
        except UserError as error:
            self._says.update(f"✖ {error}")
        else:
            self.dismiss(name)

    def action_back(self) -> None:
        """Stop measuring; from a name to the seats; else leave without a table."""
        if self._measuring is not None:
            self._given_up.set()
        elif self._field.has_focus:
            self._table.focus()
        else:
            self.dismiss(None)
