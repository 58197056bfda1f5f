"""What people ask, what they configure, and Executions done (JKE-02, JKE-03, JKE-23, JKE-25)."""

from __future__ import annotations

import re
from typing import Any, Final

from engine.games.jookie.events import Ask, Configure, Execution
from engine.games.jookie.state import ROUNDS, State, hand_size, seated
from engine.ruling import Context, Cost, Refused, Ruling
from engine.saying import Saying
from engine.words import shown

_BEERS: Final = frozenset((
    "ale", "altbier", "beer", "beers", "bier", "bière", "biere", "birra", "bock",
    "boilermaker", "budweiser", "carlsberg", "cerveza", "corona", "doppelbock", "dunkel", "gose",
    "gueuze", "guinness", "hefeweizen", "heineken", "helles", "ipa", "kellerbier", "kölsch",
    "koelsch", "lager", "lambic", "märzen", "michelada", "pils", "pilsener", "pilsner", "piwo",
    "pivo", "porter", "radler", "saison", "shandy", "stout", "tripel", "weissbier", "weizen",
    "weißbier", "witbier",
))  # fmt: skip
_SOFT: Final = re.compile(
    r"\b(root|ginger|birch|butter|spruce)[ -]?(beer|ale)\b|"
    r"\b(non[ -]?alcoholic|alcohol[ -]?free|alkoholfrei\w*|sans alcool|sin alcohol|0[.,]0 ?%?)"
)


def is_beer(drink: str) -> bool:
    """Whether a drink is beer or made of it (JKE-25); soft drinks never are (SAF-03)."""
    name = drink.casefold()
    if _SOFT.search(name):
        return False
    words = re.findall(r"[^\W\d_]+", name)
    return any(word in _BEERS or word.endswith(("beer", "bier")) for word in words)


def configure(state: State, event: Configure, context: Context) -> tuple[State, Ruling]:
    """Names the drink of Executions (JKE-25)."""
    drink = event.configure.execution_drink.strip()
    if not drink:
        raise Refused("invalid_event", "Name the drink of Executions.")
    if is_beer(drink):
        text = "The First Jookie Law: Executions never with beer. A soft drink is always allowed."
        raise Refused("first_law", text)
    say = Saying(context)
    say.rules.append("JKE-25")
    say.facts["ok"] = True
    say.announce.append(f"Executions with {shown(drink)}.")
    return state.but(drink=drink), say.ruling()


def execution(state: State, event: Execution, context: Context) -> tuple[State, Ruling]:
    """An Execution is done (JKE-23)."""
    player = event.execution
    if player not in state.everyone:
        seated(state, player)
    left = state.executions.get(player, 0)
    if left == 0:
        raise Refused("no_execution", f"{player} faces no Execution.")
    shots = state.house.execution_shots
    ruling = Ruling(
        announce=(f"Execution of {player} is done.",),
        rules=("JKE-23",),
        taken=(Cost(player, shots, "taken"),),
    )
    return state.but(executions={**state.executions, player: left - 1}), ruling


def ask(state: State, event: Ask, context: Context) -> tuple[State, Ruling]:
    """Answers about hand sizes, bidders and rounds; changes nothing."""
    players = len(state.seats) if event.players is None else event.players
    if players not in ROUNDS:
        raise Refused("player_count", f"Jookie is for four or five players, not {players}.")
    if event.round is not None and not 1 <= event.round <= ROUNDS[players]:
        raise Refused("round_range", f"{players} players play rounds 1 to {ROUNDS[players]}.")
    answers = {"hand_size": _hand_sizes, "bidder": _bidder, "rounds": _rounds}
    if event.ask not in answers:
        raise Refused("unknown_ask", "Jookie answers about hand_size, bidder and rounds.")
    say = Saying(context)
    value, rule, said = answers[event.ask](state, event, players)
    say.facts["value"] = value
    say.rules.append(rule)
    say.announce.append(said)
    return state, say.ruling(inert=True)


Answer = tuple[Any, str, str]


def _hand_sizes(state: State, event: Ask, players: int) -> Answer:
    if event.round is not None:
        size = hand_size(event.round)
        return size, "JKE-03", f"Round {event.round} has {size} cards each."
    if event.players is None:
        return state.size, "JKE-03", f"Round {state.round} has {state.size} cards each."
    sizes = [hand_size(number) for number in range(1, ROUNDS[players] + 1)]
    return sizes, "JKE-03", f"Cards by round: {', '.join(map(str, sizes))}."


def _bidder(state: State, event: Ask, players: int) -> Answer:
    if event.dealer is not None:
        seated(state, event.dealer)
        first = state.left_of(event.dealer)
        return first, "JKE-09", f"{first} bids first when {event.dealer} deals."
    bidder = state.hand.bidder if state.hand is not None else None
    return bidder, "JKE-09", f"{bidder} bids." if bidder else "Nobody has to bid now."


def _rounds(state: State, event: Ask, players: int) -> Answer:
    return ROUNDS[players], "JKE-02", f"{players} players play {ROUNDS[players]} rounds."
