"""What holds for all tests."""

from __future__ import annotations

import itertools

import pytest

_numbers = itertools.count()


@pytest.fixture(autouse=True)
def _games_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test lists, or makes room among, the games of whoever runs it, or of another test.

    Nor does one read house rules that are not its own.
    """
    number, folder = str(next(_numbers)), tmp_path_factory.getbasetemp()
    monkeypatch.setenv("SYMPOSIARCH_GAMES", str(folder / "games" / number))
    monkeypatch.setenv("SYMPOSIARCH_HOUSES", str(folder / "houses" / number))
