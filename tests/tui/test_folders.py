"""Where the program keeps what it makes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tui import faults, folders

Place = tuple[Callable[[], Path], str, str, str]
"""A place, the variable that names it, the system's variable for such, and its own name."""

PLACES: list[Place] = [
    (folders.games, "SYMPOSIARCH_GAMES", "XDG_DATA_HOME", "games"),
    (folders.decks, "SYMPOSIARCH_DECKS", "XDG_DATA_HOME", "decks"),
    (folders.houses, "SYMPOSIARCH_HOUSES", "XDG_CONFIG_HOME", "houses"),
]


@pytest.mark.parametrize("kind", PLACES)
def test_a_variable_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Place
) -> None:
    place, variable, _, name = kind
    monkeypatch.setenv(variable, str(tmp_path))
    assert place() == tmp_path
    monkeypatch.setenv(variable, "")
    assert (place().parent.name, place().name) == ("symposiarch", name)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="only there XDG says where")
@pytest.mark.parametrize("kind", PLACES)
def test_without_one_it_is_where_the_system_keeps_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Place
) -> None:
    place, variable, base, name = kind
    monkeypatch.delenv(variable)
    monkeypatch.setenv(base, str(tmp_path))
    assert place() == tmp_path / "symposiarch" / name
    monkeypatch.delenv(base)
    assert place().is_relative_to(Path.home())


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="only there XDG says where")
def test_the_log_is_among_temporary_files_where_its_folder_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert faults.log_path() == tmp_path / "symposiarch" / "symposiarch.log"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert faults.log_path() == Path(tempfile.gettempdir()) / "symposiarch.log"
