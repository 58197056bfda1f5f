"""A real browser without a window, spoken to over Chromium's debugging pipe."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), "")

_PIPES = """
import fcntl, os, sys
moved = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for place, end in zip((3, 4), moved):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts the browser, which reads commands at 3 and answers at 4."""

needs_browser = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium to look with")


class Browser:
    """One page of a browser; closed with the block."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        hears, self._to = os.pipe()
        self._from, speaks = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PIPES, str(hears), str(speaks),
             CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}"],
            pass_fds=(hears, speaks), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(hears)
        os.close(speaks)
        self._count, self._session, self._read = 0, "", b""
        self._told: list[dict[str, Any]] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]

    def open(self, link: str) -> None:
        """Go to a page; from then on `asked_for` and `complaints` say what it does."""
        for part in ("Network", "Log", "Runtime"):
            self._ask(f"{part}.enable")
        self._ask("Page.navigate", url=link)

    @property
    def asked_for(self) -> list[str]:
        """The addresses of all that was loaded."""
        return [
            str(told["params"]["request"]["url"])
            for told in self._told
            if told["method"] == "Network.requestWillBeSent"
        ]

    @property
    def complaints(self) -> list[dict[str, Any]]:
        """Errors and warnings of the page, as the browser's console shows them."""
        loud = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [told["params"] for told in self._told if told["method"] in loud]

    def value(self, expression: str) -> Any:
        """What a JavaScript expression gives on the page."""
        answer = self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def wait_for(self, expression: str, patience: float = 20.0) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + patience
        while self.value(expression) is not True:
            assert time.monotonic() < end, f"not so within {patience} s: {expression}"
            time.sleep(0.05)

    def size(self, width: int, height: int) -> None:
        """Show the page as a screen of that size does; a narrow one is a phone's."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._ask("Emulation.setDeviceMetricsOverride", **screen)

    def picture(self, path: Path) -> None:
        """A screenshot (PNG) of the whole page."""
        shot = self._ask("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if "method" in answer:
                self._told.append(answer)
            if answer.get("id") == self._count:
                assert "result" in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            more = os.read(self._from, 1 << 16)
            assert more, "the browser has ended"
            self._read += more
        message, _, self._read = self._read.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)
        self._profile.cleanup()
