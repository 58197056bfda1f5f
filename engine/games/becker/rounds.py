"""The end of a round: hands are shown, and the next round is dealt (BGD-38, BGD-39)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from engine.codes import named
from engine.games.becker import proofs
from engine.games.becker.cards import GIVES, read_all
from engine.games.becker.events import NextRound, Reveal
from engine.games.becker.start import checked, dealt
from engine.games.becker.state import State, seated
from engine.games.becker.throws import known_held
from engine.house import HouseError
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying
from engine.seating import sat_here
from engine.words import listed

AT_THE_END: Final = "at_the_end"
"""The stance of a reveal after the end: it stays one, whenever a corrected game would end."""


def reveal(state: State, event: Reveal, context: Context) -> tuple[State, Ruling]:
    """Players show cards. After the end the black faces among them cost (BGD-38)."""
    say = Saying(context)
    live = context.mode is Mode.LIVE
    ended = state.over is not None if live else context.came == AT_THE_END
    state = _all_shown(state, event, ended, say)
    stance = AT_THE_END if ended else ""
    return state, msgspec.structs.replace(say.ruling(), stance=stance)


def _all_shown(state: State, event: Reveal, ended: bool, say: Saying) -> State:
    hands = {name: read_all(texts) for name, texts in event.reveal.items()}
    for name, cards in hands.items():
        sat_here(name, state.everyone)
        state = _shown(state, name, cards, say)
        if ended:
            state = _counted(state, name, cards, say)
        elif cards:
            say.announce.append(f"{name} shows {listed([f'the {named(card)}' for card in cards])}.")
    if ended:
        say.proofs += proofs.missing_opening(state)
    return state


def _shown(state: State, player: str, cards: Sequence[str], say: Saying) -> State:
    step = say.context.step
    say.proofs += [proofs.duplicate(state, card) for card in cards if card in state.out]
    held = tuple(card for card in cards if card not in state.out)
    say.proofs += proofs.from_another_hand(state, player, held)
    known = state.known.get(player, {})
    for card in held:
        if card not in known:
            say.proofs += proofs.earlier_passes(state, player, card, step, "BGD-P2")
    return known_held(state, player, held, step)


def _counted(state: State, player: str, cards: Sequence[str], say: Saying) -> State:
    """Charges black faces once each; removed and absent players owe nothing (BGD-52)."""
    before = state.revealed.get(player, ())
    new = tuple(card for card in cards if card not in before and card not in state.out)
    state = state.but(revealed={**state.revealed, player: (*before, *new)})
    if player not in state.present:
        return state
    say.rules.append("BGD-38")
    black = [card for card in new if card in GIVES and _costs(state, card)]
    say.charge(player, sum(GIVES[card] for card in black), "black_face")
    if black:
        say.announce.append(f"{player} still holds the {listed([named(c) for c in black])}.")
    say.proofs += proofs.hand_count(state, player)
    return state


def _costs(state: State, card: str) -> bool:
    return card[0] != "A" or state.house.black_face_aces


def next_round(state: State, event: NextRound, say: Saying) -> State:
    """The sweeper deals the next round (BGD-29, BGD-39)."""
    if state.over is None and say.context.mode is Mode.LIVE:
        message = 'This round is not over; {"set": {"over": "B"}} ends it all the same.'
        raise Refused("not_over", message)
    if len(state.present) < 2:
        raise Refused("player_count", "A round needs two players: let somebody join.")
    expected = state.sweeper
    dealer = expected if event.next_round.dealer is None else event.next_round.dealer
    seated(state, dealer)
    counts = _dealt(state, dealer, event)
    say.rules += ["BGD-01", "BGD-39"]
    say.announce.append(f"Round {state.round + 1}: {dealer} deals.")
    if dealer != expected:
        say.announce.append(f"By the rules it is {expected}'s deal.")
    return State(
        house=state.house,
        everyone=state.everyone,
        present=state.present,
        removed=state.removed,
        dealer=dealer,
        direction=state.direction,
        dealt=counts,
        hands=counts,
        round=state.round + 1,
    )


def _dealt(state: State, dealer: str, event: NextRound) -> dict[str, int]:
    """How many cards everybody who ever sat here was dealt."""
    given = event.next_round.deal_counts
    try:
        counts = (
            dealt(state.house, state.present, dealer)
            if given is None
            else checked(given, state.present)
        )
    except HouseError as error:
        raise Refused("invalid_deal", str(error)) from None
    return {name: counts.get(name, 0) for name in state.everyone}
