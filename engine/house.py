"""House switches: the questions that the rules leave open, their defaults, and their checks."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from engine.words import nearest, shown

_House = TypeVar("_House")
Kind = Literal["choice", "bool", "int", "number", "range", "map", "text"]


class HouseError(ValueError):
    """A switch that does not exist or cannot have that value; the message says what can."""


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """One switch: its full name such as `blackout.echo`, default, allowed values and meaning.

    `low` and `high` bound `int`, `number` and both ends of `range`; `number` may be None (off).
    """

    name: str
    default: Any
    about: str
    kind: Kind = "choice"
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 1000

    def allowed(self) -> str:
        """The allowed values in words."""
        words: dict[Kind, str] = {
            "choice": " | ".join(self.choices),
            "bool": "true | false",
            "int": f"a whole number from {self.low:g} to {self.high:g}",
            "number": f"a number from {self.low:g} to {self.high:g}, or none",
            "range": f"two numbers within {self.low:g}..{self.high:g}, written like 2..8",
            "map": "a table of names and values",
            "text": "a text",
        }
        return words[self.kind]

    def readings(self) -> tuple[Any, ...]:
        """The values that stand for different readings of the rules; of a number, the default
        and one more. None where only a table knows what it might be."""
        if self.kind == "bool":
            return (True, False)
        if self.kind == "int":
            return tuple(n for n in (self.default, self.default + 1) if n <= self.high)
        return self.choices

    def check(self, value: Any) -> Any:
        """The value in its one stored form; raises `HouseError` where it is not allowed."""
        checked = _CHECKS[self.kind](self, value)
        if checked is _WRONG:
            raise HouseError(f"{self.name} cannot be {shown(value)}: it takes {self.allowed()}.")
        return checked


_WRONG: Any = object()


def _choice(switch: Switch, value: Any) -> Any:
    return value if isinstance(value, str) and value in switch.choices else _WRONG


def _bool(_: Switch, value: Any) -> Any:
    return value if isinstance(value, bool) else _WRONG


def _is_number(value: Any, *types: type) -> bool:
    return isinstance(value, types) and not isinstance(value, bool)


def _int(switch: Switch, value: Any) -> Any:
    fits = _is_number(value, int) and switch.low <= value <= switch.high
    return value if fits else _WRONG


def _number(switch: Switch, value: Any) -> Any:
    if value is None or value == "none":
        return None
    fits = _is_number(value, int, float) and switch.low <= value <= switch.high
    return value if fits else _WRONG


def _range(switch: Switch, value: Any) -> Any:
    if isinstance(value, str):
        ends: list[Any] = [int(end) if end.isdecimal() else None for end in value.split("..")]
    else:
        ends = list(value) if isinstance(value, (list, tuple)) else []
    if len(ends) != 2 or not all(_is_number(end, int) for end in ends):
        return _WRONG
    return (ends[0], ends[1]) if switch.low <= ends[0] <= ends[1] <= switch.high else _WRONG


def _map(_: Switch, value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else _WRONG


def _text(_: Switch, value: Any) -> Any:
    return value if isinstance(value, str) and value.strip() else _WRONG


_CHECKS: dict[Kind, Any] = {
    "choice": _choice,
    "bool": _bool,
    "int": _int,
    "number": _number,
    "range": _range,
    "map": _map,
    "text": _text,
}


def flatten(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Tables of a game (`[blackout]` in TOML) as full switch names, one level deep."""
    flat: dict[str, Any] = {}
    for key, value in raw.items():
        if "." not in key and isinstance(value, Mapping):
            flat.update({f"{key}.{name}": inner for name, inner in value.items()})
        else:
            flat[key] = value
    return flat


def check_house(raw: Mapping[str, Any], switches: Iterable[Switch]) -> dict[str, Any]:
    """Only what was set, checked against `switches`; raises `HouseError`."""
    known = {switch.name: switch for switch in switches}
    checked = {}
    for name, value in flatten(raw).items():
        if name not in known:
            raise HouseError(f"There is no switch {shown(name)}.{nearest(name, known)}")
        checked[name] = known[name].check(value)
    return checked


def with_defaults(house: Mapping[str, Any], switches: Iterable[Switch]) -> dict[str, Any]:
    """Every switch with its value: what was set, otherwise the default."""
    return {switch.name: house.get(switch.name, switch.default) for switch in switches}


def typed(
    kind: type[_House], house: Mapping[str, Any], switches: Iterable[Switch], **read: Any
) -> _House:
    """A game's switches as the rules read them: `kind` has a field for each, named after it.

    `house`: what was set; the rest has its default. `read` are fields that are read otherwise.
    """
    values = with_defaults(house, switches)
    named = {name.partition(".")[2]: value for name, value in values.items()}
    return kind(**{**named, **read})


def load_house(path: str | Path) -> dict[str, Any]:
    """The switches that a TOML file sets, by full name, unchecked.

    Raises `HouseError` where the file cannot be read or is no TOML.
    """
    try:
        raw = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise HouseError(f"The house rules {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise HouseError(f"The house rules {path} are no text: save them as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise HouseError(f"The house rules {path} are no TOML: {error}.") from error
    return flatten(raw)


def setting(text: str, game: str) -> tuple[str, Any]:
    """Name and value of a switch as people write it, `echo=raise_to` or `blackout.echo=raise_to`.

    The value is unchecked. Raises `HouseError`.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise HouseError(f"{shown(text)} is no switch with a value, such as NAME=VALUE.")
    return (name if "." in name else f"{game}.{name}"), _read(value)


def _read(value: str) -> Any:
    """A value in TOML, or else a text without quotes."""
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def to_toml(house: Mapping[str, Any]) -> str:
    """A house's switches as a TOML file; `load_house` reads the same back."""
    tables: dict[str, list[str]] = {}
    for name, value in sorted(house.items()):
        table, _, key = name.partition(".")
        tables.setdefault(table, []).append(f"{key} = {_toml(value)}")
    return "\n".join("\n".join([f"[{table}]", *rows, ""]) for table, rows in tables.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value if isinstance(value, (bool, int, float)) else written(value))


def describe(switches: Sequence[Switch], house: Mapping[str, Any]) -> list[str]:
    """One line a switch: name, value in this house, allowed values, meaning."""
    return [
        f"{one.name} = {written(value)}  ({one.allowed()}): {one.about}"
        for one, value in zip(switches, with_defaults(house, switches).values(), strict=True)
    ]


def differences(switches: Iterable[Switch], house: Mapping[str, Any]) -> list[str]:
    """One line for each switch that this house has otherwise than the rule book."""
    return [
        f"{one.name} = {written(house[one.name])} instead of {written(one.default)}: {one.about}"
        for one in switches
        if house.get(one.name, one.default) != one.default
    ]


def written(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "..".join(str(end) for end in value)
    return "none" if value is None else str(value) if value != {} else "none"
