"""Trumps led before trump is broken, and the claim to hold nothing else (JKE-13, 15, 28)."""

from __future__ import annotations

from engine.codes import named
from engine.games.jookie import tricks
from engine.games.jookie.events import OnlyTrumps
from engine.games.jookie.state import Early, Hand, Laid, State, seated
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying


def leads_early(hand: Hand, card: str) -> bool:
    """Whether a card would lead trump before it is broken (JKE-13)."""
    return not hand.laid and card[1] == hand.trump and not hand.broken


def on_record(hand: Hand, laid: Laid, *, claimed: bool) -> Hand:
    """The hand with a trump that is led early on record (JKE-P3)."""
    if not leads_early(hand, laid.card):
        return hand
    early = Early(laid.player, laid.player, hand.number, laid.card, claimed)
    return hand.but(early=(*hand.early, early))


def asked(state: State, laid: Laid, say: Saying) -> State:
    """A trump led early waits for its claim: only the leader knows what else there was to lead."""
    hand = state.hand
    assert hand is not None
    say.facts["trick"] = hand.number
    say.rules += ["JKE-13", "JKE-15"]
    say.announce.append(f"{laid.player}: {named(laid.card)}, and trump is not broken.")
    return state.but(hand=hand.but(pending=laid, turn=laid.player))


def accepted(state: State, say: Saying, *, claimed: bool) -> State:
    """The trump that waited for its claim lies in the trick."""
    hand = state.hand
    assert hand is not None
    assert hand.pending is not None
    laid = hand.pending
    hand = on_record(hand, laid, claimed=claimed).but(pending=None)
    return tricks.lay(state.but(hand=hand), laid, say)


def dropped(state: State, say: Saying) -> State:
    """The trump that waited for its claim goes back to hand (JKE-28)."""
    hand = state.hand
    assert hand is not None
    assert hand.pending is not None
    say.facts.setdefault("returned", []).append(hand.pending.card)
    say.rules.append("JKE-28")
    say.charge(hand.pending.player, state.house.illegal_lead_shots, "illegal_lead")
    say.announce.append(f"The {named(hand.pending.card)} goes back to hand.")
    return state.but(hand=hand.but(pending=None))


def followed(state: State, player: str, say: Saying) -> State:
    """Nobody made the claim, and `player` plays a card: the leader another one instead, or
    somebody else one upon it, so that it stands."""
    hand = state.hand
    assert hand is not None
    if hand.pending is None:
        return state
    if player == hand.pending.player:
        return dropped(state, say)
    return accepted(state, say, claimed=False)


def only_trumps(state: State, event: OnlyTrumps, context: Context) -> tuple[State, Ruling]:
    """The claim of a leader to hold nothing but trumps, or that it is not so (JKE-15)."""
    seated(state, event.by)
    say = Saying(context, state.gone)
    say.rules.append("JKE-15")
    hand = state.hand
    if hand is None or hand.over:
        raise Refused("no_claim", "Nobody leads a trick now.")
    if event.only_trumps and not state.house.only_trumps_may_lead and context.mode is Mode.LIVE:
        text = "Here nobody may lead trump before it is broken, not even from nothing but trumps."
        raise Refused("not_allowed", text)
    if hand.pending is not None and hand.pending.player == event.by:
        return _answered(state, event, say)
    if any(one.holder == event.by and not one.claimed for one in hand.early):
        return _late(state, hand, event, say)
    if not event.only_trumps or hand.turn != event.by or hand.bidder or not _matters(hand):
        raise Refused("no_claim", f"{event.by} needs no claim now.")
    say.announce.append(f"{event.by} holds only trumps.")
    return state.but(hand=hand.but(claimed=hand.claimed | {event.by})), say.ruling()


def _matters(hand: Hand) -> bool:
    """Whether leading a trump takes a claim now."""
    return hand.trump is not None and not hand.laid and not hand.broken and hand.pending is None


def _answered(state: State, event: OnlyTrumps, say: Saying) -> tuple[State, Ruling]:
    hand = state.hand
    assert hand is not None
    if event.only_trumps:
        say.announce.append(f"{event.by} holds only trumps.")
        state = accepted(state, say, claimed=True)
        return _claimed(state, event.by), say.ruling()
    return dropped(state, say), say.ruling()


def _claimed(state: State, player: str) -> State:
    assert state.hand is not None
    return state.but(hand=state.hand.but(claimed=state.hand.claimed | {player}))


def _late(state: State, hand: Hand, event: OnlyTrumps, say: Saying) -> tuple[State, Ruling]:
    """The answer comes after the next card has fallen: the lead stands (PROTOCOL section 5)."""
    mine = [one for one in hand.early if one.holder == event.by and not one.claimed]
    rest = tuple(one for one in hand.early if one not in mine)
    if event.only_trumps:
        say.announce.append(f"{event.by} held only trumps.")
        claimed = tuple(Early(o.player, o.holder, o.trick, o.card, claimed=True) for o in mine)
        state = state.but(hand=hand.but(early=(*rest, *claimed)))
        return _claimed(state, event.by), say.ruling()
    say.rules.append("JKE-28")
    say.charge(event.by, state.house.illegal_lead_shots, "illegal_lead")
    say.announce.append(f"The {named(mine[0].card)} stays: play went on.")
    return state.but(hand=hand.but(early=rest)), say.ruling()
