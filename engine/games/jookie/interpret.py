"""What cards on the table mean in a game of Jookie (RULES 0.4, 0.5 and 2, PROTOCOL section 5).

Pure: the same state and the same things seen give the same answer. Nothing here charges anybody;
what is not clear becomes a question with ranked answers. Of the readings of a card the impossible
ones are dropped (a card lies in a round once), never those that would be against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.codes import named
from engine.games.jookie import readings, tricks
from engine.games.jookie.bids import allowed
from engine.games.jookie.readings import NOTHING, Reading
from engine.games.jookie.state import DECK_SIZE, ROUNDS, Hand, Laid, State
from engine.games.jookie.sweeping import removed, swept, trick_taken
from engine.questions import Choice, Event, Interpretation, Propose, Question
from engine.seen import CardLanded, CardRemoved, CardsLanded, Seen, Swept, TrickTaken, TurnUp
from engine.words import listed


def interpret(state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
    """The event that something seen is, a question, or None where it means nothing now."""
    if state.over:
        return None
    hand = state.hand
    if isinstance(seen, TurnUp):
        return _turn_up(state, seen)
    if hand is None or hand.over or hand.absent:
        return _before_deal(state, seen)
    if isinstance(seen, CardLanded):
        lead = _unsettled_lead(hand, before, seen)
        return _card(state, hand, seen) if lead is None else _after(hand, lead, seen)
    if isinstance(seen, CardsLanded):
        return _cards(state, hand, seen)
    if isinstance(seen, CardRemoved):
        return removed(hand, seen)
    if isinstance(seen, Swept):
        return swept(hand)
    return trick_taken(hand, seen) if isinstance(seen, TrickTaken) else None


# --- the deal


def _no_turn_up(state: State) -> bool:
    """Whether so few or so many sit there that nobody can deal (JKE-01), or every card is dealt
    and the house turns none up (JKE-06)."""
    cards = state.size * len(state.seats)
    if len(state.seats) not in ROUNDS or cards > DECK_SIZE:
        return True
    return cards == DECK_SIZE and state.house.full_deal_trump == "none"


def _deal(card: str, dealer: str) -> Event:
    return {"deal": card, "dealer": dealer}


def _trumps(state: State, cards: Sequence[str]) -> tuple[Choice, ...]:
    dealt = (Choice(f"the {named(card)} is trump", _deal(card, state.dealer)) for card in cards)
    return (*dealt, NOTHING)


def _turn_up(state: State, seen: TurnUp) -> Interpretation:
    """JKE-05: the card beside the stock shows the trump."""
    if state.playing:
        return _other_turn_up(state, seen)
    found = readings.of(seen, ())
    if _no_turn_up(state) or not found.cards:
        return None
    if found.clear:
        return Propose(_deal(found.cards[0], state.dealer))
    return Question("reading", "Which card is turned up?", _trumps(state, found.cards))


def _other_turn_up(state: State, seen: TurnUp) -> Interpretation:
    """Another card beside the stock than the one on record: one of the readings is wrong."""
    hand = state.hand
    assert hand is not None
    found = readings.of(seen, tuple(hand.out))
    if hand.turned is None or not found.clear or found.cards[0] == hand.turned or hand.absent:
        return None
    card = found.cards[0]
    amended: Event = {"amend": hand.step, "event": _deal(card, hand.dealer)}
    new = Choice(f"it is the {named(card)}", amended)
    text = f"The card turned up: is it the {named(hand.turned)}, or the {named(card)}?"
    return Question("trump", text, (Choice(f"it is the {named(hand.turned)}"), new))


def _before_deal(state: State, seen: Seen) -> Interpretation:
    """A card face up while nobody has dealt: the trump where the dealer laid it, or perhaps."""
    if not isinstance(seen, CardLanded) or _no_turn_up(state) or _waits(state):
        return None
    found = readings.of(seen, ())
    cards = found.cards
    if not cards:
        return None
    if found.clear and seen.seat == state.dealer:
        return Propose(_deal(cards[0], state.dealer))
    text = f"{readings.listed_cards(cards)}: is that the card turned up?"
    return Question("turn_up", text, _trumps(state, cards))


def _waits(state: State) -> bool:
    return state.hand is not None and not state.hand.over


# --- a card


def _card(state: State, hand: Hand, seen: CardLanded) -> Interpretation:
    found = readings.of(seen, readings.gone(hand))
    if not found.cards:
        return _again(state, hand, seen)
    if hand.bidder is not None:
        return _early(state, hand, found, _seat(state, seen))
    player = _expected(hand)
    seat = _seat(state, seen)
    if seat not in (None, player):
        return _who(hand, found, player, str(seat))
    if found.clear:
        return Propose(_play(found.cards[0], player))
    answers = tuple(Choice(f"the {named(card)}", _play(card, player)) for card in found.cards)
    text = f"What did {player} play?"
    return Question("reading", text, (*answers, NOTHING), _going_on(hand, player))


def _going_on(hand: Hand, player: str) -> Event | None:
    """What keeps the game going while nobody has said what `player` played (PROTOCOL section 5).

    Without the lead nothing can: it says what suit has to be followed.
    """
    if not hand.laid:
        return None
    turn = tricks.next_player(hand, player)
    if turn == player:
        turn = tricks.highest(hand)
    return {"set": {"turn": turn}, "reason": f"what {player} played is not settled"}


def _unsettled_lead(hand: Hand, before: Sequence[Seen], seen: CardLanded) -> CardLanded | None:
    """The lead that was seen and that nobody has settled yet."""
    if hand.laid or hand.pending is not None or hand.bidder is not None:
        return None
    gone = readings.gone(hand)
    waiting = [
        one for one in _still_there(before)
        if isinstance(one, CardLanded) and one.card not in gone and one.card != seen.card
        and not any(card in gone for card, _ in one.alternatives)
    ]  # fmt: skip
    return waiting[-1] if waiting else None


def _still_there(before: Sequence[Seen]) -> list[Seen]:
    """What was seen, without cards that left the table again: nothing is open about them."""
    there: list[Seen] = []
    for one in before:
        if isinstance(one, (Swept, TrickTaken)):
            there.clear()
        elif isinstance(one, CardRemoved):
            there = [other for other in there if getattr(other, "card", None) != one.card]
        else:
            there.append(one)
    return there


def _after(hand: Hand, lead: CardLanded, seen: CardLanded) -> Interpretation:
    """The second card of a trick whose lead is not settled: both are asked at once."""
    gone = readings.gone(hand)
    leader, card = str(hand.turn), readings.best(seen)
    if card is None or card in gone:
        return None
    follower = hand.after(leader)
    answers = tuple(
        Choice(
            f"{leader} led the {named(one)}, then {follower} the {named(card)}",
            _play(card, follower),
            first=_play(one, leader),
        )
        for one in readings.of(lead, gone).cards
        if one != card
    )
    alone = Choice(f"{leader} led the {named(card)}, the other was nothing", _play(card, leader))
    return Question("reading", f"What did {leader} lead?", (*answers, alone, NOTHING))


def _play(card: str, by: str) -> Event:
    return {"play": card, "by": by}


def _seat(state: State, seen: Seen) -> str | None:
    """The seat that was seen, where somebody who was dealt in sits there."""
    hand = state.hand
    return seen.seat if hand is not None and seen.seat in hand.players else None


def _expected(hand: Hand) -> str:
    """Who plays next; a trump led early that nobody took back is followed by the next."""
    return hand.after(hand.pending.player) if hand.pending is not None else str(hand.turn)


def _who(hand: Hand, found: Reading, player: str, seat: str) -> Question:
    """RULES 0.4: the seat may be misread, a card may have been missed, or it is out of turn."""
    answers = tuple(choice for card in found.cards for choice in _whose(hand, card, player, seat))
    text = (
        f"{readings.listed_cards(found.cards)}: it is {player}'s turn, but {seat} seems to have "
        "played. Who was it?"
    )
    return Question("who", text, (*answers, NOTHING), _going_on(hand, player))


def _whose(hand: Hand, card: str, player: str, seat: str) -> Iterator[Choice]:
    name = f"the {named(card)}"
    waits = hand.pending is not None and hand.pending.player == seat
    if waits:
        yield Choice(f"{seat} leads {name} instead", _play(card, seat))
    yield Choice(f"{player} played {name}", _play(card, player))
    if waits:
        return
    missed = "won the last trick" if not hand.laid else f"a card of {player} was not seen"
    turn: Event = {"set": {"turn": seat}, "reason": f"{seat} plays"}
    leads = any(one.player == seat for one in hand.laid)
    if not (leads and _last_trick(hand)):
        yield Choice(f"{seat} played {name}: {missed}", _play(card, seat), first=turn)
    yield Choice(f"{seat} played {name} out of turn: it goes back", _play(card, seat))


def _early(state: State, hand: Hand, found: Reading, seat: str | None) -> Question:
    """A card while bids are not entered: people bid aloud, and nobody is charged for it."""
    leader = hand.players[0]
    missing = [name for name in hand.players if name not in hand.bids]
    answers = tuple(one for card in found.cards for one in _unbid(state, hand, card, seat))
    text = f"{readings.listed_cards(found.cards)}, and no bid is entered of {listed(missing)}."
    lead = found.cards[0]
    goes_on = found.clear and seat in (None, leader) and lead[-1] != hand.trump
    otherwise: Event = {"set": {"trick": {leader: lead}}, "reason": _LATER}
    return Question("bids", text, (*answers, NOTHING), otherwise if goes_on else None)


_LATER = "bids are entered later"


def _unbid(state: State, hand: Hand, card: str, seat: str | None) -> Iterator[Choice]:
    """The leader's card, or that of whom the camera saw, where people say that they lead."""
    name, leader = f"the {named(card)}", hand.players[0]
    missing = [one for one in hand.players if one not in hand.bids]
    if len(missing) == 1:
        for number in allowed(state, hand, missing[0]):
            bid: Event = {"bid": number, "by": missing[0]}
            text = f"{missing[0]} bid {number}, {leader} leads {name}"
            yield Choice(text, _play(card, leader), first=bid)
    for one in dict.fromkeys((leader, seat or leader)):
        turn = {} if one == leader else {"turn": one}
        over: Event = {"set": {"bidder": None, **turn}, "reason": _LATER}
        yield Choice(f"{one} leads {name}, {_LATER}", _play(card, one), first=over)
    yield Choice(f"{name} goes back: first all bid", _play(card, seat or leader))


def _again(state: State, hand: Hand, seen: CardLanded) -> Interpretation:
    """No reading is possible: a card that lies in the trick was seen again, or one of two cards
    was misread."""
    card = readings.best(seen)
    if card is None or any(one.card == card for one in hand.laid):
        return None
    player = _seat(state, seen) or _expected(hand)
    text = f"The {named(card)} is out of play already. What was it?"
    twice = Choice(f"really the {named(card)}, a second time", _play(card, player))
    return Question("reading", text, (NOTHING, twice))


# --- several cards


def _cards(state: State, hand: Hand, seen: CardsLanded) -> Interpretation:
    """Cards that fell while nobody could see them: the next players', in some order."""
    gone = readings.gone(hand)
    cards = [c for c in dict.fromkeys(seen.cards) if c not in gone and readings.is_known(c)]
    if hand.bidder is not None or not cards:
        return None
    if len(cards) == 1:
        return _card(state, hand, CardLanded(t=seen.t, card=cards[0], seat=seen.seat))
    first = _expected(hand)
    if len(cards) > 2:
        text = f"{readings.listed_cards(cards)}: enter who played which, from {first} on."
        return Question("who", text, (NOTHING,))
    answers = tuple(_two(hand, first, one, other) for one, other in (cards, cards[::-1]))
    text = f"{readings.listed_cards(cards)}: who played which?"
    return Question("who", text, (*answers, NOTHING))


def _two(hand: Hand, first: str, one: str, other: str) -> Choice:
    second = _then(hand, first, one)
    if second is None:
        return Choice(f"{first} the {named(one)}, the other was nothing", _play(one, first))
    text = f"{first} the {named(one)}, {second} the {named(other)}"
    return Choice(text, _play(other, second), first=_play(one, first))


def _then(hand: Hand, player: str, card: str) -> str | None:
    """Who plays after `player` played `card`; None where that is the last card of the round."""
    waits = (hand.pending,) if hand.pending is not None else ()
    after = hand.but(laid=(*hand.laid, *waits, Laid(player, card, hand.step)))
    if len(after.laid) + len(hand.missed) < len(hand.players):
        return tricks.next_player(after, player)
    return None if _last_trick(hand) else tricks.highest(after)


def _last_trick(hand: Hand) -> bool:
    return hand.number >= hand.size
