"""The Bomb: a 0 or a letter of everybody else (FAL-23, FAL-24, FAL-27, FAL-28, FAL-37)."""

from __future__ import annotations

from engine.games.fivealive import hands, letters, proofs
from engine.games.fivealive.state import Bomb, State, not_over, seated
from engine.games.fivealive.telling import ANSWER, LAST, Telling
from engine.ruling import Refused
from engine.words import listed


def thrown(
    state: State, by: str, say: Telling, *, last: bool = False, emptied: tuple[str, ...] = ()
) -> State:
    """A Bomb lies there; nobody plays before it is answered."""
    say.rules.append("FAL-37" if state.house.teams else "FAL-23")
    spares = state.house.teams and state.house.team_bomb == "opponents"
    due = tuple(
        name
        for name in state.order
        if name != by and not (spares and state.sides[name] == state.sides[by])
    )
    bomb = Bomb(by, say.context.step, state.hand, due, emptied=emptied, last=last)
    return state.but(total=0, turn=state.after(by), bomb=bomb)


def answers(state: State, raw: dict[str, str], say: Telling) -> State:
    """Who has a 0 and who has none, all at once or one by one (FAL-24)."""
    for name in raw:
        seated(state, name, say.context.mode)
    not_over(state, say.context.mode)
    return answer(state, raw, say)


def answer(state: State, raw: dict[str, str], say: Telling) -> State:
    """The answers of some of those who have to."""
    say.rules.append("FAL-24")
    bomb = _meant(state, raw)
    told = {name: said for name, said in raw.items() if name in bomb.due}
    if say.live and len(told) < len(raw):
        names = listed([name for name in raw if name not in told])
        raise Refused("not_asked", f"The Bomb does not wait for {names}.")
    for name, said in told.items():
        state, bomb = _one(state, bomb, name, said == "zero", say)
    bomb = bomb.but(due=tuple(name for name in bomb.due if name not in told))
    say.stance = ANSWER
    if state.bomb is None or bomb.step != state.bomb.step:
        return _late(state, bomb, say)
    if bomb.due:
        return state.but(bomb=bomb)
    return _answered(state.but(bomb=None), bomb, say, ended=_ended(state, bomb, say))


def _meant(state: State, raw: dict[str, str]) -> Bomb:
    """The Bomb that is being answered: the one that holds play, or the latest that fits."""
    bombs = [one for one in (*state.open, state.bomb) if one is not None]
    fitting = [one for one in bombs if set(raw) & set(one.due)]
    if fitting:
        return fitting[-1]
    if bombs:
        waits = listed(bombs[-1].due)
        raise Refused("not_asked", f"The Bomb waits for {waits}.")
    raise Refused("no_bomb", "No Bomb is to be answered.")


def _one(state: State, bomb: Bomb, name: str, zero: bool, say: Telling) -> tuple[State, Bomb]:
    """One answer. A Bomb of a hand that is over takes no card of this one."""
    if not zero:
        state = letters.flip(state, state.sides[name], "bomb", say)
        return _has_none(state, bomb, name, say), bomb
    say.announce.append(f"{name} discards a 0.")
    if bomb.hand != state.hand:
        return state, bomb
    last = (name,) if not bomb.last and hands.is_last(state, name, say) else ()
    state = hands.spend(state, name, "0", say)
    return state, bomb.but(zeros=(*bomb.zeros, name), emptied=(*bomb.emptied, *last))


def _has_none(state: State, bomb: Bomb, name: str, say: Telling) -> State:
    """FAL-P2: the answer is remembered until that player draws; a 0 that is known to be held
    shows at once that it is not true."""
    if bomb.hand != state.hand:
        return state
    steps = (*state.nones.get(name, ()), say.context.step)
    if "0" not in state.held.get(name, ()):
        return state.but(nones={**state.nones, name: steps})
    say.proofs += proofs.withheld_zero(state.but(nones={name: steps}), name)
    return state.but(nones={player: s for player, s in state.nones.items() if player != name})


def _answered(state: State, bomb: Bomb, say: Telling, *, ended: bool) -> State:
    """All have answered: the hand may be over, otherwise play goes on after the bomber."""
    if ended:
        return _over(state, bomb, say)
    state = letters.settle(state, bomb.by, say)
    return state.but(turn=state.after(bomb.by))


def _ended(state: State, bomb: Bomb, say: Telling) -> bool:
    """Whether the Bomb ends the hand: as the last card, or by a 0 that was (FAL-27, FAL-28).

    What the table did stands: a hand that ended has ended, one that went on went on.
    """
    if bomb.last or not state.house.bomb_zero_ends or bomb.hand != state.hand:
        return bomb.last
    return say.context.came == LAST if say.stood else bool(bomb.emptied)


def _over(state: State, bomb: Bomb, say: Telling) -> State:
    """The hand is over: the bomber ended it, or the first whose 0 did."""
    say.rules.append("FAL-27" if bomb.last else "FAL-28")
    by = bomb.by if bomb.last else (*bomb.emptied, *bomb.zeros, bomb.by)[0]
    return hands.over(state, by, bomb.emptied, say)


def played_over(state: State, say: Telling) -> State:
    """Play goes on although a Bomb is not answered: it stays open in the record."""
    bomb = state.bomb
    assert bomb is not None
    if say.live:
        raise Refused("needs_bomb", f"First the Bomb: {listed(bomb.due)}, a 0 or a letter.")
    return _let_go(state, bomb, say, ended=bomb.last)


def let_go(state: State, say: Telling) -> State:
    """The Bomb holds play no longer; its answers may still come."""
    bomb = state.bomb
    if bomb is None:
        return state
    return _let_go(state, bomb, say, ended=_ended(state, bomb, say))


def _let_go(state: State, bomb: Bomb, say: Telling, *, ended: bool) -> State:
    return _answered(state.but(bomb=None, open=(*state.open, bomb)), bomb, say, ended=ended)


def _late(state: State, bomb: Bomb, say: Telling) -> State:
    """An answer to a Bomb over which play went on."""
    others = tuple(one for one in state.open if one.step != bomb.step)
    state = state.but(open=(*others, bomb) if bomb.due else others)
    if not bomb.last and _ended(state, bomb, say):
        return _over(state, bomb, say)
    return resumed(letters.settle(state, bomb.by, say), say)


def resumed(state: State, say: Telling) -> State:
    """Play goes on where nobody is left who has to answer the Bomb that holds it."""
    bomb = state.bomb
    if bomb is None or bomb.due or state.over:
        return state
    return _answered(state.but(bomb=None), bomb, say, ended=_ended(state, bomb, say))
