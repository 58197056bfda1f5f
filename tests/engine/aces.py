"""Twenty-One Aces, an old dice game of bars, as the fifth game: all that a game needs, in one file.

CONTRIBUTING walks through it, and `test_fifth_game.py` plays it with everything that exists.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from engine.book import Rule
from engine.events import Event, Join, Leave, Name, Pip, Set
from engine.house import Switch
from engine.playout import Plan, Planted
from engine.proofs import Proof
from engine.questions import Choice, Interpretation, Propose, Question
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying
from engine.seen import Dice, Seen
from engine.words import is_name, shown

if TYPE_CHECKING:
    from engine.setup import Setup

DICE = 5
SURE = 0.8


class Roll(Event, frozen=True):
    """`by` rolled all five dice."""

    roll: Annotated[list[Pip], msgspec.Meta(min_length=DICE, max_length=DICE)]
    by: Name


class State(msgspec.Struct, frozen=True):
    """The table: who ever sat here, who plays, whose turn it is, the aces so far."""

    everyone: tuple[str, ...]
    seats: tuple[str, ...]
    turn: str | None
    again: bool
    aces: int = 0

    def but(self, **changes: Any) -> State:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def left_of(self, player: str) -> str:
        """The next player clockwise."""
        return self.seats[(self.seats.index(player) + 1) % len(self.seats)]


def seated(state: State, player: str) -> None:
    """Raises `Refused` where the player is not in the game."""
    if player not in state.seats:
        raise Refused("unknown_player", f"Nobody called {shown(player)} plays here.")


def roll(state: State, event: Roll, say: Saying) -> State:
    """ACE-02 to ACE-05: aces are counted; the 7th, 14th and 21st mean something."""
    seated(state, event.by)
    if say.context.mode is Mode.LIVE:
        in_turn(state, event.by)
    aces, before = event.roll.count(1), state.aces
    say.opening = "-".join(map(str, event.roll))
    say.rules.append("ACE-02")
    for number, rule, does in ((7, "ACE-03", "names the drink"), (14, "ACE-04", "pays for it")):
        if before < number <= before + aces:
            say.rules.append(rule)
            say.announce.append(f"Ace {number}: {event.by} {does}.")
    if before < 21 <= before + aces:
        say.rules.append("ACE-05")
        say.charge(event.by, 1, "last_ace")
        return state.but(aces=21, turn=None)
    again = aces > 0 and state.again
    return state.but(
        aces=min(21, before + aces), turn=event.by if again else state.left_of(event.by)
    )


def in_turn(state: State, player: str) -> None:
    """Raises `Refused` where it is not the player's turn."""
    if state.turn is None:
        raise Refused("game_over", "The game is over.")
    if player != state.turn:
        facts = {"player": player, "turn": state.turn}
        proof = Proof("wrong_roller", "certain", facts, f"{player} rolled out of turn.", "ACE-01")
        raise Refused("out_of_turn", f"It is {state.turn}'s turn.", (proof,))


def join(state: State, event: Join, say: Saying) -> State:
    """Somebody sits down, as the last one."""
    if event.join in state.seats or not is_name(event.join):
        raise Refused("already_here", f"{shown(event.join)} cannot sit down.")
    if event.after is not None:
        seated(state, event.after)
    say.announce.append(f"{event.join} sits down.")
    everyone = tuple(dict.fromkeys((*state.everyone, event.join)))
    return state.but(everyone=everyone, seats=(*state.seats, event.join))


def leave(state: State, event: Leave, say: Saying) -> State:
    """Somebody goes (SAF-08); with fewer than two the game ends."""
    seated(state, event.leave)
    say.announce.append(f"{event.leave} leaves.")
    turn = state.left_of(event.leave) if state.turn == event.leave else state.turn
    seats = tuple(name for name in state.seats if name != event.leave)
    return state.but(seats=seats, turn=turn if len(seats) > 1 else None)


def set_state(state: State, event: Set, say: Saying) -> State:
    """The aces and the turn as people say they are."""
    aces = event.values.get("aces", state.aces)
    turn = event.values.get("turn", state.turn)
    if set(event.values) - {"aces", "turn"} or type(aces) is not int or not 0 <= aces < 21:
        raise Refused("invalid_set", "Set `aces` (0 to 20) or `turn`.")
    if not isinstance(turn, str) or turn not in state.seats or len(state.seats) < 2:
        raise Refused("invalid_set", "`turn` is a player of this game.")
    say.announce.append("Set as on the table.")
    return state.but(aces=aces, turn=turn)


RULES: Mapping[type[Event], Callable[[State, Any, Saying], State]] = {
    Roll: roll,
    Join: join,
    Leave: leave,
    Set: set_state,
}


class Aces:
    """Twenty-One Aces for `engine.games.GAMES`."""

    name = "aces"
    title = "Twenty-One Aces"
    unit = "drinks"
    unit_drinks = 1.0
    events: Mapping[str, type[Event]] = {"roll": Roll}
    switches: tuple[Switch, ...] = (
        Switch(
            name="aces.again",
            default=True,
            kind="bool",
            about="who rolls an ace rolls again (ACE-02)",
        ),
    )
    start_keys: tuple[str, ...] = ("aces",)
    facts: Mapping[str, Any] = {}
    book: tuple[Rule, ...] = (
        Rule("ACE-01", "Two to ten play with five dice, to the left."),
        Rule("ACE-02", "Aces of all rolls are counted together; who rolls one rolls again."),
        Rule("ACE-03", "Who rolls the seventh ace names a drink."),
        Rule("ACE-04", "Who rolls the fourteenth ace pays for it."),
        Rule("ACE-05", "Who rolls the twenty-first ace drinks it, and the game is over."),
    )

    def seats_allowed(self, house: Mapping[str, Any]) -> tuple[int, int]:
        """ACE-01."""
        return 2, 10

    def start(self, setup: Setup) -> State:
        names = setup.players
        aces = setup.start.get("aces", 0)
        return State(names, names, names[0], setup.switch("aces.again"), aces)

    def apply(self, state: State, event: Event, context: Context) -> tuple[State, Ruling]:
        say = Saying(context)
        after = RULES[type(event)](state, event, say)
        return after, say.ruling()

    def players(self, state: State) -> tuple[str, ...]:
        return state.everyone

    def present(self, state: State) -> tuple[str, ...]:
        return state.seats

    def turn(self, state: State) -> str | None:
        return state.turn

    def view(self, state: State) -> dict[str, Any]:
        return {"aces": state.aces}

    def closing(self, state: State) -> tuple[str, ...]:
        if state.turn is None:
            return ("The game is over.",)
        return (f"{state.aces} aces. {state.turn} rolls.",)

    def legal(self, state: State) -> tuple[str, ...]:
        return (f"{state.turn} rolls five dice." if state.turn else "Nothing: it is over.",)

    def interpret(self, state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
        if not isinstance(seen, Dice) or len(seen.values) != DICE or state.turn is None:
            return None
        event = {"roll": list(seen.values), "by": state.turn}
        if seen.confidence >= SURE and seen.seat in (None, state.turn):
            return Propose(event)
        return Question("who", f"Did {state.turn} roll this?", (Choice("Yes", event), Choice("No")))

    def expected_dice(self, state: State, before: Sequence[Seen] = ()) -> int | None:
        return DICE if state.turn else None

    def question(self, state: State) -> Question | None:
        return None

    def playout(self, setup: Setup, rng: random.Random, plan: Plan) -> AcesPlayout:
        return AcesPlayout(rng, plan)


class AcesPlayout:
    """People who roll, and some who roll out of turn."""

    def __init__(self, rng: random.Random, plan: Plan) -> None:
        self.planted: list[Planted] = []
        self._rng, self._plan, self._events = rng, plan, 0

    def next(self, state: State) -> dict[str, Any] | None:
        """The next roll; None when the game is over."""
        if state.turn is None:
            return None
        self._events += 1
        by, n = state.turn, self._events
        if self._rng.random() < self._plan.cheating:
            by = state.left_of(by)
            self.planted.append(Planted(kind="wrong_roller", player=by, event=n, shown=n))
        return {"roll": [self._rng.randint(1, 6) for _ in range(DICE)], "by": by}


ACES = Aces()
