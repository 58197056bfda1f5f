"""How the places of one look are judged: what was looked at, what rests, what arms cover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.ground import Scene
from vision.motion import WINDOW, Box, Contrast, MotionGate
from vision.newcomers import changed_part, part_of
from vision.sights import Quad

_RING, _UNDER_ARM = 0.35, 0.3
"""The surroundings of a box, in its longer sides, and the part of both that an arm covers which
holds what lies there or is over it."""
_NEW = 0.15
_OTHER, _SAME = 0.08, 0.03
"""Parts of a box that are new, or that changed, for it to count as such; and that may have changed
where it is the same."""
_EDGE = 0.1
"""The part of a box on each side that may lie outside of what was looked at."""


@dataclass(frozen=True, slots=True)
class Look:
    """How to judge the places of one look: what was looked at, what rests, what arms cover.

    `covers(box)`: the place was looked at. `rest(box)`: at rest since. `came(box)`: the same for
    most of what moved there. `blocked(box)`: moving or under an arm, so neither presence nor
    absence counts. `is_new(box)`: something is there that was not on the table before.
    `new_part(quad, others)`: the part (0..1) for which that is so, of what lies outside of others.
    `now` is the picture; `differs(box, before)`: it shows something else there than it did
    `before`; `same(box, before)`: it does not in the least. `changed(quad, others, before)`: for
    which part (0..1) of what lies outside of others, of arms and of the shadows of both it does;
    None where that is too little. `arriving(card)`: what may be another card of that area moves, or
    did a moment ago.
    """

    t: float
    covers: Callable[[Box], bool]
    rest: Callable[[Box], float]
    came: Callable[[Box], float]
    blocked: Callable[[Box], bool]
    is_new: Callable[[Box], bool]
    new_part: Callable[[Quad, Sequence[Quad]], float]
    now: Contrast
    differs: Callable[[Box, Contrast], bool]
    same: Callable[[Box, Contrast], bool]
    changed: Callable[[Quad, Sequence[Quad], Contrast], float | None]
    arriving: Callable[[float], bool]

    def judges(self, box: Box) -> bool:
        """Whether what lies there would have been seen."""
        return self.covers(box) and not self.blocked(box)


def judge(
    gate: MotionGate,
    scene: Scene,
    now: Contrast,
    regions: Sequence[Box],
    arriving: Callable[[float], bool],
) -> Look:
    """How to judge a look at these regions of the picture `now`; `arriving`: as in `Look`."""
    scale, window = gate.scale, gate.window
    return Look(
        now.t,
        covers=lambda box: any(_contains(region, box) for region in regions),
        rest=gate.rest_since,
        came=gate.came,
        blocked=lambda box: is_blocked(gate, scene, box, now.t),
        is_new=lambda box: (scene.fresh[window(box)] > 0).mean() > _NEW,
        new_part=lambda quad, others: part_of(
            scene.fresh, quad * scale, [other * scale for other in others]
        ),
        now=now,
        differs=lambda box, before: now.differs(before, window(box)) > _OTHER,
        same=lambda box, before: now.differs(before, window(box)) < _SAME,
        changed=lambda quad, others, before: changed_part(
            now.changes(before),
            quad * scale,
            [other * scale for other in others],
            scene.arms_mask,
        ),
        arriving=arriving,
    )


def is_blocked(gate: MotionGate, scene: Scene, box: Box, t: float) -> bool:
    """Whether it moves there at `t`, or an arm is over it or holds it."""
    if gate.rest_since(box) > t - WINDOW:
        return True
    ring = scene.arms_mask[gate.window(around(box, _RING))]
    return bool((ring > 0).mean() > _UNDER_ARM)


def around(box: Box, margin: float, least: float = 0.0) -> Box:
    """The box widened by `margin` of its longer side on each side, or to `least` pixels."""
    x0, y0, x1, y1 = box
    more = margin * max(x1 - x0, y1 - y0)
    across, down = (max(more, (least - side) / 2) for side in (x1 - x0, y1 - y0))
    return x0 - across, y0 - down, x1 + across, y1 + down


def _contains(region: Box, box: Box) -> bool:
    """Whether the middle part of the box was looked at."""
    x0, y0, x1, y1 = box
    dx, dy = _EDGE * (x1 - x0), _EDGE * (y1 - y0)
    inside_x = region[0] <= x0 + dx and x1 - dx <= region[2]
    return inside_x and region[1] <= y0 + dy and y1 - dy <= region[3]
