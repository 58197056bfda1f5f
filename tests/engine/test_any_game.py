"""Anything may come in, in any order and in any state: the record stays true (issue: bad input).

`SYMPOSIARCH_PLAYOUTS=2000 pytest tests/engine/test_any_game.py` tries so many tables of each game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.events import CORRECTIONS
from engine.games import GAMES
from engine.referee import Referee
from tests.engine.chaos import Chaos, everything, lively, sound
from tests.engine.playing import PLAYOUTS, Event, Game, charged, drinks

games = pytest.mark.parametrize("name", list(GAMES))
MOST = 60


def tables(name: str) -> Iterator[tuple[Game, Chaos, random.Random]]:
    """Games in the middle of play, each with a source of anything."""
    for seed in range(PLAYOUTS):
        rng = random.Random(f"chaos {name} {seed}")
        game = Game(name, seed).play(rng.randint(1, MOST))
        yield game, Chaos(game, rng), rng


@games
def test_nothing_that_comes_in_raises_corrupts_or_loses_a_drink(name: str) -> None:
    for game, chaos, _ in tables(name):
        referee, answers = game.referee, list(game.answers)
        for _ in range(MOST):
            event = chaos.any(referee.steps)
            before = everything(referee)
            answers.append(referee.submit(event))
            sound(referee, answers[-1])
            msgspec.json.encode(answers[-1])
            if "error" in answers[-1]:
                kept = everything(referee)
                assert kept[:2] == before[:2], event
                if not is_correction(event):
                    kept = (*kept[:2], kept[2][:-1])
                assert kept == before, event
        assert charged(referee) == drinks(answers, referee.game.unit), game.where(-1)


def is_correction(event: Any) -> bool:
    """Whether an event corrects the record."""
    return isinstance(event, dict) and not CORRECTIONS.keys().isdisjoint(event)


def chaotic(game: Game, chaos: Chaos, most: int) -> list[Event]:
    """Plays on with events that are no corrections; returns all that were played."""
    played: list[Event] = list(game.events)
    for _ in range(most):
        played.append(chaos.event())
        sound(game.referee, game.referee.submit(played[-1]))
    return played


@games
def test_amend_and_amend_back_is_nothing(name: str) -> None:
    tried = 0
    for game, chaos, rng in tables(name):
        referee, played = game.referee, chaotic(game, chaos, 12)
        for step in rng.sample(lively(referee), min(6, len(lively(referee)))):
            before, other = everything(referee), chaos.event()
            forth = referee.submit({"amend": step, "event": other})
            if "error" not in forth:
                back = referee.submit({"amend": step, "event": played[step - 1]})
                if "error" in back:
                    break
                tried += 1
                assert everything(referee) == before, (step, other, game.where(-1))
                assert back["changed"] == forth["changed"]
    assert tried > 0


@games
def test_insert_and_void_is_nothing(name: str) -> None:
    tried = 0
    for game, chaos, rng in tables(name):
        referee, played = game.referee, chaotic(game, chaos, 12)
        for _ in range(6):
            before, other = everything(referee), chaos.event()
            answer = referee.submit({"insert": rng.randint(1, len(played)), "event": other})
            if "error" not in answer and referee.steps in lively(referee):
                tried += 1
                sound(referee, referee.submit({"void": referee.steps}))
                assert everything(referee) == before, (other, game.where(-1))
    assert tried > 0


@games
def test_undo_is_as_if_it_had_never_been_played(name: str) -> None:
    for game, chaos, rng in tables(name):
        referee, played = game.referee, chaotic(game, chaos, 12)
        steps = lively(referee)
        undone = rng.randint(1, len(steps))
        other = Referee(game.setup)
        for event in played[: steps[-undone] - 1]:
            other.submit(event)
        assert "error" not in referee.submit({"undo": undone})
        assert referee.record.now == other.record.now, game.where(-1)
        assert charged(referee) == charged(other), game.where(-1)
