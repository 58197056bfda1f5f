"""Proofs from the record of a Jookie game, JKE-P1 to JKE-P8 (RULES 2.6)."""

from __future__ import annotations

from engine.codes import named, named_suit
from engine.games.jookie.state import Early, Hand, Off
from engine.proofs import Proof
from engine.words import counted

SUIT_SIZE = 13


def revoke(off: Off, later: str, later_trick: int) -> Proof:
    """JKE-P1 and JKE-P2: who did not follow suit had a card of it all the same."""
    facts = {
        "player": off.player,
        "trick": off.trick,
        "led": off.led,
        "played": off.card,
        "later": later,
        "later_trick": later_trick,
    }
    text = (
        f"{off.player} played the {named(off.card)} on {named_suit(off.led)} in trick {off.trick} "
        f"and held the {named(later)}."
    )
    return Proof(
        "revoke", "certain", facts, text, "JKE-P2" if off.trick == later_trick else "JKE-P1"
    )


def false_claim(early: Early, later: str) -> Proof:
    """JKE-P3: who led trump early held something else besides trumps."""
    facts = {"player": early.player, "trick": early.trick, "led": early.card, "later": later}
    kind = "false_only_trumps" if early.claimed else "early_trump_lead"
    text = (
        f"{early.player} led the {named(early.card)} in trick {early.trick}, trump unbroken, and "
        f"held the {named(later)}."
    )
    return Proof(kind, "certain", facts, text, "JKE-P3")


def duplicate(card: str, first_step: int) -> Proof:
    """JKE-P4: a card that is out already."""
    facts = {"card": card, "first_step": first_step}
    text = f"The {named(card)} is out since step {first_step}."
    return Proof("duplicate_card", "certain", facts, text, "JKE-P4")


def wrong_player(hand: Hand, player: str) -> Proof:
    """JKE-P5: somebody led or played out of turn."""
    facts = {"player": player, "turn": hand.turn}
    kind, verb = ("played_out_of_turn", "played") if hand.laid else ("led_out_of_turn", "led")
    return Proof(kind, "certain", facts, f"{player} {verb}; it was {hand.turn}'s turn.", "JKE-P5")


def wrong_taker(number: int, winner: str, player: str) -> Proof:
    """JKE-P5: somebody took a trick that another player won."""
    facts = {"player": player, "trick": number, "winner": winner}
    text = f"{player} took trick {number}, which {winner} won."
    return Proof("wrong_trick_taken", "certain", facts, text, "JKE-P5")


def trick_cards(number: int, cards: int, players: int) -> Proof:
    """JKE-P6: a trick of too few or too many cards."""
    facts = {"trick": number, "cards": cards, "players": players}
    text = f"Trick {number} has {counted(cards, 'cards')} of {players}."
    return Proof("trick_size", "hint", facts, text, "JKE-P6")


def trick_count(tricks: int, size: int) -> Proof:
    """JKE-P6: the tricks that people count are more or fewer than were played."""
    facts = {"tricks": tricks, "hand_size": size}
    text = f"{counted(tricks, 'tricks')} are counted, and {size} were played."
    return Proof("trick_count", "hint", facts, text, "JKE-P6")


def bid_above_hand(player: str, bid: int, size: int) -> Proof:
    """JKE-P8: a bid that no hand of this round can make."""
    facts = {"player": player, "bid": bid, "hand_size": size}
    return Proof(
        "bid_above_hand", "certain", facts, f"{player} bid {bid} with {size} cards.", "JKE-P8"
    )


def bid_out_of_turn(player: str, turn: str) -> Proof:
    """JKE-P8: somebody bid before it was their turn."""
    facts = {"player": player, "turn": turn}
    return Proof("bid_out_of_turn", "certain", facts, f"{player} bid when {turn} had to.", "JKE-P8")


def wrong_hand_size(dealer: str, dealt: int, size: int) -> Proof:
    """JKE-P8: more or fewer cards dealt than the round has."""
    facts = {"player": dealer, "dealt": dealt, "hand_size": size}
    text = f"{dealer} dealt {dealt} cards to each, and the round has {size}."
    return Proof("wrong_hand_size", "certain", facts, text, "JKE-P8")


def cards_left(player: str, card: str, size: int) -> Proof:
    """JKE-P8: a card after the last trick: too many were dealt, or a trick was not seen."""
    facts = {"player": player, "card": card, "hand_size": size}
    text = f"{player} still held the {named(card)} after {counted(size, 'tricks')}."
    return Proof("wrong_hand_size", "hint", facts, text, "JKE-P8")


def pigeonhole(hand: Hand) -> tuple[Hand, list[Proof]]:
    """JKE-P7, where every card is dealt: cards of a suit that nobody else can hold any more.

    Hints, since a card may not have been seen. Each is given once; the card itself proves it when
    it appears, and only that costs a shot.
    """
    suspects = [off for off in hand.off if not off.told and _must_hold(hand, off)]
    if not suspects:
        return hand, []
    told = tuple(_told(one) if one in suspects else one for one in hand.off)
    first = {(off.holder, off.led): off for off in reversed(suspects)}
    return hand.but(off=told), [_suspicion(hand, off) for off in reversed(first.values())]


def _told(off: Off) -> Off:
    return Off(off.player, off.holder, off.trick, off.led, off.card, off.step, told=True)


def _suspicion(hand: Hand, off: Off) -> Proof:
    unseen = _unseen(hand, off.led)
    facts = {"player": off.player, "trick": off.trick, "led": off.led, "unseen": unseen}
    text = (
        f"{counted(unseen, 'cards')} of {named_suit(off.led)} {'is' if unseen == 1 else 'are'} "
        "unseen, more than others hold; "
        f"{off.player} did not follow suit in trick {off.trick}."
    )
    return Proof("pigeonhole", "hint", facts, text, "JKE-P7")


def _unseen(hand: Hand, suit: str) -> int:
    return SUIT_SIZE - sum(card[1] == suit for card in hand.out)


def _must_hold(hand: Hand, off: Off) -> bool:
    """Whether more cards of the suit are unseen than all the others have cards left."""
    others = (name for name in hand.players if name != off.holder)
    return _unseen(hand, off.led) > sum(_left(hand, name) for name in others)


def _left(hand: Hand, player: str) -> int:
    """The cards that a player still has."""
    played = sum(laid.player == player for laid in hand.laid)
    return hand.size - len(hand.tricks) - played
