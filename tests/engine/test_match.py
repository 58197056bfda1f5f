"""The match, live: seen → event → ruling, questions, and answers on time and late."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asked import AnswerError
from engine.match import Match
from engine.seen import Camera, CardLanded, CardRemoved, Die
from engine.setup import load_setup
from tests.engine.match_table import PLAYERS, dice, kinds, table, unclear


def test_a_clear_roll_is_seen_and_ruled_at_once() -> None:
    match = Match(table())
    seen, ruling = match.see(dice(2.0, 3, 5), now=2.4)
    assert seen == {
        "kind": "seen", "t": 2.0, "what": "dice", "values": [3, 5],
        "seat": None, "confidence": 1.0, "frame": 60,
    }  # fmt: skip
    assert ruling["kind"] == "ruling"
    assert ruling["t"] == 2.4
    assert ruling["step"] == 1
    assert ruling["event"] == {"roll": [3, 5], "by": "Ann"}
    assert ruling["gulps"] == {"Ann": 8}
    assert ruling["turn"] == "Ben"
    assert ruling["latency_ms"] >= 0


def test_the_same_thing_seen_twice_is_charged_once() -> None:
    match = Match(table())
    match.see(dice(2.0, 3, 5))
    assert match.see(dice(2.0, 3, 5)) == []
    assert match.view()["totals"] == {"Ann": 8, "Ben": 0, "Cat": 0}
    assert kinds(match.see(dice(4.0, 3, 5))) == ["seen", "ruling"]


def test_a_camera_state_is_a_seen_line_and_nothing_else() -> None:
    match = Match(table())
    assert kinds(match.see(Camera(t=1.0, state="stale"))) == ["seen"]
    assert match.view()["turn"] == "Ann"


def test_an_unclear_reading_is_a_question_and_its_answer_a_ruling() -> None:
    match = Match(table())
    seen, question = match.see(unclear(2.0), now=2.5)
    assert "alternatives" in seen
    assert question["kind"] == "question"
    assert (question["t"], question["id"], question["about"]) == (2.5, 1, "reading")
    first, second, leaning, nothing = question["answers"]
    assert first["event"] == {"roll": [3, 4], "by": "Ann"}
    assert second["event"] == {"roll": [4, 4], "by": "Ann"}
    assert leaning["event"] == {"bad_roll": "cocked", "by": "Ann"}
    assert nothing["event"] is None
    assert match.open_questions == [question]
    (ruling,) = match.answer(1, 0, 3.0)
    assert ruling["gulps"] == {"Ann": 7, "Ben": 1, "Cat": 1}
    assert (ruling["answers"], ruling["choice"]) == (1, 0)
    assert match.open_questions == []


def test_an_answer_that_it_was_nothing_closes_the_question() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    assert match.answer(1, 3, 3.0) == []
    assert match.open_questions == []
    assert match.view()["turn"] == "Ann"


@pytest.mark.parametrize(("number", "choice"), [(2, 0), (1, 4), (1, -1), (1, True), (0, 0)])
def test_an_answer_that_fits_no_question_is_refused(number: int, choice: int) -> None:
    match = Match(table())
    match.see(unclear(2.0))
    with pytest.raises(AnswerError):
        match.answer(number, choice, 3.0)
    assert len(match.open_questions) == 1


def test_what_people_enter_themselves_answers_the_question() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    (ruling,) = match.submit({"roll": [3, 5], "by": "Ann"}, 3.0)
    assert ruling["answers"] == 1
    assert match.open_questions == []


def test_what_leaves_the_turn_as_it_was_makes_no_answer_late() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    match.submit({"opened": "Ben"}, 2.5)
    (ruling,) = match.answer(1, 0, 3.0)
    assert ruling["event"] == {"roll": [3, 4], "by": "Ann"}


def test_BLK_19_a_measurement_is_a_question() -> None:
    match = Match(table())
    _, ruling, question = match.see(dice(1.0, 4, 4))
    assert ruling["needs"] == "measurement"
    assert question["about"] == "measurement"
    assert [a["event"] for a in question["answers"]] == [{"fuller": "Ann"}, {"fuller": "Ben"}]
    (answer,) = match.answer(1, 1, 2.0)
    assert answer["finish_beer"] == ["Ben"]


def test_BLK_19_a_measurement_named_late_still_answers_its_question() -> None:
    match = Match(table())
    match.see(dice(1.0, 4, 4))
    match.see(dice(4.0, 1, 3))
    (answer,) = match.submit({"fuller": "Ben"}, 5.0)
    assert answer["finish_beer"] == ["Ben"]
    assert match.open_questions == []


def test_a_refused_entry_leaves_the_question_open() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    (ruling,) = match.submit({"roll": [4, 4], "by": "Nobody"}, 3.0)
    assert "error" in ruling
    assert len(match.open_questions) == 1


def test_nothing_waits_for_a_question() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    _, passed, ruling = match.see(dice(8.0, 1, 3))
    assert passed["event"]["set"] == {"turn": "Ben"}
    assert passed["unanswered"] == 1
    assert passed["gulps"] == {}
    assert ruling["event"] == {"roll": [1, 3], "by": "Ben"}
    assert ruling["gulps"] == {"Ben": 4}
    assert kinds(match.open_questions) == ["question"]


def test_a_late_answer_is_ruled_at_the_moment_of_the_question() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    match.see(dice(8.0, 1, 3))
    (late,) = match.answer(1, 0, 9.0)
    assert late["event"] == {"insert": 1, "event": {"roll": [3, 4], "by": "Ann"}}
    assert "error" not in late
    assert late["gulps"] == {"Ann": 7, "Ben": 1, "Cat": 1}
    assert match.view()["totals"] == {"Ann": 7, "Ben": 5, "Cat": 1}
    assert match.view()["turn"] == "Cat"


def test_BLK_28_two_single_dice_make_a_duel_that_people_name() -> None:
    match = Match(table())
    match.see(dice(1.0, 2, 2))
    assert match.expected_dice == 1
    assert kinds(match.see(Die(t=4.0, value=5, seat="Ann"))) == ["seen"]
    _, question = match.see(Die(t=6.0, value=3, seat="Cat"))
    assert question["about"] == "duel"
    assert question["answers"][0]["event"] == {"duel": {"Ann": 5, "Cat": 3}}
    assert match.expected_dice == 2
    (ruling,) = match.answer(1, 0, 7.0)
    assert ruling["gulps"] == {"Ann": 10, "Cat": 3}
    assert ruling["turn"] == "Ben"


def test_BLK_28_a_beer_opened_between_the_dice_does_not_forget_the_first() -> None:
    match = Match(table())
    match.see(dice(1.0, 2, 2))
    match.see(Die(t=4.0, value=5))
    match.submit({"opened": "Ben"}, 5.0)
    assert kinds(match.see(Die(t=6.0, value=3))) == ["seen", "question"]


def test_BLK_28_play_goes_on_over_a_duel_that_nobody_named() -> None:
    match = Match(table())
    match.see(dice(1.0, 2, 2))
    match.see(Die(t=4.0, value=5))
    match.see(Die(t=6.0, value=3))
    _, done, ruling = match.see(dice(9.0, 1, 3))
    assert done["event"] == {"turn_done": "Ann"}
    assert ruling["event"] == {"roll": [1, 3], "by": "Ben"}
    (duel,) = match.submit({"duel": {"Ann": 5, "Cat": 3}}, 12.0)
    assert duel["gulps"] == {"Ann": 10, "Cat": 3}
    assert duel["turn"] == "Cat"


def test_BLK_33_dice_after_the_end_mean_nothing() -> None:
    match = Match(load_setup("blackout", ["Ann", "Ben"], {
        "first": "Ann", "opened": {"Ann": 4, "Ben": 4}, "finished": {"Ann": 3, "Ben": 4},
    }))  # fmt: skip
    match.see(dice(1.0, 1, 3))
    match.submit({"opened": "Ann"}, 2.0)
    assert kinds(match.see(dice(3.0, 1, 3))) == ["seen"]


@given(event=st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["roll", "by", "set", "undo", "x"]), inner, max_size=3),
))  # fmt: skip
def test_no_entry_crashes_a_match(event: Any) -> None:
    match = Match(table())
    (line,) = match.submit(event, 1.0)
    assert line["step"] == 1
    assert msgspec.json.encode(line)


@pytest.mark.parametrize(
    ("game", "first", "card", "rest"),
    [("fivealive", "4", "3", "5"), ("becker", "2d", "9d", "6d")],
)
def test_a_card_that_is_taken_back_before_anybody_says_whose_it_was_was_never_played(
    game: str, first: str, card: str, rest: str
) -> None:
    """Cat reaches in before Ben has played, and takes the card back: it stays Ben's turn."""
    match = Match(load_setup(game, PLAYERS, None))
    match.see(CardLanded(t=1.0, card=first, seat="Ann"))
    _, question = match.see(CardLanded(t=2.0, card=card, seat="Cat"))
    assert question["otherwise"]
    assert kinds(match.see(CardRemoved(t=3.0, card=card, seat="Cat"))) == ["seen"]
    _, ruling = match.see(CardLanded(t=4.0, card=rest, seat="Ben"))
    assert ruling["event"]["by"] == "Ben"
    assert (ruling["step"], ruling["turn"]) == (2, "Cat")
    assert match.open_questions == [question]
