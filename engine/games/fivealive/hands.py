"""Cards and hands: what leaves and enters them, and what that proves (RULES 4.2, 4.9)."""

from __future__ import annotations

from typing import Any

from engine.games.fivealive import letters, proofs
from engine.games.fivealive.cards import HAND, coded, named
from engine.games.fivealive.state import State
from engine.games.fivealive.telling import LAST, Telling
from engine.words import counted, listed


def spend(state: State, player: str, card: str, say: Telling) -> State:
    """A card leaves the hand of `player` for the discards."""
    held = state.hands[player]
    if held == 0 and player in state.order:
        text = f"{player} plays {named(card)} and has no card left by the count."
        say.proofs.append(proofs.hand_count(player, 1, 0, text))
    state = evidence(_known_away(state, player, card), player, card, say)
    if player == state.turn and card in state.several:  # It may be the one that was thrown.
        state = state.but(several=_minus(state.several, card))
    hands = {**state.hands, player: max(0, held - 1)}
    if not state.house.deck_confirmed:
        return state.but(hands=hands, discards=state.discards + 1)
    seen = {**state.seen, card: state.seen.get(card, 0) + 1}
    state = state.but(hands=hands, discards=state.discards + 1, seen=seen)
    say.proofs += proofs.deck_count(state, card)
    return state


def show(state: State, player: str, card: str, say: Telling) -> State:
    """A card of `player` was seen and goes back to hand: it is known to be held."""
    say.facts.setdefault("returned", []).append(coded(card))
    state = evidence(state, player, card, say)
    mine = state.held.get(player, ())
    if card in mine:
        return state
    state = _known_away(state, player, card)
    state = state.but(held={**state.held, player: (*mine, card)})
    say.proofs += proofs.deck_count(state, card)
    return state


def evidence(state: State, player: str, card: str, say: Telling) -> State:
    """What the card proves of the time since its player drew last; it is told once."""
    if card == "0" and player in state.nones:
        say.proofs += proofs.withheld_zero(state, player)
        state = state.but(nones=_rest(state.nones, player))
    if player not in state.flipped:
        return state
    found = proofs.flipped_for_nothing(state, player, card)
    say.proofs += found
    return state.but(flipped=_rest(state.flipped, player)) if found else state


def _rest(evidence: dict[str, Any], player: str) -> dict[str, Any]:
    return {name: one for name, one in evidence.items() if name != player}


def _known_away(state: State, player: str, card: str) -> State:
    """A known copy of the card, if there is one that may be it, is not where it was."""
    mine = state.held.get(player)
    if mine and card in mine:
        return state.but(held={**state.held, player: _minus(mine, card)})
    return state.but(pool=_minus(state.pool, card)) if card in state.pool else state


def _minus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def drew(state: State, drawn: dict[str, int]) -> State:
    """The state after `drawn` cards were taken; who drew may hold anything (FAL-P2)."""
    hands = {name: n + drawn.get(name, 0) for name, n in state.hands.items()}
    return state.but(
        hands=hands,
        nones={name: steps for name, steps in state.nones.items() if name not in drawn},
        flipped={name: flips for name, flips in state.flipped.items() if name not in drawn},
    )


def draw(state: State, by: str, each: int, say: Telling) -> State:
    """Everybody else draws `each`, the next player first (FAL-13, FAL-14, FAL-32)."""
    drawn: dict[str, int] = {}
    for name in state.others(by):
        for _ in range(each):
            if state.stock == 0:
                state = _reshuffled(state, say)
            if state.stock == 0:
                break
            state = state.but(stock=state.stock - 1)
            drawn[name] = drawn.get(name, 0) + 1
    say.facts["drew"] = dict(drawn)
    if drawn:
        say.announce.append(f"{listed([f'{name} draws {n}' for name, n in drawn.items()])}.")
    if len(drawn) < len(state.order) - 1 or min(drawn.values(), default=0) < each:
        say.announce.append("The stock is used up.")
        say.rules.append("FAL-32")
    return drew(state, drawn).but(drawn=drawn)


def _reshuffled(state: State, say: Telling) -> State:
    """The discards but the top card become the stock (FAL-32)."""
    if state.house.exhausted == "stop" or state.discards < 2:
        return state
    say.facts["reshuffled"] = True
    say.rules.append("FAL-32")
    say.announce.append("The discards are shuffled: they are the stock.")
    top = {state.top.card: 1} if state.top is not None else {}
    return state.but(stock=state.discards - 1, discards=1, seen=top)


def redeal(state: State, by: str, say: Telling) -> State:
    """All hands are shuffled and dealt from the left of `by` (FAL-21)."""
    cards = sum(state.hands[name] for name in state.order)
    share, more = divmod(cards, len(state.order))
    seats, name = [], by
    for _ in state.order:
        name = state.after(name, 1)
        seats.append(name)
    dealt = {name: share + (index < more) for index, name in enumerate(seats)}
    counts = listed([f"{name} {n}" for name, n in dealt.items()])
    say.announce.append(f"All hands are dealt anew: {counts}.")
    known = tuple(card for cards in state.held.values() for card in cards)
    return state.but(
        hands={**state.hands, **dealt},
        held={},
        pool=(*state.pool, *known),
        nones={},
        flipped={},
    )


def is_last(state: State, player: str, say: Telling) -> bool:
    """Whether by the count the next card of `player` is the last one. Who by a corrected record
    has none left, but played one more at the table, played the last one too."""
    return state.hands[player] == 1 or (say.stood and state.hands[player] == 0)


def over(state: State, by: str, emptied: tuple[str, ...], say: Telling) -> State:
    """The hand is over, ended by a card of `by`: all but those whose hands are `emptied` flip,
    and the next hand is dealt (FAL-25, FAL-38, FAL-05).

    A hand that the table took as over has ended, though the corrected record shows that everybody
    had cards left: then nobody flips (PROTOCOL section 4).
    """
    say.stance = LAST
    say.facts["hand_over"] = True
    say.announce.append("Hand over.")
    if emptied:
        state = _others_flip(state, {state.sides[name] for name in emptied}, say)
    else:
        say.announce.append("No hand was empty: no letter is lost.")
    state = letters.settle(state, by, say)
    return state if state.over else deal(state, by, say)


def _others_flip(state: State, spared: set[str], say: Telling) -> State:
    say.rules.append("FAL-38" if state.house.teams else "FAL-25")
    for side in dict.fromkeys(state.sides[name] for name in state.order):
        if side not in spared:
            state = letters.flip(state, side, "last_card", say)
    return state


def deal(state: State, winner: str, say: Telling) -> State:
    """A new hand of ten each (FAL-05)."""
    say.rules.append("FAL-05")
    rotates = state.house.next_dealer == "rotate" or winner not in state.order
    dealer = state.after(state.dealer, 1) if rotates else winner
    hands = {name: HAND if name in state.order else 0 for name in state.everyone}
    say.announce.append(f"{dealer} deals {HAND} cards each.")
    return state.but(
        hands=hands,
        stock=max(0, state.house.deck_size - sum(hands.values())),
        dealer=dealer,
        turn=state.after(dealer, 1),
        hand=state.hand + 1,
        total=0,
        direction=1,
        discards=0,
        bomb=None,
        **NOTHING_KNOWN,
    )


NOTHING_KNOWN: dict[str, Any] = {
    "top": None,
    "back": None,
    "skipped": None,
    "several": (),
    "drawn": {},
    "seen": {},
    "held": {},
    "pool": (),
    "nones": {},
    "flipped": {},
}
"""What is known of the cards when a hand begins."""


def counted_hand(player: str, cards: int, held: int, say: Telling) -> None:
    """FAL-P5: hands that are shown must have as many cards as the record says."""
    if cards != held:
        text = f"{player} shows {counted(cards, 'cards')}; by the count there are {held}."
        say.proofs.append(proofs.hand_count(player, cards, held, text))
