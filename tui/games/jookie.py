"""Jookie on the screen: its keys, its scoreboard, its large letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.log import Line
from tui.actions import ANSWERS, CORRECTIONS, TABLE, Action
from tui.asks import Ask, Played, Situation
from tui.games import jookie_asks as ask
from tui.games.card_asks import short
from tui.middle import Laid, Middle


def _goes_on(situation: Situation) -> bool:
    return not situation.view["game_over"]


def _lies(situation: Situation) -> bool:
    return bool(situation.view["table"])


_ACTIONS = (
    Action("bid", "b", "what a player bids", ANSWERS, "bid", does=ask.bid,
           enabled=lambda s: ask.bidder(s) is not None),
    Action("claim", "t", "the leader has nothing but trumps", ANSWERS, "trumps", does=ask.claim,
           enabled=lambda s: s.view["needs"] == "only_trumps"),
    Action("deal", "d", "a round is dealt, and what is turned up", ANSWERS, "deal", does=ask.deal,
           enabled=ask.deals),
    Action("execution", "x", "an Execution is done", ANSWERS, "execution", does=ask.execution,
           enabled=lambda s: any(s.view["executions"].values())),
    Action("won", "w", "who won the trick", CORRECTIONS, does=ask.won, enabled=ask.plays),
    Action("card", "k", "enter a card by hand", TABLE, "card", does=ask.card_played,
           enabled=ask.plays),
    Action("take_back", "r", "a card is taken back to hand", TABLE, does=ask.take_back,
           enabled=_lies),
    Action("misdeal", "m", "somebody blew the deal", TABLE, "misdeal", does=ask.misdeal,
           enabled=_goes_on),
    Action("later_bids", "y", "play now, bids are entered later", CORRECTIONS,
           does=lambda _: {"set": {"bidder": None}, "reason": "bids are entered later"},
           enabled=lambda s: s.view["bidder"] is not None),
)  # fmt: skip


class Jookie:
    """The desk of Jookie."""

    actions: tuple[Action, ...] = _ACTIONS
    cards = True
    columns: tuple[str, ...] = ("shots", "bid", "tricks", "score")
    missed: tuple[str, ...] = ("card", "bid")

    questions: Mapping[str, str] = {
        "who": "Who was it?",
        "reading": "Which card?",
        "bids": "Bids?",
        "turn_up": "Trump?",
        "trump": "Which trump?",
        "trick": "Who won it?",
        "taken_back": "Taken back?",
        "deal": "Dealt?",
    }

    def waiting(self, situation: Situation) -> list[Ask]:
        """The claim of an early lead first, then bids."""
        if situation.view["needs"] == "only_trumps":
            return [ask.claim(situation)]
        return [ask.bid(situation)] if situation.view["bidder"] is not None else []

    def row(self, view: Mapping[str, Any], player: str) -> tuple[str, ...]:
        """Shots of this game, bid and tricks of the round, score."""
        bid = view["bids"].get(player)
        counts = (view["totals"], view["tricks"], view["score"])
        shots, tricks, score = (str(one.get(player, 0)) for one in counts)
        return shots, "–" if bid is None else str(bid), tricks, score

    def signs(self, view: Mapping[str, Any], player: str) -> list[str]:
        """Winner, Execution due, dealer."""
        signs = {
            "WINS": player == view["winner"] or player in view["tied"],
            "EXECUTION": bool(view["executions"].get(player)),
            "DEALER": player == view["dealer"] and not view["game_over"],
        }
        return [sign for sign, holds in signs.items() if holds]

    def way(self, view: Mapping[str, Any]) -> str:
        """Always clockwise (JKE-16)."""
        return "↻"

    def stock(self, view: Mapping[str, Any]) -> str:
        """The round, its trump, and whether that is broken."""
        if view["trump"] is None:
            return f"round {view['round']}/{view['rounds']}, no trump"
        broken = " broken" if view["broken"] else ""
        return f"round {view['round']}/{view['rounds']}, {short('?' + view['trump'])[1:]}{broken}"

    def middle(self, situation: Situation) -> Middle:
        """The trick, card by card as it was led and followed."""
        table = situation.view["table"]
        return Middle(tuple(Laid(short(one["card"]), one["by"]) for one in table))

    def extra(self, line: Line) -> list[tuple[str, str]]:
        """Everything that Jookie costs are shots."""
        return []

    def shout(self, line: Line) -> str | None:
        """Who takes the trick, what is asked, or how the game ends."""
        if line["game_over"]:
            return f"{' and '.join(line['tied']) or line['winner']} wins"
        if line["needs"] == "only_trumps":
            return "Only trumps?"
        if line.get("returned"):
            return "Back to hand"
        if line.get("round_over"):
            return "All made"
        if line.get("trick_winner"):
            return f"{line['trick_winner']} takes it"
        return None

    def called(self, reading: Any) -> str:
        """`7♦`."""
        return short(str(reading))

    def fix(self, situation: Situation, one: Played) -> Ask | None:
        """Which card or bid it was, or whose."""
        return ask.fix(situation, one) if {"play", "deal", "bid"} & set(one.event) else None

    def vote(self, situation: Situation, proof: Mapping[str, Any] | None) -> Ask | None:
        """There is none in this game."""
        return None


JOOKIE = Jookie()
