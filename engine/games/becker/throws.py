"""Cards that land: which stay, which go back, and what a blunder costs (RULES 1.2 and 1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

import msgspec

from engine.codes import named, named_rank, named_suit
from engine.games.becker import proofs
from engine.games.becker.cards import read, read_all
from engine.games.becker.effects import land
from engine.games.becker.events import Choose, NextRound, Play, Plays, TakeBack, cards_of, mover
from engine.games.becker.state import Held, Pick, State, not_over, seated
from engine.games.becker.turns import resumed
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying
from engine.words import listed

# How a throw was taken: `Ruling.stance`. `KEPT` is followed by the card that stayed.
THROWN: Final = "thrown"
LED: Final = "led"
KEPT: Final = "kept "
PICK: Final = "pick"
OUT_OF_TURN: Final = "out_of_turn"
EARLY: Final = "early_card"
HELD: Final = "held_card"
ILLEGAL: Final = "illegal_card"
OPENING: Final = "wrong_opening"
SEVERAL: Final = "several_cards"
DUPLICATE: Final = "duplicate_card"
_WENT_BACK: Final = frozenset({OUT_OF_TURN, EARLY, ILLEGAL, OPENING, SEVERAL, DUPLICATE})
_RULES: Final = {
    OUT_OF_TURN: "BGD-42",
    EARLY: "BGD-43",
    ILLEGAL: "BGD-40",
    OPENING: "BGD-03b",
    SEVERAL: "BGD-44",
}


class Throw(msgspec.Struct, frozen=True):
    """Cards that `by` threw at once; `lies` is the one that lies there since the table let it
    stand, whatever the corrected record says of it."""

    cards: tuple[str, ...]
    by: str
    lies: str | None = None


def play(state: State, event: Play, context: Context) -> tuple[State, Ruling]:
    """One card was thrown."""
    return _thrown(state, (event.play,), event.by, context)


def plays(state: State, event: Plays, context: Context) -> tuple[State, Ruling]:
    """Several cards were thrown at once (BGD-44)."""
    return _thrown(state, event.plays, event.by, context)


def _thrown(state: State, texts: Iterable[str], by: str, context: Context) -> tuple[State, Ruling]:
    cards = read_all(texts)
    seated(state, by)
    if context.mode is Mode.LIVE:
        not_over(state, Mode.LIVE)
        _no_choice_open(state, by)
    say = Saying(context)
    say.proofs += [proofs.duplicate(state, card) for card in cards if card in state.out]
    if say.proofs:
        return state, say.ruling(stance=DUPLICATE)
    throw = Throw(cards, by, _lies(cards, context))
    state = _seen_in_hand(state, by, cards, say)
    return _ruled(_its_turn(state, throw, context), throw, say)


def _no_choice_open(state: State, by: str) -> None:
    if state.pick and state.pick.by == by:
        names = listed([named(card) for card in state.pick.cards])
        raise Refused("needs_choice", f"First {by} chooses the card that stays: {names}.")


def _lies(cards: tuple[str, ...], context: Context) -> str | None:
    """The card that the table took as thrown, where play has gone on over it."""
    came = "" if context.mode is Mode.LIVE else context.came
    card = came.removeprefix(KEPT) if came.startswith(KEPT) else cards[0]
    if came not in (THROWN, LED, KEPT + card) or card not in cards:
        return None
    return card if any(mover(event) for event in context.later()) else None


def _seen_in_hand(state: State, by: str, cards: Iterable[str], say: Saying) -> State:
    """Cards come out of a hand: what that proves of earlier passes (BGD-P1)."""
    known = state.known.get(by, {})
    for card in cards:
        if card not in known:
            say.proofs += proofs.earlier_passes(state, by, card, say.context.step, "BGD-P1")
    traded = proofs.from_another_hand(state, by, cards)
    if not traded:
        return state
    say.proofs += traded
    gone = frozenset(cards)
    others = {
        name: {card: step for card, step in hand.items() if name == by or card not in gone}
        for name, hand in state.known.items()
    }
    return state.but(known=others)


def _its_turn(state: State, throw: Throw, context: Context) -> State:
    """What the table took as somebody's turn stands, and as a lead on a table just swept."""
    if context.mode is Mode.LIVE or context.came == OUT_OF_TURN:
        return state
    state = resumed(state, throw.by)
    if context.mode is Mode.STANDS and context.came in (THROWN, LED):
        state = _opened(state, throw.cards)
    led = context.came == LED and state.top is not None
    return state.but(top=None, thrower=None, run=0) if led else state


def _opened(state: State, cards: tuple[str, ...]) -> State:
    """The table had opened, though the corrected record does not say with which card."""
    return state if any(map(state.allows, cards)) else state.but(opened=True)


def _ruled(state: State, throw: Throw, say: Saying) -> tuple[State, Ruling]:
    verdict, fitting = _verdict(state, throw, say.context)
    if verdict in _WENT_BACK:
        _blunder(state, throw, verdict, bool(fitting), say)
    elif _went_back(throw, say.context):
        return _back(state, throw.by, throw.cards, say), say.ruling(stance=verdict)
    elif len(throw.cards) > 1:
        _blunder(state, throw, SEVERAL, True, say)
    if throw.lies and verdict in (ILLEGAL, OPENING):
        return _stays(state, throw, throw.lies, verdict, say)
    if verdict == EARLY and _waits(state, throw, fitting):
        return _hold(state, throw, say)
    if verdict in _WENT_BACK:
        return _back(state, throw.by, throw.cards, say), say.ruling(stance=verdict)
    if verdict == PICK:
        return _pick(state, throw, fitting, say)
    return _stays(state, throw, fitting[0], verdict, say)


def _verdict(state: State, throw: Throw, context: Context) -> tuple[str, tuple[str, ...]]:
    """How the throw is taken, and which of its cards fit."""
    fitting = tuple(card for card in throw.cards if state.allows(card))
    if state.over or state.turn not in (None, throw.by):
        return OUT_OF_TURN, fitting
    if state.pools and (context.mode is Mode.LIVE or context.came in (EARLY, HELD)):
        return EARLY, fitting
    if throw.lies in fitting:
        assert throw.lies is not None
        fitting = (throw.lies,)
    if not fitting or (throw.lies and throw.lies not in fitting):
        return ILLEGAL if state.opened else OPENING, fitting
    if len(throw.cards) == 1:
        return THROWN if state.top else LED, fitting
    if state.house.multi == "all_back":
        return SEVERAL, fitting
    return (KEPT + fitting[0] if len(fitting) == 1 else PICK), fitting


def _blunder(state: State, throw: Throw, verdict: str, fits: bool, say: Saying) -> None:
    """One blunder, one penalty, the largest; all of them with `becker.stack` (BGD-46)."""
    illegal = verdict == ILLEGAL or (verdict == EARLY and not fits)
    doh = verdict != ILLEGAL or len(throw.cards) > 1
    amount = state.house.doh_amount
    say.rules.append(_RULES[verdict])
    say.rules += ["BGD-41"] * doh + ["BGD-46"] * (illegal and (doh or state.house.stack))
    kind = verdict if verdict in (OUT_OF_TURN, EARLY) or len(throw.cards) == 1 else SEVERAL
    say.facts["offence"] = {
        "kind": kind,
        "player": throw.by,
        "cards": list(throw.cards),
        "turn": state.turn,
        "top": state.top,
    }
    if illegal and (state.house.stack or not doh or amount <= 2):
        say.charge(throw.by, 2, "illegal_card")
    if state.house.stack or (doh and not (illegal and amount <= 2)):
        say.charge(throw.by, amount, "doh")


def _went_back(throw: Throw, context: Context) -> bool:
    """Whether a throw that is in order now was taken back at the time, and play went on so."""
    if context.mode is Mode.LIVE or context.came not in _WENT_BACK:
        return False
    first = None
    for event in takewhile(lambda event: not isinstance(event, NextRound), context.later()):
        first = first or mover(event)
        if any(_code(text) in throw.cards for text in cards_of(event)):
            return True
    return first == throw.by


def _code(text: str) -> str:
    try:
        return read(text)
    except Refused:
        return ""


def _stays(
    state: State, throw: Throw, card: str, verdict: str, say: Saying
) -> tuple[State, Ruling]:
    """One card stays, the rest go back."""
    rest = tuple(other for other in throw.cards if other != card)
    if rest:
        state = _back(state, throw.by, rest, say)
    return land(state, card, throw.by, say), say.ruling(stance=verdict)


def _back(state: State, by: str, cards: tuple[str, ...], say: Saying) -> State:
    """Cards go back to the hand and are known to be there (BGD-40, BGD-42 to BGD-44)."""
    say.facts["returned"] = [*say.facts.get("returned", ()), *cards]
    names = listed([f"the {named(card)}" for card in cards])
    why = ":"
    if len(cards) == 1 and _RULES[ILLEGAL] in say.rules and state.top:
        why = f" matches neither {named_suit(state.top[1])} nor {named_rank(state.top[0])}:"
    say.announce.append(f"{names[:1].upper()}{names[1:]}{why} back to hand.")
    return known_held(state, by, cards, say.context.step)


def known_held(state: State, by: str, cards: Iterable[str], step: int) -> State:
    """Cards that everybody has seen and that are in a hand; the first sight counts."""
    hand = state.known.get(by, {})
    return state.but(known={**state.known, by: {**dict.fromkeys(cards, step), **hand}})


def _waits(state: State, throw: Throw, fitting: tuple[str, ...]) -> bool:
    """Whether an early card lies and waits (`becker.early_card`)."""
    holds = state.house.early_card == "hold" and state.held is None
    return holds and len(throw.cards) == 1 and bool(fitting)


def _hold(state: State, throw: Throw, say: Saying) -> tuple[State, Ruling]:
    card = throw.cards[0]
    say.announce.append(f"The {named(card)} lies and waits.")
    state = known_held(state, throw.by, (card,), say.context.step)
    return state.but(held=Held(throw.by, card)), say.ruling(stance=HELD)


def _pick(
    state: State, throw: Throw, fitting: tuple[str, ...], say: Saying
) -> tuple[State, Ruling]:
    rest = tuple(card for card in throw.cards if card not in fitting)
    if rest:
        state = _back(state, throw.by, rest, say)
    state = known_held(state, throw.by, fitting, say.context.step)
    return state.but(pick=Pick(throw.by, fitting), turn=throw.by), say.ruling(stance=PICK)


def choose(state: State, event: Choose, context: Context) -> tuple[State, Ruling]:
    """The thrower of several cards says which one stays (BGD-44)."""
    card, say = read(event.choose), Saying(context)
    seated(state, event.by)
    pick = state.pick
    if pick and pick.by == event.by and card in pick.cards:
        return _chosen(state, pick, card, say), say.ruling()
    if context.mode is not Mode.LIVE and card in state.known.get(event.by, ()):
        return land(resumed(state, event.by), card, event.by, say), say.ruling()
    raise Refused("no_choice", f"{event.by} has no such card to choose now.")


def _chosen(state: State, pick: Pick, card: str, say: Saying) -> State:
    say.rules.append("BGD-44")
    rest = tuple(other for other in pick.cards if other != card)
    state = _back(state.but(pick=None), pick.by, rest, say) if rest else state.but(pick=None)
    return land(state, card, pick.by, say)


def take_back(state: State, event: TakeBack, context: Context) -> tuple[State, Ruling]:
    """A card leaves the table; a legal one stays (BGD-09)."""
    card, say = read(event.take_back), Saying(context)
    seated(state, event.by)
    pick = state.pick
    if pick and pick.by == event.by and card in pick.cards:
        return _one_less(state, pick, card, say), say.ruling()
    if card in state.out:
        proof = proofs.taken_back(state, event.by, card)
        raise Refused("card_stays", f"The {named(card)} stays.", (proof,))
    if state.held and state.held.card == card:
        raise Refused("card_stays", f"The {named(card)} stays.")
    if card not in state.known.get(event.by, ()):
        raise Refused("not_on_table", f"The {named(card)} is not on the table.")
    return state, say.ruling(inert=True)


def _one_less(state: State, pick: Pick, card: str, say: Saying) -> State:
    """One of several cards is taken back; the last one stays."""
    say.rules.append("BGD-44")
    rest = tuple(other for other in pick.cards if other != card)
    state = _back(state, pick.by, (card,), say)
    if len(rest) > 1:
        return state.but(pick=Pick(pick.by, rest))
    return land(state.but(pick=None), rest[0], pick.by, say)
