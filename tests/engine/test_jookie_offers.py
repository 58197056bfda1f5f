"""No answer that is offered about Jookie is refused, whatever the table did before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.jookie.asking import question
from engine.games.jookie.cards import DECK
from engine.games.jookie.interpret import interpret
from engine.questions import Event, Propose, Question
from engine.seen import CardLanded, CardRemoved, CardsLanded, Seen, Swept, TrickTaken, TurnUp
from tests.engine.jookie_table import Table


def landed(code: str, seat: str | None = None) -> CardLanded:
    return CardLanded(t=1.0, card=code, seat=seat)


def offered(table: Table, seen: Seen) -> list[Event | None]:
    """The events of the answers, after each was tried at a table of its own."""
    found = interpret(table.state, seen)
    assert isinstance(found, Question), found
    for answer in found.answers:
        taken = [event for event in (answer.first, answer.event) if event is not None]
        for event in taken:
            assert "error" not in table.event(**event), (answer, table.said)
        if taken:
            table.event(undo=len(taken))
    return [answer.event for answer in found.answers]


def last_trick(*cards: str, **start: Any) -> Table:
    table = Table(hand_size=1, **start)
    table.dealt(bids="0000")
    for one in cards:
        table.cards(one)
    return table


def test_JKE_21_of_two_cards_in_the_last_trick_only_those_that_are_left_are_offered() -> None:
    table = last_trick("A:Ks", "B:2s", "C:3s")
    events = offered(table, CardsLanded(t=1.0, cards=("4s", "5s")))
    assert events == [{"play": "4s", "by": "D"}, {"play": "5s", "by": "D"}, None]


def test_JKE_12_a_second_card_that_leads_the_next_trick_is_the_winners() -> None:
    table = Table()
    table.dealt()
    table.cards("A:2s B:Ks C:3s")
    events = offered(table, CardsLanded(t=1.0, cards=("5s", "9c")))
    assert events == [{"play": "9c", "by": "B"}, {"play": "5s", "by": "B"}, None]


def test_JKE_21_after_the_last_trick_nobody_leads_another() -> None:
    events = offered(last_trick("A:Ks", "B:2s"), landed("4s", "A"))
    assert events == [{"play": "4s", "by": "C"}, {"play": "4s", "by": "A"}, None]


@pytest.mark.parametrize("seen", [TurnUp(t=1.0, card="4h"), landed("4h"), landed("4h", "D")])
def test_JKE_01_with_three_at_the_table_no_card_is_a_trump_turned_up(seen: Seen) -> None:
    table = Table()
    table.event(leave="A")
    assert interpret(table.state, seen) is None


def test_JKE_05_another_trump_is_offered_where_the_dealer_has_left() -> None:
    table = Table()
    table.dealt()
    table.event(leave="D")
    table.event(join="Eve", after="C")
    found = interpret(table.state, TurnUp(t=1.0, card="4s"))
    assert isinstance(found, Question)
    assert found.answers[1].event is not None
    assert table.event(**found.answers[1].event)["trump"] == "s"


def test_JKE_11_a_bid_that_the_hook_forbids_is_not_offered() -> None:
    table = Table(house={"hook": True})
    table.deal()
    table.bid(1, 1, 1)
    found = question(table.state)
    assert found is not None
    allowed = [{"bid": n, "by": "D"} for n in (0, 1, 3, 4, 5)]
    assert [one.event for one in found.answers] == allowed
    assert len(offered(table, landed("Ks"))) == 5 + 3


# --- whatever happens

codes = st.sampled_from([*DECK[:16], "??", "K?", "?h", "Jk"])
names = st.sampled_from("ABCDE")
seats = st.sampled_from([None, None, *"ABCDE"])
turned = st.fixed_dictionaries({"play": st.sampled_from(DECK[:16]), "by": names})
things = st.one_of(
    st.builds(CardLanded, t=st.just(1.0), card=codes, seat=seats,
              confidence=st.sampled_from([1.0, 0.5])),
    st.builds(CardsLanded, t=st.just(1.0), cards=st.lists(codes, max_size=3).map(tuple)),
    st.builds(CardRemoved, t=st.just(1.0), card=codes),
    st.builds(Swept, t=st.just(1.0)),
    st.builds(TrickTaken, t=st.just(1.0), seat=seats, cards=st.just(())),
    st.builds(TurnUp, t=st.just(1.0), card=codes),
)  # fmt: skip
said = st.one_of(
    st.fixed_dictionaries({"leave": names}),
    st.fixed_dictionaries({"join": names}),
    st.fixed_dictionaries({"undo": st.integers(1, 3)}),
    st.fixed_dictionaries({"void": st.integers(1, 9)}),
    st.fixed_dictionaries({"amend": st.integers(1, 9), "event": turned}),
    st.fixed_dictionaries({"misdeal": names}),
    st.fixed_dictionaries({"set": st.fixed_dictionaries({"turn": names})}),
    st.fixed_dictionaries({"set": st.fixed_dictionaries({"dealer": names})}),
)


def _told(table: Table, found: Question | None, pick: int) -> None:
    """One of the answers, or what goes on without one."""
    if found is None:
        return
    answer = found.answers[pick % len(found.answers)]
    otherwise = pick >= 20 and found.otherwise
    for event in (otherwise,) if otherwise else (answer.first, answer.event):
        assert event is None or "error" not in table.event(**event), (event, table.said)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.one_of(things, things, said), st.integers(0, 24)), max_size=25),
       st.booleans(), st.sampled_from([1, 2, 5]))  # fmt: skip
def test_no_offered_answer_is_refused(story: list[tuple[Any, int]], house: bool, size: int) -> None:
    switches = {"hook": True, "out_of_turn_shots": 1, "revoke_remedy": "replay"} if house else {}
    table = Table(house=switches, hand_size=size)
    for thing, pick in story:
        if isinstance(thing, dict):
            table.event(**thing)
            continue
        found = interpret(table.state, thing)
        if isinstance(found, Propose):
            for event in found.events:
                assert "error" not in table.event(**event), (event, table.said)
        else:
            _told(table, found, pick)
        if pick % 2:
            _told(table, question(table.state), pick)
