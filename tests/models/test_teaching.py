"""Teaching a deck by showing it, and reading it again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest

from datasets.arrays import Bgra
from datasets.compose.artwork import as_card
from datasets.compose.assets import Assets
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.compose.crops import face_crop
from datasets.deck.fivealive import five_alive_deck
from datasets.deck.varied import varied_deck
from models.teaching import card_of, features_of, fit, teach
from vision import weights
from vision.backends import BackendError, Network, Tensor, load_network
from vision.detector import Region
from vision.enrolled import OTHER, DeckError, EnrolledDeck
from vision.frames import Image
from vision.reader import read_cards
from vision.sights import CardSight, Sight


class ColourFeatures:
    """A reader whose features are the mean colours of the nine parts of a crop."""

    def run(self, batch: Tensor) -> Tensor:
        return np.zeros((len(batch), 55), np.float32)

    def run_all(self, batch: Tensor) -> list[Tensor]:
        parts = batch.reshape(len(batch), 3, 4, 28, 4, 20).mean(axis=(3, 5))
        return [self.run(batch), np.asarray(parts.reshape(len(batch), -1), np.float32)]


class NoFeatures(ColourFeatures):
    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]


def _face(colour: tuple[int, int, int]) -> Bgra:
    picture = np.full((256, 183, 3), 250, np.uint8)
    cv2.rectangle(picture, (20, 25), (163, 231), colour, -1)
    return as_card(picture, 256)


FACES = {"7": [_face((30, 30, 200))], "DRAW2": [_face((30, 180, 30))], "A": [_face((200, 60, 30))]}


@pytest.fixture(scope="module")
def deck() -> EnrolledDeck:
    return teach("mine", FACES, ColourFeatures(), "eyes-1", copies=True, views=40)


def test_shown_cards_are_read_and_other_things_are_not(deck: EnrolledDeck) -> None:
    table = np.full((400, 900, 3), (60, 90, 60), np.uint8)
    quads = []
    for i, (face,) in enumerate(FACES.values()):
        x, y = 60 + 220 * i, 70
        table[y : y + 256, x : x + 183] = face[..., :3]
        quads.append([[x, y], [x + 183, y], [x + 183, y + 256], [x, y + 256]])
    quads.append([[700, 60], [880, 60], [880, 320], [700, 320]])
    readings = read_cards(ColourFeatures(), table, np.array(quads, np.float64), deck)
    assert [reading.code for reading in readings] == ["7", "DRAW2", "A", OTHER]
    assert all(reading.rank_confidence > 0.7 for reading in readings[:3])
    assert all(OTHER not in dict(reading.candidates) for reading in readings)


def test_cards_of_a_deck_that_was_not_taught_get_no_name() -> None:
    """By the reader that ships, since colours alone do not tell cards apart."""
    network = load_network(weights.find(weights.deck_reader()), threads=1)
    odd = five_alive_deck(256).faces
    faces = {code: [odd[code]] for code in ("1", "4", "7", "SKIP", "EQ21")}
    taught = teach("odd", faces, network, "")
    best = [name for seed in range(77, 81) for name in foreign(taught, network, seed)]
    assert best.count(OTHER) > 0.8 * len(best), best


def foreign(taught: EnrolledDeck, network: Network, seed: int) -> list[str]:
    """What the cards of an invented deck are taken for."""
    rng = np.random.default_rng(seed)
    deck = varied_deck(rng, 256, [])
    tables = Assets([deck], Backgrounds(None), None, [procedural_back(rng, 256)])
    crops = [face_crop(rng, tables, face) for face in deck.faces.values()]
    return [ranked[0][0] for ranked in taught.readings(features_of(network, crops))]


def test_a_deck_is_the_same_after_it_was_kept(deck: EnrolledDeck, tmp_path: Path) -> None:
    deck.save(tmp_path / "mine.npz")
    again = EnrolledDeck.load(tmp_path / "mine.npz")
    assert (again.name, again.codes, again.copies) == ("mine", ("7", "DRAW2", "A", OTHER), True)
    rows = np.asarray(np.random.default_rng(0).uniform(0, 1, (5, 48)), np.float32)
    best = [ranked[0][0] for ranked in deck.readings(rows)]
    assert [ranked[0][0] for ranked in again.readings(rows)] == best


def test_a_deck_taught_to_other_eyes_is_refused(deck: EnrolledDeck) -> None:
    deck.check("eyes-1")
    with pytest.raises(DeckError, match="other eyes: enrol it again"):
        deck.check("eyes-2")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut", b"nothing of the kind"])
def test_a_damaged_deck_is_said_to_be(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deck.npz"
    path.write_bytes(content)
    with pytest.raises(DeckError, match="damaged: enrol it again"):
        EnrolledDeck.load(path)


def test_a_deck_needs_two_cards() -> None:
    with pytest.raises(DeckError, match="two different cards"):
        teach("one", {"7": FACES["7"]}, ColourFeatures(), "eyes-1")


def test_weights_without_features_cannot_be_taught() -> None:
    crop = np.zeros((112, 80, 3), np.uint8)
    with pytest.raises(BackendError, match="no features"):
        features_of(NoFeatures(), [crop])


def test_the_layer_separates_what_can_be_separated() -> None:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 3, 300)
    rows = np.asarray(np.eye(3)[labels] * 2 + rng.normal(0, 0.3, (300, 3)), np.float32)
    weights, bias = fit(rows, labels, 3)
    assert ((rows @ weights + bias).argmax(axis=1) == labels).mean() > 0.99


class _Seeing:
    def __init__(self, *quads: list[list[float]], face: Literal["up", "down"] = "up") -> None:
        self.cards = tuple(
            CardSight(np.array(quad, np.float32), face, "??", 0.9, 0.0, 0.0) for quad in quads
        )

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return Sight(self.cards)


QUAD = [[10.0, 10.0], [70.0, 10.0], [70.0, 94.0], [10.0, 94.0]]


def test_the_one_card_on_a_picture_is_seen_straight() -> None:
    table = np.zeros((200, 300, 3), np.uint8)
    cv2.fillConvexPoly(table, np.array(QUAD, np.int32), (0, 0, 255))
    card = card_of(_Seeing(QUAD), table)
    assert card is not None
    assert card.shape == (256, 183, 3)
    assert (card[40:-40, 40:-40] == (0, 0, 255)).all()


def test_an_odd_face_that_looks_like_a_back_is_the_card_that_is_shown() -> None:
    card = card_of(_Seeing(QUAD, face="down"), np.zeros((200, 300, 3), np.uint8))
    assert card is not None


@pytest.mark.parametrize("seen", ["upper", "lower", "both", "whole"])
def test_a_face_with_a_line_across_is_taught_whole(seen: str) -> None:
    """Each half has the shape of a card that lies on its side, and may be taken for one."""
    table = np.full((300, 300, 3), 70, np.uint8)
    table[60:236, 80:206] = 250
    table[146:150, 80:206] = (60, 40, 40)
    halves = {"upper": (60.0, 147.0), "lower": (149.0, 236.0), "whole": (60.0, 236.0)}
    names = ["upper", "lower"] if seen == "both" else [seen]
    rows = [halves[name] for name in names]
    quads = [[[80.0, y], [206.0, y], [206.0, z], [80.0, z]] for y, z in rows]
    card = card_of(_Seeing(*quads), table)
    assert card is not None
    line = np.flatnonzero((card[:, 60:120] < 100).any(axis=(1, 2)))
    assert 120 < float(np.median(line)) < 136


def test_an_outline_that_fits_no_card_is_not_taught() -> None:
    """Its sides lead to edges that make no card's shape: the card is better shown again."""
    table = np.full((200, 300, 3), 70, np.uint8)
    table[10:94, 10:85] = 250
    assert card_of(_Seeing(QUAD), table) is None


def test_two_cards_on_a_picture_cannot_be_told_apart() -> None:
    other = [[x + 100, y] for x, y in QUAD]
    assert card_of(_Seeing(QUAD, other), np.zeros((200, 300, 3), np.uint8)) is None


def test_a_drawn_face_is_all_card_whatever_is_found_in_it() -> None:
    """A sign in its frame looks like a card to the eyes; a photo's rim is never that even."""
    drawn = np.full((356, 254, 3), 252, np.uint8)
    drawn[:8] = (40, 30, 190)
    cv2.rectangle(drawn, (60, 90), (190, 260), (0, 0, 0), 2)
    card = card_of(_Seeing(QUAD), drawn)
    assert card is not None
    assert card[3, 90].tolist() == [40, 30, 190]
    noise = np.random.default_rng(0).integers(0, 5, drawn.shape)
    photo = np.clip(drawn.astype(int) - noise, 0, 255).astype(np.uint8)
    inner = card_of(_Seeing(QUAD), photo)
    assert inner is not None
    assert inner[3, 90].tolist() != [40, 30, 190]
    assert int(inner[3, 90].min()) > 200


def test_a_picture_that_is_all_card_needs_no_finding() -> None:
    card = card_of(_Seeing(), np.full((350, 250, 3), 200, np.uint8))
    assert card is not None
    assert card.shape == (256, 183, 3)
