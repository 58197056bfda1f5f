"""Accuracy of decks that were taught by showing their cards, on other pictures of them.

A deck is shown as people show it, one card after the other under the camera, is taught, and is
then read on composed tables; so are decks that it does not belong to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, log_uniform
from datasets.compose.artwork import Deck, as_card, list_decks, load_deck
from datasets.compose.assets import CUTOUTS, Assets
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.compose.canvas import Canvas, tilt_of, tilted_view
from datasets.compose.finish import random_stock
from datasets.compose.mini import Mini, photographed, put
from datasets.compose.scene import Item, Kind, Scene
from datasets.deck.fivealive import (
    COLOURS,
    LETTERS,
    draw_back,
    draw_letter,
    five_alive_deck,
)
from models.bench import composed
from models.bench.composed import FREE, SIDE, Asked
from models.teaching import card_of, teach
from vision.backends import Network
from vision.enrolled import EnrolledDeck
from vision.eyes import Looks
from vision.sights import CardSight

ARTWORK = ("letele", "younestouati", "gnome-ornamental")
"""Decks that no network was trained on."""
VIEWS = (1, 3)
LEAST = 80.0
"""Pixels of a card's length from which DESIGN's bar for cards lying free holds."""
_SHOWN_LENGTH = (150.0, 350.0)  # pixels
_SHOWN_TILT = 35.0  # degrees at most
_TRIES = 20
_SPREAD_SEED, _SPREAD_TILT = 7219, 40.0
_SPREAD_LENGTH, _CELL, _MOST = (85.0, 200.0), 1.26, 12
"""Pixels of a card's length, the room of a card in lengths, and cards a table at the most."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A deck to teach, and one that it must not be mistaken for."""

    deck: Deck
    foreign: Deck
    copies: bool = False


@dataclass(slots=True)
class Tally:
    """What became of cards that were found."""

    found: int = 0
    right: int = 0
    wrong: int = 0

    def add(self, right: bool, named: bool) -> None:
        self.found += 1
        self.right += right
        self.wrong += named and not right

    def shares(self) -> str:
        """Right, and named wrong, of those found."""
        if not self.found:
            return f"{'-':>7} {'-':>7}"
        return f"{self.right / self.found:7.1%} {self.wrong / self.found:7.1%}"


@dataclass(slots=True)
class Score:
    """`free`, `small`, `covered`: cards of the deck; `small` ones lie free too. `foreign`: faces of
    another deck; `backs` of any: both are right where no name is given to them."""

    free: Tally = field(default_factory=Tally)
    small: Tally = field(default_factory=Tally)
    covered: Tally = field(default_factory=Tally)
    foreign: Tally = field(default_factory=Tally)
    backs: Tally = field(default_factory=Tally)
    mistakes: dict[tuple[str, str], int] = field(default_factory=dict)

    def hear(self, asked: Asked, sight: CardSight) -> None:
        """Counts a readable card of the deck."""
        named = sight.face == "up" and "?" not in sight.card
        right = named and sight.card == asked.item.code
        self._tally(asked).add(right, named)
        if not right:
            key = (str(asked.item.code), sight.card if named else "unread")
            self.mistakes[key] = self.mistakes.get(key, 0) + 1

    def _tally(self, asked: Asked) -> Tally:
        if asked.item.visible <= FREE:
            return self.covered
        length = max(cv2.minAreaRect(asked.outline)[1])
        return self.free if length >= LEAST else self.small


HEAD = (
    f"{'deck':20} {'views':>5} {'free':>6} {'right':>7} {'wrong':>7} {'small':>6} {'right':>7}"
    f" {'wrong':>7} {'covered':>7} {'right':>7} {'wrong':>7} {'foreign':>7} {'named':>7}"
    f" {'backs':>6} {'named':>7}"
)


def row(name: str, views: int, score: Score) -> str:
    """One line of the table under `HEAD`."""
    parts = [f"{name:20} {views:5}"]
    parts += [f"{t.found:{w}} {t.shares()}" for t, w in
              ((score.free, 6), (score.small, 6), (score.covered, 7))]  # fmt: skip
    for tally, width in ((score.foreign, 7), (score.backs, 6)):
        named = f"{tally.wrong / tally.found:7.1%}" if tally.found else f"{'-':>7}"
        parts.append(f"{tally.found:{width}} {named}")
    return " ".join(parts)


def mistakes(score: Score, most: int = 12) -> str:
    """The commonest wrong readings of the deck's cards, as text."""
    ranked = sorted(score.mistakes.items(), key=lambda item: -item[1])[:most]
    return ", ".join(f"{true} as {read} {n}x" for (true, read), n in ranked) or "none"


def trials(root: Path) -> Iterator[Trial]:
    """Artwork decks, the photographed deck, and one that is none of the 52.

    Raises `FileNotFoundError` where the shared data lacks one of them.
    """
    folders = {path.name: path for path in list_decks(root)}
    missing = [name for name in ARTWORK if name not in folders]
    if missing:
        raise FileNotFoundError(f"{root} has no deck {missing[0]}")
    held = [load_deck(folders[name], 512) for name in ARTWORK]
    for deck in (*held, load_deck(root / CUTOUTS, 512)):
        yield Trial(deck, _letters(512))
    yield Trial(five_alive_deck(512), held[0], copies=True)


def _letters(height: int) -> Deck:
    """Cards that no network and no teaching has seen: the letter sets of Five Alive."""
    drawn = {
        f"{letter}{number}": draw_letter(letter, colour).picture(height)
        for number, colour in enumerate(COLOURS)
        for letter in LETTERS
    }
    faces = {code: as_card(picture, height) for code, picture in drawn.items()}
    return Deck("letters", faces, [as_card(draw_back().picture(height), height)])


def tables(root: Path, deck: Deck) -> Assets:
    """Tables of the shared data with that deck on them."""
    rng = np.random.default_rng(composed.DECK_SEED)
    backs = [procedural_back(rng, 512) for _ in range(40)]
    return Assets([deck], Backgrounds(root), None, backs)


def enrolled(
    eyes: Looks, network: Network, reader: str, trial: Trial, assets: Assets, views: int
) -> EnrolledDeck:
    """The deck after each of its cards was shown `views` times to `eyes`."""
    faces: dict[str, list[Bgra]] = {}
    for code, art in trial.deck.faces.items():
        crops = (shown(eyes, assets, art, code, view) for view in range(views))
        faces[code] = [as_card(crop, crop.shape[0]) for crop in crops]
    return teach(trial.deck.name, faces, network, reader, copies=trial.copies)


def shown(eyes: Looks, assets: Assets, art: Bgra, code: str, view: int) -> Bgr:
    """The card as it is seen when somebody shows it, again until just one card is found.

    Raises `RuntimeError` for a card that is never found.
    """
    for attempt in range(_TRIES):
        crop = card_of(eyes, showing(assets, art, (view, attempt, *code.encode())))
        if crop is not None:
            return crop
    raise RuntimeError(f"{code} was not found on any of {_TRIES} pictures")


def showing(assets: Assets, art: Bgra, seed: Sequence[int]) -> Bgr:
    """A picture of the card alone. `seed` begins with the view: views differ in table, light and
    camera, which the cards of one view share."""
    table, rng = np.random.default_rng(seed[0]), np.random.default_rng(seed)
    length = float(table.uniform(*_SHOWN_LENGTH))
    side = round(1.9 * length)
    view = tilted_view(table, side, side, most=_SHOWN_TILT)
    ground = np.ascontiguousarray(assets.backgrounds.sample(table, side, side))
    stock = random_stock(table, _aspect(art))
    deck = assets.decks[0]
    turn = float(rng.normal(0, 0.25) + np.pi * rng.integers(2))
    canvas, shadow = Canvas(ground), (0.01, 0.01, 0.3)
    mini = Mini(rng, assets, canvas, view, deck, stock, length, length, shadow, turn)
    put(mini, art, (float(rng.normal(0, 0.04)), float(rng.normal(0, 0.04))), turn, 0)
    mini.rng = table
    return photographed(mini)


def _aspect(art: Bgra) -> float:
    return float(art.shape[1] / art.shape[0])


def spread(assets: Assets, rounds: int) -> Iterator[Scene]:
    """Tables on which the cards of a deck lie free, all of them `rounds` times, some backs too."""
    deck = assets.decks[0]
    for number in range(rounds):
        rng = np.random.default_rng((_SPREAD_SEED, number))
        left = [str(code) for code in rng.permutation(list(deck.faces))]
        while left:
            length = log_uniform(rng, *_SPREAD_LENGTH)
            room = min(int(SIDE / (_CELL * length)) ** 2, _MOST)
            yield _spread_table(rng, assets, length, [left.pop() for _ in left[:room]])


def _spread_table(
    rng: np.random.Generator, assets: Assets, length: float, codes: Sequence[str]
) -> Scene:
    deck = assets.decks[0]
    view = tilted_view(rng, SIDE, SIDE, most=_SPREAD_TILT)
    canvas = Canvas(np.ascontiguousarray(assets.backgrounds.sample(rng, SIDE, SIDE)))
    stock = random_stock(rng, _aspect(deck.faces[codes[0]]))
    mini = Mini(rng, assets, canvas, view, deck, stock, length, length, (0.01, 0.01, 0.4), 0.0)
    back = assets.back(rng, deck)
    across = int(SIDE / (_CELL * length))
    items: list[Item] = []
    for cell, code in zip(rng.permutation(across**2), [*codes, None], strict=False):
        at = (np.array(divmod(int(cell), across)) - (across - 1) / 2) * _CELL
        art = back if code is None else deck.faces[code]
        where = (float(at[0]), float(at[1]))
        quad = put(mini, art, where, float(rng.uniform(0, 2 * np.pi)), len(items))
        inside = bool(((quad > 0) & (quad < SIDE)).all())
        kind: Kind = "back" if code is None else "card"
        items.append(Item(kind, quad, code, None, float(inside), float(inside)))
    return Scene(photographed(mini), items, tilt_of(view))


def measure(taught: Looks, trial: Trial, root: Path, cards: int, piles: int) -> Score:
    """Reads about so many cards of the deck lying free, `piles` tables with covered ones too, and
    the foreign deck."""
    score = Score()
    rounds = -(-cards // len(trial.deck.faces))
    own, other = tables(root, trial.deck), tables(root, trial.foreign)
    for scenes in (spread(own, rounds), composed.scenes(own, piles)):
        composed.measure(taught, scenes, trial.deck.name, hear=score.hear)
    for scene in spread(other, 1):
        _foreign(score, taught, scene)
    return score


def _foreign(score: Score, taught: Looks, scene: Scene) -> None:
    """Counts what is given a name though it is no card of the deck."""
    wanted = composed.asked(scene, "foreign")
    seen = taught.look(scene.image).cards
    size = (scene.image.shape[0], scene.image.shape[1])
    for at, index in composed.partnered(wanted, seen, size).items():
        named = seen[index].face == "up" and "?" not in seen[index].card
        tally = score.backs if wanted[at].item.kind == "back" else score.foreign
        tally.add(not named, named)
