"""Readings, and what the eyes make of detector and readers together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.tiny_networks import save_eyes
from vision import edges
from vision.backends import BackendError, Tensor
from vision.cards import to_read
from vision.eyes import Eyes
from vision.frames import Image
from vision.geometry import Floats, boxes_to_quads
from vision.nms import Boxes
from vision.reader import (
    BACK,
    CARD_CODES,
    FIVE_ALIVE,
    JOKER,
    UNREAD,
    check,
    read_cards,
    read_dice,
)
from vision.weights import FOLDER_VARIABLE


class Fixed:
    """A network that gives the same rows for every batch, one row a crop, over and over."""

    def __init__(self, *rows: Tensor) -> None:
        self.rows = rows
        self.batches: list[Tensor] = []

    def run(self, batch: Tensor) -> Tensor:
        self.batches.append(batch)
        return np.stack([self.rows[i % len(self.rows)] for i in range(len(batch))])

    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]


def logits(shares: dict[int, float], outputs: int = 78) -> Tensor:
    """Logits whose softmax is `shares`, the rest spread evenly."""
    rest = (1 - sum(shares.values())) / (outputs - len(shares))
    probability = np.full(outputs, max(rest, 1e-12))
    for index, share in shares.items():
        probability[index] = share
    found: Tensor = np.log(probability).astype(np.float32)
    return found


def code(name: str) -> int:
    return CARD_CODES.index(name)


QUADS = boxes_to_quads(np.array([[60.0, 60, 50, 70, 0]]))
TABLE: Image = np.full((200, 200, 3), 120, dtype=np.uint8)
CARD_ON_TABLE: Image = np.full((200, 200, 3), 60, dtype=np.uint8)
CARD_ON_TABLE[50:150, 65:135] = 240


@pytest.mark.parametrize(
    ("shares", "wanted", "rank", "suit"),
    [
        ({code("Kh"): 0.98}, "Kh", 0.98, 0.98),
        ({code("Kh"): 0.5, code("Kd"): 0.4}, "Kh", 0.9, 0.51),
        ({code("Kh"): 0.33, code("Kd"): 0.33, code("Ks"): 0.33}, "K?", 0.99, 0.33),
        ({code("8s"): 0.35, code("3s"): 0.35, code("6s"): 0.3}, "?s", 0.35, 1.0),
        ({JOKER: 0.9}, "Jk", 0.9, 0.9),
        ({JOKER: 0.45, code("Kh"): 0.3, code("Qd"): 0.25}, "??", 0.3, 0.3),
        ({UNREAD: 0.9, code("As"): 0.1}, "??", 0.1, 0.1),
        ({}, "??", 4 / 78, 13 / 78),
        ({code("REVERSE"): 0.8, code("Kh"): 0.2}, "??", 0.2, 0.2),
    ],
)
def test_rank_and_suit_have_confidences_of_their_own(
    shares: dict[int, float], wanted: str, rank: float, suit: float
) -> None:
    [reading] = read_cards(Fixed(logits(shares)), TABLE, QUADS)
    assert reading.code == wanted
    assert reading.rank_confidence == pytest.approx(rank, abs=0.03)
    assert reading.suit_confidence == pytest.approx(suit, abs=0.03)


def test_candidates_come_best_first_and_are_cards() -> None:
    shares = {code("9s"): 0.6, code("6s"): 0.3, BACK: 0.08}
    [reading] = read_cards(Fixed(logits(shares)), TABLE, QUADS)
    assert [name for name, _ in reading.candidates][:2] == ["9s", "6s"]
    assert "back" not in dict(reading.candidates)


@pytest.mark.parametrize(
    ("shares", "wanted"),
    [
        ({code("REVERSE"): 0.9, code("Kh"): 0.1}, "REVERSE"),
        ({code("7"): 0.6, code("1"): 0.4}, "7"),
        ({code("7"): 0.4, code("1"): 0.3, code("2"): 0.3}, "??"),
        ({code("7h"): 0.9, code("7"): 0.1}, "??"),
        ({code("A"): 0.9, code("Ah"): 0.1}, "A"),
        ({BACK: 0.9, code("2"): 0.1}, "??"),
    ],
)
def test_cards_of_five_alive_are_named_where_it_is_played(
    shares: dict[int, float], wanted: str
) -> None:
    [reading] = read_cards(Fixed(logits(shares)), TABLE, QUADS, FIVE_ALIVE)
    assert reading.code == wanted
    assert reading.back == pytest.approx(shares.get(BACK, 0), abs=0.02)
    assert set(dict(reading.candidates)) <= set(FIVE_ALIVE.codes)


def test_weights_that_know_no_five_alive_say_so() -> None:
    with pytest.raises(BackendError, match="cannot read cards of fivealive"):
        check(Fixed(logits({}, 55)), FIVE_ALIVE)
    check(Fixed(logits({})), FIVE_ALIVE)
    [reading] = read_cards(Fixed(logits({code("Kh"): 0.9}, 55)), TABLE, QUADS)
    assert reading.code == "Kh"


def test_a_square_quad_is_read_both_ways_and_the_surer_reading_counts() -> None:
    network = Fixed(logits({code("2c"): 0.4}), logits({code("Ts"): 0.95}))
    square = boxes_to_quads(np.array([[60.0, 60, 60, 64, 0]]))
    [reading] = read_cards(network, TABLE, square)
    assert network.batches[0].shape == (2, 3, 112, 80)
    assert reading.code == "Ts"


def test_crops_are_rgb_from_0_to_1() -> None:
    image = np.zeros((200, 200, 3), dtype=np.uint8)
    image[:] = (0, 51, 255)
    network = Fixed(logits({code("2c"): 0.9}))
    read_cards(network, image, QUADS)
    assert network.batches[0][0, :, 50, 40] == pytest.approx([1, 0.2, 0])


def test_many_cards_are_read_in_batches_that_bound_the_memory() -> None:
    network = Fixed(logits({code("2c"): 0.9}))
    assert len(read_cards(network, TABLE, np.repeat(QUADS, 70, axis=0))) == 70
    assert [len(batch) for batch in network.batches] == [32, 32, 6]


def test_no_dice_is_no_work() -> None:
    network = Fixed()
    shares, ways = read_dice(network, TABLE, np.zeros((0, 4, 2)))
    assert (shares.shape, ways.shape) == ((0, 7), (0, 3))
    assert network.batches == []


def test_a_die_is_read_on_several_crops_that_are_believed_alike() -> None:
    """Crops of one die lie together: the first die's say 3, 3 and nothing, the second's all 5."""
    rows = [logits({value: 0.97}, 7) for value in (2, 2, 6, 4, 4, 4)]
    shares, ways = read_dice(Fixed(*rows), TABLE, np.repeat(QUADS, 2, axis=0))
    assert shares.argmax(axis=1).tolist() == [2, 4]
    assert shares[:, [2, 4]].max(axis=1) == pytest.approx([0.65, 0.97], abs=0.01)
    assert not ways.any()  # this network does not say


class OneBox:
    """A detector that sees one thing in the middle of its input."""

    def __init__(self, scores: list[float]) -> None:
        self.scores = scores

    def run(self, batch: Tensor) -> Tensor:
        height, width = batch.shape[2:]
        box = [width / 2, height / 2, width * 0.35, height * 0.5]
        return np.array([[*box, *self.scores, 0.0]], dtype=np.float32).T[None]

    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]


def eyes(scores: list[float], card: dict[int, float], die: dict[int, float]) -> Eyes:
    return Eyes(OneBox(scores), Fixed(logits(card)), Fixed(logits(die, outputs=7)))


@pytest.mark.parametrize(
    ("up", "down", "card", "face"),
    [
        (0.9, 0.05, {code("Kh"): 0.9}, "up"),
        (0.05, 0.9, {BACK: 0.95}, "down"),
        (0.55, 0.5, {BACK: 0.95}, "down"),
        (0.45, 0.5, {code("Kh"): 0.95}, "up"),
        (0.9, 0.02, {BACK: 0.44, code("Kh"): 0.55}, "up"),
    ],
)
def test_detector_and_reader_decide_together_which_face_is_up(
    up: float, down: float, card: dict[int, float], face: str
) -> None:
    [seen] = eyes([up, down, 0.01], card, {}).look(CARD_ON_TABLE).cards
    assert seen.face == face
    assert (seen.card == "??") == (face == "down")
    assert (seen.rank_confidence > 0) == (face == "up")


@pytest.mark.parametrize(("index", "value"), [(0, 1), (5, 6), (6, None)])
def test_a_die_s_value_or_none_where_it_is_cocked(index: int, value: int | None) -> None:
    [die] = eyes([0, 0, 0.8], {}, {index: 0.9}).look(TABLE).dice
    assert die.value == value
    assert die.confidence == pytest.approx(0.8)
    assert len(die.probabilities) == 7
    assert die.probabilities[index] == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("detector", "share", "value"),
    [
        (0.9, 0.9, 5),
        (0.9, 0.4, None),
        (0.7, 0.63, 5),
        (0.82, 0.5, None),
        (0.72, 0.57, "not reported"),
        (0.5, 0.9, 5),
        (0.4, 0.6, "not reported"),
    ],
)
def test_a_die_needs_the_detector_and_the_reader_to_agree(
    detector: float, share: float, value: object
) -> None:
    dice = eyes([0, 0, detector], {}, {4: share}).look(TABLE).dice
    assert (dice[0].value if dice else "not reported") == value


@pytest.mark.parametrize(("detector", "seen"), [(0.98, ["??"]), (0.4, [])])
def test_what_shows_no_face_is_a_card_only_where_the_detector_is_sure(
    detector: float, seen: list[str]
) -> None:
    cards = eyes([detector, 0, 0], {UNREAD: 0.95}, {}).look(CARD_ON_TABLE).cards
    assert [card.card for card in cards] == seen


def test_eyes_load_from_a_folder_of_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = [
        [80, 96, 60, 84, 0.9, 0.02, 0.01, 0.2],
        [200, 96, 20, 20, 0.01, 0.02, 0.8, 0.0],
    ]
    save_eyes(tmp_path, columns)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    image = np.full((192, 320, 3), 60, dtype=np.uint8)
    sight = Eyes.load(threads=1).look(image, regions=[(0, 0, 320, 192)])
    assert [card.card for card in sight.cards] == ["Kh"]
    assert {die.value for die in sight.dice} == {6}
    assert clockwise(sight.cards[0].quad) > 0
    assert sight.dice[0].quad.tolist() == [[190, 86], [210, 86], [210, 106], [190, 106]]


def clockwise(quad: Floats) -> float:
    x, y = quad.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


@pytest.mark.parametrize(("further", "places"), [(2.0, 1), (9.0, 2), (25.0, 1)])
def test_a_box_that_edges_moved_is_read_where_it_was_found_too(
    further: float, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On white cards the next strong edge may be another card's; far off it is another card."""

    def fit(image: Image, quad: Floats) -> edges.Fit:
        return edges.Fit(quad + np.array([0.0, further]), 0.9)

    monkeypatch.setattr(edges, "fit", fit)
    boxes = Boxes(QUADS, np.array([[0.9, 0.0, 0.0]]), np.array([0.9]))
    read = to_read(TABLE, boxes)
    assert len(read) == places
    assert read.quads[0] == pytest.approx(QUADS[0] + np.array([0.0, further]))
