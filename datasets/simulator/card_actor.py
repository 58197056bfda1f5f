"""The hands that play cards and push them straight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from datasets.simulator.actor import Array
from datasets.simulator.card_packs import PackHands
from datasets.simulator.glide import Glide
from datasets.simulator.hand import Path, above
from datasets.simulator.held import CLOSED, GRIP, LIFT, OPEN, PALM, Hold, Track, soft, spot_of, then
from datasets.simulator.lying import Spot

Manner = Literal["lay", "slide", "toss"]
"""Laid down, pushed along the table and let go, or thrown through the air."""


@dataclass(slots=True)
class CardActor(PackHands):
    """Plays cards besides."""

    def play(
        self, player: str, cards: Sequence[int], spots: Sequence[Spot], manner: Manner
    ) -> float:
        """Brings cards and lets them go so that they end at `spots`; returns when they rest."""
        path, start = self._path(player), self.reel.now
        glides = [self._glide(path, spot, manner, k) for k, spot in enumerate(spots)]
        first = glides[0]
        let_go = self._bring(path, first, manner)
        for card, spot in zip(cards, spots, strict=True):
            self.top.lay(card, spot)
        tracks: dict[int, Track] = {}
        for k, (card, glide) in enumerate(zip(cards, glides, strict=True)):
            moment = let_go + 0.04 * k
            hold = self._holding(path, glide, first, moment)
            later = frozenset(cards[k:])
            tracks[card] = then(
                self._held(path, hold),
                moment,
                self._gliding(glide, moment, later),
            )
        self._withdraw(path)
        rest = max(let_go + 0.04 * k + glide.rest for k, glide in enumerate(glides))
        self._act(player, path, tracks, max(path.end, rest + 0.05))
        return start + rest

    def deal_out(self, player: str, cards: Sequence[int], spots: Sequence[Spot]) -> None:
        """Throws face-down cards to `spots`, one after the other; those out of sight are gone."""
        path = self._path(player)
        at = -self._inward(player) * 0.6 * self._radius(player) + above(0.085)
        path.then(0.6, at, CLOSED)
        tracks: dict[int, Track] = {}
        rest = 0.0
        for k, (card, spot) in enumerate(zip(cards, spots, strict=True)):
            way = np.array([*(spot.xy - at[:2]), 0.0])
            path.then(0.12, at - 0.02 * way / np.linalg.norm(way), CLOSED)
            moment = path.then(0.1, at + 0.03 * way / np.linalg.norm(way), CLOSED)
            hold = Hold(level=len(cards) - k, up=False)
            begin = hold.pose(path.at(moment), moment)
            start, pitch = spot_of(begin), float(self.rng.normal(0, 0.08))
            end = replace(spot, turn=start.turn + float(self.rng.normal(0, 1.5)), up=False)
            glide = Glide(start, float(begin[2]), end, self.rng.uniform(0.25, 0.4), pitch)
            held, flying = self._held(path, hold), self._gliding(glide, moment, frozenset(cards))
            tracks[card] = then(held, moment, flying)
            rest = max(rest, moment + glide.rest)
        self._withdraw(path)
        self._act(player, path, tracks, max(path.end, rest))
        self._park(cards)

    def _glide(self, path: Path, spot: Spot, manner: Manner, k: int) -> Glide:
        """How a card comes to `spot` from the path's side."""
        rng, reach = self.rng, spot.xy - path.shoulder[:2]
        way = reach / np.linalg.norm(reach)
        away = {"lay": 0.0, "slide": rng.uniform(0.05, 0.12), "toss": rng.uniform(0.09, 0.2)}
        side = rng.normal(0, 0.15) * away[manner]
        x, y = spot.xy - way * away[manner] + np.array([-way[1], way[0]]) * side
        spin = {"lay": 0.0, "slide": rng.normal(0, 0.25), "toss": rng.normal(0, 1.0)}[manner]
        height = {"lay": 0.0, "slide": 0.0, "toss": rng.uniform(0.03, 0.06)}[manner]
        begin = Spot(float(x), float(y), spot.turn - spin, spot.up)
        pitch = rng.normal(0, 0.12) if manner == "toss" else 0.0
        return Glide(begin, height + 0.0004 * k, spot, rng.uniform(0.22, 0.42), float(pitch))

    def _bring(self, path: Path, glide: Glide, manner: Manner) -> float:
        """The hand's way to where the card is let go, and a little on; returns the moment."""
        spot, z = glide.start, glide.height + PALM + self._ground(glide.start)
        reach = spot.xy - path.shoulder[:2]
        way = np.array([*(reach / np.linalg.norm(reach)), 0.0])
        at = np.array([*spot.xy, z]) - way * GRIP
        rng = self.rng
        if manner == "lay":
            path.then(rng.uniform(0.5, 0.7), at - way * 0.02 + above(0.03), CLOSED)
            let_go = path.then(0.16, at, CLOSED)
            path.then(rng.uniform(0.08, 0.3), at, OPEN)
        else:
            back = 0.07 if manner == "slide" else 0.04
            lift = 0.0 if manner == "slide" else 0.01
            path.then(rng.uniform(0.45, 0.6), at - way * back + [0, 0, lift], CLOSED)
            let_go = path.then(0.12, at, CLOSED)
            path.then(0.1, at + way * 0.015 + above(0.015), OPEN)
        return let_go

    def _holding(self, path: Path, glide: Glide, first: Glide, moment: float) -> Hold:
        """How the hand holds a card so that it leaves as `glide` begins."""
        hand = path.at(moment)
        offset = glide.start.xy - first.start.xy
        along = np.array([np.cos(hand.yaw), np.sin(hand.yaw)])
        ahead = float(offset @ along)
        aside = float(offset @ np.array([-along[1], along[0]]))
        tilt = LIFT * self.rng.uniform(0.5, 1.2)
        return Hold(
            turn=glide.start.turn + np.pi / 2 - hand.yaw,
            grip=GRIP + ahead,
            aside=aside,
            tilt=lambda t: tilt * (1 - soft(t, moment - 0.3, moment)),
        )

    def straighten(self, player: str, card: int, spot: Spot) -> None:
        """Pushes a card that lies on top to a better place."""
        path, old = self._path(player), self.top.lying[card][0]
        begin = path.then(0.55, self._over(path, card), OPEN)
        end = path.then(
            0.4, self._over(path, card) + np.array([spot.x - old.x, spot.y - old.y, 0]), OPEN
        )
        self._withdraw(path)
        sinking = self.top.lift(card)
        self.top.lay(card, spot)

        def pose(t: float) -> Array:
            part = soft(t, begin, end)
            x, y = old.xy + part * (spot.xy - old.xy)
            turn = old.turn + part * (spot.turn - old.turn)
            return self.top.pose(Spot(float(x), float(y), turn, old.up), {card})

        rest = {i: self._still_then(i, new, begin) for i, new in sinking.items()}
        self._act(player, path, {**rest, card: pose}, path.end)

    def knock(self, player: str) -> None:
        """A fist comes in twice within two seconds, knocks on the table, and leaves."""
        path = self._path(player)
        away, at = path.keys[-1][1], -self._inward(player) * 0.45 * self._radius(player)
        for _ in range(2):
            path.then(0.3, at + above(0.08), 0.9)
            path.then(0.1, at + above(0.03), 1.0)
            path.then(0.1, at + above(0.08), 0.9)
            path.then(0.3, away, 0.9)
        self._withdraw(path)
        self._simple(player, path)
