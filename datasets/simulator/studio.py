"""Renders the shots of a tale; only the part of a picture that changes is rendered anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from datasets.simulator.reel import Shot
from datasets.simulator.stage import AWAY, MOVERS, SimulatorMissing, Stage, load_mujoco
from datasets.simulator.throw import rotation
from datasets.simulator.view import View

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]
Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels."""
Ball = tuple[Array, float]
"""Centre and radius in metres."""

_PARKED = np.array([[*AWAY, 1.0, 0, 0, 0]] * 3)
_TO_MIDDLE, _DRINK = np.array([0.0, 0.0, 0.06]), 0.075
"""From the foot of the carried glass to its middle, and the radius of a ball that holds it."""
_ARM_BALLS = ((0.06, 0.05), (0.0, 0.06), (-0.1, 0.05), *((-0.15 * i, 0.06) for i in range(1, 6)))
"""Balls (place along the arm, radius; metres) that hold the hand and the arm."""


class Studio:
    """Renders RGB pictures (H, W, 3) of a stage. Use as a context manager (it owns a GL context).

    A still scene costs one picture, which is then the plate on which the rest is drawn; a moving
    hand costs the window that it, what it moves and their shadows fill.
    Raises `SimulatorMissing` where there is no OpenGL.
    """

    def __init__(self, stage: Stage) -> None:
        mujoco = self._mujoco = load_mujoco()
        if not hasattr(mujoco, "GLContext"):
            raise SimulatorMissing(
                "drawing needs OpenGL: install OSMesa (Debian, Ubuntu: apt install libosmesa6)."
            )
        self._stage, view = stage, stage.view
        self._gl = mujoco.GLContext(view.width, view.height)
        self._gl.make_current()
        self._context = mujoco.MjrContext(stage.model, mujoco.mjtFontScale.mjFONTSCALE_100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._scene, self._option = mujoco.MjvScene(stage.model, 1000), mujoco.MjvOption()
        self._camera = mujoco.MjvCamera()
        self._camera.type = mujoco.mjtCamera.mjCAMERA_FIXED
        self._camera.fixedcamid = stage.model.camera("eye").id
        self._plate: Image | None = None
        self._plate_shot = Shot(np.zeros((0, 7)))

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.free()
        self._gl.free()

    @property
    def view(self) -> View:
        """The camera."""
        return self._stage.view

    def pixels(self, shot: Shot) -> npt.NDArray[np.int64]:
        """(n,) how many pixels show each loose thing, whatever covers it left out."""
        flags, view = self._scene.flags, self._stage.view
        modes = (self._mujoco.mjtRndFlag.mjRND_SEGMENT, self._mujoco.mjtRndFlag.mjRND_IDCOLOR)
        for mode in modes:
            flags[mode] = 1
        picture = self._render(shot, shot.things, (0, 0, view.width, view.height))
        for mode in modes:
            flags[mode] = 0
        # A pixel's colour is the number of the drawn geom, from 1.
        drawn = picture.astype(np.int64) @ np.array([1, 1 << 8, 1 << 16])
        counts = np.bincount(drawn.ravel(), minlength=1)
        totals = dict.fromkeys(self._stage.bodies, 0)
        geom = int(self._mujoco.mjtObj.mjOBJ_GEOM)
        for one in self._scene.geoms[: self._scene.ngeom]:
            body = int(self._stage.model.geom_bodyid[one.objid]) if one.objtype == geom else -1
            if body in totals and 0 <= one.segid + 1 < len(counts):
                totals[body] += int(counts[one.segid + 1])
        return np.array([totals[body] for body in self._stage.bodies])

    def picture(self, shot: Shot) -> Image:
        """The shot; flying things are smeared over the shutter's time."""
        self._dress(shot.seat)
        if self._plate is None or (shot.hand is None and shot.blur is None):
            view = self._stage.view
            bare = shot if shot.hand is None else replace(shot, hand=None, blur=None)
            whole = self._render(bare, bare.things, (0, 0, view.width, view.height))
            self._plate, self._plate_shot = whole, bare
        picture = self._plate.copy()
        x0, y0, x1, y1 = window = self._window(self._changed(shot) + self._arm(shot))
        if x0 < x1 and y0 < y1:
            picture[y0:y1, x0:x1] = self._render(shot, shot.things, window)
        if shot.blur is not None:
            self._smear(picture, shot, [*shot.blur, shot.things])
        return picture

    def _changed(self, shot: Shot) -> list[Ball]:
        """What lies otherwise than on the plate, in both places."""
        then, now = self._plate_shot, shot
        moved = (then.things != now.things).any(axis=1)
        balls = self._balls(then.things[moved]) + self._balls(now.things[moved])
        if (then.drink != now.drink).any():
            balls += [(drink + _TO_MIDDLE, _DRINK) for drink in (then.drink, now.drink)
                      if drink[2] > -1]  # fmt: skip
        return balls

    def _smear(self, picture: Image, shot: Shot, moments: list[Array]) -> None:
        """The mean over the shutter's time, there where things fly (the hand is slow)."""
        flying = (moments[0] != moments[-1]).any(axis=1)
        window = self._window([b for things in moments for b in self._balls(things[flying])])
        x0, y0, x1, y1 = window
        if x0 < x1 and y0 < y1:
            parts = [self._render(shot, things, window) for things in moments]
            picture[y0:y1, x0:x1] = np.mean(parts, axis=0)

    def _dress(self, seat: int) -> None:
        scene, model = self._stage.scene, self._stage.model
        for name, colours in (("skin", scene.skins), ("sleeve", scene.sleeves)):
            model.mat_rgba[model.material(name).id, :3] = colours[seat % len(colours)]

    # -- the window that changes ------------------------------------------------------------

    def _balls(self, things: Array) -> list[Ball]:
        return [(thing[:3], self._stage.loose.reach) for thing in things if thing[2] > -1]

    @staticmethod
    def _arm(shot: Shot) -> list[Ball]:
        if shot.hand is None:
            return []
        turn, palm = rotation(shot.hand[0, 3:]), shot.hand[0, :3]
        return [
            (palm + turn @ np.array([along, 0.0, max(0.0, -0.19 * along)]), radius)
            for along, radius in _ARM_BALLS
        ]

    def _window(self, balls: list[Ball]) -> Window:
        """Around these balls and their shadows."""
        balls = balls + [shade for ball in balls for shade in self._shadows(*ball)]
        boxes = np.array([self._box(*ball) for ball in balls]).reshape(-1, 4)
        if not len(boxes):
            return 0, 0, 0, 0
        size = np.array([self._stage.view.width, self._stage.view.height])
        low = np.clip(np.floor(boxes[:, :2].min(axis=0)) - 4, 0, size).astype(int)
        high = np.clip(np.ceil(boxes[:, 2:].max(axis=0)) + 4, 0, size).astype(int)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _shadows(self, centre: Array, radius: float) -> list[Ball]:
        """Balls on the table that hold the ball's shadows."""
        shades = []
        for lamp in self._stage.scene.lamps:
            if lamp.shadow and 0 <= centre[2] < 0.7 * lamp.pos[2]:
                ray = centre - np.asarray(lamp.pos)
                growth = lamp.pos[2] / (lamp.pos[2] - centre[2])
                slant = float(np.linalg.norm(ray)) / max(-ray[2], 1e-6)
                foot = np.asarray(lamp.pos) + ray * growth
                shades.append((foot, radius * growth * slant))
        return shades

    def _box(self, centre: Array, radius: float) -> tuple[float, float, float, float]:
        view = self._stage.view
        depth = max(0.1, float((view.pos - centre) @ view.back))
        x, y = view.project(view.pos - depth * view.back + self._across(centre))
        size = view.focal * radius / max(0.05, depth - radius)
        return x - size, y - size, x + size, y + size

    def _across(self, point: Array) -> Array:
        """The part of the way from the camera to the point that is across its axis."""
        view = self._stage.view
        ray = point - view.pos
        return np.asarray(ray - (ray @ view.back) * view.back)

    # -- OpenGL -----------------------------------------------------------------------------

    def _render(self, shot: Shot, things: Array, window: Window) -> Image:
        mujoco, stage, data = self._mujoco, self._stage, self._stage.data
        stage.pose(things)
        hand = _PARKED if shot.hand is None else shot.hand
        for name, pose in zip(MOVERS[:3], hand, strict=True):
            data.mocap_pos[stage.movers[name]] = pose[:3]
            data.mocap_quat[stage.movers[name]] = pose[3:]
        data.mocap_pos[stage.movers["drink"]] = shot.drink
        mujoco.mj_kinematics(stage.model, data)
        mujoco.mj_camlight(stage.model, data)
        everything = mujoco.mjtCatBit.mjCAT_ALL
        mujoco.mjv_updateScene(
            stage.model, data, self._option, None, self._camera, everything, self._scene
        )
        self._look_through(window)
        width, height = window[2] - window[0], window[3] - window[1]
        rect, picture = mujoco.MjrRect(0, 0, width, height), np.empty((height, width, 3), np.uint8)
        mujoco.mjr_render(rect, self._scene, self._context)
        mujoco.mjr_readPixels(picture, None, rect, self._context)
        return np.ascontiguousarray(picture[::-1])

    def _look_through(self, window: Window) -> None:
        """Narrows the camera's frustum to the window; its width follows from the viewport."""
        x0, y0, x1, y1 = window
        view = self._stage.view
        for camera in self._scene.camera:
            pixel = camera.frustum_near / view.focal
            camera.frustum_top = pixel * (view.height / 2 - y0)
            camera.frustum_bottom = pixel * (view.height / 2 - y1)
            camera.frustum_center = pixel * ((x0 + x1 - view.width) / 2)
            camera.frustum_width = 0
