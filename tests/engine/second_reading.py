"""A second reading of RULES 2: whole games of Jookie as scenarios, made without the engine."""

from __future__ import annotations

import random
from typing import Any

from tests.engine.scenario_files import Scenario

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


class Jookie:
    """A whole game by people who follow suit; `scenario` holds what the referee must say."""

    def __init__(self, players: str, seed: int, house: dict[str, Any]) -> None:
        self.rng, self.players, self.house = random.Random(seed), players, house
        self.steps: list[dict[str, Any]] = []
        self.score, self.shots = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
        self.rounds = 13 if len(players) == 4 else 10
        for number in range(1, self.rounds + 1):
            self._round(number)

    @property
    def scenario(self) -> Scenario:
        """The game in the form of PROTOCOL section 4."""
        about = {"id": "JKE-whole", "players": list(self.players), "config": self.house}
        return {**about, "steps": self.steps, "totals": self.shots}

    def _says(self, event: dict[str, Any], **out: Any) -> None:
        self.steps.append({"in": event, "out": out})

    def _next(self, player: str, by: int = 1) -> str:
        return self.players[(self.players.index(player) + by) % len(self.players)]

    def _round(self, number: int) -> None:
        size, dealer = max(5, number), self._next(self.players[-1], number - 1)
        deck = self.rng.sample(DECK, len(DECK))
        self.hands = {name: [deck.pop() for _ in range(size)] for name in self.players}
        up = deck.pop() if deck else None
        self.trump, self.broken = up[1] if up else None, False
        leader = self._next(dealer)
        self._says({"deal": up, "dealer": dealer}, trump=self.trump, hand_size=size, bidder=leader)
        bids, won = self._bids(leader, size), dict.fromkeys(self.players, 0)
        for _ in range(size):
            leader = self._trick(leader)
            won[leader] += 1
        self._over(number, dealer, bids, won)

    def _bids(self, first: str, size: int) -> dict[str, int]:
        bids = {}
        for turn in range(len(self.players)):
            name, last = self._next(first, turn), turn + 1 == len(self.players)
            bids[name] = self.rng.randint(0, min(3, size))
            follows = self._next(name)
            self._says(
                {"bid": bids[name], "by": name}, bidder=None if last else follows, turn=follows
            )
        return bids

    def _trick(self, leader: str) -> str:
        table = {leader: self._lead(leader)}
        for turn in range(1, len(self.players)):
            name = self._next(leader, turn)
            follow = [card for card in self.hands[name] if card[1] == table[leader][1]]
            table[name] = self._play(name, follow or self.hands[name])
        worth = {name: self._worth(card, table[leader][1]) for name, card in table.items()}
        winner = max(worth, key=lambda name: worth[name])
        self.broken = self.broken or any(card[1] == self.trump for card in table.values())
        self.steps[-1]["out"] = {"trick_winner": winner, "broken": self.broken, "proof": None}
        return winner

    def _worth(self, card: str, led: str) -> tuple[bool, bool, int]:
        return card[1] == self.trump, card[1] == led, RANKS.index(card[0])

    def _lead(self, name: str) -> str:
        """JKE-13 and JKE-15: no trump before it is broken, but from nothing but trumps."""
        hand = self.hands[name]
        allowed = [card for card in hand if self.broken or card[1] != self.trump]
        card = self._play(name, allowed or hand)
        if not allowed:
            self.steps[-1]["out"] = {"needs": "only_trumps", "turn": name}
            self._says({"only_trumps": True, "by": name}, turn=self._next(name))
        return card

    def _play(self, name: str, cards: list[str]) -> str:
        card = self.rng.choice(cards)
        self.hands[name].remove(card)
        self._says({"play": card, "by": name}, turn=self._next(name), proof=None)
        return card

    def _over(self, number: int, dealer: str, bids: dict[str, int], won: dict[str, int]) -> None:
        exact = self.house.get("jookie.bid_rule") == "exact"
        made = [p for p in self.players if won[p] == bids[p] or (won[p] > bids[p] and not exact)]
        fallen = [name for name in self.players if name not in made]
        size = self.house.get("jookie.execution_shots", 1)
        for name in self.players:
            self.score[name] += bids[name] if name in made else -max(1, bids[name])
            self.shots[name] += 0 if name in made else size
        said = {"round_over": True, "tricks": won, "made": made, "set": fallen}
        shots, ends = dict.fromkeys(fallen, size), number == self.rounds
        after = self._winners() if ends else {"next_dealer": self._next(dealer)}
        self.steps[-1]["out"] |= {**said, "shots": shots, "score": dict(self.score), **after}

    def _winners(self) -> dict[str, Any]:
        best = [name for name, score in self.score.items() if score == max(self.score.values())]
        alone = len(best) == 1
        won = {"winner": best[0] if alone else None, "tied": [] if alone else best}
        return {"game_over": True, "turn": None, **won}
