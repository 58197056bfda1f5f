"""What people set by hand holds, whatever the rules would say (PROTOCOL section 4, `set`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec

from engine import codes
from engine.events import Name, in_words
from engine.games.jookie import leads, proofs, tricks
from engine.games.jookie.cards import readable
from engine.games.jookie.events import Code
from engine.games.jookie.state import DECK_SIZE, Hand, Laid, State, seated
from engine.ruling import Refused
from engine.saying import Saying
from engine.words import shown

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Points = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
_Unset = msgspec.UnsetType
_UNSET = msgspec.UNSET


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `set` can set in Jookie.

    `trick` are the cards of the running trick, in order; `won` who takes it as it lies, or took
    the one before it.
    """

    round: Annotated[int, msgspec.Meta(ge=1, le=13)] | _Unset = _UNSET
    hand_size: Annotated[int, msgspec.Meta(ge=1, le=13)] | _Unset = _UNSET
    dealer: Name | _Unset = _UNSET
    trump: str | _Unset | None = _UNSET
    broken: bool | _Unset = _UNSET
    bids: dict[Name, Count | None] | _Unset = _UNSET
    bidder: Name | _Unset | None = _UNSET
    tricks: dict[Name, Count] | _Unset = _UNSET
    score: dict[Name, Points] | _Unset = _UNSET
    executions: dict[Name, Count] | _Unset = _UNSET
    trick: dict[Name, Code] | _Unset = _UNSET
    won: Name | _Unset = _UNSET
    turn: Name | _Unset = _UNSET
    needs: _Unset | None = _UNSET


def set_state(state: State, raw: dict[str, Any], say: Saying) -> State:
    """The state with what people set. Raises `Refused` for what cannot be."""
    try:
        values = msgspec.convert(raw, Values, strict=False)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Refused("invalid_set", f"{shown(in_words(error), 120)} (in `set`).") from None
    for names in (values.bids, values.tricks, values.score, values.executions, values.trick):
        _known(state, () if isinstance(names, msgspec.UnsetType) else names)
    for key, setter in _SETTERS.items():
        value = getattr(values, key)
        if value is not _UNSET:
            state = setter(state, value, say)
    return state


def _known(state: State, names: Iterable[str]) -> None:
    for name in names:
        if name not in state.everyone:
            seated(state, name)


def _hand(state: State, key: str) -> Hand:
    """The running round; raises `Refused` where there is none."""
    if state.hand is None or state.hand.over:
        raise Refused("invalid_set", f"No round is dealt, so that `{key}` cannot be set.")
    return state.hand


def _round(state: State, number: int, _: Saying) -> State:
    if number > state.rounds:
        raise Refused("invalid_set", f"There are {state.rounds} rounds.")
    return state.but(round=number, over=False)


def _hand_size(state: State, size: int, _: Saying) -> State:
    if size * len(state.seats) > DECK_SIZE:
        raise Refused("invalid_set", f"The deck has no {size} cards for each.")
    if state.hand is None or state.hand.over:
        return state.but(size_due=size)
    if len(state.hand.tricks) >= size:
        raise Refused("invalid_set", "More tricks than that are played already.")
    return state.but(hand=state.hand.but(size=size))


def _dealer(state: State, player: str, _: Saying) -> State:
    seated(state, player)
    return state.but(dealer=player)


def _trump(state: State, suit: str | None, _: Saying) -> State:
    hand = _hand(state, "trump")
    if suit is None:
        return state.but(hand=hand.but(trump=None, turned=None))
    try:
        trump = codes.suit(suit)
    except codes.CodeError as error:
        raise Refused("invalid_set", str(error)) from None
    turned = hand.turned if hand.turned and hand.turned[1] == trump else None
    return state.but(hand=hand.but(trump=trump, turned=turned))


def _broken(state: State, value: bool, _: Saying) -> State:
    return state.but(hand=_hand(state, "broken").but(broken=value))


def _bids(state: State, bids: dict[str, int | None], _: Saying) -> State:
    hand = _hand(state, "bids")
    if any(bid is not None and bid > hand.size for bid in bids.values()):
        raise Refused("bid_range", f"A bid is 0 to {hand.size}.")
    both = {**hand.bids, **bids}
    made = {name: bid for name, bid in both.items() if bid is not None and name in hand.players}
    hand = hand.but(bids=made)
    if hand.bidder is not None:
        bidder = next((name for name in hand.players if name not in made), None)
        hand = hand.but(bidder=bidder, turn=bidder or hand.players[0])
    return state.but(hand=hand)


def _bidder(state: State, player: str | None, _: Saying) -> State:
    """Without a bidder bidding is over; bids not entered may come late (PROTOCOL section 5)."""
    hand = _hand(state, "bidder")
    if player is None:
        turn = hand.turn if hand.bidder is None else hand.players[0]
        return state.but(hand=hand.but(bidder=None, turn=turn))
    _dealt_in(state, hand, player)
    bids = {name: bid for name, bid in hand.bids.items() if name != player}
    return state.but(hand=hand.but(bidder=player, turn=player, bids=bids))


def _dealt_in(state: State, hand: Hand, player: str) -> None:
    if player not in hand.players:
        seated(state, player)
        raise Refused("invalid_set", f"{player} has no cards in this round.")


def _tricks(state: State, won: dict[str, int], say: Saying) -> State:
    """The tricks as people count them; JKE-P6 where they are not as many as were played."""
    hand = _hand(state, "tricks")
    hand = hand.but(won={**hand.won, **won})
    counted = sum(hand.won.values())
    if counted != len(hand.tricks):
        say.proofs.append(proofs.trick_count(counted, len(hand.tricks)))
    return state.but(hand=hand)


def _score(state: State, score: dict[str, int], _: Saying) -> State:
    return state.but(score={**state.score, **score})


def _executions(state: State, counts: dict[str, int], _: Saying) -> State:
    return state.but(executions={**state.executions, **counts})


def _trick(state: State, cards: dict[str, str], say: Saying) -> State:
    """The cards that lie in the running trick, in the order of play."""
    hand = _hand(state, "trick")
    if len(cards) >= len(hand.players):
        raise Refused("invalid_set", "A trick of that many cards is complete: play its last card.")
    for name in cards:
        _dealt_in(state, hand, name)
    laid = tuple(Laid(name, readable(code), say.context.step) for name, code in cards.items())
    if len({one.card for one in laid}) < len(laid):
        raise Refused("invalid_set", "No card lies twice in a trick.")
    out = {one.card for one in hand.laid}
    kept = {card: step for card, step in hand.out.items() if card not in out}
    leader = laid[0].player if laid else str(hand.turn or hand.players[0])
    hand = hand.but(
        laid=laid,
        out={**kept, **{one.card: one.step for one in laid}},
        off=tuple(one for one in hand.off if one.trick != hand.number),
        pending=None,
        bidder=None,
        lifted=(),
        missed=(),
        turn=hand.after(laid[-1].player) if laid else leader,
    )
    return state.but(hand=hand)


def _won(state: State, player: str, say: Saying) -> State:
    """Who takes the running trick, or took the last one where no card lies (JKE-20)."""
    hand = _hand(state, "won")
    _dealt_in(state, hand, player)
    if hand.pending is not None:
        state = leads.accepted(state, say, claimed=False)
    hand = _hand(state, "won")
    if hand.laid:
        return tricks.close_short(state, player, say)
    if not hand.tricks:
        raise Refused("invalid_set", "No trick is complete.")
    again = tricks.reopened(hand)
    return state.but(hand=tricks.taken(again, player).but(lifted=hand.lifted))


def _turn(state: State, player: str, say: Saying) -> State:
    """Who acts next: deals, bids, plays, or leads where they have a card in the trick already."""
    seated(state, player)
    if state.hand is None or state.hand.over:
        return state.but(dealer=player)
    hand = state.hand
    _dealt_in(state, hand, player)
    if hand.bidder is not None:
        bidding = player not in hand.bids
        return state.but(hand=hand.but(bidder=player if bidding else None, turn=player))
    if hand.pending is not None:
        state = leads.accepted(state, say, claimed=False)
    hand = _hand(state, "turn")
    if any(one.player == player for one in hand.laid):
        return tricks.close_short(state, player, say)
    return state.but(hand=hand.but(turn=player, missed=_passed_over(hand, player)))


def _passed_over(hand: Hand, player: str) -> tuple[str, ...]:
    """Whose card in the running trick was not seen when `player` plays next."""
    if not hand.laid or hand.turn is None:
        return ()
    at = hand.players.index(hand.laid[0].player)
    order = (*hand.players[at:], *hand.players[:at])
    between = order[order.index(hand.turn) : order.index(player)]
    done = {one.player for one in hand.laid}
    missed = [name for name in between if name not in done and name not in hand.missed]
    return (*(name for name in hand.missed if name != player), *missed)


def _needs(state: State, _: None, say: Saying) -> State:
    """A trump led early stands without a claim."""
    if state.hand is None or state.hand.pending is None:
        return state
    return leads.accepted(state, say, claimed=False)


_SETTERS: dict[str, Callable[[State, Any, Saying], State]] = {
    "round": _round,
    "hand_size": _hand_size,
    "dealer": _dealer,
    "trump": _trump,
    "broken": _broken,
    "bids": _bids,
    "bidder": _bidder,
    "tricks": _tricks,
    "score": _score,
    "executions": _executions,
    "trick": _trick,
    "won": _won,
    "turn": _turn,
    "needs": _needs,
}
