"""Draws what was seen onto a picture: quads with code and confidence; and what was announced."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image as Stills
from PIL import ImageDraw, ImageFont

from vision.frames import Image
from vision.sights import CardSight, DieSight, Quad, Sight

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""

# Okabe and Ito's palette: told apart with any kind of colour vision.
FACE_UP: Colour = (233, 180, 86)
FACE_DOWN: Colour = (167, 121, 204)
DIE: Colour = (66, 228, 240)
UNCLEAR: Colour = (0, 94, 213)

_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw(image: Image, sight: Sight) -> Image:
    """A copy of `image` (BGR) with everything in `sight` outlined and named."""
    canvas = image.copy()
    thickness = max(2, round(max(image.shape[:2]) / 600))
    for card in sight.cards:
        _outline(canvas, card.quad, card_colour(card), thickness)
    for die in sight.dice:
        _outline(canvas, die.quad, die_colour(die), thickness)
    for card in sight.cards:
        _label(canvas, card.quad, card_label(card), card_colour(card), thickness)
    for die in sight.dice:
        _label(canvas, die.quad, die_label(die), die_colour(die), thickness)
    return canvas


def card_label(card: CardSight) -> str:
    """What a card is called on the picture: code and how sure its reading is, or `down`."""
    if card.face == "down":
        return f"down {card.confidence:.0%}"
    return f"{card.card} {min(card.rank_confidence, card.suit_confidence):.0%}"


def die_label(die: DieSight) -> str:
    """What a die is called on the picture: its value, and how sure that is."""
    value = "?" if die.value is None else str(die.value)
    sure = max(die.probabilities, default=die.confidence)
    return f"{value} {sure:.0%}"


def card_colour(card: CardSight) -> Colour:
    if "?" in card.card and card.face == "up":
        return UNCLEAR
    return FACE_UP if card.face == "up" else FACE_DOWN


def die_colour(die: DieSight) -> Colour:
    return UNCLEAR if die.value is None else DIE


def _outline(canvas: Image, quad: Quad, colour: Colour, thickness: int) -> None:
    ring = [np.round(quad).astype(np.int32)]
    cv2.polylines(canvas, ring, True, (0, 0, 0), thickness + 2, cv2.LINE_AA)
    cv2.polylines(canvas, ring, True, colour, thickness, cv2.LINE_AA)


def _label(canvas: Image, quad: Quad, text: str, colour: Colour, thickness: int) -> None:
    """The text above the quad, kept inside the picture: bright letters with a dark rim."""
    scale = 0.35 * thickness
    (width, height), below = cv2.getTextSize(text, _FONT, scale, thickness)
    rows, columns = canvas.shape[:2]
    x = int(np.clip(quad[:, 0].mean() - width / 2, 0, max(0, columns - width)))
    y = int(np.clip(quad[:, 1].min() - below, height + 2, rows - below))
    cv2.putText(canvas, text, (x, y), _FONT, scale, (0, 0, 0), thickness + 3, cv2.LINE_AA)
    cv2.putText(canvas, text, (x, y), _FONT, scale, colour, thickness, cv2.LINE_AA)


def write_caption(canvas: Image, sentences: tuple[str, ...], t: float) -> None:
    """Writes second `t` as minutes:seconds into the upper left corner of `canvas`, and the
    sentences in a dark band along the lower edge, of half the height at most."""
    rows, columns = canvas.shape[:2]
    scale = max(rows, columns) / 1600
    clock, at = f"{int(t // 60)}:{t % 60:04.1f}", (round(8 * scale), round(26 * scale))
    cv2.putText(canvas, clock, at, _FONT, scale, (0, 0, 0), round(1 + 4 * scale), cv2.LINE_AA)
    cv2.putText(canvas, clock, at, _FONT, scale, (255, 255, 255), round(0.5 + scale), cv2.LINE_AA)
    if sentences:
        band = _band(sentences, columns, max(9, round(max(rows, columns) / 45)))[: rows // 2]
        lower = canvas[rows - band.shape[0] :]
        lower[:] = np.maximum(lower // 4, band)


@lru_cache(maxsize=4)
def _band(sentences: tuple[str, ...], width: int, size: int) -> Image:
    """White letters `size` pixels high on black, wrapped into `width` pixels."""
    # OpenCV's own letters have no umlauts.
    font = ImageFont.load_default(size)
    lines = [line for sentence in sentences for line in _wrapped(sentence, font, width - 2 * size)]
    band = Stills.new("RGB", (width, round(size * (1.35 * len(lines) + 0.7))))
    pen = ImageDraw.Draw(band)
    for number, line in enumerate(lines):
        pen.text((size, round(size * (1.35 * number + 0.3))), line, "white", font)
    return np.asarray(band, np.uint8)


def _wrapped(
    sentence: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: int
) -> list[str]:
    """The sentence in lines of at most `width` pixels; a longer word has a line of its own."""
    lines: list[str] = []
    for word in sentence.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
