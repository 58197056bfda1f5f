"""What commands print: JSON Lines for programs, sentences for people (PROTOCOL section 1)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec


def emit_json(line: Mapping[str, Any]) -> None:
    """Print one object as a line of JSON and flush it, so that a reader gets it at once."""
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    sys.stdout.flush()


def say(sentence: str) -> None:
    """Print one sentence on standard output at once."""
    print(sentence, flush=True)


def note(sentence: str) -> None:
    """Print a message for people on standard error, where it never mixes with the output."""
    print(f"symposiarch: {sentence}", file=sys.stderr, flush=True)
