"""Where everything lies in a frame, and how much of it shows: for measuring, not for rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from datasets.deck.fivealive import LETTERS
from datasets.simulator.lens import shifted
from datasets.simulator.loose import CARD_HALF, HALF
from datasets.simulator.reel import Array, Shot
from datasets.simulator.studio import Studio
from datasets.simulator.throw import read_die, rotation

_SHOWN = 0.02
"""Face-down cards of which less is seen are left out: they lie inside a pack."""
_CARD = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * CARD_HALF


def layout_line(
    studio: Studio, codes: Sequence[str], shot: Shot, frame: int, fps: float
) -> dict[str, Any]:
    """What lies there: code, face, quad in pixels (clockwise as seen) and visible share 0..1."""
    pixels, things = studio.pixels(shot), []
    view = studio.view
    for i, (code, pose) in enumerate(zip(codes, shot.things, strict=True)):
        if pose[2] < -1:
            continue
        corners, what = _card(code, pose) if code != "die" else _die(pose)
        flat = [view.project(corner) for corner in corners]
        whole = cv2.contourArea(np.array(flat, np.float32))
        share = round(min(1.0, float(pixels[i]) / max(whole, 1.0)), 3)
        if share < _SHOWN and what.get("face") == "down":
            continue
        quad = [shifted(point, shot.bump, view.height) for point in flat]
        things.append({**what, "quad": quad, "visible": share})
    hand = shot.hand is not None
    return {"t": round(frame / fps, 3), "frame": frame, "hand": hand, "things": things}


def _card(code: str, pose: Array) -> tuple[Array, dict[str, Any]]:
    turn = rotation(pose[3:])
    up = turn[2, 2] >= 0
    flat = _CARD if up else _CARD[::-1]
    corners = pose[:3] + np.column_stack([flat, np.zeros(4)]) @ turn.T
    return corners, {"code": _named(code) if up else "??", "face": "up" if up else "down"}


def _named(code: str) -> str:
    """The code as it is read: a letter without the number of its set."""
    return code[0] if code[0] in LETTERS and code[1:].isdecimal() else code


def _die(pose: Array) -> tuple[Array, dict[str, Any]]:
    """The upper face, whatever is seen of the others."""
    value, tilt = read_die(pose)
    turn = rotation(pose[3:])
    up = int(np.argmax(np.abs(turn[2])))
    axes = [k for k in range(3) if k != up]
    signs = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * HALF
    local = np.zeros((4, 3))
    local[:, axes] = signs
    local[:, up] = np.sign(turn[2, up]) * HALF
    corners = pose[:3] + local @ turn.T
    a, b, c = corners[:3, :2]
    if (b - a)[0] * (c - b)[1] - (b - a)[1] * (c - b)[0] > 0:
        corners = corners[::-1]
    return corners, {"code": "die", "value": value if tilt < 10 else None, "face": "up"}
