"""Meshes of a die with rounded edges and of a card, written as Wavefront OBJ."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from datasets.simulator.textures import FACE_ORDER

Array = npt.NDArray[np.float64]

FACES: dict[int, tuple[Array, Array, Array]] = {
    value: (np.array(n, float), np.array(u, float), np.array(v, float))
    for value, n, u, v in (
        (1, (0, 0, 1), (1, 0, 0), (0, 1, 0)),
        (6, (0, 0, -1), (0, 1, 0), (1, 0, 0)),
        (2, (1, 0, 0), (0, 1, 0), (0, 0, 1)),
        (5, (-1, 0, 0), (0, 0, 1), (0, 1, 0)),
        (3, (0, 1, 0), (0, 0, 1), (1, 0, 0)),
        (4, (0, -1, 0), (1, 0, 0), (0, 0, 1)),
    )
}
"""Value -> outward normal, and the two axes of its face (u x v = normal); opposites sum to 7."""


def die_obj(half: float, rounding: float) -> bytes:
    """A rounded cube of half side `half` metres; texture coordinates follow the dice atlas."""
    vertices: list[str] = []
    triangles: list[str] = []
    for value in FACE_ORDER:
        _face(value, half, rounding, vertices, triangles)
    return "\n".join([*vertices, *triangles, ""]).encode()


def _knots(rounding: float) -> Array:
    """Where the face is cut, -1..1: fine along the rounded rim, once across the flat middle."""
    rim = 1 - rounding * (1 - np.tan(np.linspace(0, np.pi / 4, 6)))
    return np.concatenate([-rim[::-1], rim])


def _face(
    value: int, half: float, rounding: float, vertices: list[str], triangles: list[str]
) -> None:
    normal, u_axis, v_axis = FACES[value]
    knots = _knots(rounding)
    n, first = len(knots), sum(line.startswith("v ") for line in vertices) + 1
    column, row = (value - 1) % 3, (value - 1) // 3
    for b in knots:
        for a in knots:
            point = normal + a * u_axis + b * v_axis
            inner = np.clip(point, rounding - 1, 1 - rounding)
            direction = (point - inner) / np.linalg.norm(point - inner)
            x, y, z = half * (inner + rounding * direction)
            s, t = (column + (a + 1) / 2) / 3, 1 - (row + (1 - b) / 2) / 2
            vertices.append(f"v {x:.7f} {y:.7f} {z:.7f}")
            vertices.append(f"vt {s:.5f} {t:.5f}")
            vertices.append("vn {:.5f} {:.5f} {:.5f}".format(*direction))
    for j in range(n - 1):
        for i in range(n - 1):
            a, b, c, d = (
                first + k for k in (j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i)
            )
            triangles.append(f"f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}")
            triangles.append(f"f {a}/{a}/{a} {c}/{c}/{c} {d}/{d}/{d}")


CARD_CORNER = 0.0035
"""Radius of a card's corners, metres."""


def card_obj(half_width: float, half_length: float, half_thick: float) -> bytes:
    """A flat card with round corners, face up (+z), its head to +y.

    Its texture holds the face in the left half and the back in the right one (`card_sheet`).
    """
    rim = _rim(half_width, half_length)
    lines: list[str] = []
    for side, z in ((0, half_thick), (1, -half_thick)):
        for x, y in np.vstack([[[0.0, 0.0]], rim]):
            u, v = (x / half_width + 1) / 2, (y / half_length + 1) / 2
            lines.append(f"v {x:.6f} {y:.6f} {z:.6f}")
            lines.append(f"vt {((1 - u) if side else u) / 2 + side / 2:.5f} {v:.5f}")
            lines.append(f"vn 0 0 {1 - 2 * side}")
    n = len(rim)
    for i in range(n):
        a, b = 2 + i, 2 + (i + 1) % n
        c, d = a + n + 1, b + n + 1
        corners = ((1, a, b), (n + 2, d, c), (c, d, b), (c, b, a))
        lines += ["f " + " ".join(f"{k}/{k}/{k}" for k in three) for three in corners]
    return "\n".join([*lines, ""]).encode()


def _rim(half_width: float, half_length: float) -> Array:
    """(n, 2) points round the card, anticlockwise from above."""
    arc = np.linspace(0, np.pi / 2, 4)
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = arc + quarter * np.pi / 2
        middle = np.array([sx * (half_width - CARD_CORNER), sy * (half_length - CARD_CORNER)])
        points.append(middle + CARD_CORNER * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    return np.concatenate(points)
