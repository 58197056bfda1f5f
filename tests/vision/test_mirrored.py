"""A mirrored picture is told by where the indices of cards stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.compose.artwork import CODES
from tests.vision.photographed import CODES as FOUR
from tests.vision.photographed import SIZE, Photo
from vision.frames import Image
from vision.mirrored import MirrorWatch, Noticing, handedness
from vision.sights import CardSight, Quad, Sight


def mirrored(image: Image, sight: Sight) -> tuple[Image, Sight]:
    """What a selfie camera would have given, and what perfect eyes read there."""
    cards = tuple(replace(card, quad=_turned(card)) for card in sight.cards)
    return np.ascontiguousarray(image[:, ::-1]), Sight(cards)


def _turned(card: CardSight) -> Quad:
    flipped = card.quad.copy()
    flipped[:, 0] = SIZE[0] - flipped[:, 0]
    return flipped[[1, 0, 3, 2]]


def photos() -> list[Photo]:
    """A card of every rank, in suits that change, four on each."""
    every = [CODES[4 * rank + rank % 4] for rank in range(13)]
    return [Photo(12, codes=tuple(every[i : i + 4])) for i in range(0, 13, 4)]


def test_cards_of_every_rank_tell_right_from_wrong() -> None:
    for photo in photos():
        image, sight = photo.picture(), photo.sight
        assert all(handedness(image, card) > 0.12 for card in sight.cards)
        wrong, seen = mirrored(image, sight)
        assert all(handedness(wrong, card) < -0.12 for card in seen.cards)


def test_three_different_cards_decide() -> None:
    wrong, seen = mirrored(Photo(12).picture(), Photo(12).sight)
    watch = MirrorWatch()
    for count in range(4):
        watch.note(wrong, seen.cards[:count])
        watch.note(wrong, seen.cards[:count])
        assert watch.is_mirrored == (count >= 3)
        assert watch.looks_mirrored == (count >= 2)
        assert not watch.looks_right


@pytest.mark.parametrize("side", [0, 1280])
def test_shadows_across_a_card_are_no_print(side: int) -> None:
    photo = Photo(12)
    image = photo.picture()
    fall = np.abs(np.arange(SIZE[0]) - side) / SIZE[0]
    for card in photo.sight.cards:
        x0, x1 = card.quad[:, 0].min(), card.quad[:, 0].max()
        shade = np.interp(fall * SIZE[0], sorted(abs(x - side) for x in (x0, x1)), (1.0, 0.3))
        shaded = np.asarray(image * shade[None, :, None], np.uint8)
        assert handedness(shaded, card) > 0.12


def test_a_picture_as_it_should_be_is_left_alone() -> None:
    watch = MirrorWatch()
    for photo in photos():
        watch.note(photo.picture(), photo.sight.cards)
    assert not watch.is_mirrored
    assert watch.looks_right


def test_one_card_in_four_may_speak_against_it() -> None:
    wrong, seen = mirrored(Photo(12).picture(), Photo(12).sight)
    right, plain = Photo(12, codes=("9s",)).picture(), Photo(12, codes=("9s",)).sight
    watch = MirrorWatch()
    watch.note(right, plain.cards)
    watch.note(wrong, seen.cards[:3])
    assert not watch.is_mirrored
    watch.note(wrong, seen.cards)
    assert watch.is_mirrored


@pytest.mark.parametrize(
    "doubtful",
    [{"rank_confidence": 0.6}, {"face": "down"}],
)
def test_what_is_not_surely_read_says_nothing(doubtful: dict[str, object]) -> None:
    image, sight = Photo(12).picture(), Photo(12).sight
    assert len(sight.cards) == len(FOUR)
    assert all(handedness(image, replace(card, **doubtful)) == 0 for card in sight.cards)  # type: ignore[arg-type]  # fields by name


class Reading:
    """Eyes that read the cards of the photo, mirrored or not."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def look(self, image: Image, regions: object = None) -> Sight:
        return self.sight


def test_eyes_that_notice_say_it_once() -> None:
    told: list[str] = []
    wrong, seen = mirrored(Photo(12).picture(), Photo(12).sight)
    eyes = Noticing(Reading(seen), lambda: told.append("mirrored"))
    for _ in range(3):
        assert eyes.look(wrong) is seen
    assert told == ["mirrored"]


def test_eyes_say_nothing_of_a_picture_that_is_right() -> None:
    told: list[str] = []
    for photo in photos():
        Noticing(Reading(photo.sight), lambda: told.append("mirrored")).look(photo.picture())
    assert told == []
