"""A deck that was taught by showing its cards: the nearest shown view says what a card is.

The card reader's features say how a face looks, whether or not it is one of the 52 that the reader
was trained on. What is like none of the views is not read: it is no card of this deck. The pictures
that were shown are kept, not their features, so that better readers can be shipped later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.backends import BackendError, Network, Tensor
from vision.frames import Image

Crops = npt.NDArray[np.uint8]
"""(N, 112, 80, 3) straightened cards, BGR."""

_NEAREST = 3
"""Views of a code whose likeness is averaged."""
_SHARPNESS = 45.0
"""Turns likeness (cosines) into probabilities; fitted on decks that were not trained on."""
_LEAST_LIKE = 0.35
"""Cosine below which a face is like none that was shown."""
_VARIANTS = 12
"""Pictures made of all views of a code, at the least two of each view."""
_CANDIDATES, _CANDIDATE_MIN = 6, 0.005
_FORMAT = 1


class DeckError(Exception):
    """A taught deck cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """What was shown: `codes` (N) and `crops` (N, 112, 80, 3).

    `copies`: the deck holds some cards more than once, as that of Five Alive does.
    """

    name: str
    codes: tuple[str, ...]
    crops: Crops
    copies: bool = False

    def save(self, path: Path) -> None:
        """Write it to a `.npz` file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                format=np.int64(_FORMAT),
                name=np.array(self.name),
                codes=np.array(self.codes),
                crops=self.crops,
                copies=np.array(self.copies),
            )

    @classmethod
    def load(cls, path: Path) -> ShownDeck:
        """The deck in a file; raises `DeckError` where it is none."""
        try:
            with np.load(path, allow_pickle=False) as held:
                if int(held["format"]) != _FORMAT:
                    raise DeckError(f"The deck {path} is of another version: enrol it again.")
                codes = tuple(map(str, held["codes"]))
                return cls(str(held["name"]), codes, held["crops"], bool(held["copies"]))
        except FileNotFoundError:
            raise DeckError(f"There is no deck {path}: enrol it first.") from None
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise DeckError(f"The deck {path} is damaged: enrol it again.") from error


class EnrolledDeck:
    """Reads the cards of a shown deck by the features of the card reader."""

    def __init__(self, shown: ShownDeck, network: Network) -> None:
        if len(set(shown.codes)) < 2:
            raise DeckError(f"The deck {shown.name} needs at least two cards: show it again.")
        self.name, self.copies = shown.name, shown.copies
        self._faces = list(dict.fromkeys(shown.codes))
        rng = np.random.default_rng(0)
        bank = {face: _bank(shown, face, rng) for face in self._faces}
        self._owner = np.repeat(np.arange(len(bank)), [len(crops) for crops in bank.values()])
        features = _features(network, [crop for crops in bank.values() for crop in crops])
        self._centre = features.mean(axis=0)
        self._views = _unit(features - self._centre)

    def readings(self, features: Tensor) -> list[tuple[tuple[str, float], ...]]:
        """For every row of features (M, D) the codes with their probability, best first.

        Empty where it is like no card of the deck.
        """
        likeness = _unit(features - self._centre) @ self._views.T
        faces = range(len(self._faces))
        scores = np.stack([_nearest(likeness[:, self._owner == face]) for face in faces], axis=1)
        return [self._ranked(row) for row in scores]

    def _ranked(self, scores: Tensor) -> tuple[tuple[str, float], ...]:
        if float(scores.max()) < _LEAST_LIKE:
            return ()
        power = np.exp((scores - scores.max()) * _SHARPNESS)
        chances = power / power.sum()
        order = np.argsort(-chances, kind="stable")[:_CANDIDATES]
        return tuple(
            (self._faces[i], float(chances[i])) for i in order if chances[i] >= _CANDIDATE_MIN
        )


def variants(crop: Image, count: int, rng: np.random.Generator) -> list[Image]:
    """The crop, either end up, as it is and as other light, focus and outlines would show it.

    `count` pictures for each end: one view stands for many that way.
    """
    ends = (crop, np.ascontiguousarray(crop[::-1, ::-1]))
    return [_varied(end, rng) if k else end for end in ends for k in range(count)]


def _bank(shown: ShownDeck, face: str, rng: np.random.Generator) -> list[Image]:
    crops = [crop for crop, code in zip(shown.crops, shown.codes, strict=True) if code == face]
    count = max(2, _VARIANTS // (2 * len(crops)))
    return [picture for crop in crops for picture in variants(crop, count, rng)]


def _features(network: Network, crops: Sequence[Image]) -> Tensor:
    parts = []
    for start in range(0, len(crops), 32):
        batch = np.stack(crops[start : start + 32])[..., ::-1].transpose(0, 3, 1, 2)
        outputs = network.run_all(np.ascontiguousarray(batch, dtype=np.float32) / np.float32(255))
        if len(outputs) < 2:
            raise BackendError("These weights give no features, so no deck can be enrolled.")
        parts.append(outputs[1])
    return np.concatenate(parts)


def _varied(crop: Image, rng: np.random.Generator) -> Image:
    height, width = crop.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shifts = rng.normal(0, 0.015, (4, 2)) * (width, height)
    matrix = cv2.getPerspectiveTransform(corners, (corners + shifts).astype(np.float32))
    moved = cv2.warpPerspective(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(0.3, 1.2))).astype(np.float32)
    light = rng.uniform(0.75, 1.25) * rng.uniform(0.92, 1.08, 3)
    return np.clip(soft * light + rng.normal(0, 6), 0, 255).astype(np.uint8)


def _unit(rows: Tensor) -> Tensor:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))


def _nearest(likeness: Tensor) -> Tensor:
    """(M,) mean of the largest few of (M, views)."""
    most = min(_NEAREST, likeness.shape[1])
    return np.asarray(np.sort(likeness, axis=1)[:, -most:].mean(axis=1))
