"""Cards that leave the table: taken back to hand, or with the trick (JKE-20, JKE-29)."""

from __future__ import annotations

from engine.codes import named
from engine.games.jookie import leads, proofs, tricks
from engine.games.jookie.cards import readable
from engine.games.jookie.events import TakeBack, TrickTaken
from engine.games.jookie.state import Hand, Laid, State, seated
from engine.ruling import Context, Refused, Ruling
from engine.saying import Saying


def take_back(state: State, event: TakeBack, say: Saying) -> State:
    """A card of the running trick, or of one just completed, goes back to hand.

    Nothing is charged for it; the card that replaces it may prove a revoke (JKE-29).
    """
    seated(state, event.by)
    card, hand = readable(event.take_back), state.hand
    say.rules.append("JKE-29")
    if hand is None or hand.over:
        raise Refused("not_on_table", f"The {named(card)} does not lie in a trick.")
    if hand.pending is not None and (hand.pending.player, hand.pending.card) == (event.by, card):
        return leads.dropped(state, say)
    if not hand.laid and hand.tricks and hand.pending is None:
        hand = tricks.reopened(hand)
    laid = next((one for one in hand.laid if one.card == card), None)
    if laid is None:
        raise Refused("not_on_table", f"The {named(card)} does not lie in the trick.")
    if laid.player != event.by:
        raise Refused("not_yours", f"The {named(card)} is {laid.player}'s.")
    say.facts["returned"] = [card]
    say.announce.append(f"The {named(card)} goes back to hand.")
    return state.but(hand=_lifted(hand, laid))


def _lifted(hand: Hand, laid: Laid) -> Hand:
    if laid == hand.laid[0] and len(hand.laid) > 1:
        raise Refused("card_stays", f"The {named(laid.card)} stays: others have followed it.")
    alone = len(hand.laid) == 1
    back = [one for one in hand.off if one.step == laid.step]
    return hand.but(
        laid=tuple(one for one in hand.laid if one != laid),
        lifted=() if alone else (*hand.lifted, *back),
        off=tuple(one for one in hand.off if one not in back),
        early=tuple(one for one in hand.early if not (alone and one.trick == hand.number)),
        out={card: step for card, step in hand.out.items() if card != laid.card},
        turn=laid.player,
    )


def trick_taken(state: State, event: TrickTaken, context: Context) -> tuple[State, Ruling]:
    """Who took the trick just completed; for the table to judge where it is not as won (JKE-P5)."""
    seated(state, event.trick_taken)
    hand = state.hand
    if hand is None or hand.laid or not hand.tricks:
        raise Refused("no_trick", "No trick is complete.")
    say = Saying(context, state.gone)
    say.rules.append("JKE-20")
    number, trick = len(hand.tricks), hand.tricks[-1]
    if event.trick_taken != trick.winner:
        say.proofs.append(proofs.wrong_taker(number, trick.winner, event.trick_taken))
        say.announce.append(f"Trick {number} is {trick.winner}'s.")
    if event.cards is not None and event.cards != len(hand.players):
        say.proofs.append(proofs.trick_cards(number, event.cards, len(hand.players)))
    return state, say.ruling(inert=not say.proofs)
