"""What only people can say in Blackout, asked as soon as a ruling leaves it open."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Match
from engine.questions import Event
from engine.seen import Dice
from engine.setup import load_setup

PLAYERS = ["Ann", "Ben", "Cat"]


def asked(events: list[Event], **start: Any) -> list[dict[str, Any]]:
    """The questions that are open after `events`, none of which may be refused."""
    match = Match(load_setup("blackout", PLAYERS, {"first": "Ann", **start}))
    for t, event in enumerate(events):
        assert "error" not in match.submit(event, float(t))[0]
    return match.open_questions


FOUR_FOUR: Event = {"roll": [4, 4], "by": "Ann"}
EIGHT: Event = {"roll": [2, 6], "by": "Ann"}
BAN = {"house": {"blackout.eight_ban": True}}


@pytest.mark.parametrize(
    ("events", "start", "about", "answers"),
    [
        ([FOUR_FOUR], {}, "measurement", [{"fuller": "Ann"}, {"fuller": "Ben"}]),
        ([EIGHT], BAN, "ban", [{"ban": "Ben", "by": "Ann"}, {"ban": "Cat", "by": "Ann"}]),
    ],
)
def test_BLK_19_BLK_39_the_answers_are_the_events(
    events: list[Event], start: dict[str, Any], about: str, answers: list[Event]
) -> None:
    (question,) = asked(events, **start)
    assert question["about"] == about
    assert [answer["event"] for answer in question["answers"]] == answers


def test_BLK_35_the_winner_of_a_chugging_contest_is_asked() -> None:
    start = {"opened": {"Ann": 5, "Ben": 3, "Cat": 4}, "finished": {"Ann": 4, "Ben": 3, "Cat": 4}}
    events: list[Event] = [
        {"roll": [1, 3], "by": "Ann"},
        {"opened": "Cat"},
        {"turn_done": "Ann"},
        {"finish_order": [["Ann", "Cat"]]},
    ]
    (question,) = asked(events, **start)
    assert question["about"] == "chug_contest"
    assert [a["event"] for a in question["answers"]] == [
        {"chug_winner": "Ann"}, {"chug_winner": "Cat"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    "events",
    [
        [{"roll": [2, 2], "by": "Ann"}],
        [{"roll": [3, 4], "by": "Ann"}],
        [FOUR_FOUR, {"fuller": "Ann"}],
        [EIGHT],
    ],
)
def test_nothing_is_asked_where_the_camera_or_nobody_has_to_say_it(events: list[Event]) -> None:
    assert asked(events) == []


def test_BLK_19_known_beers_need_no_question() -> None:
    assert asked([FOUR_FOUR], opened={"Ben": 1}) == []


@pytest.mark.parametrize(("seat", "out_of_turn"), [("Ann", False), ("Cat", True)])
def test_BLK_19_who_waits_for_a_measurement_is_not_out_of_turn(
    seat: str, out_of_turn: bool
) -> None:
    match = Match(load_setup("blackout", PLAYERS, {"first": "Ann"}))
    match.submit(FOUR_FOUR, 1.0)
    *_, question = match.see(Dice(t=2.0, values=(1, 6), seat=seat))
    said = [answer["text"] for answer in question["answers"]]
    assert said[0] == "Ben rolled 1-6"
    assert any("out of turn" in text for text in said) == out_of_turn
