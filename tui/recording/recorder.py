"""What is kept of a game while it is played: pictures of its events, and a video."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import parts
from engine.match import Match
from tui.recording import home
from tui.recording.film import Film
from tui.recording.pictures import Pictures
from tui.recording.room import GIGABYTE, Room
from tui.session import Keeps
from vision.region import Region


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is kept beside the log; `budget` is in gigabytes, over all recorded games."""

    frames: bool = True
    video: bool = True
    budget: float = 20.0


class Recorder:
    """Keeps what is wanted of a recorded `match`; of one without a record, nothing.

    `live` is whether somebody plays along; where not, the video loses no picture. `tell` takes
    sentences for people, on any thread. `announcement` says what is kept; empty where nothing is.
    """

    def __init__(
        self, match: Match, wanted: Wanted, live: bool, tell: Callable[[str], None]
    ) -> None:
        self.keepers: list[Keeps] = []
        self.announcement = ""
        self._film: Film | None = None
        if match.log is None:
            return
        folder = match.log.folder
        home.enlist(folder)
        region = Region(match.setup.region)
        room = Room(folder, wanted.budget * GIGABYTE, tell)
        running = None
        if wanted.frames:
            self.keepers.append(Pictures(folder, region, room, tell))
        if wanted.video:
            session = 1 + sum(line["kind"] == "resumed" for line in match.log.lines)
            running = parts.video(folder, session)
            self._film = Film(running, region, room, tell, patient=not live)
            self.keepers.append(self._film)
        match.log.outlast_full_disk(lambda: room.make_for_log(running), tell)
        self.announcement = _announcement(match, wanted)

    def close(self) -> None:
        """Finish the video; safe to call twice."""
        if self._film is not None:
            self._film.close()


def _announcement(match: Match, wanted: Wanted) -> str:
    """People are told what is kept of them (SAF-11)."""
    assert match.log is not None
    kept = [
        "what happens",
        *["pictures of each event"] * wanted.frames,
        *["video"] * wanted.video,
    ]
    said = f"This game is recorded in {match.log.folder}: {', '.join(kept)}."
    if not (wanted.frames or wanted.video):
        return said
    seen = "Of the table only" if match.setup.region else "Of all that the camera sees"
    return f"{said} {seen}; --no-video and --no-frames keep less."
