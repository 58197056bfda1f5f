"""Who plays, where they sit, and what they drink."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from engine.words import listed
from tui.screens.start.draft import Draft, names_in
from tui.widgets.round_table import RoundTable, spaced

_LIMITS = {
    "warn": ("safety.warn_per_hour", "warned from"),
    "hold": ("safety.hold_per_hour", "water from"),
}
_EARLIER = 12


class PeoplePane(Horizontal):
    """Names are typed, or chosen from earlier evenings; seats are moved with keys or dragged."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "soft", "soft drink"),
        Binding("delete,backspace", "remove", "remove", key_display="Del"),
    ]

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self.table = RoundTable()
        self._order = Static("", markup=False, id="order")

    def compose(self) -> ComposeResult:
        """Names and limits, beside them the table."""
        known = list(self._draft.known)
        with Vertical(id="names"):
            yield Label("Who plays? Enter adds, → completes")
            yield Input(
                placeholder="Ann, Ben, Cem",
                id="players",
                compact=True,
                suggester=SuggestFromList(known, case_sensitive=False),
            )
            if known:
                yield Label("From earlier evenings (Enter)")
                yield OptionList(id="known", compact=True, markup=False)
            yield Label("Limits: standard drinks an hour")
            for key, (switch, says) in _LIMITS.items():
                with Horizontal(classes="row"):
                    yield Label(says, classes="before")
                    yield Input(
                        _written(self._draft.house.get(switch)), placeholder="none", id=key,
                        type="number", compact=True,
                    )  # fmt: skip
        with Vertical(id="seats"):
            yield self._order
            yield self.table

    def on_mount(self) -> None:
        """Show who plays."""
        self._show()

    def take_typed(self) -> None:
        """Whoever was typed and not yet added sits down."""
        field = self.query_one("#players", Input)
        self._draft.add(names_in(field.value))
        field.value = ""
        self._show()

    @on(Input.Submitted, "#players")
    def _add_typed(self, event: Input.Submitted) -> None:
        if event.value.strip():
            event.stop()
            self.take_typed()

    def show_limits(self) -> None:
        """The limits that the house has by now."""
        for key, (switch, _) in _LIMITS.items():
            self.query_one(f"#{key}", Input).value = _written(self._draft.house.get(switch))

    @on(OptionList.OptionSelected, "#known")
    def _add_known(self, event: OptionList.OptionSelected) -> None:
        self._draft.add([str(event.option.id)])
        self._show()

    @on(Input.Changed, "#warn, #hold")
    def _limit(self, event: Input.Changed) -> None:
        switch, _ = _LIMITS[str(event.input.id)]
        self._draft.set(switch, _number(event.value), None)

    @on(RoundTable.Moved)
    def _moved(self, event: RoundTable.Moved) -> None:
        self._draft.players[:] = [seat.name for seat in event.seats]
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for a seat are the table's; in the field they are letters."""
        return action not in ("soft", "remove") or self.table.has_focus

    def action_soft(self) -> None:
        """The chosen player has a soft drink, or alcohol again."""
        if self.table.chosen is not None:
            self._draft.turn_soft(self.table.chosen.name)
            self._show()

    def action_remove(self) -> None:
        """The chosen player does not play."""
        if self.table.chosen is not None:
            self._draft.players.remove(self.table.chosen.name)
            self._show()

    def _show(self) -> None:
        players, drinks = self._draft.players, self._draft.drinks
        self.table.show(spaced(players, [drinks.get(name, "") for name in players]))
        self._order.update(order(players))
        for known in self.query("#known").results(OptionList):
            names = [name for name in self._draft.known if name not in players]
            _fill(known, names[:_EARLIER])


def order(players: list[str]) -> str:
    """Where people are taken to sit."""
    if not players:
        return "Nobody sits here yet."
    first = f"{players[0]} sits at the picture's lower edge"
    return f"{first}, clockwise {listed(players[1:])}." if players[1:] else f"{first}."


def _fill(options: OptionList, names: Iterable[str]) -> None:
    at = options.highlighted
    options.clear_options()
    options.add_options(Option(name, id=name) for name in names)
    if options.option_count and at is not None:
        options.highlighted = min(at, options.option_count - 1)


def _number(text: str) -> float | None:
    """What stands in a field for a limit; None where that is no limit."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value > 0 else None


def _written(value: Any) -> str:
    return "" if value is None else f"{value:g}"
