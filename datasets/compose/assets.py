"""What pictures are composed of: decks, backs, backgrounds and cut-out small things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from datasets.arrays import Bgra
from datasets.compose.artwork import Deck, list_decks, load_deck
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.deck import OWN_DECK, own_deck
from datasets.deck.drawn import dressed_deck
from datasets.deck.fivealive import five_alive_deck, letter_decks
from datasets.deck.varied import varied_deck
from datasets.things.sprites import Sprite
from engine.words import listed

# Decks that look alike or unlike any real one appear more seldom.
SELDOM = {"saulspatz": 0.4, "kde-oxygen": 0.25, "gnome-gnomangelo": 0.4, "gnome-anglo-bitmap": 0.5,
          "gnome-anglo-modern": 0.6, "gnome-neoclassical": 0.6, "kde-jolly": 0.5,
          "gnome-simplistic": 0.6, "bidly": 0.5, "varied": 0.55, "dressed": 0.2}  # fmt: skip


FOREIGN = 0.05
"""The share of tables with a deck of another game on them, where nothing else is asked for."""
LETTERED = 0.25
"""Of those, the share with letters of Five Alive instead of its cards."""
CUTOUTS = Path("cards") / "photos" / "bidly_cutouts"


class SpriteSource(Protocol):
    """Renders dice and other small things; `px` is the side of a die in the picture."""

    def die(self, rng: np.random.Generator, px: int) -> Sprite: ...

    def negative(self, rng: np.random.Generator, px: int) -> Sprite: ...


@dataclass(slots=True)
class Assets:
    """What scenes are made of. `backs` are drawn ones besides those of the decks.

    `foreign`: cards of another game, our Five Alive deck; `letters`: its letters, a deck for each
    set; `share`: of tables with either.
    """

    decks: Sequence[Deck]
    backgrounds: Backgrounds
    sprites: SpriteSource | None = None
    backs: list[Bgra] = field(default_factory=list)
    foreign: Sequence[Deck] = ()
    letters: Sequence[Deck] = ()
    share: float = FOREIGN

    def any_deck(self, rng: np.random.Generator) -> Deck:
        """A deck by chance, now and then of another game."""
        if not self.foreign or rng.random() >= self.share:
            return self.deck(rng)
        lettered = bool(self.letters) and rng.random() < LETTERED
        decks = self.letters if lettered else self.foreign
        return decks[int(rng.integers(len(decks)))]

    def deck(self, rng: np.random.Generator) -> Deck:
        """A deck by chance."""
        shares = np.array([_share(deck.name) for deck in self.decks])
        return self.decks[int(rng.choice(len(self.decks), p=shares / shares.sum()))]

    def back(self, rng: np.random.Generator, deck: Deck) -> Bgra:
        """A back by chance: the deck's own, or a drawn one."""
        if deck.backs and rng.random() < 0.3:
            return deck.backs[rng.integers(len(deck.backs))]
        return self.backs[rng.integers(len(self.backs))]


def load_assets(
    root: Path | str | None,
    sprites: SpriteSource | None = None,
    height: int = 256,
    without: Sequence[str] = (),
    cutouts: bool = False,
    varied: int = 40,
    share: float = FOREIGN,
) -> Assets:
    """Everything under the shared data folder `root`; `without` names decks to hold out.

    `cutouts`: with the photographed deck of `cards/photos/bidly_cutouts` too, where it is there.
    `varied`: so many decks invented by chance besides. `share`: of tables with Five Alive.
    Our own drawn deck is always among them, unless held out: a scene needs nothing else.
    Raises `ValueError` where `without` names a deck that is not there.
    """
    folders = list_decks(root) if root is not None else []
    _check_held_out(without, [folder.name for folder in folders])
    decks = [load_deck(folder, height) for folder in folders if folder.name not in without]
    photographed = Path(root or ".") / CUTOUTS
    if cutouts and root is not None and photographed.is_dir():
        decks.append(load_deck(photographed, height))
    if not decks or OWN_DECK not in without:
        decks.append(own_deck(height))
    drawn = np.random.default_rng(20)
    donors = [deck for deck in decks if deck.two_ended]
    decks += [varied_deck(drawn, height, donors) for _ in range(varied)]
    for _ in range(varied // 4):
        dressed = dressed_deck(drawn, height)
        decks += [dressed, varied_deck(drawn, height, [dressed])]
    backs = [procedural_back(drawn, height) for _ in range(240)]
    return Assets(
        decks, Backgrounds(root), sprites, backs, (five_alive_deck(height),),
        letter_decks(height), share,
    )  # fmt: skip


def _check_held_out(without: Sequence[str], there: Sequence[str]) -> None:
    """A deck to be measured on would be trained on, unseen, if its name were misspelt."""
    unknown = [name for name in without if name not in (*there, OWN_DECK)]
    if unknown and there:
        raise ValueError(f"no deck to leave out is called {unknown[0]}: there are {listed(there)}")


def _share(name: str) -> float:
    return next((share for start, share in SELDOM.items() if name.startswith(start)), 1.0)
