"""Cards ruled again after play went on over them: what the table let stand, stands.

`Context.came` tells how such a card was taken when it came: the number of its trick, with `?`
where it waited for a claim, with `<n` where trick n and all after it were played again at this
card; `back` where it went back to hand.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engine.codes import named
from engine.games.jookie import leads, proofs, tricks
from engine.games.jookie.cards import best
from engine.games.jookie.state import Hand, Laid, State, Trick
from engine.ruling import Context, Ruling
from engine.saying import Saying

BACK = "back"


class Stance(NamedTuple):
    """How a card was taken when it came."""

    trick: int
    asked: bool = False
    again: int | None = None

    def word(self) -> str:
        """The stance as a ruling carries it."""
        again = "" if self.again is None else f"<{self.again}"
        return f"{self.trick}{'?' if self.asked else ''}{again}"

    @classmethod
    def of(cls, word: str) -> Stance:
        """The stance that `word` is."""
        number, _, again = word.partition("<")
        return cls(int(number.rstrip("?")), number.endswith("?"), int(again) if again else None)


def taken_as(say: Saying, word: str) -> Ruling:
    """The ruling with the stance that tells how the card was taken."""
    return msgspec.structs.replace(say.ruling(), stance=word)


def stood(state: State, laid: Laid, context: Context, say: Saying) -> tuple[State, Ruling]:
    """A card that lay in a trick lies there again, whatever its turn."""
    hand = state.hand
    assert hand is not None
    stance = Stance.of(context.came) if context.came else Stance(hand.number)
    say.facts["trick"] = stance.trick
    if hand.over:
        say.announce.append(f"The {named(laid.card)} of {laid.player}: the round was over.")
        return state, taken_as(say, stance.word())
    state = state.but(hand=hand.but(bidder=None))
    state = leads.followed(state, laid.player, say)
    state = _caught_up(state, stance.trick, laid.player, say)
    return _placed(state, laid, stance, say), taken_as(say, stance.word())


def _placed(state: State, laid: Laid, stance: Stance, say: Saying) -> State:
    hand = state.hand
    assert hand is not None
    if laid.card in hand.out or laid.card == hand.turned:
        first = hand.out.get(laid.card, hand.step)
        say.proofs.append(proofs.duplicate(laid.card, first))
    if hand.number > stance.trick:
        return state.but(hand=_added(hand, laid, stance.trick, say))
    if stance.asked:
        return leads.asked(state, laid, say)
    if laid.player in hand.claimed:
        state = state.but(hand=leads.on_record(hand, laid, claimed=True))
    say.announce.append(f"{laid.player}: {named(laid.card)}.")
    return tricks.lay(state, laid, say, stance.again)


def _caught_up(state: State, number: int, leader: str, say: Saying) -> State:
    """The tricks before `number` are over, although cards of them may be missing."""
    hand = state.hand
    assert hand is not None
    while hand.number < number and not hand.over:
        last = hand.number == number - 1
        state = tricks.close_short(state, leader if last else _taker(hand, leader), say)
        assert state.hand is not None
        hand = state.hand
    return state


def _taker(hand: Hand, otherwise: str) -> str:
    return tricks.highest(hand) if hand.laid else otherwise


def _added(hand: Hand, laid: Laid, number: int, say: Saying) -> Hand:
    """One card more in a trick that is over (JKE-P6)."""
    old = hand.tricks[number - 1]
    cards = (*old.cards, laid)
    trick = Trick(cards, cards[best([one.card for one in cards], hand.trump)].player)
    won = dict(hand.won)
    won[old.winner] = max(0, won.get(old.winner, 0) - 1)
    won[trick.winner] = won.get(trick.winner, 0) + 1
    say.announce.append(f"{laid.player}: {named(laid.card)}, in trick {number}.")
    say.proofs.append(proofs.trick_cards(number, len(cards), len(hand.players)))
    return hand.but(
        tricks=(*hand.tricks[: number - 1], trick, *hand.tricks[number:]),
        won=won,
        out={**hand.out, laid.card: laid.step},
    )
