"""Who sits at the table: joining, leaving, taking over a hand (JKE-01, JKE-08, SAF-08)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.events import Join, Leave
from engine.games.jookie.state import (
    DECK_SIZE,
    ROUNDS,
    Early,
    Hand,
    Laid,
    Off,
    State,
    Trick,
    seated,
)
from engine.ruling import Mode, Refused
from engine.saying import Saying
from engine.seating import newcomer

_Entry = TypeVar("_Entry", Laid, Off, Early)
FEWEST, MOST = min(ROUNDS), max(ROUNDS)


def join(state: State, event: Join, say: Saying) -> State:
    """Somebody sits down; where a hand has no player, the newcomer takes it over."""
    name = newcomer(event, state.seats)
    if event.after is not None:
        seated(state, event.after)
    live = say.context.mode is not Mode.STANDS
    if live:
        _room(state)
    say.rules.append("JKE-01")
    say.announce.append(f"{name} sits down.")
    state = _placed(state, name, event.after)
    hand = state.hand
    if hand is None or not hand.absent:
        return state
    old = name if name in hand.absent else hand.absent[0]
    say.rules.append("JKE-08")
    if old != name:
        say.announce.append(f"{name} plays on with the cards of {old}.")
    return state.but(hand=_taken_over(hand, old, name))


def _room(state: State) -> None:
    """JKE-01, JKE-02: five play ten rounds, and so few cards that the deck suffices."""
    if state.over:
        raise Refused("game_over", "The game is over.")
    if len(state.seats) >= MOST:
        raise Refused("player_count", f"There is room for {MOST} players.")
    if len(state.seats) < FEWEST or (state.hand is not None and state.hand.absent):
        return
    following = state.round + 1 if state.playing else state.round
    fits = state.playing or (state.size_due or 0) * MOST <= DECK_SIZE
    if following > ROUNDS[MOST] or not fits:
        raise Refused("player_count", f"A fifth player can join up to round {ROUNDS[MOST]}.")


def _placed(state: State, name: str, after: str | None) -> State:
    """The table with a seat more, to the left of `after`; who comes back has the old seat."""
    if name not in state.everyone:
        names = state.everyone
        absent = state.hand.absent if state.hand is not None else ()
        after = after or (absent[0] if absent else names[-1])
        at = names.index(after) + 1
        state = state.but(
            everyone=(*names[:at], name, *names[at:]),
            score={**state.score, name: 0},
            executions={**state.executions, name: 0},
        )
    seats = {*state.seats, name}
    state = state.but(seats=tuple(one for one in state.everyone if one in seats))
    return state if state.dealer in seats else state.but(dealer=state.left_of(state.dealer))


def leave(state: State, event: Leave, say: Saying) -> State:
    """Somebody goes; whoever waits for the next deal takes over the cards (SAF-08)."""
    player = event.leave
    seated(state, player)
    say.rules += ["SAF-08", "JKE-08"]
    say.announce.append(f"{player} leaves the table.")
    state = state.but(
        seats=tuple(name for name in state.seats if name != player),
        executions={**state.executions, player: 0},
    )
    if state.dealer == player and not state.playing:
        state = state.but(dealer=state.left_of(player))
    hand = state.hand
    if hand is None or hand.over or player not in hand.players:
        return state
    waiting = [name for name in state.seats if name not in hand.players]
    if waiting:
        say.announce.append(f"{waiting[0]} plays on with the cards of {player}.")
        return state.but(hand=_taken_over(hand, player, waiting[0]))
    return state.but(hand=hand.but(absent=(*hand.absent, player)))


def _with(entries: tuple[_Entry, ...], field: str, old: str, new: str) -> tuple[_Entry, ...]:
    """The entries with another name in `field`."""
    return tuple(
        msgspec.structs.replace(one, **{field: new}) if getattr(one, field) == old else one
        for one in entries
    )


def _taken_over(hand: Hand, old: str, new: str) -> Hand:
    """The round with `new` in the place of `old`; what the record proves stays `old`'s."""

    def renamed(name: str | None) -> str | None:
        return new if name == old else name

    def counted(counts: dict[str, int]) -> dict[str, int]:
        return {new if name == old else name: n for name, n in counts.items()}

    return hand.but(
        players=tuple(new if name == old else name for name in hand.players),
        bids=counted(hand.bids),
        won=counted(hand.won),
        bidder=renamed(hand.bidder),
        turn=renamed(hand.turn),
        laid=_with(hand.laid, "player", old, new),
        tricks=tuple(
            Trick(_with(one.cards, "player", old, new), new if one.winner == old else one.winner)
            for one in hand.tricks
        ),
        lifted=_with(hand.lifted, "holder", old, new),
        off=_with(hand.off, "holder", old, new),
        early=_with(hand.early, "holder", old, new),
        claimed=hand.claimed - {old},
        pending=next(iter(_with((hand.pending,), "player", old, new))) if hand.pending else None,
        missed=tuple(new if name == old else name for name in hand.missed),
        absent=tuple(name for name in hand.absent if name != old),
    )
