"""The things that stand about on a table, as MuJoCo geoms (XML)."""

from __future__ import annotations

from collections.abc import Callable

from datasets.simulator.scenes import Prop, Rgb


def geom(kind: str, size: str, pos: str, rgba: str, more: str = "") -> str:
    """One `<geom>`; `rgba` four numbers."""
    return f'<geom type="{kind}" size="{size}" pos="{pos}" rgba="{rgba}" {more}/>'


def _rgba(colour: Rgb, alpha: float = 1.0) -> str:
    return " ".join(f"{part:.3f}" for part in (*colour, alpha))


GHOST = 'contype="0" conaffinity="0"'


def _glass(_: Rgb) -> str:
    return (
        geom("cylinder", "0.034 0.065", "0 0 0.065", "0.8 0.85 0.9 0.25", 'material="glossy"')
        + geom("cylinder", "0.031 0.045", "0 0 0.05", "0.85 0.6 0.15 0.8", GHOST)
        + geom("cylinder", "0.031 0.007", "0 0 0.1", "0.97 0.95 0.88 1", GHOST)
    )


def _mug(colour: Rgb) -> str:
    return (
        geom("cylinder", "0.041 0.047", "0 0 0.047", _rgba(colour), 'material="glossy"')
        + geom("cylinder", "0.036 0.002", "0 0 0.0935", "0.2 0.1 0.05 1", GHOST)
        + geom("capsule", "0.006 0.018", "0.055 0 0.05", _rgba(colour))
    )


def _bottle(colour: Rgb) -> str:
    shade = _rgba(colour)
    return (
        geom("cylinder", "0.031 0.065", "0 0 0.065", shade, 'material="glossy"')
        + geom("ellipsoid", "0.031 0.031 0.035", "0 0 0.13", shade, 'material="glossy"')
        + geom("cylinder", "0.013 0.04", "0 0 0.185", shade, 'material="glossy"')
        + geom("cylinder", "0.0315 0.025", "0 0 0.07", "0.9 0.86 0.75 1", GHOST)
        + geom("cylinder", "0.0135 0.004", "0 0 0.226", "0.8 0.7 0.3 1", GHOST)
    )


def _phone(colour: Rgb) -> str:
    return geom("box", "0.037 0.076 0.004", "0 0 0.004", _rgba(colour)) + geom(
        "box", "0.034 0.073 0.0002", "0 0 0.0081", "0.02 0.02 0.03 1", GHOST + ' material="glossy"'
    )


def _coaster(colour: Rgb) -> str:
    darker: Rgb = (colour[0] * 0.5, colour[1] * 0.5, colour[2] * 0.5)
    return (
        geom("cylinder", "0.047 0.0025", "0 0 0.0025", _rgba(colour))
        + geom("cylinder", "0.04 0.0001", "0 0 0.0051", _rgba(darker), GHOST)
        + geom("cylinder", "0.037 0.0001", "0 0 0.0052", _rgba(colour), GHOST)
    )


def _packet(colour: Rgb) -> str:
    return geom("box", "0.032 0.044 0.009", "0 0 0.009", _rgba(colour)) + geom(
        "box", "0.022 0.03 0.0001", "0 0 0.0181", "0.9 0.88 0.8 1", GHOST
    )


def _chips(colour: Rgb) -> str:
    spots = ((0, 0, 3), (0.048, 0.012, 1), (-0.01, 0.05, 2))
    parts = []
    for x, y, n in spots:
        height = 0.00165 * n
        at = f"{x} {y} "
        parts.append(geom("cylinder", f"0.02 {height}", f"{at}{height}", _rgba(colour)))
        top = 2 * height
        parts.append(geom("cylinder", "0.0145 0.0001", f"{at}{top}", "0.93 0.93 0.9 1", GHOST))
        parts.append(geom("cylinder", "0.012 0.0001", f"{at}{top + 1e-4}", _rgba(colour), GHOST))
    return "".join(parts)


def _cards(_: Rgb) -> str:
    parts = []
    for i, (x, y, turn) in enumerate(((0, 0, 0), (0.03, 0.01, 25), (-0.035, 0.02, -30))):
        z = 0.0002 + 0.0004 * i
        at, spin = f"{x} {y} ", f'{GHOST} euler="0 0 {turn}"'
        parts.append(geom("box", "0.0315 0.044 0.0002", f"{at}{z}", "0.95 0.95 0.93 1", spin))
        back = geom("box", "0.0285 0.041 0.0001", f"{at}{z + 1.5e-4}", "0.15 0.2 0.5 1", spin)
        parts.append(back)
    return "".join(parts)


def _bowl(colour: Rgb) -> str:
    """A bowl of crisps."""
    heap = ((0, 0), (0.022, 0.01), (-0.02, 0.014), (0.006, -0.024), (-0.022, -0.016))
    crisps = "".join(
        geom("ellipsoid", "0.017 0.013 0.004", f"{x} {y} {0.036 + 0.004 * i}",
             "0.9 0.72 0.3 1", f'{GHOST} euler="{12 * i - 20} {25 - 11 * i} {37 * i}"')
        for i, (x, y) in enumerate(heap)
    )  # fmt: skip
    return (
        geom("cylinder", "0.055 0.018", "0 0 0.018", _rgba(colour), 'material="glossy"')
        + geom("cylinder", "0.049 0.001", "0 0 0.0362", "0.75 0.55 0.2 1", GHOST)
        + crisps
    )


_BUILDERS: dict[str, Callable[[Rgb], str]] = {
    "glass": _glass,
    "mug": _mug,
    "bottle": _bottle,
    "phone": _phone,
    "coaster": _coaster,
    "packet": _packet,
    "chips": _chips,
    "cards": _cards,
    "bowl": _bowl,
}


def prop_geoms(prop: Prop) -> str:
    """The prop's geoms around its own foot point."""
    return _BUILDERS[prop.kind](prop.colour)
