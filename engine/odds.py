"""What a game costs, found by playing it many times with simulated people (RULES section 5).

Everything is taken from seeds, game by game: the same seed gives the same figures, however the
games are shared out among processes.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.events import to_event
from engine.fold import Fold, Folder
from engine.games import GAMES
from engine.playout import Plan
from engine.ruling import Mode, Refused, Ruling
from engine.safety import care_of, limits_of
from engine.setup import Setup

MOST_EVENTS: Final = 20_000
"""A game that is not over by then is counted as unfinished."""
TAILS: Final = (2, 4, 6, 8, 12, 16, 24)
"""Standard drinks that a player may come to or pass."""
_PLAN: Final = Plan(sense="sensible")


class Game(msgspec.Struct, frozen=True):
    """One game: units and standard drinks by seat, units by cause, events by kind."""

    units: tuple[int, ...]
    drinks: tuple[float, ...]
    causes: dict[str, int]
    kinds: dict[str, int]
    finished: bool


class _Bill:
    """Adds up rulings: limits and seats without alcohol count for the drinks (SAF-02, SAF-05)."""

    def __init__(self, setup: Setup) -> None:
        self.units: Counter[str] = Counter(dict.fromkeys(setup.players, 0))
        self.drinks = dict.fromkeys(setup.players, 0.0)
        self.causes: Counter[str] = Counter()
        game = GAMES[setup.game]
        self._worth = setup.house.get("safety.unit_drinks") or game.unit_drinks
        self._hold = limits_of(setup.house).hold_session or math.inf

    def add(self, ruling: Ruling, fold: Fold) -> None:
        """One more ruling; large amounts beside the unit count in the unit's equivalent."""
        for cost in ruling.costs:
            self.units[cost.player] += cost.amount
        for cost in (*ruling.costs, *ruling.beside):
            self.causes[cost.cause] += cost.amount
        for cost in (*ruling.drunk, *ruling.beside):
            so_far = self.drinks.get(cost.player, 0.0)
            if so_far < self._hold and not fold.care.drink(cost.player):
                self.drinks[cost.player] = so_far + cost.amount * self._worth


def play(setup: Setup, rng: random.Random) -> Game:
    """One game by people who want to drink little."""
    game = GAMES[setup.game]
    folder = Folder(game, setup.switch("safety.emergency_number"))
    fold = Fold(game.start(setup), care_of(setup.house))
    people, bill, kinds = game.playout(setup, rng, _PLAN), _Bill(setup), Counter[str]()
    raw = people.next(fold.game)
    while raw is not None and kinds.total() < MOST_EVENTS:
        try:
            event = to_event(raw, folder.kinds)
            fold, ruling = folder.apply(fold, event, kinds.total() + 1, Mode.LIVE)
        except Refused:
            break
        bill.add(ruling, fold)
        kinds[next(key for key in raw if key in folder.kinds)] += 1
        raw = people.next(fold.game)
    return Game(
        units=tuple(bill.units.values()),
        drinks=tuple(bill.drinks.values()),
        causes=dict(bill.causes),
        kinds=dict(kinds),
        finished=raw is None,
    )


def play_many(setup: Setup, seed: int, numbers: Iterable[int]) -> list[Game]:
    """The games with these numbers out of the row that belongs to a seed."""
    return [play(setup, random.Random(f"{seed} {number}")) for number in numbers]


def summary(setup: Setup, games: Sequence[Game]) -> dict[str, Any]:
    """The figures of many games, JSON-ready. Amounts are per player and game.

    The unit's and `standard_drinks`: mean, median, 95th percentile, worst; `causes`: mean per
    player, large amounts in the unit's equivalent; `thirstiest`: mean of who drinks most;
    `events`: a game's length; `kinds`: mean number of each kind of event; `tails`: the share of
    players who come to so many standard drinks.
    """
    drinks = sorted(amount for game in games for amount in game.drinks)
    seats = sum(len(game.units) for game in games)
    return {
        GAMES[setup.game].unit: _spread([n for game in games for n in game.units]),
        "standard_drinks": _spread(drinks),
        "thirstiest": _rounded(sum(max(game.drinks) for game in games) / len(games)),
        "causes": _means((game.causes for game in games), seats),
        "events": _spread([sum(game.kinds.values()) for game in games]),
        "kinds": _means((game.kinds for game in games), len(games)),
        "tails": {str(n): share for n in TAILS if (share := _share(drinks, n))},
        "unfinished": sum(not game.finished for game in games),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "mean": _rounded(sum(ordered) / len(ordered)),
        "median": _rounded(_quantile(ordered, 0.5)),
        "p95": _rounded(_quantile(ordered, 0.95)),
        "worst": _rounded(ordered[-1]),
    }


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The least value that so large a share of all do not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _share(ordered: Sequence[float], least: float) -> float:
    """Which share reaches `least`; sums of fractions may fall short of it by a hair."""
    return round(sum(value >= least - 1e-9 for value in ordered) / len(ordered), 4)


def _means(counts: Iterable[Mapping[str, int]], among: int) -> dict[str, float]:
    """The mean of each count, the largest first."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return {key: _rounded(n / among) for key, n in total.most_common()}


def _rounded(value: float) -> float:
    return round(value, 2)
