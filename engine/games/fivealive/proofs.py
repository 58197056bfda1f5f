"""Proofs from the record of a Five Alive game, FAL-P1 to FAL-P7.

They are facts for the table to judge (RULES 0.6.2). FAL-P4 and FAL-P7 are shown when the play or
the draw happens, FAL-P6 when letters are counted.
"""

from __future__ import annotations

from engine.games.fivealive.cards import LIMIT, coded, named, value
from engine.games.fivealive.state import Laid, State
from engine.proofs import Proof, Strength
from engine.words import counted


def number_over_21(laid: Laid, strength: Strength) -> Proof:
    """FAL-P1: a number stayed on the pile although it takes the total above 21."""
    facts = {
        "player": laid.by,
        "card": coded(laid.card),
        "total": laid.total,
        "play_step": laid.step,
    }
    text = f"{laid.by}'s {laid.card} stayed on the pile at {laid.total} (step {laid.step})."
    return Proof("number_over_21", strength, facts, text, "FAL-P1")


def withheld_zero(state: State, player: str) -> list[Proof]:
    """FAL-P2: `player` holds a 0, and answered Bombs with none without having drawn since."""
    return [
        Proof(
            "withheld_zero",
            "certain",
            {"player": player, "bomb_step": step},
            f"{player} had no 0 for the Bomb (step {step}) and holds one now.",
            "FAL-P2",
        )
        for step in state.nones.get(player, ())
    ]


def flipped_for_nothing(state: State, player: str, card: str) -> list[Proof]:
    """FAL-10 with `fivealive.voluntary_flip` off: `card` could have been played instead."""
    added = value(card)
    return [
        Proof(
            "flip_with_playable_card",
            "certain",
            {"player": player, "flip_step": step, "total": total, "card": coded(card)},
            f"{player} flipped at {total} (step {step}) and held {named(card)}.",
            "FAL-10",
        )
        for step, total in state.flipped.get(player, ())
        if added is None or total + added <= LIMIT
    ]


def deck_count(state: State, card: str) -> list[Proof]:
    """FAL-P3: more copies are out, or known in hands, than the confirmed deck holds."""
    if not state.house.deck_confirmed:
        return []
    most = state.house.deck.get(card, 0)
    known = sum(cards.count(card) for cards in state.held.values())
    copies = state.seen.get(card, 0) + known + state.pool.count(card)
    if copies <= most:
        return []
    text = f"{named(card)} is out {counted(copies, 'times')}; the deck holds {most}."
    return [Proof("deck_count", "certain", {"card": coded(card), "max": most}, text, "FAL-P3")]


def out_of_turn(state: State, player: str, card: str) -> Proof:
    """FAL-P4: somebody played although it was another's turn; `why` says how that comes."""
    why = "out_of_turn"
    if player == state.skipped:
        why = "skipped"
    elif state.top is not None and player == state.after(state.top.by, -state.direction):
        why = "wrong_direction"
    facts = {"player": player, "turn": state.turn, "card": coded(card), "why": why}
    text = f"{player} played {named(card)}; it was {state.turn}'s turn."
    return Proof("out_of_turn", "certain", facts, text, "FAL-P4")


def hand_count(player: str, shown: int, held: int, text: str) -> Proof:
    """FAL-P5: `player` shows or plays a number of cards other than the record's `held`."""
    facts = {"player": player, "cards": shown, "hand": held}
    return Proof("hand_count", "certain", facts, text, "FAL-P5")


def letters(player: str, seen: int, lives: int) -> Proof:
    """FAL-P6: letters lie face up that the record does not have, or fewer (somebody's arm?)."""
    facts = {"player": player, "seen": seen, "lives": lives}
    text = f"{player} has {counted(seen, 'letters')} up; by the record {lives}."
    return Proof("letters", "hint", facts, text, "FAL-P6")


def drew_too_many(player: str, drew: int, due: int) -> Proof:
    """FAL-P7: cards were drawn without a Draw card."""
    facts = {"player": player, "drew": drew, "due": due}
    text = f"{player} drew {counted(drew, 'cards')}; {due or 'none'} were due."
    return Proof("drew_without_draw", "certain", facts, text, "FAL-P7")
