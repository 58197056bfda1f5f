"""The camera that people are choosing: opened, shown and judged without anybody waiting for it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from tui.cli import UserError
from tui.session import Latest
from vision import checkup
from vision.checkup import Finding
from vision.eyes import Looks
from vision.light import blur_of, light_of
from vision.scale import plane_of
from vision.sights import Sight
from vision.sources import Source, SourceError
from vision.sources.base import Progress

Opens = Callable[[str, Progress], Source]
Job = TypeVar("Job")

_POLL = 0.2
_BETWEEN = 1.5
"""Seconds between two looks at what the camera shows."""
_PATIENCE = 3.0
"""Seconds for which somebody who wants the camera waits for whoever reads it."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """`says`: how opening goes, or why it failed; `opening` and `failed` which of the two.
    `findings`: what is good about the picture, and what to change; None before somebody looked."""

    says: str = ""
    opening: bool = False
    failed: bool = False
    latest: Latest | None = None
    findings: tuple[Finding, ...] | None = None


class Preview:
    """Opens one camera at a time with `opens`; `eyes` are called in a thread, and may raise
    `UserError`. No method waits for a camera but `take` and `close`, which do so no longer than a
    few seconds."""

    def __init__(self, opens: Opens, eyes: Callable[[], Looks]) -> None:
        self._opens = opens
        self._eyes = eyes
        self._run: _Run | None = None
        self._runs: list[_Run] = []

    @property
    def spec(self) -> str:
        """The camera in hand, empty where there is none."""
        return "" if self._run is None else self._run.spec

    def open(self, spec: str, *, here: bool = False) -> None:
        """Show that camera in the place of what is shown; the same one goes on.

        `here`: open it in this thread, where the system wants that; only that takes its time.
        """
        if self._run is not None and self._run.spec == spec and not self._run.found.failed:
            return
        self.drop()
        if spec:
            self._run = _Run(spec, self._opens, self._eyes, here)
            self._runs.append(self._run)

    def drop(self) -> None:
        """Show nothing any more; a camera that is just being opened is closed as soon as it is."""
        if self._run is not None:
            self._run.end(keeps=False)
        self._run = None
        self._runs = [run for run in self._runs if run.works]

    @property
    def found(self) -> Found:
        """What there is to show."""
        return Found() if self._run is None else self._run.found

    def on_source(self, job: Callable[[Source], Job]) -> Future[Job]:
        """Have the thread that reads the open camera do something with it, and nothing else.

        Raises `SourceError` where none is open.
        """
        if self._run is None or self._run.source is None:
            raise SourceError("No camera is open: choose one.")
        return self._run.on_source(job)

    def take(self) -> Source | None:
        """Hand the camera out, open as it is, and let go of it; None where it has to be opened
        anew: a file from its beginning, too."""
        run, self._run = self._run, None
        if run is None:
            return None
        source = run.source
        keeps = source is not None and source.live
        run.end(keeps=keeps)
        if keeps and not run.over.wait(_PATIENCE):
            # Whoever reads it still waits for a picture: it is closed then, and opened anew.
            run.end(keeps=False)
            keeps = False
        return source if keeps else None

    def close(self) -> None:
        """Let go of everything."""
        self.drop()
        # A thread that is still in native code when the program ends takes it down.
        for run in self._runs:
            run.join(_PATIENCE)


class _Run:
    """One camera from opening to closing."""

    def __init__(self, spec: str, opens: Opens, eyes: Callable[[], Looks], here: bool) -> None:
        self.spec = spec
        self.source: Source | None = None
        self.over = threading.Event()
        self._opens, self._eyes = opens, eyes
        self._says, self._failed = "opening …", False
        self._latest: Latest | None = None
        self._findings: tuple[Finding, ...] | None = None
        self._sight = Sight()
        self._ended = threading.Event()
        self._keeps = False
        self._lock = threading.Lock()
        self._jobs: list[Callable[[Source], None]] = []
        if here:
            self._open()
        self._threads = [threading.Thread(target=self._watch, name="preview", daemon=True)]
        self._threads[0].start()

    @property
    def found(self) -> Found:
        opening = self.source is None and not self._failed
        return Found(self._says, opening, self._failed, self._latest, self._findings)

    @property
    def works(self) -> bool:
        """Whether a thread of it still runs."""
        return any(thread.is_alive() for thread in self._threads)

    def join(self, patience: float) -> None:
        """Wait until none does, no longer than so many seconds for each."""
        for thread in list(self._threads):
            thread.join(patience)

    def end(self, *, keeps: bool) -> None:
        with self._lock:
            self._keeps = keeps
        self._ended.set()

    def on_source(self, job: Callable[[Source], Job]) -> Future[Job]:
        done: Future[Job] = Future()

        def run(source: Source) -> None:
            try:
                done.set_result(job(source))
            except Exception as error:  # whoever asked hears of it
                done.set_exception(error)

        with self._lock:
            self._jobs.append(run)
        return done

    def _open(self) -> None:
        try:
            self.source = self._opens(self.spec, self._progress)
        except (SourceError, UserError) as error:
            self._says, self._failed = str(error), True
        except Exception:
            logger.exception("a camera could not be opened")
            self._says, self._failed = "It cannot be opened; the log file says why.", True
        else:
            self._says = self.source.describe()

    def _progress(self, sentence: str) -> None:
        self._says = sentence

    def _watch(self) -> None:
        if self.source is None and not self._failed:
            self._open()
        if self.source is not None:
            self._threads.append(threading.Thread(target=self._judge, name="judge", daemon=True))
            self._threads[1].start()
            self._read(self.source)
            if not self._keeps:
                self.source.close()
        self.over.set()

    def _read(self, source: Source) -> None:
        try:
            while not self._ended.is_set():
                self._work(source)
                frame = None if source.ended else source.read(_POLL)
                if frame is not None:
                    self._latest = Latest(frame, self._sight)
                elif source.ended:
                    self._ended.wait(_POLL)
        except SourceError as error:
            self._says, self._failed = str(error), True

    def _work(self, source: Source) -> None:
        with self._lock:
            jobs, self._jobs = self._jobs, []
        for job in jobs:
            job(source)

    # --- whether the picture will do

    def _judge(self) -> None:
        try:
            eyes = self._eyes()
        except UserError as error:
            self._says = f"{self._says} {error}"
            return
        began = time.monotonic()
        while not self._ended.wait(max(0.1, _BETWEEN - (time.monotonic() - began))):
            began = time.monotonic()
            latest = self._latest
            if latest is not None:
                self._look(latest, eyes)

    def _look(self, latest: Latest, eyes: Looks) -> None:
        image = latest.frame.image
        try:
            self._sight = eyes.look(image)
            size = (image.shape[1], image.shape[0])
            plane = plane_of([self._sight], size)
            self._findings = tuple(
                checkup.of_picture(image, self._sight, light_of(image), blur_of(image), plane)
            )
        except Exception:
            logger.exception("a picture could not be judged")
