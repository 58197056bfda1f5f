"""What a card does that stays on the table, in the order of BGD-10."""

from __future__ import annotations

from engine.codes import named, named_rank
from engine.games.becker import proofs
from engine.games.becker.cards import GIVES, TAKES, VALUES
from engine.games.becker.state import Pool, State
from engine.games.becker.turns import end, next_turn, sweep
from engine.saying import Saying
from engine.words import counted


def land(state: State, card: str, by: str, say: Saying) -> State:
    """`by` has thrown `card`, and it stays: who drinks, and who acts next (BGD-10)."""
    top, thrower = state.top, state.thrower
    name = named(card)
    say.opening = name[0].upper() + name[1:]
    say.proofs += proofs.too_many(state, by) + proofs.late_opening(state, by, card)
    state = counted_out(state, card, by, say.context.step)
    if top is not None:
        _broken(state, card, top, thrower, by, say)
        _dropped(state, card, top, by, say)
    state = _face(state, card, by, say)
    _social(state, say)
    return _after(state, card, by, say)


def counted_out(state: State, card: str, by: str, step: int) -> State:
    """The card has gone from the hand to the pile, and is its top card."""
    mine = state.known.get(by)
    if mine and card in mine:
        rest = {other: seen for other, seen in mine.items() if other != card}
        state = state.but(known={**state.known, by: rest})
    held = state.held
    run = state.run + 1 if state.run and card[0] == state.run_rank else 1
    return state.but(
        opened=True,
        opener=state.opener if state.opened else card,
        hands={**state.hands, by: max(0, state.hands[by] - 1)},
        out={**state.out, card: step},
        top=card,
        thrower=by,
        anchor=by,
        swept=None,
        held=None if held and held.card == card else held,
        run=run,
        run_rank=card[0],
        idle=(),
    )


def _broken(state: State, card: str, top: str, thrower: str | None, by: str, say: Saying) -> None:
    """BGD-13: who threw the card before drinks one; nobody if that player is gone (BGD-52)."""
    if card[0] != top[0]:
        return
    say.rules += ["BGD-13", "BGD-14"]
    if thrower in state.present and thrower != by:
        assert thrower is not None
        say.charge(thrower, 1, "broken_suit")


def _dropped(state: State, card: str, top: str, by: str, say: Saying) -> None:
    """A lower number in suit costs the difference (BGD-11, BGD-12, BGD-20 to BGD-22)."""
    if card[1] != top[1] or card[0] in "AJQK":
        return
    faces = top[0] in "JQK"
    ten_is_free = card[0] == "T" and state.house.ten_after_face == "free"
    if faces and (state.house.drop_after_face == "none" or ten_is_free):
        say.rules.append("BGD-22" if card[0] == "T" else "BGD-21")
        return
    drop = VALUES.get(top[0], 0) - VALUES[card[0]]
    say.rules.append("BGD-11" if drop <= 0 else "BGD-21" if faces else "BGD-12")
    say.charge(by, max(0, drop), "drop")


def _face(state: State, card: str, by: str, say: Saying) -> State:
    """Black faces give, red faces take (BGD-15 to BGD-17, BGD-23)."""
    if card in TAKES:
        say.rules += ["BGD-15", "BGD-17"]
        say.charge(by, TAKES[card], "take")
    if card not in GIVES:
        return state
    n = GIVES[card]
    say.rules += ["BGD-15", "BGD-16", "BGD-18"]
    say.facts["give"] = {"by": by, "n": n}
    return state.but(pools=(*state.pools, Pool(by, n, say.context.step, card)))


def _social(state: State, say: Saying) -> None:
    """The fourth card of a rank in a row: everybody in the game drinks one (BGD-30, BGD-32).

    Aces are swept off one by one, so there is no Ace social, whatever the house says (BGD-28).
    """
    if state.run != 4 or state.run_rank == "A":
        return
    say.facts["social"] = True
    say.rules += ["BGD-30", "BGD-32"]
    say.announce.append("Social! Everybody drinks 1.")
    for name in state.present:
        say.charge(name, 1, "social")


def _after(state: State, card: str, by: str, say: Saying) -> State:
    """Ace sweep, end test, next turn (BGD-24, BGD-27, BGD-36, BGD-37)."""
    empty, lap = state.hands[by] == 0, state.first_out is not None
    if card[0] == "A":
        say.rules += ["BGD-24", "BGD-25" if card in GIVES else "BGD-26"]
        state = sweep(state, by, say)
        if empty or (lap and state.house.lap_ace == "end"):
            say.rules.append("BGD-27" if empty else "BGD-37")
            return end(state, "A")
        return state
    if empty and not lap:
        say.rules.append("BGD-36")
        say.announce.append(f"{by} has no cards left: this is the last lap.")
        state = state.but(first_out=by)
    return next_turn(state, by, say)


def gives_line(pool: Pool) -> str:
    """What somebody still has to give, as it is read out (RULES 0.7)."""
    face = f" for the {named_rank(pool.card[0])}" if pool.card else ""
    return f"{pool.by} gives {counted(pool.n, 'drinks')}{face}."
