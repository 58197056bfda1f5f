"""The letters A-L-I-V-E before each player: which of them lie face up, and who turned one.

A letter keeps its place in its row and shows its back when it is turned over. Faces that half
cover each other are found in some looks only; a back on top is found in all. So what is counted
are backs that lie where a letter was.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.seen import Letters
from vision.card_things import CLEARLY, middle_of
from vision.geometry import sides
from vision.look import Look
from vision.motion import NEVER, Box, Contrast
from vision.sights import CardSight, Quad
from vision.things import box_of, moved_quad

LETTERS = "ALIVE"
OwnerAt = Callable[[float, float], str | None]
"""The player to whom a point of the picture belongs, None where to nobody or nobody knows."""
_SAME = 0.55
"""In widths of a card: a face or back so near is of this letter."""
_ROW = 1.2
"""In the same: a back so near to a letter lies in the same row."""
_BACK = 0.6
"""Confidence from which a back is believed; what shows of a half-covered face may look like one."""
_AGREED, _PATIENCE = 2, 8
"""Looks at rest that must show the other side, and those without it after which it was none."""
_SURE = 0.95
_AROUND = (0.0, 0.4, 0.2)
"""Surroundings of a letter, in its lengths, taken in besides by the looks for the rest of its row,
one after the other: in the whole picture letters at the far side are small."""


@dataclass(eq=False)
class _Letter:
    """One letter, where it was last seen, and whose it is.

    `shown`: the picture in which this side was last seen. `other`: looks that showed its other
    side, with none between them that showed this one; `misses`: looks since then that showed
    neither. `searched`: looks round it at which its row was not complete.
    """

    quad: Quad
    owner: str
    up: bool
    shown: Contrast
    other: int = 0
    misses: int = 0
    searched: int = 0

    @property
    def box(self) -> Box:
        """The upright box in picture pixels."""
        return box_of(self.quad)

    def gap(self, x: float, y: float) -> float:
        """The distance of a point in widths of a card."""
        return math.dist(middle_of(self.quad), (x, y)) / float(sides(self.quad[None])[0].min())

    def keep(self, quad: Quad, now: Contrast) -> None:
        """A look shows the side that is known."""
        self.quad, self.shown = quad, now
        self.other = self.misses = 0

    def may_show(self, sight: CardSight, look: Look) -> bool:
        """Whether the sight may be of its other side: something moved there, and a back is sure."""
        if look.rest(self.box) <= self.shown.t:
            return False
        back = sight.confidence >= _BACK and look.differs(self.box, self.shown)
        return sight.face == "up" or back


class LettersOnTable:
    """All letters in view.

    `place`: whose calibrated place a point is in. `owner`: whose side of the table it is on.
    """

    def __init__(self, owner: OwnerAt, place: OwnerAt) -> None:
        self._owner, self._place = owner, place
        self._letters: list[_Letter] = []

    @property
    def unsettled(self) -> list[Box]:
        """Boxes that need another look: letters that one showed turned, and one in a row of which
        some are missing, whose neighbours show beside it."""
        turned = [letter.box for letter in self._letters if letter.other]
        return turned + [_around(letter) for letter in self._searched()]

    def update(
        self, sights: Sequence[CardSight], look: Look
    ) -> tuple[list[CardSight], list[Letters]]:
        """The sights that are no letters, and who turned one over."""
        left, seen = list[CardSight](), list[Letters]()
        for known in self._searched():
            known.searched += look.judges(_around(known))
        unseen = {id(letter): letter for letter in self._letters if letter.other}
        # Letters first: what else lies among them is judged by where they are.
        for sight in sorted(sights, key=lambda sight: not _is_letter(sight)):
            if (letter := self._letter_of(sight, look)) is None:
                # No letter is played: what reads as one in a pile is a card that is half covered.
                if self._may_be_played(sight):
                    left.append(_unread(sight) if _is_letter(sight) else sight)
            elif not look.blocked(box_of(sight.quad)):
                unseen.pop(id(letter), None)
                seen += self._shown(letter, sight, look)
        for letter in unseen.values():
            letter.misses += look.judges(letter.box)
            if letter.misses >= _PATIENCE:
                letter.other = letter.misses = 0
        return left, seen

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for letter in self._letters:
            letter.quad = moved_quad(letter.quad, transform)

    def _searched(self) -> list[_Letter]:
        """The letter round which others of its row are looked for next, if any."""
        known = Counter(letter.owner for letter in self._letters)
        short = [letter for letter in self._letters if known[letter.owner] < len(LETTERS)]
        short = [letter for letter in short if letter.searched < len(_AROUND)]
        return sorted(short, key=lambda letter: letter.searched)[:1]

    def _may_be_played(self, sight: CardSight) -> bool:
        """Whether it may be a card: what is read poorly beside somebody's letters is of them."""
        x, y = middle_of(sight.quad)
        owner = self._place(x, y) or self._owner(x, y)
        among = owner is not None and any(letter.owner == owner for letter in self._letters)
        return not among or sight.sure >= CLEARLY

    def _letter_of(self, sight: CardSight, look: Look) -> _Letter | None:
        """The letter that the sight shows; a new one where none was known there."""
        x, y = middle_of(sight.quad)
        placed, down = self._place(x, y), sight.face == "down"
        near = min(self._letters, key=lambda letter: letter.gap(x, y), default=None)
        is_letter = down or placed is not None or _is_letter(sight)
        if near is not None and near.gap(x, y) < _SAME:
            return near if is_letter else None
        owner = placed or (self._owner(x, y) if is_letter else None)
        if down:
            # Turned before anybody looked, in a game that goes on; else somebody's hand.
            lay_there = look.rest(box_of(sight.quad)) == NEVER and sight.confidence >= _BACK
            in_row = near is not None and near.gap(x, y) < _ROW
            owner = placed or (near.owner if near and in_row else None) if lay_there else None
        if owner is None:
            return None
        self._letters.append(_Letter(sight.quad, owner, not down, look.now))
        return self._letters[-1]

    def _shown(self, letter: _Letter, sight: CardSight, look: Look) -> list[Letters]:
        up = sight.face == "up"
        if letter.up == up:
            letter.keep(sight.quad, look.now)
        if letter.up == up or not letter.may_show(sight, look):
            return []
        letter.other += 1
        if letter.other < _AGREED:
            return []
        letter.up = up
        letter.keep(sight.quad, look.now)
        rest = look.rest(letter.box)
        n = self._up(letter.owner)
        return [Letters(t=rest, seat=letter.owner, n=n, confidence=_SURE)]

    def _up(self, owner: str) -> int:
        down = sum(not letter.up for letter in self._letters if letter.owner == owner)
        return max(0, len(LETTERS) - down)


def _around(letter: _Letter) -> Box:
    return box_of(letter.quad, _AROUND[letter.searched])


def _unread(sight: CardSight) -> CardSight:
    return replace(sight, card="??", candidates=(), rank_confidence=0.0, suit_confidence=0.0)


def _is_letter(sight: CardSight) -> bool:
    """Whether its likeliest face is one, be it as unsure as it may; backs have none."""
    code = sight.candidates[0][0] if sight.candidates else sight.card
    return len(code) == 1 and code in LETTERS
