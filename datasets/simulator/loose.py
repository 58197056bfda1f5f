"""What lies loose on the simulated table, beside props and hands: dice, or cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.arrays import Bgra
from datasets.simulator import textures
from datasets.simulator.props import GHOST
from datasets.simulator.scenes import CARD_LENGTH, DIE_SIDE, DiceLook
from datasets.simulator.shapes import card_obj, die_obj

HALF = DIE_SIDE / 2
CARD_WIDTH, CARD_THICKNESS = 0.063, 0.0003
"""Metres; a poker card."""
CARD_HALF = (CARD_WIDTH / 2, CARD_LENGTH / 2)


@dataclass(frozen=True, slots=True)
class Loose:
    """Bodies that the scene does not hold, as MuJoCo XML and the files that it names.

    `reach`: radius in metres of a ball that holds one of them. `free`: they have free joints and
    fall by physics; else they are moved by hand (mocap).
    """

    names: tuple[str, ...]
    reach: float
    free: bool
    assets: dict[str, bytes]
    asset_xml: str
    body_xml: str


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed on a card: two BGRA pictures of equal size, upright."""

    face: Bgra
    back: Bgra


def dice_of(looks: Sequence[DiceLook], rng: np.random.Generator) -> Loose:
    """Dice that look like this, in order."""
    assets: dict[str, bytes] = {}
    for i, look in enumerate(looks):
        assets[f"die{i}.png"] = textures.png(textures.dice_atlas(look, rng))
        assets[f"die{i}.obj"] = die_obj(HALF, look.round)
    return Loose(
        names=tuple(f"die{i}" for i in range(len(looks))),
        reach=DIE_SIDE,
        free=True,
        assets=assets,
        asset_xml="".join(_die_asset(look, i) for i, look in enumerate(looks)),
        body_xml="".join(_die(i) for i in range(len(looks))),
    )


def _die_asset(look: DiceLook, i: int) -> str:
    return (
        f'<texture name="die{i}" type="2d" file="die{i}.png"/>'
        f'<material name="die{i}" texture="die{i}" rgba="1 1 1 {look.alpha}" '
        f'specular="{look.gloss}" shininess="0.7"/><mesh name="die{i}" file="die{i}.obj"/>'
    )


def _die(i: int) -> str:
    """Box to collide, rounded mesh to be seen."""
    return (
        f'<body name="die{i}" pos="{0.03 * i} 0 {HALF}"><freejoint/>'
        f'<geom type="box" size="{HALF} {HALF} {HALF}" mass="0.0045" group="3"/>'
        f'<geom type="mesh" mesh="die{i}" material="die{i}" mass="0" {GHOST}/></body>'
    )


def cards_of(prints: dict[str, Print], codes: Sequence[str]) -> Loose:
    """Cards by their codes; several of one code share what is printed on it."""
    assets = {f"card-{code}.png": textures.png(textures.card_sheet(p.face, p.back))
              for code, p in prints.items()}  # fmt: skip
    assets["card.obj"] = card_obj(*CARD_HALF, CARD_THICKNESS / 2)
    return Loose(
        names=tuple(f"card{i}" for i in range(len(codes))),
        reach=float(np.hypot(*CARD_HALF)),
        free=False,
        assets=assets,
        asset_xml='<mesh name="card" file="card.obj"/>' + "".join(map(_card_asset, prints)),
        body_xml="".join(_card(i, code) for i, code in enumerate(codes)),
    )


def _card_asset(code: str) -> str:
    return (
        f'<texture name="card-{code}" type="2d" file="card-{code}.png"/>'
        f'<material name="card-{code}" texture="card-{code}" rgba="0.94 0.94 0.94 1" '
        f'specular="0.25" shininess="0.5"/>'
    )


def _card(i: int, code: str) -> str:
    return (
        f'<body name="card{i}" mocap="true" pos="0 0 -4">'
        f'<geom type="mesh" mesh="card" material="card-{code}" {GHOST}/></body>'
    )
