"""The referee: events in, answer lines out; state = fold(events) (RULES 0.6.1)."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.answer import answer, choice_lines, corrected, limit_lines, state_keys
from engine.events import CORRECTIONS, Taken, to_event
from engine.fold import Fold, Folder
from engine.games import GAMES
from engine.ledger import Ledger
from engine.proofs import Proof
from engine.questions import Question
from engine.record import Record, Slot
from engine.ruling import Mode, Refused, by_player, refusal
from engine.safety import care_of, chooses, limits_of
from engine.setup import Setup
from engine.text import NoJson, parse

Levels = dict[str, str | None]
_HOUR = 3600.0


class Referee:
    """Referees one game. No event, whatever it holds, makes it raise or harms its record."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = GAMES[setup.game]
        self.ledger = Ledger()
        self.steps = 0
        self._limits = limits_of(setup.house)
        self._unit_drinks = setup.house.get("safety.unit_drinks") or self.game.unit_drinks
        folder = Folder(self.game, setup.switch("safety.emergency_number"))
        start = Fold(self.game.start(setup), care_of(setup.house))
        self.record = Record(folder, start)

    @property
    def state(self) -> Any:
        """The game's immutable state."""
        return self.record.now.game

    @property
    def question(self) -> Question | None:
        """What only people can say before the game goes on; no drink is offered to somebody
        unwell, which would be refused (SAF-06)."""
        question = self.game.question(self.state)
        if question is None or not self.record.now.care.unwell:
            return question
        answers = tuple(choice for choice in question.answers if self._takes(choice.event))
        return msgspec.structs.replace(question, answers=answers)

    def _takes(self, event: object) -> bool:
        """Whether an event would be ruled now."""
        folder = self.record.folder
        try:
            folder.apply(self.record.now, to_event(event, folder.kinds), self.steps, Mode.LIVE)
        except Refused:
            return False
        return True

    def submit_line(self, text: str | bytes, t: float | None = None) -> dict[str, Any]:
        """The answer to one input line of JSON."""
        try:
            event = parse(text)
        except NoJson:
            self.steps += 1
            refused = Refused("bad_json", "This line is no JSON.")
            return self._answer(self.record.refuse(self.steps, refused))
        return self.submit(event, t)

    def submit(self, event: object, t: float | None = None) -> dict[str, Any]:
        """The answer to one decoded event; `t` is the game's time in seconds, where known."""
        self.steps += 1
        if isinstance(event, dict) and not CORRECTIONS.keys().isdisjoint(event):
            return self._correct(event, t)
        before = self._levels()
        slot = self.record.append(self.steps, event, t)
        if isinstance(slot.event, Taken) and not slot.ruling.inert:
            slot = self._check_taken(slot)
        self.ledger.add(slot.ruling)
        line = self._answer(slot, before)
        return self._limited(line, before) if before else line

    def view(self) -> dict[str, Any]:
        """The keys of the state, `totals`, `owed` and `taken`, `standard_drinks`, and who drinks
        what."""
        care = self.record.now.care
        players = self.game.players(self.state)
        return {
            **state_keys(self.game, self.state),
            "players": list(self.game.present(self.state)),
            "totals": self.ledger.totals(players),
            "owed": {name: self.ledger.owed(name) for name in players},
            "taken": {name: self.ledger.taken(name) for name in players},
            "standard_drinks": {name: round(self.drinks(name), 2) for name in players},
            "soft": [name for name in players if care.drink(name)],
            "unwell": [name for name in players if name in care.unwell],
            "held": [name for name in players if self.level(name) == "hold"],
            "steps": self.steps,
        }

    def drinks(self, player: str) -> float:
        """The estimate of standard drinks charged to a player in this session (SAF-04)."""
        units = self.ledger.charged(player) + self.ledger.beside(player)
        return max(0.0, (units - self.ledger.waived(player)) * self._unit_drinks)

    def level(self, player: str) -> str | None:
        """`hold` or `warn` where a player has come to a limit (SAF-05)."""
        return self._level(player, self._last_hour()) if self._limits.any else None

    def _level(self, player: str, last_hour: dict[str, int]) -> str | None:
        if self.record.now.care.drink(player):
            return None
        hour = last_hour.get(player, 0) * self._unit_drinks
        return self._limits.level(hour, self.drinks(player))

    def _last_hour(self) -> dict[str, int]:
        """The units charged to each player within the last hour, where a limit asks for it."""
        timed = [slot for slot in self.record.slots if slot.t is not None]
        if not timed or not self._limits.hourly:
            return {}
        since = (timed[-1].t or 0.0) - _HOUR
        recent = [slot.ruling for slot in timed if (slot.t or 0.0) > since]
        return by_player(c for ruling in recent for c in (*ruling.drunk, *ruling.beside))

    def _correct(self, raw: dict[Any, Any], t: float | None) -> dict[str, Any]:
        now = self.record.now
        try:
            correction = self.record.correct(self.steps, to_event(raw, CORRECTIONS), t)
        except Refused as refused:
            return answer(self.game, self.steps, now, refusal(refused))
        for ruling in correction.old:
            self.ledger.add(ruling, -1)
        for ruling in correction.new:
            self.ledger.add(ruling)
        return corrected(self.game, self.steps, self.record.now, correction)

    def _answer(self, slot: Slot, levels: Levels | None = None) -> dict[str, Any]:
        held = {name for name, level in (levels or {}).items() if level == "hold"}
        return answer(self.game, slot.step, slot.after, slot.ruling, held)

    def _levels(self) -> Levels:
        """Who is at a limit; empty where there are no limits."""
        if not self._limits.any:
            return {}
        hour = self._last_hour()
        return {name: self._level(name, hour) for name in self.game.players(self.state)}

    def _limited(self, line: dict[str, Any], before: Levels) -> dict[str, Any]:
        """Adds who came to a limit with this ruling, and who is there before somebody chooses."""
        levels = self._levels()
        risen = {name: now for name, now in levels.items() if now != before.get(name)}
        warned = [n for n, now in risen.items() if now == "warn" and before.get(n) is None]
        held = [name for name, now in risen.items() if now == "hold"]
        if warned or held:
            line["warned"], line["held"] = warned, held
            line["announce"] += limit_lines(warned, held)
        if chooses(line):
            full = [n for n in self.game.present(self.state) if levels.get(n) == "hold"]
            line["announce"] += choice_lines(full)
        return line

    def _check_taken(self, slot: Slot) -> Slot:
        """Adds a hint where more was drunk than the rules charged (BLK-P1, BGD-P9)."""
        proofs = tuple(
            Proof(
                "wrong_amount",
                "hint",
                {"player": cost.player, "taken": cost.amount, "owed": owed},
                f"{cost.player} drank {cost.amount} and owed {owed}.",
                "SAF-04",
            )
            for cost in slot.ruling.taken
            if cost.amount > (owed := max(0, self.ledger.owed(cost.player)))
        )
        ruling = msgspec.structs.replace(slot.ruling, proofs=proofs)
        return msgspec.structs.replace(slot, ruling=ruling)
