"""D'oh drinks, votes on delay, and accusations of cheating (BGD-41, BGD-45 to BGD-54)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.games.becker.cards import read_all
from engine.games.becker.events import Accuse, Doh, Vote
from engine.games.becker.proofs import earlier_passes
from engine.games.becker.seats import out_of_game
from engine.games.becker.state import State, seated
from engine.games.becker.throws import known_held
from engine.ruling import Cost, Refused
from engine.safety import portions
from engine.saying import Saying
from engine.seating import sat_here
from engine.words import listed, shown

EXEMPT: Final = frozenset({"bathroom", "alcohol", "official"})
"""BGD-47: reasons for which nobody is ever charged for a delay."""
SIPS_PER_BEVERAGE: Final = 14
_BEVERAGES = 2
_PASSED_OUT = frozenset({"passing out", "passed out"})
FALSE_ACCUSATION: Final = "false_accusation"
_ACTS: Final = {
    FALSE_ACCUSATION: "BGD-51",
    "no_reason": "BGD-50",
    "drink_for_no_reason": "BGD-50",
}


def doh(state: State, event: Doh, say: Saying) -> State:
    """A blunder: one D'oh (BGD-41). A misdeal before the first card is dealt again (BGD-45)."""
    player = event.doh
    seated(state, player)
    reason = event.reason.replace("_", " ").strip().lower()
    if reason in _PASSED_OUT or player in say.context.resting:
        raise Refused("exempt", f"{player} needs help, not a drink: enter `unwell`.")
    say.rules.append("BGD-41")
    say.charge(player, state.house.doh_amount, "doh")
    if reason:
        say.announce.append(f"D'oh for {player}: {shown(reason)}.")
    cards = read_all(event.cards)
    for card in cards:
        say.proofs += earlier_passes(state, player, card, say.context.step, "BGD-P2")
    if cards:
        state = known_held(state, player, cards, say.context.step)
    if "misdeal" in reason and player == state.dealer:
        return _misdeal(state, say)
    return state


def _misdeal(state: State, say: Saying) -> State:
    say.rules.append("BGD-45")
    if state.opened:
        return state
    say.announce.append(f"{state.dealer} deals again.")
    return state.but(known={}, pick=None, turn=None)


def vote(state: State, event: Vote, say: Saying) -> State:
    """A vote on a delay of game (BGD-47)."""
    player = event.target
    if event.vote.strip().lower() != "delay":
        raise Refused("unknown_vote", 'The only vote of its own is {"vote": "delay"}.')
    seated(state, player)
    if event.reason.strip().lower() in EXEMPT:
        raise Refused("exempt", f"{shown(event.reason)} is no delay of game.")
    if player in say.context.resting:
        raise Refused("exempt", f"{player} is unwell and delays nothing.")
    say.rules += ["BGD-47", "BGD-54"]
    carried = _carried(state, player, event.aye, event.nay)
    say.facts["carried"] = carried
    if carried:
        say.charge(player, 1, "delay")
    else:
        say.announce.append("No majority: no penalty.")
    return state


def _carried(state: State, accused: str, aye: Iterable[str], nay: Iterable[str]) -> bool:
    """Whether a majority of the players in the game other than the accused is for it (BGD-54).

    Votes of those who have none are not counted. Raises `Refused` for a vote both ways.
    """
    ayes, nays = frozenset(aye), frozenset(nay)
    for name in ayes | nays:
        sat_here(name, state.everyone)
    if ayes & nays:
        raise Refused("invalid_vote", f"{listed(sorted(ayes & nays))} cannot vote both ways.")
    voters = [name for name in state.present if name != accused]
    count = sum(name in ayes for name in voters)
    half = state.house.majority == "half" and 0 < len(voters) == 2 * count
    return 2 * count > len(voters) or half


def accuse(state: State, event: Accuse, say: Saying) -> State:
    """An accusation of cheating: the others convict, nobody else does (BGD-48)."""
    accused, by, act = event.accuse, event.by, event.act.strip().lower()
    seated(state, accused)
    seated(state, by)
    if accused == by:
        raise Refused("invalid_vote", f"{by} cannot accuse {by}.")
    if act == FALSE_ACCUSATION and accused not in state.accusers:
        message = f"{accused} has accused nobody in vain."
        raise Refused("no_false_accusation", message)
    guilty = _carried(state, accused, event.aye, event.nay)
    say.rules += ["BGD-48", "BGD-49", *([_ACTS[act]] if act in _ACTS else []), "BGD-54"]
    say.facts["guilty"] = guilty
    if guilty:
        return _convicted(state, accused, say)
    say.announce.append(f"No majority: {accused} is not guilty.")
    return _in_vain(state, by, say)


def _in_vain(state: State, by: str, say: Saying) -> State:
    """A failed accusation allows a vote on it, or convicts its accuser (BGD-51)."""
    say.rules.append("BGD-51")
    if state.house.false_accusation == "auto":
        return _convicted(state, by, say)
    return state.but(accusers=state.accusers | {by})


def _convicted(state: State, player: str, say: Saying) -> State:
    """Two whole beverages, and out of the game (BGD-48, BGD-52, SAF-07, SAF-09)."""
    say.rules += ["BGD-52", "SAF-09"]
    say.fact("removed", player)
    if player not in say.spared:
        sips = _BEVERAGES * SIPS_PER_BEVERAGE
        say.facts["beverages"] = {player: _BEVERAGES}
        say.beside.append(Cost(player, sips, "cheating"))
        parts = " + ".join(str(part) for part in portions(sips, SIPS_PER_BEVERAGE // 2))
        say.announce.append(
            f"{player} drinks two whole beverages — cheating. Soft drinks will do; in portions of "
            f"{parts} sips with pauses."
        )
    say.announce.append(f"{player} is removed from the game.")
    return out_of_game(state.but(removed=(*state.removed, player)), player, say)
