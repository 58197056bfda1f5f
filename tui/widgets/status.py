"""How camera and eyes are doing, in one line."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from tui.session import Speed

_STATES = {
    "ok": ("●", "camera ok", "$text-success"),
    "stale": ("▲", "CAMERA STANDS STILL: dice may be missed, enter rolls with r", "$text-warning"),
    "lost": ("✖", "CAMERA LOST, trying again: enter rolls with r", "$text-error"),
    "ended": ("■", "the film is over", "$text-muted"),
    "failed": ("✖", "STOPPED: see the message", "$text-error"),
}


def status(state: str, camera: str, model: str, speed: Speed, *, paused: bool = False) -> Content:
    """Sign, state in words, what the camera was granted, model, speed and latency."""
    sign, words, style = _STATES[state]
    rate = f"{speed.fps:.0f} looks/s" if speed.fps else ""
    late = "" if speed.median_ms is None else f"{speed.median_ms:.0f} ms to announce"
    facts = [part for part in (camera, rate, late, model) if part]
    pause = ("  PAUSED: Space goes on ", "bold reverse") if paused else ""
    return Content.assemble(
        (f"{sign} {words}", style), pause, ("  " + " · ".join(facts), "$text-muted")
    )


class Status(Static):
    """The status line."""

    def show(self, state: str, camera: str, model: str, speed: Speed, *, paused: bool) -> None:
        """Take how things are."""
        self.update(status(state, camera, model, speed, paused=paused))
