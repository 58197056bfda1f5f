"""Simulated people at a Blackout table: dice, beers, answers, and cheats that a record shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.games.blackout.cheating import Cheat, opportunities
from engine.games.blackout.state import GULPS_PER_BEER, Need, State
from engine.games.blackout.turns import extra_first
from engine.playout import Plan, Planted
from engine.questions import Event

if TYPE_CHECKING:
    from engine.setup import Setup

SMALLEST_CAN: Final = 10
"""Gulps with which the thirstiest of random people empty a beer."""
_GUESTS: Final = ("Gil", "Hob", "Ida", "Jon")
_REASONS: Final = ("off_table", "cocked", "stacked", "missing")


class BlackoutPlayout:
    """One game of Blackout; see `engine.playout.Playout`.

    Random people also forget, come late, come and go, and some tables count no beers. Beers are
    opened and emptied by the gulps that the state counts for each player.
    """

    def __init__(self, setup: Setup, rng: random.Random, plan: Plan) -> None:
        self.planted: list[Planted] = []
        self._rng = rng
        self._cheating = plan.cheating
        self._careful = plan.sense == "sensible"
        self._counts_beers = self._careful or rng.random() < 0.8
        self._can: dict[str, int] = {}
        self._emptied: dict[str, int] = {}
        self._events = 0
        self._does: tuple[Callable[[State], Event | None], ...] = (
            self._ends, self._orders, self._drinks, self._answers, self._remarks, self._moves,
        )  # fmt: skip

    def next(self, state: State) -> Event | None:
        """The next event; None when the game is over."""
        if state.over:
            return None
        self._events += 1
        return self._cheats(state) or self._plays(state)

    def _plays(self, state: State) -> Event:
        for does in self._does:
            event = does(state)
            if event is not None:
                return event
        return self._rolls(state)

    def _maybe(self, chance: float) -> bool:
        """Whether random people do something now; sensible people never do it."""
        return not self._careful and self._rng.random() < chance

    def _die(self) -> int:
        return self._rng.randint(1, 6)

    def _pair(self) -> list[int]:
        return [self._die(), self._die()]

    def _cheats(self, state: State) -> Event | None:
        if not self._cheating or self._rng.random() >= self._cheating:
            return None
        found = [one for one in opportunities(state, self._pair()) if self._fits(one)]
        if not found:
            return None
        cheat = self._rng.choice(found)
        planted = Planted(
            kind=cheat.kind, player=cheat.player, event=self._events, shown=self._events
        )
        self.planted.append(planted)
        return cheat.event

    def _fits(self, cheat: Cheat) -> bool:
        """Whether a cheat shows at this table: where no beers are counted, none is opened."""
        return self._counts_beers or "opened" not in cheat.event

    # --- before the first and after the last roll

    def _orders(self, state: State) -> Event | None:
        """Rolls for who begins: all at once, or one after the other (BLK-08)."""
        due = state.order_due
        if not due:
            begins = state.current is None and state.turn is None and self._events == 1
            if not begins or self._maybe(0.3):
                return None
            due = state.order
        if self._maybe(0.3):
            due = due[:1]
        return {"order": {name: self._pair() for name in due}}

    def _ends(self, state: State) -> Event | None:
        """The Beerocalypse (BLK-33, BLK-35); a table that counts no beers calls it by itself."""
        if state.contest:
            return {"chug_winner": self._rng.choice(state.contest)}
        if state.apocalypse == "on":
            return {"finish_order": self._places(state)}
        if not self._counts_beers and self._events > 40 and self._maybe(0.05):
            return {"set": {"beerocalypse": True}, "reason": "the last beer is open"}
        return None

    def _places(self, state: State) -> list[list[str]]:
        names = self._rng.sample(state.chug, len(state.chug))
        places = [[name] for name in names]
        if len(places) > 1 and self._rng.random() < 0.1:
            places[:2] = [names[:2]]
        return places

    # --- beers

    def _drinks(self, state: State) -> Event | None:
        """Whoever owes gulps opens a beer for them; whose gulps fill a can has emptied it."""
        if not self._counts_beers or state.apocalypse == "on":
            return None
        for name in state.order:
            if state.open(name) > 0 and state.gulps.get(name, 0) >= self._can_of(name):
                self._emptied[name] = min(state.gulps[name], GULPS_PER_BEER)
                return {"finished": name}
            if state.left > 0 and state.open(name) == 0 and self._is_thirsty(state, name):
                self._emptied.pop(name, None)
                return {"opened": name}
        return None

    def _can_of(self, name: str) -> int:
        """The gulps in a beer of this player."""
        if self._careful:
            return GULPS_PER_BEER
        return self._can.setdefault(name, self._rng.randint(SMALLEST_CAN, GULPS_PER_BEER))

    def _is_thirsty(self, state: State, name: str) -> bool:
        """Whether the running turn makes a player drink more than the beer just emptied held."""
        owes = state.current.owes if state.current else {}
        if name not in owes:
            return False
        if name not in state.gulps:
            return owes[name] > 0
        return state.gulps[name] > self._emptied.get(name, GULPS_PER_BEER)

    # --- what people say

    def _answers(self, state: State) -> Event | None:
        """Duels, measurements and bans; random people let some of them wait."""
        held = state.held
        if held is not None:
            if self._maybe(0.05):
                return {"turn_done": held.roller}
            return self._answer(state, held)
        if state.needs and self._maybe(0.5):
            return self._answer(state, state.needs[-1])
        if state.barring is not None and not self._maybe(0.2):
            return {"ban": self._other(state, state.barring), "by": state.barring}
        return None

    def _answer(self, state: State, need: Need) -> Event:
        if need.kind == "duel":
            other = self._other(state, need.roller)
            return {"duel": {need.roller: self._die(), other: self._die()}}
        if self._careful:
            drunk = {name: state.gulps.get(name, 0) for name in need.compare}
            return {"fuller": min(need.compare, key=drunk.__getitem__)}
        return {"fuller": self._rng.choice(need.compare)}

    def _other(self, state: State, name: str) -> str:
        return self._rng.choice([other for other in state.order if other != name])

    def _remarks(self, state: State) -> Event | None:
        """The end of the last turn, which has to be told, toasts, and what nobody has to say."""
        turn = state.current
        if turn and state.apocalypse == "pending" and not extra_first(state):
            return {"turn_done": turn.roller}
        if state.toast and not self._maybe(0.5):
            return {"toast": state.toast}
        if turn and self._maybe(0.05):
            return {"turn_done": turn.roller}
        return {"ask": "beers"} if self._maybe(0.01) else None

    def _moves(self, state: State) -> Event | None:
        """Somebody leaves, or sits down (BLK-37)."""
        if not self._maybe(0.01):
            return None
        if self._rng.random() < 0.5:
            name = self._rng.choice(state.order)
            return {"leave": name} if len(state.order) > 2 else None
        away = [*state.gone, *(guest for guest in _GUESTS if guest not in state.everyone)]
        if not away or len(state.order) >= state.house.players[1]:
            return None
        after = self._rng.choice((None, *state.order))
        return {"join": self._rng.choice(away), **({"after": after} if after else {})}

    def _rolls(self, state: State) -> Event:
        by = state.turn or self._rng.choice(state.order)
        if self._maybe(0.03):
            return {"bad_roll": self._rng.choice(_REASONS), "by": by}
        return {"roll": self._pair(), "by": by}
