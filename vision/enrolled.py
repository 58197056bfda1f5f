"""A deck that was taught by showing its cards, and read by the features of the card reader.

The features say how a face looks, whether or not it is one of the 52 that the reader was trained
on. Teaching (`models.teaching`) fits one linear layer on them; this module only applies it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from vision.backends import Tensor

OTHER = "??"
"""The class of everything that is no face of the deck: backs, other things, nothing."""
_CANDIDATES, _CANDIDATE_MIN = 6, 0.005
_FORMAT = 2


class DeckError(Exception):
    """A taught deck cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A taught deck.

    `codes` (C), the last one `OTHER`; `weights` (D, C) and `bias` (C) of the linear layer over
    features, from which `mean` (D) is taken and which are divided by `scale` (D). `reader`: the
    checksum of the card reader whose features these are. `copies`: the deck holds some cards more
    than once, as that of Five Alive does.
    """

    name: str
    codes: tuple[str, ...]
    weights: Tensor
    bias: Tensor
    mean: Tensor
    scale: Tensor
    reader: str
    copies: bool = False

    @property
    def counts(self) -> Mapping[str, int]:
        """How often the deck holds each card, as far as that is known: nobody taught it."""
        return {}

    def readings(self, features: Tensor) -> list[tuple[tuple[str, float], ...]]:
        """For every row of features (M, D) the codes with their probability, best first.

        What is no face of the deck is among them as `OTHER`.
        """
        logits = (features - self.mean) / self.scale @ self.weights + self.bias
        power = np.exp(logits - logits.max(axis=1, keepdims=True))
        return [self._ranked(row) for row in power / power.sum(axis=1, keepdims=True)]

    def _ranked(self, chances: Tensor) -> tuple[tuple[str, float], ...]:
        order = np.argsort(-chances, kind="stable")[:_CANDIDATES]
        return tuple(
            (self.codes[i], float(chances[i])) for i in order if chances[i] >= _CANDIDATE_MIN
        )

    def save(self, path: Path) -> None:
        """Write it to a `.npz` file, in half precision."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                format=np.int64(_FORMAT),
                name=np.array(self.name),
                codes=np.array(self.codes),
                weights=self.weights.astype(np.float16),
                bias=self.bias.astype(np.float16),
                mean=self.mean.astype(np.float16),
                scale=self.scale.astype(np.float16),
                reader=np.array(self.reader),
                copies=np.array(self.copies),
            )

    @classmethod
    def load(cls, path: Path) -> EnrolledDeck:
        """The deck in a file; raises `DeckError` where it is none."""
        try:
            with np.load(path, allow_pickle=False) as held:
                if int(held["format"]) != _FORMAT:
                    raise DeckError(f"The deck {path} is of another version: enrol it again.")
                weights, bias, mean, scale = (
                    held[key].astype(np.float32) for key in ("weights", "bias", "mean", "scale")
                )
                return cls(
                    name=str(held["name"]),
                    codes=tuple(map(str, held["codes"])),
                    weights=weights,
                    bias=bias,
                    mean=mean,
                    scale=scale,
                    reader=str(held["reader"]),
                    copies=bool(held["copies"]),
                )
        except FileNotFoundError:
            raise DeckError(f"There is no deck {path}: enrol it first.") from None
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise DeckError(f"The deck {path} is damaged: enrol it again.") from error

    def check(self, reader: str) -> None:
        """Raises `DeckError` where the deck was taught to another card reader."""
        if self.reader != reader:
            raise DeckError(f"The deck {self.name} was taught to other eyes: enrol it again.")
