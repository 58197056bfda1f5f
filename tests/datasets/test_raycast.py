"""Rays against solids agree with geometry that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.things.polyhedra import polyhedron, prism
from datasets.things.raycast import F32, MISS, Box, Convex, Disc, Solid, unit

ABOVE = np.array([0, 0, 10], np.float32)


def fan(count: int = 400, spread: float = 0.25) -> F32:
    """Rays downwards from ABOVE in all directions."""
    sides = np.random.default_rng(0).uniform(-spread, spread, (count, 2))
    return unit(np.concatenate([sides, -np.ones((count, 1))], 1).astype(np.float32))


def test_a_wholly_rounded_box_is_a_ball() -> None:
    rays = fan()
    hit = Box((1, 1, 1), 1.0).hit(ABOVE, rays)
    b = rays @ ABOVE
    root = b * b - (100 - 1)
    sure = np.abs(root) > 0.2
    met = hit.t < MISS
    assert np.array_equal(met[sure], (root > 0)[sure])
    both = met & sure
    t = -b - np.sqrt(np.maximum(root, 0))
    assert hit.t[both] == pytest.approx(t[both], abs=0.02)
    points = ABOVE + hit.t[both, None] * rays[both]
    assert np.abs(hit.normal[both] - points).max() < 0.03


def test_a_sharp_box_and_a_cube_of_six_planes_are_the_same() -> None:
    normals = np.concatenate([np.eye(3), -np.eye(3)])[[0, 3, 1, 4, 2, 5]].astype(np.float32)
    cube = Convex(normals, np.ones(6, np.float32), np.zeros((0, 3), np.float32))
    rays = fan()
    box, planes = Box((1, 1, 1), 0.0).hit(ABOVE, rays), cube.hit(ABOVE, rays)
    met = planes.t < MISS
    assert np.array_equal(box.t < MISS, met)
    assert box.t[met] == pytest.approx(planes.t[met], abs=1e-3)
    assert np.array_equal(box.face[met], planes.face[met])


@pytest.mark.parametrize(
    "solid", [Box((1, 0.8, 0.5), 0.2), Box((1, 1, 1), 0.1, 1.4), Disc(1, 0.3), prism(6, 1, 0.4)]
)
def test_hits_lie_on_the_surface_and_normals_face_the_ray(solid: Solid) -> None:
    rays = fan(spread=0.08)
    hit = solid.hit(ABOVE, rays)
    met = hit.t < MISS
    points = ABOVE + hit.t[met, None] * rays[met]
    assert met.any()
    assert np.abs(solid.distance(points)).max() < 0.01
    assert (hit.normal[met] * rays[met]).sum(1).max() < 0.05


def test_rays_from_the_table_towards_the_lamp_are_blocked_under_the_thing() -> None:
    spots = np.array([[0, 0, -2], [0.9, 0, -2], [3, 0, -2]], np.float32)
    up = np.array([0, 0, 1], np.float32)
    for solid in (Box((1, 1, 1), 0.1), Disc(1, 1), polyhedron(8, 0.02)):
        assert solid.blocks(spots, up).tolist() == [True, True, False]


@pytest.mark.parametrize(("sides", "corners"), [(4, 4), (8, 6), (10, 12), (12, 20), (20, 12)])
def test_dice_solids_have_the_faces_and_corners_of_their_kind(sides: int, corners: int) -> None:
    solid = polyhedron(sides, 0.02)
    assert len(solid.normals) == sides
    assert len(np.unique(solid.outline().round(3) + 0.0, axis=0)) == corners
