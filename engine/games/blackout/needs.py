"""What only people can say about a roll: duels and measurements (BLK-19, BLK-28 to BLK-30)."""

from __future__ import annotations

from engine.games.blackout import beers, turns
from engine.games.blackout.state import Need, State, seated
from engine.ruling import Mode, Refused
from engine.saying import Saying


def _find(state: State, kind: str, names: set[str]) -> Need | None:
    """The need that an answer is for: the one that holds the turn, or the latest that fits."""
    held = state.held if state.held and state.held.kind == kind else None
    fitting = [n for n in state.needs if n.kind == kind and names & set(n.compare)]
    return held if held in fitting or not fitting else fitting[-1]


def _closed(state: State, need: Need, say: Saying) -> State:
    """The need is answered; where it held the turn, the turn ends."""
    held = state.held == need
    rest = tuple(other for other in state.needs if other != need)
    state = state.drunk(say.owed).owing(say.owes()).but(needs=rest)
    return turns.end_turn(state, say) if held else state


def duel(state: State, dice: dict[str, int], say: Saying) -> State:
    """Higher die drinks double, lower die its number, a tie double both (BLK-29, BLK-30)."""
    for name in dice:
        seated(state, name)
    need = _find(state, "duel", set(dice))
    if need is None:
        raise Refused("no_duel", "No duel is open.")
    if need.roller not in dice and say.context.mode is not Mode.STANDS:
        raise Refused("invalid_duel", f"{need.roller} rolled 2-2 and duels with somebody else.")
    high = max(dice.values())
    for name, die in dice.items():
        say.charge(name, die * 2 if die == high else die, "duel")
    say.rules.append("BLK-30" if len(set(dice.values())) == 1 else "BLK-29")
    if state.house.echo_duel:
        _echo_duel(state, dice, say)
    return _closed(state, need, say)


def _echo_duel(state: State, dice: dict[str, int], say: Saying) -> None:
    """With `blackout.echo_duel`: a three on a duel die wakes the Echoes (BLK-27)."""
    for echo in state.echoes:
        for name in dice:
            if name != echo and dice[name] == 3:
                match(state, echo, say.owed(name), say)


def match(state: State, echo: str, gulps: int, say: Saying) -> None:
    """An Echo drinks as much as the roller, on top of the rest or up to it (BLK-24, BLK-25)."""
    if state.house.echo == "raise_to":
        gulps = max(0, gulps - say.owed(echo))
    say.charge(echo, gulps, "echo")
    say.rules += ["BLK-23", "BLK-24", "BLK-25"]


def measure(state: State, roller: str, say: Saying) -> tuple[State, bool]:
    """4-4: whose beer is fuller. Returns the state and whether it has to be asked (BLK-19)."""
    other = state.next(roller)
    say.rules.append("BLK-19")
    say.announce.append(f"{roller}'s beer against {other}'s.")
    holding = [name for name in (roller, other) if state.open(name) > 0]
    full = state.house.measure_unopened == "full" and state.left > 0
    if not state.known or len(holding) == 2 or (full and not holding):
        need = Need("measurement", roller, say.context.step, (roller, other))
        return state.but(needs=(*state.needs, need)), True
    say.facts["compare"] = [roller, other]
    if not holding:
        say.announce.append(f"Neither {roller} nor {other} has an open beer.")
        return state, False
    fuller = next(n for n in (roller, other) if n not in holding) if full else holding[0]
    return beers.finish_beer(state, fuller, say), False


def fuller(state: State, player: str, say: Saying) -> State:
    """The answer to a measurement: the fuller beer is finished (BLK-19)."""
    seated(state, player)
    need = _find(state, "measurement", {player})
    if need is None:
        raise Refused("no_measurement", "No measurement is open.")
    if player not in need.compare and say.context.mode is not Mode.STANDS:
        raise Refused("not_compared", f"{' and '.join(need.compare)} are compared.")
    say.rules.append("BLK-19")
    return _closed(beers.finish_beer(state, player, say), need, say)


def bar(state: State, player: str, by: str, say: Saying) -> State:
    """With `blackout.eight_ban`: `by` rolled eight and bars `player` from drinking (BLK-39)."""
    seated(state, player)
    if state.barring is None:
        raise Refused("no_ban", "Nobody may be barred from drinking now.")
    if by != state.barring and say.context.mode is not Mode.STANDS:
        raise Refused("out_of_turn", f"{state.barring} rolled eight and bars somebody.")
    if player == by:
        raise Refused("invalid_ban", f"{by} bars somebody else.")
    say.rules.append("BLK-39")
    say.announce.append(f"{player} must not drink until after the next turn of {player}.")
    return state.but(barring=None, barred={**state.barred, player: False})
