"""By which house rules: what differs from the rule book, and changing it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from engine.games import GAMES
from engine.house import HouseError, Switch, differences, written
from engine.setup import house_for
from tui import houses
from tui.cli import UserError
from tui.screens.start.draft import SEATS, Draft

_BOOK = "the rule book"


class RulesPane(Vertical):
    """Every switch of the game with its value; those unlike the source are marked and listed."""

    class Taken(Message):
        """A saved set was taken, with what else it says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "change", key_display="→"),
        Binding("left", "turn(-1)", show=False),
        Binding("backspace,delete", "reset", "as in the book", key_display="Del"),
    ]

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self._taken = ""
        self._switches = OptionList(id="switches", compact=True, markup=False)
        self._about = Static("", markup=False, id="meaning")
        self._unlike = Static("", markup=False, id="unlike")

    def compose(self) -> ComposeResult:
        """Saved sets, switches, what the marked one means, the difference."""
        with Horizontal(classes="row"):
            yield Label("Rules of", classes="before")
            names = [(name, name) for name in houses.names()]
            yield Select(names, prompt=_BOOK, id="house", compact=True)
            yield Input(placeholder="keep these under a name (Enter)", id="keep", compact=True)
        yield self._switches
        yield self._about
        yield self._unlike

    def on_mount(self) -> None:
        """Show the game's switches."""
        self.show()

    def show(self) -> None:
        """The switches of the game that is chosen."""
        at = self._switches.highlighted or 0
        self._switches.clear_options()
        self._switches.add_options(
            Option(_line(one, self._value(one)), id=one.name) for one in self._all()
        )
        if self._switches.option_count:
            self._switches.highlighted = min(at, self._switches.option_count - 1)
        self._unlike.update(difference(self._all(), self._draft.house))

    def _all(self) -> tuple[Switch, ...]:
        return GAMES[self._draft.game].switches if self._draft.game in GAMES else ()

    def _value(self, switch: Switch) -> Any:
        return self._draft.house.get(switch.name, switch.default)

    def _marked(self) -> Switch | None:
        at = self._switches.highlighted
        return None if at is None else self._all()[at]

    @on(OptionList.OptionHighlighted, "#switches")
    def _tell(self) -> None:
        switch = self._marked()
        if switch is not None:
            how = f" It takes {switch.allowed()}."
            by_file = "" if values(switch) else " Set it in a file, see --house."
            self._about.update(f"{switch.about}.{how}{by_file}")

    @on(OptionList.OptionSelected, "#switches")
    def _next_value(self) -> None:
        self.action_turn(1)

    @on(Select.Changed, "#house")
    def _take_saved(self, event: Select.Changed) -> None:
        """The switches of a saved set, in the place of those of this game."""
        name = "" if event.value is Select.NULL else str(event.value)
        if name == self._taken:
            return
        self._taken = name
        saved: dict[str, Any] = {}
        if name and self._draft.game in GAMES:
            try:
                saved = house_for(houses.load(name), GAMES[self._draft.game])
            except (UserError, HouseError) as error:
                self.notify(str(error), severity="error", markup=False)
                return
        for switch in self._all():
            self._draft.house.pop(switch.name, None)
        self._draft.house.update(saved)
        self.show()
        self.post_message(self.Taken())

    @on(Input.Submitted, "#keep")
    def _keep(self, event: Input.Submitted) -> None:
        event.stop()
        if self._draft.game not in GAMES:
            return
        try:
            where = houses.keep(event.value.strip(), GAMES[self._draft.game], self._own())
        except (UserError, HouseError, OSError) as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            event.input.value = ""
            self.notify(
                f"Kept: --house {event.value.strip()} plays by them. ({where})", markup=False
            )

    def _own(self) -> dict[str, Any]:
        """This game's switches and the limits; who drinks what is nobody's rule."""
        kinds = (self._draft.game, SEATS.partition(".")[0])
        house = self._draft.house.items()
        return {
            key: value for key, value in house if key.partition(".")[0] in kinds and key != SEATS
        }

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for a switch are the list's; in the fields they are letters."""
        return action not in ("turn", "reset") or self._switches.has_focus

    def action_turn(self, by: int) -> None:
        """Another value of the marked switch."""
        switch = self._marked()
        if switch is not None and (choices := values(switch)):
            now = self._value(switch)
            at = choices.index(now) if now in choices else 0
            self._set(switch, choices[(at + by) % len(choices)])

    def action_reset(self) -> None:
        """The marked switch as the rule book has it."""
        switch = self._marked()
        if switch is not None:
            self._set(switch, switch.default)

    def _set(self, switch: Switch, value: Any) -> None:
        self._draft.set(switch.name, value, switch.default)
        self.show()


def values(switch: Switch) -> tuple[Any, ...]:
    """What keys choose among; nothing where a value has to be written."""
    if switch.kind == "int":
        return tuple(range(int(switch.low), int(switch.high) + 1))
    return switch.readings()


def difference(switches: tuple[Switch, ...], house: dict[str, Any]) -> Content:
    """How this house differs from the source, one line a switch."""
    unlike = differences(switches, house)
    if not unlike:
        return Content("All as in the source.")
    head = Content.styled(f"Unlike the source ({len(unlike)}):", "bold $amount")
    return Content("\n").join([head, *(Content(f"* {line}") for line in unlike)])


def _line(switch: Switch, value: Any) -> str:
    short = switch.name.partition(".")[2]
    if value == switch.default:
        return f"  {short} = {written(value)}"
    return f"* {short} = {written(value)}   (source: {written(switch.default)})"
