"""Cards that lie on the table and on each other: where each comes to rest."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from datasets.simulator.loose import CARD_HALF, CARD_THICKNESS

Array = npt.NDArray[np.float64]

_CORNERS = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * CARD_HALF
"""Of a card that lies face up with its head to +y: clockwise from above, from the head's left."""
_TINY = 1e-7
_PIVOTS = 200


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies in the table plane: metres, radians (anticlockwise from above)."""

    x: float
    y: float
    turn: float = 0.0
    up: bool = True

    @property
    def xy(self) -> Array:
        """(2,) the middle."""
        return np.array([self.x, self.y])

    def corners(self) -> Array:
        """(4, 2) clockwise from above."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.asarray(self.xy + _CORNERS @ np.array([[c, s], [-s, c]]))


@dataclass(frozen=True, slots=True)
class Plane:
    """The height of a card's underside: `z` at the origin, then its rise along x and y."""

    z: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def height(self, points: Array) -> Array:
        """Heights (n,) over points (n, 2)."""
        return np.asarray(self.z + points @ np.array([self.dx, self.dy]))


@dataclass(slots=True)
class Tabletop:
    """The cards that lie, by number, from the lowest to the uppermost."""

    lying: dict[int, tuple[Spot, Plane]] = field(default_factory=dict)

    def lay(self, card: int, spot: Spot) -> Array:
        """Puts a card on top of what lies there; returns its pose (7,)."""
        self.lying.pop(card, None)
        plane = self.plane_under(spot)
        self.lying[card] = (spot, plane)
        return pose_of(spot, plane)

    def lift(self, card: int) -> dict[int, Array]:
        """Takes a card away; what lay on it sinks: poses by number."""
        order = list(self.lying)
        above = order[order.index(card) + 1 :]
        del self.lying[card]
        spots = [(i, self.lying.pop(i)[0]) for i in above]
        return {i: self.lay(i, spot) for i, spot in spots}

    def pose(self, spot: Spot, without: Collection[int] = ()) -> Array:
        """How a card would lie there now."""
        return pose_of(spot, self.plane_under(spot, without))

    def plane_under(self, spot: Spot, without: Collection[int] = ()) -> Plane:
        """The plane on which a card comes to rest: the lowest that cuts into nothing."""
        own = spot.corners()
        points = [np.column_stack([own, np.zeros(4)])]
        for card, (other, plane) in self.lying.items():
            if card not in without:
                points.append(_bearing(own, other, plane))
        return _resting(spot.xy, np.concatenate(points))


def _bearing(own: Array, other: Spot, plane: Plane) -> Array:
    """(n, 3) the corners of what two cards share, on the upper side of the other one."""
    gap = np.abs(own.mean(axis=0) - other.xy)
    if gap.max() > 2 * np.hypot(*CARD_HALF):
        return np.zeros((0, 3))
    # In millimetres, since OpenCV works with single precision.
    area, shared = cv2.intersectConvexConvex(
        (own * 1000).astype(np.float32), (other.corners() * 1000).astype(np.float32)
    )
    if area <= 0:
        return np.zeros((0, 3))
    shared = np.asarray(shared, np.float64).reshape(-1, 2) / 1000
    return np.column_stack([shared, plane.height(shared) + CARD_THICKNESS])


def _resting(centre: Array, points: Array) -> Plane:
    """The facet over `centre` of the upper hull of `points` (n, 3): a card bears on three.

    Starting from three points round the centre, the point that sticks out most replaces one of
    them, as long as one sticks out.
    """
    three = points[[0, 1, 2]]
    if _inside(three, centre) < -_TINY:
        three = points[[0, 2, 3]]
    for _ in range(_PIVOTS):
        plane = _through(three)
        over = points[:, 2] - plane.height(points[:, :2])
        worst = int(np.argmax(over))
        if over[worst] < _TINY:
            break
        swaps = [np.vstack([np.delete(three, k, axis=0), points[worst]]) for k in range(3)]
        three = max(swaps, key=lambda swap: _inside(swap, centre))
    return plane


def _inside(three: Array, centre: Array) -> float:
    """The smallest barycentric coordinate: negative outside, -inf where the three are in line."""
    a, b, c = three[:, :2]
    area = _cross(b - a, c - a)
    if abs(area) < 1e-9:
        return -np.inf
    shares = (_cross(b - centre, c - centre), _cross(c - centre, a - centre))
    first, second = shares[0] / area, shares[1] / area
    return float(min(first, second, 1 - first - second))


def _cross(u: Array, v: Array) -> float:
    return float(u[0] * v[1] - u[1] * v[0])


def _through(three: Array) -> Plane:
    matrix = np.column_stack([np.ones(3), three[:, :2]])
    z, dx, dy = np.linalg.solve(matrix, three[:, 2])
    return Plane(float(z), float(dx), float(dy))


def pose_of(spot: Spot, plane: Plane) -> Array:
    """The pose (7,) of a card that lies on a plane."""
    normal = np.array([-plane.dx, -plane.dy, 1.0])
    normal /= np.linalg.norm(normal)
    head = np.array([-np.sin(spot.turn), np.cos(spot.turn), 0.0])
    head[2] = head[0] * plane.dx + head[1] * plane.dy
    head /= np.linalg.norm(head)
    z = float(plane.height(spot.xy[None])[0]) + CARD_THICKNESS / 2
    outward = normal if spot.up else -normal
    axes = np.column_stack([np.cross(head, outward), head, outward])
    return np.array([spot.x, spot.y, z, *quat_of(axes)])


def quat_of(axes: Array) -> Array:
    """The unit quaternion w, x, y, z of a (3, 3) rotation; w is not negative."""
    m = axes
    squares = 1 + np.array([
        m[0, 0] + m[1, 1] + m[2, 2], m[0, 0] - m[1, 1] - m[2, 2],
        m[1, 1] - m[0, 0] - m[2, 2], m[2, 2] - m[0, 0] - m[1, 1],
    ])  # fmt: skip
    k = int(np.argmax(squares))
    rows = (
        (squares[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]),
        (m[2, 1] - m[1, 2], squares[1], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]),
        (m[0, 2] - m[2, 0], m[0, 1] + m[1, 0], squares[2], m[1, 2] + m[2, 1]),
        (m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], squares[3]),
    )
    quat = np.array(rows[k]) / (2 * np.sqrt(squares[k]))
    return np.asarray(quat if quat[0] >= 0 else -quat)
