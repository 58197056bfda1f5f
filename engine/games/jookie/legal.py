"""What may be done at a Jookie table now, for people who want a ruling explained."""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import named_suit
from engine.games.jookie.bids import barred
from engine.games.jookie.state import Hand, State
from engine.words import counted


def legal(state: State) -> tuple[str, ...]:
    """One short sentence for each thing that may be done now."""
    if state.over:
        return ("Nothing: the game is over.",)
    hand = state.hand
    if hand is None or hand.over:
        return (f"{state.dealer} deals {counted(state.size, 'cards')} each (JKE-03).",)
    if hand.absent:
        return ("Somebody sits down for who left, or the round is dealt anew.",)
    if hand.bidder is not None:
        return (_bid(state, hand, hand.bidder),)
    return tuple(_cards(state, hand))


def _bid(state: State, hand: Hand, bidder: str) -> str:
    text = f"{bidder} bids 0 to {hand.size} (JKE-10)"
    forbidden = barred(state, hand, bidder)
    if forbidden is None or forbidden < 0:
        return f"{text}."
    return f"{text}, but not {forbidden} (JKE-11)."


def _cards(state: State, hand: Hand) -> Iterator[str]:
    if hand.pending is not None:
        yield f"{hand.pending.player} says whether they hold only trumps (JKE-15)."
        return
    if hand.laid:
        yield f"{hand.turn} follows {named_suit(hand.laid[0].card[1])} if able (JKE-16)."
        yield "Without it any card may be played, a trump too (JKE-17)."
        return
    if hand.trump is None or hand.broken:
        yield f"{hand.turn} leads any card (JKE-13)."
        return
    yield f"{hand.turn} leads any card but {named_suit(hand.trump)}, trump is not broken (JKE-13)."
    if state.house.only_trumps_may_lead:
        yield "From nothing but trumps a trump may be led (JKE-15)."
