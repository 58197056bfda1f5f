"""From frames to things seen: motion gate, looks where needed, dice and cards at rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial

import msgspec
import numpy as np

from engine.seen import Camera, CameraState, Seen
from vision.attention import Attention
from vision.bump import BumpGuard, Moved
from vision.deck_watch import DeckWatch
from vision.detector import Region
from vision.exits import Exits
from vision.eyes import Looks
from vision.frames import Frame
from vision.ground import Ground, Scene
from vision.knocks import Knocks
from vision.landed import CardsOnTable
from vision.leaving import Around
from vision.letters import LettersOnTable
from vision.look import around, is_blocked, judge
from vision.merge import without_dice
from vision.motion import Box, Contrast, Motion, MotionGate, Small
from vision.newcomers import Newcomer, newcomers
from vision.places import Outline, Places
from vision.rolls import Quiet, RollBook
from vision.seats import Reaches
from vision.sights import CardSight, DieSight, Sight
from vision.things import DiceOnTable, box_of

_AWAKE = 1.0
"""Seconds after the last motion in which the table is still followed."""
_SIDES = (192.0, 330.0, 176.0, 290.0, 204.0, 370.0)
"""Pixels of the regions in which single things are looked at, one after the other.

The detector enlarges them by different factors, so that it does not fail the same way twice.
"""
_MARGIN = 0.8
"""Least surroundings of what is looked at, in sides."""
_SHADOW = 0.3
"""How far a die's shadow may reach, in sides."""
_BEFORE_SEATS = 0.5
"""The part of the way from the picture's middle to its edge from which on letters lie."""


class Watcher:
    """Follows one camera over one table.

    `seats`: degrees clockwise from the picture's lower edge for each player. `places`: where dice
    count; None for the whole picture. `expect`: how many dice a throw has; None reports any number
    that comes to rest. `copies`: how often the deck holds each card, as far as
    that is known; None where none more than once. `knocks`: the zone in which knocks are looked
    for; None for nowhere. `deck`: notices cards of another deck. `special`: a deck other than the
    usual 52.
    """

    def __init__(
        self,
        eyes: Looks,
        seats: Mapping[str, float] | None = None,
        places: Places | None = None,
        expect: int | None = 2,
        copies: Mapping[str, int] | None = None,
        knocks: Outline | None = None,
        deck: DeckWatch | None = None,
        special: bool = False,
    ) -> None:
        self._eyes = eyes
        self._gate = MotionGate()
        self._ground = Ground()
        self._guard = BumpGuard()
        self._attention = Attention()
        self._dice = DiceOnTable()
        self._bare_cards = partial(CardsOnTable, copies, deck=deck, special=special)
        self._reaches = Reaches(seats)
        self._knocks = None if knocks is None else Knocks(self._reaches.at, knocks)
        self._places = places or Places()
        self._cards, self._letters = self._bare_table()
        self._exits = Exits()
        self._book = RollBook(expect, self._places)
        self._frames: deque[tuple[float, int, float]] = deque(maxlen=600)
        self._state: CameraState = "ok"
        self._size: tuple[int, ...] = ()

    @property
    def latest_sight(self) -> Sight:
        """What lies on the table as far as known, for drawing."""
        dice = tuple(thing.sight for thing in self._dice.things)
        return Sight(tuple(self._cards.sights), dice)

    @property
    def last_motion(self) -> float:
        """Source time of the last frame in which something moved."""
        return self._gate.last_motion

    def expect(self, dice: int | None) -> None:
        """The game's hint: two dice for a roll, one for a duel, 0 where it has none."""
        self._book.expected = dice

    def feed_state(self, state: CameraState, t: float) -> list[Seen]:
        """The source's own state; answers once for each change."""
        if state == self._state:
            return []
        self._state = state
        return [Camera(t=t, state=state)]

    def feed(self, frame: Frame) -> list[Seen]:
        """What happened up to this frame. Cheap unless something moved lately."""
        if frame.image.shape != self._size:
            self._begin(frame)
        self._frames.append((frame.t, frame.index, frame.arrived))
        motion = self._gate.update(frame)
        now = self._gate.now
        if motion.blind or now is None:
            return []
        self._attention.touch(motion)
        moved = self._guard.update(motion, now, self._gate.scale)
        if moved is not None:
            return self._camera_moved(moved, now)
        if self._guard.shaking or self._is_asleep(frame.t):
            self._ground.absorb(now, self._gate.colour, self._gate.stirred)
            return []
        return self._follow(frame, motion, now)

    # --- one frame while something goes on

    def _follow(self, frame: Frame, motion: Motion, now: Contrast) -> list[Seen]:
        scene = self._ground.scene(now, self._gate.colour, self._gate.stirred)
        self._ground.absorb(now, self._gate.colour, self._gate.stirred)
        thrown_in = self._exits.note(motion, scene) if motion.share > 0 else None
        self._reaches.note(frame.t, scene.hands if thrown_in is None else (thrown_in,))
        if self._knocks is not None:
            self._knocks.note(frame.t, scene)
        seen = self._look(frame, scene, now)
        quiet = Quiet(frame.t, self._gate.last_motion, bool(scene.arms), self._exits.last)
        seen += map(self._by_whom, self._book.update(self._dice.things, quiet))
        settled = not scene.arms and self._cards.is_settled(frame.t, self._gate.rest_since)
        calm = frame.t - self._gate.last_motion if settled else 0.0
        seen += self._cards.conclude(frame.t, calm, self._around(scene))
        seen += [] if self._knocks is None else self._knocks.conclude(calm, seen)
        return [self._complete(item) for item in seen]

    def _look(self, frame: Frame, scene: Scene, now: Contrast) -> list[Seen]:
        doubtful = self._doubtful(frame.t, scene)
        waits = self._book.is_waiting(self._dice.things, frame.t)
        waiting = [around(thing.box, _SHADOW) for thing in self._dice.things if waits]
        regions = self._attention.plan(frame.t, self._gate, scene, doubtful, waiting)
        if regions is None:
            return []
        height, width = frame.image.shape[:2]
        asked = [_pixels(box, width, height) for box in regions]
        sight = self._eyes.look(frame.image, asked or None)
        self._attention.looked(frame.t, self._gate, regions)
        backs = [card for card in sight.cards if card.face == "down"]
        if scene.arms and (sight.dice or backs):
            scene = self._ground.correct(scene, self._covered([*sight.dice, *backs]))
        where = regions or [(0.0, 0.0, width, height)]
        arriving = partial(self._is_arriving, now.t, scene)
        look = judge(self._gate, scene, now, where, arriving)
        self._dice.update(sight.dice if self._book.expected != 0 else (), look)
        cards, turned = self._letters.update(without_dice(sight), look)
        return [*turned, *self._cards.update(cards, look, self._reaches.who)]

    def _covered(self, found: Sequence[DieSight | CardSight]) -> Small:
        """A small mask, 255 under these."""
        mask = np.zeros(self._gate.stirred.shape, np.uint8)
        for one in found:
            mask[self._gate.window(box_of(one.quad))] = 255
        return mask

    def _doubtful(self, t: float, scene: Scene) -> list[Box]:
        """Boxes, with surroundings, of things that need another look and can be seen."""
        dice = [
            (thing.box, _SIDES[thing.tries % len(_SIDES)])
            for thing in self._dice.things
            if not (thing.is_stable(t) and thing.is_clear)
            or self._attention.was_touched(self._gate, thing.box)
        ]
        open_places = self._unsettled_cards(t) + self._cards.missing + self._letters.unsettled
        cards = [(box, _SIDES[0]) for box in open_places]
        return [
            around(box, _MARGIN, side)
            for box, side in dice + cards
            if not is_blocked(self._gate, scene, box, t)
        ]

    def _unsettled_cards(self, t: float) -> list[Box]:
        return self._cards.unsettled(t, self._gate.rest_since)

    def _around(self, scene: Scene) -> Around:
        return Around(self._reaches.who, self._seat_at, lambda: self._newcomers(scene))

    def _newcomers(self, scene: Scene, halo: bool = False) -> list[Newcomer]:
        cards = [sight.quad for sight in self._cards.sights]
        return newcomers(scene, self._gate, cards, halo)

    def _is_arriving(self, t: float, scene: Scene, card: float) -> bool:
        return any(new.is_arriving(t, card) for new in self._newcomers(scene, halo=True))

    def _seat_at(self, x: float, y: float) -> str | None:
        """The seat at whose side a point of the picture lies."""
        height, width = self._size[:2]
        return self._reaches.at(x - width / 2, y - height / 2)

    def _letters_at(self, x: float, y: float) -> str | None:
        """Before whose seat a point lies; None in the middle of the table, where cards land."""
        height, width = self._size[:2]
        far = max(abs(2 * x / width - 1), abs(2 * y / height - 1))
        return self._seat_at(x, y) if far > _BEFORE_SEATS else None

    def _is_asleep(self, t: float) -> bool:
        if t - self._gate.last_motion < _AWAKE or not self._attention.is_idle:
            return False
        things = self._dice.things
        pending = any(not (thing.is_stable(t) and thing.is_clear) for thing in things)
        cards = self._unsettled_cards(t) or self._cards.missing
        return not (pending or cards or self._book.is_waiting(things, t))

    # --- the camera

    def _begin(self, frame: Frame) -> None:
        """A first picture, or one of another size: places in the old one mean nothing now."""
        self._size = frame.image.shape
        self._guard, self._ground = BumpGuard(), Ground()
        self._forget_things()
        self._attention = Attention()
        self._reaches.turn(self._places.begin(frame.image))

    def _forget_things(self) -> None:
        self._dice = DiceOnTable()
        self._cards, self._letters = self._bare_table()
        self._book.forget()

    def _bare_table(self) -> tuple[CardsOnTable, LettersOnTable]:
        letters = LettersOnTable(self._letters_at, self._places.letters_of)
        return self._bare_cards(in_stock=self._places.in_stock), letters

    def _camera_moved(self, moved: Moved, now: Contrast) -> list[Seen]:
        if moved.transform is None:
            self._forget_things()
        else:
            for part in (self._dice, self._cards, self._letters, self._book):
                part.move(moved.transform)
        self._reaches.turn(self._places.move(moved.transform))
        self._gate.forget_motion()
        self._ground.reset(now, self._gate.colour)
        self._attention.look_everywhere()
        return [self._complete(Camera(t=now.t, state="moved"))]

    def _complete(self, seen: Seen) -> Seen:
        """With the number and arrival of the frame in which it came to rest."""
        t, index, arrived = min(self._frames, key=lambda entry: abs(entry[0] - seen.t))
        return msgspec.structs.replace(seen, t=t, frame=index, arrived=arrived)

    def _by_whom(self, rolled: Seen) -> Seen:
        """A throw with the seat that reached in before it came to rest."""
        return msgspec.structs.replace(rolled, seat=self._reaches.who(rolled.t))


def _pixels(box: Box, width: int, height: int) -> Region:
    x0, y0, x1, y1 = box
    return max(0, int(x0)), max(0, int(y0)), min(width, round(x1)), min(height, round(y1))
