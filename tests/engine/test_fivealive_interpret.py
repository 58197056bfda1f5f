"""What cards and letters on the table mean in Five Alive: events where it is clear, questions
where it is not, and never a charge for what nobody reported."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.fivealive.interpret import interpret
from engine.games.fivealive.state import State
from engine.questions import Event, Propose, Question
from engine.referee import Referee
from engine.seen import (
    CardLanded,
    CardRemoved,
    CardsLanded,
    Dice,
    Letters,
    Seen,
    Swept,
    TrickTaken,
    TurnUp,
)
from engine.setup import load_setup
from tests.engine.table import refereed

PLAYERS = ["Ann", "Ben", "Cat", "Dan"]


def after(*events: Event, **start: Any) -> State:
    """The state after `events`, none of which may be refused."""
    state = refereed("fivealive", PLAYERS, *events, **start).state
    assert isinstance(state, State)
    return state


def play(card: int | str, by: str) -> Event:
    return {"play": card, "by": by}


def landed(card: str, **more: Any) -> CardLanded:
    return CardLanded(t=1.0, card=card, **more)


def choices(found: object) -> list[tuple[Event | None, Event | None]]:
    """What is told first and then, of each answer."""
    assert isinstance(found, Question)
    return [(answer.first, answer.event) for answer in found.answers]


def events(found: object) -> list[Event | None]:
    return [event for _, event in choices(found)]


BOMB = after(play("BOMB", "Ann"))


@pytest.mark.parametrize(
    ("state", "card", "seat", "event"),
    [
        (after(), "5", None, play(5, "Ann")),
        (after(), "5", "Ann", play(5, "Ann")),
        (after(play(5, "Ann")), "REVERSE", None, play("REVERSE", "Ben")),
        (after(play("REVERSE", "Ann")), "0", "Dan", play(0, "Dan")),
        (after(total=20), "7", "Ann", play(7, "Ann")),  # Too much, which is no misreading.
        (after(), "eq21", None, play("EQ21", "Ann")),
    ],
)
def test_a_clear_card_is_played_by_who_is_in_turn(
    state: State, card: str, seat: str | None, event: Event
) -> None:
    assert interpret(state, landed(card, seat=seat)) == Propose(event)


@pytest.mark.parametrize(
    "seen",
    [
        landed("Qs"),
        landed("??"),
        Swept(t=1.0),
        TrickTaken(t=1.0, cards=("1", "2")),
        TurnUp(t=1.0, card="5"),
        Dice(t=1.0, values=(1, 2)),
        CardsLanded(t=1.0, cards=("1", "??")),
        CardRemoved(t=1.0, card="5"),
        Letters(t=1.0, n=5, seat="Ann"),
        Letters(t=1.0, n=3, seat=None),
        Letters(t=1.0, n=4, seat="Ann", confidence=0.5),
    ],
)
def test_what_is_no_card_of_this_game_means_nothing(seen: Seen) -> None:
    assert interpret(after(), seen) is None


def test_an_unclear_card_is_asked_about_and_never_charged() -> None:
    seen = landed("6", confidence=0.6, alternatives=(("5", 0.3), ("Qs", 0.1)))
    found = interpret(after(total=16), seen)
    assert events(found) == [play(6, "Ann"), play(5, "Ann"), None]
    assert isinstance(found, Question)
    assert found.about == "reading"
    assert found.otherwise is not None
    assert found.otherwise["set"] == {"turn": "Ben", "total": 0, "direction": 1}


def test_a_close_second_reading_is_asked_about() -> None:
    assert isinstance(
        interpret(after(), landed("1", confidence=0.82, alternatives=(("7", 0.17),))), Question
    )
    assert interpret(after(), landed("1", confidence=0.95, alternatives=(("7", 0.05),))) == Propose(
        play(1, "Ann")
    )


def test_a_card_that_is_out_cannot_land_again_where_the_deck_was_counted() -> None:
    out = after(play(7, "Ann"), house={"fivealive.deck_confirmed": True})
    doubtful = landed("7", confidence=0.6, alternatives=(("1", 0.39),))
    assert interpret(out, doubtful) == Propose(play(1, "Ben"))
    assert isinstance(interpret(after(play(7, "Ann")), doubtful), Question)
    found = interpret(out, landed("7", confidence=0.99))
    assert events(found) == [play(7, "Ben"), None]


def test_a_card_from_another_seat_is_a_question_with_the_unsaid_flip_first() -> None:
    found = interpret(after(), landed("3", seat="Ben"))
    turn = {"set": {"turn": "Ben"}, "reason": "it was Ben's turn"}
    assert choices(found) == [
        ({"flip": "Ann"}, play(3, "Ben")),
        (None, play(3, "Ann")),
        (turn, play(3, "Ben")),
        (None, play(3, "Ben")),
        (None, None),
    ]
    assert isinstance(found, Question)
    assert found.about == "who"
    assert found.otherwise is not None
    assert found.otherwise["set"] == {
        "turn": "Cat", "total": 3, "direction": 1, "hands": {"Ben": 9},
    }  # fmt: skip


def test_nobody_is_taken_to_have_flipped_who_does_not_sit_before_the_seat() -> None:
    assert {"flip": "Ann"} not in [
        first for first, _ in choices(interpret(after(), landed("3", seat="Cat")))
    ]


def test_a_seat_of_nobody_in_the_game_is_no_seat() -> None:
    assert interpret(after(), landed("3", seat="Zoe")) == Propose(play(3, "Ann"))


# --- a Bomb


@pytest.mark.parametrize(
    ("state", "seat", "name"),
    [
        (BOMB, "Cat", "Cat"),
        (after(play("BOMB", "Ann"), {"bomb": {"Ben": "none", "Dan": "zero"}}), None, "Cat"),
    ],
)
def test_FAL_24_a_zero_answers_the_bomb(state: State, seat: str | None, name: str) -> None:
    assert interpret(state, landed("0", seat=seat)) == Propose({"bomb": {name: "zero"}})


def test_FAL_24_whose_zero_is_asked_where_nobody_can_tell() -> None:
    found = interpret(BOMB, landed("0"))
    assert events(found)[:3] == [{"bomb": {name: "zero"}} for name in ("Ben", "Cat", "Dan")]
    assert isinstance(found, Question)
    assert found.about == "zero"


def test_FAL_23_a_card_while_the_bomb_is_open_is_a_question_and_costs_nobody() -> None:
    found = interpret(BOMB, landed("4", seat="Ben"))
    none = {"bomb": {"Ben": "none", "Cat": "none", "Dan": "none"}}
    going_on = {"set": {"needs": None}, "reason": "play goes on, the Bomb's answers may come later"}
    assert choices(found) == [
        (none, play(4, "Ben")),
        (going_on, play(4, "Ben")),
        (None, None),
    ]
    assert isinstance(found, Question)
    assert found.about == "early"
    assert found.otherwise is not None
    referee = Referee(load_setup("fivealive", PLAYERS, None))
    referee.submit(play("BOMB", "Ann"))
    answer = referee.submit(found.otherwise)
    assert (answer["flips"], answer["needs"], answer["turn"], answer["total"]) == (
        {}, None, "Cat", 4,
    )  # fmt: skip
    assert answer["open_needs"][0]["from"] == ["Ben", "Cat", "Dan"]


def test_FAL_27_after_a_last_bomb_the_next_card_is_of_the_next_hand() -> None:
    state = after(play("BOMB", "Ann"), hand_counts={"Ann": 1})
    assert state.after(state.after(state.dealer)) == "Ben"
    assert choices(interpret(state, landed("4")))[1][1] == play(4, "Ben")


def test_FAL_24_zeros_together_are_counted() -> None:
    zeros = CardsLanded(t=1.0, cards=("0", "0", "0"))
    all_of_them = {"bomb": {"Ben": "zero", "Cat": "zero", "Dan": "zero"}}
    assert interpret(BOMB, zeros) == Propose(all_of_them)
    two = interpret(BOMB, CardsLanded(t=1.0, cards=("0", "0")))
    assert events(two)[0] == {"bomb": {"Ben": "zero", "Cat": "zero"}}
    assert len(events(two)) == 4
    assert interpret(BOMB, CardsLanded(t=1.0, cards=("0", "4"))) is None


# --- several cards, cards that go


def test_FAL_33_several_cards_of_who_is_in_turn_are_several_at_once() -> None:
    seen = CardsLanded(t=1.0, cards=("3", "SKIP"), seat="Ann")
    assert interpret(after(), seen) == Propose({"plays": [3, "SKIP"], "by": "Ann"})


def test_FAL_33_several_cards_of_nobody_may_be_two_turns() -> None:
    found = interpret(after(), CardsLanded(t=1.0, cards=("3", "SKIP")))
    assert choices(found) == [
        (play(3, "Ann"), play("SKIP", "Ben")),
        (play("SKIP", "Ann"), play(3, "Cat")),
        (None, {"plays": [3, "SKIP"], "by": "Ann"}),
        (None, None),
    ]


def test_one_of_several_is_a_card() -> None:
    assert interpret(after(), CardsLanded(t=1.0, cards=("3",))) == Propose(play(3, "Ann"))


def test_FAL_33_the_card_that_is_left_is_played() -> None:
    state = after({"plays": [3, 5, 5], "by": "Ann"})
    three, five = CardRemoved(t=1.0, card="3"), CardRemoved(t=2.0, card="5")
    assert interpret(state, three) is None
    assert interpret(state, five, [three]) == Propose({"choose": 5, "by": "Ann"})


def test_FAL_08_the_card_that_goes_back_says_nothing_new() -> None:
    state = after(play(6, "Ann"), total=18)
    assert interpret(state, CardRemoved(t=1.0, card="6")) is None


def test_a_played_card_that_goes_is_asked_about() -> None:
    found = interpret(after(play(6, "Ann")), CardRemoved(t=1.0, card="6"))
    assert events(found) == [None, {"void": 1}]
    assert interpret(after(play(6, "Ann")), CardRemoved(t=1.0, card="5")) is None


# --- letters


def test_a_letter_turned_down_in_turn_is_a_flip() -> None:
    assert interpret(after(), Letters(t=1.0, n=4, seat="Ann")) == Propose({"flip": "Ann"})


def test_a_letter_turned_down_for_a_bomb_is_an_answer() -> None:
    assert interpret(BOMB, Letters(t=1.0, n=4, seat="Dan")) == Propose({"bomb": {"Dan": "none"}})


def test_a_letter_that_the_referee_has_announced_is_no_news() -> None:
    state = after(play(6, "Ann"), total=18)
    assert interpret(state, Letters(t=1.0, n=4, seat="Ann")) is None


@pytest.mark.parametrize(("seat", "n"), [("Ben", 4), ("Ann", 3), ("Cat", 5)])
def test_FAL_P6_other_letters_are_asked_about(seat: str, n: int) -> None:
    state = after(lives={"Cat": 4})
    found = interpret(state, Letters(t=1.0, n=n, seat=seat))
    record, table = events(found)
    assert record == {"letters": {seat: n}}
    assert table is not None
    assert table["set"] == {"lives": {seat: n}}


def test_letters_of_a_team_leave_open_whose_flip_it_is() -> None:
    teams = {"fivealive.teams": {"red": ["Ann", "Cat"], "blue": ["Ben", "Dan"]}}
    state = after(play("BOMB", "Ann"), house=teams)
    found = interpret(state, Letters(t=1.0, n=4, seat="Ben"))
    assert events(found)[:2] == [{"bomb": {"Ben": "none"}}, {"bomb": {"Dan": "none"}}]
    red = interpret(state, Letters(t=1.0, n=4, seat="Ann"))
    assert red == Propose({"bomb": {"Cat": "none"}})


# --- hands that decide a tie

TIED = after(
    {"flip": "Ann"},
    house={"fivealive.ending": "sudden_death"},
    lives={"Ann": 1, "Ben": 3, "Cat": 3, "Dan": 2},
    hand_counts={"Ben": 2, "Cat": 1},
)


def test_FAL_35_hands_are_shown_to_the_camera() -> None:
    both = CardsLanded(t=1.0, cards=("3", "SKIP"), seat="Ben")
    assert interpret(TIED, both) == Propose({"reveal": {"Ben": [3, "SKIP"]}})
    assert interpret(TIED, landed("4", seat="Cat")) == Propose({"reveal": {"Cat": [4]}})


def test_FAL_35_a_hand_of_nobody_is_asked_about() -> None:
    found = interpret(TIED, CardsLanded(t=1.0, cards=("3", "SKIP")))
    assert events(found) == [
        {"reveal": {"Ben": [3, "SKIP"]}}, {"reveal": {"Cat": [3, "SKIP"]}}, None,
    ]  # fmt: skip
    assert interpret(TIED, landed("3", seat="Ann")) == interpret(TIED, landed("3"))


def test_after_the_end_cards_mean_nothing() -> None:
    ended = after({"flip": "Ann"}, lives={"Ann": 1, "Ben": 1, "Cat": 0, "Dan": 0})
    for seen in (landed("3"), CardsLanded(t=1.0, cards=("3", "4")), CardRemoved(t=1.0, card="3")):
        assert interpret(ended, seen) is None
