"""The switches of Becker's Game of Death (RULES section 6), and the typed form the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.house import Switch, typed


def _choice(name: str, about: str, *choices: str) -> Switch:
    """A switch whose default is its first value."""
    return Switch(name=f"becker.{name}", default=choices[0], choices=choices, about=about)


def _flag(name: str, default: bool, about: str) -> Switch:
    return Switch(name=f"becker.{name}", default=default, kind="bool", about=about)


SWITCHES: Final = (
    _choice(
        "drop_after_face",
        "a number in suit on a Jack, Queen or King: these count 11, 12, 13, or it is free (BGD-21)",
        "ranked",
        "none",
    ),
    _choice(
        "ten_after_face",
        "a 10 in suit on a Jack, Queen or King: nobody drinks, or the difference counts (BGD-22)",
        "free",
        "counts",
    ),
    _flag("open_any", False, "the holder of the 2 of diamonds may open with any card (BGD-03)"),
    _choice("direction", "which way play goes (BGD-04)", "clockwise", "anticlockwise"),
    _choice(
        "uneven_deal",
        "where 52 cards do not come out even: some hold one more, or some cards stay out (BGD-01)",
        "uneven",
        "remove_extra",
    ),
    _choice(
        "restart",
        "what leads after a sweep: any card, or one of the suit that was swept (BGD-07)",
        "any",
        "same_suit",
    ),
    _flag("social_across_pass", True, "a pass between leaves a run of equal ranks whole (BGD-31)"),
    _flag("social_across_sweep", False, "a run of equal ranks goes on over a sweep (BGD-31)"),
    _flag("give_self", False, "drinks may be given to oneself (BGD-16)"),
    _choice(
        "early_card",
        "a card thrown before drinks are given: back to hand, or it lies and waits (BGD-43)",
        "return",
        "hold",
    ),
    Switch(
        name="becker.doh_amount",
        default=1,
        kind="int",
        low=0,
        high=20,
        about="drinks of a D'oh (BGD-41)",
    ),
    _flag("stack", False, "an illegal card costs its two drinks and a D'oh (BGD-46)"),
    _choice(
        "multi",
        "several cards at once: one that fits stays, or all go back (BGD-44)",
        "pick",
        "all_back",
    ),
    _flag("black_face_aces", True, "black Aces left in hand cost too (BGD-38)"),
    _choice(
        "lap_ace",
        "an Ace in the last lap: its thrower restarts, or the game ends (BGD-37)",
        "restart",
        "end",
    ),
    _choice(
        "removed_hand",
        "the hand of a player who was removed: set aside unseen, or shown (BGD-52)",
        "aside",
        "reveal",
    ),
    _choice(
        "majority",
        "a majority is more than half, or half is enough (BGD-54)",
        "strict",
        "half",
    ),
    _choice(
        "false_accusation",
        "an accusation that fails: allows a vote on it, or removes the accuser (BGD-51)",
        "vote",
        "auto",
    ),
    _flag("knock_pass", False, "who knocks twice on the table is asked to confirm a pass (BGD-08)"),
    Switch(
        name="becker.players",
        default=(2, 10),
        kind="range",
        low=2,
        high=26,
        about="how many can play (BGD-02)",
    ),
)


class House(msgspec.Struct, frozen=True):
    """The switches as the rules read them; the fields are named after the switches."""

    drop_after_face: str
    ten_after_face: str
    open_any: bool
    direction: str
    uneven_deal: str
    restart: str
    social_across_pass: bool
    social_across_sweep: bool
    give_self: bool
    early_card: str
    doh_amount: int
    stack: bool
    multi: str
    black_face_aces: bool
    lap_ace: str
    removed_hand: str
    majority: str
    false_accusation: str
    knock_pass: bool
    players: tuple[int, int]


def house_of(set_switches: Mapping[str, Any]) -> House:
    """The typed switches, with defaults for what is not set."""
    return typed(House, set_switches, SWITCHES)
