"""Becker's Game of Death on the screen: its keys, its scoreboard, its large letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.log import Line
from tui.actions import ANSWERS, TABLE, Action
from tui.asks import Ask, Played, Situation
from tui.games import becker_asks as ask
from tui.games.card_asks import short
from tui.middle import Laid, Middle, newest


def _plays(situation: Situation) -> bool:
    return not situation.view["over"]


def _over(situation: Situation) -> bool:
    return bool(situation.view["over"])


_ACTIONS = (
    Action("pass", "enter", "the player in turn passes", ANSWERS, "pass", does=ask.passed,
           enabled=lambda s: s.turn is not None, shown_key="Enter"),
    Action("give", "g", "who gets the drinks of a black card", ANSWERS, "give", does=ask.give,
           enabled=lambda s: bool(s.view["gives"])),
    Action("choose", "t", "which of several cards stays", ANSWERS, "which", does=ask.choose,
           enabled=lambda s: s.view["needs"] == "choose"),
    Action("left", "b", "black faces left in a hand at the end", ANSWERS, "black", does=ask.left,
           enabled=_over),
    Action("next_round", "o", "the next round is dealt", ANSWERS, "deal", does=ask.next_round,
           enabled=_over),
    Action("card", "k", "enter a card by hand", TABLE, "card", does=ask.thrown, enabled=_plays),
    Action("doh", "d", "somebody made a blunder: D'oh", TABLE, "d'oh", does=ask.doh),
    Action("delay", "y", "vote on a delay of game", TABLE, does=ask.delay, enabled=_plays),
    Action("accuse", "j", "accuse somebody of cheating", TABLE, does=ask.accuse,
           enabled=lambda s: len(s.players) > 1),
)  # fmt: skip


class Becker:
    """The desk of Becker's game."""

    actions: tuple[Action, ...] = _ACTIONS
    cards = True
    columns: tuple[str, ...] = ("drinks", "cards")
    missed: tuple[str, ...] = ("card", "pass", "doh")

    questions: Mapping[str, str] = {
        "who": "Who was it?",
        "reading": "Which card?",
        "early": "Drinks given?",
        "swept": "All passed?",
        "reveal": "Who held it?",
    }

    def waiting(self, situation: Situation) -> list[Ask]:
        """Which card stays, then the drinks to give."""
        if situation.view["needs"] == "choose":
            return [ask.choose(situation)]
        return [ask.give(situation)] if situation.view["gives"] else []

    def row(self, view: Mapping[str, Any], player: str) -> tuple[str, ...]:
        """Drinks so far, cards in hand."""
        return tuple(str(counts.get(player, 0)) for counts in (view["totals"], view["hands"]))

    def signs(self, view: Mapping[str, Any], player: str) -> list[str]:
        """Who leads, has drinks to give, has run out, deals and sweeps."""
        signs = {
            "LEADS": player == view["lead"],
            "GIVES": any(pool["by"] == player for pool in view["gives"]),
            "OUT": player == view["first_out"],
            "DEALER": player == view["dealer"],
            "SWEEPS": player == view["sweeper"],
        }
        return [sign for sign, holds in signs.items() if holds]

    def way(self, view: Mapping[str, Any]) -> str:
        """Clockwise as seen from above (RULES 0.3)."""
        return "↻" if view["direction"] == "clockwise" else "↺"

    def stock(self, view: Mapping[str, Any]) -> str:
        """The card on top."""
        return f"top {short(view['top'])}" if view["top"] else "no card"

    def middle(self, situation: Situation) -> Middle:
        """The pile, its top card last."""
        top = situation.view["top"]
        thrown = newest(situation.played, 3) if top else ()
        cards = tuple(Laid(short(card), by) for card, by in thrown)
        if top and (not cards or cards[-1].card != short(top)):
            cards = (Laid(short(top)),)
        return Middle(cards, says="" if top else "no card", pile=True)

    def extra(self, line: Line) -> list[tuple[str, str]]:
        """Whole beverages."""
        return [(name, f"{n} beverages") for name, n in line.get("beverages", {}).items()]

    def shout(self, line: Line) -> str | None:
        """What a throw brought, or how the game ends."""
        if line.get("give"):
            return f"{line['give']['by']} gives {line['give']['n']}"
        if line["over"]:
            return "Game over"
        if line.get("sweep"):
            return "Sweep"
        if line["needs"] == "choose":
            return "Which card?"
        return "Nobody drinks" if "play" in line["event"] and not line["drinks"] else None

    def called(self, reading: Any) -> str:
        """`7♦`."""
        return short(str(reading))

    def fix(self, situation: Situation, one: Played) -> Ask | None:
        """Which card it was, or whose."""
        return ask.fix(situation, one) if "play" in one.event else None

    def vote(self, situation: Situation, proof: Mapping[str, Any] | None) -> Ask | None:
        """Becker's people convict: a proof never does (BGD-48)."""
        return ask.tried(situation, proof)


BECKER = Becker()
