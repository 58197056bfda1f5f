"""Pip dice as sprites: every kind of body, pip and finish, seen from above or obliquely."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.things.materials import Body, colour, noise, random_body
from datasets.things.pips import Atlas, PipStyle, pip_atlas, six_faces
from datasets.things.raycast import F32, I64, Box, Real, View, largest, largest_axis, slabs, unit
from datasets.things.render import Pose, Scene, Surface, random_lamp, random_view, render
from datasets.things.sprites import Sprite

_COCKED = 0.15
_U_AXIS = np.array([1, 1, 0, 0, 0, 0])
_V_AXIS = np.array([2, 2, 2, 2, 1, 1])


@dataclass(frozen=True, slots=True)
class DieSkin:
    """The look of a cube whose six faces are an atlas of ink over a body material."""

    body: Body
    atlas: Atlas
    half: float = 1.0
    ink_gloss: float = 1.0

    def __call__(self, points: F32, face: I64, rays: F32) -> Surface:
        rows = np.arange(len(points))
        u, v = _U_AXIS[face], _V_AXIS[face]
        texel = self.atlas.sample(face, np.stack([points[rows, u], points[rows, v]], 1) / self.half)
        ink = texel[:, :1]
        albedo = self.body.albedo(points)
        if self.body.clear:
            albedo = self._depths(points, rays, albedo)
        bump = np.zeros_like(points)
        bump[rows, u], bump[rows, v] = texel[:, 1], texel[:, 2]
        gloss = self.body.gloss * (1 - ink[:, 0] * (1 - self.ink_gloss))
        alpha = 1 - (1 - ink[:, 0]) * 0.25 * self.body.clear
        return Surface(
            albedo=albedo * (1 - ink) + texel[:, 3:] * ink,
            bump=bump,
            gloss=gloss,
            metal=self.body.metal * (1 - ink[:, 0]) if self.body.metal else None,
            alpha=alpha if self.body.clear else None,
        )

    def _depths(self, points: F32, rays: F32, albedo: F32) -> F32:
        """See-through plastic: the back's pips shine faintly, long ways through are darker."""
        bent = unit(rays - 0.34 * np.sign(points) * (np.abs(points) > 0.97 * self.half))
        half = np.full(3, self.half, np.float32)
        leave = -largest(-slabs(points, bent, half)[1])
        back = points + leave[:, None] * bent
        axis = largest_axis(np.abs(back))
        rows = np.arange(len(back))
        face = axis * 2 + (back[rows, axis] < 0)
        uv = np.stack([back[rows, _U_AXIS[face]], back[rows, _V_AXIS[face]]], 1) / self.half
        texel = self.atlas.sample(face, uv)
        shine = texel[:, :1] * 0.35 * self.body.clear
        rim = np.exp(-((1 - np.abs(uv).max(1, keepdims=True)) / 0.12))
        depth = albedo ** (0.55 + 0.35 * leave[:, None]) * (0.8 + 0.5 * rim)
        mixed = albedo * (1 - self.body.clear) + depth * self.body.clear
        return np.asarray(mixed * (1 - shine) + texel[:, 3:] * shine, np.float32)


def _luma(tone: Real) -> float:
    return float((tone @ np.array([0.07, 0.72, 0.21])) ** 0.45)


def ink_for(rng: np.random.Generator, body: Body) -> F32:
    """A pip colour: mostly black or white, whichever shows; now and then one that hardly does."""
    mean = _luma((body.first + body.second) / 2)
    pale = rng.random() < (0.96 if mean < 0.35 else 0.04 if mean > 0.75 else 0.5)
    for _ in range(6 if rng.random() < 0.2 else 0):
        tone = colour(rng)
        if _gap(tone, body) > 0.38:
            return tone
    tone = colour(rng, "white" if pale else "black")
    other = colour(rng, "black" if pale else "white")
    return tone if _gap(tone, body) > min(0.38, _gap(other, body)) else other


def _gap(tone: F32, body: Body) -> float:
    """How well pips of that colour can be made out on the body; 0 not at all, about 2 at best."""
    gaps = [np.abs(tone**0.45 - other**0.45) for other in (body.first, body.second)]
    return float(min(gap.mean() + gap.max() for gap in gaps))


def _style(rng: np.random.Generator, body: Body, casino: bool) -> PipStyle:
    """Size, shape and colour of the pips."""
    ink = ink_for(rng, body)
    shapes = ["round", "square", "diamond", "ring", "eye"]
    shape = str(rng.choice(shapes, p=[0.88, 0.03, 0.02, 0.035, 0.035]))
    spacing = float(rng.uniform(0.42, 0.58))
    # Three pips in a column must stay apart.
    radius = float(min(rng.uniform(0.11, 0.28), spacing * 0.47))
    asian = rng.random() < 0.22
    inks = _inks(rng, body, ink, asian)
    grows = rng.uniform(1.3, 2.2) if asian and rng.random() < 0.7 else rng.choice([1.0, 1.0, 1.2])
    return PipStyle(
        shape=shape,
        radius=radius,
        spacing=spacing,
        depth=0.0 if casino else float(rng.choice([0.0, rng.uniform(0.2, 1.3)], p=[0.25, 0.75])),
        inks=inks,
        one_radius=min(radius * float(grows), 0.5),
        trim=_trim(rng, casino),
        wear=float(rng.uniform(0.05, 0.4)) if rng.random() < 0.08 else 0.0,
    )


def _inks(rng: np.random.Generator, body: Body, ink: F32, asian: bool) -> F32:
    """Pip colours (6, 3): one for all, red ones and fours (asian), or each face its own."""
    inks = np.repeat(ink[None], 6, 0)
    if asian and _luma(body.first) > 0.45:
        inks[0] = colour(rng, "red")
        inks[3] = inks[0] if rng.random() < 0.7 else ink
    elif rng.random() < 0.04:
        inks = np.stack([ink_for(rng, body) for _ in range(6)])
    return inks


def _trim(rng: np.random.Generator, casino: bool) -> str:
    chances = [0.62, 0.0, 0.08, 0.3] if casino else [0.925, 0.03, 0.035, 0.01]
    return str(rng.choice(["none", "frame", "legend", "halo"], p=chances))


def die_body(rng: np.random.Generator) -> tuple[Body, bool]:
    """A die's material and whether it is a see-through casino die."""
    kind = rng.random()
    if kind < 0.3:
        name = str(rng.choice(["white", "white", "white", "ivory"]))
        body = replace(random_body(rng), pattern="plain", first=colour(rng, name))
        return replace(body, second=body.first), False
    if kind < 0.4:
        name = str(rng.choice(["black", "black", "red"]))
        body = replace(random_body(rng), pattern="plain", first=colour(rng, name))
        return replace(body, second=body.first), False
    if kind < 0.52:
        name = str(rng.choice(["red", "red", "blue", "green", "orange", "purple", "sky", "white"]))
        tone = colour(rng, name)
        clear = float(rng.uniform(0.5, 1))
        return Body("plain", tone, tone, noise(rng, 1), 0, 1.0, clear=clear), True
    if kind < 0.56:
        tone = colour(rng, str(rng.choice(["silver", "gold", "brown", "grey"])))
        return Body("plain", tone, tone, noise(rng, 1), 0, 1.0, metal=0.9), False
    return random_body(rng), False


def _box(rng: np.random.Generator, casino: bool) -> Box:
    """From sharp casino cubes to pebbles; cheap dice have their corners ground by a ball."""
    if casino and rng.random() < 0.7:
        return Box((1, 1, 1), float(rng.uniform(0.02, 0.06)))
    ball = float(rng.uniform(1.32, 1.62)) if rng.random() < 0.45 else 100.0
    top = 0.22 if ball < 9 else 0.55
    return Box((1, 1, 1), float(rng.uniform(0.04, top)), ball)


def turn_about(axis: F32, angle: float) -> F32:
    """The rotation matrix (3, 3) about a unit axis (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    matrix = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return np.asarray(matrix, np.float32)


def random_tilt(rng: np.random.Generator) -> float:
    """Camera angle off the vertical in degrees, 0..55, overhead more often than not."""
    return float(rng.uniform(0, 55) if rng.random() < 0.7 else abs(rng.normal(0, 12)))


def resting_pose(outline: F32, turn: F32) -> Pose:
    """The turned thing with its lowest point on the table."""
    drop = float((outline @ turn.T)[:, 2].min())
    return Pose(turn, np.array([0, 0, -drop], np.float32))


def render_die(
    rng: np.random.Generator,
    px: int,
    cocked: bool | None = None,
    value: int | None = None,
) -> Sprite:
    """A pip die, its box about `px` pixels on the longer side.

    `cocked` leans it by 10..45 degrees (then `Sprite.value` is None); None does so in 15 % of
    calls. `value` sets the upper face; None draws it.
    """
    body, casino = die_body(rng)
    top = int(rng.integers(1, 7)) if value is None else value
    faces = six_faces(rng, top, odd=rng.random() < 0.03)
    atlas = pip_atlas(rng, faces, _style(rng, body, casino), int(np.clip(px * 2, 48, 320)))
    skin = DieSkin(body, atlas, ink_gloss=float(rng.uniform(0.2, 1)))
    box = _box(rng, casino)
    leaning = rng.random() < _COCKED if cocked is None else cocked
    turn = turn_about(np.array([0, 0, 1], np.float32), rng.uniform(0, 2 * np.pi))
    raised = rng.uniform(0, 2 * np.pi)
    if leaning:
        axis = np.array([np.sin(raised), -np.cos(raised), 0], np.float32)
        turn = turn_about(axis, np.radians(rng.uniform(10, 45))) @ turn
    pose = resting_pose(box.outline(), turn)
    lamp = random_lamp(rng)
    view = random_view(rng, pose.centre, random_tilt(rng))
    scene = Scene(pose, view, lamp, shade=1 - 0.45 * body.clear)
    sprite = render(box, skin, scene, px, None if leaning else top, "die")
    sprite = replace(sprite, up=seen_up(view, turn[:, 2]))
    return replace(sprite, lean=seen_way(view, pose.centre, raised)) if leaning else sprite


def seen_up(view: View, normal: F32) -> tuple[float, float, float]:
    """A direction of the world as `Sprite.up` says it, seen at the view's target."""
    ahead = unit(view.target - view.eye)
    right = unit(view.right - (view.right @ ahead) * ahead)
    down = np.cross(ahead, right)
    return float(normal @ right), float(normal @ down), float(-normal @ ahead)


def seen_way(view: View, centre: F32, way: float) -> float:
    """The direction in the picture, in radians, of a horizontal direction on the table."""
    step = np.array([np.cos(way), np.sin(way), 0], np.float32)
    from_, to = view.project(np.stack([centre, centre + step]))
    return float(np.arctan2(to[1] - from_[1], to[0] - from_[0]))
