"""MJPEG over HTTP, as phone camera apps and network cameras serve it."""

from __future__ import annotations

import base64
import re
import time
import urllib.error
import urllib.request
import zlib
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from urllib.parse import unquote, urlsplit

from vision.sources.base import SourceError
from vision.sources.files import decode_picture
from vision.sources.jpegs import JpegCutter
from vision.sources.network import knock, without_password
from vision.sources.pump import Shot

SILENCE = 4.0
"""Seconds without a byte after which a connection counts as dead."""
CHUNK = 1 << 16
FRUITLESS = 16 << 20
"""So many bytes without a whole JPEG are no stream of pictures."""
PRESETS = ("/video", "/mjpegfeed", "/videofeed", "/?action=stream", "/stream", "/video.mjpg")
"""Paths of IP Webcam and DroidCam, older DroidCam, iOS apps, mjpg-streamer, ESP32 and others."""
FOR_FFMPEG = ("video/", "application/vnd.apple.mpegurl", "application/x-mpegurl")
TIMESTAMP = re.compile(rb"^x-timestamp:\s*(\d+(?:\.\d+)?)\s*$", re.IGNORECASE | re.MULTILINE)
SNAPSHOT_PAUSE = 0.03
"""Seconds between two requests where the address gives single pictures."""


class IsVideo(Exception):
    """The address serves a video format that FFmpeg reads, not pictures."""


class MjpegFeed:
    """One connection to an MJPEG stream, or to an address that gives the newest JPEG.

    A bare host that answers with a page is tried at the usual paths. Raises `SourceError` where
    no stream is found, `IsVideo` where it is one for FFmpeg.
    """

    def __init__(self, url: str) -> None:
        knock(url)
        self._url, self._answer = find_stream(url)
        self._name = without_password(self._url)
        self._cutter = JpegCutter()
        self._fruitless = 0

    def grab(self) -> Shot | None:
        """The newest whole picture among the bytes that have come; None while it is not whole."""
        try:
            data = self._answer.read1(CHUNK)
        except HTTPException as error:
            raise SourceError(f"{self._name} broke off.") from error
        if not data:
            self._again()
            return None
        pictures = self._cutter.feed(data)
        if not pictures:
            self._count_fruitless(len(data))
            return None
        self._fruitless = 0
        newest = pictures[-1]
        stamp = stamp_of(self._cutter.heading)
        return Shot(zlib.crc32(newest), lambda: decode_picture(newest), stamp)

    def _again(self) -> None:
        """The answer is at its end: ask for the next single picture, or report the end."""
        if not media_type(self._answer).startswith("image/"):
            raise SourceError(f"{self._name} ended the stream.")
        self.close()
        time.sleep(SNAPSHOT_PAUSE)
        self._answer = request(self._url)

    def _count_fruitless(self, more: int) -> None:
        self._fruitless += more
        if self._fruitless > FRUITLESS:
            raise SourceError(f"{self._name} sends no JPEG pictures: choose MJPEG in its app.")

    def close(self) -> None:
        with suppress(OSError):
            self._answer.close()

    def describe(self) -> str:
        return f"{self._name}, MJPEG"

    def notes(self, fps: float) -> list[str]:
        if self._cutter.damaged > 10:
            return [f"{self._name} sends broken pictures: bring the phone nearer to the Wi-Fi."]
        return []


def stamp_of(heading: bytes) -> float | None:
    """Seconds of the camera's clock from a part's `X-Timestamp` header, as many servers send."""
    found = TIMESTAMP.search(heading)
    return float(found[1]) if found else None


def find_stream(url: str) -> tuple[str, HTTPResponse]:
    """The address that serves pictures, and its open answer: `url`, or a preset of its host."""
    bare = urlsplit(url).path in ("", "/") and not urlsplit(url).query
    tried = [url, *(url.rstrip("/") + path for path in PRESETS)] if bare else [url]
    for address in tried:
        try:
            answer = request(address)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in (401, 403):
                raise SourceError(_password(url)) from error
            continue
        if is_stream(answer):
            return address, answer
        answer.close()
    where = f"at {', '.join(PRESETS)}" if bare else "there"
    raise SourceError(
        f"{without_password(url)} answers, but gives no video {where}: start the camera in its"
        " app, close other viewers, and give the address of the stream that the app shows."
    )


def _password(url: str) -> str:
    parts = urlsplit(url)
    example = f"{parts.scheme}://name:password@{parts.netloc.rpartition('@')[2]}{parts.path}"
    return f"{without_password(url)} asks for a name and password: give them as in {example}."


def is_stream(answer: HTTPResponse) -> bool:
    """Whether pictures come; many apps give no useful type, so only pages are turned down."""
    kind = media_type(answer)
    if kind.startswith(FOR_FFMPEG):
        answer.close()
        raise IsVideo
    return not kind.startswith("text/") and kind not in ("application/json", "application/xml")


def media_type(answer: HTTPResponse) -> str:
    """As `multipart/x-mixed-replace`, lower case; "" where none is given."""
    return (answer.headers.get("Content-Type") or "").partition(";")[0].strip().lower()


def request(url: str) -> HTTPResponse:
    """The open answer to a GET; `HTTPError` by status, `SourceError` where there is none.

    The name and password of the address are sent to its own host only, not where it redirects.
    """
    asked = urllib.request.Request(without_password(url), headers={"User-Agent": "symposiarch"})
    if (login := _basic_login(url)) is not None:
        asked.add_unredirected_header("Authorization", login)
    # A phone stands in the same network; a proxy of the house would not find it.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        answer: HTTPResponse = opener.open(asked, timeout=SILENCE)
    except urllib.error.HTTPError:
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise SourceError(
            f"{without_password(url)} does not answer as a camera ({error}): restart its app."
        ) from error
    return answer


def _basic_login(url: str) -> str | None:
    parts = urlsplit(url)
    if parts.username is None:
        return None
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return "Basic " + base64.b64encode(login.encode()).decode("ascii")
