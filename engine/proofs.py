"""Proofs from the public record: facts for the table to judge, never a conviction (RULES 0.6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

Strength = Literal["certain", "hint"]


class Proof(msgspec.Struct, frozen=True):
    """One proof: its kind, strength, the facts as PROTOCOL section 4 names them, a sentence, and
    the id of the rule it rests on.

    `certain` holds unless an entry or a reading is wrong; a `hint` may have innocent causes.
    """

    kind: str
    strength: Strength
    facts: dict[str, Any]
    text: str
    rule: str

    def line(self) -> dict[str, Any]:
        """The proof as it stands in `proof`."""
        return {"kind": self.kind, **self.facts}

    def graded(self) -> dict[str, Any]:
        """The proof as it stands in `proofs`, with its strength."""
        return {**self.line(), "strength": self.strength}


def strongest(proofs: Sequence[Proof]) -> dict[str, Any] | None:
    """The first certain proof, otherwise the first hint, otherwise None."""
    certain = [proof for proof in proofs if proof.strength == "certain"]
    best = (certain or list(proofs))[:1]
    return best[0].line() if best else None
