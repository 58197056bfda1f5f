"""What people are asked in a game of Jookie (RULES 0.5)."""

from __future__ import annotations

from tui import asks
from tui.asks import Ask, Option, Played, Situation
from tui.games.card_asks import card, short

FULL_DECK = 52


def deals(situation: Situation) -> bool:
    """Whether somebody has to deal."""
    return bool(situation.view["phase"] == "deal")


def plays(situation: Situation) -> bool:
    """Whether cards are played now."""
    return bool(situation.view["phase"] == "play")


def bidder(situation: Situation) -> str | None:
    """Who bids now, or whose bid is missing."""
    view = situation.view
    if view["bidder"] is not None:
        return str(view["bidder"])
    missing = [name for name in situation.players if view["bids"].get(name) is None]
    return missing[0] if missing and plays(situation) else None


# --- what the rules need


def bid(situation: Situation) -> Ask:
    """How many tricks somebody bids (JKE-09); 0 is the last answer, so that keys are numbers."""
    name = bidder(situation) or situation.players[0]
    size = situation.view["hand_size"]
    numbers = (*range(1, size + 1), 0)
    options = tuple(Option(str(number), {"bid": number, "by": name}) for number in numbers)
    waits = situation.view["bidder"] is not None
    return Ask(f"bid of {name}", f"{name} bids …", options, waits=waits)


def claim(situation: Situation) -> Ask:
    """Whether the leader of an early trump holds nothing else (JKE-15)."""
    leader = situation.turn or situation.players[0]
    options = (
        Option("nothing but trumps", {"only_trumps": True, "by": leader}),
        Option("other cards too: it goes back", {"only_trumps": False, "by": leader}),
    )
    text = f"{leader} leads a trump, and trump is not broken. Only trumps?"
    return Ask("only trumps", text, options, waits=True)


def deal(situation: Situation) -> Ask:
    """What is turned up (JKE-05), or nothing where every card is dealt (JKE-06)."""
    view = situation.view
    dealer = view["dealer"]
    full = view["hand_size"] * len(situation.players) == FULL_DECK
    none = Option("no card is left to turn up", {"deal": None, "dealer": dealer})
    other = Option("somebody else deals", lambda: asks.set_turn(situation))
    return card(
        "deal",
        f"{dealer} turns up …",
        lambda code: {"deal": code, "dealer": dealer},
        *((none,) if full else ()),
        other,
    )


def execution(situation: Situation) -> Ask:
    """Whose Execution is done (JKE-23)."""
    due = [name for name in situation.players if situation.view["executions"].get(name)]
    return asks.who("execution", "Whose Execution is done?", due, lambda n: {"execution": n})


def misdeal(situation: Situation) -> Ask:
    """Who blew the deal (JKE-07)."""
    dealer = situation.view["dealer"]
    names = sorted(situation.players, key=lambda name: name != dealer)
    return asks.who("misdeal", "Who blew the deal?", names, lambda n: {"misdeal": n})


# --- what people say of themselves


def card_played(situation: Situation) -> Ask:
    """A card that the camera did not see."""

    def of(name: str, *more: Option) -> Ask:
        return card("card", f"{name} played …", lambda code: {"play": code, "by": name}, *more)

    return asks.entered("card", "Who played?", situation, "somebody else played", of)


def take_back(situation: Situation) -> Ask:
    """Which card of the trick goes back to hand (JKE-29)."""
    options = tuple(
        Option(f"{one['by']}: {short(one['card'])}", {"take_back": one["card"], "by": one["by"]})
        for one in reversed(situation.view["table"])
    )
    return Ask("take back", "Which card is taken back?", options)


def won(situation: Situation) -> Ask:
    """Who takes the trick, where a card was not seen or was read wrong (JKE-20)."""
    return asks.who(
        "won",
        "Who won the trick?",
        situation.players,
        lambda name: {"set": {"won": name}, "reason": f"{name} won the trick"},
    )


def fix(situation: Situation, one: Played) -> Ask:
    """Which card, turned-up card or bid it was, whose, or none."""
    text = f"{one.said}. In truth …"
    more = asks.otherwise(situation, one, f"{one.said}. It was …", "somebody else did it")
    if "bid" in one.event:
        return Ask("correct", text, (*_numbers(situation, one), *more))
    if "deal" in one.event:
        return card("correct", text, lambda code: asks.amended(one, deal=code), more[1])
    return card("correct", text, lambda code: asks.amended(one, play=code), *more)


def _numbers(situation: Situation, one: Played) -> tuple[Option, ...]:
    numbers = (*range(1, situation.view["hand_size"] + 1), 0)
    return tuple(Option(str(number), asks.amended(one, bid=number)) for number in numbers)
