"""Simulated people at a Five Alive table: cards, answers, and cheats that a record shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.games.fivealive.cards import LIMIT, coded, read, value
from engine.games.fivealive.cheating import Cheats
from engine.games.fivealive.physical import Cards
from engine.games.fivealive.state import Bomb, State
from engine.games.fivealive.switches import house_of
from engine.playout import Plan, Planted
from engine.questions import Event

if TYPE_CHECKING:
    from engine.setup import Setup

_GUESTS: Final = ("Gil", "Hob", "Ida", "Jon")
_LAST: Final = ("0", "EQ0", "EQ10", "PASS", "REVERSE", "SKIP", "EQ21", "DRAW1", "DRAW2")
"""What sensible people keep longest, the dearest first; a 0 answers a Bomb."""


class FiveAlivePlayout:
    """One game of Five Alive; see `engine.playout.Playout`.

    Random people also flip for nothing, play numbers that are too high, throw several cards,
    let a Bomb wait, come and go.
    """

    def __init__(self, setup: Setup, rng: random.Random, plan: Plan) -> None:
        self._rng = rng
        self._careful = plan.sense == "sensible"
        self.cards = Cards(rng, house_of(setup.house).deck)
        self._cheats = Cheats(self.cards, rng, plan.cheating)
        self._redealt = False
        self._does: tuple[Callable[[State], Event | None], ...] = (
            self._shows, self._answers, self._chooses, self._remarks, self._moves,
        )  # fmt: skip

    @property
    def planted(self) -> list[Planted]:
        """The cheats so far."""
        return self._cheats.planted

    def next(self, state: State) -> Event | None:
        """The next event; None when the game is over."""
        if self._redealt:
            self.cards.redeal(state)
            self._cheats.forget(state.order)
        self._cheats.forget(self.cards.follow(state))
        if state.over and not state.unrevealed:
            return None
        event = self._cheats.next(state) or self._plays(state)
        self._redealt = self._is_redeal(state, event)
        self._cheats.happens(state, event)
        self._moved(state, event)
        return event

    def _plays(self, state: State) -> Event:
        for does in self._does:
            event = does(state)
            if event is not None:
                return event
        return self._turn(state)

    def _maybe(self, chance: float) -> bool:
        """Whether random people do something now; sensible people never do it."""
        return not self._careful and self._rng.random() < chance

    # --- what becomes of the cards

    def _moved(self, state: State, event: Event) -> None:
        """Cards that an event takes out of hands."""
        played = event.get("play", event.get("choose"))
        if played is not None and self._stays(state, event["by"], read(played)):
            self.cards.play(event["by"], read(played))
        elif "left" in event:
            self.cards.play(event["by"], read(event["left"]))
        for name, said in event.get("bomb", {}).items():
            bomb = next(b for b in reversed((*state.open, state.bomb)) if b and name in b.due)
            if said == "zero" and bomb.hand == state.hand:
                self.cards.play(name, "0")

    def _stays(self, state: State, player: str, card: str) -> bool:
        if state.bomb is None and player != state.turn:
            return False
        return state.total + (value(card) or 0) <= LIMIT

    def _is_redeal(self, state: State, event: Event) -> bool:
        played = event.get("play", event.get("choose"))
        return played == "REDEAL" and event["by"] == state.turn and state.hands[state.turn] > 1

    # --- what people say

    def _shows(self, state: State) -> Event | None:
        """Hands of tied players, all at once or one by one (FAL-35)."""
        names = state.unrevealed[:1] if self._maybe(0.5) else state.unrevealed
        if not names:
            return None
        return {
            "reveal": {name: [coded(card) for card in self.cards.hands[name]] for name in names}
        }

    def _answers(self, state: State) -> Event | None:
        """Answers to a Bomb; random people give some of them late (FAL-24)."""
        bomb = state.bomb
        if bomb is not None:
            if self._maybe(0.05):
                return {"set": {"needs": None}, "reason": "play goes on"}
            return self._answer(state, bomb)
        return self._answer(state, state.open[-1]) if state.open and self._maybe(0.3) else None

    def _answer(self, state: State, bomb: Bomb) -> Event:
        names = bomb.due
        if self._maybe(0.4):
            names = (self._rng.choice(bomb.due),)
            if bomb is state.bomb and self._maybe(0.3):
                return self._answers_by_hand(names[0])
        return {"bomb": {name: self._cheats.zero(state, bomb, name) for name in names}}

    def _answers_by_hand(self, name: str) -> Event:
        """A 0 that lands, or a letter that is flipped, is an answer too."""
        return {"play": 0, "by": name} if "0" in self.cards.hands[name] else {"flip": name}

    def _chooses(self, state: State) -> Event | None:
        """Which of several cards stays (FAL-33)."""
        if not state.several:
            return None
        return {"choose": coded(self._rng.choice(state.several)), "by": state.turn}

    def _remarks(self, state: State) -> Event | None:
        """What nobody has to say: cards drawn, letters left."""
        if state.drawn and self._maybe(0.2):
            name = self._rng.choice(list(state.drawn))
            return {"drew": {name: state.drawn[name]}}
        if self._maybe(0.01):
            side = self._rng.choice(list(state.lives))
            return {"letters": {side: state.lives[side]}}
        return None

    def _moves(self, state: State) -> Event | None:
        """Somebody leaves, or sits down."""
        if not self._maybe(0.005):
            return None
        if self._rng.random() < 0.5:
            return {"leave": self._rng.choice(state.order)} if len(state.order) > 2 else None
        able = [n for n in state.gone if state.lives[state.sides[n]] > 0]
        away = [*able, *(guest for guest in _GUESTS if guest not in state.everyone)]
        if not away or len(state.order) >= state.house.seats[1]:
            return None
        after = self._rng.choice((None, *state.everyone))
        return {"join": self._rng.choice(away), **({"after": after} if after else {})}

    # --- a turn

    def _turn(self, state: State) -> Event:
        player, hand = state.turn, self.cards.hands[state.turn]
        fits = [card for card in hand if state.total + (value(card) or 0) <= LIMIT]
        if len(hand) > 1 and self._maybe(0.01):
            return {"plays": [coded(card) for card in self._rng.sample(hand, 2)], "by": player}
        if not hand or (not fits and not self._maybe(0.5)) or self._flips(state):
            return {"flip": player}
        if not fits or self._maybe(0.05):
            fits = hand
        card = max(fits, key=_sense) if self._careful else self._rng.choice(fits)
        return {"play": coded(card), "by": player}

    def _flips(self, state: State) -> bool:
        return state.house.voluntary_flip and self._maybe(0.03)


def _sense(card: str) -> int:
    """How gladly sensible people play a card: high numbers first, zeros and escapes last."""
    return _LAST.index(card) - len(_LAST) if card in _LAST else value(card) or 10
