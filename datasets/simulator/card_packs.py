"""The hands that take, bring, turn, gather and sweep cards that lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.simulator.actor import Array
from datasets.simulator.card_hands import CardHands, still
from datasets.simulator.hand import Path, above
from datasets.simulator.held import CLOSED, OPEN, Hold, Track, soft, spot_of, then
from datasets.simulator.loose import CARD_HALF
from datasets.simulator.lying import Spot, quat_of


@dataclass(slots=True)
class PackHands(CardHands):
    """Moves what lies."""

    def take_back(self, player: str, cards: Sequence[int]) -> float:
        """Takes cards off the table one by one; returns when the last has left its place."""
        return self._carry_off(player, [[card] for card in reversed(cards)])

    def carry_off(self, player: str, pack: Sequence[int]) -> float:
        """Takes a pack off the table at once; returns when it has left its place."""
        return self._carry_off(player, [pack])

    def _carry_off(self, player: str, packs: Sequence[Sequence[int]]) -> float:
        start, path = self.reel.now, self._path(player)
        tracks: dict[int, Track] = {}
        level = sum(map(len, packs))
        for k, pack in enumerate(packs):
            grab = path.then(0.6 if k == 0 else 0.35, self._over(path, pack[-1]), OPEN)
            path.then(0.12, path.keys[-1][1], CLOSED)
            for card in reversed(pack):
                level -= 1
                hold = Hold(self._turn_in(path, card, grab), level)
                tracks.update(self._lifted(path, card, grab, hold))
        away = path.then(0.3, path.keys[-1][1] - self._way(path) * 0.1 + above(0.05), CLOSED)
        self._withdraw(path)
        self._act(player, path, tracks, path.end)
        self._park([card for pack in packs for card in pack])
        return start + away

    def bring_pack(self, player: str, pack: Sequence[int], spot: Spot) -> float:
        """Lays a pack at a spot, the first card lowest; returns when it rests."""
        start, path = self.reel.now, self._path(player)
        place = self._at(path, spot, 0)
        path.then(0.6, place + above(0.05), CLOSED)
        down = path.then(0.3, place, CLOSED)
        path.then(0.15, place, OPEN)
        self._withdraw(path)
        turn = spot.turn + np.pi / 2 - path.at(down).yaw
        tracks: dict[int, Track] = {}
        for level, card in enumerate(pack):
            hold = Hold(turn, level, spot.up)
            x, y = self.rng.normal(0, 0.0006, 2)
            slip = replace(spot, x=spot.x + x, y=spot.y + y,
                           turn=spot.turn + self.rng.normal(0, 0.008))  # fmt: skip
            tracks[card] = then(self._held(path, hold), down, still(self.top.lay(card, slip)))
        self._act(player, path, tracks, path.end)
        return start + down

    def turn_over(self, player: str, card: int, to: Spot) -> float:
        """Turns a card that lies on top over and lays it at `to`; returns when it rests."""
        start, path = self.reel.now, self._path(player)
        begin, old = self.things[card].copy(), self.top.lying[card][0]
        grab = path.then(0.6, self._over(path, card), CLOSED)
        path.then(0.25, path.keys[-1][1] + above(0.04), CLOSED)
        down = path.then(0.35, self._at(path, to, 0) + above(0.01), CLOSED)
        path.then(0.1, path.keys[-1][1] + above(0.01), OPEN)
        self._withdraw(path)
        sinking = self.top.lift(card)
        rest = {i: self._still_then(i, new, grab) for i, new in sinking.items()}
        final = self.top.lay(card, to)

        def pose(t: float) -> Array:
            part = soft(t, grab, down)
            return _half_over(begin, final, old, to, part) if 0 < part < 1 else (
                begin if part == 0 else final)  # fmt: skip

        self._act(player, path, {**rest, card: pose}, path.end)
        return start + down

    def exchange(self, old: int, new: int) -> None:
        """Puts another card, face down, in the place of the uppermost one of the stock."""
        spot, _ = self.top.lying[old]
        self._park([old])
        self.things[new] = self.top.lay(new, spot)

    def gather(self, player: str, cards: Sequence[int], to: Spot) -> float:
        """Pulls cards together, turns the pack over and lays it at `to`; returns when it rests."""
        start, path = self.reel.now, self._path(player)
        way = self._way(path)
        order = sorted(cards, key=lambda i: -float(self.top.lying[i][0].xy @ way[:2]))
        grabs = [path.then(0.2 if k else 0.6, self._over(path, i), OPEN)
                 for k, i in enumerate(order)]  # fmt: skip
        lift = path.then(0.25, path.keys[-1][1] - way * 0.05 + above(0.06), CLOSED)
        down = path.then(0.6, self._at(path, to, len(order)), CLOSED)
        path.then(0.15, path.keys[-1][1], OPEN)
        self._withdraw(path)
        tracks: dict[int, Track] = {}
        for k, (card, grab) in enumerate(zip(order, grabs, strict=True)):
            hold = Hold(
                turn=self.rng.choice([0, np.pi]) + self.rng.normal(0, 0.04),
                level=len(order) - 1 - k,
                roll=lambda t: np.pi * soft(t, lift - 0.05, down - 0.15),
            )
            tracks.update(self._lifted(path, card, grab, hold))
        # Turned over, the first one lies lowest.
        final = {card: self.top.lay(card, spot_of(tracks[card](down))) for card in order}
        for card in order:
            tracks[card] = then(tracks[card], down, still(final[card]))
        self._act(player, path, tracks, path.end)
        return start + down

    def sweep(self, player: str, cards: Sequence[int]) -> float:
        """An arm pulls all cards off the table; returns when the last has left the picture."""
        start, path = self.reel.now, self._path(player)
        way = self._way(path)
        spots = {i: self.top.lying[i][0] for i in cards}
        far = max(float(spot.xy @ way[:2]) for spot in spots.values())
        middle = np.mean([spot.xy for spot in spots.values()], axis=0)
        across = middle - way[:2] * float(middle @ way[:2])
        behind = np.array([*(across + way[:2] * (far - 0.03)), 0.03])
        path.then(0.6, behind + above(0.08), 0.2)
        down = path.then(0.2, behind, 0.3)
        pull = path.then(0.9, path.keys[0][1] * [1, 1, 0] - way * 0.2 + above(0.03), 0.3)
        tracks = {i: self._swept(path, i, down, middle) for i in cards}
        self._act(player, path, tracks, path.end)
        self._park(cards)
        return start + self._gone(tracks, down, pull)

    def _swept(self, path: Path, card: int, down: float, middle: Array) -> Track:
        """A card that the arm pushes along; it lags a little and turns."""
        lying, spot = np.array(self.things[card]), self.top.lying[card][0]
        begin, way = path.at(down).pos, self._way(path)
        drift, spin = self.rng.uniform(0.9, 1.0), self.rng.normal(0, 0.5)
        wait = max(0.0, 0.6 * float((path.at(down).pos[:2] - spot.xy) @ way[:2]) + 0.06)

        def pose(t: float) -> Array:
            moved = path.at(t).pos - begin
            pushed = (-float(moved @ way) - wait) * drift
            if t <= down or pushed <= 0:
                return lying
            turn = _turned(lying[3:], spin * min(pushed / 0.2, 1.0) / 2)
            return np.asarray([*(lying[:3] - way * pushed), *turn])

        return pose


def _half_over(begin: Array, final: Array, old: Spot, to: Spot, part: float) -> Array:
    """A card on its way, turning round its long axis."""
    turn, roll = old.turn + part * (to.turn - old.turn), np.pi * (part + (not old.up))
    head = np.array([-np.sin(turn), np.cos(turn), 0.0])
    side = np.array([np.cos(turn), np.sin(turn), 0.0])
    outward = np.array([0.0, 0, np.cos(roll)]) + side * np.sin(roll)
    middle = begin[:3] + part * (final[:3] - begin[:3])
    middle[2] += CARD_HALF[0] * np.sin(np.pi * part) + 0.02 * np.sin(np.pi * part)
    return np.array([*middle, *quat_of(np.column_stack([
        np.cross(head, outward), head, outward]))])  # fmt: skip


def _turned(quat: Array, half: float) -> Array:
    """The orientation after a turn round the vertical by twice `half` radians."""
    w, x, y, z = quat
    c, s = np.cos(half), np.sin(half)
    return np.array([c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w])
