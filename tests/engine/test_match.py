"""The match: seen → event → ruling → log, questions and answers, and coming back from the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.asked import AnswerError
from engine.log import FILE_NAME, GameLog, Line, LogError
from engine.match import Match
from engine.seen import Camera, Dice, DiceBad, Die, Seen
from engine.setup import Setup, load_setup

PLAYERS = ["Ann", "Ben", "Cat"]
UNCLEAR = ((4, 4), 0.4)


def table(**start: Any) -> Setup:
    """A Blackout table where Ann begins."""
    return load_setup("blackout", PLAYERS, {"first": "Ann", **start})


def dice(t: float, *values: int, **more: Any) -> Dice:
    """Two dice at rest at second `t`."""
    return Dice(t=t, frame=round(t * 30), values=values, **more)


def unclear(t: float) -> Dice:
    """Dice that may be 3-4 or 4-4."""
    return dice(t, 3, 4, confidence=0.6, alternatives=(UNCLEAR,))


def recorded(folder: Path, setup: Setup | None = None) -> Match:
    """A match that is logged in `folder`."""
    return Match(setup or table(), GameLog.create(folder, {"camera": VIDEO}))


VIDEO = {"source": "/clip.mp4", "live": False}
CAMERA = {"source": "0", "live": True}


def on_disk(folder: Path) -> list[Line]:
    """The log's lines as another program reads them."""
    rows = (folder / FILE_NAME).read_text("utf-8").splitlines()
    return [json.loads(row) for row in rows][1:]


def kinds(lines: list[Line]) -> list[str]:
    return [line["kind"] for line in lines]


# --- live


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
    first, second, nothing = question["answers"]
    assert first["event"] == {"roll": [3, 4], "by": "Ann"}
    assert second["event"] == {"roll": [4, 4], "by": "Ann"}
    assert nothing["event"] is None
    assert match.open_questions == [question]
    (ruling,) = match.answer(1, 0, 3.0)
    assert ruling["gulps"] == {"Ann": 7, "Ben": 1, "Cat": 1}
    assert (ruling["answers"], ruling["choice"]) == (1, 0)
    assert match.open_questions == []


def test_an_answer_that_it_was_nothing_closes_the_question() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    assert match.answer(1, 2, 3.0) == []
    assert match.open_questions == []
    assert match.view()["turn"] == "Ann"


@pytest.mark.parametrize(("number", "choice"), [(2, 0), (1, 3), (1, -1), (1, True), (0, 0)])
def test_an_answer_that_fits_no_question_is_refused(number: int, choice: int) -> None:
    match = Match(table())
    match.see(unclear(2.0))
    with pytest.raises(AnswerError):
        match.answer(number, choice, 3.0)
    assert len(match.open_questions) == 1


def test_what_people_enter_themselves_answers_the_question() -> None:
    match = Match(table())
    match.see(unclear(2.0))
    (ruling,) = match.submit({"roll": [4, 4], "by": "Ann"}, 3.0)
    assert ruling["answers"] == 1
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


# --- on disk


def test_every_line_is_on_disk_when_it_is_handed_out(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    told: list[Line] = []
    steps: tuple[Callable[[], list[Line]], ...] = (
        lambda: match.see(dice(1.0, 1, 3), 1.4),
        lambda: match.see(unclear(2.0)),
        lambda: match.answer(1, 1, 3.0),
        lambda: match.submit({"opened": "Ann"}, 3.5),
        lambda: match.see(Camera(t=4.0, state="lost")),
        lambda: match.submit({"nonsense": 1}, 4.5),
    )
    for step in steps:
        told += step()
        assert json.loads(msgspec.json.encode(told)) == on_disk(tmp_path)
    match.close()


def test_corrections_have_their_own_kind_in_the_log(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    (line,) = match.submit({"amend": 1, "event": {"roll": [1, 4], "by": "Ann"}}, 2.0)
    match.close()
    assert line["kind"] == "ruling"
    assert kinds(on_disk(tmp_path)) == ["seen", "ruling", "correction"]


def back(folder: Path, camera: dict[str, Any] | None = None) -> Match:
    """The match resumed from its folder."""
    return Match.resume(GameLog.open(folder), table(), camera or CAMERA)


def state(match: Match) -> Any:
    """All that a match knows that a game could depend on."""
    view = json.loads(msgspec.json.encode(match.view()))
    return view, match.open_questions, match.asked, match.expected_dice


_PIP = st.integers(1, 6)
_SEEN = st.one_of(
    st.builds(
        lambda a, b: {"values": (min(a, b), max(a, b))}, st.integers(1, 6), st.integers(1, 6)
    ),
    _PIP.map(lambda value: {"value": value}),
    st.just({"reason": "cocked"}),
    st.just({"state": "lost"}),
)
_SEATS = st.sampled_from([None, *PLAYERS])
_ACTS = st.one_of(
    st.tuples(st.just("see"), _SEEN, _SEATS, st.sampled_from([1.0, 0.6])),
    st.tuples(st.just("answer"), st.integers(0, 4), st.integers(0, 4)),
    st.tuples(st.just("submit"), st.sampled_from([
        {"opened": "Ann"}, {"finished": "Ann"}, {"duel": {"Ann": 3, "Ben": 4}}, {"fuller": "Ben"},
        {"undo": 1}, {"void": 2}, {"turn_done": "Ann"}, {"set": {"turn": "Cat"}}, {"bad": 1},
        {"insert": 1, "event": {"roll": [2, 2], "by": "Cat"}}, {"leave": "Cat", "anyway": True},
        {"amend": 1, "event": {"roll": [6, 6], "by": "Ann"}}, {"join": "Dan", "after": "Ben"},
    ])),
)  # fmt: skip


def act(match: Match, t: float, action: tuple[Any, ...]) -> None:
    """One thing that happens at the table."""
    if action[0] == "see":
        _, what, seat, confidence = action
        match.see(_thing(what, t=t, seat=seat, confidence=confidence))
    elif action[0] == "submit":
        match.submit(action[1], t)
    else:
        try:
            match.answer(action[1], action[2], t)
        except AnswerError:
            assert all(line["id"] != action[1] for line in match.open_questions) or action[2] > 1


def _thing(what: dict[str, Any], **base: Any) -> Seen:
    if "values" in what:
        return Dice(**what, **base)
    if "value" in what:
        return Die(**what, **base)
    return DiceBad(**what, **base) if "reason" in what else Camera(**what, t=base["t"])


@settings(max_examples=120, deadline=None)
@given(actions=st.lists(_ACTS, max_size=25))
def test_resuming_gives_the_live_state(
    actions: list[tuple[Any, ...]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("game")
    match = recorded(folder)
    for number, action in enumerate(actions):
        act(match, float(number), action)
    live = state(match)
    match.close()
    resumed = back(folder)
    assert state(resumed) == live
    assert resumed.warnings == []
    resumed.close()


def test_a_game_goes_on_after_resuming(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 2, 2))
    match.see(Die(t=4.0, value=5))
    match.close()
    match = back(tmp_path)
    assert match.expected_dice == 1
    _, question = match.see(Die(t=1.0, value=3))
    assert question["about"] == "duel"
    match.close()


def test_a_ruling_cut_off_with_its_line_is_made_up_for(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    match.see(dice(5.0, 1, 5))
    live = state(match)
    match.close()
    file = tmp_path / FILE_NAME
    file.write_bytes(file.read_bytes()[:-20])
    match = back(tmp_path)
    (ruling,) = match.recovered
    assert ruling["gulps"] == {"Ben": 6}
    assert state(match) == live
    match.close()
    match = back(tmp_path)
    assert state(match) == live
    assert match.recovered == []
    match.close()


def test_the_same_video_played_again_is_not_charged_again(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    match.submit({"opened": "Ann"}, 2.0)
    match.close()
    match = back(tmp_path, VIDEO)
    live = state(match)
    assert match.see(dice(0.5, 6, 6)) == []
    assert match.see(dice(1.0, 1, 3, confidence=0.99)) == []
    assert match.submit({"opened": "Ann"}, 2.0) == []
    assert state(match) == live
    assert kinds(match.submit({"opened": "Ann"}, 9.0)) == ["ruling"]
    assert kinds(match.see(dice(5.0, 1, 3))) == ["seen", "ruling"]
    match.close()


@pytest.mark.parametrize("camera", [CAMERA, {"source": "/other.mp4", "live": False}])
def test_another_source_shows_something_new(tmp_path: Path, camera: dict[str, Any]) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    match.close()
    match = back(tmp_path, camera)
    assert kinds(match.see(dice(1.0, 1, 3))) == ["seen", "ruling"]
    match.close()


def test_a_log_with_a_step_missing_is_refused_by_line(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    for t in (1.0, 2.0, 3.0):
        match.see(dice(t, 1, 3))
    match.close()
    file = tmp_path / FILE_NAME
    rows = file.read_bytes().splitlines(keepends=True)
    del rows[4]
    file.write_bytes(b"".join(rows))
    with pytest.raises(LogError, match=r"line 6 does not fit the game: step 2 is missing"):
        back(tmp_path)


def test_a_ruling_that_would_be_another_today_is_said(tmp_path: Path) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    match.close()
    file = tmp_path / FILE_NAME
    file.write_bytes(file.read_bytes().replace(b'"gulps":{"Ann":4}', b'"gulps":{"Ann":5}'))
    match = back(tmp_path)
    assert match.warnings == ["step 1 is ruled otherwise than it was announced."]
    match.close()
