"""Recording a game into a folder, and going on with one that is there (PROTOCOL section 6)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.log import GameLog, Line, LogError, holds_game
from engine.match import Match
from engine.seen import Camera, Seen
from engine.setup import Setup, SetupError, load_setup
from tui.cli import UserError, program_version
from vision.frames import Frame

_KEPT_BYTES = 64_000_000
"""Newest pictures that are held, so that the one in which things came to rest is still there."""


def open_record(
    folder: Path, setup: Setup | None, model: Mapping[str, Any], camera: Mapping[str, Any]
) -> Match:
    """The match recorded in `folder`: gone on with where there is one, otherwise started.

    `setup` None takes the recorded game's. Raises `UserError`.
    """
    try:
        if holds_game(folder):
            return _go_on(folder, setup, camera)
        if setup is None:
            raise UserError(f"{folder} holds no game to go on with; name one with --game.")
        return Match(setup, GameLog.create(folder, _header(setup, model, camera)))
    except LogError as error:
        raise UserError(str(error)) from error


def recorded_setup(header: Mapping[str, Any]) -> Setup:
    """The set-up in a record's header; raises `UserError`."""
    try:
        return load_setup(None, None, header.get("setup"))
    except SetupError as error:
        raise UserError(f"the recorded game cannot be played: {error}") from error


def _go_on(folder: Path, setup: Setup | None, camera: Mapping[str, Any]) -> Match:
    log = GameLog.open(folder)
    try:
        recorded = recorded_setup(log.header)
        if setup is not None and setup != recorded:
            players = ", ".join(recorded.players)
            raise UserError(
                f"{folder} holds a game of {recorded.game} set up otherwise (players {players}); "
                f"leave --game, --players and --setup out to go on with it."
            )
        return Match.resume(log, recorded, camera)
    except BaseException:
        log.close()
        raise


def _header(setup: Setup, model: Mapping[str, Any], camera: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "program": program_version(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": setup.game,
        "players": list(setup.players),
        "setup": setup.to_data(),
        "model": dict(model),
        "camera": dict(camera),
    }


class Pictures:
    """Keeps the decisive picture of each event in `frames/`: the one in which it came to rest.

    A ruling's picture is `step-0009.jpg`, a question's `question-0004.jpg`. `look` takes every
    frame, `keep` is told what followed from a thing seen.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "frames"
        self._recent: deque[Frame] = deque()

    def look(self, frame: Frame) -> None:
        """Hold on to the frame for a while."""
        self._recent.append(frame)
        most = max(1, _KEPT_BYTES // max(1, frame.image.nbytes))
        while len(self._recent) > most:
            self._recent.popleft()

    def keep(self, seen: Seen, lines: Sequence[Line]) -> None:
        """Write the picture for each ruling and question among the lines."""
        names = [name for line in lines if (name := _name(line))]
        if isinstance(seen, Camera) or not names:
            return
        import cv2

        self._folder.mkdir(exist_ok=True)
        image = self._at_rest(seen.frame).image
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        for name in names if done else ():
            (self._folder / name).write_bytes(data.tobytes())

    def _at_rest(self, index: int) -> Frame:
        """The frame with that number, or the oldest one after it that is still held."""
        return next((f for f in self._recent if f.index >= index), self._recent[-1])


def _name(line: Line) -> str | None:
    if line["kind"] == "ruling":
        return f"step-{line['step']:04d}.jpg"
    return f"question-{line['id']:04d}.jpg" if line["kind"] == "question" else None
