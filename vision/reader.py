"""Reads what a card or die shows, from a straightened crop at full resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.backends import BackendError, Network, Tensor
from vision.enrolled import OTHER, EnrolledDeck
from vision.frames import Image
from vision.geometry import Floats, portrait, sides, square_around, straighten

RANKS, SUITS = "A23456789TJQK", "cdhs"
FIVE_ALIVE_CODES = (
    *"01234567", "EQ21", "EQ10", "EQ0", "DRAW1", "DRAW2", "PASS", "REVERSE", "SKIP", "REDEAL",
    "BOMB", *"ALIVE",
)  # fmt: skip
"""The faces of our Five Alive deck and its letters (RULES 4.1)."""
CARD_CODES = (
    *(rank + suit for rank in RANKS for suit in SUITS), "Jk", "back", "??", *FIVE_ALIVE_CODES,
)  # fmt: skip
"""Order of the card reader's outputs."""
JOKER, BACK, UNREAD = 52, 53, 54
DIE_UNREAD, DIE_CLASSES, DIE_WAY = 6, 7, 3
"""The die reader's outputs are classes, then the way that the upper face points."""

CARD_CROP, CARD_MARGIN = (80, 112), 0.04
# A die is read with less and more around it than the reader learned (1.25 of its box), since the
# detector's boxes differ; what a numeral looks like by chance at one of them it does not at all.
DIE_CROP, DIE_REACHES = (64, 64), (1.1, 1.25, 1.42)

# A quad this near to a square may be a card lying either way.
_NEAR_SQUARE = 1.15
_BATCH = 32
# A rank or suit below this share of the probability is not named.
_NAMED = 0.5
_CANDIDATES, _CANDIDATE_MIN = 6, 0.005


@dataclass(frozen=True, slots=True)
class TrainedDeck:
    """A deck beside the usual 52 that the card reader was trained to name.

    `codes`: its faces, as they follow each other in `CARD_CODES`. `copies`: it holds some cards
    more than once. `counts`: how often it holds each, as far as that is known.
    """

    name: str
    codes: tuple[str, ...]
    copies: bool
    counts: Mapping[str, int]

    @property
    def faces(self) -> slice:
        """Where its codes stand in `CARD_CODES`."""
        first = CARD_CODES.index(self.codes[0])
        return slice(first, first + len(self.codes))


FIVE_ALIVE = TrainedDeck(
    "fivealive",
    FIVE_ALIVE_CODES,
    copies=True,
    counts={
        **dict.fromkeys("01234", 8),
        **{"5": 4, "6": 2, "7": 1},
        **{"EQ21": 5, "EQ10": 2, "EQ0": 3, "DRAW1": 2, "DRAW2": 2},
        **{"PASS": 4, "REVERSE": 6, "SKIP": 4, "REDEAL": 1, "BOMB": 1},
    },
)
Deck = EnrolledDeck | TrainedDeck


@dataclass(frozen=True, slots=True)
class CardReading:
    """`code` as PROTOCOL section 1 (`??`, `K?`, `?h` where not or half read); `back` 0..1."""

    code: str
    rank_confidence: float
    suit_confidence: float
    back: float
    candidates: tuple[tuple[str, float], ...]


def read_cards(
    network: Network, image: Image, quads: Floats, deck: Deck | None = None
) -> list[CardReading]:
    """One reading for each of the quads (N, 4, 2), clockwise, in pixels of the picture.

    `deck`: what the cards are of, one that the network knows (`check`); None for the usual 52.
    """
    crops, owners = [], []
    for owner, quad in enumerate(quads):
        for upright in upright_choices(quad):
            crops.append(card_crop(image, upright))
            owners.append(owner)
    if isinstance(deck, EnrolledDeck):
        return _taught_readings(network, crops, owners, deck)
    probabilities = _softmax(_run(network, crops, len(CARD_CODES)))
    choices = [probabilities[np.array(owners) == i] for i in range(len(quads))]
    if deck is None:
        return [_card_reading(_surest(rows, slice(0, BACK))) for rows in choices]
    return [_deck_reading(_surest(rows, deck.faces), deck.faces) for rows in choices]


def check(network: Network, deck: TrainedDeck) -> None:
    """Raises `BackendError` where the network was not trained to name the deck's cards."""
    blank: Image = np.zeros((*CARD_CROP[::-1], 3), np.uint8)
    if _run(network, [blank], len(CARD_CODES)).shape[1] < deck.faces.stop:
        raise BackendError(f"These weights cannot read cards of {deck.name}: take those that ship.")


def _deck_reading(probability: Floats, faces: slice) -> CardReading:
    """What a crop's probabilities (78,) say of a deck whose codes are the `faces` of them."""
    codes, chances = CARD_CODES[faces], probability[faces]
    best = np.argsort(-chances, kind="stable")[:_CANDIDATES]
    ranked = [(codes[i], float(chances[i])) for i in best if chances[i] >= _CANDIDATE_MIN]
    return _taught_reading(ranked, float(probability[BACK]))


def card_crop(image: Image, upright: Floats) -> Image:
    """The card under an upright quad as readers want it, (112, 80, 3) BGR."""
    return straighten(image, upright, CARD_CROP, CARD_MARGIN)


def _taught_readings(
    network: Network, crops: Sequence[Image], owners: Sequence[int], deck: EnrolledDeck
) -> list[CardReading]:
    best: dict[int, CardReading] = {}
    for start in range(0, len(crops), _BATCH):
        logits, features = network.run_all(_batch(crops[start : start + _BATCH]))[:2]
        backs = _softmax(logits.astype(np.float64))[:, BACK]
        for at, ranked in enumerate(deck.readings(features)):
            reading = _taught_reading(ranked, float(backs[at]))
            owner = owners[start + at]
            if owner not in best or reading.rank_confidence > best[owner].rank_confidence:
                best[owner] = reading
    return [best[owner] for owner in sorted(best)]


def _taught_reading(ranked: Sequence[tuple[str, float]], back: float) -> CardReading:
    """Rank and suit are as sure as each other: a taught face has no parts."""
    candidates = tuple((code, chance) for code, chance in ranked if code != OTHER)
    code, sure = candidates[0] if candidates else (OTHER, 0.0)
    named = code if sure >= _NAMED else OTHER
    part = float(np.sqrt(sure))
    return CardReading(named, part, part, min(back, 1 - sure), candidates)


def read_dice(network: Network, image: Image, quads: Floats) -> tuple[Floats, Floats]:
    """(N, 7) probabilities of the values 1..6 and of unreadable/cocked, and (N, 3) where the upper
    faces point: right, downwards and back along the ray through the die, shorter than 1 the less
    sure that is, 0 where the network does not say. The mean of some crops.
    """
    crops = [
        straighten(image, square_around(quad, reach), DIE_CROP, 0.0)
        for quad in quads
        for reach in DIE_REACHES
    ]
    told = _run(network, crops, DIE_CLASSES + DIE_WAY)
    shares, ways = _softmax(told[:, :DIE_CLASSES]), told[:, DIE_CLASSES:]
    if not ways.shape[1]:
        ways = np.zeros((len(told), 3))
    return _of_each(shares, len(quads)), _of_each(ways, len(quads))


def _of_each(rows: Floats, count: int) -> Floats:
    """(count, C) means of the rows of each die's crops."""
    return np.asarray(rows.reshape(count, len(DIE_REACHES), rows.shape[1]).mean(axis=1))


def upright_choices(quad: Floats) -> list[Floats]:
    """The quad with its longer side upright, and lying too where both are about as long."""
    short, long = sorted(sides(quad[None])[0])
    upright = portrait(quad)
    if long >= _NEAR_SQUARE * short:
        return [upright]
    return [upright, np.roll(upright, -1, axis=0)]


def _surest(choices: Floats, faces: slice) -> Floats:
    """Of several crops' probabilities (M, 78), those in which a face is read most surely."""
    best: Floats = choices[choices[:, faces].max(axis=1).argmax()]
    return best


def _card_reading(probability: Floats) -> CardReading:
    """What a crop's probabilities (78,) say of the usual 52; other games' cards are unreadable."""
    faces = probability[:JOKER].reshape(len(RANKS), len(SUITS))
    rank, suit = faces.sum(axis=1), faces.sum(axis=0)
    joker = float(probability[JOKER])
    best = np.argsort(-probability[: JOKER + 1], kind="stable")[:_CANDIDATES]
    candidates = tuple(
        (CARD_CODES[i], float(probability[i])) for i in best if probability[i] >= _CANDIDATE_MIN
    )
    code = _named(rank, suit, joker, float(probability[UNREAD:].sum()))
    is_joker = code == "Jk"
    return CardReading(
        code=code,
        rank_confidence=joker if is_joker else float(rank.max()),
        suit_confidence=joker if is_joker else float(suit.max()),
        back=float(probability[BACK]),
        candidates=candidates,
    )


def _named(rank: Floats, suit: Floats, joker: float, unread: float) -> str:
    if joker > max(rank.max(), unread, _NAMED):
        return "Jk"
    if unread > max(rank.max(), suit.max()):
        return "??"
    rank_name = RANKS[int(rank.argmax())] if rank.max() >= _NAMED else "?"
    suit_name = SUITS[int(suit.argmax())] if suit.max() >= _NAMED else "?"
    return rank_name + suit_name


def _run(network: Network, crops: Sequence[Image], outputs: int) -> Floats:
    """Logits (N, outputs) of the crops, in batches that bound the memory."""
    if not crops:
        return np.zeros((0, outputs))
    starts = range(0, len(crops), _BATCH)
    parts = [network.run(_batch(crops[start : start + _BATCH])) for start in starts]
    return np.concatenate(parts).astype(np.float64)


def _batch(crops: Sequence[Image]) -> Tensor:
    stack = np.stack(crops)[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(stack, dtype=np.float32) / np.float32(255)


def _softmax(logits: Floats) -> Floats:
    power = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(power / power.sum(axis=1, keepdims=True))
