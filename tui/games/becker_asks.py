"""What people are asked in Becker's Game of Death (RULES 0.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.questions import Event
from tui import asks
from tui.asks import Ask, Option, Outcome, Played, Situation
from tui.games.card_asks import card, short

_BLUNDERS = (
    "wrong number announced",
    "spill",
    "dropped cards",
    "misdeal",
    "gave on a take card",
    "forgot the turn",
    "forgot to drink",
    "something else",
)
_DELAYS = ("slow drinking", "asleep", "on the phone", "something else")
_ACTS = (
    "pass_with_playable",
    "hiding_cards",
    "trading_cards",
    "taking_played_cards",
    "refusing_drinks",
    "drink_for_no_reason",
    "fixing_the_deck",
    "false_accusation",
    "breaking_the_rules",
)
_PROVED = {
    "pass_with_legal_card": "pass_with_playable",
    "pass_with_known_card": "pass_with_playable",
}
"""What a proof shows, as people are accused of it (BGD-48)."""
_BLACKS = ("As", "Ks", "Qs", "Js", "Ac", "Kc", "Qc", "Jc")


# --- what the rules need


def give(situation: Situation) -> Ask:
    """Who gets the drinks of a black card: one player, a split, or given aloud (BGD-16)."""
    pool = (situation.view["gives"] or [{"by": situation.players[0], "n": 0}])[0]
    by, n = pool["by"], pool["n"]
    others = [name for name in situation.players if name != by]
    options = (
        *(Option(f"all to {name}", {"give": {name: n}, "by": by}) for name in others),
        Option("split …", lambda: _split(by, n, others, {})),
        Option("given aloud", {"give": None, "by": by}),
    )
    return Ask("give", f"{by} gives {n}. To whom?", options, waits=True)


def _split(by: str, left: int, others: Sequence[str], so_far: dict[str, int]) -> Ask:
    """One player after the other: who, then how many."""
    told = ", ".join(f"{name} {n}" for name, n in so_far.items())
    text = f"{by} still gives {left}{f' ({told})' if told else ''}. To whom?"

    def amounts(name: str) -> Callable[[], Ask]:
        options = tuple(Option(str(n), given(name, n)) for n in range(1, left + 1))
        return lambda: Ask("give", f"{name} gets …", options, waits=True)

    def given(name: str, n: int) -> Outcome:
        split = {**so_far, name: so_far.get(name, 0) + n}
        if n == left:
            return {"give": split, "by": by}
        return lambda: _split(by, left - n, others, split)

    ask = asks.who("give", text, others, amounts)
    return Ask("give", ask.text, ask.options, waits=True)


def choose(situation: Situation) -> Ask:
    """Which of several cards stays (BGD-44)."""
    by = situation.turn
    options = tuple(
        Option(short(code), {"choose": code, "by": by}) for code in situation.view["choices"]
    )
    return Ask("choose", f"Which card does {by} throw?", options, waits=True)


# --- what people say of themselves


def passed(situation: Situation) -> Event:
    """The player in turn passes (BGD-08)."""
    return {"pass": situation.turn}


def thrown(situation: Situation) -> Ask:
    """A card that the camera did not see."""

    def of(name: str, *more: Option) -> Ask:
        ask = card("card", f"{name} threw …", lambda code: {"play": code, "by": name})
        return Ask("card", ask.text, (*more, *ask.options))

    return asks.entered("card", "Who threw it?", situation, "somebody else threw it", of)


def doh(situation: Situation) -> Ask:
    """A blunder that the camera cannot see (BGD-41)."""

    def reasons(name: str) -> Callable[[], Ask]:
        options = tuple(Option(text, {"doh": name, "reason": text}) for text in _BLUNDERS)
        return lambda: Ask("doh", f"D'oh! {name}:", options)

    return asks.who("doh", "Whose D'oh?", situation.players, reasons)


def delay(situation: Situation) -> Ask:
    """A vote on a delay of game (BGD-47); bathroom, drinks and staff are never one."""

    def reasons(name: str) -> Callable[[], Ask]:
        options = tuple(Option(text, voted(name, text)) for text in _DELAYS)
        return lambda: Ask("delay", f"What does {name} do?", options)

    def voted(name: str, reason: str) -> Callable[[], Ask]:
        event = {"vote": "delay", "target": name, "reason": reason}
        return lambda: _votes("delay", f"Does {name} delay the game?", event, situation, name)

    return asks.who("delay", "Who delays the game?", situation.players, reasons)


def accuse(situation: Situation) -> Ask:
    """An accusation of cheating, and the vote of the others (BGD-48)."""

    def act(name: str, by: str) -> Callable[[], Ask]:
        options = tuple(
            Option(text.replace("_", " "), _tried(situation, name, by, text)) for text in _ACTS
        )
        return lambda: Ask("accuse", f"{by} accuses {name} of …", options)

    return asks.who(
        "accuse",
        "Who is accused of cheating?",
        situation.players,
        lambda name: lambda: _accuser(situation, name, lambda by: act(name, by)),
    )


def tried(situation: Situation, proof: Mapping[str, Any] | None) -> Ask:
    """The vote on what a proof shows; without one, people say what they accuse whom of."""
    name = proof["player"] if proof and proof.get("player") in situation.players else None
    act = _PROVED.get(proof["kind"]) if proof else None
    if name is None or act is None:
        return accuse(situation)
    return _accuser(situation, name, lambda by: _tried(situation, name, by, act))


def _accuser(situation: Situation, name: str, leads: Callable[[str], Outcome]) -> Ask:
    others = [other for other in situation.players if other != name]
    return asks.who("accuse", f"Who accuses {name}?", others, leads)


def _tried(situation: Situation, name: str, by: str, act: str) -> Callable[[], Ask]:
    event = {"accuse": name, "by": by, "act": act}
    return lambda: _votes("accuse", f"Is {name} guilty?", event, situation, name)


def _votes(name: str, text: str, event: Event, situation: Situation, accused: str) -> Ask:
    voters = tuple(player for player in situation.players if player != accused)
    return _vote(name, text, event, voters, ((), ()))


def _vote(
    name: str,
    text: str,
    event: Event,
    voters: tuple[str, ...],
    votes: tuple[tuple[str, ...], tuple[str, ...]],
) -> Ask:
    """The voters one after the other; who says nothing counts as against (BGD-54)."""
    voter, *rest = voters
    ayes, nays = votes

    def after(votes: tuple[tuple[str, ...], tuple[str, ...]]) -> Outcome:
        if rest:
            return lambda: _vote(name, text, event, tuple(rest), votes)
        return {**event, "aye": list(votes[0]), "nay": list(votes[1])}

    options = (
        Option("yes", after(((*ayes, voter), nays))),
        Option("no", after((ayes, (*nays, voter)))),
    )
    return Ask(name, f"{text} {voter} says …", options)


def left(situation: Situation) -> Ask:
    """Black faces left in a hand at the end (BGD-38)."""

    def cards(name: str) -> Callable[[], Ask]:
        options = tuple(Option(short(code), {"reveal": {name: [code]}}) for code in _BLACKS)
        return lambda: Ask("left", f"{name} still holds …", options)

    return asks.who("left", "Who still holds a black face?", situation.players, cards)


def next_round(situation: Situation) -> Event:
    """The sweeper deals (BGD-39)."""
    return {"next_round": {"dealer": situation.view["sweeper"]}}


# --- corrections


def fix(situation: Situation, one: Played) -> Ask:
    """Which card it was, whose, or none."""
    shown = short(one.event["play"])
    return card(
        "correct",
        f"{one.event['by']} threw {shown}. In truth …",
        lambda code: asks.amended(one, play=code),
        *asks.otherwise(situation, one, f"{shown} was thrown by …", "somebody else threw it"),
    )
