"""Filmed games as `bench` opens them: found where they are, watched as a live game is."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from engine.log import FILE_NAME
from tui import filmed
from tui.commands import bench
from vision.detector import Region
from vision.frames import Image
from vision.sights import Sight

CLIP = Path(bench.__file__).parents[2] / "datasets" / "clips" / "blackout"


class Blind:
    """Eyes that see nothing."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return Sight()


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "clip.mp4").touch()


def test_clips_that_are_there_are_taken_and_nothing_is_filmed(tmp_path: Path) -> None:
    _touch(tmp_path, "jookie-oak-1", "becker-felt-2", "becker-bar-1")
    taken = [path.name for path in bench._game_clips(tmp_path, "becker")]
    assert taken == ["becker-bar-1", "becker-felt-2"]
    assert len(bench._clips(tmp_path)) == 3


def test_missing_clips_are_filmed_scene_by_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mujoco", reason="an extra: symposiarch[sim]")
    from datasets.simulator import film, story

    monkeypatch.setattr(story, "play", lambda plan: plan)
    monkeypatch.setattr(
        film, "write_tale", lambda tale, target, progress: target.mkdir(parents=True)
    )
    for game in bench.CARD_GAMES:
        names = [path.name.split("-") for path in bench._game_clips(tmp_path, game)]
        assert [name[0] for name in names] == 5 * [game]
        assert len({scene for _, scene, _ in names}) == 5
    dice = bench._clips(tmp_path / "dice")
    assert dice[0].name.endswith(f"-{bench.CLIP_SEED}")


def test_a_clip_is_watched_with_its_script_and_recorded_where_wanted(tmp_path: Path) -> None:
    clip = tmp_path / "clip"
    shutil.copytree(CLIP, clip)
    with closing(filmed.match_in(clip, tmp_path / "record")) as match:
        with filmed.watching(clip, Blind(), match) as session:
            lines = list(session.lines())
        assert match.setup.game == "blackout"
    assert {line["kind"] for line in lines} >= {"ruling"}
    assert (tmp_path / "record" / FILE_NAME).read_text().count("\n") > len(lines)


def test_a_clip_seen_by_nobody_scores_nothing(tmp_path: Path) -> None:
    score = bench._watch(CLIP, Blind())
    assert score.events > 0
    assert score.right == 0
