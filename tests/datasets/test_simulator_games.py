"""Played-out games of cards: legal, told completely, and moved as cards move. Nothing is drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

if find_spec("mujoco") is None:
    pytest.skip("needs MuJoCo (extra `sim`)", allow_module_level=True)

import numpy as np

from datasets.simulator.card_story import film_beats
from datasets.simulator.places import Places, spread_props
from datasets.simulator.scenes import SCENES, Habits, for_cards
from datasets.simulator.story import Plan, Tale, play
from datasets.simulator.view import view_of
from engine.match import Match
from engine.referee import Referee
from engine.seen import from_line
from engine.setup import load_setup

GAMES = ("becker", "jookie", "fivealive")
PLAYERS = ("Ann", "Ben", "Cem", "Dee")
CALM = replace(SCENES["felt"], habits=Habits(0, 0, 0, 0, 0, 0))
BUSY = replace(SCENES["oak"], habits=Habits(0, 0, 0.3, 0.4, 0.3, 0.2, 0.1))
SIZE = (640, 360)


@cache
def filmed(game: str, seed: int = 4, cards: int = 9) -> Tale:
    return play(Plan(PLAYERS, seed, cards, BUSY, SIZE, game=game, offences=0.4))


def scripted(game: str, *beats: tuple[dict[str, Any], dict[str, Any]]) -> Tale:
    """A tale of events and answers that the test makes up."""
    seats = {name: 90.0 * i for i, name in enumerate(PLAYERS)}
    setup = {"game": game, "players": list(PLAYERS), "seats": seats, "dealer": "Dee"}
    return film_beats(Plan(PLAYERS, 1, 99, CALM, SIZE, game=game), setup, beats)


def kinds(tale: Tale) -> list[tuple[str, Any]]:
    return [
        (line["what"], line.get("card") or line.get("cards") or line.get("n"))
        for line in tale.reel.truth
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_events_make_a_game_without_errors(game: str) -> None:
    tale = filmed(game)
    referee = Referee(load_setup(None, None, tale.setup))
    for line in tale.reel.events:
        answer = referee.submit({key: value for key, value in line.items() if key != "at"})
        assert answer.get("error") in (None, "card_stays"), line


@pytest.mark.parametrize("game", GAMES)
def test_truth_and_script_hold_every_event_between_them(game: str) -> None:
    tale = filmed(game)
    seen = {line["t"] for line in tale.reel.truth}
    told = {json.dumps(line) for line in tale.reel.script}
    for line in tale.reel.events:
        assert (line["at"] in seen) != (json.dumps(line) in told), line


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_truth_is_a_seen_line_in_order_of_time(game: str) -> None:
    truth = filmed(game).reel.truth
    assert [from_line(line).t for line in truth] == sorted(line["t"] for line in truth)
    assert all(line["t"] == pytest.approx(line["frame"] / 15, abs=1e-3) for line in truth)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_rests_in_the_frame_that_the_truth_names(game: str) -> None:
    tale = filmed(game)
    shots = tale.reel.shots
    for line in tale.reel.truth:
        if line["what"] != "card_landed":
            continue
        frame = line["frame"]
        now, soon, before = (shots[frame + step].things for step in (0, 2, -2))
        landed = [i for i in np.flatnonzero((now != before).any(axis=1)) if now[i, 2] > -1]
        named = [i for i in landed if tale.codes[i] == str(line["card"])]
        assert named, line
        assert np.abs(now[named] - soon[named]).max() < 1e-9


@pytest.mark.parametrize("game", GAMES)
def test_cards_move_without_leaps(game: str) -> None:
    """In 1/15 s no card in the picture goes further than a fast hand does."""
    tale = filmed(game)
    for one, two in zip(tale.reel.shots, tale.reel.shots[1:], strict=False):
        both = (one.things[:, 2] > -1) & (two.things[:, 2] > -1)
        step = np.linalg.norm(one.things[both, :3] - two.things[both, :3], axis=1)
        assert step.max(initial=0) < 0.2


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    plan = Plan(PLAYERS, 7, 4, CALM, SIZE, game="becker")
    first, again, other = play(plan), play(plan), play(replace(plan, seed=8))
    assert first.reel.truth == again.reel.truth
    assert [shot.key() for shot in first.reel.shots] == [shot.key() for shot in again.reel.shots]
    assert first.reel.truth != other.reel.truth


def test_offences_are_planted_and_cards_that_go_back_are_seen_to_leave() -> None:
    lines = [line for game in GAMES for line in filmed(game).reel.truth]
    assert sum(line["what"] == "card_removed" for line in lines) >= 4
    assert any(line["what"] == "cards_landed" for line in lines)


def test_without_offences_only_the_game_is_played() -> None:
    tale = play(Plan(PLAYERS, 4, 10, CALM, SIZE, game="fivealive", offences=0.0))
    assert {line["what"] for line in tale.reel.truth} <= {"card_landed", "letters", "swept"}


def test_a_trick_is_gathered_into_a_face_down_packet_at_the_winners_seat() -> None:
    cards = ("2c", "9c", "Kd", "5c")
    plays = [{"play": card, "by": name} for card, name in zip(cards, PLAYERS, strict=True)]
    tale = scripted("jookie", *[(play, {}) for play in plays[:3]],
                    (plays[3], {"trick_winner": "Ben"}))  # fmt: skip
    assert kinds(tale)[-1] == ("trick_taken", ["2c", "9c", "Kd", "5c"])
    assert tale.reel.truth[-1]["seat"] == "Ben"
    last = tale.reel.shots[-1].things
    lying = last[last[:, 2] > -1]
    assert len(lying) == 4
    # Ben sits on the left, at 90 degrees.
    assert (lying[:, 0] < -0.2).all()
    assert {bool(abs(quat[0]) + abs(quat[3]) > 1e-6) for quat in lying[:, 3:]} == {False}


def test_JKE_05_a_deal_ends_with_the_stock_and_one_card_turned_up_beside_it() -> None:
    tale = scripted("jookie", ({"deal": "3d", "dealer": "Dee"}, {"hand_size": 5}))
    assert [(line["what"], line["seat"], line["card"]) for line in tale.reel.truth] == [
        ("turn_up", "Dee", "3d")
    ]
    last = tale.reel.shots[-1].things
    lying = [i for i in range(len(tale.codes)) if last[i, 2] > -1]
    assert len(lying) == 52 - 4 * 5
    up = [tale.codes[i] for i in lying if abs(last[i, 3]) + abs(last[i, 6]) > 0.5]
    assert up == ["3d"]
    assert np.ptp(last[lying, :2], axis=0).max() < 0.1


def test_a_sweep_leaves_an_empty_table() -> None:
    tale = scripted("becker", ({"play": "2d", "by": "Ann"}, {}),
                    ({"play": "Ad", "by": "Ben"}, {"sweep": True, "sweeper": "Cem"}))  # fmt: skip
    assert [what for what, _ in kinds(tale)] == ["card_landed", "card_landed", "swept"]
    frame = tale.reel.truth[-1]["frame"]
    view = tale.stage.view
    seen = [view.shows(pose[:3], 0) for pose in tale.reel.shots[frame].things if pose[2] > -1]
    assert not any(seen)


def test_a_card_that_stays_is_lifted_and_laid_down_again() -> None:
    tale = scripted("becker", ({"play": "2d", "by": "Ann"}, {}),
                    ({"take_back": "2d", "by": "Ann"}, {"error": "card_stays"}))  # fmt: skip
    assert [what for what, _ in kinds(tale)] == ["card_landed", "card_removed", "card_landed"]


def test_of_two_equal_cards_the_last_one_goes_back() -> None:
    tale = scripted("fivealive", ({"play": 4, "by": "Ann"}, {}),
                    ({"play": 4, "by": "Cem"}, {"returned": [4]}))  # fmt: skip
    assert tale.reel.truth[-1]["what"] == "card_removed"
    assert tale.reel.truth[-1]["seat"] == "Cem"
    last = tale.reel.shots[-1].things
    fours = [i for i, code in enumerate(tale.codes) if code == "4" and last[i, 2] > -1]
    assert len(fours) == 1


def test_lost_lives_turn_letters_over_one_by_one() -> None:
    tale = scripted("fivealive", ({"flip": "Ben"}, {"lives": {"Ann": 5, "Ben": 3}}))
    assert kinds(tale) == [("letters", 4), ("letters", 3)]
    assert {line["seat"] for line in tale.reel.truth} == {"Ben"}
    assert [line["flip"] for line in tale.reel.script] == ["Ben"]


def test_a_zero_that_answers_a_bomb_lands_before_the_answers_are_told() -> None:
    tale = scripted("fivealive", ({"bomb": {"Ann": "none", "Cem": "zero"}}, {}))
    (landed,) = tale.reel.truth
    assert (landed["what"], landed["seat"], landed["card"]) == ("card_landed", "Cem", "0")
    (told,) = tale.reel.script
    assert told["bomb"] == {"Ann": "none"}
    assert told["at"] > landed["t"]


@pytest.mark.parametrize("key", SCENES)
@pytest.mark.parametrize("players", [3, 6])
def test_every_place_is_in_the_picture_and_no_prop_stands_on_it(key: str, players: int) -> None:
    scene = for_cards(SCENES[key], 0.85)
    view = view_of(scene.lens, 1280, 720)
    seats = {f"P{i}": 360.0 * i / players for i in range(players)}
    places = Places(view, seats)
    spots = places.taken(packets=False, letters=True)
    corners = [np.array([*corner, 0]) for spot in spots for corner in spot.corners()]
    assert all(view.shows(corner, 0) for corner in corners)
    half = view.half_size()
    for prop in spread_props(scene, view, seats, spots).props:
        gaps = [np.hypot(s.x - prop.x * half[0], s.y - prop.y * half[1]) for s in spots]
        assert min(gaps) > 0.09


def offended(tale: Tale) -> set[str]:
    """The offences of a tale, as the simulator's own referee ruled on them."""
    referee, found = Referee(load_setup(None, None, tale.setup)), set[str]()
    for line in tale.reel.events:
        turn = referee.game.turn(referee.state)
        answer = referee.submit({key: value for key, value in line.items() if key != "at"})
        back = bool(answer.get("returned"))
        found |= {"take-back"} if answer.get("error") == "card_stays" else set()
        found |= {"two at once"} if "plays" in line else set()
        if "play" in line and back:
            found.add("out of turn" if line["by"] != turn else "illegal card")
        found |= {proof["kind"] for proof in answer.get("proofs") or ()}
    return found


def watched(tale: Tale) -> tuple[Match, list[dict[str, Any]]]:
    """The match that sees the truth and hears the script, people answering as it happened, and
    the events for which nothing was ruled or asked."""
    match = Match(load_setup(None, None, tale.setup))
    happened = {line["at"]: {k: v for k, v in line.items() if k != "at"}
                for line in tale.reel.events}  # fmt: skip
    script = [(line["at"], line) for line in tale.reel.script]
    missed = []
    for t, line in sorted([*((s["t"], s) for s in tale.reel.truth), *script], key=lambda x: x[0]):
        if "what" not in line:
            match.submit({key: value for key, value in line.items() if key != "at"}, t)
            continue
        event = happened.get(t)
        heard = match.see(from_line(line))
        ruled = any(said["kind"] == "ruling" and said["event"] == event for said in heard)
        if event is not None and not ruled and not _answered(match, heard, event, t):
            missed.append(event)
    return match, missed


def _answered(match: Match, heard: list[dict[str, Any]], event: dict[str, Any], t: float) -> bool:
    for question in (said for said in heard if said["kind"] == "question"):
        for number, answer in enumerate(question["answers"]):
            if answer["event"] == event and "first" not in answer:
                match.answer(question["id"], number, t)
                return True
    return False


def refereed(game: str, *events: dict[str, Any], **start: Any) -> Tale:
    """A tale of events that the rules answer, begun in mid-game."""
    seats = {name: 90.0 * i for i, name in enumerate(PLAYERS)}
    setup = {"game": game, "players": list(PLAYERS), "seats": seats, "dealer": "Dee", **start}
    referee = Referee(load_setup(None, None, setup))
    beats = [(event, referee.submit(event)) for event in events]
    return film_beats(Plan(PLAYERS, 1, 99, CALM, SIZE, game=game), setup, beats)


def played(*plays: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"play": card, "by": name} for name, card in plays]


def made_up() -> dict[str, Tale]:
    """Offences that simulated people commit too rarely: a total too high, a suit not followed."""
    too_much = refereed(
        "fivealive", {"play": 5, "by": "Ann"}, {"play": 1, "by": "Ben"}, total=19, turn="Ann",
        lives=dict.fromkeys(PLAYERS, 5), hand_counts=dict.fromkeys(PLAYERS, 6),
    )  # fmt: skip
    revoke = refereed(
        "jookie", {"deal": "3d", "dealer": "Dee"},
        *({"bid": n, "by": name} for n, name in zip((1, 1, 0, 1), PLAYERS, strict=True)),
        *played(("Ann", "9c"), ("Ben", "Kh"), ("Cem", "2c"), ("Dee", "4c")),
        *played(("Ann", "7s"), ("Ben", "5c"), ("Cem", "8s"), ("Dee", "Ts")), hand_size=2,
    )  # fmt: skip
    return {"fivealive": too_much, "jookie": revoke}


OFFENCES = {
    "becker": {"illegal card", "out of turn", "two at once", "take-back"},
    "jookie": {"out of turn", "revoke"},
    "fivealive": {"illegal card", "out of turn", "two at once"},
}


@pytest.mark.parametrize("game", GAMES)
def test_planted_offences_are_ruled_or_asked_about_as_they_happened(game: str) -> None:
    """PROTOCOL section 5: illegal card, out of turn, take-back, revoke, two at once."""
    tales = [filmed(game, seed) for seed in (4, 5, 6)]
    planted = set[str]()
    for tale in [*tales, *(tale for name, tale in made_up().items() if name == game)]:
        match, missed = watched(tale)
        assert missed == []
        referee = Referee(load_setup(None, None, tale.setup))
        for line in tale.reel.events:
            referee.submit({key: value for key, value in line.items() if key != "at"})
        assert match.view()["totals"] == referee.view()["totals"]
        planted |= offended(tale)
    assert planted >= OFFENCES[game]
