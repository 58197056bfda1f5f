"""`symposiarch calibrate`: from a picture of the table to a set-up that `--setup NAME` takes."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from engine.setup import load_setup
from tests.vision.photographed import SIZE, Photo
from tui import folders, opening, setups
from tui.cli import UserError, main
from vision.detector import Region
from vision.frames import Image
from vision.places import table_data
from vision.sights import CardSight, Sight

PHOTO = Photo(25, 0.7)
AUTO = ("--players", "Ann,Ben,Cem,Dee", "--auto")


class Knowing:
    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return self.sight


@pytest.fixture(autouse=True)
def _eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, PHOTO.sight)


def see(monkeypatch: pytest.MonkeyPatch, sight: Sight) -> None:
    monkeypatch.setattr(opening, "load_eyes", lambda backend, deck: Knowing(sight))


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), PHOTO.picture())
    return str(path)


def kept(name: str = "kitchen") -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folders.setups() / f"{name}.json").read_text("utf-8"))
    return data


def answering(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_auto_asks_nothing_and_measures_the_table(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "kitchen", photo, *AUTO]) == 0
    data = kept()
    assert data["players"] == ["Ann", "Ben", "Cem", "Dee"]
    assert data["seats"] == {"Ann": 0, "Ben": 90, "Cem": 180, "Dee": 270}
    assert data["table"]["tilt"] == pytest.approx(25, abs=4)
    assert data["table"]["mm_per_px"] == pytest.approx(0.7, rel=0.05)
    assert data["table"]["size"] == [*SIZE]
    out = capsys.readouterr()
    assert out.out.startswith(f"kitchen: kept in {folders.setups() / 'kitchen.json'}")
    assert "measured by 4 cards: a pixel is 0.70 mm, the camera looks 25°" in out.err


@pytest.mark.parametrize("game", ["becker", "jookie", "blackout", "fivealive"])
def test_the_set_up_is_taken_by_every_game_by_its_name(photo: str, game: str) -> None:
    main(["calibrate", "living room", photo, *AUTO])
    setup = setups.setup_from(game, None, "living room")
    assert setup.players == ("Ann", "Ben", "Cem", "Dee")
    table = opening.table_of(setup)
    assert table is not None
    assert table.reference == str(folders.setups() / "living room.jpg")
    assert load_setup(None, None, setup.to_data()) == setup


def test_all_places_as_told(photo: str, tmp_path: Path) -> None:
    drawing = tmp_path / "drawn.jpg"
    words = ["--seats", "0,80,200,-70", "--zone", "10,5,90,100", "--tray", "40,40,60,60"]
    words += ["--stock", "0,0,20,20", "--letters", "--annotate", str(drawing)]
    assert main(["calibrate", "kitchen", photo, *AUTO, *words]) == 0
    data = kept()
    assert data["seats"] == {"Ann": 0, "Ben": 80, "Cem": 200, "Dee": 290}
    assert data["region"] == [[0.1, 0.05], [0.9, 0.05], [0.9, 1], [0.1, 1]]
    assert data["table"]["tray"] == [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6]]
    assert data["table"]["stock"][2] == [0.2, 0.2]
    assert list(data["table"]["letters"]) == ["Ann", "Ben", "Cem", "Dee"]
    reference = cv2.imread(str(folders.setups() / "kitchen.jpg"))
    assert reference is not None
    assert reference[:30].max() < 12
    drawn = cv2.imread(str(drawing))
    assert drawn is not None
    assert drawn.shape == (SIZE[1], SIZE[0], 3)


def test_auto_takes_the_table_for_the_zone_where_it_stands_out(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "kitchen", photo, *AUTO]) == 0
    assert "region" not in kept()
    assert "the whole picture is taken as the table" in capsys.readouterr().err
    picture = PHOTO.picture()
    picture[:, :80], picture[:, -200:] = (200, 190, 60), (200, 190, 60)
    cv2.imwrite(photo, picture)
    assert main(["calibrate", "kitchen", photo, *AUTO]) == 0
    corners = np.array(kept()["region"]) * SIZE
    assert corners.min(axis=0) == pytest.approx([80, 0], abs=30)
    assert corners.max(axis=0) == pytest.approx([1080, 720], abs=30)
    assert "nothing outside is recorded" in capsys.readouterr().err
    assert main(["calibrate", "kitchen", photo, *AUTO, "--zone", "0,0,100,100"]) == 0
    assert kept()["region"] == [[0, 0], [1, 0], [1, 1], [0, 1]]


def test_letters_lie_in_a_row_before_their_seat(photo: str) -> None:
    main(["calibrate", "kitchen", photo, *AUTO, "--letters"])
    rows = {name: np.array(at) for name, at in kept()["table"]["letters"].items()}
    middles = {name: row.mean(axis=0) for name, row in rows.items()}
    assert middles["Ann"] == pytest.approx([0.5, 0.86], abs=0.02)
    assert middles["Ben"] == pytest.approx([0.14, 0.5], abs=0.02)
    size = np.ptp(rows["Ann"], axis=0) * SIZE
    assert size == pytest.approx([1.35 * 5 * 63 / 0.7, 1.35 * 88 / 0.7], rel=0.05)


def test_the_stock_is_where_the_face_down_pile_lies(
    photo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pile = np.array([[60, 500], [150, 500], [150, 620], [60, 620]], np.float32)
    phone = np.array([[900, 500], [1010, 500], [1010, 715], [900, 715]], np.float32)
    places = (pile + 950, phone, phone + 1, phone + 2, pile + 1, pile + 2)
    backs = tuple(CardSight(place, "down", "??", 0.9, 0, 0) for place in places)
    see(monkeypatch, Sight(PHOTO.sight.cards + backs))
    main(["calibrate", "kitchen", photo, *AUTO])
    corners = np.array(kept()["table"]["stock"]) * SIZE
    assert corners.min(axis=0) == pytest.approx([61 - 0.25 * 91, 501 - 0.25 * 121], abs=1)
    assert corners.max(axis=0) == pytest.approx([152 + 0.25 * 91, 622 + 0.25 * 121], abs=1)


def test_people_are_asked_one_thing_after_the_other(
    photo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(
        monkeypatch, "", "here", "0", "100", "", "270", "5,0,95,100", "90,0,10,9", "", "", "y"
    )
    assert main(["calibrate", "kitchen", photo, "--players", "Ann,Ben,Cem,Dee"]) == 0
    data = kept()
    assert data["seats"] == {"Ann": 0, "Ben": 100, "Cem": 180, "Dee": 270}
    assert data["region"][0] == [0.05, 0]
    assert "tray" not in {key for key, value in data["table"].items() if value is not None}
    assert len(data["table"]["letters"]) == 4
    said = capsys.readouterr().err
    assert "'here' is no angle: write degrees, such as 90." in said
    assert "somebody sits at 0 already: give another angle." in said
    assert "left comes before right, and top before bottom." in said


def test_what_was_told_is_not_asked(photo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, "", "")
    words = ["--seats", "0,180", "--zone", "0,0,100,100", "--letters"]
    assert main(["calibrate", "kitchen", photo, "--players", "Ann,Ben", *words]) == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["a/b", *AUTO], "a name of a table has letters, digits, spaces, - and _ only."),
        (["k", "--players", "Ann", "--auto"], "name two or more players"),
        (["k", "--players", "Ann,Ann", "--auto"], "two players are called Ann"),
        (["k", *AUTO, "--seats", "0,90"], "--seats names 4 angles, one for each player"),
        (["k", *AUTO, "--seats", "0,90,360,180"], "puts two players into one place: give each"),
        (["k", *AUTO, "--zone", "0,0,120,100"], "'0,0,120,100' is no place: write left,top"),
        (["k", *AUTO, "--tray", "x"], "'x' is no place: write left,top,right,bottom"),
        (["k", "--players", "Ann,Ben"], "nobody answers, so nothing was kept: add --auto"),
        (["k", *AUTO, "--annotate", "a.txt"], "a.txt is no picture's name: end it in .jpg or"),
    ],
)
def test_bad_input_gets_a_sentence_and_keeps_nothing(
    words: list[str],
    says: str,
    photo: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answering(monkeypatch)
    assert main(["calibrate", words[0], photo, *words[1:]]) == 2
    assert says in capsys.readouterr().err
    assert not list(folders.setups().glob("*.json"))


def test_without_a_card_nothing_is_measured_and_nothing_kept(
    photo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    see(monkeypatch, Sight())
    assert main(["calibrate", "kitchen", photo, *AUTO]) == 2
    assert "no card is seen that lies free and whole: lay two to four" in capsys.readouterr().err
    assert not folders.setups().exists()


@pytest.mark.parametrize(("grey", "says"), [(0, "the picture is black"), (12, "it is dark")])
def test_a_dark_picture_is_said_to_be_dark(
    grey: int,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    see(monkeypatch, Sight())
    path = tmp_path / "dark.png"
    cv2.imwrite(str(path), np.full((720, 1280, 3), grey, np.uint8))
    assert main(["calibrate", "kitchen", str(path), *AUTO]) == 2
    assert says in capsys.readouterr().err
    assert not folders.setups().exists()


def test_no_source_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "kitchen", "/nowhere.mp4", *AUTO]) == 2
    assert "There is no file /nowhere.mp4" in capsys.readouterr().err


def test_json_prints_the_set_up(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "kitchen", photo, *AUTO, "--json"]) == 0
    printed = msgspec.json.decode(capsys.readouterr().out)
    assert printed == kept()
    assert table_data(printed["table"]).size == SIZE


def test_an_unknown_name_is_refused_with_the_nearest(photo: str) -> None:
    with pytest.raises(UserError, match=r"no set-up called kitchn\. .*\(none are saved\)"):
        setups.read_setup("kitchn")
    main(["calibrate", "kitchen", photo, *AUTO])
    with pytest.raises(UserError, match="kitchen"):
        setups.read_setup("kitchn")


def test_a_camera_that_was_turned_is_opened_turned_again(photo: str) -> None:
    import argparse

    main(["calibrate", "kitchen", photo, *AUTO, "--rotate", "90", "--mirror"])
    setup = setups.setup_from("becker", None, "kitchen")
    plain = argparse.Namespace(mirror=False, rotate=0)
    assert opening.view_of(plain, setup) == {"mirror": True, "rotate": 90}
    assert opening.view_of(plain, None) == {"mirror": False, "rotate": 0}
