"""What dice on the table mean in Blackout: events where it is clear, questions where it is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.blackout.interpret import expected_dice, interpret
from engine.games.blackout.state import State
from engine.questions import Event, Propose, Question
from engine.referee import Referee
from engine.seen import CardLanded, Dice, DiceBad, Die, Letters, Seen, Swept
from engine.setup import load_setup
from tests.engine.table import refereed

PLAYERS = ["Ann", "Ben", "Cat", "Dan"]
START = {"first": "Ann"}


def after(*events: Event, start: dict[str, Any] | None = None) -> State:
    """The state after `events`, none of which may be refused."""
    state = refereed("blackout", PLAYERS, *events, **(START if start is None else start)).state
    assert isinstance(state, State)
    return state


def roll(a: int, b: int, by: str) -> Event:
    return {"roll": [a, b], "by": by}


def dice(*values: int, **more: Any) -> Dice:
    return Dice(t=1.0, values=values, **more)


def die(value: int, **more: Any) -> Die:
    return Die(t=1.0, value=value, **more)


def events(found: object) -> list[Event | None]:
    """The events of a question's answers."""
    assert isinstance(found, Question)
    return [answer.event for answer in found.answers]


DUEL = after(roll(2, 2, "Ann"))
BEFORE_FIRST = after(start={})


@pytest.mark.parametrize(
    ("state", "by"),
    [
        (after(), "Ann"),
        (after(roll(1, 3, "Ann")), "Ben"),
        (after(roll(5, 5, "Ann")), "Ann"),
        (after(roll(1, 3, "Ann"), roll(1, 3, "Ben")), "Ann"),
    ],
)
@pytest.mark.parametrize("seated", [False, True])
def test_BLK_09_a_clear_pair_is_a_roll_of_whoever_is_in_turn(
    state: State, by: str, seated: bool
) -> None:
    seen = dice(4, 6, seat=by if seated else None)
    assert interpret(state, seen) == Propose(roll(4, 6, by))


def test_the_first_roller_begins_where_the_seat_was_seen() -> None:
    assert interpret(BEFORE_FIRST, dice(4, 6, seat="Cat")) == Propose(roll(4, 6, "Cat"))


def test_who_begins_is_asked_where_nobody_saw_it() -> None:
    found = interpret(BEFORE_FIRST, dice(4, 6))
    assert isinstance(found, Question)
    assert found.about == "who"
    assert events(found) == [*(roll(4, 6, name) for name in PLAYERS), None]


def test_RULES_0_4_another_seat_than_the_turn_is_asked_and_never_charged() -> None:
    found = interpret(after(), dice(4, 6, seat="Cat"))
    assert isinstance(found, Question)
    assert found.about == "who"
    ann, skipped, wrong, nothing = found.answers
    assert (ann.event, ann.first) == (roll(4, 6, "Ann"), None)
    assert skipped.event == roll(4, 6, "Cat")
    assert skipped.first is not None
    assert skipped.first["set"] == {"turn": "Cat"}
    assert (wrong.event, wrong.first) == (roll(4, 6, "Cat"), None)
    assert nothing.event is None
    assert found.otherwise is not None
    assert found.otherwise["set"] == {"turn": "Ben"}


@pytest.mark.parametrize(
    ("choice", "gulps", "turn"),
    [
        (0, {"Ann": 6, "Ben": 4}, "Ben"),
        (1, {"Cat": 6, "Dan": 4}, "Dan"),
        (2, {}, "Ann"),
    ],
)
def test_RULES_0_4_each_answer_does_what_it_says(
    choice: int, gulps: dict[str, int], turn: str
) -> None:
    referee = Referee(load_setup("blackout", PLAYERS, START))
    found = interpret(after(), dice(4, 6, seat="Cat"))
    assert isinstance(found, Question)
    answer = found.answers[choice]
    for event in (answer.first, answer.event):
        line = referee.submit(event) if event else {}
    assert line["gulps"] == gulps
    assert line["turn"] == turn


def test_a_seat_of_nobody_is_no_seat() -> None:
    assert interpret(after(), dice(4, 6, seat="Zoe")) == Propose(roll(4, 6, "Ann"))


@pytest.mark.parametrize(
    ("seen", "pairs"),
    [
        (dice(3, 4, confidence=0.6), [(3, 4)]),
        (dice(3, 4, confidence=0.85, alternatives=(((4, 4), 0.16),)), [(3, 4), (4, 4)]),
        (
            dice(3, 4, confidence=0.4, alternatives=(((4, 4), 0.3), ((3, 6), 0.2), ((1, 1), 0.1))),
            [(3, 4), (4, 4), (3, 6)],
        ),
        (dice(2, 3, 3), [(2, 3), (3, 3)]),
    ],
)
def test_RULES_0_6_4_an_unclear_reading_is_a_question(
    seen: Dice, pairs: list[tuple[int, int]]
) -> None:
    found = interpret(after(), seen)
    assert isinstance(found, Question)
    assert found.about == "reading"
    leaning = {"bad_roll": "cocked", "by": "Ann"}
    assert events(found) == [*(roll(a, b, "Ann") for a, b in pairs), leaning, None]


@pytest.mark.parametrize("alternatives", [(), (((4, 4), 0.1),)])
def test_a_reading_with_little_doubt_is_no_question(alternatives: Any) -> None:
    found = interpret(after(), dice(3, 4, confidence=0.85, alternatives=alternatives))
    assert found == Propose(roll(3, 4, "Ann"))


# --- a throw that is no roll


@pytest.mark.parametrize("reason", ["off_table", "cocked", "stacked", "missing"])
def test_BLK_38_bad_dice_are_a_bad_roll(reason: Any) -> None:
    found = interpret(after(), DiceBad(t=1.0, reason=reason, confidence=0.5))
    assert found == Propose({"bad_roll": reason, "by": "Ann"})


def test_BLK_38_a_gulp_is_charged_only_where_it_is_clear() -> None:
    state = after(start={**START, "house": {"blackout.bad_die": "drink1"}})
    bad = {"bad_roll": "cocked", "by": "Ann"}
    assert interpret(state, DiceBad(t=1.0, reason="cocked", seat="Ann")) == Propose(bad)
    for doubt in ({"confidence": 0.5}, {"seat": "Ben"}):
        found = interpret(state, DiceBad(t=1.0, reason="cocked", **doubt))
        assert events(found) == [bad, None]


def test_BLK_38_a_bad_die_of_nobody_or_in_a_duel_changes_nothing() -> None:
    assert interpret(BEFORE_FIRST, DiceBad(t=1.0, reason="cocked")) is None
    assert interpret(DUEL, DiceBad(t=1.0, reason="cocked")) is None


def test_BLK_09_a_single_die_is_no_throw_outside_a_duel() -> None:
    assert interpret(after(), die(3)) is None


# --- duels


def test_BLK_28_the_first_die_of_a_duel_waits_for_the_second() -> None:
    assert interpret(DUEL, die(5)) is None
    assert expected_dice(DUEL) == 1
    assert expected_dice(DUEL, [die(5)]) == 1
    assert expected_dice(DUEL, [die(5), die(3)]) == 2
    assert expected_dice(after()) == 2


def duel(**values: int) -> Event:
    return {"duel": values}


@pytest.mark.parametrize(
    ("first", "second", "best"),
    [
        (die(5), die(3), duel(Ann=5, Ben=3)),
        (die(5, seat="Ann"), die(3, seat="Cat"), duel(Ann=5, Cat=3)),
        (die(5, seat="Cat"), die(3, seat="Ann"), duel(Ann=3, Cat=5)),
        (die(5, seat="Cat"), die(3), duel(Ann=3, Cat=5)),
        (die(5), die(3, seat="Dan"), duel(Ann=5, Dan=3)),
        (die(5), die(3, seat="Ann"), duel(Ann=3, Ben=5)),
        (die(5, seat="Ann"), die(3), duel(Ann=5, Ben=3)),
    ],
)
def test_BLK_28_the_likeliest_pairing_stands_first(first: Die, second: Die, best: Event) -> None:
    found = interpret(DUEL, second, [first])
    assert isinstance(found, Question)
    assert found.about == "duel"
    assert found.answers[0].event == best
    assert found.answers[-1].event is None


def test_BLK_28_every_pairing_can_be_chosen_where_no_seat_was_seen() -> None:
    found = events(interpret(DUEL, die(3), [die(5)]))
    assert len(found) == 7
    assert duel(Ann=3, Dan=5) in found
    assert duel(Ann=5, Dan=3) in found


def test_BLK_30_a_tie_is_asked_once_for_each_rival() -> None:
    assert events(interpret(DUEL, die(4), [die(4)])) == [
        duel(Ann=4, Ben=4), duel(Ann=4, Cat=4), duel(Ann=4, Dan=4), None,
    ]  # fmt: skip


def test_BLK_28_two_dice_seen_together_are_the_duel() -> None:
    found = interpret(DUEL, dice(3, 5))
    assert isinstance(found, Question)
    assert found.about == "duel"


def test_BLK_28_an_unclear_die_gives_both_readings() -> None:
    second = die(3, seat="Cat", confidence=0.5, alternatives=((6, 0.4),))
    found = events(interpret(DUEL, second, [die(5, seat="Ann")]))
    assert found[:3] == [duel(Ann=5, Cat=3), duel(Ann=5, Cat=6), duel(Ann=5, Ben=3)]


# --- nothing waits


@pytest.mark.parametrize(
    ("events_before", "roller", "by"),
    [
        ([roll(2, 2, "Ann")], "Ann", "Ben"),
        ([roll(4, 4, "Ann")], "Ann", "Ben"),
        ([roll(4, 4, "Ann"), {"fuller": "Ann"}, roll(4, 4, "Ben")], "Ben", "Ann"),
    ],
)
def test_PROTOCOL_5_the_next_roll_goes_on_over_an_open_need(
    events_before: list[Event], roller: str, by: str
) -> None:
    found = interpret(after(*events_before), dice(1, 6), [die(5), die(3)])
    assert found == Propose(roll(1, 6, by), first={"turn_done": roller})
    state = after(*events_before, {"turn_done": roller})
    assert state.turn == by
    assert state.needs


def test_BLK_33_no_dice_count_once_the_last_beer_is_open() -> None:
    start = {**START, "opened": {"Ann": 16}, "finished": {"Ann": 16}}
    pending = after({"opened": "Ben"}, start=start)
    running = after(roll(1, 3, "Ann"), {"opened": "Ben"}, {"turn_done": "Ann"}, start=start)
    over = after(
        roll(1, 3, "Ann"), {"opened": "Ben"}, {"turn_done": "Ann"},
        {"finish_order": [["Ben"]]}, start=start,
    )  # fmt: skip
    for state in (pending, running, over):
        for seen in (dice(1, 2), die(1), DiceBad(t=1.0, reason="cocked")):
            assert interpret(state, seen) is None


def test_BLK_34_the_extra_turn_comes_first_where_the_house_says_so() -> None:
    start = {
        **START, "opened": {"Ann": 16}, "finished": {"Ann": 16},
        "house": {"blackout.beerocalypse_first": False},
    }  # fmt: skip
    state = after(roll(5, 5, "Ann"), {"opened": "Ben"}, start=start)
    assert interpret(state, dice(1, 2)) == Propose(roll(1, 2, "Ann"))


# --- rolling for the order


def test_BLK_08_who_still_rolls_for_the_order() -> None:
    state = after({"order": {"Ann": [6, 6], "Ben": [1, 2]}}, start={})
    assert interpret(state, dice(3, 4, seat="Dan")) == Propose({"order": {"Dan": [3, 4]}})
    assert events(interpret(state, dice(3, 4))) == [
        {"order": {"Cat": [3, 4]}}, {"order": {"Dan": [3, 4]}}, None,
    ]  # fmt: skip


# --- always


_PIP = st.integers(1, 6)
_SEAT = st.sampled_from([None, "Zoe", *PLAYERS])
_SURE = st.floats(0, 1)
_SEEN = st.one_of(
    st.builds(
        lambda values, seat, sure, other: Dice(
            t=1.0,
            values=tuple(sorted(values)),
            seat=seat,
            confidence=sure,
            alternatives=((tuple(sorted(other)), 1 - sure),),
        ),
        st.lists(_PIP, min_size=2, max_size=4), _SEAT, _SURE, st.tuples(_PIP, _PIP),
    ),
    st.builds(lambda v, seat, sure: die(v, seat=seat, confidence=sure), _PIP, _SEAT, _SURE),
    st.builds(lambda seat: DiceBad(t=1.0, reason="stacked", seat=seat), _SEAT),
    st.sampled_from([CardLanded(t=1.0, card="As"), Swept(t=1.0), Letters(t=1.0, n=3)]),
)  # fmt: skip
_LINES = st.lists(
    st.one_of(
        st.builds(lambda a, b, by: roll(a, b, by), _PIP, _PIP, st.sampled_from(PLAYERS)),
        st.sampled_from([
            {"fuller": "Ann"}, {"opened": "Ben"}, {"leave": "Ben", "anyway": True},
            {"order": {"Ann": [1, 1]}}, {"set": {"turn": None}}, {"set": {"beerocalypse": True}},
        ]),
    ),
    max_size=12,
)  # fmt: skip


@settings(deadline=None)
@given(lines=_LINES, seen=_SEEN, before=st.lists(_SEEN, max_size=3), first=st.booleans())
def test_no_sight_crashes_any_state_and_what_is_clear_is_accepted(
    lines: list[Event], seen: Seen, before: list[Seen], first: bool
) -> None:
    referee = Referee(load_setup("blackout", PLAYERS, START if first else {}))
    for line in lines:
        referee.submit(line)
    found = interpret(referee.state, seen, before)
    assert found == interpret(referee.state, seen, before)
    if isinstance(found, Propose):
        for event in found.events:
            assert "error" not in referee.submit(event)
    elif found is not None:
        assert found.answers[-1].event is None
        assert len(found.answers) == len({answer.text for answer in found.answers})
        if found.otherwise is not None:
            assert "error" not in referee.submit(found.otherwise)
