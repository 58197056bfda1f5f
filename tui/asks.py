"""What people are asked, as data: a text, and answers that one key each chooses.

Nothing here knows the app. An answer leads to an event for the referee, to the reply to a
question of the camera, to another ask, or nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.log import Line
from engine.questions import Event

PAGE = 9
"""As many answers as there are digit keys."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer `choice`, from 0, to question `question`."""

    question: int
    choice: int


@dataclass(frozen=True, slots=True)
class Do:
    """Has the app itself do something: its action of that name."""

    action: str


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: what people read, and what follows; `leads` None only closes the ask."""

    text: str
    leads: Outcome = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Something to choose. `name` tells one ask from the next; `waits` where the game needs it;
    `shows`: the part of the screen that it is about, as a selector."""

    name: str
    text: str
    options: tuple[Option, ...] = ()
    waits: bool = False
    shows: str = ""

    def page(self, number: int) -> tuple[Option, ...]:
        """The options of a page, nine at most; where there are several pages the ninth turns."""
        if len(self.options) <= PAGE:
            return self.options
        fits = PAGE - 1
        start = number * fits % (-(-len(self.options) // fits) * fits)
        return (*self.options[start : start + fits], Option("more …", TurnPage()))


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Shows the next answers of the same ask."""


Outcome = Event | Reply | Do | TurnPage | Callable[[], Ask] | None


def of_question(line: Line) -> Ask:
    """The ask of a `question` line."""
    number = line["id"]
    options = tuple(
        Option(answer["text"], Reply(number, index)) for index, answer in enumerate(line["answers"])
    )
    return Ask(f"question {number}", line["text"], options, waits=True)


def who(name: str, text: str, players: Iterable[str], leads: Callable[[str], Outcome]) -> Ask:
    """Choose a player."""
    return Ask(name, text, tuple(Option(player, leads(player)) for player in players))


def pips(name: str, text: str, leads: Callable[[int], Outcome], *more: Option) -> Ask:
    """Choose what a die shows; its key is its value."""
    return Ask(name, text, (*(Option(_die(n), leads(n)) for n in range(1, 7)), *more))


def pair(name: str, text: str, leads: Callable[[int, int], Outcome], *more: Option) -> Ask:
    """Choose what two dice show, one after the other."""

    def second(first: int) -> Callable[[], Ask]:
        return lambda: pips(name, f"{text} {first} and …", lambda other: leads(first, other))

    return pips(name, text, second, *more)


@dataclass(frozen=True, slots=True)
class Played:
    """An event that counts: its step, itself, and in words what happened."""

    step: int
    event: Event
    said: str


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the game stands, as far as keys and asks depend on it.

    `view`: `Match.view()`. `questions`: lines that nobody has answered, oldest first. `played`:
    what counts, oldest first.
    """

    view: Mapping[str, Any]
    questions: tuple[Line, ...] = ()
    played: tuple[Played, ...] = ()
    paused: bool = False
    ended: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Who is in the game, in seat order."""
        return tuple(self.view["players"])

    @property
    def turn(self) -> str | None:
        """Who must act next."""
        turn: str | None = self.view["turn"]
        return turn

    def of(self, *kinds: str) -> list[Played]:
        """What was played of these kinds, by their primary keys, oldest first."""
        return [one for one in self.played if any(kind in one.event for kind in kinds)]


def entered(name: str, text: str, situation: Situation, other: str, of: Callable[..., Ask]) -> Ask:
    """What somebody did that the camera did not see: `of` asks what it was.

    It takes a player and more options. Whoever is in turn is meant, but for the option `other`,
    and where nobody is: then `text` asks who.
    """

    def somebody() -> Ask:
        return who(name, text, situation.players, lambda player: lambda: of(player))

    if situation.turn is None:
        return somebody()
    return of(situation.turn, Option(other, somebody))


def amended(one: Played, **truth: Any) -> Event:
    """The correction of what was in truth a little otherwise."""
    return {"amend": one.step, "event": {**one.event, **truth}}


def otherwise(
    situation: Situation, one: Played, text: str, other: str, none: str = "it did not happen"
) -> tuple[Option, Option]:
    """That somebody else did it, for which `text` asks whom, or nobody."""

    def somebody() -> Ask:
        return who("correct", text, situation.players, lambda name: amended(one, by=name))

    return Option(other, somebody), Option(none, {"void": one.step})


def set_turn(situation: Situation) -> Ask:
    """People say whose turn it is."""
    return who(
        "turn",
        "Whose turn is it?",
        situation.players,
        lambda name: {"set": {"turn": name}, "reason": f"it is {name}'s turn"},
    )


def people(situation: Situation) -> Ask:
    """What one player drinks, how they are, and whether they stay."""

    def about(name: str) -> Callable[[], Ask]:
        return lambda: _person(situation, name)

    return who("people", "Who?", situation.players, about)


def _person(situation: Situation, name: str) -> Ask:
    soft, unwell = name in situation.view["soft"], name in situation.view["unwell"]
    drink = "drinks alcohol again" if soft else "has a soft drink from now on"
    health = "is well again" if unwell else "is unwell: no more drinks, look after them"
    options = (
        Option(drink, {"soft": name, "on": not soft}),
        Option(health, {"unwell": name, "on": not unwell}),
        Option("leaves the table", {"leave": name}),
        Option("leaves at once, an open beer is poured away", {"leave": name, "anyway": True}),
    )
    return Ask("person", f"{name} …", options)


def drank(situation: Situation) -> Ask:
    """Somebody has drunk what was due, who owes most first."""
    owes = _owing(situation)
    options = [Option(f"{name} drank {n}", {"taken": {name: n}}) for name, n in owes.items()]
    if len(owes) > 1:
        options.insert(0, Option("everybody drank all", {"taken": owes}))
    part = who("part", "Who drank a part of it?", owes, lambda name: _part(name, owes[name]))
    off = who("waived", "Who is let off?", owes, lambda name: {"waived": {name: owes[name]}})
    options.append(Option("a part of it …", lambda: part))
    options.append(Option("somebody is let off …", lambda: off))
    return Ask("drank", "Who has drunk?", tuple(options))


def _part(name: str, owed: int) -> Callable[[], Ask]:
    amounts = tuple(Option(str(n), {"taken": {name: n}}) for n in range(1, owed + 1))
    return lambda: Ask("part", f"How much did {name} drink?", amounts)


def _owing(situation: Situation) -> dict[str, int]:
    owed: Mapping[str, int] = situation.view["owed"]
    names = sorted(situation.players, key=lambda name: -owed.get(name, 0))
    return {name: owed[name] for name in names if owed.get(name, 0) > 0}


def owing(situation: Situation) -> bool:
    """Whether anybody has something to drink."""
    return bool(_owing(situation))


LEAVE = "leave"


def leave() -> Ask:
    """Before a game is stopped."""
    options = (Option("stop the game", Do("exit")), Option("play on"))
    return Ask(LEAVE, "Stop the game for everybody? (q again stops it)", options)


def _die(value: int) -> str:
    return "⚀⚁⚂⚃⚄⚅"[value - 1]
