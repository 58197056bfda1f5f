"""Announcements aloud. The voice is a process of its own: whatever hangs in it hangs nothing else.

`python -m tui.speech` is that process: it speaks each line that it reads, and says when it is done.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.log import Line
from tui.headline import gathered
from tui.session import Latest

_STALE = 6.0
"""Seconds after which a sentence is not worth being said any more."""
_STUCK = 30.0
"""Seconds after which a sentence that is still being said is given up, and its process with it."""

VOICE = (sys.executable, "-m", "tui.speech")


@dataclass(frozen=True, slots=True)
class _Waiting:
    text: str
    since: float


class Speaker:
    """Speaks what a game announces; a keeper of the session, which keeps nothing.

    Only the newest announcement waits while one is spoken, and only a short while: the voice never
    runs behind the table. `complain` hears once if the voice fails. Any thread.
    """

    def __init__(self, complain: Callable[[str], None], command: Sequence[str] = VOICE) -> None:
        self._complain, self._command = complain, tuple(command)
        self._lock = threading.Lock()
        self._voice: subprocess.Popen[str] | None = None
        self._waiting: _Waiting | None = None
        self._since: float | None = None
        self._muted = self._failed = False

    def look(self, latest: Latest) -> None:
        """It has no eyes."""

    def keep(self, line: Line) -> None:
        """Say what a line of the game announces."""
        if line["kind"] == "question":
            self.say(line["text"])
        elif line["kind"] in ("ruling", "correction") and line.get("announce"):
            self.say(" ".join(map(spoken, gathered(line["announce"]))))

    def say(self, text: str) -> None:
        """Say it now, or as soon as what is being said is over."""
        with self._lock:
            if self._muted or self._failed:
                return
            self._waiting = _Waiting(text, time.monotonic())
            if self._since is not None and time.monotonic() - self._since > _STUCK:
                self._kill()
            if self._since is None:
                self._speak()

    @property
    def speaking(self) -> bool:
        """Whether something is being said."""
        return self._since is not None

    @property
    def muted(self) -> bool:
        """Whether it keeps silent; to mute it ends the sentence being said."""
        return self._muted

    @muted.setter
    def muted(self, on: bool) -> None:
        with self._lock:
            self._muted = on
            if on:
                self._waiting = None
                self._kill()

    def close(self) -> None:
        """Fall silent; safe to call twice."""
        self.muted = True

    def _speak(self) -> None:
        """Hand the waiting text over, unless it is stale."""
        waiting, self._waiting = self._waiting, None
        if waiting is None or time.monotonic() - waiting.since > _STALE:
            return
        try:
            voice = self._voice or self._begin()
            assert voice.stdin is not None
            voice.stdin.write(f"{waiting.text}\n")
            voice.stdin.flush()
        except OSError as error:
            self._fail(error.strerror or str(error))
        else:
            self._since = time.monotonic()

    def _begin(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        voice = subprocess.Popen(
            self._command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", bufsize=1
        )
        self._voice = voice
        threading.Thread(target=self._listen, args=(voice,), name="voice", daemon=True).start()
        return voice

    def _listen(self, voice: subprocess.Popen[str]) -> None:
        """Go on with what waits each time a sentence is over."""
        assert voice.stdout is not None
        assert voice.stderr is not None
        for _ in voice.stdout:
            with self._lock:
                if self._voice is voice:
                    self._since = None
                    self._speak()
        reason = voice.stderr.read().strip().rpartition("\n")[2]
        with self._lock:
            if self._voice is voice:
                self._fail(reason or "it ended")

    def _kill(self) -> None:
        voice, self._voice, self._since = self._voice, None, None
        if voice is not None:
            voice.kill()
            voice.wait()

    def _fail(self, reason: str) -> None:
        self._kill()
        self._failed = True
        self._complain(f"The voice cannot speak ({reason}); announcements are on the screen only.")


def spoken(sentence: str) -> str:
    """A sentence as it is said aloud: `3-6: Ann drinks 6 gulps — roll` with words for its signs."""
    said = sentence.replace(" — ", ", ").replace("+", "plus ").replace("−", "minus ")
    return said if said.endswith((".", "!", "?")) else f"{said}."


def main() -> None:
    """Speak what comes in, line by line."""
    import pyttsx3

    try:
        engine = pyttsx3.init()
    except Exception as error:  # Whatever the system's voice raises where there is none.
        sys.exit(str(error))
    for text in sys.stdin:
        engine.say(text.strip())
        engine.runAndWait()
        print("done", flush=True)


if __name__ == "__main__":
    main()
