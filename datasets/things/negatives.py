"""Things on a table that are easily taken for a pip die but are none, as sprites."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.things.dice import DieSkin, die_body, ink_for, random_tilt, resting_pose, turn_about
from datasets.things.materials import Body, colour, noise
from datasets.things.numerals import text_atlas
from datasets.things.polyhedra import FacetSkin, polyhedron, resting_turn
from datasets.things.raycast import Box
from datasets.things.render import Scene, random_lamp, random_view, render
from datasets.things.round_things import button, cap, chip, coaster, coin, cork, cup, ring, stick
from datasets.things.solids import Thing
from datasets.things.sprites import Sprite
from datasets.things.square_things import (
    blank_cube,
    brick,
    candy,
    carton,
    domino,
    nut,
    puzzle_cube,
    screen,
)

Rng = np.random.Generator
MIRROR = np.array([1, -1, 1, 1, 1, 1], np.float32)


def _numeral_body(rng: Rng) -> Body:
    """The materials of role players' dice: swirled, glittering, see-through and wooden ones too."""
    kind = rng.random()
    if kind < 0.5:
        return die_body(rng)[0]
    first = colour(rng)
    second = np.clip(first * rng.uniform(0.4, 2.2) + rng.uniform(0, 0.15), 0, 0.95)
    patterns = ["marbled", "pearl", "speckled", "glitter", "wood"]
    pattern = str(rng.choice(patterns, p=[0.3, 0.2, 0.2, 0.1, 0.2]))
    if pattern == "wood":
        first = colour(rng, "ivory") * np.float32(rng.uniform(0.25, 0.8))
        second = first * np.array([0.35, 0.45, 0.6], np.float32)
    gloss = float(rng.uniform(0.05, 1))
    waves, seed = noise(rng, float(rng.uniform(1, 3))), int(rng.integers(1 << 30))
    return Body(pattern, first, second.astype(np.float32), waves, seed, gloss)


def _numeral_d6(rng: Rng) -> Thing:
    """A cube with numerals, letters or signs."""
    body = _numeral_body(rng)
    symbols = "AKQJ9XabcSTWM?+*HLx%=#&!<7"
    texts = [str(v) for v in rng.permutation(6) + 1]
    if rng.random() < 0.2:
        texts = [symbols[i] for i in rng.integers(0, len(symbols), 6)]
    atlas = text_atlas(rng, texts, float(rng.uniform(0.55, 1.4)), ink_for(rng, body), 160)
    # On these faces the texture's axes are left-handed seen from outside.
    atlas.texels[[0, 3, 4]] = atlas.texels[[0, 3, 4]][:, :, ::-1] * MIRROR
    box = Box((1, 1, 1), float(rng.uniform(0.05, 0.4)))
    return Thing(box, DieSkin(body, atlas))


def _facets(sides: int) -> Callable[[Rng], Thing]:
    """A maker of dice with numerals on so many sides."""

    def make(rng: Rng) -> Thing:
        body = _numeral_body(rng)
        solid = polyhedron(sides, float(rng.uniform(0.01, 0.06)))
        first = 0 if sides == 10 else 1
        texts = [str(v + first) for v in rng.permutation(sides)]
        reach = {4: 1.2, 8: 0.8, 10: 0.7, 12: 0.65, 20: 0.5}[sides]
        atlas = text_atlas(rng, texts, float(rng.uniform(0.6, 1.2)), ink_for(rng, body), 90)
        turn = resting_turn(solid.normals, int(rng.integers(len(solid.normals))))
        return Thing(solid, FacetSkin(solid, body, atlas, reach), turn)

    return make


MAKERS: dict[str, tuple[float, Callable[[Rng], Thing]]] = {
    "numeral_d6": (8, _numeral_d6),
    "d4": (2, _facets(4)),
    "d8": (2.5, _facets(8)),
    "d10": (2.5, _facets(10)),
    "d12": (2.5, _facets(12)),
    "d20": (4, _facets(20)),
    "chip": (3, chip),
    "coin": (2, coin),
    "cap": (1.5, cap),
    "button": (2, button),
    "ring": (1, ring),
    "nut": (1, nut),
    "domino": (1.5, domino),
    "carton": (1.5, carton),
    "blank_cube": (1.5, blank_cube),
    "puzzle_cube": (1, puzzle_cube),
    "brick": (1.5, brick),
    "candy": (1.5, candy),
    "cup": (1.5, cup),
    "stick": (1, stick),
    "cork": (0.7, cork),
    "screen": (0.7, screen),
    "coaster": (0.7, coaster),
}
"""How often each kind is drawn, and what makes it."""


def render_negative(rng: np.random.Generator, px: int, kind: str | None = None) -> Sprite:
    """A thing that is no pip die, its box about `px` pixels on the longer side."""
    weights = np.array([weight for weight, _ in MAKERS.values()])
    chosen = kind or str(rng.choice(list(MAKERS), p=weights / weights.sum()))
    thing = MAKERS[chosen][1](rng)
    turn = turn_about(np.array([0, 0, 1], np.float32), rng.uniform(0, 2 * np.pi))
    if thing.turn is not None:
        turn = turn @ thing.turn
    pose = resting_pose(thing.solid.outline(), turn)
    view = random_view(rng, pose.centre, random_tilt(rng))
    return render(thing.solid, thing.skin, Scene(pose, view, random_lamp(rng)), px, None, chosen)
