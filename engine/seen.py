"""What a camera saw happen on the table: the vocabulary between `vision` and `engine`.

PROTOCOL section 5, lines of kind `seen`. All types are frozen; `t` is in seconds of the source
since its first frame, of the frame in which the thing had come to rest.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

CameraState = Literal["ok", "stale", "lost", "moved"]
BadDice = Literal["off_table", "cocked", "stacked", "missing"]


class SeenBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="what"):
    """What every observation carries.

    `seat` is None where nobody could tell who did it. `confidence` is 0..1. `frame` counts the
    source's frames from 0. `arrived` is the `time.monotonic()` at which the rest frame reached
    the program (0.0 where unknown); it serves to measure latency and is never written out.
    """

    t: float
    frame: int = 0
    seat: str | None = None
    confidence: float = 1.0
    arrived: float = 0.0


class CardLanded(SeenBase, frozen=True, kw_only=True, tag="card_landed"):
    """One card came to rest face up."""

    card: str
    alternatives: tuple[tuple[str, float], ...] = ()


class CardsLanded(SeenBase, frozen=True, kw_only=True, tag="cards_landed"):
    """Several cards came to rest within one throw."""

    cards: tuple[str, ...]


class CardRemoved(SeenBase, frozen=True, kw_only=True, tag="card_removed"):
    """A face-up card left the play zone."""

    card: str


class Swept(SeenBase, frozen=True, kw_only=True, tag="swept"):
    """The play zone is empty after it held cards."""


class TrickTaken(SeenBase, frozen=True, kw_only=True, tag="trick_taken"):
    """The trick is gone and a face-down packet lies at a seat."""

    cards: tuple[str, ...]


class TurnUp(SeenBase, frozen=True, kw_only=True, tag="turn_up"):
    """A single card was turned face up beside the stock."""

    card: str


class Dice(SeenBase, frozen=True, kw_only=True, tag="dice"):
    """Two or more dice were rolled and lie flat; `values` are sorted ascending.

    `alternatives` are other readings with their probability, best first, where the reading is
    not clear; empty where it is.
    """

    values: tuple[int, ...]
    alternatives: tuple[tuple[tuple[int, ...], float], ...] = ()


class Die(SeenBase, frozen=True, kw_only=True, tag="die"):
    """A single die was rolled and lies flat."""

    value: int
    alternatives: tuple[tuple[int, float], ...] = ()


class DiceBad(SeenBase, frozen=True, kw_only=True, tag="dice_bad"):
    """A throw that is no roll: a die off the table, cocked, stacked or missing."""

    reason: BadDice


class Letters(SeenBase, frozen=True, kw_only=True, tag="letters"):
    """`n` of the seat's A-L-I-V-E cards are face up."""

    n: int


class Knock(SeenBase, frozen=True, kw_only=True, tag="knock"):
    """A hand came in and went out twice and brought nothing; seen only where players want it."""


class Camera(SeenBase, frozen=True, kw_only=True, tag="camera"):
    """The state of the camera changed."""

    state: CameraState


Seen = (
    CardLanded
    | CardsLanded
    | CardRemoved
    | Swept
    | TrickTaken
    | TurnUp
    | Dice
    | Die
    | DiceBad
    | Letters
    | Knock
    | Camera
)


def to_line(seen: Seen) -> dict[str, Any]:
    """The observation as a JSON-ready `seen` line of PROTOCOL section 5."""
    # By way of JSON, since a line that is read back from a log must equal the one written.
    fields = msgspec.json.decode(msgspec.json.encode(seen))
    fields.pop("arrived")
    if not fields.get("alternatives", True):
        del fields["alternatives"]
    fields["t"] = round(fields["t"], 3)
    fields["confidence"] = round(fields["confidence"], 3)
    return {"kind": "seen", "t": fields.pop("t"), "what": fields.pop("what"), **fields}


def from_line(line: dict[str, Any]) -> Seen:
    """The observation of a `seen` line; raises `msgspec.ValidationError` where it is none."""
    fields = {key: value for key, value in line.items() if key != "kind"}
    observation: Seen = msgspec.convert(fields, Seen)
    return observation
