"""Room on the disk, and the folders of recorded games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.lock import FolderLock
from engine.setup import SetupError, load_setup
from tui import folders
from tui.recording import home
from tui.recording.room import Room, taken


def game(name: str, age: int, video: int = 1000, pictures: int = 500) -> Path:
    """A folder that looks like a recorded game's, `age` seconds old."""
    folder = folders.games() / name
    (folder / "frames").mkdir(parents=True)
    (folder / "game.jsonl").write_text("{}\n")
    (folder / "video.mp4").write_bytes(bytes(video))
    (folder / "frames" / "step-0001.jpg").write_bytes(bytes(pictures))
    os.utime(folder / "game.jsonl", (1e9 - age, 1e9 - age))
    return folder


def test_the_oldest_videos_give_way_first_and_pictures_after_all_videos() -> None:
    old, mid, new = game("old", 30), game("mid", 20), game("new", 10)
    told: list[str] = []
    assert Room(new, 3600, told.append).make()
    assert (taken(old), taken(mid), taken(new)) == (500, 1500, 1500)
    assert told == [f"The video of {old} gave way to this game's: the disk is limited."]
    assert Room(new, 2100, told.append).make()
    assert (taken(old), taken(mid), taken(new)) == (0, 500, 1500)
    assert (old / "game.jsonl").exists()
    assert len(told) == 3


def test_a_game_that_takes_more_than_the_budget_by_itself_gets_no_more_room() -> None:
    old, new = game("old", 30), game("new", 10, video=5000)
    assert not Room(new, 4000, print).make()
    assert taken(old) == 0
    assert taken(new) == 5500


def test_nothing_is_removed_while_there_is_room() -> None:
    old, new = game("old", 30), game("new", 10)
    told: list[str] = []
    assert Room(new, 3000, told.append).make()
    assert (taken(old), told) == (1500, [])


def test_a_full_disk_makes_old_games_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = game("old", 30), game("new", 10)
    free = iter([100, 100, 10**12, 10**12, 10**12])
    usage = type("Usage", (), {"free": property(lambda self: next(free))})
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage())
    assert Room(new, 1e9, lambda sentence: None).make()
    assert not (old / "video.mp4").exists()
    assert (new / "video.mp4").exists()


def test_games_on_another_disk_give_way_to_the_budget_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = game("old", 30), game("new", 10)
    usage = type("Usage", (), {"free": 100})
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage())
    monkeypatch.setattr("tui.recording.room._disk", lambda folder: int(folder == old))
    assert not Room(new, 1e9, print).make()
    assert taken(old) == 1500
    assert not Room(new, 2600, print).make()
    assert taken(old) == 500


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without a free byte, but for those of what is removed from it."""
    left = [0]
    unlink = Path.unlink

    def removed(path: Path, missing_ok: bool = False) -> None:
        left[0] += path.stat().st_size
        unlink(path, missing_ok)

    usage = type("Usage", (), {"free": property(lambda self: left[0])})
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage())
    monkeypatch.setattr(Path, "unlink", removed)


@pytest.mark.usefixtures("free")
def test_other_games_give_way_to_a_log_before_this_one_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.recording.room.RESERVE", 900)
    old, new = game("old", 30), game("new", 10)
    told: list[str] = []
    Room(new, 1e9, told.append).make_for_log()
    assert (taken(old), taken(new)) == (500, 1500)
    assert told == [f"The video of {old} gave way to this game's: the disk is limited."]


@pytest.mark.usefixtures("free")
def test_the_oldest_of_this_game_gives_way_to_its_log_but_for_what_is_being_written() -> None:
    old, new = game("old", 30), game("new", 10, pictures=600_000)
    for number, age in ((2, 3), (3, 9)):
        picture = new / "frames" / f"step-000{number}.jpg"
        picture.write_bytes(bytes(600_000))
        os.utime(picture, (1e9 - age, 1e9 - age))
    told: list[str] = []
    Room(new, 1e9, told.append).make_for_log(new / "video.mp4")
    assert taken(old) == 0
    assert {path.name for path in (new / "frames").iterdir()} == {"step-0001.jpg"}
    assert (new / "video.mp4").exists()
    assert told[-1] == "What is oldest of this game's pictures gave way to its log."
    Room(new, 1e9, told.append).make_for_log()
    assert (new / "video.mp4").exists()


@pytest.mark.usefixtures("free")
def test_where_nothing_can_give_way_nothing_is_said() -> None:
    new = game("new", 10)
    told: list[str] = []
    Room(new, 1e9, told.append).make_for_log()
    assert (taken(new), len(told)) == (0, 1)
    Room(new, 1e9, told.append).make_for_log()
    assert len(told) == 1


def test_a_game_that_is_being_recorded_gives_nothing_away() -> None:
    old, new = game("old", 30), game("new", 10)
    lock = FolderLock(old)
    told: list[str] = []
    assert not Room(new, 2000, told.append).make()
    lock.release()
    assert (taken(old), told) == (1500, [])


def test_games_elsewhere_are_known_once_and_forgotten(tmp_path: Path) -> None:
    (tmp_path / "friday").mkdir()
    (tmp_path / "friday" / "game.jsonl").write_text("{}\n")
    for _ in range(2):
        home.enlist(tmp_path / "friday")
    inside = game("inside", 5)
    home.enlist(inside)
    assert home.games() == [inside, tmp_path / "friday"]
    assert (folders.games() / "elsewhere.txt").read_text() == f"{tmp_path / 'friday'}\n"
    home.strike(tmp_path / "friday")
    assert home.games() == [inside]


def test_a_list_that_cannot_be_written_is_no_reason_not_to_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SYMPOSIARCH_GAMES", str(tmp_path / "file"))
    home.enlist(tmp_path / "friday")
    assert home.games() == []


def test_games_of_the_same_minute_have_folders_of_their_own() -> None:
    first = home.fresh("blackout")
    first.mkdir(parents=True)
    assert home.fresh("blackout") != first


@pytest.mark.parametrize("region", [[], [[0, 0], [1, 1]], [[0, 0], [1, 0], [2, 1]], "table", [1]])
def test_a_region_that_is_none_is_refused(region: object) -> None:
    with pytest.raises(SetupError, match="three or more corners"):
        load_setup("blackout", ["Ann", "Ben"], {"region": region})


def test_a_region_is_part_of_the_set_up() -> None:
    corners = [[0.1, 0], [0.9, 0], [0.5, 1]]
    setup = load_setup("blackout", ["Ann", "Ben"], {"region": corners})
    assert [list(corner) for corner in setup.region or ()] == corners
    assert load_setup(None, None, setup.to_data()) == setup
