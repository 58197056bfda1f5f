"""What dice on the table mean in a game of Blackout (RULES 0.4, 0.5 and 3, PROTOCOL section 5).

Pure: the same state and the same things seen give the same answer. Nothing here charges anybody;
what is not clear becomes a question with ranked answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from engine.games.blackout.state import State
from engine.questions import Choice, Event, Interpretation, Propose, Question
from engine.seen import Dice, DiceBad, Die, Seen

CLEAR = 0.8
"""A reading less probable than this is asked about (RULES 0.6.4)."""
CLOSE = 0.15
"""So is one where another reading is more probable than this."""
_MOST_READINGS = 3

Pair = tuple[int, int]
_NOTHING = Choice("it counts for nothing")


def interpret(state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
    """The event that something seen is, a question, or None where it means nothing now.

    `before`: what was seen since the last ruling on something seen, oldest first.
    """
    if state.over or _chugging(state):
        return None
    if isinstance(seen, Dice):
        return _dice(state, seen, before)
    if isinstance(seen, Die):
        return _die(state, seen, before)
    return _bad(state, seen) if isinstance(seen, DiceBad) else None


def expected_dice(state: State, before: Sequence[Seen] = ()) -> int:
    """How many dice the next throw has: one for a duel (BLK-28), else two."""
    return 1 if _duelling(state, before) else 2


def _chugging(state: State) -> bool:
    """No roll counts any more: the Beerocalypse is on, or comes as this turn ends (BLK-33)."""
    if state.apocalypse != "pending":
        return state.apocalypse == "on"
    extra = state.current is not None and state.current.extra
    return state.house.beerocalypse_first or not extra


def _dice(state: State, seen: Dice, before: Sequence[Seen]) -> Interpretation:
    if _duelling(state, before) and len(seen.values) == 2:
        return _duel(state, [_one(value, seen) for value in seen.values])
    if state.order_due:
        return _order(state, seen)
    return _roll(state, seen)


# --- a roll


def _roll(state: State, seen: Dice) -> Interpretation:
    pairs, clear = _readings(seen)
    expected, seat = _expected(state), _seat(state, seen)
    roller = expected or seat
    if roller is None:
        return _first_roller(state, pairs)
    if seat not in (None, roller):
        answers = tuple(choice for pair in pairs for choice in _who(state, pair, roller, str(seat)))
        text = (
            f"{_said(pairs)}: it is {roller}'s turn, but {seat} seems to have rolled. Who was it?"
        )
        return _asked(state, "who", text, answers, roller)
    if clear:
        return Propose(_rolled(pairs[0], roller), first=_before_roll(state))
    answers = tuple(
        Choice(_shown(pair), _rolled(pair, roller), first=_before_roll(state)) for pair in pairs
    )
    # What makes a reading doubtful may be that a die leans.
    leaning = Choice("a die lies aslant: no roll", {"bad_roll": "cocked", "by": roller})
    return _asked(state, "reading", f"What did {roller} roll?", (*answers, leaning), roller)


def _first_roller(state: State, pairs: Sequence[Pair]) -> Question:
    """Nobody is in turn before the first roll; whoever rolls begins, and the camera cannot tell."""
    answers = tuple(
        Choice(f"{name} rolled {_shown(pair)}", _rolled(pair, name))
        for pair in pairs
        for name in state.order
    )
    return _asked(state, "who", f"{_said(pairs)}: who begins?", answers, state.order[0])


def _who(state: State, pair: Pair, expected: str, seat: str) -> Iterator[Choice]:
    """RULES 0.4: the seat may be misread, people may have skipped a turn, or it is out of turn,
    which it is not for the roller whose own turn waits for a duel or a measurement."""
    roll, due = _rolled(pair, seat), _rolled(pair, expected)
    turn = {"set": {"turn": seat}, "reason": f"{seat} rolled"}
    yield Choice(f"{expected} rolled {_shown(pair)}", due, first=_before_roll(state))
    yield Choice(f"{seat} rolled {_shown(pair)}, and it is {seat}'s turn", roll, first=turn)
    if seat != state.turn:
        yield Choice(f"{seat} rolled {_shown(pair)} out of turn: it does not count", roll)


def _asked(
    state: State, about: str, text: str, answers: tuple[Choice, ...], roller: str
) -> Question:
    """A question about a roll of `roller`, after whom the game goes on if nobody answers."""
    going_on: Event = {
        "set": {"turn": state.next(roller)},
        "reason": f"what {roller} rolled is not settled",
    }
    return Question(about, text, (*answers, _NOTHING), otherwise=going_on)


def _rolled(pair: Pair, by: str) -> Event:
    return {"roll": list(pair), "by": by}


def _expected(state: State) -> str | None:
    """Who rolls next: while a turn waits for its duel or measurement, whoever comes after it."""
    if state.held is None or state.current is None:
        return state.turn
    direction = -state.direction if state.current.repeats else state.direction
    return state.next(state.current.roller, direction)


def _before_roll(state: State) -> Event | None:
    """Nothing waits (PROTOCOL section 5): people who roll on have ended the turn, and what it
    needs stays open in the record."""
    return None if state.held is None else {"turn_done": state.held.roller}


def _seat(state: State, seen: Seen) -> str | None:
    """The seat that was seen, where somebody in the game sits there."""
    return seen.seat if seen.seat in state.order else None


def _readings(seen: Dice) -> tuple[list[Pair], bool]:
    """The pairs that it may be, best first, and whether the first one is clear."""
    ranked = [seen.values, *(values for values, _ in seen.alternatives)]
    pairs = dict.fromkeys(pair for values in ranked for pair in combinations(values, 2))
    clear = len(seen.values) == 2 and _is_clear(seen)
    return list(pairs)[:_MOST_READINGS], clear


def _is_clear(seen: Dice | Die) -> bool:
    second = seen.alternatives[0][1] if seen.alternatives else 0.0
    return seen.confidence >= CLEAR and second <= CLOSE


def _shown(pair: Sequence[int]) -> str:
    return "-".join(map(str, pair))


def _said(pairs: Sequence[Pair]) -> str:
    return " or ".join(map(_shown, pairs))


# --- a throw that is no roll


def _bad(state: State, seen: DiceBad) -> Interpretation:
    """BLK-38. A bad die in a duel is thrown again; where it costs a gulp nobody is guessed."""
    if state.held is not None and state.held.kind == "duel":
        return None
    seat = _seat(state, seen)
    roller = _expected(state) or seat
    if roller is None:
        return None
    event: Event = {"bad_roll": seen.reason, "by": roller}
    sure = seat in (None, roller) and seen.confidence >= CLEAR
    if sure or state.house.bad_die == "reroll":
        return Propose(event)
    words = seen.reason.replace("_", " ")
    choice = Choice(f"{roller}'s roll was bad ({words})", event)
    return Question("reading", f"Was {roller}'s roll bad ({words})?", (choice, _NOTHING))


# --- rolling for the order


def _order(state: State, seen: Dice) -> Interpretation:
    """BLK-08: the dice of one who still has to roll for the order of play."""
    pairs, clear = _readings(seen)
    seat = seen.seat if seen.seat in state.order_due else None
    due = (seat,) if seat else state.order_due
    if clear and len(due) == 1:
        return Propose({"order": {due[0]: list(pairs[0])}})
    answers = tuple(
        Choice(f"{name} rolled {_shown(pair)}", {"order": {name: list(pair)}})
        for pair in pairs
        for name in due
    )
    return Question("who", f"{_said(pairs)} for the order: who rolled it?", (*answers, _NOTHING))


# --- a duel


def _duelling(state: State, before: Sequence[Seen]) -> bool:
    """Whether a duel still waits for its dice; after both were seen, another roll follows."""
    held = state.held
    thrown = sum(len(s.values) if isinstance(s, Dice) else isinstance(s, Die) for s in before)
    return held is not None and held.kind == "duel" and thrown < 2


def _die(state: State, seen: Die, before: Sequence[Seen]) -> Interpretation:
    """A single die belongs to a duel; two of them make it. Elsewhere it is no throw (BLK-09)."""
    if not _duelling(state, before):
        return None
    earlier = [other for other in before if isinstance(other, Die)]
    return _duel(state, [*earlier, seen]) if earlier else None


def _one(value: int, seen: Dice) -> Die:
    """One of two dice seen together: nobody can say whose it is."""
    return Die(t=seen.t, value=value, confidence=seen.confidence)


def _duel(state: State, dice: Sequence[Die]) -> Question:
    """BLK-28: whom the roller chose and whose die is whose is people's to say (RULES 0.5).

    The first die is taken for the roller's, unless the seats say otherwise.
    """
    assert state.current is not None
    roller = state.current.roller
    first, second = dice
    turned = _seat(state, second) == roller or _seat(state, first) not in (roller, None)
    mine, theirs = (second, first) if turned else (first, second)
    known = _seat(state, mine) == roller or _seat(state, theirs) is not None
    sides = [(mine, theirs)] if known else [(mine, theirs), (theirs, mine)]
    answers = dict.fromkeys(
        (a, b, rival)
        for one, other in sides
        for rival in _rivals(state, roller, _seat(state, other) if known else None)
        for a, b in product(_faces(one), _faces(other))
    )
    choices = tuple(
        Choice(f"{roller} {a}, {rival} {b}", {"duel": {roller: a, rival: b}})
        for a, b, rival in answers
    )
    return Question("duel", f"{roller}'s duel: whose die is whose?", (*choices, _NOTHING))


def _rivals(state: State, roller: str, seat: str | None) -> list[str]:
    """Whom the roller may have chosen, the one whose seat was seen first."""
    others = [name for name in state.order if name != roller]
    return sorted(others, key=lambda name: name != seat)


def _faces(die: Die) -> list[int]:
    """What the die may show, best first."""
    second = [] if _is_clear(die) or not die.alternatives else [die.alternatives[0][0]]
    return [die.value, *second]
