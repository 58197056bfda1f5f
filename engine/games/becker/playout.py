"""Simulated people who play Becker's Game of Death with real hands (`engine.playout`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.games.becker.cards import DECK, GIVES, OPENING, TAKES, VALUES
from engine.games.becker.cheating import Cheats
from engine.games.becker.state import State
from engine.playout import Plan, Planted
from engine.questions import Event

if TYPE_CHECKING:
    from engine.setup import Setup

_MISTAKE = 0.04
"""How often people who play at random do something foolish, or somebody calls something out."""
_EXEMPTS = ("spill", "forgot the turn", "misdeal")


class BeckerPlayout:
    """A table that plays a number of rounds; `next` is told the referee's state each time."""

    def __init__(self, _: Setup, rng: random.Random, plan: Plan, rounds: int = 1) -> None:
        self.hands: dict[str, list[str]] = {}
        self._chance = rng
        self._plan = plan
        self._rounds = rounds
        self._round = 0
        self._dealt: dict[str, int] = {}
        self._cheats = Cheats()
        self._events = 0

    @property
    def planted(self) -> Sequence[Planted]:
        """The cheats so far."""
        return self._cheats.planted

    def next(self, state: State) -> Event | None:
        """The next event; None after the last round."""
        if state.round != self._round or (state.dealt != self._dealt and not state.opened):
            self._deal(state)
        for hand in self.hands.values():
            hand[:] = [card for card in hand if card not in state.out]
        event = self._event(state)
        if event is not None:
            self._events += 1
            self._cheats.seen(event, self._events, state)
        return event

    def _deal(self, state: State) -> None:
        """Deals the real hands; cards that stay out never hold the 2 of diamonds (BGD-03)."""
        self._round, self._dealt = state.round, state.dealt
        self._cheats.new_deal()
        deck = sorted(DECK - {OPENING})
        self._chance.shuffle(deck)
        deck = [OPENING, *deck][: sum(state.dealt.values())]
        self._chance.shuffle(deck)
        for name in state.everyone:
            n = state.dealt[name]
            self.hands[name], deck = deck[:n], deck[n:]

    def _event(self, state: State) -> Event | None:
        if state.over and not state.pools:
            return self._after(state)
        if self._plan.sense == "random" and self._chance.random() < _MISTAKE:
            mistake = self._mistake(state)
            if mistake is not None:
                return mistake
        if state.pools:
            return self._give(state)
        if state.pick:
            return {"choose": self._chance.choice(state.pick.cards), "by": state.pick.by}
        return self._move(state)

    # --- the rules' own moves

    def _after(self, state: State) -> Event | None:
        """Hands are shown, of all at once or of one after the other; then the next round."""
        hidden = [name for name in state.present if name not in state.revealed]
        if hidden:
            names = hidden if self._chance.random() < 0.5 else hidden[:1]
            return {"reveal": {name: self._shown(state, name) for name in names}}
        if self._round < self._rounds and len(state.present) > 1:
            return {"next_round": {"dealer": state.sweeper}}
        return None

    def _shown(self, state: State, name: str) -> list[str]:
        hand = self.hands[name]
        if hand and self._tempted():
            rest, number = hand[1:], self._events + 1
            suspect = any(card not in GIVES for card in rest)
            self._cheats.plant("hand_count", name, number, number if suspect else None)
            return rest
        return list(hand)

    def _tempted(self) -> bool:
        return self._plan.cheating > 0 and self._chance.random() < self._plan.cheating

    def _give(self, state: State) -> Event:
        """A split among the others, of a part of the drinks now and then, or aloud."""
        pool = state.pools[0]
        others = [name for name in state.present if name != pool.by]
        if self._chance.random() < 0.05:
            return {"give": None, "by": pool.by}
        n = pool.n if self._chance.random() < 0.9 else self._chance.randint(1, pool.n)
        split: dict[str, int] = {}
        for _ in range(n):
            name = self._chance.choice(others)
            split[name] = split.get(name, 0) + 1
        return {"give": split, "by": pool.by}

    def _move(self, state: State) -> Event:
        """The player in turn throws, or passes without a card that fits."""
        player = state.turn or self._opener(state)
        hand = self.hands[player]
        fitting = [card for card in hand if state.allows(card)]
        if state.out and self._tempted():
            cheat = self._cheat(state, player, fitting)
            if cheat is not None:
                return cheat
        if not fitting:
            return {"pass": player}
        return {"play": self._choice(state, fitting), "by": player}

    def _opener(self, state: State) -> str:
        return next(name for name in state.present if OPENING in self.hands[name])

    def _choice(self, state: State, fitting: list[str]) -> str:
        if self._plan.sense == "random":
            return self._chance.choice(fitting)
        return min(fitting, key=lambda card: (self._cost(state, card), self._chance.random()))

    def _cost(self, state: State, card: str) -> float:
        """What a card costs its thrower, less what it lets others drink."""
        cost = TAKES.get(card, 0) - GIVES.get(card, 0) / max(1, len(state.present) - 1)
        top = state.top
        if top and card[0] == top[0]:
            return cost - 0.5
        if top and card[1] == top[1] and card[0] not in "AJQK":
            cost += max(0, VALUES.get(top[0], 0) - VALUES[card[0]])
        return cost

    # --- cheating

    def _cheat(self, state: State, player: str, fitting: list[str]) -> Event | None:
        """Passes with a card that fits, or throws a card that was thrown before."""
        number = self._events + 1
        if fitting and (state.top or state.swept) and self._chance.random() < 0.7:
            self._cheats.false_pass(state, player, fitting, number)
            return {"pass": player}
        card = self._chance.choice(sorted(state.out))
        self._cheats.plant("duplicate_card", player, number, number)
        return {"play": card, "by": player}

    # --- honest mistakes, and what people call out

    def _mistake(self, state: State) -> Event | None:
        """Nothing of this proves anything, since nobody cheats by it."""
        kinds = (self._wrong_card, self._wrong_player, self._at_once, self._called_out)
        return self._chance.choice(kinds)(state)

    def _wrong_card(self, state: State) -> Event | None:
        player = state.turn
        if player is None or not self.hands[player] or state.pick:
            return None
        return {"play": self._chance.choice(self.hands[player]), "by": player}

    def _wrong_player(self, state: State) -> Event | None:
        names = [name for name in state.present if self.hands[name] and name != state.turn]
        if not names or state.turn is None:
            return None
        player = self._chance.choice(names)
        return {"play": self._chance.choice(self.hands[player]), "by": player}

    def _at_once(self, state: State) -> Event | None:
        player = state.turn
        if player is None or len(self.hands[player]) < 2 or state.pick:
            return None
        return {"plays": self._chance.sample(self.hands[player], 2), "by": player}

    def _called_out(self, state: State) -> Event | None:
        """A D'oh, a vote, an accusation, or somebody goes home."""
        names = list(state.present)
        one, other = self._chance.sample(names, 2)
        ayes = [name for name in names if self._chance.random() < 0.5]
        events: list[dict[str, Any]] = [
            {"doh": one, "reason": self._chance.choice(_EXEMPTS)},
            {"vote": "delay", "target": one, "reason": "slow", "aye": ayes},
            {"accuse": one, "by": other, "act": "hiding_cards", "aye": ayes},
        ]
        if len(names) > 2 and self._chance.random() < 0.2:
            return {"leave": one}
        return self._chance.choice(events)
