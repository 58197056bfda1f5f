"""What holds for all tests."""

from __future__ import annotations

import itertools

import pytest

_numbers = itertools.count()


@pytest.fixture(autouse=True)
def _games_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test lists, or makes room among, the games of whoever runs it, or of another test."""
    folder = tmp_path_factory.getbasetemp() / "games" / str(next(_numbers))
    monkeypatch.setenv("SYMPOSIARCH_GAMES", str(folder))
