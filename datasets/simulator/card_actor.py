"""The hands that play, take back, straighten, gather, sweep and turn cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from datasets.simulator.actor import SHUTTER, Actor, Array, parked
from datasets.simulator.glide import Glide
from datasets.simulator.hand import Path, above
from datasets.simulator.held import (
    CLOSED,
    GRIP,
    LIFT,
    OPEN,
    PALM,
    Hold,
    Track,
    soft,
    spot_of,
    taken,
    then,
)  # fmt: skip
from datasets.simulator.loose import CARD_HALF, CARD_THICKNESS
from datasets.simulator.lying import Spot, Tabletop, quat_of
from datasets.simulator.reel import Shot

Manner = Literal["lay", "slide", "toss"]
"""Laid down, pushed along the table and let go, or thrown through the air."""
_BLURS = 4
"""Moments of the shutter's time that are mixed where a card flies."""
_SHARP = 0.002
"""Metres that a card may move in the shutter's time without being smeared."""


@dataclass(slots=True)
class CardActor(Actor):
    """Moves cards; numbers of cards are those of the stage's loose things."""

    top: Tabletop = field(default_factory=Tabletop)

    # -- playing ------------------------------------------------------------------------------

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

    def _ground(self, spot: Spot) -> float:
        """The height of what lies at a spot."""
        return float(self.top.plane_under(spot).height(spot.xy[None])[0])

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

    # -- moving what lies ---------------------------------------------------------------------

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
            tracks[card] = then(self._held(path, hold), down, _still(self.top.lay(card, slip)))
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
        still = {i: self._still_then(i, new, grab) for i, new in sinking.items()}
        final = self.top.lay(card, to)

        def pose(t: float) -> Array:
            part = soft(t, grab, down)
            return _half_over(begin, final, old, to, part) if 0 < part < 1 else (
                begin if part == 0 else final)  # fmt: skip

        self._act(player, path, {**still, card: pose}, path.end)
        return start + down

    def exchange(self, old: int, new: int) -> None:
        """Puts another card, face down, in the place of the uppermost one of the stock."""
        spot, _ = self.top.lying[old]
        self._park([old])
        self.things[new] = self.top.lay(new, spot)

    def knock(self, player: str) -> None:
        """A fist knocks twice on the table, within two seconds, and leaves."""
        path = self._path(player)
        at = -self._inward(player) * 0.55 * self._radius(player)
        path.then(0.5, at + above(0.08), 0.9)
        for _ in range(2):
            path.then(0.12, at + above(0.03), 1.0)
            path.then(0.18, at + above(0.08), 0.9)
        self._withdraw(path)
        self._simple(player, path)

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

        still = {i: self._still_then(i, new, begin) for i, new in sinking.items()}
        self._act(player, path, {**still, card: pose}, path.end)

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
            tracks[card] = then(tracks[card], down, _still(final[card]))
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

    # -- helpers ------------------------------------------------------------------------------

    def _way(self, path: Path) -> Array:
        """(3,) the direction in which the arm reaches in."""
        way = (path.keys[0][1] - path.shoulder) * [1, 1, 0]
        return np.asarray(way / np.linalg.norm(way))

    def _over(self, path: Path, card: int) -> Array:
        """The hand's place when its fingertips lie on a card that lies."""
        pose = self.things[card]
        reach = (pose[:3] - path.shoulder) * [1, 1, 0]
        return np.asarray(pose[:3] - reach / np.linalg.norm(reach) * GRIP + [0, 0, PALM])

    def _at(self, path: Path, spot: Spot, cards: int) -> Array:
        """The hand's place when it lays a pack at a spot."""
        middle = np.array([spot.x, spot.y, self._ground(spot)])
        reach = (middle - path.shoulder) * [1, 1, 0]
        return np.asarray(
            middle - reach / np.linalg.norm(reach) * GRIP + [0, 0, PALM + cards * CARD_THICKNESS]
        )

    def _turn_in(self, path: Path, card: int, moment: float) -> float:
        """The turn of a card that lies, against the hand that takes it."""
        return self.top.lying[card][0].turn + np.pi / 2 - path.at(moment).yaw

    def _lifted(self, path: Path, card: int, grab: float, hold: Hold) -> dict[int, Track]:
        """Tracks of a card that is taken and of those that sink because of it."""
        lying, up = self.things[card].copy(), self.top.lying[card][0].up
        sinking = self.top.lift(card)
        tracks = {i: self._still_then(i, new, grab) for i, new in sinking.items()}
        return {**tracks, card: taken(path, replace(hold, up=up), lying, grab)}

    @staticmethod
    def _held(path: Path, hold: Hold) -> Track:
        return lambda t: hold.pose(path.at(t), t)

    def _gliding(self, glide: Glide, moment: float, without: frozenset[int]) -> Track:
        return lambda t: glide.pose(t - moment, self.top, without)

    def _still_then(self, card: int, later: Array, moment: float) -> Track:
        return then(_still(self.things[card].copy()), moment, _still(later))

    def _park(self, cards: Sequence[int]) -> None:
        """Takes cards off the stage."""
        for card in cards:
            if card in self.top.lying:
                for i, pose in self.top.lift(card).items():
                    self.things[i] = pose
        self.things = self.things.copy()
        self.things[list(cards)] = parked(len(self.things))[list(cards)]

    def _gone(self, tracks: dict[int, Track], begin: float, end: float) -> float:
        """The first moment from which on none of the cards is in the picture."""
        for t in np.arange(end, begin, -0.5 / self.reel.fps):
            if any(self.stage.view.shows(track(t)[:3], -0.06) for track in tracks.values()):
                return float(t + 0.5 / self.reel.fps)
        return begin

    def _act(self, player: str, path: Path, tracks: dict[int, Track], seconds: float) -> None:
        """Films the hand and the cards that move; they stay where they are at the end."""
        base = self.things

        def things(t: float) -> Array:
            poses = base.copy()
            for card, track in tracks.items():
                poses[card] = track(t)
            return poses

        def shot(t: float) -> Shot:
            now, before = things(t), things(max(0.0, t - SHUTTER))
            moved = float(np.abs(now[:, :3] - before[:, :3]).max())
            blur = None
            if moved > _SHARP and t > SHUTTER:
                parts = np.arange(_BLURS, 0, -1) / _BLURS
                blur = np.array([things(t - part * SHUTTER) for part in parts])
            return Shot(now, path.at(t).bodies(), blur=blur)

        self._film(seconds, self._leaving(shot, path), player)
        self.things = things(seconds + 1)


def _still(pose: Array) -> Track:
    return lambda _: pose


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
