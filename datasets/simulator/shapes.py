"""The mesh of a die with rounded edges, written as Wavefront OBJ."""

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
