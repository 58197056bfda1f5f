"""Who threw the card that landed, and what it means that it landed now (DESIGN decision 5)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.codes import named
from engine.games.becker.readings import Reading
from engine.games.becker.state import Pick, State
from engine.questions import Choice, Event, Interpretation, Propose, Question
from engine.words import listed

_NOTHING = Choice("it counts for nothing")


class Landed(msgspec.Struct, frozen=True):
    """A card that landed: its readings, best first, and the seat it came from, if seen."""

    readings: list[Reading]
    seat: str | None


def landed(state: State, card: Landed) -> Interpretation:
    """The throw, or the question who threw what."""
    if not card.readings:
        return None
    if state.pools:
        return _before_the_drinks(state, card)
    if state.pick:
        return _before_the_choice(state, state.pick, card)
    player = state.turn or card.seat
    if player is None:
        return _somebody(state, card)
    if card.seat not in (None, player):
        return _wrong_seat(state, card, player, str(card.seat))
    best = card.readings[0]
    if best.clear:
        return Propose(_play(best.card, player))
    return _which(state, card, player)


def _play(card: str, by: str) -> Event:
    return {"play": card, "by": by}


def _or(readings: list[Reading]) -> str:
    return " or ".join(f"the {named(reading.card)}" for reading in _said(readings))


def _said(readings: list[Reading]) -> list[Reading]:
    """The readings that people are asked about: one where it is clear."""
    return readings[:1] if readings[0].clear else readings


def _which(state: State, card: Landed, player: str) -> Question:
    """RULES 0.6.4: a reading that is not clear is asked about, not charged."""
    answers = [Choice(f"the {named(one.card)}", _play(one.card, player)) for one in card.readings]
    best = card.readings[0].card
    again = state.out.get(best)
    seen = f" It is out already (step {again})." if again else ""
    text = f"What did {player} throw: {_or(card.readings)}?{seen}"
    otherwise = None if again else went_on(state, best, player)
    return Question("reading", text, (*answers, _NOTHING), otherwise=otherwise)


def _somebody(state: State, card: Landed) -> Question:
    """Nobody is known to be in turn: the opening, or a turn that people have set to nobody."""
    answers = [
        Choice(f"{name} threw the {named(one.card)}", _play(one.card, name))
        for one in _said(card.readings)
        for name in state.present
    ]
    return Question("who", f"{_or(card.readings)}: who threw it?", (*answers, _NOTHING))


def _before_the_drinks(state: State, card: Landed) -> Question:
    """BGD-18: a card while drinks are not named yet; people give them aloud (RULES 0.4)."""
    giver = state.pools[0].by
    by = card.seat or state.turn or giver
    aloud: Event = {"give": None, "by": giver}
    answers = []
    for one in _said(card.readings):
        play = _play(one.card, by)
        answers += [
            Choice(f"{giver} gave them aloud, {by} threw the {named(one.card)}", play, aloud),
            Choice(f"{by} threw the {named(one.card)} too early", play),
        ]
    text = f"{by} threw {_or(card.readings)}: are {giver}'s drinks given?"
    going_on = went_on(state, card.readings[0].card, by)
    going_on["set"]["gives"] = {giver: 0}
    return Question("early", text, (*answers, _NOTHING), otherwise=going_on)


def _before_the_choice(state: State, pick: Pick, card: Landed) -> Question:
    """BGD-44: play goes on while nobody has said which of several cards stays."""
    seats = state.seats_after(pick.by)
    after = next((name for name in seats if state.active(name)), pick.by)
    by = after if card.seat in (None, pick.by) else str(card.seat)
    answers = []
    for one in _said(card.readings):
        for stays in pick.cards:
            player = pick.by if stays[0] == "A" else by
            text = f"{pick.by} threw the {named(stays)}, then {player} the {named(one.card)}"
            chosen: Event = {"choose": stays, "by": pick.by}
            answers.append(Choice(text, _play(one.card, player), chosen))
    text = f"{_or(card.readings)} landed: which card did {pick.by} throw before?"
    going_on = went_on(state, card.readings[0].card, by)
    return Question("early", text, (*answers, _NOTHING), otherwise=going_on)


def _wrong_seat(state: State, card: Landed, player: str, seat: str) -> Question:
    """RULES 0.4: passes that nobody said, a seat misread, or a card out of turn."""
    answers = [
        choice for one in _said(card.readings) for choice in _who(state, one.card, player, seat)
    ]
    text = (
        f"{seat} seems to have thrown {_or(card.readings)}, and it is {player}'s turn. Who was it?"
    )
    going_on = went_on(state, card.readings[0].card, seat)
    return Question("who", text, (*answers, _NOTHING), otherwise=going_on)


def _who(state: State, card: str, player: str, seat: str) -> Iterator[Choice]:
    play = _play(card, seat)
    passers = _between(state, player, seat)
    if passers and state.top is not None:
        text = f"{listed(passers)} passed, {seat} threw the {named(card)}"
        first: Event = {"pass": passers[0]} if len(passers) == 1 else {"passes": passers}
        yield Choice(text, play, first)
    yield Choice(f"{player} threw the {named(card)}", _play(card, player))
    turn: Event = {"set": {"turn": seat}, "reason": f"it was {seat}'s turn"}
    yield Choice(f"it was {seat}'s turn, the {named(card)}", play, turn)
    yield Choice(f"{seat} threw the {named(card)} out of turn", play)


def _between(state: State, player: str, seat: str) -> list[str]:
    """Who is in turn before `seat`; nobody where play comes round or ends before."""
    names = [player]
    for name in state.seats_after(player):
        if name == seat and name != state.first_out:
            return names if state.active(seat) else []
        if name in (state.anchor, state.first_out):
            return []
        if state.active(name):
            names.append(name)
    return []


def went_on(state: State, card: str, by: str) -> Event:
    """What keeps the game going where nobody answers: the card lies there and costs nothing."""
    ace = card[0] == "A" and state.hands[by] != 1
    after = by if ace else _next(state, by)
    on: Event = {"over": "B"} if after is None else {"turn": after}
    setting = {"top": card, "thrower": by, **on}
    return {"set": setting, "reason": f"what became of the {named(card)} is not settled"}


def _next(state: State, by: str) -> str | None:
    """Who acts after `by`; None where play comes back to the first player out."""
    for name in state.seats_after(by):
        if name == state.first_out:
            return None
        if state.active(name):
            return name
    return None
