"""The Five Alive deck on paper: every card of RULES 4.1 once for each of its copies, full size."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from datasets.arrays import Bgr
from datasets.deck.fivealive import Card, printed_cards
from datasets.deck.sheets import PAPERS, corner_of, write_pdf
from engine.games.fivealive.cards import DECK_77
from vision.reader import FIVE_ALIVE

MM = 72 / 25.4
"""Points of a PDF in a millimetre."""


@dataclass(frozen=True)
class Placed:
    """A picture on a page: left, top, width and height in mm from the page's top left, and RGB."""

    box: tuple[float, float, float, float]
    rgb: np.ndarray


@dataclass(frozen=True)
class Page:
    """Width and height in mm, pictures in drawing order, lines as x0, y0, x1, y1 in mm."""

    size: tuple[float, float]
    pictures: list[Placed]
    lines: list[tuple[float, ...]]


def pages_of(path: Path) -> list[Page]:
    """What our PDFs hold, read from their objects."""
    found = re.findall(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", path.read_bytes(), re.DOTALL)
    objects = {int(number): body for number, body in found}
    bodies = [body for body in objects.values() if b"/Type /Page\n" in body]
    return [_page(body, objects) for body in bodies]


def _page(body: bytes, objects: dict[int, bytes]) -> Page:
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", body)
    held = re.search(rb"/Contents (\d+)", body)
    assert box
    assert held
    width, height = float(box[1]) / MM, float(box[2]) / MM
    names = {name: int(at) for name, at in re.findall(rb"/(FormXob\.\w+) (\d+) 0 R", body)}
    drawn = _stream(objects[int(held[1])])
    pictures = []
    for numbers, name in re.findall(rb"\nq\n([\d. ]+) cm\n/(\S+) Do", drawn):
        w, _, _, h, x, y = (float(number) / MM for number in numbers.split())
        pictures.append(Placed((x, height - y - h, w, h), _rgb(objects[names[name]])))
    found = re.findall(rb"n ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", drawn)
    lines = [tuple(float(number) / MM for number in line) for line in found]
    return Page((width, height), pictures, lines)


def _stream(body: bytes) -> bytes:
    return zlib.decompress(body.split(b"stream\n", 1)[1].rsplit(b"endstream", 1)[0])


def _rgb(body: bytes) -> np.ndarray:
    across, down = re.search(rb"/Width (\d+)", body), re.search(rb"/Height (\d+)", body)
    assert across
    assert down
    return np.frombuffer(_stream(body), np.uint8).reshape(int(down[1]), int(across[1]), 3)


def same(rgb: np.ndarray, bgr: Bgr) -> bool:
    """Whether a printed picture is the drawn one, but for its paper."""
    part = np.abs(rgb[::8, ::8, ::-1].astype(int) - bgr[::8, ::8])
    return int(part.max()) <= 3


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    return printed_cards()


@pytest.fixture(scope="module")
def printed(cards: list[Card], tmp_path_factory: pytest.TempPathFactory) -> list[Page]:
    path = tmp_path_factory.mktemp("print") / "deck.pdf"
    assert write_pdf(path, cards, "A4") == 12
    return pages_of(path)


def test_FAL_02_there_are_the_77_cards_and_a_letter_set_for_each_of_six_players(
    cards: list[Card],
) -> None:
    names = Counter(card.name for card in cards)
    letters = {f"{letter}-{number}": 1 for letter in "ALIVE" for number in range(6)}
    assert names == {**DECK_77, **letters}
    assert sum(names[code] for code in DECK_77) == 77


def test_FAL_02_the_camera_expects_as_many_copies_as_are_printed(cards: list[Card]) -> None:
    printed = Counter(card.name for card in cards)
    assert dict(FIVE_ALIVE.counts) == {code: printed[code] for code in DECK_77}


def test_there_are_twelve_pages_of_nine_cards_on_a4(printed: list[Page]) -> None:
    assert [len(page.pictures) for page in printed] == [9] * 11 + [8]
    assert all(page.size == pytest.approx((210, 297), abs=0.01) for page in printed)


def test_every_card_is_on_paper_as_often_as_in_the_deck(
    printed: list[Page], cards: list[Card]
) -> None:
    shown = [picture.rgb for page in printed for picture in page.pictures]
    assert len(shown) == len(cards)
    assert all(same(rgb, card.face) for rgb, card in zip(shown, cards, strict=True))


def test_a_card_is_63_by_88_mm_and_a_mark_stands_at_both_ends_of_every_cut(
    printed: list[Page],
) -> None:
    page = printed[0]
    assert all(one.box[2:] == pytest.approx((63, 88), abs=0.01) for one in page.pictures)
    lefts, tops, _, _ = zip(*(one.box for one in page.pictures), strict=True)
    upright = sorted({round(x0, 1) for x0, _, x1, _ in page.lines if x0 == x1})
    across = sorted({round(297 - y0, 1) for _, y0, _, y1 in page.lines if y0 == y1})
    assert upright == pytest.approx(sorted({*np.round(lefts, 1), round(max(lefts) + 63, 1)}))
    assert across == pytest.approx(sorted({*np.round(tops, 1), round(max(tops) + 88, 1)}))
    assert len(page.lines) == 2 * (4 + 4)


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_fall_on_their_cards_when_the_sheet_is_turned_over(
    paper: str, tmp_path: Path
) -> None:
    shades = (np.full((88, 63, 3), shade, np.uint8) for shade in (10, 60, 110, 160))
    one, two = (Card(name, next(shades), next(shades)) for name in "AL")
    assert write_pdf(tmp_path / "two.pdf", [one, two], paper, backs=True) == 2
    front, back = pages_of(tmp_path / "two.pdf")
    assert front.size == pytest.approx(PAPERS[paper], abs=0.01)
    for number, card in enumerate((one, two)):
        assert same(front.pictures[number].rgb, card.face)
        assert same(back.pictures[number].rgb, card.back)
        left, top, width, _ = back.pictures[number].box
        turned_over = (PAPERS[paper][0] - left - width, top)
        assert front.pictures[number].box[:2] == pytest.approx(turned_over, abs=0.01)
        assert front.pictures[number].box[:2] == pytest.approx(corner_of(number, paper), abs=0.01)
