"""A card is played: in turn, out of turn, twice, or a trump before its time (JKE-12 to JKE-28)."""

from __future__ import annotations

from engine.codes import named
from engine.games.jookie import leads, proofs, tricks
from engine.games.jookie.cards import readable
from engine.games.jookie.events import Play
from engine.games.jookie.standing import BACK, Stance, stood, taken_as
from engine.games.jookie.state import Hand, Laid, State, not_over, seated, stands
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying
from engine.words import listed


def dealt(state: State, player: str, context: Context) -> Hand:
    """The round that is played; raises `Refused` where nobody has dealt to `player`."""
    hand = state.hand
    if hand is None or (hand.over and context.mode is Mode.LIVE):
        raise Refused("not_dealt", f"First {state.dealer} deals.")
    if player not in hand.players:
        seated(state, player)
        raise Refused("not_dealt", f"{player} has no cards in this round.")
    return hand


def play(state: State, event: Play, context: Context) -> tuple[State, Ruling]:
    """Rules a card that was played."""
    not_over(state, context)
    laid = Laid(event.by, readable(event.play), context.step)
    _round_on(state, laid, context)
    hand = dealt(state, event.by, context)
    say = Saying(context, state.gone)
    if stands(context):
        if context.came == BACK:
            return state, _back(state, hand, laid, _objection(state, hand, laid), say)
        return stood(state, laid, context, say)
    first = _first_step(hand, laid.card)
    if first is not None:
        return state, _twice(laid, first, say)
    return _ruled(state, hand, laid, say)


def _round_on(state: State, laid: Laid, context: Context) -> None:
    """A card after the last trick is refused (JKE-P8); what was played already stands."""
    hand = state.hand
    if hand is not None and hand.over and context.mode is Mode.LIVE:
        seated(state, laid.player)
        left = proofs.cards_left(laid.player, laid.card, hand.size)
        raise Refused("not_dealt", f"The round is over: {state.dealer} deals.", (left,))


def _first_step(hand: Hand, card: str) -> int | None:
    """The step at which the card went out of play in this round (JKE-P4)."""
    if hand.pending is not None and hand.pending.card == card:
        return hand.pending.step
    return hand.step if card == hand.turned else hand.out.get(card)


def _twice(laid: Laid, first: int, say: Saying) -> Ruling:
    say.proofs.append(proofs.duplicate(laid.card, first))
    say.rules.append("JKE-05")
    say.announce.append(f"The {named(laid.card)} does not count.")
    return say.ruling(inert=True)


def _ruled(state: State, hand: Hand, laid: Laid, say: Saying) -> tuple[State, Ruling]:
    """A card that nobody has judged yet."""
    objection = _objection(state, hand, laid)
    if objection is not None:
        return state, _back(state, hand, laid, objection, say)
    state = leads.followed(state, laid.player, say)
    hand = state.hand or hand
    if leads.leads_early(hand, laid.card) and laid.player not in hand.claimed:
        return _unbroken(state, hand, laid, say)
    say.announce.append(f"{laid.player}: {named(laid.card)}.")
    number = hand.number
    state = tricks.lay(state.but(hand=leads.on_record(hand, laid, claimed=True)), laid, say)
    return state, taken_as(say, Stance(number, again=say.facts.get("replayed")).word())


def _objection(state: State, hand: Hand, laid: Laid) -> str | None:
    """Whether a card goes back because of the `bids`, or because it is `out_of_turn`."""
    if hand.bidder is not None:
        return "bids"
    if hand.absent:
        raise Refused("player_missing", f"Nobody has the cards of {listed(hand.absent)}.")
    if laid.player == hand.turn or laid.player in hand.missed:
        return None
    pending = hand.pending
    follows = pending is not None and laid.player == hand.after(pending.player)
    return None if follows else "out_of_turn"


def _unbroken(state: State, hand: Hand, laid: Laid, say: Saying) -> tuple[State, Ruling]:
    """A trump led before its time (JKE-13, JKE-15)."""
    if not state.house.only_trumps_may_lead:
        return state, _back(state, hand, laid, "illegal_lead", say)
    stance = Stance(hand.number, asked=True)
    return leads.asked(state, laid, say), taken_as(say, stance.word())


def _back(state: State, hand: Hand, laid: Laid, objection: str | None, say: Saying) -> Ruling:
    """The card goes back to hand (JKE-27, JKE-28); shots only where the house has some."""
    say.facts.setdefault("returned", []).append(laid.card)
    say.announce.append(f"The {named(laid.card)} goes back to hand.")
    if objection == "bids":
        say.rules.append("JKE-09")
        say.announce.append("First all bid.")
    elif objection == "out_of_turn":
        say.rules.append("JKE-27")
        say.proofs.append(proofs.wrong_player(hand, laid.player))
        say.charge(laid.player, state.house.out_of_turn_shots, "out_of_turn")
    elif leads.leads_early(hand, laid.card):
        say.rules.append("JKE-28")
        say.charge(laid.player, state.house.illegal_lead_shots, "illegal_lead")
    return taken_as(say, BACK)
