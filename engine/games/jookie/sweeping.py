"""What it means that cards leave the table (RULES 0.4): nothing is charged for it by itself."""

from __future__ import annotations

from engine.codes import named
from engine.games.jookie.readings import NOTHING
from engine.games.jookie.state import Hand
from engine.questions import Choice, Event, Interpretation, Question
from engine.seen import CardRemoved, TrickTaken


def removed(hand: Hand, seen: CardRemoved) -> Interpretation:
    """A card left the trick before it was complete: taken back, or only moved (JKE-29)."""
    lying = [*hand.laid, *((hand.pending,) if hand.pending is not None else ())]
    laid = next((one for one in lying if one.card == seen.card), None)
    if laid is None:
        return None
    name = named(laid.card)
    if hand.laid[1:] and laid == hand.laid[0]:
        # The referee lets nobody take back a lead that others have followed.
        stays = Choice(f"the {name} stays")
        return Question("taken_back", f"The {name} left the trick: others followed it.", (stays,))
    back = Choice(f"{laid.player} took it back", {"take_back": laid.card, "by": laid.player})
    stays = Choice(f"the {name} still lies there")
    return Question("taken_back", f"The {name} left the trick.", (stays, back))


def swept(hand: Hand) -> Interpretation:
    """The trick is gone. Of a complete one that is as it should be."""
    if not hand.laid:
        return None
    missing = [name for name in hand.players if name not in {one.player for one in hand.laid}]
    text = f"The trick was taken, and no card of {' and '.join(missing)} was seen. Who won it?"
    answers = tuple(Choice(f"{name} won it", _leads(name)) for name in hand.players)
    return Question("trick", text, (*answers, NOTHING))


def _leads(name: str) -> Event:
    """The trick is over as it is; only who has a card in it can be told to lead the next."""
    return {"set": {"won": name}, "reason": f"{name} took the trick"}


def trick_taken(hand: Hand, seen: TrickTaken) -> Interpretation:
    """A packet face down at a seat: the winner's, or another's (JKE-P5)."""
    if hand.laid:
        return swept(hand)
    if not hand.tricks or seen.seat not in hand.players:
        return None
    number, winner = len(hand.tricks), hand.tricks[-1].winner
    if seen.seat == winner:
        return None
    text = f"Trick {number} is {winner}'s, but it lies with {seen.seat}."
    event: Event = {"trick_taken": seen.seat}
    first: Event = {"set": {"won": seen.seat}, "reason": f"{seen.seat} won trick {number}"}
    return Question(
        "trick",
        text,
        (
            Choice(f"{winner} gets it"),
            Choice(f"{seen.seat} took it by mistake", event),
            Choice(f"{seen.seat} won it: a card was read wrong", first),
        ),
    )
