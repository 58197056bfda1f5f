"""The pictures of an event on the screen: played, slowly, one by one, enlarged, two at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message

from tui.replay import Clip, Replay
from tui.replay_docket import Case
from tui.replay_focus import Box, focus, shown
from tui.replay_jobs import Newest
from tui.replay_projector import Projector
from tui.session import Latest
from tui.widgets.picture import Picture
from tui.widgets.timeline import Timeline

_TICK = 1 / 24


class Film(Vertical):
    """Shows the clip of a case above its timeline.

    Pictures are read and decoded in a thread; `failed` is told there what went wrong. `Changed` is
    posted when there is something else to look at.
    """

    @dataclass
    class Changed(Message):
        """Other keys make sense now."""

    @dataclass
    class _Found(Message, bubble=False):
        """The thread has found something; `show` shows it."""

        show: Callable[[], None]

    def __init__(self, replay: Replay, failed: Callable[[Exception], None], *, cards: bool) -> None:
        super().__init__()
        self.projector: Projector | None = None
        self.box: Box | None = None
        self.proves = False
        self._replay = replay
        self._case: Case | None = None
        self._zooms = False
        self._shown_box: Box | None = None
        self._drawn: object = None
        self._ticked = 0.0
        self._picture, self._other = Picture(cards=cards), Picture(cards=cards)
        self._other.id = "other"
        self._timeline = Timeline()
        self._jobs = Newest("pictures", failed)

    def compose(self) -> ComposeResult:
        """One picture, or two, above the time."""
        with Horizontal():
            yield self._other
            yield self._picture
        yield self._timeline

    def on_mount(self) -> None:
        """Time passes."""
        self.set_interval(_TICK, self._tick)

    def on_unmount(self) -> None:
        """Nobody waits for the rest."""
        self._jobs.close()

    # --- what is shown

    def take(self, case: Case) -> None:
        """Play the pictures of a case as soon as they are found."""
        self._case, self.projector, self.box, self.proves = case, None, None, False
        self._timeline.show("looking for the pictures …")
        self._jobs.do(partial(_of_case, self._replay, case), partial(self._send, self._play, case))

    def _send(self, show: Callable[..., None], *found: object) -> None:
        """In the thread: have something shown."""
        self.post_message(self._Found(partial(show, *found)))

    @on(_Found)
    def _found(self, message: _Found) -> None:
        message.show()

    def _play(self, case: Case, found: tuple[Clip | None, Box | None]) -> None:
        if case is not self._case:
            return
        clip, self.box = found
        self._drawn, self._ticked = None, time.monotonic()
        if clip is None:
            self._picture.clear()
            self._timeline.show("No pictures of it are kept.")
        else:
            self.projector = Projector(clip)
            self._tick()
        self.post_message(self.Changed())

    def _tick(self) -> None:
        """Show the picture whose time has come."""
        now = time.monotonic()
        passed, self._ticked = now - self._ticked, now
        projector = self.projector
        if projector is None or self.proves:
            return
        projector.advance(passed)
        wanted = (projector, projector.index, self._zooms, self._picture.size)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        shot = projector.clip.shots[projector.index]
        box = self.box if self._zooms else None
        shape = self._picture.pixels
        self._jobs.do(partial(shown, shot, box, shape), partial(self._send, self._show, box))
        self._say()

    def _show(self, box: Box | None, found: Latest | None) -> None:
        """The picture; where another part of the table is shown, nothing is left of the one
        before."""
        if box != self._shown_box:
            self._shown_box = box
            self._picture.clear()
        self._picture.show(found)

    def _say(self) -> None:
        if self.projector is not None:
            self._timeline.show(_says(self.projector, self._zooms), self.projector.shares)

    # --- what people want

    def play(self) -> None:
        """Play, or stand still."""
        self._direct(Projector.play)

    def go(self, by: int) -> None:
        """So many pictures on."""
        self._direct(lambda projector: projector.move(by))

    def go_to_rest(self) -> None:
        """The picture in which the thing lay still."""
        self._direct(lambda projector: projector.put(projector.clip.rest))

    def turn_slow(self) -> None:
        """Slowly, or as it was."""
        self._direct(Projector.turn_slow)

    def zoom(self) -> None:
        """Enlarge the thing, or show all of the table."""
        self._zooms = not self._zooms
        self._direct(lambda projector: None)

    @on(Timeline.Sought)
    def _sought(self, message: Timeline.Sought) -> None:
        self._direct(lambda projector: projector.seek(message.share))

    def _direct(self, does: Callable[[Projector], None]) -> None:
        if self.proves:
            self.prove(())
        if self.projector is not None:
            does(self.projector)
            self._tick()
            self._say()

    def prove(self, steps: Sequence[int], said: str = "") -> None:
        """Show the pictures of two steps side by side; of none, the clip again."""
        self.proves, self._drawn = bool(steps), None
        self.post_message(self.Changed())
        if self.proves:
            self._timeline.show(said)
            replay = self._replay
            self._jobs.do(lambda: [_still(replay, step) for step in steps], self._proven)

    def _proven(self, found: Sequence[Latest | None]) -> None:
        """In the thread."""
        self._send(self._show_both, *found)

    def _show_both(self, *found: Latest | None) -> None:
        for picture, one in zip((self._other, self._picture), found, strict=True):
            picture.clear()
            picture.show(one)


def _of_case(replay: Replay, case: Case) -> tuple[Clip | None, Box | None]:
    clip = replay.clip(case.step)
    return clip, None if clip is None else focus(clip, case.seen)


def _still(replay: Replay, step: int) -> Latest | None:
    shot = replay.still(step)
    return None if shot is None else shown(shot)


def _says(projector: Projector, zooms: bool) -> str:
    moving = ("slow ▶" if projector.slow else "▶") if projector.playing else "‖"
    return f"{projector.from_rest:+5.1f} s {moving}{' zoom' if zooms else ''}"
