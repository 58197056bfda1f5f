"""The same networks run by every backend that is installed: are their answers alike, how fast."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from models.bench.matching import overlap, quad_box
from vision import weights
from vision.backends import Network, Tensor, load_network
from vision.eyes import Eyes, Looks
from vision.frames import Image
from vision.sights import CardSight, DieSight, Sight

REFERENCE = "onnxruntime"
"""The backend whose answers the others' are compared with: the one that is always there."""
ALIKE = 0.9
"""Intersection over union from which two boxes are the same answer."""
_PT = Path(__file__).parents[1] / "checkpoints" / "detector.pt"
_REPEATS = 12
_SHAPES = (
    ("detector", (1, 3, 640, 640)),
    ("detector", (1, 3, 416, 416)),
    ("card_reader", (8, 3, 112, 80)),
    ("die_reader", (8, 3, 64, 64)),
)

NETWORK_HEAD = f"{'network':12} {'input':>14} {'backend':12} {'ms':>7} {'furthest off':>12}"
"""`ms`: processor time of the best of some runs; `furthest off`: the greatest difference of an
output from the reference's, as a share of the outputs' range."""
EYES_HEAD = f"{'eyes':12} {'pictures':>8} {'ms':>7} {'things':>7} {'alike':>7}"
"""`alike`: things that both see in the same place with the same reading; `ms` of processor time for
a picture."""


@dataclass(frozen=True, slots=True)
class Way:
    """A backend, and the detector of its own format where it needs one."""

    name: str
    detector: Path | None = None

    def network(self, stem: str) -> Network | None:
        """One of the shipped networks on one thread; None where this way has none."""
        if self.detector is None:
            return load_network(weights.find(f"{stem}.onnx"), self.name, threads=1)
        return load_network(self.detector, self.name, threads=1) if stem == "detector" else None

    def eyes(self) -> Eyes:
        """The eyes on one thread; the readers of a `.pt` detector run on the default backend."""
        return Eyes.load(self.name, detector=self.detector, threads=1)


def ways() -> list[Way]:
    """What is installed here, the reference first."""
    found = [Way(REFERENCE)]
    if find_spec("openvino"):
        found.append(Way("openvino"))
    if find_spec("ultralytics") and _PT.is_file():
        found.append(Way("ultralytics", _PT))
    return found


def network_rows(every: Sequence[Way]) -> Iterator[str]:
    """Lines under `NETWORK_HEAD`: every network on noise, as each backend runs it."""
    for stem, shape in _SHAPES:
        batch = np.random.default_rng(0).random(shape, dtype=np.float32)
        wanted: Tensor | None = None
        for way in every:
            network = way.network(stem)
            if network is None:
                continue
            answer = network.run(batch)
            wanted = answer if wanted is None else wanted
            off = float(np.abs(answer - wanted).max() / np.ptp(wanted))
            size = "x".join(map(str, shape))
            yield f"{stem:12} {size:>14} {way.name:12} {_best(network, batch):7.1f} {off:12.1e}"


def _best(network: Network, batch: Tensor) -> float:
    """Processor milliseconds of the fastest of some runs."""
    spent = []
    for _ in range(_REPEATS):
        began = time.process_time()
        network.run(batch)
        spent.append(time.process_time() - began)
    return 1000 * min(spent)


def eyes_rows(eyes: Mapping[str, Looks], images: Sequence[Image]) -> Iterator[str]:
    """Lines under `EYES_HEAD`: what each sees on the pictures, beside what the first one sees."""
    wanted: list[Sight] = []
    for name, each in eyes.items():
        for image in images:  # a network is prepared when it first meets a picture's shape
            each.look(image)
        began = time.process_time()
        sights = [each.look(image) for image in images]
        spent = 1000 * (time.process_time() - began) / len(images)
        wanted = wanted or sights
        alike = sum(map(_alike, wanted, sights, images))
        things = sum(len(sight.cards) + len(sight.dice) for sight in sights)
        yield f"{name:12} {len(images):8} {spent:7.1f} {things:7} {alike:7}"


def _alike(one: Sight, other: Sight, image: Image) -> int:
    """How many things of one sight the other one shows too."""
    pairs = ((one.cards, other.cards), (one.dice, other.dice))
    return sum(
        any(_same(thing, seen, image) for seen in theirs)
        for ours, theirs in pairs
        for thing in ours
    )


def _same(one: CardSight | DieSight, other: CardSight | DieSight, image: Image) -> bool:
    height, width = image.shape[:2]
    boxes = (quad_box(thing.quad, width, height) for thing in (one, other))
    return _reading(one) == _reading(other) and overlap(*boxes) >= ALIKE


def _reading(thing: CardSight | DieSight) -> tuple[str | int | None, ...]:
    return (thing.face, thing.card) if isinstance(thing, CardSight) else (thing.value,)
