"""`symposiarch report` and `export`: a recorded game as a page, a sheet and a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from engine.log import FILE_NAME
from tests.tui.recorded import ENTRIES, record, shots
from tui.cli import main
from tui.record import open_record
from tui.recording.charts import Drink, lanes, race
from tui.recording.mend import is_cut, mend
from tui.recording.recorder import Wanted
from tui.recording.story import clock_text, load
from tui.script import Entry

NO_PICTURES = Wanted(frames=False, video=False)


class Page(HTMLParser):
    """Checks that every tag is closed in order, and gathers what is needed of the page."""

    VOID = frozenset({"meta", "img", "rect", "line", "path", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.buttons: list[dict[str, str | None]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.addresses += [value for key in ("href", "src") if (value := found.get(key))]
        self.ids += [value for value in [found.get("id")] if value]
        if tag == "button":
            self.buttons.append(found)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass  # `<path/>` and the like open nothing.

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["script"]):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game with pictures, video, a correction and something taken."""
    folder = tmp_path_factory.mktemp("evening") / "game"
    record(folder, entries=[*ENTRIES, Entry({"taken": {"Ben": 2}}, at=6.1)])
    return folder


@pytest.fixture
def page(game: Path, capsys: pytest.CaptureFixture[str]) -> Page:
    assert main(["report", str(game)]) == 0
    assert capsys.readouterr().out == f"{game / 'report.html'}\n"
    return Page((game / "report.html").read_text("utf-8"))


def test_PROTOCOL_6_the_report_is_one_page_without_network(game: Path, page: Page) -> None:
    assert page.addresses
    for address in page.addresses:
        assert address.startswith(("#", "data:image/jpeg;base64,")) or address == "video.mp4"
    text = (game / "report.html").read_text("utf-8")
    assert not re.search(r"https?://|@import|url\(", text)


def test_every_link_in_the_page_leads_somewhere(page: Page) -> None:
    inside = {address[1:] for address in page.addresses if address.startswith("#")}
    assert inside <= set(page.ids)
    assert {"step-1", "step-2", "step-3", "step-4", "step-5"} <= set(page.ids)


def test_the_report_says_who_drank_what_and_why(page: Page) -> None:
    text = page.text
    assert "4-6: Ann drinks 6 gulps — roll" in text
    assert "roll: Ann 6; share: Ben 4" in text
    assert "1-3: Ben drinks 4 gulps — roll" in text
    assert "BLK-14" in text
    # The correction: 4-6 was 4-5, so Ann drinks five.
    assert "Disputes and corrections" in text
    assert "Ann has drunk 1 gulp too many: noted as credit." in text
    assert re.search(r"Corrected by\s+step 3\s+\. Now: Ann 5, Ben 4\.", text)


def test_chapters_jump_to_the_throw_in_the_video(page: Page) -> None:
    chapters = [one for one in page.buttons if one["class"] == ""]
    assert [one["data-session"] for one in chapters] == ["1"] * 5
    assert chapters[1]["data-t"] == "2.00"  # ruled at 5.0 s


def test_without_pictures_and_video_the_report_is_complete_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path, wanted=NO_PICTURES)
    assert main(["report", str(tmp_path)]) == 0
    bare = Page((tmp_path / "report.html").read_text("utf-8"))
    assert bare.buttons == []
    assert "Ann drinks 6 gulps" in bare.text
    assert all(address.startswith("#") for address in bare.addresses)


def test_a_picture_that_cannot_be_read_is_left_out(game: Path, tmp_path: Path) -> None:
    record(tmp_path, frames=40)
    (tmp_path / "frames" / "step-0001.jpg").write_bytes(b"no picture")
    assert main(["report", str(tmp_path)]) == 0
    shown = Page((tmp_path / "report.html").read_text("utf-8"))
    assert sum(address.startswith("data:") for address in shown.addresses) == 1


def test_names_and_reasons_are_text_whatever_they_hold(tmp_path: Path) -> None:
    names = ("<b>Ann</b>", 'B"en&', "=1+1")
    record(tmp_path, entries=[], wanted=NO_PICTURES, players=names)
    assert main(["report", str(tmp_path)]) == 0
    page = Page((tmp_path / "report.html").read_text("utf-8"))
    assert "<b>Ann</b>" in page.text
    assert 'B"en&' in page.text


def test_what_was_disputed_and_stands_is_told(tmp_path: Path) -> None:
    record(tmp_path, entries=[], wanted=NO_PICTURES)
    with closing(open_record(tmp_path, None, {}, {"source": "table", "live": False})) as match:
        match.uphold(2, 7.0)
    assert main(["report", str(tmp_path)]) == 0
    text = Page((tmp_path / "report.html").read_text("utf-8")).text
    assert text.count("Disputed, and it stands.") == 1
    assert [step.upheld for step in load(tmp_path).steps] == [0, 1, 0]


def test_a_name_is_no_formula_in_a_spreadsheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path, entries=[], wanted=NO_PICTURES, players=("=1+1", "Ben"))
    assert {row["player"] for row in rows(capsys, tmp_path)} == {"'=1+1", "Ben"}


def test_a_video_that_a_kill_cut_is_mended_so_that_one_can_jump(game: Path, tmp_path: Path) -> None:
    record(tmp_path)
    video = tmp_path / "video.mp4"
    before = [seconds for seconds, _ in shots(video)]
    _fragment(video)
    assert is_cut(video)
    assert main(["report", str(tmp_path)]) == 0
    assert not is_cut(video)
    assert [seconds for seconds, _ in shots(video)] == pytest.approx(before)


def test_a_video_without_a_picture_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path)
    video = tmp_path / "video.mp4"
    video.write_bytes(b"\0\0\0\x08moof" + bytes(100))
    assert main(["report", str(tmp_path)]) == 0
    assert "cut off too early" in capsys.readouterr().err
    assert not mend(video)
    assert video.stat().st_size == 108


def _fragment(path: Path) -> None:
    """The same video as a kill would leave it."""
    import av

    fresh = path.with_name("fragments.mp4")
    flags = {"movflags": "frag_keyframe"}
    with av.open(str(path)) as whole, av.open(str(fresh), "w", options=flags) as cut:
        stream = cut.add_stream_from_template(whole.streams.video[0])
        for packet in whole.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                cut.mux(packet)
    fresh.replace(path)


# --- export


def rows(capsys: pytest.CaptureFixture[str], folder: Path) -> list[dict[str, str]]:
    assert main(["export", str(folder), "--csv"]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_the_amounts_of_the_table_add_up_to_the_totals(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = rows(capsys, game)
    totals = load(game).view["totals"]
    for name, total in totals.items():
        assert sum(int(row["amount"]) for row in found if row["player"] == name) == total
    assert found[0] == {
        "step": "1", "seconds": "3.0", "player": "Ann", "amount": "5", "unit": "gulps",
        "cause": "roll", "rules": "BLK-14", "corrected_by": "3",
    }  # fmt: skip


def test_the_sheet_says_who_had_how_much_of_what(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(game)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Blackout, ")
    assert "5 events" not in lines[1]
    assert "4 events, 1 correction" in lines[1]
    assert any(re.fullmatch(r"Ann +6  \(roll 5, social 1\)", line) for line in lines)
    assert "The game has not ended." in lines


def test_a_sheet_that_differs_from_what_was_announced_says_so(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (game / FILE_NAME).read_text("utf-8")
    (tmp_path / FILE_NAME).write_text(re.sub(r'"gulps":{"Ann":\d+', '"gulps":{"Ann":99', text))
    assert main(["export", str(tmp_path)]) == 0
    assert "is ruled otherwise than it was announced" in capsys.readouterr().err


# --- what is no recorded game


def damaged(game: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    yield tmp_path / "nowhere", "no folder"
    (tmp_path / "empty").mkdir()
    yield tmp_path / "empty", "holds no recorded game"
    lines = (game / FILE_NAME).read_text("utf-8").splitlines(keepends=True)
    for name, text, said in (
        ("header", "".join(lines[1:]), "line 1"),
        ("middle", "".join([*lines[:2], "{half\n", *lines[3:]]), "line 3"),
        ("misfit", "".join([*lines[:2], *lines[4:]]), "does not fit the game"),
        ("nothing", "", "line 1"),
        ("other", lines[0].replace('"game":"blackout"', '"game":"chess"'), "no game called chess"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE_NAME).write_text(text, "utf-8")
        yield tmp_path / name, said


@pytest.mark.parametrize("words", [["report"], ["export"]])
def test_what_is_no_recorded_game_gets_one_sentence(
    game: Path, tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, said in damaged(game, tmp_path):
        assert main([*words, str(folder)]) == 2, folder
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert said in err


def test_a_half_written_last_line_was_never_announced(game: Path, tmp_path: Path) -> None:
    *lines, ruled, _ = (game / FILE_NAME).read_text("utf-8").splitlines(keepends=True)
    (tmp_path / FILE_NAME).write_text("".join([*lines, ruled[:-20]]), "utf-8")
    assert len(load(tmp_path).steps) == len(load(game).steps) - 1


# --- parts


def test_game_time_goes_on_over_sessions_but_not_where_the_same_film_plays_again(
    tmp_path: Path,
) -> None:
    record(tmp_path, wanted=NO_PICTURES)
    record(tmp_path, frames=100, wanted=NO_PICTURES, rolls={}, entries=[])
    again = load(tmp_path)
    assert again.lines[-1][0].session == 2
    assert again.length == pytest.approx(7.0, abs=0.6)


def test_clocks() -> None:
    assert [clock_text(t) for t in (0, 59.9, 61, 3723)] == ["0:00", "0:59", "1:01", "1:02:03"]


def test_charts_hold_every_player_and_drink() -> None:
    drinks = [Drink("Ann", 10, 4, 1), Drink("Ben", 20, 3, 2), Drink("Ann", 30, 2, 3)]
    over_time = race(("Ann", "Ben", "<C>"), drinks, 60, "gulps")
    assert "Ann 6" in over_time
    assert "&lt;C&gt; 0" in over_time
    dots = lanes(("Ann", "Ben"), drinks, 60, "gulps")
    assert dots.count("<circle") == 3
    assert '<a href="#step-3">' in dots


@pytest.mark.parametrize("amount", [0, 5])
def test_labels_of_players_who_are_level_stand_apart_and_inside(amount: int) -> None:
    names = [f"P{number}" for number in range(8)]
    drunk = [Drink(name, 10, amount, 1) for name in names if amount]
    chart = race(names, drunk, 60, "gulps")
    labels = re.findall(r'y="([\d.]+)">P\d', chart)
    heights = sorted(map(float, labels))
    assert len(heights) == 8
    assert all(b - a >= 14 for a, b in pairwise(heights))
    assert heights[0] >= 10
    assert heights[-1] <= 300


def test_charts_of_a_game_without_a_drink() -> None:
    assert "Ann 0" in race(("Ann",), [], 0.0, "flips")
    assert "<circle" not in lanes(("Ann",), [], 0.0, "flips")
