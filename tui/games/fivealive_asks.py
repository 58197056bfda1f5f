"""What people are asked in a game of Five Alive (RULES 0.5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.codes import NUMBERS, WILDS
from engine.questions import Event
from engine.words import listed
from tui import asks
from tui.asks import Ask, Option, Outcome, Played, Situation

_NAMES = {
    "DRAW1": "Draw 1",
    "DRAW2": "Draw 2",
    "PASS": "Pass Me By",
    "REVERSE": "Reverse",
    "SKIP": "Skip",
    "EQ21": "=21",
    "EQ10": "=10",
    "EQ0": "=0",
    "REDEAL": "Re-Deal",
    "BOMB": "Bomb",
}
_LIMIT, _LETTERS = 21, 5

_LATER = Option("later: play on", {"set": {"needs": None}, "reason": "play goes on"})


def shown(code: int | str) -> str:
    """The card as people read it."""
    return _NAMES.get(str(code).upper(), str(code))


def card(name: str, text: str, leads: Callable[[int | str], Outcome], *more: Option) -> Ask:
    """Choose a card: numbers first, then wild cards; `more` stands before them."""
    codes: list[int | str] = [*map(int, NUMBERS), *WILDS]
    options = (Option(shown(code), leads(code)) for code in codes)
    return Ask(name, text, (*more, *options))


# --- what the rules need


def bomb(situation: Situation) -> Ask:
    """Who has a 0 for the Bomb, one after the other, or nobody at all (FAL-23, FAL-24)."""
    due = situation.view["from"] or situation.players
    name = due[0]
    options = [
        Option(f"{name} discards a 0", {"bomb": {name: "zero"}}),
        Option(f"{name} has none: flips", {"bomb": {name: "none"}}),
    ]
    if len(due) > 1:
        none = f"{listed(due)} have none"
        options.append(Option(none, {"bomb": dict.fromkeys(due, "none")}))
    return Ask("bomb", f"Bomb: has {name} a 0?", (*options, _LATER), waits=True)


def late_bomb(situation: Situation) -> Ask:
    """A Bomb over which play went on."""
    need = situation.view["open_needs"][-1]

    def answers(name: str) -> Callable[[], Ask]:
        options = (
            Option(f"{name} discarded a 0", {"bomb": {name: "zero"}}),
            Option(f"{name} had none: flips", {"bomb": {name: "none"}}),
        )
        return lambda: Ask("late bomb", f"{need['by']}'s Bomb: had {name} a 0?", options)

    return asks.who("late bomb", f"{need['by']}'s Bomb: who answers?", need["from"], answers)


def choose(situation: Situation) -> Ask:
    """Which of several cards is played (FAL-33)."""
    by = situation.turn
    options = tuple(
        Option(shown(code), {"choose": code, "by": by}) for code in situation.view["choices"]
    )
    return Ask("choose", f"Which card does {by} play?", options, waits=True)


def reveal(situation: Situation) -> Ask:
    """The hands of those who are tied, card by card (FAL-35)."""
    name = (situation.view["from"] or situation.players)[0]
    return _hand(name, ())


def _hand(name: str, cards: tuple[int | str, ...]) -> Ask:
    told = ", ".join(map(shown, cards)) or "nothing yet"
    done = Option("that is all", {"reveal": {name: list(cards)}})

    def more(code: int | str) -> Callable[[], Ask]:
        return lambda: _hand(name, (*cards, code))

    ask = card("reveal", f"{name}'s hand: {told}. And …", more, done)
    return Ask("reveal", ask.text, ask.options, waits=True)


# --- what people say of themselves


def flip(situation: Situation) -> Event:
    """The player in turn cannot or will not play (FAL-10)."""
    return {"flip": situation.turn}


def played(situation: Situation) -> Ask:
    """A card that the camera did not see."""

    def of(name: str, *more: Option) -> Ask:
        return card("card", f"{name} played …", lambda code: {"play": code, "by": name}, *more)

    return asks.entered("card", "Who played it?", situation, "somebody else played it", of)


def last_card(situation: Situation) -> Ask:
    """Somebody says that the card just played was the last one (FAL-25)."""
    return asks.who(
        "last card", "Whose last card was it?", situation.players, lambda name: {"last_card": name}
    )


def drew(situation: Situation) -> Ask:
    """Somebody drew cards (FAL-13)."""

    def cards(name: str) -> Callable[[], Ask]:
        options = tuple(Option(f"{n}", {"drew": {name: n}}) for n in range(1, 10))
        return lambda: Ask("drew", f"{name} drew …", options)

    return asks.who("drew", "Who drew cards?", situation.players, cards)


# --- corrections


def total(situation: Situation) -> Ask:
    """The total as it is at the table."""
    options = tuple(
        Option(str(n), {"set": {"total": n}, "reason": f"the total is {n}"})
        for n in range(_LIMIT + 1)
    )
    return Ask("total", f"The total is {situation.view['total']}, they say. In truth …", options)


def letters(situation: Situation) -> Ask:
    """How many letters are up in front of somebody."""

    def counts(side: str) -> Callable[[], Ask]:
        options = tuple(
            Option(str(n), {"set": {"lives": {side: n}}, "reason": f"{side} has {n} letters up"})
            for n in range(_LETTERS + 1)
        )
        return lambda: Ask("letters", f"Letters up in front of {side}:", options)

    return asks.who("letters", "Whose letters?", situation.view["lives"], counts)


def turn_direction(situation: Situation) -> Event:
    """People put the direction right."""
    way = -situation.view["direction"]
    word = "clockwise" if way == 1 else "anticlockwise"
    return {"set": {"direction": way}, "reason": f"play goes {word}"}


def _said(one: Played) -> str:
    return f"{one.event['by']} played {shown(one.event['play'])}"


def fix(situation: Situation, one: Played) -> Ask:
    """Which card it was, whose, or none."""
    text = f"{shown(one.event['play'])} was played by …"
    return card(
        "correct",
        f"{_said(one)}. In truth …",
        lambda code: asks.amended(one, play=code),
        *asks.otherwise(situation, one, text, "somebody else played it"),
    )
