"""Cards in tricks: laying one, taking a trick, playing tricks again (JKE-13 to JKE-21)."""

from __future__ import annotations

from typing import Final

from engine.games.jookie import proofs
from engine.games.jookie.cards import best
from engine.games.jookie.rounds import finish
from engine.games.jookie.state import Hand, Laid, Off, State, Trick
from engine.proofs import Proof
from engine.saying import Saying
from engine.words import counted

BY_HOUSE: Final = 0
"""The house says whether a trick with a proven revoke is played again."""


def lay(state: State, laid: Laid, say: Saying, again: int | None = BY_HOUSE) -> State:
    """`laid` lies in the running trick; charges what it proves, and takes a full trick.

    `again`: the trick from which the table played again at this card, None where it did not.
    """
    hand = state.hand
    assert hand is not None
    led = hand.laid[0].card[1] if hand.laid else laid.card[1]
    say.facts["trick"] = hand.number
    say.rules.append("JKE-16" if hand.laid else "JKE-12")
    hand, revoked = _judged(state, hand, laid, led, say)
    hand = hand.but(
        laid=(*hand.laid, laid),
        out={**hand.out, laid.card: laid.step},
        turn=hand.turn if laid.player in hand.missed else next_player(hand, laid.player),
        missed=tuple(name for name in hand.missed if name != laid.player),
    )
    if hand.full and laid.card[1] != led:
        hand, found = proofs.pigeonhole(hand)
        say.proofs += found
    state = state.but(hand=hand)
    if again == BY_HOUSE and revoked and state.house.revoke_remedy == "replay":
        again = min(revoked)
    if again:
        return replay(state, again, say)
    if len(hand.laid) + len(hand.missed) < len(hand.players):
        return state
    return close_short(state, highest(hand), say) if hand.missed else take(state, say)


def next_player(hand: Hand, player: str) -> str:
    """Who plays next: the first to the left who has no card in the trick (JKE-16)."""
    name = hand.after(player)
    while name != player and (name in hand.missed or any(one.player == name for one in hand.laid)):
        name = hand.after(name)
    return name


def highest(hand: Hand) -> str:
    """Who takes the running trick as it lies (JKE-18)."""
    return hand.laid[best([one.card for one in hand.laid], hand.trump)].player


# --- what a card proves


def _judged(state: State, hand: Hand, laid: Laid, led: str, say: Saying) -> tuple[Hand, list[int]]:
    """The hand with what the card adds to the record, and the tricks of revokes it proves."""
    suit = laid.card[1]
    revoked = []
    if hand.off or hand.lifted:
        revoked = [_revoke(state, off, laid.card, hand.number, say)
                   for off in (*hand.off, *hand.lifted)
                   if off.holder == laid.player and off.led == suit]  # fmt: skip
        if revoked:
            kept = tuple(o for o in hand.off if o.holder != laid.player or o.led != suit)
            lifted = tuple(one for one in hand.lifted if one.holder != laid.player)
            hand = hand.but(off=kept, lifted=lifted)
    if hand.early and suit != hand.trump:
        hand = _no_trump(state, hand, laid, say)
    if suit != led:
        say.rules.append("JKE-17")
        off = Off(laid.player, laid.player, hand.number, led, laid.card, laid.step)
        hand = hand.but(off=(*hand.off, off))
    return hand, revoked


def _revoke(state: State, off: Off, later: str, later_trick: int, say: Saying) -> int:
    """The Dirty Hole Law: the shot comes with the proof (JKE-24)."""
    same_trick = off.trick == later_trick
    say.rules += ["JKE-29", "JKE-24"] if same_trick else ["JKE-24"]
    say.proofs.append(proofs.revoke(off, later, later_trick))
    say.charge(off.player, state.house.dirty_hole_shots, "dirty_hole")
    say.announce.append(_dirty_hole(off, state.house.dirty_hole_shots))
    return off.trick


def _dirty_hole(off: Off, shots: int) -> str:
    """What is called out (RULES 0.7)."""
    due = f"{counted(shots, 'shots')} now" if shots else "no shot in this house"
    return f"Dirty Hole: {off.player} {due}, trick {off.trick}."


def _no_trump(state: State, hand: Hand, laid: Laid, say: Saying) -> Hand:
    """Who led a trump early plays something else: it was not all that they held (JKE-P3)."""
    found: list[Proof] = []
    for early in hand.early:
        if early.holder == laid.player:
            found.append(proofs.false_claim(early, laid.card))
            say.charge(early.player, state.house.illegal_lead_shots, "illegal_lead")
    if not found:
        return hand
    say.rules.append("JKE-15")
    say.proofs += found
    return hand.but(early=tuple(one for one in hand.early if one.holder != laid.player))


# --- taking a trick


def take(state: State, say: Saying) -> State:
    """The trick goes to its highest card; the last one ends the round (JKE-18 to JKE-21)."""
    hand = state.hand
    assert hand is not None
    winner, number = highest(hand), hand.number
    hand = taken(hand, winner)
    say.facts["trick_winner"] = winner
    say.rules += ["JKE-18", "JKE-20"]
    say.announce.append(f"{winner} takes trick {number}.")
    state = state.but(hand=hand)
    return finish(state, say) if len(hand.tricks) >= hand.size else state


def taken(hand: Hand, winner: str) -> Hand:
    """The hand after `winner` took the running trick and leads the next (JKE-12, JKE-14)."""
    trick = Trick(hand.laid, winner)
    return hand.but(
        laid=(),
        tricks=(*hand.tricks, trick),
        won={**hand.won, winner: hand.won.get(winner, 0) + 1},
        broken=hand.broken or _has_trump(trick, hand),
        turn=winner,
        lifted=(),
        missed=(),
    )


def _has_trump(trick: Trick, hand: Hand) -> bool:
    return hand.trump is not None and any(one.card[1] == hand.trump for one in trick.cards)


def close_short(state: State, winner: str, say: Saying) -> State:
    """The running trick is over although cards of it are missing; `winner` leads on (JKE-P6)."""
    hand = state.hand
    assert hand is not None
    say.proofs.append(proofs.trick_cards(hand.number, len(hand.laid), len(hand.players)))
    say.facts["trick_winner"] = winner
    say.rules.append("JKE-20")
    say.announce.append(f"{winner} takes trick {hand.number}, as far as it was seen.")
    state = state.but(hand=taken(hand, winner))
    return finish(state, say) if len(hand.tricks) + 1 >= hand.size else state


# --- playing again, taking up again


def reopened(hand: Hand) -> Hand:
    """The hand with the last trick on the table again."""
    trick = hand.tricks[-1]
    tricks = hand.tricks[:-1]
    won = {**hand.won, trick.winner: max(0, hand.won.get(trick.winner, 0) - 1)}
    broken = any(_has_trump(one, hand) for one in tricks)
    return hand.but(laid=trick.cards, tricks=tricks, won=won, broken=broken)


def replay(state: State, number: int, say: Saying) -> State:
    """Trick `number` and all after it go back to the hands and are played again (JKE-24)."""
    hand = state.hand
    assert hand is not None
    back = list(hand.laid)
    while hand.number > number:
        hand = reopened(hand)
        back = [*hand.laid, *back]
    kept = {one.card for trick in hand.tricks for one in trick.cards}
    hand = hand.but(
        laid=(),
        lifted=(),
        missed=(),
        out={card: step for card, step in hand.out.items() if card in kept},
        off=tuple(one for one in hand.off if one.trick < number),
        early=tuple(one for one in hand.early if one.trick < number),
        turn=back[0].player,
    )
    say.facts["returned"] = [one.card for one in back]
    say.facts["replayed"] = number
    say.announce.append(
        f"Trick {number} is played again: {counted(len(back), 'cards')} back to the hands."
    )
    return state.but(hand=hand)
