"""Whole JPEG pictures out of a stream of bytes.

Phone apps disagree about everything around the pictures (boundaries, lengths, headers), so the
pictures themselves are followed, marker by marker (ITU-T T.81, annex B), and the rest is skipped.
"""

from __future__ import annotations

import re
from contextlib import suppress

START = b"\xff\xd8\xff"
START_OF_IMAGE, END_OF_IMAGE, START_OF_SCAN = 0xD8, 0xD9, 0xDA
# In coded data FF is followed by 00 (stuffing), D0..D7 (restart) or FF (fill); else a marker.
MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
LONGEST = 32 << 20
HEADING = 4096


class _MoreNeeded(Exception):
    """The picture goes on in bytes that have not come yet."""


class _Broken(Exception):
    """What was followed is no whole JPEG; a next one may begin at byte `args[0]`."""


class JpegCutter:
    """Feed it bytes as they come; it returns the complete JPEGs among them.

    A picture that breaks off is dropped once the next one begins; `damaged` counts those.
    `heading` is what stood before the last complete one, at most `HEADING` bytes of it.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self.heading = b""
        self._skipped = b""
        self._buffer = bytearray()
        self._begun = False
        self._at = 0  # how far the picture at the front of the buffer has been followed
        self._coded = False

    def feed(self, data: bytes) -> list[bytes]:
        """JPEGs completed by `data`, oldest first, each from its start to its end marker."""
        self._buffer += data
        found: list[bytes] = []
        with suppress(_MoreNeeded):
            while True:
                self._begin()
                try:
                    end = self._follow()
                except _Broken as broken:
                    self.damaged += 1
                    self._forget(broken.args[0])
                else:
                    found.append(bytes(self._buffer[:end]))
                    self.heading, self._skipped = self._skipped, b""
                    self._forget(end)
        return found

    def _begin(self) -> None:
        """Bring the start of a picture to the front of the buffer."""
        if self._begun:
            return
        start = self._buffer.find(START)
        if start < 0:
            self._skip(max(0, len(self._buffer) - len(START) + 1))
            raise _MoreNeeded
        self._skip(start)
        self._begun, self._at, self._coded = True, 2, False

    def _skip(self, until: int) -> None:
        self._skipped = (self._skipped + self._buffer[:until])[-HEADING:]
        self._forget(until)

    def _forget(self, until: int) -> None:
        del self._buffer[:until]
        self._begun = False

    def _follow(self) -> int:
        """Where the picture in front ends."""
        while self._at < LONGEST:
            if self._coded:
                self._pass_coded_data()
            kind = self._marker()
            if kind == END_OF_IMAGE:
                return self._at + 2
            if kind == START_OF_IMAGE:
                raise _Broken(self._at)
            self._pass_segment(kind)
        raise _Broken(LONGEST)

    def _pass_coded_data(self) -> None:
        marker = MARKER.search(self._buffer, self._at)
        if marker is None:
            # The last byte may be the first half of a marker.
            self._at = max(self._at, len(self._buffer) - 1)
            if self._at >= LONGEST:
                raise _Broken(self._at)
            raise _MoreNeeded
        self._at, self._coded = marker.start(), False

    def _marker(self) -> int:
        if len(self._buffer) < self._at + 2:
            raise _MoreNeeded
        if self._buffer[self._at] != 0xFF:
            raise _Broken(2)
        return self._buffer[self._at + 1]

    def _pass_segment(self, kind: int) -> None:
        length = int.from_bytes(self._buffer[self._at + 2 : self._at + 4])
        if len(self._buffer) < self._at + 4:
            raise _MoreNeeded
        if length < 2:
            raise _Broken(2)
        self._at += 2 + length
        self._coded = kind == START_OF_SCAN
