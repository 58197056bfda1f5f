"""Jookie goes on while nobody has answered what a card was (PROTOCOL section 5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.log import GameLog, Line
from engine.match import Match
from engine.questions import Event
from engine.seen import CardLanded, CardRemoved
from engine.setup import load_setup
from tests.engine.jookie_table import Table


def play(code: str, by: str) -> Event:
    return {"play": code, "by": by}


def unclear(code: str, t: float) -> CardLanded:
    """A card that may be a club just as well."""
    return CardLanded(t=t, card=code, confidence=0.5, alternatives=((f"{code[0]}c", 0.45),))


def match_of(*cards: str) -> Match:
    """A match after a deal, bids and cards."""
    match = Match(load_setup("jookie", list("ABCD"), None))
    match.submit({"deal": "4h", "dealer": "D"}, 0.0)
    for name in "ABCD":
        match.submit({"bid": 1, "by": name}, 0.0)
    for one in cards:
        match.submit(play(one.split(":")[1], one[0]), 1.0)
    return match


def test_PROTOCOL_5_play_goes_on_over_an_unclear_card_and_the_answer_comes_in_its_place() -> None:
    match = match_of("A:Ks")
    (_, asks) = match.see(unclear("2s", 2.0))
    for t, code in ((3.0, "3s"), (4.0, "5s")):
        line = match.see(CardLanded(t=t, card=code))[-1]
        assert line.get("error") is None
    assert (line["trick_winner"], line["turn"], line["shots"]) == ("A", "A", {})
    line = match.see(CardLanded(t=5.0, card="Qs"))[-1]
    assert line["event"] == play("Qs", "A")
    line = match.answer(asks["id"], 0, 6.0)[-1]
    assert (line.get("error"), line["turn"], line["proofs"]) == (None, "B", [])
    assert (line["tricks"]["A"], bool(line["changed"])) == (1, True)


def test_PROTOCOL_5_the_last_card_of_a_trick_may_be_settled_later_too() -> None:
    match = match_of("A:Ks", "B:2s", "C:3s")
    (_, asks) = match.see(unclear("As", 2.0))
    line = match.see(CardLanded(t=3.0, card="9d", seat="D"))[-1]
    assert line["kind"] == "question"
    match.answer(line["id"], 1, 4.0)
    line = match.answer(asks["id"], 0, 5.0)[-1]
    assert (line.get("error"), line["turn"]) == (None, "A")
    assert line["tricks"] == {"A": 0, "B": 0, "C": 0, "D": 1}


def test_an_unclear_lead_is_asked_with_the_card_after_it() -> None:
    match = match_of()
    match.see(unclear("Ks", 2.0))
    line = match.see(CardLanded(t=3.0, card="2s"))[-1]
    assert line["kind"] == "question"
    assert [(a.get("first"), a["event"]) for a in line["answers"]] == [
        (play("Ks", "A"), play("2s", "B")),
        (play("Kc", "A"), play("2s", "B")),
        (None, play("2s", "A")),
        (None, None),
    ]
    line = match.answer(line["id"], 0, 4.0)[-1]
    assert line["turn"] == "C"


def test_JKE_16_a_card_passed_over_may_still_be_entered() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks")
    table.event(set={"turn": "C"})
    table.cards("C:3s")
    assert table.cards("B:2s")["turn"] == "D"
    said = table.cards("D:5s")
    assert (said["trick_winner"], said["proofs"]) == ("A", [])


def test_nothing_is_asked_about_an_unsettled_lead_that_left_the_table_again() -> None:
    match = match_of()
    match.see(CardLanded(t=2.0, card="6s", seat="C"))
    match.see(CardRemoved(t=3.0, card="6s", seat="C"))
    line = match.see(CardLanded(t=4.0, card="6d", seat="A"))[-1]
    assert (line["kind"], line["event"]) == ("ruling", play("6d", "A"))


def _led_too_early(folder: Path | None = None) -> tuple[Match, list[Line]]:
    """A led before bids were entered; B followed after they were: both questions are open."""
    setup = load_setup("jookie", list("ABCD"), None)
    match = Match(setup, GameLog.create(folder, {}) if folder else None)
    match.submit({"deal": "4h", "dealer": "D"}, 0.0)
    match.see(CardLanded(t=1.0, card="Ks", seat="A", frame=10))
    for name in "ABCD":
        match.submit({"bid": 1, "by": name}, 1.5)
    match.see(CardLanded(t=2.0, card="Qs", seat="B", frame=20))
    asks = match.open_questions
    assert [line["about"] for line in asks] == ["bids", "reading"]
    return match, asks


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("resumes", [False, True])
def test_a_lead_that_two_questions_are_about_is_played_once(
    tmp_path: Path, order: tuple[int, ...], resumes: bool
) -> None:
    match, asks = _led_too_early(tmp_path / "game" if resumes else None)
    for at, number in enumerate(order):
        match.answer(asks[number]["id"], 0, 4.0 + at)
        if resumes:
            match.close()
            log = GameLog.open(tmp_path / "game")
            match = Match.resume(log, load_setup("jookie", list("ABCD"), None))
            assert not match.warnings
    line = match.see(CardLanded(t=5.0, card="3s", seat="C", frame=50))[-1]
    assert line["event"] == play("3s", "C")
    assert [one["card"] for one in line["table"]] == ["Ks", "Qs", "3s"]
    assert (line["turn"], line["proofs"], line["bids"]["A"]) == ("D", [], 1)
    assert match.open_questions == []
    match.close()


def test_a_lead_that_was_taken_back_can_be_answered_anew() -> None:
    match, (bids, reading) = _led_too_early()
    match.answer(reading["id"], 0, 4.0)
    match.submit({"undo": 2}, 4.5)
    line = match.answer(bids["id"], 0, 5.0)[-1]
    assert [one["card"] for one in line["table"]] == ["Ks"]
