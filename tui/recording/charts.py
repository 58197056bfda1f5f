"""Charts as inline SVG: who drank how much, when, and why. Colour is never the only sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from tui.recording.story import clock_text

# Okabe and Ito's palette: told apart with any kind of colour vision.
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8a7a00", "#777777")
_DASHES = ("", "7 3", "2 3", "10 3 2 3")
_WIDTH, _LEFT, _RIGHT = 540, 92, 100
_LANE, _BAR = 34, 46
_ROUND = (1, 2, 3, 6, 12, 30, 60, 120, 360, 720, 3600)
"""Steps of the grid; ten times as many seconds on the axis of time."""
_NAME = 11
"""Letters of a name for which there is room beside a chart that can be read on a phone."""


@dataclass(frozen=True, slots=True)
class Drink:
    """`amount` of the game's unit that a player had at second `clock`, by step `step`."""

    player: str
    clock: float
    amount: int
    step: int


def colour(number: int) -> str:
    """The colour of the player or cause with that number."""
    return _COLOURS[number % len(_COLOURS)]


def race(players: Sequence[str], drinks: Sequence[Drink], length: float, unit: str) -> str:
    """Each player's sum over time as a stepped line with its name at the end."""
    height, top = 300, 12
    sums = {name: sum(d.amount for d in drinks if d.player == name) for name in players}
    most = max(1, *sums.values(), 1)

    def y(amount: int) -> float:
        return top + (height - top - 26) * (1 - amount / most)

    x = _scale(length)
    lines = [_grid(most, y), _axis(length, height)]
    places = _apart({name: y(total) for name, total in sums.items()}, 15, top, height - 26)
    for number, name in enumerate(players):
        mine = [drink for drink in drinks if drink.player == name]
        style = f'stroke="{colour(number)}" stroke-dasharray="{_DASHES[number % len(_DASHES)]}"'
        label = f"{escape(_cut(name))} {sums[name]}"
        lines.append(
            f'<path class="line" d="{_stairs(mine, length, x, y)}" {style}/>'
            f'<text x="{x(length) + 5:.1f}" y="{places[name] + 4:.1f}">{label}</text>'
        )
    return _svg(height, f"{unit.capitalize()} of each player over the game", lines)


def lanes(players: Sequence[str], drinks: Sequence[Drink], length: float, unit: str) -> str:
    """A lane for each player with a dot for everything drunk, as large as it was, linked to it."""
    height = _LANE * len(players) + 26
    most = max((drink.amount for drink in drinks), default=1)
    x = _scale(length)
    lines = [_axis(length, height)]
    for number, name in enumerate(players):
        middle = _LANE * number + _LANE / 2
        lines.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{middle}" y2="{middle}"/>'
            + _name(name, middle)
        )
        for drink in (d for d in drinks if d.player == name):
            radius = 3 + 11 * (max(0, drink.amount) / max(1, most)) ** 0.5
            said = f"{name}: {drink.amount} {unit} at {clock_text(drink.clock)}"
            lines.append(
                f'<a href="#step-{drink.step}"><circle cx="{x(drink.clock):.1f}" cy="{middle}" '
                f'r="{radius:.1f}" fill="{colour(number)}" fill-opacity=".6">'
                f"<title>{escape(said)}</title></circle></a>"
            )
    return _svg(height, f"When each player had {unit}", lines)


def shares(causes: Mapping[str, Mapping[str, int]], unit: str) -> str:
    """A bar for each player, divided by what the units were for; the words stand below each bar."""
    most = max((sum(mine.values()) for mine in causes.values()), default=0) or 1
    kinds = list(dict.fromkeys(cause for mine in causes.values() for cause in mine))
    lines = []
    for number, (name, mine) in enumerate(causes.items()):
        at, top = float(_LEFT), _BAR * number + 4
        for cause, amount in mine.items():
            wide = (_WIDTH - _LEFT - _RIGHT) * max(0, amount) / most
            lines.append(
                f'<rect x="{at:.1f}" y="{top}" width="{wide:.1f}" height="20" '
                f'fill="{colour(kinds.index(cause))}"/>'
            )
            at += wide
        words = ", ".join(f"{cause.replace('_', ' ')} {n}" for cause, n in mine.items())
        lines.append(
            f'{_name(name, top + 10)}<text x="{at + 6:.1f}" y="{top + 15}">{sum(mine.values())}'
            f'</text><text class="small" x="{_LEFT}" y="{top + 34}">{escape(words or "nothing")}'
            "</text>"
        )
    return _svg(_BAR * max(1, len(causes)), f"What each player's {unit} were for", lines)


def _scale(length: float) -> Callable[[float], float]:
    return lambda clock: _LEFT + (_WIDTH - _LEFT - _RIGHT) * min(1.0, clock / max(length, 1.0))


def _stairs(
    drinks: Sequence[Drink],
    length: float,
    x: Callable[[float], float],
    y: Callable[[int], float],
) -> str:
    """The path of a sum that rises with each drink."""
    path, total = f"M{x(0):.1f} {y(0):.1f}", 0
    for drink in drinks:
        total += drink.amount
        path += f"H{x(drink.clock):.1f}V{y(total):.1f}"
    return f"{path}H{x(length):.1f}"


def _name(name: str, middle: float) -> str:
    return f'<text x="{_LEFT - 8}" y="{middle + 4}" text-anchor="end">{escape(_cut(name))}</text>'


def _cut(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _grid(most: int, y: Callable[[int], float]) -> str:
    """Lines across at round amounts, at most six."""
    size = next(s for s in _ROUND if most / s <= 6 or s == _ROUND[-1])
    return "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(n):.1f}" y2="{y(n):.1f}"/>'
        f'<text class="small" x="{_LEFT - 8}" y="{y(n) + 4:.1f}" text-anchor="end">{n}</text>'
        for n in range(0, most + 1, size)
    )


def _axis(length: float, height: float) -> str:
    """Times along the lower edge, at most six."""
    size = next(s for s in _ROUND if length / (s * 10) <= 5 or s == _ROUND[-1]) * 10
    x = _scale(length)
    times = range(0, int(length) + 1, size)
    return "".join(
        f'<text class="small" x="{x(t):.1f}" y="{height - 6}" text-anchor="middle">'
        f"{clock_text(t)}</text>"
        for t in times
    )


def _apart(heights: Mapping[str, float], gap: float, top: float, bottom: float) -> dict[str, float]:
    """The heights, moved as far as labels must be to stay `gap` apart within `top` and `bottom`."""
    names = sorted(heights, key=lambda name: heights[name])
    placed: dict[str, float] = {}
    least = top
    for name in names:
        placed[name] = max(heights[name], least)
        least = placed[name] + gap
    most = bottom
    for name in reversed(names):
        placed[name] = min(placed[name], most)
        most = placed[name] - gap
    return placed


def _svg(height: float, title: str, lines: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img"><title>{escape(title)}</title>'
        f"{''.join(lines)}</svg>"
    )
