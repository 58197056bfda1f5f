"""Decks from folders, the drawn deck, drawn backs and drawn surfaces."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.compose.artwork import CODES, list_decks, load_deck
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.compose.surfaces import SURFACES
from datasets.deck import OWN_DECK, own_deck
from datasets.deck.drawn import dressed_deck
from datasets.deck.varied import varied_deck


def write_card(path: Path, shade: int) -> None:
    """A tiny card: black outline, transparent corners, one shade inside."""
    image = np.full((64, 44, 4), 255, np.uint8)
    image[4:-4, 4:-4, :3] = shade
    image[:3, :3] = image[:3, -3:] = image[-3:, :3] = image[-3:, -3:] = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), image)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "cards" / "faces" / "tiny"
    for number, code in enumerate(CODES):
        write_card(folder / f"{code}.webp", 4 * number)
    write_card(folder / "Jk1.webp", 120)
    write_card(folder / "backs" / "1.webp", 60)
    write_card(tmp_path / "cards" / "faces" / "incomplete" / "As.webp", 10)
    return tmp_path


def test_a_deck_is_read_whole(data: Path) -> None:
    assert [folder.name for folder in list_decks(data)] == ["tiny"]
    deck = load_deck(data / "cards" / "faces" / "tiny", height=100)
    assert tuple(deck.faces) == CODES
    assert (len(deck.jokers), len(deck.backs)) == (1, 1)
    assert {face.shape[::2] for face in deck.faces.values()} == {(100, 4)}


def test_corners_are_round_and_never_dark(data: Path) -> None:
    face = load_deck(data / "cards" / "faces" / "tiny", height=100).faces["Ks"]
    assert face[0, 0, 3] < 60
    assert face[50, 30, 3] == 255
    assert face[1, 1, :3].min() > 100


def test_a_missing_face_is_named(data: Path) -> None:
    (data / "cards" / "faces" / "tiny" / "7d.webp").unlink()
    with pytest.raises(FileNotFoundError, match="7d"):
        load_deck(data / "cards" / "faces" / "tiny")


def test_no_folder_no_decks(tmp_path: Path) -> None:
    assert list_decks(tmp_path / "nowhere") == []


def test_own_deck_has_52_distinct_faces_two_jokers_and_a_back() -> None:
    deck = own_deck(128)
    assert deck.name == OWN_DECK
    assert tuple(deck.faces) == CODES
    assert (len(deck.jokers), len(deck.backs)) == (2, 1)
    small = [cv2.resize(face[..., :3], (16, 24)).astype(int) for face in deck.faces.values()]
    for number, one in enumerate(small):
        for other in small[:number]:
            assert np.abs(one - other).mean() > 0.3


def test_own_deck_is_indexed_at_both_ends() -> None:
    deck = own_deck(128)
    for face in (*deck.faces.values(), *deck.backs):
        corner = face[5:40, 3:17, :3].astype(int)
        other = face[::-1, ::-1][5:40, 3:17, :3].astype(int)
        assert np.abs(corner - other).mean() < 4
        assert corner.min() < 110  # something is printed there


@pytest.mark.parametrize("suit", "cdhs")
def test_own_suits_have_their_colours(suit: str) -> None:
    face = own_deck(128).faces["7" + suit][..., :3].astype(int)
    ink = face[face.sum(axis=2) < 420]
    redness = float((ink[:, 2] - ink[:, 0]).mean())
    assert (redness > 80) == (suit in "dh")


def test_invented_decks_differ_from_one_another_and_repeat_by_seed() -> None:
    decks = [varied_deck(np.random.default_rng(seed), 96, [own_deck(128)]) for seed in range(5)]
    again = varied_deck(np.random.default_rng(3), 96, [own_deck(128)])
    assert all(tuple(deck.faces) == CODES for deck in decks)
    assert decks[3].name == again.name
    assert np.array_equal(decks[3].faces["Qd"], again.faces["Qd"])
    sevens = [cv2.resize(deck.faces["7s"][..., :3], (48, 64)).astype(int) for deck in decks]
    gaps = [np.abs(a - b).mean() for i, a in enumerate(sevens) for b in sevens[:i]]
    assert min(gaps) > 2


def test_dressed_courts_differ_in_colour_and_keep_their_signs() -> None:
    dressed, own = dressed_deck(np.random.default_rng(3), 160).faces, own_deck(160).faces
    assert np.array_equal(dressed["7s"], own["7s"])
    gap = np.abs(dressed["Kc"][..., :3].astype(int) - own["Kc"][..., :3])
    assert gap[60:100, 40:75].mean() > 10
    assert gap[:60, :28].mean() < 3


def test_invented_decks_are_indexed_at_both_ends() -> None:
    for seed in range(8):
        face = varied_deck(np.random.default_rng(seed), 160, []).faces["4s"][..., :3].astype(int)
        corner, other = face[4:50, 3:28], face[::-1, ::-1][4:50, 3:28]
        assert np.abs(corner - other).mean() < 6
        assert corner.max() - corner.min() > 90


def test_drawn_backs_are_of_many_kinds() -> None:
    backs = [procedural_back(np.random.default_rng(seed), 96) for seed in range(40)]
    again = procedural_back(np.random.default_rng(3), 96)
    assert np.array_equal(backs[3], again)
    small = [cv2.resize(back[..., :3], (24, 32)).astype(int) for back in backs]
    gaps = [np.abs(a - b).mean() for i, a in enumerate(small) for b in small[:i]]
    assert np.percentile(gaps, 2) > 5


@pytest.mark.parametrize("surface", SURFACES)
def test_drawn_surfaces_fill_the_picture(surface: object) -> None:
    assert callable(surface)
    image = surface(np.random.default_rng(1), 90, 130)
    assert image.shape == (90, 130, 3)
    assert image.dtype == np.uint8


def test_backgrounds_come_from_tiles_where_there_are_some(tmp_path: Path) -> None:
    folder = tmp_path / "backgrounds" / "ambientcg_tiles"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "green.png"), np.full((128, 128, 3), (0, 200, 0), np.uint8))
    source = Backgrounds(tmp_path)
    greens = sum(
        bool(image[..., 1].min() > 0 and image[..., 1].mean() > image[..., 2].mean() + 40)
        for image in (source.sample(np.random.default_rng(seed), 60, 80) for seed in range(30))
    )
    assert greens >= 10
    assert Backgrounds(None).sample(np.random.default_rng(0), 60, 80).shape == (60, 80, 3)
