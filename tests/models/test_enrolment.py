"""Measuring taught decks: how cards are shown, where they lie, what counts as right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from datasets.compose.assets import Assets
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.scene import Item, Scene
from datasets.deck.fivealive import five_alive_deck
from models.bench import enrolment
from models.bench.composed import Asked
from vision.detector import Region
from vision.frames import Image
from vision.sights import CardSight, Sight


@pytest.fixture(scope="module")
def assets() -> Assets:
    deck = five_alive_deck(128)
    return Assets([deck], Backgrounds(None), None, deck.backs)


@pytest.fixture(scope="module")
def tables(assets: Assets) -> list[Scene]:
    return list(enrolment.spread(assets, 2))


def test_every_card_lies_on_the_tables_as_often_as_asked(
    tables: list[Scene], assets: Assets
) -> None:
    laid = Counter(item.code for scene in tables for item in scene.items if item.kind == "card")
    assert laid == dict.fromkeys(assets.decks[0].faces, 2)
    assert {item.kind for scene in tables for item in scene.items} == {"card", "back"}


def test_cards_on_these_tables_lie_apart(tables: list[Scene]) -> None:
    for scene in tables:
        middles = np.array([item.quad.mean(axis=0) for item in scene.items])
        lengths = [float(np.linalg.norm(item.quad[0] - item.quad[3])) for item in scene.items]
        gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2)
        assert gaps[~np.eye(len(middles), dtype=bool)].min() > 0.8 * min(lengths)


def test_the_cards_of_a_view_lie_on_one_table_each_in_its_own_way(assets: Assets) -> None:
    faces = list(assets.decks[0].faces.values())
    one, other = (enrolment.showing(assets, faces[i], (0, 0, i)) for i in (0, 1))
    elsewhere = enrolment.showing(assets, faces[0], (1, 0, 0))
    assert one.shape == other.shape
    assert np.array_equal(one, enrolment.showing(assets, faces[0], (0, 0, 0)))
    corner = np.s_[:12, :12]
    assert np.abs(one[corner].astype(int) - other[corner]).mean() < 12
    assert one.shape != elsewhere.shape or not np.array_equal(one, elsewhere)


class Blind:
    """Eyes that see nothing."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return Sight()


def test_a_card_that_is_never_found_is_not_taught_as_something_else(
    assets: Assets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolment, "_TRIES", 2)
    with pytest.raises(RuntimeError, match="7 was not found"):
        enrolment.shown(Blind(), assets, assets.decks[0].faces["7"], "7", 0)


@pytest.mark.parametrize(
    ("card", "length", "visible", "group", "right", "wrong"),
    [
        ("7", 100, 1.0, "free", 1, 0),
        ("1", 100, 1.0, "free", 0, 1),
        ("??", 100, 1.0, "free", 0, 0),
        ("7", 60, 1.0, "small", 1, 0),
        ("7", 100, 0.6, "covered", 1, 0),
    ],
)
def test_cards_count_by_size_and_cover(
    card: str, length: float, visible: float, group: str, right: int, wrong: int
) -> None:
    quad = np.array([[0, 0], [40, 0], [40, length], [0, length]], np.float32)
    score = enrolment.Score()
    asked = Asked(quad, Item("card", quad, "7", None, visible, 1.0), ())
    score.hear(asked, CardSight(quad, "up", card, 0.9, 0.9, 0.9))
    tally = getattr(score, group)
    assert (tally.found, tally.right, tally.wrong) == (1, right, wrong)
    assert (enrolment.mistakes(score) == "none") == bool(right)
    assert len(enrolment.row("deck", 1, score)) == len(enrolment.HEAD)
