"""Beers opened and finished, the Beerocalypse, and who wins (BLK-02 to -07, BLK-31 to -36)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.blackout.proofs import beer_count, opened_proofs
from engine.games.blackout.state import GULPS_PER_BEER, State, going, not_over, seated
from engine.ruling import Cost, Mode, Refused
from engine.safety import portions
from engine.saying import Saying
from engine.words import counted, listed

PORTION = GULPS_PER_BEER // 2
_LAST = 1_000


def _plus(counts: dict[str, int], player: str, n: int = 1) -> dict[str, int]:
    return {**counts, player: counts[player] + n}


def _take_beer(state: State, player: str) -> State:
    """A beer leaves the centre; the last one ends the game after this turn (BLK-33)."""
    state = state.but(opened=_plus(state.opened, player), left=max(0, state.left - 1))
    if state.left > 0 or state.apocalypse == "on":
        return state
    running = state.current.roller if state.current else state.turn
    return state.but(apocalypse="pending", turn=running)


def opened(state: State, player: str, say: Saying) -> State:
    """`player` opened a beer from the centre (BLK-03)."""
    seated(state, player)
    going(state, say.context.mode)
    if state.left == 0 and say.context.mode is not Mode.STANDS:
        text = "No beer is left in the centre."
        raise Refused("no_beer_left", text, (beer_count(state, player, text),))
    gulps = {**state.gulps, player: _already(state, player)}
    after = _take_beer(state, player).but(known=True, gulps=gulps)
    say.proofs += opened_proofs(state, after, player)
    say.announce.append(f"{player} opens a beer: {after.left} left.")
    say.rules += ["BLK-03", "BLK-33"] if after.left == 0 else ["BLK-03"]
    return after


def _already(state: State, player: str) -> int:
    """Gulps that are drunk from a beer just opened: what the beer before it did not hold, or
    what the running turn costs (BLK-03, BLK-32)."""
    if player in state.gulps:
        return max(0, state.gulps[player] - GULPS_PER_BEER)
    return state.current.owes.get(player, 0) if state.current else 0


def finished(state: State, player: str, say: Saying) -> State:
    """`player` emptied a beer; the empty stays in front of them (BLK-04).

    Before anything is on record about beers, an empty one shows that one was opened.
    """
    seated(state, player)
    not_over(state, say.context.mode)
    if state.open(player) < 1 and not state.known and state.left > 0:
        state = _take_beer(state, player)
    if state.open(player) < 1:
        text = f"{player} has no open beer on record."
        raise Refused("no_open_beer", text, (beer_count(state, player, text),))
    say.rules.append("BLK-04")
    after = state.but(finished=_plus(state.finished, player), known=True)
    say.announce.append(f"{player} has {after.finished[player]} empty.")
    return after


def finish_beer(state: State, player: str, say: Saying) -> State:
    """`player` must finish the beer in hand."""
    if player in say.spared:
        say.announce.append(f"{player} need not finish the beer.")
        return state
    say.fact("finish_beer", player)
    say.beside.append(Cost(player, PORTION, "finish_beer"))
    say.announce.append(f"{player} finishes the beer, in portions with pauses.")
    return state.emptied(player)


def whole_beer(state: State, player: str, say: Saying) -> State:
    """Snake eyes: one entire beer, a fresh one or the open one (BLK-31, BLK-36)."""
    say.rules.append("BLK-31")
    if player in say.spared:
        say.announce.append(f"{player} does not drink.")
        return state
    current = state.house.bong_beer == "current" and state.open(player) > 0
    if not current and state.left == 0:
        return _no_fresh_beer(state, player, say)
    state = state.emptied(player) if current else _take_beer(state, player)
    say.fact("whole_beer", player)
    say.beside.append(Cost(player, GULPS_PER_BEER, "whole_beer"))
    parts = " + ".join(str(part) for part in portions(GULPS_PER_BEER, PORTION))
    say.announce.append(f"{player} drinks a whole beer, {parts} gulps with a pause.")
    return state.but(finished=_plus(state.finished, player))


def _no_fresh_beer(state: State, player: str, say: Saying) -> State:
    say.rules.append("BLK-36")
    if state.known and state.open(player) == 0:
        say.announce.append("The centre and the can are empty: the beer lapses.")
        return state
    return finish_beer(state, player, say)


def begin_apocalypse(state: State, say: Saying) -> State:
    """All chug what they have open (BLK-33)."""
    chug = tuple(
        name
        for name in state.order
        if name not in say.spared and (state.open(name) > 0 or not state.known)
    )
    say.rules += ["BLK-33", "BLK-34"]
    say.beside += [Cost(name, PORTION, "beerocalypse") for name in chug]
    state = state.but(apocalypse="on", turn=None, chug=chug, reroll=False, toast=None)
    return state if chug else decide(state, {}, say)


def finish_order(state: State, places: Sequence[Sequence[str]], say: Saying) -> State:
    """The order of finishing in the Beerocalypse; an inner list is a dead heat (BLK-35)."""
    if state.apocalypse != "on" or state.over or state.contest:
        raise Refused("no_beerocalypse", "Nobody is chugging now.")
    rank = {name: place for place, names in enumerate(places) for name in names}
    for name in rank:
        seated(state, name)
    missing = [name for name in state.chug if name not in rank and name not in say.spared]
    twice = len(rank) != sum(len(names) for names in places)
    if (missing or twice) and say.context.mode is not Mode.STANDS:
        wrong = f"{listed(missing)} missing" if missing else "a name stands twice"
        raise Refused("invalid_finish_order", f"The order names everybody once: {wrong}.")
    emptied = {
        name: state.finished[name] + state.open(name)
        for name in state.chug
        if name in rank or name not in say.spared
    }
    return decide(state.but(finished={**state.finished, **emptied}), rank, say)


def decide(state: State, rank: dict[str, int], say: Saying) -> State:
    """Most empties wins; then who finished first; then a chugging contest (BLK-07, BLK-35)."""
    say.rules += ["BLK-07", "BLK-35"]
    most = max(state.finished.values())
    best = [name for name in state.everyone if state.finished[name] == most]
    if len(best) > 1:
        places = {name: _place(state, name, rank) for name in best}
        best = [name for name in best if places[name] == min(places.values())]
    if len(best) > 1:
        return _contest(state, best, say)
    say.announce.append(f"{best[0]} has {counted(most, 'beers')} empty.")
    return state.but(winner=best[0], over=True, chug=(), turn=None)


def _contest(state: State, best: list[str], say: Saying) -> State:
    """Nothing but a contest decides; who has left the table cannot take part in it."""
    here = tuple(name for name in best if name in state.order)
    if len(here) > 1:
        return state.but(contest=here, chug=())
    if not here:
        say.announce.append(f"{listed(best)} share the win.")
    return state.but(winner=here[0] if here else None, over=True, chug=(), turn=None)


def _place(state: State, name: str, rank: dict[str, int]) -> int:
    """Where a player finished: with nothing open at once, having left the table never."""
    if name not in state.order:
        return _LAST
    if name in state.chug:
        return rank.get(name, _LAST)
    return -1 if state.open(name) == 0 else _LAST


def chug_winner(state: State, player: str, say: Saying) -> State:
    """The chugging contest is won (BLK-35)."""
    if not state.contest or state.over:
        raise Refused("no_contest", "There is no chugging contest now.")
    if player not in state.contest:
        seated(state, player)
        raise Refused("not_in_contest", f"{listed(state.contest)} are in the contest.")
    say.rules.append("BLK-35")
    say.announce.append(f"{player} wins the chugging contest.")
    return state.but(winner=player, over=True, contest=(), turn=None)
