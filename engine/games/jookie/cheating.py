"""Cheats at a Jookie table, and the event with which the record can prove each (RULES 2.6)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from engine.games.jookie.state import Hand, State
from engine.playout import Planted
from engine.questions import Event


class _Open(msgspec.Struct):
    """A cheat not shown yet: its place among those planted, and the suit that shows it.

    `seat` is the place in the round, whoever has the cards. `other`: any suit but that one shows
    it. `lifted`: the card was taken back.
    """

    index: int
    seat: int
    trick: int
    suit: str
    other: bool = False
    lifted: bool = False


class Cheats:
    """Plants cheats and keeps book of them; what a new deal or a replay buries is never shown."""

    def __init__(self, rng: random.Random, chance: float) -> None:
        self.planted: list[Planted] = []
        self._rng = rng
        self._chance = chance
        self._open: list[_Open] = []
        self._next: tuple[Event, Planted, _Open | None] | None = None

    def claims(self, hand: Hand, player: str) -> bool:
        """Whether the leader lies about holding only trumps."""
        seat = hand.players.index(player)
        return any(one.other and one.seat == seat for one in self._open)

    def opportunity(
        self, state: State, hand: Hand, player: str, cards: tuple[str, ...]
    ) -> Event | None:
        """The event of a cheat, where one is possible and chance takes it."""
        if not self._chance or self._rng.random() >= self._chance:
            return None
        found = list(_possible(state, hand, player, cards, self._rng))
        if not found:
            return None
        kind, suit, event = self._rng.choice(found)
        seat, other = hand.players.index(player), kind == "false_only_trumps"
        later = other or kind == "revoke"
        opened = _Open(0, seat, hand.number, suit, other) if later else None
        self._next = (event, Planted(kind=kind, player=str(event["by"]), event=0), opened)
        return event

    def note(self, number: int, state: State, event: Event) -> None:
        """Books event `number` of the playout: what it plants, shows or buries."""
        hand = state.hand
        if hand is None or hand.over or "misdeal" in event:
            self._open.clear()
        else:
            self._bury(hand)
            if "take_back" in event:
                self._taken_back(hand, event)
            if "only_trumps" in event:
                self._claimed(hand, event)
            if "play" in event and event["by"] == hand.turn:
                self._shown(number, event, hand)
        if self._next is not None and self._next[0] is event:
            self._plant(number)
        self._next = None

    def _plant(self, number: int) -> None:
        assert self._next is not None
        _, planted, opened = self._next
        shown = number if opened is None else None
        self.planted.append(msgspec.structs.replace(planted, event=number, shown=shown))
        if opened is not None:
            opened.index = len(self.planted) - 1
            self._open.append(opened)

    def _bury(self, hand: Hand) -> None:
        """Forgets what was played in tricks that are played again."""
        lying = {hand.players.index(one.player) for one in hand.laid}
        waits = hand.pending is not None
        self._open = [
            one for one in self._open
            if one.trick < hand.number
            or (one.trick == hand.number and (one.lifted or waits or one.seat in lying))
        ]  # fmt: skip

    def _claimed(self, hand: Hand, event: Event) -> None:
        """The false claim is made by whoever has the cards now."""
        for one in self._open:
            if one.other and one.seat == hand.players.index(event["by"]):
                planted = self.planted[one.index]
                self.planted[one.index] = msgspec.structs.replace(planted, player=event["by"])

    def _taken_back(self, hand: Hand, event: Event) -> None:
        """What lies no longer is a revoke only if its replacement follows suit (JKE-29); with
        the lead taken back there is no suit to follow."""
        if len(hand.laid) == 1:
            self._open = [one for one in self._open if one.trick != hand.number]
        seat = hand.players.index(event["by"])
        for one in self._open:
            if one.seat == seat and one.trick == hand.number and not one.other:
                one.lifted = True

    def _shown(self, number: int, event: Event, hand: Hand) -> None:
        card, seat = event["play"], hand.players.index(event["by"])
        if card in hand.out or card == hand.turned:
            return
        for one in [one for one in self._open if one.seat == seat]:
            if (card[1] == one.suit) != one.other:
                planted = msgspec.structs.replace(self.planted[one.index], shown=number)
                self.planted[one.index] = planted
                self._open.remove(one)
            elif one.lifted:
                self._open.remove(one)


def _possible(
    state: State, hand: Hand, player: str, cards: tuple[str, ...], rng: random.Random
) -> Iterator[tuple[str, str, Event]]:
    """Kind of the proof, the suit that it is about, and the event."""
    if hand.out:
        yield "duplicate_card", "", {"play": rng.choice(list(hand.out)), "by": player}
    if hand.turned is not None:
        yield "duplicate_card", "", {"play": hand.turned, "by": player}
    other = rng.choice([name for name in hand.players if name != player])
    yield _out_of_turn(hand), "", {"play": rng.choice(cards), "by": other}
    if hand.laid:
        led = hand.laid[0].card[1]
        off = [card for card in cards if card[1] != led]
        if len(off) < len(cards) and off:
            yield "revoke", led, {"play": rng.choice(off), "by": player}
        return
    trumps = [card for card in cards if card[1] == hand.trump]
    early = trumps and len(trumps) < len(cards) and not hand.broken
    if early and state.house.only_trumps_may_lead and player not in hand.claimed:
        yield "false_only_trumps", str(hand.trump), {"play": rng.choice(trumps), "by": player}


def _out_of_turn(hand: Hand) -> str:
    return "played_out_of_turn" if hand.laid else "led_out_of_turn"
