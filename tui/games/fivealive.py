"""Five Alive on the screen: its keys, its scoreboard, what it announces in large letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.log import Line
from engine.words import counted
from tui.actions import ANSWERS, CORRECTIONS, TABLE, Action
from tui.asks import Ask, Played, Situation
from tui.games import fivealive_asks as ask
from tui.middle import Laid, Middle


def _plays(situation: Situation) -> bool:
    return not situation.view["game_over"]


def _needs(kind: str) -> Any:
    return lambda situation: situation.view["needs"] == kind


def _turn(situation: Situation) -> bool:
    return _plays(situation) and situation.view["needs"] is None


_ACTIONS = (
    Action("flip", "f", "the player in turn cannot play and flips a letter", ANSWERS, "flip",
           does=ask.flip, enabled=_turn),
    Action("bomb", "b", "who has a 0 for the Bomb", ANSWERS, "bomb", does=ask.bomb,
           enabled=_needs("bomb")),
    Action("late_bomb", "a", "answers to an earlier Bomb", ANSWERS, "late", does=ask.late_bomb,
           enabled=lambda s: bool(s.view["open_needs"]) and _plays(s)),
    Action("choose", "t", "which of several cards is played", ANSWERS, "which", does=ask.choose,
           enabled=_needs("choose")),
    Action("reveal", "r", "the hands of those who are tied", ANSWERS, "hands", does=ask.reveal,
           enabled=_needs("reveal")),
    Action("total", "o", "the total is another one", CORRECTIONS, "total", does=ask.total,
           enabled=_plays),
    Action("letters", "e", "somebody has other letters up", CORRECTIONS, does=ask.letters),
    Action("direction", "x", "play goes the other way round", CORRECTIONS,
           does=ask.turn_direction, enabled=_plays),
    Action("card", "k", "enter a card by hand", TABLE, "card", does=ask.played, enabled=_plays),
    Action("last_card", "w", "that was somebody's last card", TABLE, does=ask.last_card,
           enabled=_plays),
    Action("drew", "d", "somebody drew cards", TABLE, does=ask.drew, enabled=_plays),
)  # fmt: skip


class FiveAlive:
    """The desk of Five Alive."""

    actions: tuple[Action, ...] = _ACTIONS
    cards = True
    columns: tuple[str, ...] = ("letters", "cards")
    missed: tuple[str, ...] = ("card", "flip", "drew")

    questions: Mapping[str, str] = {
        "who": "Who was it?",
        "reading": "Which card?",
        "zero": "Whose zero?",
        "early": "Bomb answered?",
        "removed": "Taken back?",
        "letters": "Letters?",
        "reveal": "Whose hand?",
    }

    def waiting(self, situation: Situation) -> list[Ask]:
        """The answers to a Bomb, which card is played, or the hands of the tied."""
        forms = {"bomb": ask.bomb, "choose": ask.choose, "reveal": ask.reveal}
        form = forms.get(situation.view["needs"] or "")
        return [form(situation)] if form else []

    def row(self, view: Mapping[str, Any], player: str) -> tuple[str, ...]:
        """Letters up (the team's in team play), cards in hand."""
        return (str(view["lives"].get(_side(view, player), 0)), str(view["hands"].get(player, 0)))

    def signs(self, view: Mapping[str, Any], player: str) -> list[str]:
        """The team, who wins, who has to answer, who deals."""
        side = _side(view, player)
        signs = {
            side: side != player,
            "WINS": view["winner"] == side,
            "TIED": player in view["tied"],
            "BOMB": view["needs"] == "bomb" and player in view["from"],
            "DEALER": player == view["dealer"],
        }
        return [sign for sign, holds in signs.items() if holds]

    def way(self, view: Mapping[str, Any]) -> str:
        """Clockwise as seen from above (RULES 0.3)."""
        return "↻" if view["direction"] == 1 else "↺"

    def stock(self, view: Mapping[str, Any]) -> str:
        """The total, which everybody wants to know, and the stock."""
        return f"total {view['total']} · {counted(view['stock'], 'cards')} left"

    def middle(self, situation: Situation) -> Middle:
        """The total, and the card on top."""
        view = situation.view
        cards = (Laid(self.called(view["top"])),) if view["top"] else ()
        return Middle(cards, number=str(view["total"]), says="of 21")

    def extra(self, line: Line) -> list[tuple[str, str]]:
        """Drinks for the letters, where the house has them."""
        return [(name, counted(n, "drinks")) for name, n in line.get("drinks", {}).items()]

    def shout(self, line: Line) -> str | None:
        """What a turn needs, how a hand or the game ends, or the total."""
        if line["game_over"]:
            return f"{line['winner']} wins" if line["winner"] else "Tied"
        if line["needs"]:
            return {"bomb": "Bomb", "choose": "Which card?"}.get(line["needs"])
        if line["hand_over"]:
            return "Hand over"
        told = {"play", "choose", "flip", "bomb", "set"} & set(line["event"])
        return f"Total {line['total']}" if told else None

    def called(self, reading: Any) -> str:
        """`7`, `Skip`."""
        return ask.shown(str(reading))

    def fix(self, situation: Situation, one: Played) -> Ask | None:
        """Which card it was, or whose."""
        return ask.fix(situation, one) if "play" in one.event else None

    def vote(self, situation: Situation, proof: Mapping[str, Any] | None) -> Ask | None:
        """There is none in this game."""
        return None


def _side(view: Mapping[str, Any], player: str) -> str:
    """The team of a player, or the player."""
    return next((team for team, names in view["teams"].items() if player in names), player)


FIVEALIVE = FiveAlive()
