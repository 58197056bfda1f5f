"""A scene as a MuJoCo model: table, props, loose things, one arm, lamps and the camera."""

from __future__ import annotations

import os
import sys
from ctypes.util import find_library
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from datasets.simulator import props, textures
from datasets.simulator.loose import Loose, dice_of
from datasets.simulator.scenes import Scene
from datasets.simulator.view import View, view_of

Array = npt.NDArray[np.float64]

TIMESTEP = 0.001
AWAY = np.array([0.0, 0.0, -4.0])
"""Where things are that are not on the stage (below the floor)."""
SHOWN, HIDDEN = 0, 3
"""Geom groups: MuJoCo draws the first and not the second."""
MOVERS = ("arm", "near", "far", "drink")
"""The bodies moved by hand: forearm and palm, the finger's two joints, the carried glass."""


class SimulatorMissing(Exception):
    """MuJoCo (extra `sim`) or the OpenGL that it draws with is not installed."""


def load_mujoco() -> Any:
    """The mujoco module; raises `SimulatorMissing`.

    On Linux without a display it draws with software OpenGL. Where there is none either, the
    module has no `GLContext` and only the physics can be used.
    """
    # MuJoCo reads this once, when it is first imported.
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        os.environ.setdefault("MUJOCO_GL", "osmesa" if find_library("OSMesa") else "disable")
    try:
        import mujoco
    except ImportError as error:
        raise SimulatorMissing(
            'the simulator needs MuJoCo: pip install "symposiarch[sim]"'
        ) from error
    return mujoco


@dataclass(frozen=True, slots=True)
class Stage:
    """The compiled model; `table` is half the table's width and depth in metres."""

    model: Any
    data: Any
    scene: Scene
    view: View
    table: tuple[float, float]
    loose: Loose
    movers: dict[str, int]
    """Mocap numbers by name of MOVERS."""
    bodies: tuple[int, ...]
    """Body numbers of the loose things; free ones hold the model's first joints."""

    def pose(self, things: Array) -> None:
        """Puts the loose things where `things` (n, 7) says; those under the floor are hidden."""
        if self.loose.free:
            self.data.qpos[: things.size] = things.ravel()
            return
        mocaps = self.model.body_mocapid[list(self.bodies)]
        self.data.mocap_pos[mocaps], self.data.mocap_quat[mocaps] = things[:, :3], things[:, 3:]
        geoms = self.model.body_geomadr[list(self.bodies)]
        self.model.geom_group[geoms] = np.where(things[:, 2] < -1, HIDDEN, SHOWN)


def build_stage(
    scene: Scene, seed: int, size: tuple[int, int], loose: Loose | None = None
) -> Stage:
    """The scene's model for pictures of `size` (width, height); textures follow the seed.

    `loose`: what lies on the table; the scene's dice where it is None.
    """
    mujoco = load_mujoco()
    view = view_of(scene.lens, *size)
    half = view.half_size()
    table = (half[0] * scene.table[0], half[1] * scene.table[1])
    rng = np.random.default_rng([seed, 11])
    assets = {"table.png": textures.png(textures.table_top(scene, rng))}
    loose = loose or dice_of(scene.dice, rng)
    xml = _xml(scene, view, table, loose)
    model = mujoco.MjModel.from_xml_string(xml, {**assets, **loose.assets})
    bodies = tuple(int(model.body(name).id) for name in loose.names)
    movers = {name: int(model.body(name).mocapid[0]) for name in MOVERS}
    return Stage(model, mujoco.MjData(model), scene, view, table, loose, movers, bodies)


def _xml(scene: Scene, view: View, table: tuple[float, float], loose: Loose) -> str:
    return f"""<mujoco>
<option timestep="{TIMESTEP}" integrator="implicitfast" cone="elliptic" impratio="5"/>
<statistic center="0 0 0" extent="1"/>
<visual>
 <global offwidth="{view.width}" offheight="{view.height}" fovy="{view.fovy}"/>
 <quality shadowsize="1024" offsamples="4" numslices="18" numstacks="9"/>
 <headlight ambient="{_triple(scene.ambient)}" diffuse="0.08 0.08 0.08" specular="0 0 0"/>
 <map znear="0.1" zfar="6" shadowclip="0.8"/>
</visual>
<asset>
 <texture name="table" type="2d" file="table.png"/>
 <material name="table" texture="table" specular="0.1" shininess="0.2"/>
 <material name="glossy" specular="0.9" shininess="0.9"/>
 <material name="skin" specular="0.1" shininess="0.1"/>
 <material name="sleeve" specular="0" shininess="0"/>
 {loose.asset_xml}
</asset>
<default><geom friction="0.45 0.002 0.00002" solref="0.012 0.25" condim="4"/></default>
<worldbody>
 {"".join(_lamp(scene, i) for i in range(len(scene.lamps)))}
 {_camera(view)}
 <geom type="plane" size="4 4 1" pos="0 0 -0.75" rgba="0.16 0.14 0.13 1" {props.GHOST}/>
 <geom name="table" type="box" size="{table[0]} {table[1]} 0.02" pos="0 0 -0.02"
  material="table"/>
 {loose.body_xml}
 {"".join(_prop(scene, view, i) for i in range(len(scene.props)))}
 {_ARM}
 <body name="drink" mocap="true" pos="0 0 -4">{_GLASS}</body>
</worldbody></mujoco>"""


def _triple(value: float) -> str:
    return f"{value} {value} {value}"


def _numbers(values: Any) -> str:
    return " ".join(f"{float(value):.6f}" for value in values)


def _lamp(scene: Scene, i: int) -> str:
    lamp = scene.lamps[i]
    aim = np.asarray(lamp.aim) - np.asarray(lamp.pos)
    return (
        f'<light pos="{_numbers(lamp.pos)}" dir="{_numbers(aim)}" diffuse="{_numbers(lamp.colour)}"'
        f' specular="{_numbers(np.asarray(lamp.colour) * 0.5)}" cutoff="{lamp.cutoff}" exponent="1"'
        f' castshadow="{str(lamp.shadow).lower()}" attenuation="1 0 0"/>'
    )


def _camera(view: View) -> str:
    axes = _numbers([*view.right, *view.up])
    return f'<camera name="eye" pos="{_numbers(view.pos)}" xyaxes="{axes}" fovy="{view.fovy}"/>'


def _prop(scene: Scene, view: View, i: int) -> str:
    prop, half = scene.props[i], view.half_size()
    at = f"{prop.x * half[0]:.4f} {prop.y * half[1]:.4f} 0"
    return f'<body pos="{at}" euler="0 0 {prop.turn}">{props.prop_geoms(prop)}</body>'


def _limb(kind: str, points: str, radius: float, material: str = "skin") -> str:
    return (
        f'<geom type="{kind}" fromto="{points}" size="{radius}" material="{material}" '
        f"{props.GHOST}/>"
    )


def _fingers(length: float, radius: float) -> str:
    spread = (0.027, 0.0095, -0.0085, -0.026)
    reach = (0.9, 1.0, 0.97, 0.8)
    return "".join(
        _limb("capsule", f"0 {y} 0 {length * part:.4f} {y * 1.05:.4f} 0", radius)
        for y, part in zip(spread, reach, strict=True)
    )


_ARM = (
    '<body name="arm" mocap="true" pos="0 0 -4">'
    '<geom type="ellipsoid" size="0.05 0.04 0.016" material="skin" '
    f"{props.GHOST}/>"
    + _limb("capsule", "-0.02 0.02 0 0.03 0.022 0", 0.014)
    + _limb("capsule", "-0.02 -0.02 0 0.03 -0.022 0", 0.014)
    + _limb("capsule", "-0.02 0.03 -0.006 0.03 0.048 -0.014", 0.0115)
    + _limb("capsule", "0.03 0.048 -0.014 0.055 0.04 -0.022", 0.01)
    + _limb("capsule", "-0.045 0 0.002 -0.14 0 0.018", 0.025)
    + _limb("capsule", "-0.135 0 0.018 -0.75 0 0.13", 0.036, "sleeve")
    + _limb("cylinder", "-0.12 0 0.0155 -0.14 0 0.0185", 0.0345, "sleeve")
    + "</body>"
    + f'<body name="near" mocap="true" pos="0 0 -4">{_fingers(0.04, 0.0095)}</body>'
    + f'<body name="far" mocap="true" pos="0 0 -4">{_fingers(0.038, 0.0085)}</body>'
)

_GLASS = props.geom(
    "cylinder", "0.033 0.06", "0 0 0.06", "0.82 0.86 0.9 0.3", 'material="glossy"'
) + props.geom("cylinder", "0.03 0.035", "0 0 0.04", "0.35 0.16 0.05 0.85", props.GHOST)
