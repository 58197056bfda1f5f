"""Hands shown, letters counted, draws confirmed: what people report (RULES 0.5, 4.9)."""

from __future__ import annotations

from engine.games.fivealive import bombs, hands, letters, proofs
from engine.games.fivealive.cards import read
from engine.games.fivealive.events import Drew, LastCard, Letters, Reveal
from engine.games.fivealive.state import State, not_over, seated
from engine.games.fivealive.telling import Telling
from engine.ruling import Refused
from engine.words import counted, listed


def reveal(state: State, event: Reveal, say: Telling) -> State:
    """The hands of those who are tied: the lowest sum of numbers wins (FAL-35).

    Others may show theirs along with them; that changes nothing.
    """
    say.rules.append("FAL-35")
    if not state.unrevealed:
        raise Refused("no_reveal", "No hand has to be shown now.")
    for name in event.reveal:
        seated(state, name, say.context.mode)
    shown = {name: [read(card) for card in raw] for name, raw in event.reveal.items()}
    tied = [name for name in shown if name in state.unrevealed]
    if not tied:
        raise Refused("not_tied", f"Only these hands count now: {listed(state.unrevealed)}.")
    for name in tied:
        state = _shown(state, name, shown[name], say)
    return state


def _shown(state: State, player: str, cards: list[str], say: Telling) -> State:
    hands.counted_hand(player, len(cards), state.hands[player], say)
    if "0" in cards:
        say.proofs += proofs.withheld_zero(state, player)
    state = state.but(held={**state.held, player: tuple(cards)}, pool=())
    for card in dict.fromkeys(cards):
        say.proofs += proofs.deck_count(state, card)
    state = letters.shown_hand(state, player, cards)
    say.announce.append(f"{player}'s numbers add up to {state.values[player]}.")
    return state


def last_card(state: State, event: LastCard, say: Telling) -> State:
    """Somebody says that the card just played was the last one, though the count has more
    (FAL-P5). The hand is over, as they say; who disagrees takes it back."""
    player = event.last_card
    seated(state, player, say.context.mode)
    not_over(state, say.context.mode)
    if state.bomb is not None:
        state = bombs.played_over(state, say)
    if state.top is None or state.top.by != player:
        raise Refused("not_last_played", f"The last card on the pile is not {player}'s.")
    held = state.hands[player]
    text = f"{player} has no card left; by the count there are {held}."
    if held:
        say.proofs.append(proofs.hand_count(player, 0, held, text))
    return hands.over(state.but(hands={**state.hands, player: 0}), player, (player,), say)


def count_letters(state: State, event: Letters, say: Telling) -> State:
    """Letters counted on the table are compared with the record (FAL-P6)."""
    for name, seen in event.letters.items():
        if name not in state.lives:
            seated(state, name, say.context.mode)
        lives = state.lives[state.sides.get(name, name)]
        if seen != lives:
            say.proofs.append(proofs.letters(name, seen, lives))
        else:
            say.announce.append(f"{name} has {counted(seen, 'letters')} up, as on record.")
    return state


def drew(state: State, event: Drew, say: Telling) -> State:
    """Cards drawn: those that a Draw card made due, and others (FAL-13, FAL-P7)."""
    not_over(state, say.context.mode)
    more: dict[str, int] = {}
    due = dict(state.drawn)
    for name, n in event.drew.items():
        seated(state, name, say.context.mode)
        expected = due.pop(name, 0)
        if n < expected:
            due[name] = expected - n
        elif n > expected:
            say.proofs.append(proofs.drew_too_many(name, n, expected))
            more[name] = n - expected
    say.announce.append(f"{listed([f'{name} drew {n}' for name, n in event.drew.items()])}.")
    stock = max(0, state.stock - sum(more.values()))
    return hands.drew(state, more).but(drawn=due, stock=stock)
