"""Who played the card that landed, and what it means that it landed now (DESIGN decision 5).

Nobody is charged here for a flip that nobody reported, or for an earlier reading: that becomes a
question with ranked answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.fivealive import bombs
from engine.games.fivealive.apply import apply
from engine.games.fivealive.cards import coded, named
from engine.games.fivealive.events import Answers, Flip, Play, Zero
from engine.games.fivealive.readings import Landed
from engine.games.fivealive.state import Bomb, State
from engine.games.fivealive.telling import Telling
from engine.questions import Choice, Event, Interpretation, Propose, Question
from engine.ruling import Context, Mode
from engine.words import listed

NOTHING = Choice("it counts for nothing")
_NOW = Context(0)
GO_ON: Event = {"set": {"needs": None}, "reason": "play goes on, the Bomb's answers may come later"}


def play(card: str, by: str) -> Event:
    """The event of one card."""
    return {"play": coded(card), "by": by}


def whose(state: State, card: Landed) -> Interpretation:
    """The play, or the question who played what."""
    if state.bomb is not None:
        return _bombed(state, state.bomb, card)
    player = state.turn
    if card.seat not in (None, player):
        return _wrong_seat(state, card, player, str(card.seat))
    if card.clear:
        return Propose(play(card.cards[0], player))
    answers = [Choice(named(one), play(one, player)) for one in card.cards]
    text = f"What did {player} play: {card}?"
    return Question("reading", text, (*answers, NOTHING), went_on(state, card.cards[0], player))


# --- a seat that is not in turn


def _wrong_seat(state: State, card: Landed, player: str, seat: str) -> Question:
    """RULES 0.4: a flip that nobody reported, a seat misread, or a card out of turn."""
    answers = _distinct(choice for one in card.said for choice in _who(state, one, player, seat))
    text = f"{seat} seems to have played {card}, and it is {player}'s turn. Who was it?"
    otherwise = went_on(state, card.cards[0], seat)
    return Question("who", text, (*answers, NOTHING), otherwise)


def _distinct(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Each answer once: some are the same whatever the card was."""
    return tuple({choice.text: choice for choice in choices}.values())


def _who(state: State, card: str, player: str, seat: str) -> Iterator[Choice]:
    after, _ = apply(state, Flip(player), _NOW)
    flipped: Event = {"flip": player}
    if after.over:
        yield Choice(f"{player} could not play and flipped", flipped)
    elif after.turn == seat:
        text = f"{player} could not play and flipped, {seat} played {named(card)}"
        yield Choice(text, play(card, seat), flipped)
    yield Choice(f"{player} played {named(card)}", play(card, player))
    turn: Event = {"set": {"turn": seat}, "reason": f"it was {seat}'s turn"}
    yield Choice(f"it was {seat}'s turn, {named(card)}", play(card, seat), turn)
    yield Choice(f"{seat} played {named(card)} out of turn", play(card, seat))


def one_by_one(state: State, first: str, second: str) -> Iterator[Choice]:
    """Two cards that are two turns, or a Bomb and a 0 that answers it."""
    player, one = state.turn, play(first, state.turn)
    after, _ = apply(state, Play(first, player), _NOW)
    bomb = after.bomb
    if bomb is None and not after.over:
        text = f"{player} played {named(first)}, then {after.turn} {named(second)}"
        yield Choice(text, play(second, after.turn), one)
    for name in bomb.due if bomb is not None and second == "0" else ():
        text = f"{player} played {named(first)}, and {name} a 0 for it"
        yield Choice(text, _zero(name), one)


def went_on(state: State, card: str, by: str) -> Event:
    """What keeps the game going where nobody answers: the card lies there and costs nothing."""
    reason = f"what became of {named(card)} is not settled"
    before = state.but(turn=by, bomb=None)
    after, _ = apply(before, Play(card, by), Context(0, Mode.STANDS))
    if after.hand != state.hand or after.over:
        return {"set": {"turn": state.after(by)}, "reason": reason}
    counts = {name: n for name, n in after.hands.items() if n != state.hands[name]}
    values = {"turn": after.turn, "total": after.total, "direction": after.direction}
    return {"set": {**values, **({"hands": counts} if counts else {})}, "reason": reason}


# --- a card while a Bomb is open


def _bombed(state: State, bomb: Bomb, card: Landed) -> Interpretation:
    """FAL-23, FAL-24: a 0 answers the Bomb; any other card means that people played on."""
    owners = [name for name in bomb.due if card.seat in (None, name)] or list(bomb.due)
    sure = card.seat in bomb.due or (card.seat is None and len(bomb.due) == 1)
    if card.clear and card.cards[0] == "0" and sure:
        return Propose(_zero(owners[0]))
    answers: list[Choice] = []
    for one in card.said:
        if one == "0":
            answers += [Choice(f"{name}'s 0 for the Bomb", _zero(name)) for name in owners]
        answers += _played_on(state, bomb, one, card.seat)
    text = f"{card}, and the Bomb waits for {listed(bomb.due)}. What was it?"
    about = "zero" if card.cards[0] == "0" else "early"
    return Question(about, text, (*_distinct(answers), NOTHING), _bomb_went_on(state, card))


def _zero(name: str) -> Event:
    return {"bomb": {name: "zero"}}


def _played_on(state: State, bomb: Bomb, card: str, seat: str | None) -> Iterator[Choice]:
    """Nobody told that letters were flipped, or the answers are still to come."""
    player = seat or _follower(state)
    none: dict[str, Zero] = dict.fromkeys(bomb.due, "none")
    after, _ = apply(state, Answers(none), _NOW)
    if after.over:
        yield Choice(f"{listed(bomb.due)} flipped for the Bomb", {"bomb": none})
    elif player in after.order:
        text = f"{listed(bomb.due)} flipped for the Bomb, {player} played {named(card)}"
        yield Choice(text, play(card, player), {"bomb": none})
    gone_on = _gone_on(state)
    if player in gone_on.order and not gone_on.over:
        text = f"{player} played {named(card)}, the Bomb's answers come later"
        yield Choice(text, play(card, player), GO_ON)


def _gone_on(state: State) -> State:
    return bombs.let_go(state, Telling(Context(0, Mode.STANDS)))


def _follower(state: State) -> str:
    """Who plays after the Bomb: in the next hand, if it was a last card."""
    return _gone_on(state).turn


def _bomb_went_on(state: State, card: Landed) -> Event:
    """What keeps the game going: the Bomb stays open, and nobody is charged for it now."""
    after = _gone_on(state)
    if after.hand != state.hand or after.over or card.cards[0] == "0":
        return GO_ON
    on = went_on(after, card.cards[0], card.seat or after.turn)
    return {"set": {"needs": None, **on["set"]}, "reason": on["reason"]}
