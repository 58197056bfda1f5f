"""What a ruling of Jookie leaves for people to say, as questions (RULES 0.5)."""

from __future__ import annotations

from engine.codes import named
from engine.games.jookie.bids import allowed
from engine.games.jookie.state import DECK_SIZE, Hand, Laid, State
from engine.questions import Choice, Question


def question(state: State) -> Question | None:
    """The question that is open now; None where there is none, or cards have to be seen first."""
    hand = state.hand
    if state.over or (hand is not None and hand.absent):
        return None
    if hand is None or hand.over:
        return _dealt(state)
    if hand.bidder is not None:
        return _bid(state, hand, hand.bidder)
    return _claim(hand.pending) if hand.pending is not None else None


def _dealt(state: State) -> Question | None:
    """JKE-06: no camera sees the end of a deal without a card turned up."""
    full = state.size * len(state.seats) == DECK_SIZE
    if not full or state.house.full_deal_trump != "none":
        return None
    dealt = Choice(f"{state.dealer} has dealt", {"deal": None, "dealer": state.dealer})
    blown = Choice(f"{state.dealer} blew the deal", {"misdeal": state.dealer})
    return Question("deal", f"Round {state.round} has no trump. Is it dealt?", (dealt, blown))


def _bid(state: State, hand: Hand, bidder: str) -> Question:
    """JKE-09: bids are spoken."""
    answers = tuple(
        Choice(f"{bidder} bids {n}", {"bid": n, "by": bidder}) for n in allowed(state, hand, bidder)
    )
    return Question("bid", f"What does {bidder} bid?", answers)


def _claim(led: Laid) -> Question:
    """JKE-15: only the leader knows."""
    yes = Choice("nothing but trumps", {"only_trumps": True, "by": led.player})
    no = Choice("other cards too: it goes back", {"only_trumps": False, "by": led.player})
    text = f"{led.player} leads the {named(led.card)} and trump is not broken. Only trumps in hand?"
    return Question("only_trumps", text, (yes, no))
