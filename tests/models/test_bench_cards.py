"""Measuring cards: the curve by size, composed tables of left-out decks, reliability."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from datasets.compose.assets import Assets, load_assets
from datasets.compose.scene import Scene
from datasets.photos import Thing
from models.bench import composed, reliability, stills
from models.bench.corners import Corners, corner_error
from vision.frames import Image
from vision.sights import CardSight, DieSight, Sight


@pytest.fixture(scope="module")
def assets() -> Assets:
    return load_assets(None, height=96, varied=0)


@pytest.fixture(scope="module")
def tables(assets: Assets) -> list[Scene]:
    return list(composed.scenes(assets, 12, 256))


class Knowing:
    """Eyes that know the tables: they see every card, or as many as asked for, where it lies."""

    def __init__(self, tables: Sequence[Scene], misread: bool = False) -> None:
        self._tables, self._misread = tables, misread

    def look(self, image: Image, regions: object = None) -> Sight:
        scene = next(one for one in self._tables if one.image is image)
        return Sight(tuple(self._card(one) for one in composed.asked(scene, "own")))

    def _card(self, one: composed.Asked) -> CardSight:
        down = one.item.kind == "back"
        code = "??" if down else "2c" if self._misread else str(one.item.code)
        return CardSight(one.item.quad, "down" if down else "up", code, 0.9, 0.9, 0.9)


class Blind:
    """Eyes that see nothing."""

    def look(self, image: Image, regions: object = None) -> Sight:
        return Sight()


def test_eyes_that_see_everything_miss_nothing(tables: list[Scene]) -> None:
    report = composed.measure(Knowing(tables), iter(tables), "own")
    score = report.groups["cover", "free"]
    assert score.labelled > 5
    assert (score.found_share, score.right_share) == (1, 1)
    assert report.extra == 0


def test_misread_cards_are_found_and_not_right(tables: list[Scene]) -> None:
    report = composed.measure(Knowing(tables, misread=True), iter(tables), "own")
    score = report.groups["cover", "free"]
    assert score.found_share == 1
    assert score.right_share < 0.2


def test_blind_eyes_find_nothing(tables: list[Scene]) -> None:
    report = composed.measure(Blind(), iter(tables), "own")
    assert report.groups["cover", "free"].found == 0


def test_the_same_tables_every_time(assets: Assets, tables: list[Scene]) -> None:
    again = list(islice(composed.scenes(assets, 12, 256), 3))
    assert all(np.array_equal(a.image, b.image) for a, b in zip(again, tables[:3], strict=True))


def test_a_readable_card_is_heard_with_its_truth(tables: list[Scene]) -> None:
    heard: list[bool] = []
    composed.measure(
        Knowing(tables), iter(tables), "own",
        hear=lambda asked, sight: heard.append(asked.item.code == sight.card),
    )  # fmt: skip
    assert len(heard) > 5
    assert all(heard)


def test_corners_of_eyes_that_know_are_where_they_are(tables: list[Scene]) -> None:
    corners = Corners()
    composed.measure(Knowing(tables), iter(tables), "own", hear=corners.hear)
    assert len(corners.errors["free"]) > 5
    assert max(corners.errors["free"] + corners.errors["covered"]) == 0
    assert corners.table().splitlines()[1].endswith("100.0%")


def test_corners_may_begin_anywhere_and_are_off_by_shares_of_the_length() -> None:
    card = np.array([[10, 10], [70, 10], [70, 110], [10, 110]], np.float64)
    assert corner_error(np.roll(card, 2, axis=0), card) == 0
    assert corner_error(card + np.array([3, 4]), card) == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("tilt", "name"), [(0, "0-10"), (10, "10-20"), (39, "30-40"), (52, "40-90")]
)
def test_classes_by_tilt(tilt: float, name: str) -> None:
    assert composed.tilt_class(tilt) == name


def test_an_unknown_deck_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        composed.deck_assets(tmp_path, "nobodys")


def test_the_curve_counts_in_steps_of_twenty_pixels() -> None:
    report = stills.Report()
    for side, right in ((45, True), (59, False), (60, True)):
        report.add_length("card", (0, 0, side, 30), True, right)
    report.add_length("die", (0, 0, 30, 30), False, False)
    lines = stills.curve(report).splitlines()
    assert len(lines) == 4
    assert lines[1].split()[:4] == ["40-60", "2", "100.0%", "50.0%"]
    assert lines[2].split()[:4] == ["60-80", "1", "100.0%", "100.0%"]


# -- reliability ----------------------------------------------------------------------------------


def readings(pairs: Sequence[tuple[float, bool]]) -> reliability.Readings:
    made = reliability.Readings()
    for sure, right in pairs:
        made.add(sure, right)
    return made


def test_bins_hold_what_lies_between_their_edges() -> None:
    found = reliability.bins(readings([(0.55, True), (0.57, False), (0.97, True), (1.0, True)]))
    assert [(one.low, one.count, one.right) for one in found] == [(0.5, 2, 0.5), (0.95, 2, 1.0)]


def test_ece_is_nought_where_confidence_is_the_share_right() -> None:
    honest = readings([(0.75, True)] * 3 + [(0.75, False)])
    boastful = readings([(0.95, True)] * 3 + [(0.95, False)])
    assert reliability.calibration_error(reliability.bins(honest)) == pytest.approx(0)
    assert reliability.calibration_error(reliability.bins(boastful)) == pytest.approx(0.2)


def test_below_the_threshold_too_much_would_be_wrong() -> None:
    many = readings([(0.9, True)] * 150 + [(0.8, False)] + [(0.6, True)] * 10 + [(0.5, False)] * 9)
    assert reliability.ask_below(many) == 0.6
    assert reliability.ask_below(readings([(0.9, False)])) == 1.0


def test_a_half_read_card_counts_with_its_likeliest_rank() -> None:
    seen = CardSight(
        np.zeros((4, 2), np.float32), "up", "?h", 0.9, 0.4, 0.9,
        (("Kh", 0.4), ("Qh", 0.35), ("Qd", 0.15)),
    )  # fmt: skip
    heard = reliability.Reliability()
    heard.hear(Thing("card", (0, 0, 9, 9), code="Qh"), seen)
    assert heard.parts["rank"].right == [True]
    assert heard.parts["suit"].right == [True]
    assert heard.parts["card"].sure == [pytest.approx(0.36)]


def test_a_die_counts_with_its_likeliest_value_even_where_it_is_not_announced() -> None:
    chances = (0.1, 0.0, 0.0, 0.0, 0.2, 0.3, 0.4)
    heard = reliability.Reliability()
    die = DieSight(np.zeros((4, 2), np.float32), None, 0.9, chances)
    heard.hear(Thing("die", (0, 0, 9, 9), value=6), die)
    assert (heard.parts["value"].sure, heard.parts["value"].right) == ([0.3], [True])


def test_the_diagram_is_a_picture_of_every_part_read(tmp_path: Path) -> None:
    parts = {"rank": readings([(0.9, True), (0.6, False)]), "suit": readings([(0.7, True)])}
    reliability.write_diagram(tmp_path / "new" / "r.svg", parts | {"value": readings([])})
    root = ElementTree.parse(tmp_path / "new" / "r.svg").getroot()
    assert len(root.findall("{*}circle")) == 3


def test_the_table_names_counts_shares_and_the_threshold() -> None:
    text = reliability.table("rank", readings([(0.97, True)] * 99 + [(0.4, False)] * 3))
    assert "0.95-1.00" in text
    assert "announced from 0.97: 99 of 102, 0 of them wrong" in text
