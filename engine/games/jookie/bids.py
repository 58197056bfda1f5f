"""Bids: one each, in turn, within the hand (JKE-09 to JKE-11)."""

from __future__ import annotations

from engine.games.jookie import proofs, rounds
from engine.games.jookie.events import Bid
from engine.games.jookie.state import Hand, State, seated
from engine.ruling import Context, Mode, Refused
from engine.saying import Saying
from engine.words import counted, listed


def bid(state: State, event: Bid, say: Saying) -> State:
    """A bid; one that was never entered may come late."""
    hand, live = state.hand, say.context.mode is Mode.LIVE
    if hand is None or (hand.over and event.by in hand.bids and live):
        raise Refused("bid_order", f"First {state.dealer} deals.")
    if event.by not in hand.players:
        seated(state, event.by)
        raise Refused("bid_order", f"{event.by} has no cards in this round.")
    _in_order(hand, event.by, say.context)
    _in_range(state, hand, event)
    say.rules += ["JKE-09", "JKE-10"]
    say.announce.append(f"{event.by} bids {event.bid}.")
    bids = {**hand.bids, event.by: event.bid}
    if hand.over:
        return _judged_late(state.but(hand=hand.but(bids=bids)), event.by, say)
    if hand.bidder is None:
        return state.but(hand=hand.but(bids=bids))
    return state.but(hand=_went_on(hand.but(bids=bids), event.by))


def _in_order(hand: Hand, player: str, context: Context) -> None:
    """JKE-09; what was bid already stands."""
    if context.mode is not Mode.LIVE:
        return
    if hand.absent:
        raise Refused("player_missing", f"Nobody has the cards of {listed(hand.absent)}.")
    if player in hand.bids:
        raise Refused("bid_order", f"{player} has bid already.")
    if hand.bidder not in (None, player):
        found = proofs.bid_out_of_turn(player, str(hand.bidder))
        raise Refused("bid_order", f"It is {hand.bidder}'s turn to bid.", (found,))


def _in_range(state: State, hand: Hand, event: Bid) -> None:
    """JKE-10, and JKE-11 where the house has a hook."""
    if not 0 <= event.bid <= hand.size:
        text = f"A bid is 0 to {hand.size}."
        found = (proofs.bid_above_hand(event.by, event.bid, hand.size),)
        raise Refused("bid_range", text, found if event.bid > hand.size else ())
    if event.bid == barred(state, hand, event.by):
        text = f"The bids must not add up to {counted(hand.size, 'tricks')}: bid another number."
        raise Refused("bid_range", text)


def barred(state: State, hand: Hand, player: str) -> int | None:
    """The bid that the hook forbids to the last bidder (JKE-11); None where it forbids none."""
    others = [bid for name, bid in hand.bids.items() if name != player]
    last = len(others) == len(hand.players) - 1
    return hand.size - sum(others) if state.house.hook and last else None


def allowed(state: State, hand: Hand, player: str) -> list[int]:
    """What a player may bid (JKE-10, JKE-11)."""
    forbidden = barred(state, hand, player)
    return [number for number in range(hand.size + 1) if number != forbidden]


def _went_on(hand: Hand, player: str) -> Hand:
    """The hand with the next bidder, or with the leader of the first trick (JKE-12)."""
    at = hand.players.index(player) + 1
    ring = (*hand.players[at:], *hand.players[:at])
    bidder = next((name for name in ring if name not in hand.bids), None)
    return hand.but(bidder=bidder, turn=bidder or hand.players[0])


def _judged_late(state: State, player: str, say: Saying) -> State:
    """The round is over: the bid is compared with the tricks at once."""
    assert state.hand is not None
    return rounds.judged(state, state.hand, [player], say)
