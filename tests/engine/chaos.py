"""Tables where anything happens: legal and impossible events, misread ones, corrections, junk."""

from __future__ import annotations

import random
from typing import Any

from engine.referee import Referee
from tests.engine.playing import Answer, Event, Game

STRANGERS = ("Zed", "", "a" * 60, "ann")
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**9, 10**30, 1.5, float("inf"), "", "9", "??", "Zz", [], [[]], [None],
    {}, {"": ""}, {"Ann": None}, {"Ann": 1}, ["Ann", "Ann"], "\ud800", "٣",
)  # fmt: skip


class Chaos:
    """Makes events out of those of a played game: recombined, renamed, broken, corrected."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng
        self._names = (*game.setup.players, *STRANGERS)
        self._events = list(game.events)
        self._values: dict[str, list[Any]] = {}
        for event in game.events:
            for key, value in event.items():
                self._values.setdefault(key, []).append(value)
        self._views = game.answers

    def any(self, steps: int) -> Any:
        """Anything that might come in after so many steps."""
        kind = self._rng.random()
        if kind < 0.25:
            return self.correction(steps)
        return self._rng.choice(JUNK) if kind < 0.28 else self.event()

    def correction(self, steps: int) -> Event:
        """A correction at any depth."""
        at = self._rng.randint(0, steps + 1)
        kind = self._rng.choice(("undo", "void", "amend", "amend", "insert"))
        if kind == "undo":
            return {"undo": self._rng.randint(0, 4)}
        return {"void": at} if kind == "void" else {kind: at, "event": self.event()}

    def event(self) -> Event:
        """An event that is no correction: one of the game's, or one that every game has."""
        made = self._common() if self._rng.random() < 0.2 else dict(self._rng.choice(self._events))
        for key in list(made):
            if self._rng.random() < 0.25:
                made[key] = self._changed(key, made[key])
        if self._rng.random() < 0.03:
            made[self._rng.choice(("by", "reason", "extra", "event"))] = self._rng.choice(JUNK)
        return made

    def _name(self) -> str:
        most = len(self._names) if self._rng.random() < 0.1 else len(self._names) - len(STRANGERS)
        return self._rng.choice(self._names[:most])

    def _changed(self, key: str, value: Any) -> Any:
        """Another value in the place of one: somebody else, one of another event, junk."""
        kind = self._rng.random()
        if kind < 0.1:
            return self._rng.choice(JUNK)
        if isinstance(value, str) and value in self._names:
            return self._name()
        if isinstance(value, dict) and kind < 0.6:
            return {self._name(): inner for inner in value.values()}
        return self._rng.choice(self._values.get(key, [value]))

    def _common(self) -> Event:
        name = self._name()
        kind = self._rng.choice(("leave", "join", "soft", "unwell", "taken", "waived", "set"))
        if kind == "set":
            return {"set": self._set(), "reason": "as on the table"}
        if kind in ("taken", "waived"):
            return {kind: {name: self._rng.randint(0, 4)}}
        extra = {"leave": "anyway", "soft": "on", "unwell": "on"}.get(kind)
        return {kind: name, **({extra: self._rng.random() < 0.5} if extra else {})}

    def _set(self) -> dict[str, Any]:
        """Keys of the state with values that they had, or might have."""
        view = self._rng.choice(self._views)
        keys = self._rng.sample(sorted(view), self._rng.randint(1, 2))
        return {key: self._changed(key, view[key]) for key in keys}


def everything(referee: Referee) -> Any:
    """All that a game has come to."""
    view = {key: value for key, value in referee.view().items() if key != "steps"}
    slots = [(slot.step, slot.ruling, slot.after) for slot in referee.record.slots]
    return referee.record.now, view, slots


def lively(referee: Referee) -> list[int]:
    """The steps that count."""
    return [slot.step for slot in referee.record.slots if not slot.ruling.inert]


def sound(referee: Referee, answer: Answer) -> None:
    """What holds for every answer of every game, errors included."""
    game = referee.game
    assert answer["step"] == referee.steps
    assert {game.unit, "turn", "announce", "proof", "proofs", "rules", *game.facts} <= set(answer)
    assert set(game.view(referee.state)) <= set(answer)
    assert answer["turn"] is None or answer["turn"] in game.players(referee.state)
    assert answer["announce"]
    assert all(isinstance(line, str) and line for line in answer["announce"])
    assert "error" not in answer or (answer[game.unit] == {} and answer["message"])
    assert game.legal(referee.state)
    assert set(game.present(referee.state)) <= set(game.players(referee.state))
    game.question(referee.state)
