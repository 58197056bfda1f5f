"""Proofs from the record of Becker's Game of Death, BGD-P1 to BGD-P11.

All of them follow from the state that the events fold to, so a correction re-opens or withdraws
them. BGD-P6 is found where a card is thrown (`throws`), BGD-P8 is charged at once and told as
`offence`, and of BGD-P9 what was drunk against what was owed is found in `engine.referee`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from engine.codes import named
from engine.games.becker.cards import DECK, GIVES, OPENING
from engine.games.becker.state import Passed, Pool, State
from engine.proofs import Proof, Strength
from engine.words import counted, listed


def _pass_proof(kind: str, player: str, passed: Passed, card: str, seen: int, rule: str) -> Proof:
    facts = {"player": player, "pass_step": passed.step, "top": passed.top, "card": card}
    text = (
        f"{player} passed on the {named(passed.top)} (step {passed.step}) and held the "
        f"{named(card)} (seen step {seen})."
    )
    return Proof(kind, "certain", facts, text, rule)


def earlier_passes(
    state: State, player: str, card: str, step: int, rule: Literal["BGD-P1", "BGD-P2"]
) -> list[Proof]:
    """Hands only shrink, so a card thrown (BGD-P1) or shown (BGD-P2) now was there at every
    earlier pass."""
    return [
        _pass_proof("pass_with_legal_card", player, passed, card, step, rule)
        for passed in state.passes.get(player, ())
        if passed.allowed(card)
    ]


def known_passes(state: State, player: str, passed: Passed) -> list[Proof]:
    """BGD-P3: a pass with a card that everybody knows to be in that hand."""
    return [
        _pass_proof("pass_with_known_card", player, passed, card, seen, "BGD-P3")
        for card, seen in state.known.get(player, {}).items()
        if passed.allowed(card)
    ]


_MOST_FITTING = 15
"""Twelve cards of the suit and three of the rank."""


def _elsewhere(state: State, players: Iterable[str]) -> int:
    """The most cards nobody has seen that can be outside these players' hands."""
    seen = len(state.out) + sum(map(len, state.known.values()))
    return len(DECK) - seen - sum(_unknown(state, name) for name in players)


def _fitting(state: State, passed: Passed) -> int:
    """How many cards nobody has seen could have been thrown instead of a pass."""
    seen = {card for cards in state.known.values() for card in cards}.union(state.out)
    return sum(map(passed.allowed, DECK - seen))


def _unknown(state: State, player: str) -> int:
    """How many cards in a hand nobody has seen."""
    return max(0, state.hands[player] - len(state.known.get(player, ())))


def counted_pass(state: State, player: str, passed: Passed) -> list[Proof]:
    """BGD-P4: there are more cards that fit than places for them outside this hand."""
    elsewhere = _elsewhere(state, (player,))
    if elsewhere >= _MOST_FITTING:
        return []
    fitting = _fitting(state, passed)
    if fitting <= elsewhere:
        return []
    facts = {
        "player": player,
        "pass_step": passed.step,
        "top": passed.top,
        "unseen": fitting,
        "elsewhere": elsewhere,
    }
    text = (
        f"{player} passed on the {named(passed.top)} (step {passed.step}): "
        f"{counted(fitting, 'cards')} that fit are not seen yet, and at most {elsewhere} can be "
        f"elsewhere."
    )
    return [Proof("pass_with_counted_card", "certain", facts, text, "BGD-P4")]


def group_pass(state: State) -> list[Proof]:
    """BGD-P5: all passed, and there are more cards that fit than can be outside their hands."""
    if state.top is None or not state.idle:
        return []
    passed, passers = Passed(state.idle[-1][1], state.top), dict(state.idle)
    elsewhere = _elsewhere(state, passers)
    if len(passers) < 2 or elsewhere >= _MOST_FITTING:
        return []
    fitting = _fitting(state, passed)
    if fitting <= elsewhere:
        return []
    facts = {
        "players": list(passers),
        "pass_steps": list(passers.values()),
        "top": state.top,
        "unseen": fitting,
        "elsewhere": elsewhere,
    }
    text = (
        f"{listed(tuple(passers))} all passed on the {named(state.top)}, but one of them held a "
        f"card that fits: {fitting} are not seen yet, and at most {elsewhere} can be elsewhere."
    )
    return [Proof("group_pass", "certain", facts, text, "BGD-P5")]


def duplicate(state: State, card: str) -> Proof:
    """BGD-P6: a card that is out already in this deal."""
    first = state.out[card]
    text = f"The {named(card)} is out already (step {first})."
    return Proof("duplicate_card", "certain", {"card": card, "first_step": first}, text, "BGD-P6")


def from_another_hand(state: State, player: str, cards: Iterable[str]) -> list[Proof]:
    """BGD-49: a card that was seen in one hand comes out of another."""
    found = []
    for card in cards:
        for holder, hand in state.known.items():
            if holder != player and card in hand:
                facts: dict[str, Any] = {"player": player, "holder": holder, "card": card}
                text = f"{player} has the {named(card)}, which {holder} held (step {hand[card]})."
                facts = {**facts, "first_step": hand[card]}
                found.append(Proof("traded_card", "hint", facts, text, "BGD-49"))
    return found


def _keeps_some(state: State, player: str) -> bool:
    """Whether fewer cards were shown than are held, black faces only: nothing else costs."""
    shown = state.revealed[player]
    return len(shown) < state.hands[player] and all(card in GIVES for card in shown)


def hand_count(state: State, player: str) -> list[Proof]:
    """BGD-P7: thrown and shown cards are not those that were dealt.

    Fewer than due is but a hint, and none where only black faces were shown.
    """
    shown, due = state.revealed[player], state.hands[player]
    if len(shown) == due or _keeps_some(state, player):
        return []
    strength: Strength = "certain" if len(shown) > due else "hint"
    facts = {
        "player": player,
        "dealt": state.dealt[player],
        "expected": due,
        "shown": len(shown),
    }
    text = f"{player} has {counted(len(shown), 'cards')} at the end and should have {due}."
    return [Proof("hand_count", strength, facts, text, "BGD-P7")]


def too_many(state: State, player: str) -> list[Proof]:
    """BGD-P7: a throw out of a hand that should be empty."""
    if state.hands[player] > 0:
        return []
    facts = {"player": player, "dealt": state.dealt[player], "expected": 0, "shown": 1}
    text = f"{player} throws more cards than the {state.dealt[player]} that were dealt."
    return [Proof("hand_count", "hint", facts, text, "BGD-P7")]


def wrong_give(pools: Iterable[Pool], given: int, by: str) -> Proof:
    """BGD-P9: what was given is more than the cards give."""
    due = sum(pool.n for pool in pools)
    facts: dict[str, Any] = {
        "player": by,
        "given": given,
        "due": due,
        "steps": [pool.step for pool in pools],
    }
    return Proof(
        "wrong_give", "hint", facts, f"{by} gave {given}, and it was {due} to give.", "BGD-P9"
    )


def taken_back(state: State, player: str, card: str) -> Proof:
    """BGD-P10: a card that was thrown leaves the table."""
    step = state.out[card]
    facts = {"player": player, "card": card, "throw_step": step}
    text = f"The {named(card)} was thrown (step {step}) and then taken from the table."
    return Proof("card_taken_back", "hint", facts, text, "BGD-P10")


def late_opening(state: State, player: str, card: str) -> list[Proof]:
    """BGD-P11: the 2 of diamonds is thrown, though another card opened the deal."""
    opener = state.opener
    if card != OPENING or opener in (None, OPENING) or state.house.open_any:
        return []
    assert opener is not None
    facts = {"player": player, "card": card, "opener": opener, "first_step": state.out[opener]}
    text = (
        f"{player} held the {named(card)} while the {named(opener)} opened "
        f"(step {state.out[opener]})."
    )
    return [Proof("late_opening_card", "certain", facts, text, "BGD-P11")]


def missing_opening(state: State) -> list[Proof]:
    """BGD-P11: all hands are shown whole, and the 2 of diamonds never appeared.

    Who shows black faces only may well keep it.
    """
    shown = {card for cards in state.revealed.values() for card in cards}
    dealt = sum(state.dealt.values()) == len(DECK)
    whole = all(p in state.revealed and not _keeps_some(state, p) for p in state.everyone)
    if not dealt or not whole or OPENING in state.out or OPENING in shown:
        return []
    text = f"All hands are shown, and the {named(OPENING)} is not among them."
    return [Proof("missing_opening_card", "hint", {"card": OPENING}, text, "BGD-P11")]
