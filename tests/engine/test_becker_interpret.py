"""What cards on the table mean in Becker's game: events where it is clear, questions where not."""

from __future__ import annotations

import random

import pytest

from engine.games.becker.cards import DECK
from engine.games.becker.interpret import interpret
from engine.match import Match
from engine.playout import Plan
from engine.questions import Propose, Question
from engine.referee import Referee
from engine.seen import CardLanded, CardRemoved, CardsLanded, Dice, Knock, Swept, TurnUp
from engine.setup import load_setup
from tests.engine.becker_table import OPEN, PLAYERS, after, answers, card, play, table

KING = (OPEN, play("2s", "Ben"), play("Ks", "Cat"))
ALOUD = {"give": None, "by": "Cat"}


@pytest.mark.parametrize(
    ("seat", "by"), [("Ben", "Ben"), (None, "Ben"), ("Zoe", "Ben")], ids=["seen", "unseen", "alien"]
)
def test_a_clear_card_is_thrown_by_whoever_is_in_turn(seat: str | None, by: str) -> None:
    assert interpret(after(OPEN), card("6d", seat)) == Propose(play("6d", by))


def test_an_illegal_card_is_never_read_as_another() -> None:
    seen = card("6s", "Ben", confidence=0.9, alternatives=(("6d", 0.05),))
    assert interpret(after(OPEN), seen) == Propose(play("6s", "Ben"))


def test_between_two_readings_people_are_asked_and_both_are_named() -> None:
    seen = card("6s", "Ben", confidence=0.55, alternatives=(("9s", 0.4),))
    found = interpret(after(OPEN), seen)
    assert answers(found)[:2] == [(None, play("6s", "Ben")), (None, play("9s", "Ben"))]
    assert isinstance(found, Question)
    assert "6 of spades or the 9 of spades" in found.text


def test_a_card_that_is_out_cannot_land_again_so_the_other_reading_is_clear() -> None:
    state = after(OPEN, play("6d", "Ben"))
    seen = card("6d", "Cat", confidence=0.6, alternatives=(("9d", 0.35),))
    assert interpret(state, seen) == Propose(play("9d", "Cat"))


def test_a_card_that_can_only_be_one_that_is_out_is_asked_about_not_charged() -> None:
    state = after(OPEN, play("6d", "Ben"), play("9d", "Cat"))
    found = interpret(state, card("6d", "Dan"))
    assert answers(found) == [(None, play("6d", "Dan")), (None, None)]
    assert isinstance(found, Question)
    assert "out already" in found.text


def test_a_card_beside_a_face_down_packet_is_thrown_all_the_same() -> None:
    seen = TurnUp(t=1.0, card="6d", seat="Ben", confidence=0.95)
    assert interpret(after(OPEN), seen) == Propose(play("6d", "Ben"))


def test_the_top_card_seen_again_is_nothing() -> None:
    assert interpret(after(OPEN), card("2d", "Ben")) is None


def test_half_a_reading_leaves_the_cards_that_are_possible() -> None:
    state = after(OPEN, play("6d", "Ben"))
    found = interpret(state, card("6?", "Cat"))
    assert [event for _, event in answers(found)] == [
        play("6c", "Cat"), play("6h", "Cat"), play("6s", "Cat"), None,
    ]  # fmt: skip


def test_before_the_opening_the_seat_decides_and_without_one_people_do() -> None:
    assert interpret(after(), card("2d", "Cat")) == Propose(play("2d", "Cat"))
    found = interpret(after(), card("2d"))
    assert [event for _, event in answers(found)] == [*(play("2d", n) for n in PLAYERS), None]


def test_a_card_from_the_next_seat_asks_whether_somebody_passed() -> None:
    found = interpret(after(OPEN), card("6d", "Cat"))
    assert answers(found) == [
        ({"pass": "Ben"}, play("6d", "Cat")),
        (None, play("6d", "Ben")),
        ({"set": {"turn": "Cat"}, "reason": "it was Cat's turn"}, play("6d", "Cat")),
        (None, play("6d", "Cat")),
        (None, None),
    ]


def test_several_may_have_passed_and_even_everybody() -> None:
    found = interpret(after(OPEN), card("6d", "Dan"))
    assert answers(found)[0] == ({"passes": ["Ben", "Cat"]}, play("6d", "Dan"))
    found = interpret(after(OPEN), card("9s", "Ann"))
    assert answers(found)[0] == ({"passes": ["Ben", "Cat", "Dan"]}, play("9s", "Ann"))
    referee = table(OPEN, {"passes": ["Ben", "Cat", "Dan"]})
    assert referee.submit(play("9s", "Ann"))["turn"] == "Ben"
    assert referee.view()["totals"] == {"Ann": 0, "Ben": 1, "Cat": 1, "Dan": 1}


def test_nobody_passes_before_a_lead() -> None:
    state = after(OPEN, play("Ad", "Ben"))
    assert answers(interpret(state, card("9s", "Cat")))[0] == (None, play("9s", "Ben"))


def test_a_card_while_drinks_are_open_asks_whether_they_were_given_aloud() -> None:
    found = interpret(after(*KING), card("9s", "Dan"))
    assert answers(found) == [
        (ALOUD, play("9s", "Dan")),
        (None, play("9s", "Dan")),
        (None, None),
    ]


def test_a_card_before_a_choice_is_made_asks_which_card_stayed() -> None:
    state = after(OPEN, {"plays": ["6d", "Ad"], "by": "Ben"})
    found = interpret(state, card("9s", "Cat"))
    assert answers(found) == [
        ({"choose": "6d", "by": "Ben"}, play("9s", "Cat")),
        ({"choose": "Ad", "by": "Ben"}, play("9s", "Ben")),
        (None, None),
    ]
    assert isinstance(found, Question)
    assert found.otherwise is not None
    assert found.otherwise["set"] == {"top": "9s", "thrower": "Cat", "turn": "Dan"}


def test_several_cards_by_the_player_in_turn_are_several_at_once() -> None:
    seen = CardsLanded(t=1.0, cards=("6d", "9s"), seat="Ben")
    assert interpret(after(OPEN), seen) == Propose({"plays": ["6d", "9s"], "by": "Ben"})


def test_several_cards_without_a_seat_may_have_come_one_after_the_other() -> None:
    found = interpret(after(OPEN), CardsLanded(t=1.0, cards=("6d", "6s")))
    assert answers(found) == [
        (None, {"plays": ["6d", "6s"], "by": "Ben"}),
        (play("6d", "Ben"), play("6s", "Cat")),
        (None, None),
    ]


def test_of_several_cards_those_that_were_out_are_no_news() -> None:
    seen = CardsLanded(t=1.0, cards=("2d", "6d"), seat="Ben")
    assert interpret(after(OPEN), seen) == Propose(play("6d", "Ben"))
    assert interpret(after(OPEN), CardsLanded(t=1.0, cards=("2d",))) is None
    assert interpret(after(OPEN), CardsLanded(t=1.0, cards=("??", "6d"))) is None


def test_several_cards_at_the_opening_ask_who_it_was() -> None:
    found = interpret(after(), CardsLanded(t=1.0, cards=("2d", "6d")))
    assert len(answers(found)) == len(PLAYERS) + 1


def test_a_legal_card_that_leaves_stays_and_one_that_was_sent_back_may_go() -> None:
    state = after(OPEN, play("9s", "Ben"))
    taken = CardRemoved(t=1.0, card="2d", seat="Ann")
    assert interpret(state, taken) == Propose({"take_back": "2d", "by": "Ann"})
    assert interpret(state, CardRemoved(t=1.0, card="9s", seat="Ben")) is None
    swept = after(OPEN, play("Ad", "Ben"))
    assert interpret(swept, CardRemoved(t=1.0, card="2d")) is None


def test_of_several_cards_the_one_that_is_taken_back_goes() -> None:
    state = after(OPEN, {"plays": ["6d", "7d"], "by": "Ben"})
    taken = CardRemoved(t=1.0, card="6d")
    assert interpret(state, taken) == Propose({"take_back": "6d", "by": "Ben"})


def test_a_table_swept_too_soon_asks_who_passed_and_an_announced_sweep_is_none() -> None:
    found = interpret(after(OPEN, {"pass": "Ben"}), Swept(t=1.0))
    assert answers(found) == [(None, {"passes": ["Cat", "Dan"]}), (None, None)]
    assert interpret(after(OPEN, play("Ad", "Ben")), Swept(t=1.0)) is None
    assert interpret(after(), Swept(t=1.0)) is None


def test_black_faces_left_at_the_end_are_asked_about() -> None:
    state = after(OPEN, {"set": {"over": "B"}})
    found = interpret(state, card("Ks"))
    assert [event for _, event in answers(found)] == [
        *({"reveal": {name: ["Ks"]}} for name in PLAYERS), None,
    ]  # fmt: skip
    assert interpret(state, card("Kh")) is None


def test_other_things_mean_nothing_here() -> None:
    assert interpret(after(), Dice(t=1.0, values=(1, 2))) is None


def match(*events: dict[str, object]) -> Match:
    game = Match(load_setup("becker", PLAYERS, {}))
    for event in events:
        game.submit(event, 0.5)
    return game


def test_a_question_that_nobody_answers_costs_nobody_anything_and_the_game_goes_on() -> None:
    game = match(OPEN)
    game.see(card("6d", "Cat"))
    game.see(CardLanded(t=2.0, card="9d", seat="Dan"))
    view = game.view()
    assert view["totals"] == dict.fromkeys(PLAYERS, 0)
    assert (view["top"], view["turn"]) == ("9d", "Ann")
    assert [line["about"] for line in game.open_questions] == ["who"]


def test_an_answer_that_comes_late_is_put_in_where_it_belongs() -> None:
    game = match(OPEN)
    game.see(card("6d", "Cat"))
    game.see(CardLanded(t=2.0, card="3d", seat="Dan"))
    game.answer(1, 0, 3.0)
    view = game.view()
    assert view["totals"] == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 3}
    assert (view["top"], view["turn"]) == ("3d", "Ann")


def test_SAF_06_nobody_unwell_is_offered_the_drinks_that_are_to_give() -> None:
    game = match(*KING)
    *_, asked = game.submit({"unwell": "Dan"}, 3.0)
    offered = [answer["text"] for answer in asked["answers"]]
    assert offered == ["all to Ann", "all to Ben", "they were given aloud"]


@pytest.mark.parametrize("cards", [("6d", "6d"), ("6d", "9d", "6d")])
def test_a_card_that_is_seen_twice_in_one_throw_was_read_wrong_and_is_asked_about(
    cards: tuple[str, ...],
) -> None:
    found = interpret(after(OPEN), CardsLanded(t=1.0, cards=cards, seat="Ben"))
    offered: list[object] = [event for _, event in answers(found)]
    assert offered[0] == (
        play("6d", "Ben") if len(cards) == 2 else {"plays": ["6d", "9d"], "by": "Ben"}
    )
    assert len({str(choice) for choice in answers(found)}) == len(offered)


def test_drinks_given_aloud_cost_nobody_a_doh() -> None:
    game = match(*KING)
    game.see(card("9s", "Dan"))
    game.see(CardLanded(t=2.0, card="Ts", seat="Ann"))
    view = game.view()
    assert view["totals"] == {"Ann": 1, "Ben": 0, "Cat": 0, "Dan": 0}
    assert (view["top"], view["turn"], view["may_play"]) == ("Ts", "Ben", True)
    game.answer(2, 0, 3.0)
    assert game.view()["totals"] == {"Ann": 1, "Ben": 0, "Cat": 0, "Dan": 4}


@pytest.mark.parametrize("seed", range(4))
def test_a_round_that_is_seen_is_ruled_as_one_that_is_entered(seed: int) -> None:
    game, entered = match(), Referee(load_setup("becker", PLAYERS, {}))
    plan = Plan(sense="sensible")
    playout = entered.game.playout(entered.setup, random.Random(seed), plan)
    t = 1.0
    while (event := playout.next(entered.state)) is not None:
        t += 1.0
        swept = entered.submit(event)["sweep"]
        if "play" in event:
            game.see(CardLanded(t=t, card=event["play"], seat=event["by"]))
        else:
            game.submit(event, t)
        if swept:
            game.see(Swept(t=t + 0.5))
    seen, told = game.view(), entered.view()
    assert {**seen, "steps": 0} == {**told, "steps": 0}
    assert game.open_questions == []


def test_whatever_is_seen_in_whatever_state_is_answered() -> None:
    rng, codes = random.Random(7), [*sorted(DECK), "??", "K?", "?h", "Jk"]
    for seed in range(30):
        referee = Referee(load_setup("becker", PLAYERS, {}))
        playout = referee.game.playout(referee.setup, random.Random(seed), Plan(cheating=0.1))
        while (event := playout.next(referee.state)) is not None:
            referee.submit(event)
            code, seat = rng.choice(codes), rng.choice((None, *PLAYERS, "Zoe"))
            pair = tuple(rng.sample(codes, 2))
            sure = rng.random()
            other = ((rng.choice(codes), 1 - sure),)
            for seen in (
                CardLanded(t=1.0, card=code, seat=seat, confidence=sure, alternatives=other),
                CardsLanded(t=1.0, cards=pair, seat=seat),
                CardRemoved(t=1.0, card=code, seat=seat),
                Swept(t=1.0),
            ):
                found = interpret(referee.state, seen)
                assert not isinstance(found, Question) or found.answers


KNOCKS = {"becker.knock_pass": True}


def test_a_knock_of_who_is_in_turn_is_a_pass_once_it_is_confirmed() -> None:
    found = interpret(after(OPEN, house=KNOCKS), Knock(t=1.0, seat="Ben"))
    assert answers(found) == [(None, {"pass": "Ben"}), (None, None)]
    assert isinstance(found, Question)
    assert found.otherwise is None


@pytest.mark.parametrize(
    ("events", "seat", "house"),
    [
        ((OPEN,), "Ben", {}),
        ((OPEN,), "Cat", KNOCKS),
        ((OPEN,), None, KNOCKS),
        ((), "Ann", KNOCKS),
        (KING, "Dan", KNOCKS),
    ],
    ids=["nobody agreed on it", "not in turn", "unseen", "nothing on the table", "drinks to give"],
)
def test_other_knocks_are_nothing(
    events: tuple[dict[str, object], ...], seat: str | None, house: dict[str, object]
) -> None:
    state = after(*events, house=house)
    assert interpret(state, Knock(t=1.0, seat=seat)) is None


def test_the_next_card_after_a_knock_that_nobody_confirmed_asks_whether_it_was_a_pass() -> None:
    match = Match(load_setup("becker", PLAYERS, {"house": KNOCKS}))
    match.submit(OPEN, 0.5)
    match.see(Knock(t=1.0, seat="Ben"))
    lines = match.see(CardLanded(t=2.0, card="6d", seat="Cat"))
    assert [line["kind"] for line in lines] == ["seen", "question"]
    assert "passed" in lines[1]["answers"][0]["text"]
