"""Every game is recorded and told alike: nothing in the record's telling knows a game's name."""

from __future__ import annotations

import csv
import io
import random
from contextlib import closing
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.playout import Plan
from engine.setup import load_setup
from tests.tui.test_record_report import Page
from tui.cli import main
from tui.record import open_record
from tui.recording.page import proofs
from tui.recording.story import load

EVENTS = 120


def play(game: str, folder: Path, seed: int) -> None:
    """A game of simulated people who cheat now and then, with a few corrections."""
    low, _ = GAMES[game].seats_allowed({})
    setup = load_setup(game, ["Ann", "Bén", "Cid", "Dot", "Eve"][: max(low, 4)], None)
    rng = random.Random(f"{game} {seed}")
    playout = GAMES[game].playout(setup, rng, Plan(cheating=0.3))
    camera = {"source": "table", "live": True}
    with closing(open_record(folder, setup, {}, camera)) as match:
        for number in range(EVENTS):
            event = playout.next(match._play.referee.state)
            if event is None:
                break
            match.submit(event, number * 7.0)
        match.submit({"undo": 1}, EVENTS * 7.0)
        match.submit({"no such": "event"}, EVENTS * 7.0)


@pytest.fixture(scope="module", params=sorted(GAMES))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(request.param) / "game"
    play(request.param, folder, 1)
    return folder


def test_the_record_says_what_the_match_said(game: Path) -> None:
    story = load(game)
    assert story.notes == []
    assert len(story.steps) > 20
    for name, total in story.view["totals"].items():
        assert sum(step.costs.get(name, 0) for step in story.steps) == total


def test_every_game_has_its_report(game: Path) -> None:
    assert main(["report", str(game)]) == 0
    story = load(game)
    page = Page((game / "report.html").read_text("utf-8"))
    assert story.game.title in page.text
    inside = {address[1:] for address in page.addresses if address.startswith("#")}
    assert inside <= set(page.ids)
    for _, proof in proofs(story):
        assert proof.text in page.text


def test_every_game_has_its_table_and_sheet(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(game), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    story = load(game)
    for name, total in story.view["totals"].items():
        assert sum(int(row["amount"]) for row in rows if row["player"] == name) == total
    assert {row["unit"] for row in rows} <= {story.game.unit}
    assert main(["export", str(game), "--text"]) == 0
    assert story.game.unit in capsys.readouterr().out


def test_every_game_is_replayed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game)]) == 0
    said = capsys.readouterr().out
    story = load(game)
    announced = [sentence for step in story.steps for sentence in step.announced]
    assert sum(said.count(sentence) for sentence in set(announced[:20])) >= 20
