"""JSON that people and other programs wrote."""

from __future__ import annotations

from typing import Any

import msgspec

_MARK = b"\xef\xbb\xbf"
"""The byte-order mark with which some Windows programs begin a text."""


class NoJson(ValueError):
    """A text is no JSON; the message says where."""


def parse(text: str | bytes) -> Any:
    """What `text` says, with or without a byte-order mark. Raises `NoJson`."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        return msgspec.json.decode(data.removeprefix(_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NoJson(str(error)) from error
