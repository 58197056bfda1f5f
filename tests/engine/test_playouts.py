"""Whole games of every kind by simulated people: no false alarm, no error, no lost drink.

`SYMPOSIARCH_PLAYOUTS=10000 pytest tests/engine/test_playouts.py` plays so many of each game.
"""

from __future__ import annotations

import msgspec
import pytest

from engine.games import GAMES
from engine.playout import Plan, Planted
from engine.referee import Referee
from tests.engine.playing import MOST_EVENTS, PLAYOUTS, Answer, Game, charged, drinks, found

games = pytest.mark.parametrize("name", list(GAMES))


def fair(game: Game, index: int) -> None:
    """A legal event is neither refused nor suspected, and something can be done after it."""
    answer = game.answers[index]
    assert "error" not in answer, game.where(index)
    assert answer["proofs"] == [], game.where(index)
    assert game.referee.game.legal(game.referee.state), game.where(index)


def conserved(game: Game) -> None:
    """The ledger is the sum of all answers, and the record folded again is the same game."""
    referee, last = game.referee, len(game.answers) - 1
    total = drinks(game.answers, referee.game.unit)
    assert charged(referee) == total, game.where(last)
    state, slots = referee.state, list(referee.record.slots)
    first = next(slot.step for slot in slots if not slot.ruling.inert)
    again = referee.submit({"amend": first, "event": game.events[first - 1]})
    assert "error" not in again, f"{again}\n{game.where(first - 1)}"
    for step in again["changed"]:
        raise AssertionError(f"refolding changes step {step}\n{game.where(step - 1)}")
    assert referee.state == state, game.where(last)
    assert [s.ruling for s in referee.record.slots] == [s.ruling for s in slots], game.where(last)
    assert charged(referee) == total, game.where(last)


def replayed(game: Game) -> list[Answer]:
    """The answers of another referee that reads the game from its log."""
    referee = Referee(game.setup)
    return [referee.submit_line(msgspec.json.encode(event)) for event in game.events]


@games
def test_legal_games_bring_no_proof_no_error_and_lose_no_drink(name: str) -> None:
    for seed in range(PLAYOUTS):
        game = Game(name, seed)
        while game.step() is not None:
            fair(game, len(game.events) - 1)
            assert len(game.events) < MOST_EVENTS, game.where(-1)
        conserved(game)


@games
def test_a_game_read_from_its_log_is_the_same_game(name: str) -> None:
    for seed in range(max(2, PLAYOUTS // 4)):
        game = Game(name, seed).play()
        assert replayed(game) == game.answers


@games
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    assert Game(name, 5).play(300).events == Game(name, 5).play(300).events
    assert Game(name, 5).play(300).events != Game(name, 8).play(300).events


@games
def test_planted_cheats_are_proven_and_nobody_else_is(name: str) -> None:
    proven = 0
    for seed in range(PLAYOUTS):
        game = Game(name, seed, cheating=0.04).play()
        for cheat in game.playout.planted:
            if cheat.shown is not None and cheat.shown <= len(game.answers):
                assert found(game.answers[cheat.shown - 1], cheat), (
                    f"{cheat}\n{game.where(cheat.shown - 1)}"
                )
                proven += 1
        for index, answer in enumerate(game.answers):
            assert answer["proofs"] == [] or accounted(game, index), game.where(index)
    assert proven > 0


_HINTS = {"pigeonhole": "revoke"}
"""What is hinted at, by the kind of the hint, before it can be proven (JKE-P7)."""


def accounted(game: Game, index: int) -> bool:
    """Whether every proof of an answer comes from a cheat that was planted by then."""
    planted = [cheat for cheat in game.playout.planted if cheat.event <= index + 1]
    return all(justified(proof, planted, index + 1) for proof in game.answers[index]["proofs"])


def justified(proof: Answer, planted: list[Planted], step: int) -> bool:
    """Whether a proof of `step` is of a cheat: of those steps that it names, if it names any."""
    named = {proof[key] for key in ("pass_step", "bomb_step") if key in proof}
    steps = named.union(proof.get("pass_steps", ()))
    if steps:
        return any(c.event in steps and proof.get("player", c.player) == c.player for c in planted)
    here = any(step in (cheat.event, cheat.shown) for cheat in planted)
    proven = {**proof, "kind": _HINTS.get(proof["kind"], proof["kind"])}
    return here or any(found({"proofs": [proven]}, cheat) for cheat in planted)


@games
def test_who_does_not_cheat_plants_nothing(name: str) -> None:
    assert list(Game(name, 1).play(200).playout.planted) == []
    assert Plan().cheating == 0.0
