"""The match and its record: safe before it is told, the same state after coming back."""

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
from tests.engine.match_table import (
    CAMERA,
    PLAYERS,
    VIDEO,
    dice,
    kinds,
    on_disk,
    recorded,
    table,
    unclear,
)


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


def test_a_ruling_that_was_disputed_and_stands_is_in_the_record_and_changes_nothing(
    tmp_path: Path,
) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    before = state(match)
    assert match.uphold(1, 2.0) == []
    match.close()
    assert kinds(on_disk(tmp_path)) == ["seen", "ruling", "upheld"]
    assert state(match) == before == state(back(tmp_path))


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


ENDS: dict[str, Callable[[Match], list[Line]]] = {
    "a roll": lambda match: match.see(dice(5.0, 1, 5)),
    "a measurement": lambda match: match.see(dice(5.0, 4, 4)),
    "a question": lambda match: match.see(unclear(5.0)),
    "a roll over a question": lambda match: [*match.see(unclear(4.0)), *match.see(dice(5.0, 4, 4))],
    "a roll over a measurement": lambda match: [
        *match.see(dice(4.0, 4, 4)), *match.see(dice(5.0, 4, 4)),
    ],
    "a question over a question": lambda match: [
        *match.see(unclear(4.0)), *match.see(unclear(5.0)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_what_a_cut_took_from_the_end_is_ruled_again(tmp_path: Path, end: str) -> None:
    match = recorded(tmp_path)
    match.see(dice(1.0, 1, 3))
    told = ENDS[end](match)
    live = state(match)
    match.close()
    file = tmp_path / FILE_NAME
    whole = file.read_bytes()
    seen = whole.rindex(b'{"kind":"seen"')
    after_seen = whole.index(b"\n", seen) + 1
    # A line that lacks its newline alone is whole.
    for cut in range(after_seen, len(whole) - 1, 7):
        file.write_bytes(whole[:cut])
        match = back(tmp_path)
        kept = [line for line in on_disk(tmp_path) if line["kind"] != "resumed"]
        assert state(match) == live, f"cut at byte {cut}"
        assert match.recovered
        assert kinds(kept) == ["seen", "ruling", *kinds(told)]
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
    with pytest.raises(
        LogError, match=r"line 6 does not fit the game .step 2 is missing.*restore the file"
    ):
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
