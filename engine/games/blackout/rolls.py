"""What a roll costs (RULES 3.2 to 3.6)."""

from __future__ import annotations

from engine.games.blackout import beers, needs, turns
from engine.games.blackout.events import BadRoll, Roll
from engine.games.blackout.proofs import loaded_dice, many_gulps
from engine.games.blackout.state import Need, State, Turn, going
from engine.ruling import Context, Mode, Ruling
from engine.saying import Saying
from engine.words import shown


def roll(state: State, event: Roll, context: Context) -> tuple[State, Ruling]:
    """A roll that counts: who drinks, and whose turn is next."""
    turns.may_roll(state, event.by, context)
    if context.mode is not Mode.LIVE:
        state = turns.resumed(state, context)
    hints, state = many_gulps(state), _turn_begins(state, event.by)
    say = Saying(context, state.barred, f"{event.roll[0]}-{event.roll[1]}")
    say.proofs += hints
    reverses, same = turns.repeats(state, event.roll)
    turn = Turn(event.by, context.step, repeats=reverses)
    state = state.but(current=turn, last=event.roll, chained=same)
    state, held = _effects(state, event, say)
    extra = event.roll == (5, 5)
    turn = Turn(event.by, context.step, reverses, extra, held, say.owes())
    state = _counted(state.but(current=turn), event, say)
    state = state if held else turns.end_turn(state, say)
    return state, say.ruling()


def _turn_begins(state: State, player: str) -> State:
    """The player is no Echo any more; a ban that has run its turn is over (BLK-26, BLK-39)."""
    barred = {name: name == player for name, rolled in state.barred.items() if not rolled}
    return state.but(
        turn=player,
        echo=tuple(name for name in state.echo if name != player),
        toast=None,
        reroll=False,
        barring=None,
        barred=barred,
    )


def _effects(state: State, event: Roll, say: Saying) -> tuple[State, bool]:
    """Charges a roll. Returns the state and whether a need holds the turn."""
    roller, (low, high) = event.by, sorted(event.roll)
    if low == high:
        state, held = _double(state, roller, low, say)
    else:
        state, held = _plain(state, roller, low, high, say), False
    if 3 in event.roll or sum(event.roll) == 3:
        for echo in state.echo:
            if echo != roller:
                needs.match(state, echo, _rolled(state, roller, event.roll), say)
    if event.roll == (3, 3):
        state = state.but(echo=(*state.echo, roller))
    if state.house.eight_ban and sum(event.roll) == 8:
        state = state.but(barring=roller)
        say.announce.append(f"{roller} bars somebody from drinking.")
    return state, held


def _rolled(state: State, roller: str, pair: tuple[int, int]) -> int:
    """What the roller of a roll with a three drinks for it, barred or not (BLK-24)."""
    return max(pair) if sum(pair) > 8 else sum(pair)


def _others(state: State, roller: str) -> list[str]:
    """All but the roller, in the direction of play."""
    names, name = [], state.next(roller)
    while name != roller:
        names.append(name)
        name = state.next(name)
    return names


def _plain(state: State, roller: str, low: int, high: int, say: Saying) -> State:
    """A roll of two different faces (BLK-09, BLK-14, BLK-15)."""
    total = low + high
    if total > 8:
        say.rules.append("BLK-14")
        say.charge(roller, high, "roll")
        say.charge(state.next(roller), low, "share")
        return state
    say.rules.append("BLK-15" if total == 7 else "BLK-09")
    say.charge(roller, total, "roll")
    if total != 7:
        return state
    for other in _others(state, roller):
        say.charge(other, 1, "social")
    say.opening += f", {roller} proposes a toast first"
    return state.but(toast=roller)


def _double(state: State, roller: str, face: int, say: Saying) -> tuple[State, bool]:
    """A double (BLK-16 to BLK-22)."""
    if face in (1, 2, 4) and state.house.doubles_also_sum:
        say.rules.append("BLK-22")
        say.charge(roller, 2 * face, "roll")
    if face == 1:
        return beers.whole_beer(state, roller, say), False
    if face == 2:
        say.rules += ["BLK-21", "BLK-28"]
        say.announce.append("Duel!")
        need = Need("duel", roller, say.context.step, (roller,))
        return state.but(needs=(*state.needs, need)), True
    if face == 4:
        return needs.measure(state, roller, say)
    _gulps_double(state, roller, face, say)
    return state, False


def _gulps_double(state: State, roller: str, face: int, say: Saying) -> None:
    """3-3, 5-5 and 6-6: the doubles that cost gulps (BLK-16, BLK-17, BLK-20)."""
    say.rules.append({3: "BLK-20", 5: "BLK-17", 6: "BLK-16"}[face])
    if face == 6:
        for other in _others(state, roller):
            say.charge(other, 7, "worst_roll")
        return
    say.charge(roller, 6 if face == 3 else 5, "roll")
    if face == 5:
        say.charge(state.next(roller), 5, "share")
    else:
        say.announce.append(f"{roller} is an Echo.")


def _counted(state: State, event: Roll, say: Saying) -> State:
    """Counts gulps towards the estimate of the beer in hand, and the faces of the dice."""
    state = state.drunk(say.owed)
    faces = list(state.faces)
    for pip in event.roll:
        faces[pip - 1] += 1
    state = state.but(faces=tuple(faces))
    proof = None if state.suspected else loaded_dice(state.faces)
    if proof is None:
        return state
    say.proofs.append(proof)
    return state.but(suspected=True)


def bad_roll(state: State, event: BadRoll, context: Context) -> tuple[State, Ruling]:
    """A throw that is no roll: both dice again (BLK-38)."""
    say = Saying(context, state.barred)
    say.rules.append("BLK-38")
    if event.by in state.order and (state.held or event.by in state.order_due):
        going(state, context.mode)
        say.announce.append(f"{event.by}'s die does not count.")
        return state, say.ruling()
    turns.may_roll(state, event.by, context)
    if state.house.bad_die == "drink1":
        say.charge(event.by, 1, "roll")
    say.announce.append(f"No roll: {shown(event.bad_roll).replace('_', ' ')}.")
    return state.but(turn=event.by, reroll=True), say.ruling()
