"""The end of a round: bids against tricks, Executions, score, the next dealer (JKE-21 to 26)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.jookie.state import Hand, State
from engine.saying import Saying
from engine.words import counted, listed


def finish(state: State, say: Saying) -> State:
    """The round is over: it is scored, and the deal passes on (JKE-08, JKE-21)."""
    hand = state.hand
    assert hand is not None
    say.facts["round_over"] = True
    say.rules.append("JKE-21")
    state = judged(state, hand, [name for name in hand.players if name in hand.bids], say)
    hand = hand.but(over=True, turn=None, laid=(), pending=None, bidder=None)
    last = state.round >= state.rounds
    return state.but(
        hand=hand,
        over=last,
        round=state.round if last else state.round + 1,
        size_due=None,
        misdeals=0,
        dealer=state.left_of(state.dealer),
    )


def judged(state: State, hand: Hand, players: Sequence[str], say: Saying) -> State:
    """Made or Set, for those of `players` whose bid is known (JKE-22, JKE-23)."""
    made = [name for name in state.everyone if name in players and _made(state, hand, name)]
    failed = [name for name in state.everyone if name in players and name not in made]
    say.facts["made"], say.facts["set"] = made, failed
    score = dict(state.score)
    for name in players:
        bid = hand.bids[name]
        score[name] = score.get(name, 0) + (bid if name in made else -max(1, bid))
    say.rules += ["JKE-22", "JKE-23"]
    if made:
        say.rules.append("JKE-30")
        say.announce.append(f"Congratulations, {listed(made)}: bid made.")
    return _executed(state.but(score=score), failed, say)


def _made(state: State, hand: Hand, name: str) -> bool:
    """JKE-22."""
    won, bid = hand.won.get(name, 0), hand.bids[name]
    return won == bid if state.house.bid_rule == "exact" else won >= bid


def _executed(state: State, failed: Sequence[str], say: Saying) -> State:
    """Who is Set faces Execution (JKE-23); who is unwell or gone does not (SAF-06, SAF-08)."""
    shots = state.house.execution_shots
    drink = f" of {state.drink}" if state.drink else ""
    executions = dict(state.executions)
    for name in failed:
        say.announce.append(f"{name} is Set.")
        if shots and name not in say.spared:
            say.charge(name, shots, "execution")
            executions[name] = executions.get(name, 0) + 1
            say.announce.append(f"Execution of {name}: {counted(shots, 'shots')}{drink}.")
    return state.but(executions=executions)


def ranking(state: State) -> tuple[str, ...]:
    """Who has the highest score of those at the table (JKE-26)."""
    scores = {name: state.score.get(name, 0) for name in state.seats}
    return tuple(name for name in scores if scores[name] == max(scores.values()))
