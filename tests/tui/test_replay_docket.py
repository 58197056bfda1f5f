"""What can be disputed, what the camera saw of it, and what it may have been in truth."""

from __future__ import annotations

from typing import Any

import pytest

from engine.log import Line
from engine.match import Match
from engine.seen import CardLanded, Dice
from engine.setup import load_setup
from tests.tui.app_table import NAMES, roll
from tui.replay_docket import Case, Docket
from tui.replay_mistakes import alternatives, lookalikes, mistakes
from tui.replay_study import MOST_LIKELY, readings, study


def case(event: dict[str, Any], seen: Line | None = None) -> Case:
    return Case(1, event, "", {}, seen, True)


def dice(t: float, *values: int, **more: Any) -> Dice:
    return Dice(t=t, frame=round(t * 10), values=values, **more)


class Game:
    """A game of Blackout and its docket."""

    def __init__(self) -> None:
        self.match = Match(load_setup("blackout", NAMES, {"first": "Ann"}))
        self.docket = Docket()

    def see(self, *seen: Dice) -> None:
        for one in seen:
            self.take(self.match.see(one))

    def enter(self, *events: dict[str, Any]) -> None:
        for event in events:
            self.take(self.match.submit(event, 1.0))

    def take(self, lines: list[Line]) -> None:
        for line in lines:
            self.docket.take(line)

    @property
    def told(self) -> list[tuple[int, dict[str, Any], bool]]:
        return [(one.step, one.event, one.counts) for one in self.docket.cases]


def test_rulings_stand_in_the_order_of_the_table_as_they_are_corrected() -> None:
    game = Game()
    game.enter(roll(4, 6, "Ann"), roll(1, 4, "Ben"), roll(2, 5, "Cat"))
    game.enter({"amend": 2, "event": roll(1, 3, "Ben")}, {"insert": 3, "event": {"opened": "Ben"}})
    assert game.told == [
        (1, roll(4, 6, "Ann"), True),
        (2, roll(1, 3, "Ben"), True),
        (5, {"opened": "Ben"}, True),
        (3, roll(2, 5, "Cat"), True),
    ]
    game.enter({"void": 1}, {"undo": 1})
    assert [step for step, _, _ in game.told] == [2, 5]


def test_what_was_refused_stands_where_it_happened_and_does_not_count() -> None:
    game = Game()
    game.enter(roll(4, 6, "Ann"), roll(1, 3, "Ann"), roll(1, 4, "Ben"))
    assert game.told[1] == (2, roll(1, 3, "Ann"), False)
    assert [step for step, _, _ in game.told] == [1, 2, 3]
    game.enter({"amend": 2, "event": {"opened": "Ann"}})
    assert (2, {"opened": "Ann"}, True) in game.told
    assert len(game.told) == 3


def test_a_refused_correction_is_no_case() -> None:
    game = Game()
    game.enter(roll(4, 6, "Ann"), {"void": 7})
    assert [step for step, _, _ in game.told] == [1]


def test_each_ruling_knows_what_was_seen_of_it() -> None:
    game = Game()
    game.see(dice(1.0, 4, 6))
    game.enter({"opened": "Ann"})
    game.see(dice(5.0, 1, 3))
    seen = [one.seen and one.seen["values"] for one in game.docket.cases]
    assert seen == [[4, 6], None, [1, 3]]


def test_an_answer_is_about_what_was_seen_before_its_question() -> None:
    game = Game()
    game.see(dice(1.0, 3, 4, confidence=0.6, alternatives=(((3, 5), 0.4),)))
    question = game.match.open_questions[0]
    game.see(dice(9.0, 1, 1))
    game.take(game.match.answer(question["id"], 1, 10.0))
    by_event = {str(one.event): one.seen for one in game.docket.cases}
    answered = next(seen for event, seen in by_event.items() if "[3, 5]" in event)
    assert answered is not None
    assert answered["values"] == [3, 4]


# --- what it may have been


def test_the_cameras_other_readings_come_first() -> None:
    seen = {"what": "dice", "values": [3, 4], "alternatives": [[[3, 5], 0.3], [[2, 4], 0.1]]}
    rolled = roll(4, 3, "Ann")
    assert list(alternatives(rolled, seen)) == [roll(3, 5, "Ann"), roll(2, 4, "Ann")]
    assert readings(case(rolled, seen))[:2] == (roll(3, 5, "Ann"), roll(2, 4, "Ann"))


def test_what_people_answered_otherwise_may_have_been_what_was_read() -> None:
    seen = {"what": "card_landed", "card": "7h", "alternatives": [["7d", 0.4], ["?d", 0.1]]}
    assert list(alternatives({"play": "7d", "by": "Ann"}, seen)) == [{"play": "7h", "by": "Ann"}]


@pytest.mark.parametrize("event", [{"pass": "Ann"}, {"opened": "Ann"}, {"deal": None}])
def test_what_is_no_card_and_no_dice_is_taken_for_nothing(event: dict[str, Any]) -> None:
    assert readings(case(event, {"what": "dice", "values": [1, 2]})) == ()


@pytest.mark.parametrize(
    ("code", "first"),
    [("6h", "6d"), ("Qc", "Qs"), ("DRAW1", "DRAW2"), ("EQ0", "EQ10"), ("9s", "9c")],
)
def test_a_card_is_taken_for_the_other_suit_of_its_colour_first(code: str, first: str) -> None:
    near = list(lookalikes(code))
    assert near[0] == first
    assert code not in near
    assert len(set(near)) == len(near)


def test_no_reading_is_offered_twice_and_none_is_the_event_itself() -> None:
    for a in range(1, 7):
        for b in range(1, 7):
            rolled = roll(a, b, "Ann")
            pairs = [tuple(one["roll"]) for one in mistakes(rolled)]
            assert (a, b) not in pairs
            assert len(set(pairs)) == len(pairs)
            assert len(readings(case(rolled))) <= MOST_LIKELY


def test_what_could_have_been_played_comes_before_what_could_not() -> None:
    match, docket = (
        Match(load_setup("becker", NAMES, {"house": {"becker.open_any": True}})),
        Docket(),
    )
    lines = match.submit({"set": {"turn": "Ann"}}, 0.0)
    lines += match.see(CardLanded(t=1.0, card="9d", seat="Ann"))
    lines += match.submit({"play": "6h", "by": "Ben"}, 2.0)
    for line in lines:
        docket.take(line)
    found = study(match.setup, docket.lines, docket.cases[-1])
    codes = [event["play"] for event in found.likely]
    # Nine or diamonds: only these could have been thrown on the 9♦.
    assert codes[:2] == ["6d", "9h"]
    assert found.view["turn"] == "Ben"


def test_a_step_that_cannot_be_explained_is_a_sentence() -> None:
    match = Match(load_setup("blackout", NAMES, None))
    found = study(match.setup, (), case(roll(1, 2, "Ann")))
    assert found.problem == "nothing was ruled in this game yet."
