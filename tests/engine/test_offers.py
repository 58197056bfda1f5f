"""What the program offers is taken: no event proposed and no answer offered is refused.

`SYMPOSIARCH_PLAYOUTS=2000 pytest tests/engine/test_offers.py` tries so many tables of each game.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from tests.engine.offers import Move, Watched
from tests.engine.playing import PLAYOUTS

_any = st.integers(0, 999)
moves = st.builds(
    Move,
    kind=_any,
    cards=st.tuples(_any, _any, _any),
    seat=_any,
    sure=st.floats(0, 1),
    pick=_any,
    told=_any,
)


@pytest.mark.parametrize("name", list(GAMES))
@settings(max_examples=2 * PLAYOUTS, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), played=st.integers(0, 150), seen=st.lists(moves, max_size=12))
def test_no_answer_that_is_offered_is_refused(
    name: str, seed: int, played: int, seen: list[Move]
) -> None:
    table = Watched(name, seed, played)
    for move in seen:
        table.go_on(move)
