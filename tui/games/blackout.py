"""Blackout on the screen: its keys, its scoreboard, what it announces in large letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.log import Line
from tui.actions import ANSWERS, CORRECTIONS, TABLE, Action
from tui.asks import Ask, Played, Situation
from tui.games import blackout_asks as ask
from tui.middle import Middle


def _plays(situation: Situation) -> bool:
    return not situation.view["winner"] and situation.view["beerocalypse"] is not True


def _has_rolled(situation: Situation) -> bool:
    return ask.last_roller(situation) is not None


_ACTIONS = (
    Action("toast", "t", "the toast was made", ANSWERS, "toast", does=ask.toast,
           enabled=lambda s: s.view["needs"] == "toast"),
    Action("duel", "d", "who duels with whom, and what their dice show", ANSWERS, "duel",
           does=ask.duel, enabled=lambda s: ask.need(s, "duel") is not None),
    Action("measurement", "m", "whose beer has more left", ANSWERS, "measure",
           does=ask.measurement, enabled=lambda s: ask.need(s, "measurement") is not None),
    Action("finish_order", "e", "who finished first in the Beerocalypse", ANSWERS, "order",
           does=ask.finish_order, enabled=lambda s: bool(s.view["chug"])),
    Action("chug_winner", "w", "who won the chugging contest", ANSWERS, "winner",
           does=ask.chug_winner, enabled=lambda s: bool(s.view["chug_contest"])),
    Action("roll", "r", "enter a roll by hand", TABLE, "roll", does=ask.roll, enabled=_plays),
    Action("opened", "o", "somebody opened a beer", TABLE, "open", does=ask.opened,
           enabled=lambda s: not s.view["winner"]),
    Action("finished", "f", "somebody finished a beer", TABLE, "empty", does=ask.finished,
           enabled=lambda s: not s.view["winner"]),
    Action("bad_roll", "b", "a throw does not count", TABLE, does=ask.bad_roll,
           enabled=_plays),
    Action("begins", "g", "who begins, or rolls for the order", TABLE, "begins", does=ask.begins,
           enabled=lambda s: not _has_rolled(s)),
    Action("direction", "x", "play goes the other way round", CORRECTIONS, does=ask.turn_direction,
           enabled=_plays),
)  # fmt: skip


class Blackout:
    """The desk of Blackout."""

    actions: tuple[Action, ...] = _ACTIONS
    cards = False
    columns: tuple[str, ...] = ("gulps", "open", "empty")
    missed: tuple[str, ...] = ("roll", "opened", "finished")

    questions: Mapping[str, str] = {
        "who": "Who was it?",
        "reading": "What was it?",
        "duel": "Whose die?",
    }

    def waiting(self, situation: Situation) -> list[Ask]:
        """The end of the game first, then the need of the turn, then older ones."""
        view = situation.view
        if view["winner"]:
            return []
        if view["chug_contest"]:
            return [ask.chug_winner(situation)]
        if view["chug"]:
            return [ask.finish_order(situation)]
        forms = {
            "toast": ask.toast,
            "duel": ask.duel,
            "measurement": ask.measurement,
            "ban": ask.ban,
        }
        if any(question["about"] == "duel" for question in situation.questions):
            del forms["duel"]  # The camera has seen the dice; its question knows what they show.
        kinds = dict.fromkeys((view["needs"], *(need["need"] for need in view["open_needs"])))
        return [forms[kind](situation) for kind in kinds if kind in forms]

    def row(self, view: Mapping[str, Any], player: str) -> tuple[str, ...]:
        """Gulps of this game, beers open, beers empty."""
        maps = (view["totals"], view["open"], view["empties"])
        return tuple(str(counts.get(player, 0)) for counts in maps)

    def signs(self, view: Mapping[str, Any], player: str) -> list[str]:
        """Echo, chugging, winner."""
        signs = {
            "WINS": player == view["winner"],
            "ECHO": player in view["echo"],
            "CHUG": player in (*view["chug"], *view["chug_contest"]),
        }
        return [sign for sign, holds in signs.items() if holds]

    def way(self, view: Mapping[str, Any]) -> str:
        """Left is clockwise as seen from above (RULES 0.3)."""
        return "↻ left" if view["direction"] == "left" else "↺ right"

    def stock(self, view: Mapping[str, Any]) -> str:
        """The beers in the centre."""
        return f"{view['left']}/{view['beers']} beers"

    def middle(self, situation: Situation) -> Middle:
        """The dice as they were rolled last."""
        rolls = situation.of("roll")
        if not rolls:
            return Middle(says="no roll yet")
        event = rolls[-1].event
        return Middle(dice=tuple(event["roll"]), says=str(event["by"]))

    def extra(self, line: Line) -> list[tuple[str, str]]:
        """Whole beers, and beers to finish."""
        whole = [(name, "1 beer") for name in line.get("whole_beer", ())]
        return whole + [(name, "finishes") for name in line.get("finish_beer", ())]

    def shout(self, line: Line) -> str | None:
        """What the turn needs, or how the game ends."""
        if line["winner"]:
            return f"{line['winner']} wins"
        if line["chug_contest"]:
            return "Chugging contest"
        if line["beerocalypse"] is True:
            return "Beerocalypse"
        shouts = {"duel": "Duel", "measurement": "Measure", "reroll": "Roll again"}
        return shouts.get(line["needs"] or "")

    def called(self, reading: Any) -> str:
        """`3-6`."""
        return "-".join(map(str, reading)) if isinstance(reading, list) else str(reading)

    def fix(self, situation: Situation, one: Played) -> Ask | None:
        """What the dice showed, or whose they were."""
        return ask.fix(situation, one) if "roll" in one.event else None

    def vote(self, situation: Situation, proof: Mapping[str, Any] | None) -> Ask | None:
        """There is none in this game."""
        return None


BLACKOUT = Blackout()
