"""Notices that the cards on the table are of a deck that the eyes do not know."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from engine.seen import Seen
from vision.card_things import SAME_PLACE, CardThing, overlap
from vision.motion import NEVER
from vision.sights import Quad
from vision.things import LOOKS

_LATEST, _FEWEST = 6, 5
"""So many of the latest cards are judged together, from the fewest on."""
_READ = 0.55
"""How surely such cards are read in the mean where they are of the deck: five and six cards of
another deck were read at 0.0 to 0.5, those of an odd but ordinary one by a weak lamp at 0.63."""
_AGAIN, _SURELY = 2, 0.85
"""So many cards one after the other, read so surely, say that the right deck is there again; so
many more each time that was wrong: some cards of another deck look like those of the right one."""
_WRONG = (
    "The cards on the table cannot be read as those of {deck}: enrol the deck with `symposiarch"
    " enrol NAME` and start with --deck NAME. The game waits."
)
_RIGHT = "The cards can be read again: the game goes on."


class DeckWatch:
    """Follows how many of the face-up cards that came to the table can be read.

    `deck`: what people call the deck that is expected. `belongs(code)`: whether it has such a card.
    `tell` takes sentences for people, each once for every change. A card speaks once.
    """

    def __init__(
        self, deck: str, belongs: Callable[[str], bool], tell: Callable[[str], None]
    ) -> None:
        self._deck, self._belongs, self._tell = deck, belongs, tell
        self._sure: deque[float] = deque(maxlen=_LATEST)
        self._places: deque[Quad] = deque(maxlen=_LATEST)
        self._waits = False
        self._needed = 0
        self._held: list[Seen] = []

    def let_pass(self, seen: Sequence[Seen], things: Iterable[CardThing]) -> list[Seen]:
        """What of that is to be told, now that these cards lie there: nothing while they are of
        another deck. What happened since the first that are of the right one is told late."""
        self._note(things)
        if self._waits and not self._is_right(self._sure[-1]):
            self._held.clear()
        else:
            self._held += seen
        if self._waits:
            return []
        told, self._held = self._held, []
        return told

    def _note(self, things: Iterable[CardThing]) -> None:
        for thing in things:
            if not thing.judged and _is_due(thing):
                thing.judged = True
                self._judge(thing)

    def _judge(self, thing: CardThing) -> None:
        # Two cards that read alike are not both of the deck.
        sure = thing.sure if self._belongs(thing.code) and not thing.doubled else 0.0
        if sure < _READ:
            # What cannot be read is lost and found again: at one place it is one thing.
            if any(overlap(thing.quad, place) >= SAME_PLACE for place in self._places):
                return
            self._places.append(thing.quad)
        self._sure.append(sure)
        if self._waits and all(map(self._is_right, list(self._sure)[-self._needed :])):
            self._waits = False
            self._sure.clear()
            self._tell(_RIGHT)
        elif not self._waits and self._is_wrong():
            self._waits = True
            self._needed = min(self._needed + _AGAIN, _LATEST)
            self._tell(_WRONG.format(deck=self._deck))

    @staticmethod
    def _is_right(sure: float) -> bool:
        return sure >= _SURELY

    def _is_wrong(self) -> bool:
        return len(self._sure) >= _FEWEST and sum(self._sure) < _READ * len(self._sure)


def _is_due(thing: CardThing) -> bool:
    """Whether it came to the table and has been looked at enough, in full."""
    looked = thing.landed or (thing.hits >= LOOKS and thing.is_found)
    return looked and thing.rest > NEVER and not thing.covered
