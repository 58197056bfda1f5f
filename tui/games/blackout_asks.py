"""What people are asked in a game of Blackout (RULES 0.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.questions import Event
from engine.words import listed
from tui import asks
from tui.asks import Ask, Option, Played, Situation

BAD_ROLLS = (
    ("a die fell off the table", "off_table"),
    ("a die is cocked", "cocked"),
    ("a die lies on another", "stacked"),
    ("a die is missing", "missing"),
)


# --- what is open, by the needs of PROTOCOL section 4


def need(situation: Situation, kind: str) -> dict[str, Any] | None:
    """The newest open need of that kind."""
    fitting = [one for one in situation.view["open_needs"] if one["need"] == kind]
    return fitting[-1] if fitting else None


def last_roller(situation: Situation) -> str | None:
    rolls = situation.of("roll")
    return rolls[-1].event["by"] if rolls else None


def _goes_on(situation: Situation, kind: str) -> tuple[Option, ...]:
    """Nothing waits: the turn may end with its need still open."""
    open_need = need(situation, kind)
    if open_need is None or situation.view["needs"] != kind:
        return ()
    return (Option("later: play on", {"turn_done": open_need["by"]}),)


def duel(situation: Situation) -> Ask:
    """Whom the roller chose, then both dice (BLK-28)."""
    open_need = need(situation, "duel")
    roller = open_need["by"] if open_need else situation.turn or situation.players[0]

    def dice(rival: str) -> Callable[[], Ask]:
        def theirs(mine: int) -> Callable[[], Ask]:
            return lambda: asks.pips(
                "duel",
                f"{roller} has {mine}. {rival}'s die?",
                lambda other: {"duel": {roller: mine, rival: other}},
            )

        return lambda: asks.pips("duel", f"{roller} against {rival}. {roller}'s die?", theirs)

    rivals = [name for name in situation.players if name != roller]
    chosen = asks.who("duel", f"{roller} duels with …", rivals, dice)
    return Ask("duel", chosen.text, (*chosen.options, *_goes_on(situation, "duel")), waits=True)


def measurement(situation: Situation) -> Ask:
    """Whose beer has more left; a tie is the players' to resolve (BLK-19)."""
    pair = situation.view["compare"] or situation.players
    options = tuple(Option(f"{name}'s", {"fuller": name}) for name in pair)

    def again() -> Ask:
        return Ask("measurement", f"Equal? {listed(pair)} agree on one.", options, waits=True)

    more = (Option("equal", again), *_goes_on(situation, "measurement"))
    return Ask("measurement", "Whose beer has more left?", (*options, *more), waits=True)


def toast(situation: Situation) -> Ask:
    """The toast before the seven gulps (BLK-15)."""
    roller = last_roller(situation) or situation.players[0]
    return Ask(
        "toast", f"{roller} proposes a toast.", (Option("done", {"toast": roller}),), waits=True
    )


def ban(situation: Situation) -> Ask:
    """House rule: who rolled eight bars somebody from drinking (BLK-39)."""
    roller = last_roller(situation) or situation.players[0]
    others = [name for name in situation.players if name != roller]
    ask = asks.who("ban", f"{roller} bars …", others, lambda name: {"ban": name, "by": roller})
    return Ask("ban", ask.text, ask.options, waits=True)


def finish_order(situation: Situation) -> Ask:
    """Who finished first in the Beerocalypse, one after the other (BLK-35)."""
    return _finishing(tuple(situation.view["chug"]), ())


def _finishing(left: tuple[str, ...], places: tuple[tuple[str, ...], ...]) -> Ask:
    """`places` are decided; who of `left` comes next, or with the one before?"""
    so_far = ", ".join(" = ".join(names) for names in places)
    text = f"Done: {so_far}. And then?" if places else "Beerocalypse: who finished first?"
    options = [Option(name, _placed(left, places, name, level=False)) for name in left]
    if places:
        before = places[-1][-1]
        options += [
            Option(f"{name}, level with {before}", _placed(left, places, name, level=True))
            for name in left
        ]
    return Ask("finish order", text, tuple(options), waits=True)


def _placed(
    left: tuple[str, ...], places: tuple[tuple[str, ...], ...], name: str, *, level: bool
) -> Event | Callable[[], Ask]:
    rest = tuple(other for other in left if other != name)
    ranks = (*places[:-1], (*places[-1], name)) if level else (*places, (name,))
    if rest:
        return lambda: _finishing(rest, ranks)
    return {"finish_order": [list(names) for names in ranks]}


def chug_winner(situation: Situation) -> Ask:
    """Who won the chugging contest (BLK-35)."""
    contest = situation.view["chug_contest"] or situation.players
    ask = asks.who(
        "chug_contest", "Who won the chugging contest?", contest, lambda name: {"chug_winner": name}
    )
    return Ask(ask.name, ask.text, ask.options, waits=True)


# --- what people say of themselves


def roll(situation: Situation) -> Ask:
    """A roll that the camera did not see."""

    def of(name: str, *more: Option) -> Ask:
        text = f"{name} rolled …"
        return asks.pair("roll", text, lambda a, b: {"roll": [a, b], "by": name}, *more)

    return asks.entered("roll", "Who rolled?", situation, "somebody else rolled", of)


def bad_roll(situation: Situation) -> Ask:
    """A throw that is no roll (BLK-38)."""
    roller = situation.turn or situation.players[0]
    options = (Option(text, {"bad_roll": code, "by": roller}) for text, code in BAD_ROLLS)
    return Ask("bad roll", f"{roller}'s throw does not count:", tuple(options))


def begins(situation: Situation) -> Ask:
    """Who begins: said outright, or by a roll for the order (BLK-08)."""

    def rolled(name: str) -> Callable[[], Ask]:
        return lambda: asks.pair(
            "order", f"{name} rolled for the order …", lambda a, b: {"order": {name: [a, b]}}
        )

    def by_dice() -> Ask:
        return asks.who("order", "Whose roll for the order?", situation.players, rolled)

    ask = asks.who(
        "begins",
        "Who begins?",
        situation.players,
        lambda name: {"set": {"turn": name}, "reason": f"{name} begins"},
    )
    return Ask("begins", ask.text, (*ask.options, Option("enter rolls for the order", by_dice)))


def fix(situation: Situation, one: Played) -> Ask:
    """What a roll was in truth, whose, or none."""
    a, b = one.event["roll"]
    text, none = f"{a}-{b} was rolled by …", "it did not count"
    return asks.pair(
        "correct",
        f"{one.said}. In truth …",
        lambda a, b: asks.amended(one, roll=[a, b]),
        *asks.otherwise(situation, one, text, "somebody else rolled it", none),
    )


def opened(situation: Situation) -> Ask:
    """Somebody opened a beer (BLK-03)."""
    return asks.who(
        "opened", "Who opened a beer?", situation.players, lambda name: {"opened": name}
    )


def finished(situation: Situation) -> Ask:
    """Somebody emptied a beer (BLK-04)."""
    return asks.who(
        "finished", "Who finished a beer?", situation.players, lambda name: {"finished": name}
    )


def turn_direction(situation: Situation) -> Event:
    """People put the direction right."""
    other = "right" if situation.view["direction"] == "left" else "left"
    return {"set": {"direction": other}, "reason": f"play goes to the {other}"}
