"""What several cards at once, and cards that left the table, mean in Jookie."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.jookie.asking import question
from engine.games.jookie.cards import DECK
from engine.games.jookie.interpret import interpret
from engine.questions import Propose, Question
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
)  # fmt: skip
from tests.engine.jookie_meaning import asked, card, dealt, done, meant, play
from tests.engine.jookie_table import Table

# --- several cards, and cards that go


def test_two_cards_at_once_are_the_next_players_in_some_order() -> None:
    table = dealt("A:Ks")
    one, other, nothing = asked(table, CardsLanded(t=1.0, cards=("2s", "3s")), "who")
    assert (one.first, one.event) == (play("2s", "B"), play("3s", "C"))
    assert (other.first, other.event) == (play("3s", "B"), play("2s", "C"))
    assert nothing.event is None
    assert done(table, one)["turn"] == "D"


def test_several_cards_of_which_only_one_is_new_are_that_one() -> None:
    table = dealt("A:Ks")
    assert meant(table, CardsLanded(t=1.0, cards=("Ks", "2s"))) == Propose(play("2s", "B"))
    assert meant(table, CardsLanded(t=1.0, cards=("Ks",))) is None
    found = asked(table, CardsLanded(t=1.0, cards=("2s", "3s", "5s")), "who")
    assert [one.event for one in found] == [None]


def test_JKE_29_a_card_that_left_the_trick_is_asked_and_charged_by_nobody() -> None:
    table = dealt("A:Ks B:6h")
    stays, back = asked(table, CardRemoved(t=1.0, card="6h"), "taken_back")
    assert stays.event is None
    said = done(table, back)
    assert (said["turn"], said["shots"]) == ("B", {})
    assert meant(table, CardRemoved(t=1.0, card="6h")) is None


@pytest.mark.parametrize("lead", ["Ks", "5h"])
def test_JKE_29_nobody_is_offered_to_take_back_a_lead_that_others_have_followed(lead: str) -> None:
    table = dealt(f"A:{lead} B:6h")
    (stays,) = asked(table, CardRemoved(t=1.0, card=lead), "taken_back")
    assert stays.event is None
    assert table.error(take_back=lead, by="A") == "card_stays"


@pytest.mark.parametrize("seen", [Swept(t=1.0), TrickTaken(t=1.0, cards=())])
def test_JKE_20_a_complete_trick_may_go(seen: Seen) -> None:
    assert meant(dealt("A:Ks B:As C:2s D:5s"), seen) is None
    assert meant(dealt(), seen) is None


@pytest.mark.parametrize("seen", [Swept(t=1.0), TrickTaken(t=1.0, seat="D", cards=())])
def test_JKE_P6_a_trick_with_a_card_unseen_asks_who_won(seen: Seen) -> None:
    table = dealt("A:Ks B:As C:2s")
    answers = asked(table, seen, "trick")
    said = done(table, answers[3])
    assert (said["turn"], said["tricks"]["D"]) == ("D", 1)


def test_JKE_P5_a_trick_at_another_seat_is_asked() -> None:
    table = dealt("A:Ks B:As C:2s D:5s")
    assert meant(table, TrickTaken(t=1.0, seat="B", cards=())) is None
    right, mistake, wrong = asked(table, TrickTaken(t=1.0, seat="A", cards=()), "trick")
    assert right.event is None
    assert done(table, mistake)["proof"]["kind"] == "wrong_trick_taken"
    assert done(table, wrong)["turn"] == "A"


@pytest.mark.parametrize(
    "seen", [Dice(t=1.0, values=(1, 2)), Letters(t=1.0, n=3), CardRemoved(t=1.0, card="Ks")]
)
def test_what_belongs_to_no_trick_means_nothing(seen: Seen) -> None:
    for table in (Table(), dealt(), dealt("A:2s")):
        assert meant(table, seen) is None


def test_after_the_game_nothing_means_anything() -> None:
    table = Table(round=13, hand_size=1)
    table.dealt(bids="0000")
    table.cards("A:Ks B:2s C:3s D:5s")
    assert meant(table, card("9s")) is None
    assert question(table.state) is None


codes = st.sampled_from([*DECK, "??", "K?", "?h", "Jk", "BOMB"])
seats = st.sampled_from([None, *"ABCD", "Zoe"])
things = st.one_of(
    st.builds(CardLanded, t=st.just(1.0), card=codes, seat=seats,
              confidence=st.floats(0, 1),
              alternatives=st.lists(st.tuples(codes, st.floats(0, 1)), max_size=2).map(tuple)),
    st.builds(CardsLanded, t=st.just(1.0), cards=st.lists(codes, max_size=3).map(tuple)),
    st.builds(CardRemoved, t=st.just(1.0), card=codes),
    st.builds(Swept, t=st.just(1.0)),
    st.builds(TrickTaken, t=st.just(1.0), seat=seats, cards=st.just(())),
    st.builds(TurnUp, t=st.just(1.0), card=codes, confidence=st.floats(0, 1)),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(things, st.integers(0, 20)), max_size=25))
def test_whatever_is_seen_its_events_make_sense_and_nothing_raises(
    seen: list[tuple[Seen, int]],
) -> None:
    table = Table()
    for thing, pick in seen:
        found = interpret(table.state, thing)
        if isinstance(found, Propose):
            for event in found.events:
                assert "error" not in table.event(**event)
        elif isinstance(found, Question):
            done(table, found.answers[pick % len(found.answers)])
        waiting = question(table.state)
        if waiting is not None and pick % 2:
            done(table, waiting.answers[pick % len(waiting.answers)])
