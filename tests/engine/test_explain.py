"""Why a ruling was made: rules, what was legal, other readings, evidence, corrections."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.explain import ExplainError, explain, in_words, sentences
from engine.games import GAMES
from engine.log import Line
from engine.referee import Referee
from engine.safety import BOOK as SAFETY
from engine.setup import Setup, load_setup
from tests.engine.playing import Game

Found = dict[str, Any]


def logged(setup: Setup, events: list[Any]) -> list[Line]:
    """The ruling lines of a game as its log keeps them, one every ten seconds."""
    referee = Referee(setup)
    return [
        {"kind": "ruling", "t": 10.0 * n, "event": event, **referee.submit(event, 10.0 * n)}
        for n, event in enumerate(events)
    ]


def explained(events: list[Any], step: int | None = None, **data: Any) -> Found:
    setup = load_setup("blackout", list("ABCD"), {"first": "A", **data})
    found = explain(setup, logged(setup, events), step)
    msgspec.json.encode(found)
    return found


def roll(text: str) -> dict[str, Any]:
    """A roll written like `A36`."""
    return {"roll": [int(text[1]), int(text[2])], "by": text[0]}


def rolls(*texts: str) -> list[Any]:
    return [roll(text) for text in texts]


def said(found: Found) -> str:
    return "\n".join(sentences(found))


def test_rules_with_our_words_and_what_was_legal() -> None:
    found = explained(rolls("A14", "B36"), 2)
    assert (found["step"], found["t"], found["gulps"]) == (2, 10.0, {"B": 6, "C": 3})
    assert found["rules"] == [
        {"id": "BLK-14", "text": next(r.text for r in GAMES["blackout"].book if r.id == "BLK-14")}
    ]
    assert "B rolls two dice (BLK-09)." in found["legal"]
    assert "Step 2 at 0:10: roll 3-6, by B." in said(found)
    assert explained(rolls("A14", "B36"))["step"] == 2


def test_the_other_reading_of_an_ambiguous_rule_is_told() -> None:
    found = explained(rolls("A33", "B14", "C23", "D36"), 4)
    assert found["gulps"] == {"D": 6, "A": 3 + 6}
    (reading,) = [one for one in found["readings"] if one["switch"] == "blackout.echo"]
    assert (reading["value"], reading["gulps"]) == ("raise_to", {"D": 6, "A": 6})
    assert "With blackout.echo = raise_to" in said(found)
    opposite = explained(rolls("A33", "B14", "C23", "D36"), 4, house={"blackout.echo": "raise_to"})
    assert opposite["house"] == {"blackout.echo": "raise_to"}
    (reading,) = [one for one in opposite["readings"] if one["switch"] == "blackout.echo"]
    assert (reading["value"], reading["gulps"]) == ("add", {"D": 6, "A": 9})


def test_only_the_step_at_which_a_reading_differs_tells_of_it() -> None:
    events = rolls("A64", "B46", "A12", "D14")
    (reading,) = explained(events, 2)["readings"]
    assert (reading["switch"], reading["value"], reading["turn"]) == (
        "blackout.repeat", "ordered", "C"
    )  # fmt: skip
    assert explained(events, 3)["readings"] == []
    assert "No other value" in said(explained(events, 3))


def test_a_refused_step_says_under_which_reading_it_would_count() -> None:
    found = explained(rolls("A64", "B46", "C12"), 3)
    assert (found["error"], found["turn"], found["counts"]) == ("out_of_turn", "A", True)
    (reading,) = found["readings"]
    assert (reading["switch"], reading["gulps"]) == ("blackout.repeat", {"C": 3})
    assert "error" not in reading
    assert explained(rolls("A64", "B64", "D12"), 3)["readings"] == []


def test_a_proof_comes_with_its_evidence() -> None:
    found = explained(rolls("A14", "A12"), 2)
    assert [seen["step"] for seen in found["evidence"]] == [1]
    assert found["evidence"][0]["event"] == roll("A14")
    assert "Evidence, step 1 at 0:00: roll 1-4, by A." in said(found)


@pytest.mark.parametrize("name", list(GAMES))
def test_whatever_is_proven_is_explained_by_a_rule_of_its_book(name: str) -> None:
    known = {rule.id for rule in (*GAMES[name].book, *SAFETY)}
    games = [Game(name, seed, cheating=0.08).play(400) for seed in range(6)]
    rulings = [slot.ruling for game in games for slot in game.referee.record.slots]
    proofs = [proof for ruling in rulings for proof in ruling.proofs]
    assert len({proof.kind for proof in proofs}) > 2
    assert {proof.rule for proof in proofs} <= known


def test_a_proof_is_told_with_its_rule_also_where_a_correction_brings_it() -> None:
    setup = load_setup("becker", list("ABC"), {"dealer": "C"})
    plays = [{"play": "2d", "by": "A"}, {"pass": "B"}, {"play": "6d", "by": "C"}]
    events = [*plays, {"play": "7d", "by": "A"}, {"play": "7s", "by": "B"}]
    amend = {"amend": 5, "event": {"play": "9d", "by": "B"}}
    lines = logged(setup, [*events, amend])
    assert ["BGD-P1" in line["rules"] for line in lines] == [False] * 5 + [True]
    assert "BGD-P1: Hands only shrink" in said(explain(setup, lines, 5))


def test_corrections_are_part_of_the_story() -> None:
    events = [*rolls("A14", "B36"), {"amend": 1, "event": roll("A54")}, {"void": 2}, roll("B12")]
    amended = explained(events, 1)
    assert (amended["event"], amended["gulps"]) == (roll("A54"), {"A": 5, "B": 4})
    assert (amended["corrected_by"], amended["counts"]) == ([3], True)
    assert "As the record stands now: 5-4: A drinks 5 gulps" in said(amended)
    voided = explained(events, 2)
    assert (voided["counts"], voided["gulps"], voided["corrected_by"]) == (
        False, {"B": 6, "C": 3}, [4]
    )  # fmt: skip
    assert "It does not count any more." in said(voided)
    correction = explained(events, 3)
    assert (correction["changed"], "legal" in correction) == ([1], False)
    assert "It changed the ruling of step 1." in said(correction)
    refused = explained([*rolls("A14"), {"void": 9}], 2)
    assert refused["changed"] == []


def test_an_inserted_step_is_explained_by_its_own_number() -> None:
    events = [*rolls("A14", "C12"), {"insert": 2, "event": roll("B36")}]
    found = explained(events, 3)
    assert (found["event"], found["gulps"]) == (roll("B36"), {"B": 6, "C": 3})
    assert "Step 3 at 0:20: roll 3-6, by B." in said(found)


@pytest.mark.parametrize("junk", [{"fly": "A"}, 3, [], {"roll": [9, 9], "by": "A"}])
def test_a_line_that_was_no_event_is_explained_too(junk: Any) -> None:
    found = explained([roll("A14"), junk], 2)
    assert found["error"]
    assert found["readings"] == []
    assert said(found)


def test_what_cannot_be_explained_is_one_sentence() -> None:
    with pytest.raises(ExplainError, match="nothing was ruled"):
        explained([])
    with pytest.raises(ExplainError, match="steps 1 to 2, and no step 7"):
        explained(rolls("A14", "B36"), 7)
    setup = load_setup("blackout", list("AB"), None)
    with pytest.raises(ExplainError, match="step 1 is missing"):
        explain(setup, logged(setup, rolls("A14", "B36"))[1:], 2)


def test_events_in_words() -> None:
    assert in_words({"order": {"A": [6, 4], "B": [1, 2]}}) == "order A 6-4, B 1-2"
    assert in_words({"finish_order": [["A"], ["B", "C"]]}) == "finish order A, B, C"
    assert in_words({"give": None, "by": "A"}) == "give none, by A"


@pytest.mark.parametrize("name", list(GAMES))
def test_every_step_of_any_game_is_explained(name: str) -> None:
    game = Game(name, 4, cheating=0.05).play(60)
    lines = logged(game.setup, game.events)
    known = {rule.id for rule in GAMES[name].book}
    for step in range(3, len(lines) + 1, 7):
        found = explain(game.setup, lines, step)
        assert found[GAMES[name].unit] == game.answers[step - 1][GAMES[name].unit]
        assert found["announce"] == found["announced"]
        assert {rule["id"] for rule in found["rules"]} <= known | {"SAF-06", "SAF-08"}
        assert found["legal"]
        assert said(found)


def test_a_reading_about_whose_turn_it_is_is_told_where_it_first_matters() -> None:
    setup = load_setup("becker", list("ABCD"), {"dealer": "D"})
    plays = [("2d", "A"), ("5d", "B"), ("9d", "C"), ("4d", "D"), ("4s", "A")]
    lines = logged(setup, [{"play": card, "by": by} for card, by in plays])
    assert not any("error" in line for line in lines)
    switches = [
        [one["switch"] for one in explain(setup, lines, step)["readings"]]
        for step in range(1, len(lines) + 1)
    ]
    assert switches == [["becker.direction"], [], [], [], []]


def test_a_number_on_a_face_card_is_explained_under_both_readings() -> None:
    setup = load_setup("becker", list("ABCD"), {"dealer": "D"})
    plays = [("2d", "A"), ("Kd", "B"), ("9d", "C")]
    found = explain(setup, logged(setup, [{"play": card, "by": by} for card, by in plays]), 3)
    assert found["drinks"] == {"C": 4}
    (reading,) = found["readings"]
    assert (reading["switch"], reading["value"], reading["drinks"]) == (
        "becker.drop_after_face", "none", {}
    )  # fmt: skip
