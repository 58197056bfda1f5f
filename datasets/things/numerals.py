"""Numerals, letters and signs as they are printed, cut or cast into the faces of dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.things.pips import Atlas
from datasets.things.raycast import F32

_STROKED = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
_FILLED = -1
"""Stands for the sans serif that comes with Pillow, filled and made bolder."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a die's texts look: `height` of capitals in halves of a face, the rest in heights."""

    font: int
    height: float
    thick: float
    stretch: float
    slant: float
    mark: str
    """What tells a 6 from a 9: "line", "dot" or nothing."""


def random_lettering(rng: np.random.Generator, height: float) -> Lettering:
    """Any lettering of about that height; simple bold ones most often."""
    font = _FILLED if rng.random() < 0.35 else int(rng.choice(_STROKED))
    boldest = 0.24 if font in (_FILLED, cv2.FONT_HERSHEY_SIMPLEX) else 0.13
    return Lettering(
        font=font,
        height=height,
        thick=float(rng.uniform(0.07, boldest)),
        stretch=float(rng.uniform(0.7, 1.25)),
        slant=float(rng.normal(0, 0.1) if rng.random() < 0.4 else 0.0),
        mark=str(rng.choice(["line", "dot", ""], p=[0.45, 0.4, 0.15])),
    )


def text_atlas(
    rng: np.random.Generator, texts: Sequence[str], height: float, ink: F32, size: int
) -> Atlas:
    """Faces with a text each, turned at random; `height` is the text's in halves of a face."""
    style = random_lettering(rng, height)
    depth = float(rng.choice([0.0, rng.uniform(0.2, 0.8)]))
    texels = np.zeros((len(texts), size, size, 6), np.float32)
    for texture, text in zip(texels, texts, strict=True):
        mask = text_mask(text, style, rng.uniform(0, 360), size)
        texture[..., 0] = mask
        slope = cv2.GaussianBlur(mask, (0, 0), max(1.0, size / 80))
        texture[..., 1] = cv2.Sobel(slope, cv2.CV_32F, 1, 0) * depth
        texture[..., 2] = cv2.Sobel(slope, cv2.CV_32F, 0, 1) * depth
        texture[..., 3:] = ink
    return Atlas(texels)


def text_mask(text: str, style: Lettering, angle: float, size: int) -> F32:
    """The text in the middle of a square (S, S), 0..1, turned by `angle` degrees."""
    tall = style.height * size / 2
    image = np.zeros((2 * size, 2 * size), np.uint8)
    pen = max(1, round(tall * style.thick))
    width = (_fill if style.font == _FILLED else _stroke)(image, text, style.font, tall, pen)
    if text in ("6", "9"):
        _mark(image, style.mark, width, tall, pen)
    # Two digits are set narrower, or they would run over the face's edge.
    narrow = style.stretch * min(1.0, 0.95 * size / (style.stretch * width + 1))
    turn = np.radians(angle)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = spin @ np.array([[narrow, style.slant], [0, 1]])
    matrix = np.column_stack([flat, size / 2 - flat @ (size, size)])
    turned = cv2.warpAffine(image, matrix, (size, size))
    return np.asarray(turned, np.float32) / np.float32(255)


def _stroke(image: np.ndarray, text: str, font: int, tall: float, pen: int) -> float:
    """Writes the text with a pen into the middle; its width in pixels."""
    scale = tall / cv2.getTextSize("8", font, 1.0, 1)[0][1]
    (w, h), _ = cv2.getTextSize(text, font, scale, pen)
    at = (image.shape[1] - w) // 2, (image.shape[0] + h) // 2
    cv2.putText(image, text, at, font, scale, 255, pen, cv2.LINE_AA)
    return float(w)


def _fill(image: np.ndarray, text: str, font: int, tall: float, pen: int) -> float:
    """Writes the text in Pillow's font into the middle; its width in pixels."""
    letters = ImageFont.load_default(tall / 0.7)
    sheet = Image.new("L", image.shape[::-1])
    middle = image.shape[1] / 2, image.shape[0] / 2
    draw = ImageDraw.Draw(sheet)
    draw.text(middle, text, 255, letters, anchor="mm", stroke_width=pen // 4)
    image[:] = np.asarray(sheet)
    x0, _, x1, _ = draw.textbbox(middle, text, letters, anchor="mm")
    return float(x1 - x0)


def _mark(image: np.ndarray, mark: str, width: float, tall: float, pen: int) -> None:
    """The line or dot at the foot of a 6 or 9."""
    x, y = (side / 2 for side in image.shape[::-1])
    foot = round(y + tall / 2 + 1.6 * pen)
    left, right = round(x - width / 2), round(x + width / 2)
    if mark == "line":
        cv2.line(image, (left, foot), (right, foot), 255, pen)
    if mark == "dot":
        cv2.circle(image, (right + pen, round(y + tall / 2)), max(1, round(0.7 * pen)), 255, -1)
