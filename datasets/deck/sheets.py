"""Cards on paper: pages of nine with cut marks, as a PDF that is printed at full size."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
from PIL import Image
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from datasets.arrays import Bgr
from datasets.deck.fivealive import Card
from datasets.deck.pen import LENGTH, WHITE, WIDTH

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height in mm."""
ACROSS, DOWN = 3, 3

rl_config.useA85 = 0  # pictures as bytes and not as text: smaller, and written faster
_GAP, _TICK = 1.0, 4.0  # mm from the cards to a cut mark, and its length


def write_pdf(target: Path, cards: Sequence[Card], paper: str, *, backs: bool = False) -> int:
    """Writes the cards in their order, nine a page, and gives the number of pages.

    `paper`: one of `PAPERS`. `backs`: behind each page one of backs, mirrored so that they fall
    on their cards when the sheet is turned over its long edge. Raises `OSError`, and leaves what
    was there as it was.
    """
    width, height = PAPERS[paper]
    fresh = target.with_name(f".{target.name}.new")
    pdf = Canvas(str(fresh), pagesize=(width * mm, height * mm))
    pdf.setTitle("Five Alive by symposiarch")
    sides = {id(side): side for card in cards for side in (card.face, card.back)}
    prints = {key: _print(side) for key, side in sides.items()}  # each is in the file once
    each = ACROSS * DOWN
    sheets = [cards[start : start + each] for start in range(0, len(cards), each)]
    for number, sheet in enumerate(sheets, start=1):
        note = f"sheet {number} of {len(sheets)}: print at 100 %, a card is 63 x 88 mm"
        faces = {slot: prints[id(card.face)] for slot, card in enumerate(sheet)}
        _page(pdf, faces, paper, note)
        if backs:
            turned = {_mirrored(slot): prints[id(card.back)] for slot, card in enumerate(sheet)}
            _page(pdf, turned, paper, "")
    try:
        pdf.save()
        os.replace(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)
    return len(sheets) * (2 if backs else 1)


def corner_of(slot: int, paper: str) -> tuple[float, float]:
    """Left and top of a card on the page in mm from its top left; slots run in reading order."""
    width, height = PAPERS[paper]
    left = (width - ACROSS * WIDTH) / 2 + slot % ACROSS * WIDTH
    top = (height - DOWN * LENGTH) / 2 + slot // ACROSS * LENGTH
    return left, top


def _mirrored(slot: int) -> int:
    row, column = divmod(slot, ACROSS)
    return row * ACROSS + ACROSS - 1 - column


def _page(pdf: Canvas, pictures: Mapping[int, ImageReader], paper: str, note: str) -> None:
    height = PAPERS[paper][1]
    for slot, picture in pictures.items():
        left, top = corner_of(slot, paper)
        pdf.drawImage(picture, left * mm, (height - top - LENGTH) * mm, WIDTH * mm, LENGTH * mm)
    _cut_marks(pdf, paper)
    left, top = corner_of(0, paper)
    pdf.saveState()
    pdf.setFont("Helvetica", 6)
    pdf.translate((left - _GAP - 1) * mm, height / 2 * mm)
    pdf.rotate(90)
    pdf.drawCentredString(0, 0, note)
    pdf.restoreState()
    pdf.showPage()


def _print(picture: Bgr) -> ImageReader:
    """What is nearly white would print as a haze of dots, so it is left blank."""
    rgb = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
    rgb[rgb >= min(WHITE)] = 255
    return ImageReader(Image.fromarray(rgb))


def _cut_marks(pdf: Canvas, paper: str) -> None:
    """A hairline outside the cards at both ends of every cut."""
    height = PAPERS[paper][1]
    left, top = corner_of(0, paper)
    right, bottom = left + ACROSS * WIDTH, top + DOWN * LENGTH
    pdf.setLineWidth(0.1 * mm)
    for column in range(ACROSS + 1):
        x = left + column * WIDTH
        for near, far in ((top - _GAP, top - _GAP - _TICK), (bottom + _GAP, bottom + _GAP + _TICK)):
            pdf.line(x * mm, (height - near) * mm, x * mm, (height - far) * mm)
    for row in range(DOWN + 1):
        y = height - top - row * LENGTH
        for near, far in ((left - _GAP, left - _GAP - _TICK), (right + _GAP, right + _GAP + _TICK)):
            pdf.line(near * mm, y * mm, far * mm, y * mm)
