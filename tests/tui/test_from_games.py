"""`dataset from-games`: what people corrected in recorded games becomes labelled crops."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from datasets.compose.artwork import CODES
from datasets.deck import own_deck
from datasets.lesson_scenes import labelled
from engine.log import FILE_NAME
from engine.seen import CardLanded, CardsLanded, Dice, Seen
from engine.setup import load_setup
from tests.tui.recorded import DrawnSource
from tests.tui.table import FPS, FakeWatcher
from tui import opening
from tui.cli import main
from tui.record import open_record
from tui.recording.recorder import Recorder, Wanted
from tui.script import Entry, Script
from tui.session import Session
from vision.frames import Frame, Image
from vision.sights import CardSight, DieSight, Quad, Sight

DECK = own_deck(112)
WIDTH, HEIGHT, STEP = 480, 200, 100


def place(n: int) -> Quad:
    """Where the card that comes `n`-th lies."""
    x0, y0 = 20 + STEP * n, 30
    return np.array([[x0, y0], [x0 + 80, y0], [x0 + 80, y0 + 112], [x0, y0 + 112]], np.float32)


class Table(DrawnSource, FakeWatcher):
    """A table on which cards come to lie at 2, 4, … seconds; `misread` is what the eyes say."""

    def __init__(self, cards: list[str], misread: dict[str, str], sure: float = 1.0) -> None:
        DrawnSource.__init__(self, 20 * len(cards) + 20)
        FakeWatcher.__init__(self, {})
        self._cards, self._misread, self._sure = cards, misread, sure
        self._lying = 0

    def read(self, timeout: float | None = None) -> Frame | None:
        frame = super().read(timeout)
        if frame is None:
            return None
        self._lying = sum(frame.index >= 20 * n + 18 for n in range(len(self._cards)))
        return Frame(self._drawn(), frame.t, frame.index, frame.arrived)

    def _drawn(self) -> Image:
        picture = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
        for n, card in enumerate(self._cards[: self._lying]):
            face = cv2.resize(DECK.faces[card][..., :3], (80, 112))
            picture[30:142, 20 + STEP * n : 100 + STEP * n] = face
        return picture

    def read_as(self, card: str) -> str:
        return self._misread.get(card, card)

    def feed(self, frame: Frame) -> list[Seen]:
        n, late = divmod(frame.index, 20)
        if late or not 0 < n <= len(self._cards):
            return []
        card = self.read_as(self._cards[n - 1])
        rest = frame.index - 2
        seat = ("Ann", "Ben", "Cem")[n - 1]
        return [CardLanded(t=rest / FPS, frame=rest, card=card, confidence=self._sure, seat=seat)]

    @property
    def latest_sight(self) -> Sight:
        lying = enumerate(self._cards[: self._lying])
        return Sight(
            tuple(CardSight(place(n), "up", self.read_as(c), 0.9, 0.9, 0.9) for n, c in lying)
        )


def play(
    folder: Path, game: str, table: Any, *entries: Entry, wanted: Wanted | None = None
) -> Path:
    """The game recorded while the table was watched."""
    setup = load_setup(game, ["Ann", "Ben", "Cem"], {} if game != "blackout" else {"first": "Ann"})
    camera = {"source": "table", "live": False}
    with closing(open_record(folder, setup, {}, camera)) as match:
        keep = wanted or Wanted(video=False)
        with closing(Recorder(match, keep, False, lambda sentence: None)) as recorder:
            session = Session(table, table, match, Script(list(entries)), keepers=recorder.keepers)
            list(session.lines())
    return folder


def taught(out: Path, room: str = "cards") -> tuple[np.ndarray, np.ndarray]:
    (images,) = (out / room).glob("*.images.npy")
    return np.load(images), np.load(str(images).replace(".images.", ".labels."))


def made(out: Path, *games: Path, copies: int = 3) -> int:
    words = ["--out", str(out), "--copies", str(copies)]
    return main(["dataset", "from-games", *map(str, games), *words])


CARDS = ["2d", "4d", "4s"]
AMENDED = Entry({"amend": 2, "event": {"play": "4d", "by": "Ben"}}, at=4.5)


def test_a_card_is_named_as_people_corrected_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = play(tmp_path / "game", "becker", Table(CARDS, {"4d": "6d"}), AMENDED)
    assert made(tmp_path / "out", game) == 0
    crops, labels = taught(tmp_path / "out")
    assert [CODES[label] for label in labels] == ["2d"] * 3 + ["4d"] * 3 + ["4s"] * 3
    assert crops.shape == (9, 112, 80, 3)
    assert "cards 3, dice 0, of them corrected 1; left out: nothing" in capsys.readouterr().out
    # Every other crop shows the card on another table.
    for crop, label in zip(crops[::3], labels[::3], strict=True):
        assert nearest(crop) == CODES[label]


def nearest(crop: Image) -> str:
    """Which of the faces in the game the crop shows, either end up."""

    def inner(picture: Image) -> np.ndarray:
        soft = cv2.GaussianBlur(cv2.resize(picture, (80, 112)), (0, 0), 4)
        return soft[14:-14, 10:-10].astype(np.float32)

    def off(code: str) -> float:
        face, shown = inner(DECK.faces[code][..., :3]), inner(crop)
        return min(float(np.abs(face - view).mean()) for view in (shown, shown[::-1, ::-1]))

    return min((*CARDS, "6d"), key=off)


def test_the_cards_themselves_are_there_to_enrol_the_deck_from(tmp_path: Path) -> None:
    games = [play(tmp_path / name, "becker", Table(CARDS, {})) for name in ("one", "two")]
    assert made(tmp_path / "out", *games) == 0
    assert made(tmp_path / "out", *games) == 0
    faces = {path.stem: path for path in (tmp_path / "out" / "faces").iterdir()}
    assert sorted(faces) == ["2d", "2d-2", "4d", "4d-2", "4s", "4s-2"]
    for name, path in faces.items():
        face = cv2.imread(str(path))
        assert face is not None
        assert nearest(np.asarray(face, np.uint8)) == name.partition("-")[0]


class Blind(Table):
    """The second card lies there, is read as something, and nobody is told of it."""

    def feed(self, frame: Frame) -> list[Seen]:
        told = super().feed(frame)
        if frame.index == 40:
            return []
        return [msgspec.structs.replace(one, seat="Ann" if one.t < 3 else None) for one in told]


@pytest.mark.parametrize("misread", ["Kh", "2d"])
def test_a_card_that_was_missed_is_the_one_of_which_nothing_was_said(
    tmp_path: Path, misread: str
) -> None:
    late = [
        Entry({"amend": 2, "event": {"play": "4s", "by": "Cem"}}, at=6.5),
        Entry({"insert": 2, "event": {"play": "4d", "by": "Ben"}}, at=6.6),
    ]
    game = play(tmp_path / "game", "becker", Blind(CARDS, {"4d": misread}), *late)
    assert made(tmp_path / "out", game, copies=1) == 0
    crops, labels = taught(tmp_path / "out")
    # Read as a card that is known to lie elsewhere, it may be that one: then it is left out.
    wanted = ["2d", "4s", "4d"] if misread == "Kh" else ["2d", "4s"]
    assert [CODES[label] for label in labels] == wanted
    assert [nearest(crop) for crop in crops] == wanted


def test_what_did_not_happen_teaches_nothing(tmp_path: Path) -> None:
    table = Table(CARDS[:2], {})
    game = play(tmp_path / "game", "becker", table, Entry({"void": 2}, at=4.5))
    assert made(tmp_path / "out", game) == 0
    assert [CODES[label] for label in taught(tmp_path / "out")[1]] == ["2d"] * 3


class Unclear(Table):
    """Nothing is read clearly."""

    def feed(self, frame: Frame) -> list[Seen]:
        return [
            msgspec.structs.replace(one, confidence=0.5, alternatives=(("2h", 0.45), ("2s", 0.05)))
            for one in super().feed(frame)
        ]


def test_an_answer_names_the_card_that_a_question_was_about(tmp_path: Path) -> None:
    table = Unclear(["2h"], {"2h": "2d"})
    game = play(tmp_path / "game", "becker", table, Entry(answer=1, choice=1))
    assert made(tmp_path / "out", game) == 0
    assert [CODES[label] for label in taught(tmp_path / "out")[1]] == ["2h"] * 3


def test_what_nobody_said_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = play(tmp_path / "game", "becker", Unclear(["2h"], {"2h": "2d"}))
    assert made(tmp_path / "out", game) == 2
    assert "1 asked about without an answer" in capsys.readouterr().out


class DiceTable(Table):
    """Two dice that show 3 and 5 and are read as 3 and 6."""

    def __init__(self) -> None:
        super().__init__(["2h"], {})

    def feed(self, frame: Frame) -> list[Seen]:
        return [Dice(t=1.8, frame=18, values=(3, 6))] if frame.index == 20 else []

    @property
    def latest_sight(self) -> Sight:
        return Sight(dice=tuple(DieSight(place(n), v, 0.9) for n, v in enumerate((3, 6))))


def test_the_die_that_was_misread_is_named_and_the_other_too(tmp_path: Path) -> None:
    amend = Entry({"amend": 1, "event": {"roll": [5, 3], "by": "Ann"}}, at=2.5)
    game = play(tmp_path / "game", "blackout", DiceTable(), amend)
    assert made(tmp_path / "out", game, copies=2) == 0
    crops, labels = taught(tmp_path / "out", "dice")
    assert sorted(labels + 1) == [3, 3, 5, 5]
    assert crops.shape == (4, 64, 64, 3)


def test_of_several_wrong_ones_it_is_not_clear_which_was_which(tmp_path: Path) -> None:
    class Throw(Table):
        def feed(self, frame: Frame) -> list[Seen]:
            two = CardsLanded(t=3.8, frame=38, cards=("2d", "9c"), seat="Ann")
            return [two] if frame.index == 40 else []

    table = Throw(["2h", "9s"], {"2h": "2d", "9s": "9c"})
    amend = Entry({"amend": 1, "event": {"plays": ["2h", "9s"], "by": "Ann"}}, at=4.5)
    game = play(tmp_path / "game", "becker", table, amend)
    assert made(tmp_path / "out", game) == 2


def test_the_same_games_give_the_same_crops_and_nothing_of_an_earlier_run_stays(
    tmp_path: Path,
) -> None:
    game = play(tmp_path / "game", "becker", Table(["2d", "9s"], {}))
    other = play(tmp_path / "other", "becker", Table(["2d"], {}))
    assert made(tmp_path / "one", game) == 0
    assert made(tmp_path / "two", game, other) == 0
    assert made(tmp_path / "two", game) == 0
    for ours, theirs in zip(taught(tmp_path / "one"), taught(tmp_path / "two"), strict=True):
        assert np.array_equal(ours, theirs)


class Looking:
    """Eyes that see these boxes on every picture."""

    def __init__(self, *cards: CardSight) -> None:
        self._cards = cards

    def look(self, image: Image, regions: object = None) -> Sight:
        return Sight(self._cards)


def scenes(out: Path) -> list[str]:
    labels = sorted((out / "scenes" / "labels" / "train").glob("*.txt"))
    assert len(labels) == len(list((out / "scenes" / "images" / "train").glob("*.jpg")))
    return [" ".join(row.split()[0] for row in one.read_text().splitlines()) for one in labels]


def test_pictures_of_which_all_is_known_teach_the_detector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(tmp_path / "game", "becker", Table(CARDS, {"4d": "6d"}), AMENDED)
    stock = CardSight(place(3), "down", "??", 0.9, 0, 0)
    monkeypatch.setattr(opening, "load_eyes", lambda backend: Looking(stock))
    words = ["dataset", "from-games", str(game), "--scenes", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    assert scenes(tmp_path / "out") == ["0 1", "0 0 1", "0 0 0 1"]
    unknown = CardSight(place(3), "up", "Kh", 0.9, 1, 1)
    monkeypatch.setattr(opening, "load_eyes", lambda backend: Looking(unknown))
    assert main(words) == 0
    assert scenes(tmp_path / "out") == [], "there lies something that the record does not know"


def test_where_a_card_was_none_no_picture_teaches_the_detector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(CARDS, {})
    game = play(tmp_path / "game", "becker", table, Entry({"void": 2}, at=4.5))
    monkeypatch.setattr(opening, "load_eyes", lambda backend: Looking())
    words = ["dataset", "from-games", str(game), "--scenes", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    assert scenes(tmp_path / "out") == ["0"]


def test_a_card_that_lies_hidden_is_not_taught() -> None:
    over = CardSight(place(0) + 4, "up", "4d", 0.9, 1, 1)
    known = Sight((CardSight(place(0), "up", "2d", 0.9, 1, 1), over))
    assert labelled(known, Sight()) == [("card", over.quad)]
    part = Sight((CardSight(place(0) + 60, "up", "2d", 0.9, 1, 1), over))
    assert len(labelled(part, Sight()) or ()) == 2


def test_damaged_games_are_said_and_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = play(tmp_path / "game", "becker", Table(["2d", "9s"], {}))
    damaged = play(tmp_path / "damaged", "becker", Table(["2d"], {}))
    text = (damaged / FILE_NAME).read_text("utf-8").splitlines(keepends=True)
    (damaged / FILE_NAME).write_text("".join([text[0], "{half\n", *text[2:]]), "utf-8")
    assert made(tmp_path / "out", damaged, tmp_path / "nowhere", game) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "line 2 is damaged" in said[0]
    assert "holds no recorded game" in said[1]
    assert len(taught(tmp_path / "out")[1]) == 6


def test_games_without_pictures_teach_nothing_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = Wanted(frames=False, video=False)
    game = play(tmp_path / "game", "becker", Table(["2d"], {}), wanted=bare)
    assert made(tmp_path / "out", game) == 2
    assert "--no-frames" in capsys.readouterr().err


def test_a_picture_that_is_damaged_is_no_lesson(tmp_path: Path) -> None:
    game = play(tmp_path / "game", "becker", Table(["2d", "9s"], {}))
    (game / "frames" / "step-0001.jpg").write_bytes(b"\xff\xd8 no picture")
    assert made(tmp_path / "out", game) == 0
    assert [CODES[label] for label in taught(tmp_path / "out")[1]] == ["9s"] * 3


@pytest.mark.parametrize("copies", ["0", "1001", "many", "-3"])
def test_a_number_of_copies_that_cannot_be_is_one_sentence(
    copies: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    assert main(["dataset", "from-games", str(tmp_path), "--out", out, f"--copies={copies}"]) == 2
    assert "copies go from 1 to 1000" in capsys.readouterr().err
