"""The scenes that the simulator can film: table, dice, lamps, camera, things that happen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Rgb = tuple[float, float, float]
Cloth = Literal[
    "felt",
    "planks",
    "gingham",
    "marble",
    "slate",
    "linen",
    "polka",
    "concrete",
    "varnish",
    "picture",
]
PropKind = Literal["glass", "bottle", "phone", "coaster", "packet", "chips", "cards", "mug", "bowl"]

DIE_SIDE = 0.016
"""Metres; the size of an ordinary pip die."""
CARD_LENGTH = 0.088
"""Metres; a poker card."""


@dataclass(frozen=True, slots=True)
class DiceLook:
    """Colours 0..1 of one die; `round` is the edge radius as a part of half the side."""

    body: Rgb
    pip: Rgb
    one: Rgb | None = None
    round: float = 0.3
    alpha: float = 1.0
    gloss: float = 0.4


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light at `pos` (metres, table top at z = 0, y up in the picture), looking at `aim`."""

    pos: tuple[float, float, float]
    colour: Rgb
    shadow: bool = True
    aim: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cutoff: float = 42.0


@dataclass(frozen=True, slots=True)
class Lens:
    """What the camera does to a frame. Colours as gains, lengths in pixels at 1280 x 720."""

    tilt: float = 15.0
    """Degrees from straight down."""
    roll: float = 0.0
    fovy: float = 42.0
    die_px: float = 40.0
    """Side of a die in the middle of a picture 720 pixels high."""
    cast: Rgb = (1.0, 1.0, 1.0)
    gain: float = 1.0
    vignette: float = 0.2
    blur: float = 0.5
    noise: float = 2.0
    crf: int = 23


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing on the table: `x`, `y` as parts of half the visible width and height."""

    kind: PropKind
    x: float
    y: float
    turn: float = 0.0
    colour: Rgb = (0.2, 0.2, 0.2)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often (0..1, before each roll) things happen that a referee must not be fooled by."""

    cocked: float = 0.04
    off_table: float = 0.03
    pass_over: float = 0.12
    nudge: float = 0.05
    put_glass: float = 0.04
    exposure: float = 0.05
    bump: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """One preset. `table`: half width and half depth in parts of the visible half size."""

    cloth: Cloth
    colours: tuple[Rgb, Rgb]
    dice: tuple[DiceLook, DiceLook]
    lamps: tuple[Lamp, ...]
    lens: Lens = Lens()
    props: tuple[Prop, ...] = ()
    habits: Habits = Habits()
    ambient: float = 0.25
    table: tuple[float, float] = (1.25, 1.35)
    skins: tuple[Rgb, ...] = field(
        default=((0.87, 0.67, 0.55), (0.55, 0.36, 0.25), (0.94, 0.78, 0.68), (0.36, 0.23, 0.16))
    )
    sleeves: tuple[Rgb, ...] = field(
        default=((0.16, 0.22, 0.38), (0.62, 0.15, 0.13), (0.88, 0.86, 0.8), (0.13, 0.3, 0.2))
    )
    picture: str = ""
    """Path of a photo for the table top where `cloth` is `picture`."""
    card_px: float = 110.0
    """Length of a card in the middle of a picture 720 pixels high, in a game of cards."""


def for_cards(scene: Scene, near: float = 1.0) -> Scene:
    """The scene with the camera so far away that cards and their places fit in.

    `near`: the size of a card against the one that the scene shows otherwise.

    Cards that lie about as props are left out: they would be part of the game. What stands about
    at a longer game is added.
    """
    lens = replace(scene.lens, die_px=near * scene.card_px * DIE_SIDE / CARD_LENGTH)
    lamps = tuple(replace(lamp, pos=_away(lamp.pos)) for lamp in scene.lamps)
    props = tuple(prop for prop in (*scene.props, *MORE_PROPS) if prop.kind != "cards")
    return replace(scene, lens=lens, lamps=lamps, props=props)


MORE_PROPS = (
    Prop("bowl", 0, 0, 0, (0.75, 0.78, 0.82)),
    Prop("phone", 0, 0, 25, (0.08, 0.08, 0.1)),
    Prop("glass", 0, 0),
)
ASIDE, HIGHER = 2.2, 1.4
"""How many times further aside and above the lamps hang over a table of cards: straight below a
lamp the renderer's shadows are speckled."""


def _away(place: tuple[float, float, float]) -> tuple[float, float, float]:
    return place[0] * ASIDE, place[1] * ASIDE, place[2] * HIGHER


WHITE = DiceLook((0.93, 0.93, 0.91), (0.06, 0.06, 0.07), gloss=0.5)
ASIAN = DiceLook((0.94, 0.92, 0.88), (0.07, 0.07, 0.09), one=(0.75, 0.07, 0.07), round=0.42)
RED = DiceLook((0.68, 0.05, 0.07), (0.95, 0.94, 0.92), round=0.25)
IVORY = DiceLook((0.87, 0.8, 0.63), (0.17, 0.1, 0.06), round=0.45, gloss=0.2)
BLACK = DiceLook((0.07, 0.07, 0.08), (0.94, 0.94, 0.94), round=0.2)
BLUE = DiceLook((0.14, 0.28, 0.75), (0.95, 0.95, 0.96), gloss=0.6)
RUBY = DiceLook((0.8, 0.07, 0.12), (0.98, 0.97, 0.95), round=0.12, alpha=0.82, gloss=0.9)
GREEN = DiceLook((0.05, 0.33, 0.19), (0.9, 0.76, 0.36), gloss=0.5)
YELLOW = DiceLook((0.9, 0.72, 0.12), (0.08, 0.07, 0.06), round=0.35)

WARM: Rgb = (0.95, 0.78, 0.55)
DAY: Rgb = (0.8, 0.85, 0.92)

SCENES: dict[str, Scene] = {
    "felt": Scene(
        "felt",
        ((0.06, 0.33, 0.17), (0.04, 0.25, 0.12)),
        (WHITE, WHITE),
        (Lamp((0.3, 0.35, 0.9), WARM), Lamp((-0.8, -0.3, 1.2), (0.25, 0.25, 0.28), False)),
        Lens(tilt=12, die_px=42, cast=(0.94, 1.0, 1.05), noise=2.0),
        (Prop("chips", -0.7, 0.55, colour=(0.7, 0.1, 0.1)), Prop("glass", 0.78, 0.6)),
        card_px=120,
    ),
    "oak": Scene(
        "planks",
        ((0.62, 0.42, 0.24), (0.4, 0.25, 0.13)),
        (RED, RED),
        (Lamp((-0.5, 0.6, 1.0), DAY), Lamp((0.9, -0.2, 0.9), (0.3, 0.25, 0.2), False)),
        Lens(tilt=30, die_px=36, noise=2.5, fovy=48),
        (
            Prop("bottle", -0.75, 0.62, colour=(0.2, 0.1, 0.03)),
            Prop("glass", 0.72, 0.62),
            Prop("coaster", 0.5, -0.5, colour=(0.75, 0.68, 0.5)),
        ),
        Habits(cocked=0.1),
        card_px=112,
    ),
    "gingham": Scene(
        "gingham",
        ((0.93, 0.92, 0.9), (0.75, 0.1, 0.12)),
        (IVORY, IVORY),
        (Lamp((0.9, 0.5, 0.8), (0.9, 0.9, 0.88)),),
        Lens(tilt=20, die_px=38, vignette=0.3),
        (
            Prop("coaster", -0.55, -0.45, colour=(0.3, 0.45, 0.35)),
            Prop("packet", 0.62, 0.5, 25, (0.1, 0.2, 0.5)),
            Prop("glass", -0.75, 0.6),
        ),
        Habits(cocked=0.08, nudge=0.12),
        ambient=0.32,
        card_px=104,
    ),
    "marble": Scene(
        "marble",
        ((0.88, 0.88, 0.9), (0.5, 0.5, 0.54)),
        (BLACK, BLACK),
        (Lamp((0.35, 0.2, 0.7), (0.9, 0.88, 0.84)),),
        Lens(tilt=5, die_px=46, blur=0.6, noise=1.5),
        (
            Prop("phone", -0.66, 0.35, 70, (0.04, 0.04, 0.05)),
            Prop("mug", 0.75, 0.62, 30, (0.75, 0.3, 0.2)),
        ),
        Habits(off_table=0.08),
        ambient=0.2,
        table=(1.1, 1.15),
        card_px=132,
    ),
    "slate": Scene(
        "slate",
        ((0.25, 0.26, 0.28), (0.15, 0.16, 0.17)),
        (BLUE, BLUE),
        (Lamp((-0.4, 0.1, 0.8), (0.85, 0.7, 0.5)),),
        Lens(tilt=24, die_px=40, noise=5.0, gain=0.9, blur=0.7, vignette=0.35, crf=25),
        (Prop("glass", 0.7, 0.55), Prop("phone", -0.7, -0.1, 100, (0.75, 0.76, 0.78))),
        Habits(exposure=0.15),
        card_px=108,
    ),
    "linen": Scene(
        "linen",
        ((0.75, 0.7, 0.6), (0.62, 0.57, 0.47)),
        (RUBY, RUBY),
        (Lamp((0.0, 0.9, 0.9), DAY), Lamp((-0.9, -0.5, 0.9), (0.3, 0.28, 0.22), False)),
        Lens(tilt=42, die_px=44, fovy=40),
        (Prop("cards", -0.62, -0.35, 20), Prop("bottle", 0.72, 0.7, colour=(0.05, 0.2, 0.08))),
        ambient=0.32,
        card_px=126,
    ),
    "polka": Scene(
        "polka",
        ((0.2, 0.35, 0.55), (0.95, 0.95, 0.93)),
        (ASIAN, ASIAN),
        (Lamp((-0.6, -0.4, 1.1), (0.85, 0.82, 0.75)),),
        Lens(tilt=16, die_px=26, fovy=50, noise=2.5, crf=24),
        (
            Prop("bottle", 0.72, 0.3, colour=(0.22, 0.12, 0.03)),
            Prop("glass", -0.75, 0.5),
            Prop("mug", -0.6, -0.6, 0, (0.9, 0.88, 0.82)),
            Prop("phone", 0.6, -0.55, 15, (0.05, 0.05, 0.06)),
        ),
        Habits(pass_over=0.25),
        ambient=0.3,
        table=(1.05, 1.1),
        card_px=92,
    ),
    "bar": Scene(
        "varnish",
        ((0.42, 0.21, 0.1), (0.26, 0.12, 0.06)),
        (GREEN, GREEN),
        (
            Lamp((0.25, 0.0, 0.8), (1.0, 0.8, 0.55)),
            Lamp((-0.9, 0.6, 0.7), (0.3, 0.12, 0.3), False),
        ),
        Lens(tilt=35, die_px=48, cast=(0.9, 0.98, 1.08), noise=3.5, blur=0.6),
        (
            Prop("glass", 0.72, 0.66),
            Prop("coaster", -0.6, -0.35, colour=(0.85, 0.8, 0.7)),
            Prop("chips", -0.7, 0.5, colour=(0.1, 0.15, 0.6)),
        ),
        Habits(cocked=0.1, put_glass=0.15),
        ambient=0.28,
        card_px=138,
    ),
    "patio": Scene(
        "concrete",
        ((0.6, 0.59, 0.56), (0.42, 0.41, 0.39)),
        (YELLOW, BLACK),
        (Lamp((1.2, 0.9, 1.6), (1.0, 0.95, 0.85)),),
        Lens(tilt=28, die_px=30, fovy=46, noise=1.5, vignette=0.1),
        (Prop("bottle", -0.7, 0.6, colour=(0.07, 0.25, 0.08)), Prop("cards", 0.6, -0.45, -30)),
        Habits(exposure=0.1, bump=0.08),
        ambient=0.28,
        card_px=98,
    ),
    "close": Scene(
        "felt",
        ((0.1, 0.14, 0.36), (0.07, 0.1, 0.27)),
        (WHITE, RED),
        (Lamp((-0.25, 0.3, 0.6), (0.9, 0.85, 0.75)),),
        Lens(tilt=18, die_px=60, roll=4, blur=0.8),
        (Prop("coaster", 0.7, -0.55, colour=(0.8, 0.75, 0.6)),),
        Habits(cocked=0.06, nudge=0.1),
        table=(1.5, 1.6),
        card_px=150,
    ),
}
