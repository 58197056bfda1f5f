"""What holds for all tests."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import settings

# The same examples in every run, so that a run fails only for what was changed; `make fuzz` looks
# for new ones.
settings.register_profile("same", derandomize=True)
settings.register_profile("search", derandomize=False, print_blob=True)
settings.load_profile("same")

_numbers = itertools.count()


@pytest.fixture(autouse=True)
def _games_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test lists, or makes room among, the games of whoever runs it, or of another test.

    Nor does one read decks, house rules, set-ups or a memory that are not its own.
    """
    number, folder = str(next(_numbers)), tmp_path_factory.getbasetemp()
    monkeypatch.setenv("SYMPOSIARCH_GAMES", str(folder / "games" / number))
    monkeypatch.setenv("SYMPOSIARCH_DECKS", str(folder / "decks" / number))
    monkeypatch.setenv("SYMPOSIARCH_HOUSES", str(folder / "houses" / number))
    monkeypatch.setenv("SYMPOSIARCH_SETUPS", str(folder / "setups" / number))
    monkeypatch.setenv("SYMPOSIARCH_MEMORY", str(folder / "memory" / f"{number}.json"))
