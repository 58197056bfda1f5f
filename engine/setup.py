"""Who plays what, where they sit, and by which house rules (PROTOCOL section 4, `--setup`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.game import Game
from engine.games import GAMES
from engine.house import HouseError, Switch, check_house, with_defaults
from engine.safety import MODES
from engine.safety import SWITCHES as SAFETY
from engine.words import is_name, listed, nearest, shown

_KEYS = ("game", "players", "seats", "dealer", "house", "region", "table")


class SetupError(ValueError):
    """A set-up that cannot be played; the message is one sentence that says what to change."""


class Setup(msgspec.Struct, frozen=True):
    """A checked set-up.

    `players` sit clockwise as seen from above; `seats` gives each one's place in degrees
    clockwise from the picture's lower edge; `house` holds what differs from the defaults;
    `start` the state to begin from. `region` is the outline of the table in the picture: corners
    [x, y] as shares of its width and height, 0 to 1; None where it is not known. Of what lies
    outside nothing is recorded (SAF-11). `table` is what `calibrate` found out about camera and
    table, for whoever looks at them.
    """

    game: str
    players: tuple[str, ...]
    seats: dict[str, float]
    dealer: str | None
    house: dict[str, Any]
    start: dict[str, Any]
    region: tuple[tuple[float, float], ...] | None = None
    table: dict[str, Any] | None = None

    def switch(self, name: str) -> Any:
        """The value of a switch, its default where the house says nothing."""
        return with_defaults(self.house, all_switches(GAMES[self.game]))[name]

    @property
    def knocks(self) -> bool:
        """Whether the players agreed that a knock on the table may be a pass."""
        return bool(self.house.get(f"{self.game}.knock_pass"))

    def to_data(self) -> dict[str, Any]:
        """The set-up as `--setup` writes it, JSON-ready; `load_setup` takes it back."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        start = data.pop("start")
        for key in ("region", "table"):
            if data[key] is None:
                del data[key]
        return {**data, **start}


def all_switches(game: Game) -> tuple[Switch, ...]:
    """The switches of a game and of safety."""
    return (*game.switches, *SAFETY)


def load_setup(
    game: str | None, players: Sequence[str] | None, data: Mapping[str, Any] | None
) -> Setup:
    """The set-up from a command's arguments and a set-up file's content; both must agree.

    Raises `SetupError` with one clear sentence.
    """
    data = dict(data or {})
    chosen = _game(game, data)
    _known_keys(data, chosen)
    names = _players(players, data)
    house = _house(data.get("house", {}), chosen)
    low, high = chosen.seats_allowed(house)
    if not low <= len(names) <= high:
        raise SetupError(f"{chosen.title} takes {low} to {high} players, not {len(names)}.")
    _safety_seats(house, names)
    setup = Setup(
        game=chosen.name,
        players=names,
        seats=_seats(data.get("seats"), names),
        dealer=_dealer(data.get("dealer"), names),
        house=house,
        start={key: data[key] for key in chosen.start_keys if data.get(key) is not None},
        region=_region(data.get("region")),
        table=_table(data.get("table")),
    )
    try:
        chosen.start(setup)
    except HouseError as error:
        raise SetupError(str(error)) from None
    return setup


def _game(name: str | None, data: dict[str, Any]) -> Game:
    written = data.get("game")
    if name and written and name != written:
        raise SetupError(f"The set-up is for {shown(written)}, not for {shown(name)}.")
    wanted = name or written
    if not wanted:
        raise SetupError(f"Name the game: {listed(sorted(GAMES))}.")
    if not isinstance(wanted, str) or wanted not in GAMES:
        hint = nearest(wanted, GAMES) or f" There are {listed(sorted(GAMES))}."
        raise SetupError(f"There is no game called {shown(wanted)}.{hint}")
    return GAMES[wanted]


def _known_keys(data: dict[str, Any], game: Game) -> None:
    known = (*_KEYS, *game.start_keys)
    for key in data:
        if key not in known:
            raise SetupError(f"The set-up has no key {shown(key)}.{nearest(key, known)}")


def _players(given: Sequence[str] | None, data: dict[str, Any]) -> tuple[str, ...]:
    written = data.get("players")
    if written is not None and not isinstance(written, (list, tuple)):
        raise SetupError("`players` in the set-up is a list of names.")
    if given is not None and written is not None and list(given) != list(written):
        raise SetupError("The players given and those in the set-up differ; name them once.")
    names = tuple(given or written or ())
    if not names:
        raise SetupError("Name the players, clockwise as seen from above.")
    for name in names:
        if not is_name(name):
            raise SetupError(f"{shown(name)!r} is no name: write 1 to 40 characters.")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise SetupError(f"Two players are called {shown(twice)}; give each a name of their own.")
    return names


def _house(raw: Any, game: Game) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise SetupError("`house` in the set-up is a table of switches.")
    try:
        return check_house(raw, all_switches(game))
    except HouseError as error:
        raise SetupError(str(error)) from None


def house_for(raw: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The switches of a house's rules that bear on one game; raises `HouseError`.

    A house may have rules for several games: those of the others are checked and left out.
    """
    mine = {switch.name for switch in all_switches(game)}
    all_games = {one.name: one for other in GAMES.values() for one in all_switches(other)}
    checked = check_house(raw, all_games.values())
    return {name: value for name, value in checked.items() if name in mine}


def _safety_seats(house: dict[str, Any], names: tuple[str, ...]) -> None:
    for name, mode in house.get("safety.seats", {}).items():
        if name not in names:
            who = nearest(name, names) or " Take the name out, or seat the player."
            raise SetupError(f"safety.seats names {shown(name)}, who is no player.{who}")
        if mode not in MODES:
            raise SetupError(f"safety.seats: {shown(name)} drinks {listed(MODES)}, nothing else.")


def _seats(raw: Any, names: tuple[str, ...]) -> dict[str, float]:
    spacing = 360.0 / len(names)
    if raw is None:
        return {name: index * spacing for index, name in enumerate(names)}
    if not isinstance(raw, Mapping) or set(raw) != set(names):
        raise SetupError("`seats` in the set-up gives every player, and nobody else, an angle.")
    places = {name: _angle(name, raw[name]) for name in names}
    if len(set(places.values())) < len(names):
        raise SetupError("`seats` in the set-up puts two players into one place; move one of them.")
    return places


def _angle(name: str, raw: Any) -> float:
    if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not math.isfinite(raw):
        raise SetupError(f"The seat of {shown(name)} is an angle in degrees, not {shown(raw)}.")
    return float(raw) % 360.0


def _region(raw: Any) -> tuple[tuple[float, float], ...] | None:
    if raw is None:
        return None
    try:
        corners = msgspec.convert(raw, list[tuple[float, float]])
    except msgspec.ValidationError:
        corners = []
    if len(corners) < 3 or not all(0 <= value <= 1 for corner in corners for value in corner):
        raise SetupError(
            "`region` in the set-up lists three or more corners [x, y] of the table, "
            "each number from 0 to 1 of the picture's width or height."
        )
    return tuple(corners)


def _table(raw: Any) -> dict[str, Any] | None:
    if raw is not None and not isinstance(raw, Mapping):
        raise SetupError("`table` in the set-up is what `calibrate` writes: leave it out.")
    return None if raw is None else dict(raw)


def _dealer(raw: Any, names: tuple[str, ...]) -> str:
    if raw is None:
        return names[-1]
    if raw not in names:
        raise SetupError(f"The dealer {shown(raw)} is no player.{nearest(raw, names)}")
    return str(raw)
