"""The person of `bench corrections`: what is right is let stand, what is not is put right once."""

from __future__ import annotations

from typing import Any

import pytest

from models.bench.person import Person, Reply

TRUTH = [
    {"play": "2d", "by": "Ann", "at": 2.0},
    {"play": "4d", "by": "Ben", "at": 5.0},
    {"give": {"Ann": 1}, "by": "Ben", "at": 6.0},
    {"play": "4s", "by": "Cem", "at": 8.0},
]


def seen(t: float) -> dict[str, Any]:
    return {"kind": "seen", "t": t, "what": "card_landed", "card": "??"}


def ruled(step: int, card: str, by: str, **told: Any) -> dict[str, Any]:
    return {"kind": "ruling", "t": 0.0, "step": step, "event": {"play": card, "by": by}, **told}


def asked(*events: dict[str, Any]) -> dict[str, Any]:
    answers = [{"text": "", "event": event} for event in events]
    return {"kind": "question", "t": 0.0, "id": 7, "answers": answers}


FIRST, SECOND = (seen(2.0), ruled(1, "2d", "Ann", frame=20)), ruled(2, "4d", "Ben", frame=50)
AMENDED: Reply = {"amend": 2, "event": {"play": "4d", "by": "Ben"}}
MISSED: Reply = {"insert": 2, "event": {"play": "4d", "by": "Ben"}}


@pytest.mark.parametrize(
    ("lines", "replies", "corrections", "asks"),
    [
        ((seen(5.0), SECOND), [], 1, 0),  # the last card alone is missing
        ((seen(5.1), ruled(2, "6d", "Ben", frame=50)), [AMENDED], 2, 0),  # misread
        ((seen(5.1), ruled(2, "4d", "Ann", frame=50)), [AMENDED], 2, 0),  # somebody else's
        ((seen(6.0), ruled(2, "4d", "Ben")), [], 2, 0),  # what people entered is no guess
        ((seen(11.9), ruled(2, "9h", "Ben", frame=119)), [{"void": 2}], 3, 0),  # nothing there
        ((seen(8.0), ruled(2, "4s", "Cem", frame=80)), [MISSED], 1, 0),  # one was not seen
        ((seen(5.0), asked({"play": "6d", "by": "Ben"}, {"play": "4d", "by": "Ben"})),
         [(7, 1)], 1, 1),
        ((seen(5.0), asked({"play": "6d", "by": "Ben"})), [{"play": "4d", "by": "Ben"}], 2, 0),
        ((seen(5.0), asked({"pass": "Ben"})), [], 2, 0),  # not about the card
    ],
)  # fmt: skip
def test_what_is_entered(
    lines: tuple[dict[str, Any], ...], replies: list[Reply], corrections: int, asks: int
) -> None:
    person = Person(TRUTH)
    entered = [reply for line in (*FIRST, *lines) for reply in person.hear(line)]
    person.leave()
    assert entered == replies
    assert (person.corrections, person.asked) == (corrections, asks)


def test_an_answer_counts_as_the_card_and_those_before_it_are_put_in() -> None:
    person = Person(TRUTH)
    question = asked({"play": "4s", "by": "Cem"})
    entered = [reply for line in (*FIRST, seen(8.0), question) for reply in person.hear(line)]
    assert entered == [(7, 0)]
    assert person.hear(ruled(2, "4s", "Cem", choice=0, answers=7)) == [MISSED]
    person.leave()
    assert (person.corrections, person.asked) == (1, 1)
