"""Proofs from the record of a Blackout game, BLK-P1 to BLK-P8.

BLK-P1 (more or less drunk than the rule says) is found where drinks are reported, in
`engine.referee`. BLK-P3 (dice picked up before they lay still) is seen by the camera; what the
record shows of it is a second roll by the same player.
"""

from __future__ import annotations

from engine.games.blackout.state import GULPS_PER_BEER, State
from engine.proofs import Proof
from engine.words import counted

FEW_GULPS = 10
MANY_GULPS = 2 * GULPS_PER_BEER
_MIN_ROLLS = 200
_CHI_SQUARE_P001 = 20.515
"""The value that five degrees of freedom pass once in a thousand times."""


def wrong_roller(state: State, player: str) -> Proof:
    """BLK-P2 and BLK-P3: somebody rolled out of turn, or the last roller rolled again."""
    facts = {"player": player, "turn": state.turn}
    if state.current and state.current.roller == player:
        text = f"{player} rolled a second time in one turn."
        return Proof(
            "rolled_again", "certain", {**facts, "first_step": state.current.step}, text, "BLK-P3"
        )
    return Proof(
        "wrong_roller", "certain", facts, f"{player} rolled; it was {state.turn}'s turn.", "BLK-P2"
    )


def beer_count(state: State, player: str, text: str) -> Proof:
    """BLK-P4: the counts of beers contradict each other."""
    facts = {
        "player": player,
        "opened": state.opened[player],
        "finished": state.finished[player],
        "beers": state.beers,
    }
    return Proof("beer_count", "certain", facts, text, "BLK-P4")


def opened_proofs(before: State, after: State, player: str) -> list[Proof]:
    """BLK-P4, BLK-P5 and BLK-P6 of a beer just opened."""
    found = []
    if after.open(player) > 1:
        text = f"{player} has {counted(after.open(player), 'beers')} open at once."
        found.append(beer_count(after, player, text))
    since = before.gulps.get(player)
    if since is not None and since < FEW_GULPS:
        facts = {"player": player, "gulps": since}
        text = f"{player} opens a new beer after {counted(since, 'gulps')}."
        found.append(Proof("few_gulps_per_beer", "hint", facts, text, "BLK-P5"))
    if before.current and player not in before.current.owes:
        text = f"{player} opens a beer and owed nothing this turn."
        found.append(Proof("opened_early", "hint", {"player": player}, text, "BLK-P6"))
    return found


def many_gulps(state: State) -> list[Proof]:
    """BLK-P5: with the turn before, somebody came far above the gulps of a beer, and has opened
    none since, though there are some. `state` is the one in which the next turn begins."""
    if state.left == 0 or state.current is None:
        return []
    return [
        Proof(
            "many_gulps_per_beer",
            "hint",
            {"player": name, "gulps": state.gulps[name]},
            f"{name} has had {state.gulps[name]} gulps since opening a beer.",
            "BLK-P5",
        )
        for name, owed in state.current.owes.items()
        if state.gulps.get(name, 0) > MANY_GULPS >= state.gulps.get(name, 0) - owed
    ]


def left_open(player: str, open_beers: int) -> Proof:
    """BLK-P7: somebody left with an open beer."""
    facts = {"player": player, "open": open_beers}
    return Proof("left_open_beer", "certain", facts, f"{player} left with an open beer.", "BLK-P7")


def chi_square(faces: tuple[int, ...]) -> float:
    """How far the counts of the six faces are from even, as a chi-square with 5 degrees."""
    expected = sum(faces) / 6
    return sum((count - expected) ** 2 for count in faces) / expected if expected else 0.0


def loaded_dice(faces: tuple[int, ...]) -> Proof | None:
    """BLK-P8: faces so uneven that chance does it less than once in a thousand sessions."""
    rolls = sum(faces) // 2
    if rolls < _MIN_ROLLS:
        return None
    value = chi_square(faces)
    if value <= _CHI_SQUARE_P001:
        return None
    facts = {"rolls": rolls, "chi_square": round(value, 1), "faces": list(faces)}
    return Proof(
        "loaded_dice", "hint", facts, f"The faces of {rolls} rolls are very uneven.", "BLK-P8"
    )
