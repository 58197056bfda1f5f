"""Simulated people at a Jookie table: real hands, bids, tricks, and cheats that a record shows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.games.jookie.cards import DECK, best
from engine.games.jookie.cheating import Cheats
from engine.games.jookie.state import DECK_SIZE, ROUNDS, Hand, State
from engine.playout import Plan, Planted
from engine.questions import Event

if TYPE_CHECKING:
    from engine.setup import Setup

_GUESTS = ("Gil", "Hob", "Ida", "Jon", "Kit")


class JookiePlayout:
    """One game of Jookie; see `engine.playout.Playout`.

    Hands are dealt from a shuffled deck; what of them is left follows from the state, so that
    cards that go back to hand are there again. Random people also blow deals, take cards back,
    come and go, and lead trumps as soon as the rules let them.
    """

    def __init__(self, setup: Setup, rng: random.Random, plan: Plan) -> None:
        self._rng = rng
        self._careful = plan.sense == "sensible"
        self._hands: list[tuple[str, ...]] = []
        self._turned: str | None = None
        self._events = 0
        self._cheats = Cheats(rng, plan.cheating)

    @property
    def planted(self) -> list[Planted]:
        """The cheats so far."""
        return self._cheats.planted

    def next(self, state: State) -> Event | None:
        """The next event; None when the game is over."""
        if state.over:
            return None
        self._events += 1
        event = self._moves(state) or self._done(state) or self._acts(state)
        self._cheats.note(self._events, state, event)
        return event

    def _maybe(self, chance: float) -> bool:
        """Whether random people do something now; sensible people never do it."""
        return not self._careful and self._rng.random() < chance

    def _acts(self, state: State) -> Event:
        hand = state.hand
        if hand is None or hand.over:
            return self._deals(state)
        if hand.bidder is not None:
            return self._bids(state, hand, hand.bidder)
        if hand.pending is not None:
            return self._claims(hand, hand.pending.player)
        return self._plays(state, hand, str(hand.turn))

    # --- who sits there

    def _moves(self, state: State) -> Event | None:
        """Somebody leaves, and somebody takes the cards; now and then a fifth sits down."""
        hand = state.hand
        if (hand is not None and not hand.over and hand.absent) or len(state.seats) not in ROUNDS:
            return {"join": self._newcomer(state)}
        if not self._maybe(0.004):
            return None
        fifth = len(state.seats) == 4 and state.round < 8 and state.size_due is None
        if fifth and self._rng.random() < 0.3:
            return {"join": self._newcomer(state), "after": self._rng.choice(state.seats)}
        return {"leave": self._rng.choice(state.seats)}

    def _newcomer(self, state: State) -> str:
        guests = [name for name in _GUESTS if name not in state.everyone]
        return self._rng.choice([*state.gone, *guests])

    def _done(self, state: State) -> Event | None:
        """An Execution is done, at once or later."""
        waiting = [name for name in state.seats if state.executions.get(name, 0)]
        if waiting and not self._maybe(0.7):
            return {"execution": waiting[0]}
        return None

    # --- deal and bids

    def _deals(self, state: State) -> Event:
        if self._maybe(0.05):
            return {"misdeal": state.dealer}
        deck = self._rng.sample(DECK, DECK_SIZE)
        players, size = len(state.seats), state.size
        self._hands = [tuple(deck[i * size : (i + 1) * size]) for i in range(players)]
        full = players * size == DECK_SIZE
        way = state.house.full_deal_trump if full else "turn_up"
        dealers_last = self._hands[-1][-1]
        shown = {"none": None, "dealers_last_card": dealers_last, "cut_before_deal": deck[0]}
        turned = shown[way] if full else deck[players * size]
        self._turned = turned
        return {"deal": turned, "dealer": state.dealer}

    def _bids(self, state: State, hand: Hand, bidder: str) -> Event:
        if self._maybe(0.002):
            return {"misdeal": state.dealer}
        cards = self._left(hand, bidder)
        bid = _tricks_expected(cards, hand) if self._careful else self._rng.randint(0, hand.size)
        last = len(hand.bids) == len(hand.players) - 1
        if state.house.hook and last and sum(hand.bids.values()) + bid == hand.size:
            bid = bid - 1 if bid else bid + 1
        return {"bid": bid, "by": bidder}

    def _left(self, hand: Hand, player: str) -> tuple[str, ...]:
        """The cards that a player still has."""
        cards = self._hands[hand.players.index(player)]
        return tuple(card for card in cards if card not in hand.out)

    # --- cards

    def _claims(self, hand: Hand, player: str) -> Event:
        """A claim is true, unless a cheat was planted with the lead."""
        only = all(card[1] == hand.trump for card in self._left(hand, player))
        return {"only_trumps": only or self._cheats.claims(hand, player), "by": player}

    def _plays(self, state: State, hand: Hand, player: str) -> Event:
        cards = self._left(hand, player)
        cheat = self._cheats.opportunity(state, hand, player, cards)
        if cheat is not None:
            return cheat
        if hand.laid and self._maybe(0.01):
            return {"take_back": hand.laid[-1].card, "by": hand.laid[-1].player}
        legal = _legal(state, hand, cards)
        if not legal:
            # The house lets nobody lead from nothing but trumps, and nothing else is left.
            return {"set": {"broken": True}, "reason": f"{player} has only trumps"}
        return {"play": self._choice(hand, legal), "by": player}

    def _choice(self, hand: Hand, legal: list[str]) -> str:
        if not self._careful:
            return self._rng.choice(legal)
        lying = [one.card for one in hand.laid]
        winning = [card for card in legal if best([*lying, card], hand.trump) == len(lying)]
        wants = hand.won.get(str(hand.turn), 0) < hand.bids.get(str(hand.turn), 0)
        pool = winning if wants and winning else legal
        return (max if wants and winning else min)(pool, key=lambda card: _worth(card, hand))


def _legal(state: State, hand: Hand, cards: tuple[str, ...]) -> list[str]:
    """What may be played of these cards (JKE-13, JKE-15, JKE-16)."""
    if hand.laid:
        led = hand.laid[0].card[1]
        return [card for card in cards if card[1] == led] or list(cards)
    if hand.broken or hand.trump is None:
        return list(cards)
    plain = [card for card in cards if card[1] != hand.trump]
    return plain or (list(cards) if state.house.only_trumps_may_lead else [])


def _worth(card: str, hand: Hand) -> int:
    """How likely a card takes a trick: trumps above all others."""
    return "23456789TJQKA".index(card[0]) + (13 if card[1] == hand.trump else 0)


def _tricks_expected(cards: tuple[str, ...], hand: Hand) -> int:
    """Tricks that a careful player counts on: aces, kings, and every second trump."""
    high = sum(card[0] in "AK" for card in cards)
    trumps = sum(card[1] == hand.trump and card[0] not in "AK" for card in cards)
    return min(hand.size, high + trumps // 2)
