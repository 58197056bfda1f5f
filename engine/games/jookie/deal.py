"""The deal: who deals how many cards, what is trump, and blown deals (JKE-01 to JKE-08)."""

from __future__ import annotations

from engine.codes import named, named_suit
from engine.games.jookie import rounds, tricks
from engine.games.jookie.cards import turn_up
from engine.games.jookie.events import Deal, Misdeal
from engine.games.jookie.proofs import wrong_hand_size
from engine.games.jookie.standing import taken_as
from engine.games.jookie.state import DECK_SIZE, ROUNDS, Hand, State, not_over, seated, stands
from engine.ruling import Context, Refused, Ruling
from engine.saying import Saying
from engine.words import counted


def deal(state: State, event: Deal, context: Context) -> tuple[State, Ruling]:
    """A round is dealt."""
    not_over(state, context)
    say = Saying(context, state.gone)
    state = _ready(state, context, say)
    seated(state, event.dealer)
    if event.by is not None:
        seated(state, event.by)
    state = _substituted(state, event, say)
    size, players = state.size_due or state.size, _players(state, event.dealer)
    _counted(event, size)
    turned = turn_up(event.deal) if event.deal is not None else None
    hand = _hand(state, players, size, turned, context.step)
    _say_deal(state, hand, turned, say)
    say.facts["round"] = state.round
    say.rules += ["JKE-03", "JKE-05"]
    return state.but(dealer=event.dealer, begun=True, hand=hand), say.ruling()


def _ready(state: State, context: Context, say: Saying) -> State:
    """The table before the deal; a round that still ran there stands as it was played."""
    if state.playing and not (state.hand and state.hand.absent):
        if not stands(context):
            raise Refused("round_open", f"Round {state.round} is not over: a blown deal is told as "
                          "a misdeal first.")  # fmt: skip
        state = ended(state, say)
    elif state.playing:
        state = state.but(hand=None)
    if len(state.seats) not in ROUNDS and not stands(context):
        raise Refused("player_count", f"Four or five play, not {len(state.seats)}.")
    return state.but(over=False)


def ended(state: State, say: Saying) -> State:
    """The state after a round that ends as it was played so far."""
    hand = state.hand
    assert hand is not None
    if hand.laid:
        state = tricks.close_short(state, tricks.highest(hand), say)
    return rounds.finish(state, say) if state.playing else state


def _substituted(state: State, event: Deal, say: Saying) -> State:
    """JKE-08: the deal goes round; a substitute is for the table to accept."""
    _whose_deal(state, event.dealer, say)
    if event.by not in (None, event.dealer):
        say.rules.append("JKE-08")
        say.announce.append(f"{event.by} deals for {event.dealer}, as an exception.")
    return state


def _whose_deal(state: State, player: str, say: Saying) -> None:
    """Tells whose deal it was, where somebody else dealt."""
    if state.begun and player != state.dealer:
        say.rules.append("JKE-08")
        say.announce.append(f"It was {state.dealer}'s deal.")


def _players(state: State, dealer: str) -> tuple[str, ...]:
    """Who is dealt in, from the dealer's left."""
    at = state.seats.index(dealer) + 1
    return (*state.seats[at:], *state.seats[:at])


def _counted(event: Deal, size: int) -> None:
    """JKE-P8: the number of cards that people counted."""
    if event.hand_size not in (None, size):
        found = wrong_hand_size(event.dealer, event.hand_size or 0, size)
        text = f"This round has {counted(size, 'cards')} each: tell the misdeal, and deal again."
        raise Refused("wrong_hand_size", text, (found,))


def _hand(state: State, players: tuple[str, ...], size: int, turned: str | None, step: int) -> Hand:
    """The round with its trump (JKE-05, JKE-06)."""
    if size * len(players) > DECK_SIZE:
        raise Refused("player_count", f"{len(players)} players have no {size} cards each.")
    full = size * len(players) == DECK_SIZE
    way = state.house.full_deal_trump if full else "turn_up"
    if way == "none" and turned is not None:
        raise Refused("no_turn_up", "Every card is dealt, so none is turned up: enter null.")
    if way != "none" and turned is None:
        raise Refused("turn_up_missing", "Enter the card that shows the trump suit.")
    return Hand(
        players=players,
        size=size,
        trump=turned[1] if turned else None,
        turned=turned if way == "turn_up" else None,
        dealer=players[-1],
        step=step,
        bidder=players[0],
        turn=players[0],
    )


def _say_deal(state: State, hand: Hand, turned: str | None, say: Saying) -> None:
    head = f"Round {state.round}, {counted(hand.size, 'cards')} each:"
    if turned is None or hand.trump is None:
        say.rules.append("JKE-06")
        say.announce.append(f"{head} no trump this round.")
    elif turned[0] == "?":
        say.announce.append(f"{head} trump is {named_suit(hand.trump)}.")
    else:
        say.announce.append(f"{head} trump is {named_suit(hand.trump)} (the {named(turned)}).")


def misdeal(state: State, event: Misdeal, context: Context) -> tuple[State, Ruling]:
    """A deal was blown: a shot for whoever blew it, a substitute too, and the round is dealt anew
    (JKE-07, JKE-08)."""
    not_over(state, context)
    player = event.misdeal
    seated(state, player)
    say = Saying(context, state.gone)
    if stands(context) and context.came not in ("", str(state.round)) and state.playing:
        state = ended(state, say)
    count = state.misdeals + 1
    say.rules.append("JKE-07")
    say.charge(player, count if state.house.misdeal == "escalating" else 1, "misdeal")
    say.announce.append(f"Misdeal by {player}: deal again.")
    _whose_deal(state, player, say)
    if not state.begun:
        state = state.but(dealer=player)
    hand = None if state.playing else state.hand
    return state.but(misdeals=count, hand=hand), taken_as(say, str(state.round))
