"""What cards and letters on the table mean in a game of Five Alive (RULES 0.4, 0.5 and 4).

Pure: the same state and the same things seen give the same answer. What is impossible weighs a
reading, what is illegal never does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

from engine.games.fivealive.cards import coded, named
from engine.games.fivealive.readings import CLEAR, known, landed
from engine.games.fivealive.state import Bomb, State
from engine.games.fivealive.who import NOTHING, one_by_one, whose
from engine.questions import Choice, Event, Interpretation, Propose, Question
from engine.seen import CardLanded, CardRemoved, CardsLanded, Letters, Seen
from engine.words import counted, listed

_MOST_ANSWERS = 8


def interpret(state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
    """The event that something seen is, a question, or None where it means nothing now.

    `before`: what was seen since the last ruling on something seen, oldest first.
    """
    if isinstance(seen, CardLanded):
        return _one(state, seen)
    if isinstance(seen, CardsLanded):
        return _several(state, seen)
    if isinstance(seen, CardRemoved):
        return _removed(state, seen, before)
    return _letters(state, seen) if isinstance(seen, Letters) else None


def _seat(state: State, seen: Seen) -> str | None:
    """The seat that was seen, where somebody in the game sits there."""
    return seen.seat if seen.seat in state.order else None


def _one(state: State, seen: CardLanded) -> Interpretation:
    card = landed(state, seen)
    if not card.cards:
        return None
    if state.over:
        return _hand(state, card.cards[:1], card.seat)
    return whose(state, card)


def _several(state: State, seen: CardsLanded) -> Interpretation:
    """Several cards within one throw, or one after the other while nobody could see."""
    cards = tuple(card for code in seen.cards if (card := known(code)) is not None)
    if len(cards) < len(seen.cards) or not cards:
        return None  # Nobody can say yet what lies there.
    seat = _seat(state, seen)
    if len(cards) == 1:
        one = CardLanded(t=seen.t, card=cards[0], seat=seen.seat, confidence=seen.confidence)
        return _one(state, one)
    if state.over:
        return _hand(state, cards, seat)
    if state.bomb is not None:
        return _zeros(state.bomb, cards)
    if seat == state.turn and seen.confidence >= CLEAR:
        return Propose(_thrown(cards, seat))
    return _at_once_or_not(state, cards, seat or state.turn)


def _thrown(cards: Sequence[str], by: str) -> Event:
    return {"plays": [coded(card) for card in cards], "by": by}


def _at_once_or_not(state: State, cards: Sequence[str], by: str) -> Question:
    """FAL-33, or two turns that nobody saw apart."""
    answers: list[Choice] = []
    for first, second in dict.fromkeys(permutations(cards)) if len(cards) == 2 else ():
        answers += one_by_one(state, first, second)
    answers.append(Choice(f"{by} threw them at once", _thrown(cards, by)))
    text = f"{listed([named(card) for card in cards])} lie there: whose are they?"
    otherwise: Event = {"set": {"turn": state.after(by)}, "reason": "cards that are not settled"}
    return Question("who", text, (*answers, NOTHING), otherwise)


def _zeros(bomb: Bomb, cards: Sequence[str]) -> Interpretation:
    """FAL-24: zeros for a Bomb are counted; whose they are is people's to say."""
    if any(card != "0" for card in cards):
        return None  # The Bomb is asked about already.
    if len(cards) == len(bomb.due):
        return Propose({"bomb": dict.fromkeys(bomb.due, "zero")})
    who = islice(combinations(bomb.due, min(len(cards), len(bomb.due))), _MOST_ANSWERS)
    answers = tuple(
        Choice(f"{listed(names)} had a 0", {"bomb": dict.fromkeys(names, "zero")}) for names in who
    )
    return Question("zero", f"{len(cards)} zeros for the Bomb: whose?", (*answers, NOTHING))


# --- hands that decide a tie


def _hand(state: State, cards: Sequence[str], seat: str | None) -> Interpretation:
    """FAL-35: cards shown by somebody who is tied."""
    waiting = state.unrevealed
    owners = [name for name in waiting if seat in (None, name)]
    if not owners:
        return None
    event = {name: {"reveal": {name: [coded(card) for card in cards]}} for name in owners}
    if len(owners) == 1 and state.hands[owners[0]] == len(cards):
        return Propose(event[owners[0]])
    owners.sort(key=lambda name: abs(state.hands[name] - len(cards)))
    answers = tuple(
        Choice(f"{name}'s hand, {counted(len(cards), 'cards')}", event[name]) for name in owners
    )
    return Question("reveal", "Whose whole hand is this?", (*answers, Choice("not all of it")))


# --- cards that go


def _removed(state: State, seen: CardRemoved, before: Sequence[Seen]) -> Interpretation:
    """Of several cards the others go back; a card that was too much does; others stay."""
    card, top = known(seen.card), state.top
    if state.over or card is None:
        return None
    if state.several:
        return _stays(state, [*before, seen])
    if state.back is not None and state.back.card == card:
        return None
    if top is None or top.card != card or state.bomb is not None:
        return None
    back = Choice(f"{top.by} took it back: it was not played", {"void": top.step})
    text = f"{named(card)} left the pile. Does it stay played?"
    return Question("removed", text, (Choice("it stays played"), back))


def _stays(state: State, seen: Sequence[Seen]) -> Interpretation:
    """FAL-33: the card that is left of several is the one that is played."""
    taken = [known(one.card) for one in seen if isinstance(one, CardRemoved)]
    gone = Counter(card for card in taken if card is not None)
    left = list((Counter(state.several) - gone).elements())
    if len(left) != 1:
        return None
    return Propose({"choose": coded(left[0]), "by": state.turn})


# --- letters


def _letters(state: State, seen: Letters) -> Interpretation:
    """A letter turned down is a flip where one is due; other differences are asked about."""
    seat = _seat(state, seen)
    if seat is None or state.over or seen.confidence < CLEAR:
        return None
    side = state.sides[seat]
    lives = state.lives[side]
    if seen.n == lives:
        return None
    flips = list(_flips(state, side)) if seen.n == lives - 1 else []
    if len(flips) == 1:
        return Propose(flips[0].event or {})
    record = Choice(f"the record is right: {lives}", {"letters": {seat: seen.n}})
    table = Choice(
        f"{counted(seen.n, 'letters')} it is",
        {"set": {"lives": {side: seen.n}}, "reason": f"the letters of {side} were counted"},
    )
    text = f"{side} has {counted(seen.n, 'letters')} up; by the record {lives}."
    return Question("letters", text, (*flips, record, table))


def _flips(state: State, side: str) -> Iterator[Choice]:
    """Whose flip one letter less may be."""
    members = state.members(side)
    if state.bomb is not None:
        for name in members:
            if name in state.bomb.due:
                yield Choice(f"{name} has no 0 for the Bomb", {"bomb": {name: "none"}})
    elif state.turn in members:
        yield Choice(f"{state.turn} cannot play", {"flip": state.turn})
