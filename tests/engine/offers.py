"""A table that sees anything, and every answer that it is offered tried beside the game."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.codes import NUMBERS, RANKS, SUITS, WILDS
from engine.questions import Choice, Event, Interpretation, Propose, Question
from engine.referee import Referee
from engine.seen import (
    CardLanded,
    CardRemoved,
    CardsLanded,
    Dice,
    DiceBad,
    Die,
    Letters,
    Seen,
    Swept,
    TrickTaken,
    TurnUp,
)
from tests.engine.playing import Game

_DOUBTFUL = ("??", "K?", "?h", "Jk")
_STANDARD = (*(rank + suit for rank in RANKS for suit in SUITS), *_DOUBTFUL)
_CODES = {"fivealive": (*NUMBERS, *WILDS, "Qs", "??")}
_KINDS = {"blackout": ("dice", "dice", "dice", "die", "die", "bad", "landed")}
_CARDS = ("landed", "landed", "landed", "two", "two", "removed", "removed", "swept", "trick",
          "turn_up", "letters", "die")  # fmt: skip


class Move(NamedTuple):
    """What is seen next, and which of the answers is taken: numbers, so that they shrink."""

    kind: int
    cards: tuple[int, int, int]
    seat: int
    sure: float
    pick: int
    told: int


class Watched:
    """A game that people began to play by the rules, and that goes on with what is seen."""

    def __init__(self, name: str, seed: int, events: int) -> None:
        game = Game(name, seed).play(events)
        self.name, self.referee = name, game.referee
        self.before: list[Seen] = []
        self.log: list[Any] = [(game.setup.players, game.setup.house), *game.events]

    def go_on(self, move: Move) -> None:
        """One more thing is seen, and somebody answers what the program asks."""
        state = self.referee.state
        self._tell(move)
        seen = self._seen(move)
        self.log.append(seen)
        found = self.referee.game.interpret(self.referee.state, seen, tuple(self.before))
        self.before.append(seen)
        self._offered(found, move.pick)
        self._offered(self.referee.question, move.told)
        if self.referee.state is not state:
            self.before.clear()

    def _tell(self, move: Move) -> None:
        """Now and then people enter something, or correct the record."""
        name = self._names[move.seat % len(self._names)]
        entered: tuple[Event, ...] = (
            {"unwell": name}, {"leave": name}, {"join": name}, {"undo": 1}, {"pass": name},
            {"flip": name}, {"set": {"turn": name}}, {"finished": name}, {"opened": name},
            {"next_round": {}}, {"bid": move.cards[0] % 4, "by": name},
        )  # fmt: skip
        if move.told % 3 == 0:
            self.log.append(entered[move.told // 3 % len(entered)])
            self.referee.submit(self.log[-1])

    @property
    def _names(self) -> tuple[str, ...]:
        return (*self.referee.game.players(self.referee.state), "Zoe")

    # --- what is offered

    def _offered(self, found: Interpretation, pick: int) -> None:
        """Every offer is taken by the referee; then the game goes on with one of them."""
        if isinstance(found, Propose):
            offers = [found.events]
        elif found is not None:
            self._well_put(found)
            offers = list(_of(found))
        else:
            return
        for events in offers:
            self._taken(self._beside(), events)
        self._taken(self.referee, offers[pick % len(offers)])

    def _well_put(self, found: Question) -> None:
        texts = [choice.text for choice in found.answers]
        assert texts, found
        assert len(texts) == len(set(texts)), (texts, self.log[-12:])

    def _taken(self, referee: Referee, events: Sequence[Event]) -> None:
        if referee is self.referee:
            self.log += events
        for event in events:
            error = referee.submit(event).get("error")
            if error is not None and not meant(self.name, event, error):
                log = "\n".join(map(str, self.log[:1] + self.log[-12:]))
                raise AssertionError(f"{error}: {events}\n{log}")

    def _beside(self) -> Referee:
        """The same game once more, to try something in."""
        other = copy.copy(self.referee)
        other.record, other.ledger = copy.copy(other.record), copy.deepcopy(other.ledger)
        other.record.slots = list(other.record.slots)
        return other

    # --- what is seen

    def _seen(self, move: Move) -> Seen:
        kinds = _KINDS.get(self.name, _CARDS)
        one, two, three = move.cards
        pip, sure = one % 6 + 1, move.sure
        seat = (None, *self._names)[move.seat % (len(self._names) + 1)]
        first, second, third = self._code(one), self._code(two), self._code(three)
        pair = tuple(sorted((pip, two % 6 + 1)))
        things: dict[str, Seen] = {
            "landed": CardLanded(t=1.0, card=first, seat=seat, confidence=sure,
                                 alternatives=((second, 1 - sure),)),
            "two": CardsLanded(t=1.0, seat=seat, confidence=sure,
                               cards=(first, second, third)[: 2 + move.pick % 2]),
            "removed": CardRemoved(t=1.0, card=first, seat=seat),
            "swept": Swept(t=1.0),
            "trick": TrickTaken(t=1.0, seat=seat, cards=()),
            "turn_up": TurnUp(t=1.0, card=first, confidence=sure),
            "letters": Letters(t=1.0, seat=seat, n=one % 6),
            "dice": Dice(t=1.0, values=pair, seat=seat, confidence=sure,
                         alternatives=(((three % 6 + 1,) * 2, 1 - sure),)),
            "die": Die(t=1.0, value=pip, seat=seat, confidence=sure),
            "bad": DiceBad(t=1.0, reason="cocked", seat=seat, confidence=sure),
        }  # fmt: skip
        return things[kinds[move.kind % len(kinds)]]

    def _code(self, number: int) -> str:
        """Any card, or one that lies there."""
        view = self.referee.game.view(self.referee.state)
        laid = (one["card"] for one in view.get("table", ()))
        lying = (*filter(None, [view.get("top")]), *view.get("choices", ()), *laid)
        codes = (*_CODES.get(self.name, _STANDARD), *lying * 4)
        return str(codes[number % len(codes)])


def _of(found: Question) -> Iterator[tuple[Event, ...]]:
    """The events of each answer, and what goes on where nobody answers."""
    for choice in found.answers:
        yield events_of(choice)
    if found.otherwise is not None:
        yield (found.otherwise,)


def events_of(choice: Choice) -> tuple[Event, ...]:
    """What an answer tells the referee, in order."""
    return tuple(event for event in (choice.first, choice.event) if event is not None)


def meant(name: str, event: Event, error: str) -> bool:
    """Whether an offer is made in order to hear that error: a card stays (BGD-09), a roll out of
    turn does not count (PROTOCOL section 4)."""
    return (error == "card_stays" and "take_back" in event) or (
        name == "blackout" and error == "out_of_turn" and "roll" in event
    )
