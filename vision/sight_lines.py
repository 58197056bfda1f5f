"""A sight as the JSON object of PROTOCOL section 3, and as a note that a JPEG carries in itself."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from PIL import Image as Stills

from vision.sights import CardSight, DieSight, Quad, Sight

_START = b"\xff\xd8"
_COMMENT = b"\xff\xfe"
_LONGEST = 65_000
"""Bytes that fit into one comment."""


def to_line(name: str, shape: tuple[int, ...], sight: Sight) -> dict[str, Any]:
    """What was seen on the picture `name` of `shape` (height, width, …)."""
    return {
        "image": name,
        "width": shape[1],
        "height": shape[0],
        "cards": [
            {
                "card": card.card,
                "face": card.face,
                "quad": _corners(card.quad),
                "confidence": round(card.confidence, 3),
                "rank_confidence": round(card.rank_confidence, 3),
                "suit_confidence": round(card.suit_confidence, 3),
            }
            for card in sight.cards
        ],
        "dice": [
            {
                "value": die.value,
                "quad": _corners(die.quad),
                "confidence": round(die.confidence, 3),
            }
            for die in sight.dice
        ],
    }


def from_line(line: Mapping[str, Any]) -> Sight:
    """The sight of a line; raises `KeyError`, `TypeError` or `ValueError` where it is none."""
    cards = tuple(
        CardSight(
            _quad(card["quad"]), card["face"], str(card["card"]), float(card["confidence"]),
            float(card["rank_confidence"]), float(card["suit_confidence"]),
        )
        for card in line["cards"]
    )  # fmt: skip
    dice = tuple(
        DieSight(_quad(die["quad"]), die["value"], float(die["confidence"])) for die in line["dice"]
    )
    return Sight(cards, dice)


def with_note(jpeg: bytes, line: Mapping[str, Any]) -> bytes:
    """The JPEG with the line in it; without, where it is too long for that."""
    text = json.dumps(line, separators=(",", ":")).encode()
    if not jpeg.startswith(_START) or len(text) > _LONGEST:
        return jpeg
    size = (len(text) + 2).to_bytes(2, "big")
    return _START + _COMMENT + size + text + jpeg[len(_START) :]


def noted(jpeg: bytes) -> Sight | None:
    """What the JPEG says was seen on it; None where it is none or says nothing."""
    try:
        with Stills.open(io.BytesIO(jpeg)) as picture:
            return from_line(json.loads(picture.info["comment"]))
    except (OSError, KeyError, TypeError, ValueError):
        return None


def _corners(quad: Quad) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]


def _quad(corners: Any) -> Quad:
    return np.array(corners, np.float32).reshape(4, 2)
