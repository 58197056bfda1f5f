"""How early a sighting may stand for a true roll."""

from __future__ import annotations

import pytest

from models.bench.clips import Heard, compare


@pytest.mark.parametrize(
    ("reason", "early", "right"),
    [
        ("off_table", 1.4, 1),  # nobody sees when a die that rolled away comes to rest
        ("off_table", 1.6, 0),
        ("cocked", 0.5, 1),
        ("cocked", 0.7, 0),
    ],
)
def test_only_what_rests_out_of_sight_may_be_said_long_before(
    reason: str, early: float, right: int
) -> None:
    true = {"t": 5.0, "what": "dice_bad", "reason": reason}
    line = {**true, "t": 5.0 - early}
    assert compare([true], [Heard(line, 6.0, 0.0)]).right == right
