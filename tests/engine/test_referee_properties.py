"""What must hold for every game, whatever happens in it."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.blackout.switches import SWITCHES
from engine.referee import Referee
from engine.setup import load_setup

NAMES = ["A", "B", "C"]
Event = dict[str, Any]
players = st.sampled_from([*NAMES, "D", "E"])
pips = st.integers(1, 6)
pairs = st.one_of(st.lists(pips, min_size=2, max_size=2), pips.map(lambda pip: [pip, pip]))
beers = st.dictionaries(players, st.integers(0, 5), min_size=1, max_size=3)
choices: list[st.SearchStrategy[Event]] = [
    st.fixed_dictionaries({"order": st.dictionaries(players, pairs, min_size=1)}),
    st.fixed_dictionaries({"bad_roll": st.just("cocked"), "by": players}),
    st.fixed_dictionaries({"duel": st.dictionaries(players, pips, min_size=2, max_size=2)}),
    st.fixed_dictionaries({"fuller": players}),
    st.fixed_dictionaries({"opened": players}),
    st.fixed_dictionaries({"finished": players}),
    st.fixed_dictionaries({"turn_done": players}),
    st.fixed_dictionaries({"finish_order": st.permutations(NAMES).map(lambda n: [[x] for x in n])}),
    st.fixed_dictionaries({"finish_order": st.just([NAMES])}),
    st.fixed_dictionaries({"chug_winner": players}),
    st.fixed_dictionaries({"ask": st.just("beers")}),
    st.fixed_dictionaries({"leave": players, "anyway": st.booleans()}),
    st.fixed_dictionaries({"join": players}, optional={"after": players}),
    st.fixed_dictionaries({"unwell": players, "on": st.booleans()}),
    st.fixed_dictionaries({"soft": players, "on": st.booleans()}),
    st.fixed_dictionaries({"taken": beers}),
    st.fixed_dictionaries({"ban": players, "by": players}),
    st.fixed_dictionaries({"toast": players}),
    st.fixed_dictionaries({"set": st.fixed_dictionaries({}, optional={
        "turn": st.one_of(st.none(), players),
        "direction": st.sampled_from(["left", "right"]),
        "echo": st.lists(players, max_size=2),
        "opened": beers, "open": beers, "empties": beers, "left": st.integers(0, 4),
        "beerocalypse": st.sampled_from([True, False, "pending"]), "needs": st.none(),
    })}),
]  # fmt: skip
others = st.one_of(choices)
# A roll by nobody in particular is made by whoever is in turn, so that games get somewhere.
rolls = st.fixed_dictionaries({"roll": pairs})
plays = st.one_of(rolls, rolls, rolls, rolls, others)
games = st.lists(plays, min_size=1, max_size=30)
houses = st.fixed_dictionaries(
    {},
    optional={
        switch.name: st.sampled_from(switch.choices) if switch.choices else st.booleans()
        for switch in SWITCHES
        if switch.kind in ("choice", "bool")
    },
)
nearly_over = st.sampled_from([{}, {"opened": {"A": 4, "B": 4, "C": 3}}, {"first": "B"}])


def referee(house: dict[str, Any], start: dict[str, Any]) -> Referee:
    return Referee(load_setup("blackout", NAMES, {"house": house, **start}))


def by_somebody(event: Event, game: Referee) -> Event:
    if "roll" in event and "by" not in event:
        return {**event, "by": game.view()["turn"] or "A"}
    return event


def play(game: Referee, events: list[Event]) -> list[Event]:
    """Plays events and returns them as they were played."""
    played: list[Event] = []
    for event in events:
        played.append(by_somebody(event, game))
        sound(game, game.submit(played[-1]))
    return played


def sound(game: Referee, answer: dict[str, Any]) -> None:
    """What holds for every answer, errors included."""
    state = game.state
    everyone = set(state.everyone)
    assert set(answer["open"]) == set(answer["empties"]) == everyone
    assert {"step", "gulps", "turn", "announce", "direction", "echo", "needs", "left"} <= set(
        answer
    )
    assert {"beerocalypse", "winner", "left_table", "proof", "reversed"} <= set(answer)
    assert answer["step"] == game.steps
    assert answer["turn"] is None or answer["turn"] in state.order
    assert answer["left"] >= 0
    assert min(answer["open"].values()) >= 0
    assert answer["announce"]
    assert all(isinstance(line, str) and line for line in answer["announce"])
    assert "error" not in answer or answer["gulps"] == {}
    msgspec.json.encode(answer)


def facts(game: Referee) -> Any:
    """Everything that a game has come to."""
    view = {key: value for key, value in game.view().items() if key != "steps"}
    return game.state, view, [(slot.step, slot.ruling, slot.after) for slot in game.record.slots]


def lively(game: Referee) -> list[int]:
    return [slot.step for slot in game.record.slots if not slot.ruling.inert]


@settings(max_examples=150, deadline=None)
@given(houses, nearly_over, games)
def test_refolding_equals_live_play(house: Any, start: Any, events: list[Event]) -> None:
    game = referee(house, start)
    played = play(game, events)
    steps = lively(game)
    before = facts(game)
    if steps:
        answer = game.submit({"amend": steps[0], "event": played[steps[0] - 1]})
        assert (answer["gulps"], answer.get("changed"), answer.get("error")) == ({}, [], None)
        assert facts(game) == before


@settings(max_examples=150, deadline=None)
@given(houses, nearly_over, games, others | rolls, st.integers(0, 40))
def test_amend_and_amend_back_is_nothing(
    house: Any, start: Any, events: list[Event], other: Event, which: int
) -> None:
    game = referee(house, start)
    played = play(game, events)
    steps = lively(game)
    if not steps:
        return
    step, before = steps[which % len(steps)], facts(game)
    forth = game.submit({"amend": step, "event": by_somebody(other, game)})
    sound(game, forth)
    if "error" in forth:
        assert facts(game) == before
        return
    back = game.submit({"amend": step, "event": played[step - 1]})
    if "error" not in back:
        assert facts(game) == before
        assert back["gulps"] == {name: -n for name, n in forth["gulps"].items()}
        assert back["changed"] == forth["changed"]


@settings(max_examples=100, deadline=None)
@given(houses, nearly_over, games, st.integers(1, 12))
def test_undo_is_as_if_it_had_never_been_played(
    house: Any, start: Any, events: list[Event], n: int
) -> None:
    game = referee(house, start)
    played = play(game, events)
    steps = lively(game)
    answer = game.submit({"undo": n})
    if n > len(steps):
        assert answer["error"] == "nothing_to_undo"
        return
    other = referee(house, start)
    for event in played[: steps[-n] - 1]:
        other.submit(event)
    assert game.state == other.state
    assert game.view()["totals"] == {
        **dict.fromkeys(game.state.everyone, 0),
        **other.view()["totals"],
    }


@settings(max_examples=100, deadline=None)
@given(houses, nearly_over, games, others | rolls, st.integers(0, 40))
def test_insert_and_void_is_nothing(
    house: Any, start: Any, events: list[Event], other: Event, which: int
) -> None:
    game = referee(house, start)
    play(game, events)
    before = facts(game)
    at = 1 + which % len(events)
    answer = game.submit({"insert": at, "event": by_somebody(other, game)})
    sound(game, answer)
    if "error" not in answer and game.steps in lively(game):
        sound(game, game.submit({"void": game.steps}))
        assert facts(game) == before


corrections = st.one_of(
    st.fixed_dictionaries({"undo": st.integers(1, 3)}),
    st.fixed_dictionaries({"void": st.integers(1, 30)}),
    st.fixed_dictionaries({"amend": st.integers(1, 30), "event": plays}),
    st.fixed_dictionaries({"insert": st.integers(1, 30), "event": plays}),
)


@settings(max_examples=150, deadline=None)
@given(houses, nearly_over, st.lists(plays | corrections, max_size=40))
def test_drinks_are_the_sum_of_all_answers_with_corrections_among_them(
    house: Any, start: Any, events: list[Event]
) -> None:
    game = referee(house, start)
    totals: dict[str, int] = {}
    for event in events:
        if isinstance(event.get("event"), dict):
            event = {**event, "event": by_somebody(event["event"], game)}
        before = facts(game)
        answer = game.submit(by_somebody(event, game))
        sound(game, answer)
        for name, n in answer["gulps"].items():
            totals[name] = totals.get(name, 0) + n
        if "error" in answer:
            assert facts(game)[:2] == before[:2]
    assert {name: n for name, n in totals.items() if n} == {
        name: n for name, n in game.ledger.totals(game.state.everyone).items() if n
    }
    assert all(n >= 0 for n in game.ledger.totals(()).values())


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)  # fmt: skip
keys = st.sampled_from(
    ["roll", "by", "order", "bad_roll", "duel", "fuller", "opened", "finished", "turn_done",
     "leave", "anyway", "finish_order", "chug_winner", "ask", "players", "undo", "amend", "insert",
     "void", "event", "join", "after", "soft", "on", "unwell", "taken", "waived", "set", "reason"]
)  # fmt: skip
garbage = anything | st.dictionaries(keys, anything | players | pairs, max_size=4)


@settings(max_examples=200, deadline=None)
@given(st.lists(plays | garbage, max_size=15))
def test_nothing_that_comes_in_crashes_or_corrupts(events: list[Any]) -> None:
    game = referee({}, {})
    for event in events:
        sound(game, game.submit(by_somebody(event, game) if isinstance(event, dict) else event))
    assert game.steps == len(events)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=30) | st.text(max_size=30))
def test_no_line_crashes(line: str | bytes) -> None:
    game = referee({}, {})
    sound(game, game.submit_line(line))
    sound(game, game.submit_line(b'{"roll": [1, 2], "by": "A"}'))
    assert game.view()["totals"]["A"] == 3
