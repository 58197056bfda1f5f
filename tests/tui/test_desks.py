"""What holds for the desk of every game."""

from __future__ import annotations

import pytest

from tui.actions import COMMON, PHONE, VOICE
from tui.games import DESKS


@pytest.mark.parametrize("game", DESKS)
def test_no_key_is_used_twice(game: str) -> None:
    actions = (*COMMON, PHONE, VOICE, *DESKS[game].actions)
    keys = [key for action in actions for key in action.key.split(",")]
    assert sorted(keys) == sorted(set(keys))
