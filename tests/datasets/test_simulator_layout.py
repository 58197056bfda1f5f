"""Where things lie in a frame and how much of them shows, against what is drawn there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

import cv2
import numpy as np
import pytest

if find_spec("mujoco") is None:
    pytest.skip("needs MuJoCo (extra `sim`)", allow_module_level=True)

from datasets.deck import own_deck
from datasets.simulator.actor import parked
from datasets.simulator.layout import layout_line
from datasets.simulator.loose import Print, cards_of
from datasets.simulator.lying import Array, Spot, Tabletop
from datasets.simulator.reel import Shot
from datasets.simulator.scenes import SCENES, for_cards
from datasets.simulator.stage import SimulatorMissing, build_stage
from datasets.simulator.studio import Studio

CODES = ("As", "7d", "Kc", "2h")


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    deck = own_deck(128)
    prints = {code: Print(deck.faces[code], deck.backs[0]) for code in CODES}
    scene = replace(for_cards(SCENES["felt"]), props=())
    try:
        with Studio(build_stage(scene, 1, (640, 360), cards_of(prints, CODES))) as studio:
            yield studio
    except SimulatorMissing as error:
        pytest.skip(str(error))


def table(*spots: Spot) -> Array:
    top, things = Tabletop(), parked(len(CODES))
    for card, spot in enumerate(spots):
        things[card] = top.lay(card, spot)
    return things


def test_a_free_card_shows_wholly_and_its_quad_is_where_it_is_drawn(studio: Studio) -> None:
    shot = Shot(table(Spot(0.05, 0.02, 0.4)))
    (thing,) = layout_line(studio, CODES, shot, 30, 15)["things"]
    assert (thing["code"], thing["face"]) == ("As", "up")
    assert thing["visible"] > 0.95
    bare, there = studio.picture(Shot(parked(len(CODES)))), studio.picture(shot)
    drawn = (np.abs(there.astype(int) - bare).max(axis=2) > 40).astype(np.uint8)
    told = cv2.fillConvexPoly(np.zeros_like(drawn), np.array(thing["quad"]).round().astype(int), 1)
    assert (drawn & told).sum() / (drawn | told).sum() > 0.9


def test_a_quad_runs_clockwise_from_the_heads_left(studio: Studio) -> None:
    (thing,) = layout_line(studio, CODES, Shot(table(Spot(0, 0))), 0, 15)["things"]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = thing["quad"]
    assert ax < bx
    assert ay < dy
    assert by < cy
    assert dx < cx


def test_what_lies_under_another_card_shows_less(studio: Studio) -> None:
    things = table(Spot(0, 0), Spot(0.0315, 0), Spot(-0.15, 0, up=False))
    shares = {
        thing["code"]: thing["visible"]
        for thing in layout_line(studio, CODES, Shot(things), 0, 15)["things"]
    }
    assert shares["As"] == pytest.approx(0.5, abs=0.05)
    assert shares["7d"] > 0.95
    assert shares["??"] > 0.95


def test_a_pushed_camera_moves_every_quad(studio: Studio) -> None:
    things = table(Spot(0, 0))
    still, pushed = (
        np.array(layout_line(studio, CODES, Shot(things, bump=b), 0, 15)["things"][0]["quad"])
        for b in ((0.0, 0.0), (10.0, -6.0))
    )
    # Half a pixel each for 720 lines shown on 360.
    assert pushed - still == pytest.approx(np.tile([5.0, -3.0], (4, 1)), abs=0.02)


def test_the_window_that_moves_is_drawn_as_the_whole_picture_would_be(studio: Studio) -> None:
    before, after = table(Spot(0, 0)), table(Spot(0, 0), Spot(0.08, 0.03, 1.0))
    studio.picture(Shot(before))
    hand = np.array([[0.05, -0.15, 0.05, 0.7071, 0, 0, 0.7071]] * 3)
    moving = studio.picture(Shot(after, hand))
    whole = studio._render(Shot(after, hand), after, (0, 0, 640, 360))
    assert (np.abs(moving.astype(int) - whole).max(axis=2) > 16).mean() < 0.002
