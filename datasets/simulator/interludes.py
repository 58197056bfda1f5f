"""What happens at a table that is no event of the game: it must fool no referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from datasets.simulator.actor import Actor, Array
from datasets.simulator.scenes import Habits

GLASS_ROOM = 0.09
"""Metres between a glass that is put down and everything else."""


def interlude(
    actor: Actor, habits: Habits, nudge: Callable[[str], bool], lying: Callable[[], Sequence[Array]]
) -> None:
    """Now and then something that is no event.

    `nudge`: somebody pushes what lies, if it can be pushed. `lying`: where things lie, (x, y).
    """
    rng, players = actor.rng, list(actor.seats)
    someone = players[int(rng.integers(len(players)))]
    chances = rng.random(5)
    if chances[0] < habits.exposure:
        actor.expose()
    if chances[1] < habits.bump:
        actor.knock_camera()
    if chances[2] < habits.pass_over:
        actor.pass_over(someone)
    elif chances[3] < habits.nudge and nudge(someone):
        pass
    elif chances[4] < habits.put_glass and actor.drink[2] < -1:
        corner = actor.free_corner(lying(), GLASS_ROOM)
        if corner is not None:
            actor.put_glass(someone, corner)
    else:
        return
    actor.wait(rng.uniform(0.7, 1.2))
