"""A game played out for the camera, by the rules of the engine."""

from __future__ import annotations

from datasets.simulator import card_story, dice_story
from datasets.simulator.plan import Plan, Tale

__all__ = ["GAMES", "Plan", "Tale", "play"]

GAMES = ("blackout", *card_story.TABLES)


def play(plan: Plan) -> Tale:
    """Plays the game that the plan names; nothing is rendered."""
    return dice_story.play(plan) if plan.game == "blackout" else card_story.play(plan)
