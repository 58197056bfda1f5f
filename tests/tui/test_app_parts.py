"""The parts of the app that need no terminal."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import NAMES, picture, roll
from tui import headline, letters
from tui.asks import Ask, Option
from tui.games import DESKS
from tui.history import History
from tui.widgets import banner
from tui.widgets.halfblocks import HalfBlocks, fitting
from vision.sights import CardSight, Sight

DESK = DESKS["blackout"]


def ruled(*events: dict[str, Any], names: tuple[str, ...] = NAMES) -> list[dict[str, Any]]:
    match = Match(load_setup("blackout", names, None))
    return [line for event in events for line in match.submit(event, 1.0)]


# --- letters


def test_a_name_is_spelled_without_its_accents() -> None:
    assert letters.spelled("Zoë Åse Łukasz") == "ZOE ASE LUKASZ"
    assert letters.spelled("Straße") == "STRASSE"


def test_what_the_font_lacks_is_not_spelled() -> None:
    assert letters.spelled("Дмитрий") is None


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_letters_are_as_wide_and_high_as_they_say(scale: int) -> None:
    rows = letters.drawn("BEN 7", scale)
    assert len(rows) == letters.rows(scale)
    assert {len(row) for row in rows} == {letters.width("BEN 7") * scale}


def test_every_glyph_has_five_rows_of_one_width() -> None:
    for letter, glyph in letters._FONT.items():
        rows = glyph.split()
        assert len(rows) == letters.HEIGHT, letter
        assert len({len(row) for row in rows}) == 1, letter


def test_no_two_letters_look_alike() -> None:
    assert len(set(letters._FONT.values())) == len(letters._FONT)


@pytest.mark.parametrize(("columns", "rows"), [(76, 6), (116, 11), (196, 16)])
def test_the_banner_never_grows_out_of_its_space(columns: int, rows: int) -> None:
    groups = [("Ann", "8"), ("Cem", "7"), ("Dora", "1"), ("Ben", "1")]
    drawn = banner.large(groups, columns, rows)
    lines = drawn.plain.split("\n")
    assert "█" in drawn.plain
    assert len(lines) <= rows
    assert max(map(len, lines)) <= columns


def test_a_headline_that_fits_in_no_large_letters_is_written_plain() -> None:
    groups = [("Maximilian Alexander the Third", "12")]
    assert banner.large(groups, 40, 6).plain == "MAXIMILIAN ALEXANDER THE THIRD 12"
    assert banner.large([("Дима", "3")], 100, 9).plain == "ДИМА 3"


# --- headlines


def test_who_drinks_most_stands_first_and_the_others_share_a_name() -> None:
    line = ruled(roll(3, 4, "A"), names=("A", "B", "C", "D"))[0]
    shown = headline.of_ruling(line, "gulps", DESK, "ABCD")
    assert shown.groups == (("A", "7"), ("Others", "1"))
    line = ruled(roll(6, 6, "A"), names=("A", "B", "C", "D"))[0]
    shown = headline.of_ruling(line, "gulps", DESK, "ABCD")
    assert shown.groups == (("All but A", "7"),)


def test_BLK_31_a_whole_beer_stands_beside_the_unit() -> None:
    line = ruled(roll(1, 1, "Ann"))[0]
    assert headline.of_ruling(line, "gulps", DESK, NAMES).groups == (("Ann", "1 beer"),)


def test_players_who_drink_the_same_share_a_sentence() -> None:
    sentences = ["3-4: A drinks 7 gulps — roll", "B drinks 1 gulp — social",
                 "C drinks 1 gulp — social", "B rolls."]  # fmt: skip
    assert headline.gathered(sentences) == (
        "3-4: A drinks 7 gulps — roll",
        "B and C drink 1 gulp — social",
        "B rolls.",
    )


# --- history


def test_history_follows_corrections() -> None:
    lines = ruled(
        roll(1, 3, "Ann"),
        roll(1, 4, "Ben"),
        {"amend": 1, "event": roll(1, 2, "Ann")},
        {"insert": 2, "event": {"opened": "Ann"}},
        {"void": 2},
        roll(9, 9, "Cat"),
        {"opened": "Cat"},
        {"undo": 1},
    )
    played = History(lines).played
    assert [(one.step, one.event) for one in played] == [
        (1, roll(1, 2, "Ann")),
        (4, {"opened": "Ann"}),
    ]
    assert played[0].said == "Ann rolled 1-2"


# --- asks


def test_pages_hold_every_answer_once_and_go_round() -> None:
    ask = Ask("many", "?", tuple(Option(str(n)) for n in range(20)))
    pages = [ask.page(number) for number in range(4)]
    shown = [option.text for page in pages[:3] for option in page[:8] if option.text.isdigit()]
    assert shown == [str(n) for n in range(20)]
    assert pages[3] == pages[0]
    assert all(len(page) <= 9 for page in pages)


# --- the picture


def test_the_whole_picture_fits_and_keeps_its_shape() -> None:
    assert fitting(np.zeros((720, 1280, 3), np.uint8), 80, 40) == (80, 45)
    assert fitting(np.zeros((1280, 720, 3), np.uint8), 80, 20) == (22, 40)


def test_a_picture_fills_every_line_to_the_full_width() -> None:
    blocks = HalfBlocks(60, 20)
    latest = picture()
    assert blocks.show(latest.frame.image, latest.sight) == list(range(20))
    assert {strip.cell_length for strip in blocks.strips} == {60}


def test_a_die_has_a_white_frame_and_its_value() -> None:
    blocks = HalfBlocks(80, 23)
    latest = picture()
    blocks.show(latest.frame.image, latest.sight)
    text = [strip.text for strip in blocks.strips]
    row = next(index for index, line in enumerate(text) if "5" in line)
    styles = [segment.style for segment in blocks.strips[row + 1] if segment.style is not None]
    colours = {
        colour.triplet for style in styles for colour in (style.color, style.bgcolor) if colour
    }
    assert "#ffffff" in {triplet.hex for triplet in colours if triplet is not None}


def test_cards_are_named_and_backs_are_called_backs() -> None:
    quad = np.array([[10, 40], [50, 40], [50, 80], [10, 80]], np.float32)
    up = CardSight(quad, "up", "7d", 0.9, 0.9, 0.9)
    down = CardSight(quad + np.array([80, 0], np.float32), "down", "??", 0.9, 0.0, 0.0)
    blocks = HalfBlocks(80, 23)
    blocks.show(np.zeros((90, 160, 3), np.uint8), Sight((up, down)))
    text = "\n".join(strip.text for strip in blocks.strips)
    assert "7d" in text
    assert "back" in text


def test_noise_changes_nothing_and_a_change_only_its_lines() -> None:
    rng = np.random.default_rng(1)
    blocks = HalfBlocks(80, 23)
    calm = np.full((90, 160, 3), 100, np.uint8)
    blocks.show(calm)
    noisy = calm + rng.integers(0, 5, calm.shape, dtype=np.uint8)
    assert blocks.show(noisy) == []
    noisy[40:44, 60:70] = 255
    changed = blocks.show(noisy)
    assert changed
    assert len(changed) <= 3


def test_things_at_the_edge_stay_inside() -> None:
    quad = np.array([[-20, -20], [5, -20], [5, 5], [-20, 5]], np.float32)
    sight = Sight((CardSight(quad, "up", "Td", 0.9, 0.9, 0.9),))
    blocks = HalfBlocks(10, 4)
    blocks.show(np.zeros((40, 40, 3), np.uint8), sight)
    assert {strip.cell_length for strip in blocks.strips} == {10}


def test_a_picture_that_is_all_new_is_made_bit_by_bit_and_whole_in_the_end() -> None:
    """The lines that are late are those of the newest picture when their turn comes."""
    blocks = HalfBlocks(160, 45)
    rng = np.random.default_rng(1)
    spots = np.repeat(rng.integers(0, 2, (90, 160, 1), np.uint8) * np.uint8(200), 3, axis=2)
    first = blocks.show(spots)
    assert 1 <= len(first) < 45
    image = np.uint8(200) - spots
    made = blocks.show(image)
    while blocks.unfinished:
        made += blocks.go_on()
    assert sorted(set(made)) == list(range(45))
    whole = HalfBlocks(160, 45)
    whole.show(image)
    while whole.unfinished:
        whole.go_on()
    assert [strip._segments for strip in blocks.strips] == [s._segments for s in whole.strips]


def test_a_full_picture_is_made_quickly() -> None:
    """Far under the tenth of a second between two pictures, on any machine."""
    rng = np.random.default_rng(1)
    blocks = HalfBlocks(120, 34)
    times = []
    for _ in range(5):
        image = rng.integers(0, 255, (720, 1280, 3), dtype=np.uint8)
        start = time.process_time()
        blocks.show(image)
        times.append(time.process_time() - start)
    assert min(times) < 0.05
