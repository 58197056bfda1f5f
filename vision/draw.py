"""Draws what was seen onto a picture: quads with code and confidence."""

from __future__ import annotations

import cv2
import numpy as np

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
