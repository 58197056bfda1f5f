"""The eyes: one picture in, all cards and dice with their readings out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from vision import weights
from vision.backends import Network, load_network
from vision.cards import see_cards
from vision.detector import Detector, Region
from vision.dice import see_dice
from vision.enrolled import EnrolledDeck
from vision.frames import Image
from vision.merge import apart
from vision.nms import DIE
from vision.reader import Deck, TrainedDeck, check
from vision.sights import Sight


class Looks(Protocol):
    """Whatever sees things in pictures: `Eyes`, or a stand-in."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight: ...


class Eyes:
    """Detector and readers together. Safe to call from one thread at a time."""

    def __init__(
        self,
        detector: Network,
        card_reader: Network,
        die_reader: Network,
        deck: Deck | None = None,
    ) -> None:
        self._detector = Detector(detector)
        self._card_reader = card_reader
        self._die_reader = die_reader
        self._deck = deck

    @classmethod
    def load(
        cls,
        backend: str = "auto",
        *,
        detector: Path | None = None,
        deck: Deck | None = None,
        threads: int = 0,
    ) -> Eyes:
        """The eyes with the trained weights.

        `detector`: a network file of the user's own (`.onnx` or `.pt`) in place of the packaged
        one. `deck`: what all cards are of, where not of the usual 52. `threads` 0: as many as
        the machine has. Raises `WeightsError`, `BackendError`, `DeckError`.
        """
        reader = "card_reader.onnx"
        if isinstance(deck, EnrolledDeck):
            reader = weights.deck_reader()
            deck.check(weights.checksum(reader))
        paths = [detector or weights.find("detector.onnx")]
        paths += [weights.find(reader), weights.find("die_reader.onnx")]
        finder, cards, dice = (load_network(path, backend, threads) for path in paths)
        if isinstance(deck, TrainedDeck):
            check(cards, deck)
        return cls(finder, cards, dice, deck)

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """Everything on the picture (BGR), or only what lies in the regions (see `Detector`).

        Quads are in pixels of `image`; cards and dice come best first.
        """
        boxes = self._detector.detect(image, regions)
        is_die = boxes.kinds == DIE
        cards = see_cards(
            self._card_reader, image, boxes.pick(~is_die), self._deck, regions is None
        )
        dice = see_dice(self._die_reader, image, boxes.pick(is_die))
        return apart(cards, dice)
