"""What cards on the table mean now (RULES 0.4, 0.5, PROTOCOL section 5).

Pure: the same state and the same things seen give the same answer. What is impossible weighs a
reading, what is illegal never does. Nothing here charges anybody for a forgotten pass, for drinks
given aloud or for an earlier reading: what is not clear becomes a question with ranked answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.codes import named
from engine.games.becker.cards import DECK, GIVES
from engine.games.becker.readings import Reading, read_seen
from engine.games.becker.state import State
from engine.games.becker.who import Landed, landed, went_on
from engine.questions import Choice, Interpretation, Propose, Question
from engine.seen import CardLanded, CardRemoved, CardsLanded, Knock, Seen, Swept, TurnUp
from engine.words import listed

_NOTHING = Choice("it counts for nothing")


def interpret(state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
    """The event that something seen is, a question, or None where it means nothing now."""
    if isinstance(seen, CardLanded):
        return _one(state, seen)
    if isinstance(seen, TurnUp):  # Nothing is turned up in this game: a card beside a packet.
        landing = CardLanded(t=seen.t, card=seen.card, seat=seen.seat, confidence=seen.confidence)
        return _one(state, landing)
    if isinstance(seen, CardsLanded):
        return _several(state, seen)
    if isinstance(seen, CardRemoved):
        return _removed(state, seen)
    if isinstance(seen, Knock):
        return _knocked(state, seen)
    return _swept(state) if isinstance(seen, Swept) else None


def _one(state: State, seen: CardLanded) -> Interpretation:
    """A card landed: which one, and who threw it."""
    if seen.card == state.top and not seen.alternatives:
        return None  # The top card was covered for a moment and is seen again.
    readings = read_seen(state, seen)
    if state.over:
        return _after_the_end(state, readings)
    return landed(state, Landed(readings, _seat(state, seen)))


def _seat(state: State, seen: Seen) -> str | None:
    """The seat that was seen, where somebody in the game sits there."""
    return seen.seat if seen.seat in state.present else None


def _after_the_end(state: State, readings: Sequence[Reading]) -> Interpretation:
    """BGD-38: hands are shown; only black faces cost anything."""
    best = readings[0].card if readings else ""
    if best not in GIVES:
        return None
    answers = tuple(
        Choice(f"{name} held it", {"reveal": {name: [best]}})
        for name in state.present
        if best not in state.revealed.get(name, ())
    )
    return Question("reveal", f"The {named(best)} is left: who held it?", (*answers, _NOTHING))


def _several(state: State, seen: CardsLanded) -> Interpretation:
    """BGD-44: several cards within one throw, or one after the other while nobody could see."""
    if any("?" in card for card in seen.cards):
        return None  # Nobody can say yet what lies there.
    cards = [c for c in dict.fromkeys(seen.cards) if c in DECK and c not in state.out]
    twice = len(set(seen.cards)) < len(seen.cards)  # There is one of each: one was read wrong.
    if len(cards) == 1:
        sure = 0.0 if twice else seen.confidence
        return _one(state, CardLanded(t=seen.t, card=cards[0], seat=seen.seat, confidence=sure))
    if not cards or state.over:
        return None
    seat = _seat(state, seen)
    if seat is not None and seat == state.turn and not state.pools and not twice:
        return Propose({"plays": cards, "by": seat})
    return _at_once_or_not(state, cards, seat or state.turn)


def _at_once_or_not(state: State, cards: list[str], by: str | None) -> Question:
    names = listed([f"the {named(card)}" for card in cards])
    answers = [
        Choice(f"{name} threw them at once", {"plays": cards, "by": name})
        for name in ((by,) if by else state.present)
    ]
    for first, second in (cards, cards[::-1]) if len(cards) == 2 else ():
        answers += _one_after_the_other(state, first, second)
    text = f"{names[:1].upper()}{names[1:]} lie there: were they thrown at once?"
    return Question("who", text, (*answers, _NOTHING))


def _one_after_the_other(state: State, first: str, second: str) -> Iterator[Choice]:
    """Two throws in turn, where the first card may be thrown now."""
    player = state.turn
    if player is None or not state.may_play or not state.allows(first):
        return
    follower = went_on(state, first, player)["set"].get("turn")
    if follower is not None:
        text = f"{player} threw the {named(first)}, then {follower} the {named(second)}"
        one = {"play": first, "by": player}
        yield Choice(text, {"play": second, "by": follower}, first=one)


def _removed(state: State, seen: CardRemoved) -> Interpretation:
    """BGD-09: a legal card stays; of several thrown at once, all but one go back."""
    card, pick = seen.card, state.pick
    if pick is not None and card in pick.cards:
        return Propose({"take_back": card, "by": pick.by})
    if state.over or card != state.top or state.thrower not in state.present:
        return None
    return Propose({"take_back": card, "by": state.thrower})


def _knocked(state: State, seen: Knock) -> Question | None:
    """BGD-08: where players agreed on it, a knock of who is in turn may be a pass."""
    name, leads = state.turn, state.top is None
    if not state.house.knock_pass or name is None or seen.seat != name:
        return None
    if state.over or leads or state.pools:
        return None
    passes = Choice(f"{name} passes", {"pass": name})
    return Question("pass", f"{name} knocked: a pass?", (passes, _NOTHING))


def _swept(state: State) -> Interpretation:
    """A table swept before the referee said so: people have passed and said nothing (BGD-33)."""
    if state.over or state.top is None or state.turn is None or state.pools:
        return None
    waiting = _still_to_pass(state)
    choice = Choice(f"{listed(waiting)} passed", {"passes": waiting})
    text = "The table is swept: has everybody passed?"
    going_on = {"set": {"top": None, "turn": state.anchor}, "reason": "the table is swept"}
    known = state.anchor is not None and state.active(state.anchor)
    return Question("swept", text, (choice, _NOTHING), otherwise=going_on if known else None)


def _still_to_pass(state: State) -> list[str]:
    """Who has yet to pass until play has come round to the last thrower."""
    assert state.turn is not None
    names = [state.turn]
    for name in state.seats_after(state.turn)[:-1]:
        if name in (state.anchor, state.first_out):
            break
        if state.active(name):
            names.append(name)
    return names
