"""Pictures of recorded games for the detector, where it is known what lies on them.

The record knows the cards face up and the dice. What the eyes see besides is a card face down, or
something that nobody has said anything about; then the picture is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from datasets.lessons import SCENES, picture_of
from datasets.played import Lesson
from datasets.pool import MIN_VISIBLE, label_line, write_picture
from vision.eyes import Looks
from vision.geometry import areas, intersections, overlaps
from vision.sights import Quad, Sight

_SAME, _OVER = 0.3, 0.6
"""Intersection over union from which a box is that of a known thing, and the part of a box that
lies on known cards from which it is a piece of their pile."""
_CLEARLY = 0.5
"""Confidence from which a card face down is believed to lie there."""

Labelled = tuple[str, Quad]
"""A class of `datasets.pool.CLASSES` and the corners (4, 2)."""


def write_scenes(lessons: Sequence[Lesson], eyes: Looks, out: Path, name: str) -> int:
    """Writes the pictures of which all is known into `out/scenes`; how many those are."""
    written = 0
    for lesson in lessons:
        image = picture_of(lesson.picture)
        known = None if lesson.doubtful else labelled(lesson.sight, eyes.look(image))
        if known is not None:
            lines = [label_line(kind, quad, *image.shape[:2]) for kind, quad in known]
            text = "\n".join(line for line in lines if line)
            write_picture(out / SCENES, "train", f"{name}-{written:04d}", image, text)
            written += 1
    return written


def labelled(known: Sight, seen: Sight) -> list[Labelled] | None:
    """What is `known` to lie there, as far as it can be seen, and the backs; None where the eyes
    have `seen` something else."""
    cards = [card.quad for card in known.cards if card.face == "up"]
    dice = [die.quad for die in known.dice]
    strange = [card.quad for card in seen.cards if card.face == "up"]
    if any(_is_strange(quad, cards) for quad in strange):
        return None
    if any(_is_strange(die.quad, dice) for die in seen.dice):
        return None
    shown = [quad for n, quad in enumerate(cards) if _visible(quad, cards[n + 1 :])]
    backs = [card for card in seen.cards if card.face == "down" and card.confidence >= _CLEARLY]
    return [
        *(("card", quad) for quad in shown),
        *(("back", card.quad) for card in backs if _is_strange(card.quad, cards)),
        *(("die", quad) for quad in dice),
    ]


def _is_strange(quad: Quad, known: Sequence[Quad]) -> bool:
    """Whether a box is of nothing that is known."""
    if not known:
        return True
    return bool(overlaps(quad, np.stack(known)).max() < _SAME and max(_under(quad, known)) < _OVER)


def _visible(quad: Quad, later: Sequence[Quad]) -> bool:
    """Whether enough of a card shows under those that came after it to teach it."""
    return 1 - sum(_under(quad, later)) >= MIN_VISIBLE["card"]


def _under(quad: Quad, others: Sequence[Quad]) -> list[float]:
    """The parts of `quad`'s area that the others share."""
    if not others:
        return []
    return list(intersections(quad, np.stack(others)) / max(float(areas(quad[None])[0]), 1e-6))
