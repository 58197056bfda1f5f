"""The whole path without trained eyes: drawn video, the real watcher, rulings."""

from __future__ import annotations

import time

from engine.match import Match
from engine.setup import load_setup
from tests.tui.table import FakeSource
from tests.vision.table import HEIGHT, WIDTH, KnowingEyes, Table, pick_up, throw
from tui.script import Entry, Script
from tui.session import Session
from vision.frames import Frame
from vision.watcher import Watcher

FPS = 15.0
ANN, BEN, CAT = (WIDTH / 2, float(HEIGHT)), (0.0, HEIGHT / 2), (WIDTH / 2, 0.0)
PLACES = [(250.0, 160.0), (400.0, 190.0)]


class Drawn(FakeSource):
    """A table drawn frame by frame; the eyes are told which moment they look at."""

    def __init__(self, table: Table, eyes: KnowingEyes, seconds: float) -> None:
        super().__init__(int(seconds * FPS))
        self._table = table
        self._eyes = eyes

    def read(self, timeout: float | None = None) -> Frame | None:
        frame = super().read()
        if frame is None:
            return None
        self._eyes.now = frame.index / FPS
        picture = self._table.draw(self._eyes.now)
        return Frame(picture, self._eyes.now, frame.index, time.monotonic())

    def now(self) -> float:
        return max(0, self._next - 1) / FPS


def evening() -> tuple[Table, float]:
    """Ann 3-5, Ben 2-2, the duel Ben 6 against Cat 1, Cat 1-4."""
    table = Table()
    hands = [(ANN, (3, 5)), (BEN, (2, 2)), (BEN, (6,)), (CAT, (1,)), (CAT, (1, 4))]
    at = 0.5
    for base, values in hands:
        thrown = throw(table, at, values, PLACES[: len(values)], base=base)
        pick_up(table, at + 3.0, thrown, base=base)
        at += 5.0
    return table, at


def test_a_drawn_evening_is_refereed_with_its_duel() -> None:
    table, seconds = evening()
    eyes = KnowingEyes(table)
    setup = load_setup(
        "blackout", ["Ann", "Ben", "Cat"],
        {"first": "Ann", "seats": {"Ann": 0, "Ben": 90, "Cat": 180}},
    )  # fmt: skip
    watcher = Watcher(eyes, setup.seats)
    script = Script([Entry(event={"duel": {"Ben": 6, "Cat": 1}}, at=18.5)])
    session = Session(Drawn(table, eyes, seconds), watcher, Match(setup), script)
    lines = list(session.lines())
    events = [line["event"] for line in lines if line["kind"] == "ruling"]
    assert events == [
        {"roll": [3, 5], "by": "Ann"},
        {"roll": [2, 2], "by": "Ben"},
        {"duel": {"Ben": 6, "Cat": 1}},
        {"roll": [1, 4], "by": "Cat"},
    ]
    (question,) = [line for line in lines if line["kind"] == "question"]
    assert question["about"] == "duel"
    assert {"duel": {"Ben": 6, "Cat": 1}} in [a["event"] for a in question["answers"]]
    assert session.match is not None
    assert session.match.open_questions == []
    assert session.match.view()["totals"] == {"Ann": 8, "Ben": 12, "Cat": 6}
    rests = [line["t"] for line in lines if line["kind"] == "seen"]
    assert rests == sorted(rests)
