"""From a ruling to the answer line of PROTOCOL section 4 and the sentences of RULES 0.7."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from engine.fold import Fold
from engine.game import Game
from engine.proofs import Proof, strongest
from engine.record import Correction
from engine.ruling import Cost, Ruling, by_cause, by_player, difference
from engine.safety import Care
from engine.words import counted, listed

Held = Container[str]


def state_keys(game: Game, state: Any) -> dict[str, Any]:
    """The keys that stand in every answer, errors included."""
    return {"turn": game.turn(state), **game.view(state)}


def _fresh(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with lists and maps of their own: nobody changes a ruling through its answer."""
    return {
        key: value.copy() if isinstance(value, (list, dict)) else value
        for key, value in facts.items()
    }


def answer(game: Game, step: int, fold: Fold, ruling: Ruling, held: Held = ()) -> dict[str, Any]:
    """The answer to one event; `held` are those whose drinks are water by now (SAF-05)."""
    line: dict[str, Any] = {
        "step": step,
        game.unit: by_player(ruling.costs),
        "why": by_cause(ruling.costs),
        **_fresh(game.facts),
        **state_keys(game, fold.game),
        **_fresh(ruling.facts),
        "proof": strongest(ruling.proofs),
        "proofs": [proof.graded() for proof in ruling.proofs],
        "rules": _cited(ruling.rules, ruling.proofs),
        "announce": _sentences(game, fold, ruling, held),
    }
    if ruling.drinks is not None:
        line["drinks"] = by_player(ruling.drinks)
    if ruling.error is not None:
        line["error"] = ruling.error
        line["message"] = ruling.message
    return line


def _cited(rules: Sequence[str], proofs: Sequence[Proof]) -> list[str]:
    """The rules that were applied, then those that the proofs rest on, each once."""
    if not proofs:
        return list(rules)
    return list(dict.fromkeys((*rules, *(proof.rule for proof in proofs))))


def _sentences(game: Game, fold: Fold, ruling: Ruling, held: Held) -> list[str]:
    judged = _judged(ruling.proofs)
    if ruling.error is not None:
        return [*ruling.announce, *judged]
    said = [
        *drink_lines(_drunk_unit(game.unit, ruling), ruling.drunk, fold.care, held),
        *ruling.announce,
        *instead_lines(ruling.beside, fold.care, held),
    ]
    closing = game.closing(fold.game)
    if ruling.opening:
        said = said or ["Nobody drinks."]
        said[0] = f"{ruling.opening}: {said[0]}"
    elif not said and not closing:
        said = ["Noted."]
    return [*said, *judged, *closing]


def _judged(proofs: Iterable[Proof]) -> list[str]:
    """Proofs as they are read out (RULES 0.7)."""
    return [f"For the table to judge: {proof.text}" for proof in proofs]


def _drunk_unit(unit: str, ruling: Ruling) -> str:
    return unit if ruling.drinks is None else "drinks"


def drink_lines(unit: str, costs: Iterable[Cost], care: Care, held: Held) -> list[str]:
    """`{name} drinks {n} — {cause}`, one line per player, causes joined by `+`, the sum first."""
    causes: dict[str, dict[str, int]] = {}
    for cost in costs:
        mine = causes.setdefault(cost.player, {})
        mine[cost.cause] = mine.get(cost.cause, 0) + cost.amount
    return [
        f"{name} drinks {counted(sum(mine.values()), unit)}{_what(name, care, held)} — {_why(mine)}"
        for name, mine in causes.items()
    ]


def instead_lines(beside: Iterable[Cost], care: Care, held: Held) -> list[str]:
    """Who takes large amounts (whole beers and the like) as something else (SAF-02, SAF-05)."""
    names = dict.fromkeys(cost.player for cost in beside)
    drinks = {name: _instead(name, care, held) for name in names}
    return [f"Instead of alcohol for {name}: {drink}." for name, drink in drinks.items() if drink]


def _instead(name: str, care: Care, held: Held) -> str:
    return care.drink(name) or ("water, the limit is reached" if name in held else "")


def _what(name: str, care: Care, held: Held) -> str:
    drink = _instead(name, care, held)
    return f" ({drink})" if drink else ""


def _why(causes: dict[str, int]) -> str:
    if len(causes) == 1:
        return next(iter(causes)).replace("_", " ")
    return " + ".join(f"{cause.replace('_', ' ')} {n}" for cause, n in causes.items())


def corrected(game: Game, step: int, fold: Fold, correction: Correction) -> dict[str, Any]:
    """The answer to a correction: its unit map is the difference per player."""
    old = [cost for ruling in correction.old for cost in ruling.costs]
    new = [cost for ruling in correction.new for cost in ruling.costs]
    units = difference(by_player(old), by_player(new))
    ruling = correction.slot.ruling if correction.slot else Ruling()
    drinks, gained = _drinks_changed(correction), _gained(correction)
    proofs = [*ruling.proofs, *(proof for proof in gained if proof not in ruling.proofs)]
    line = {
        "step": step,
        game.unit: units,
        "why": _why_changed(by_cause(old), by_cause(new)),
        **_fresh(game.facts),
        **state_keys(game, fold.game),
        **_fresh(ruling.facts),
        "proof": strongest(proofs),
        "proofs": [proof.graded() for proof in proofs],
        "rules": _cited(ruling.rules, proofs),
        "changed": list(correction.changed),
        "announce": [
            *(
                [*_changed_lines(game.unit, units, drinks), *_beside_lines(correction)]
                or ["Corrected: no drink changes."]
            ),
            *_judged(gained),
            *game.closing(fold.game),
        ],
    }
    if drinks is not None:
        line["drinks"] = drinks
    return line


def _drinks_changed(correction: Correction) -> dict[str, int] | None:
    """The difference in drinks where the unit itself is not drunk; None where it is."""
    if all(ruling.drinks is None for ruling in (*correction.old, *correction.new)):
        return None
    old = by_player(cost for ruling in correction.old for cost in ruling.drinks or ())
    new = by_player(cost for ruling in correction.new for cost in ruling.drinks or ())
    return difference(old, new)


def _changed_lines(unit: str, units: dict[str, int], drinks: dict[str, int] | None) -> list[str]:
    """What is more and what is less after a correction."""
    if drinks is None:
        return _difference_lines(unit, units)
    more = [f"{name}: {counted(n, unit)} more." for name, n in units.items() if n > 0]
    less = [f"{name}: {counted(-n, unit)} taken back." for name, n in units.items() if n < 0]
    return [*more, *less, *_difference_lines("drinks", drinks)]


def _gained(correction: Correction) -> list[Proof]:
    """What the corrected record proves and the one before it did not."""
    before = [proof for old in correction.old for proof in old.proofs]
    return [proof for new in correction.new for proof in new.proofs if proof not in before]


def _why_changed(
    old: dict[str, dict[str, int]], new: dict[str, dict[str, int]]
) -> dict[str, dict[str, int]]:
    changes = {
        cause: difference(old.get(cause, {}), new.get(cause, {}))
        for cause in dict.fromkeys((*old, *new))
    }
    return {cause: change for cause, change in changes.items() if change}


def _difference_lines(unit: str, units: dict[str, int]) -> list[str]:
    more = [f"{name} drinks {counted(n, unit)} more." for name, n in units.items() if n > 0]
    less = [
        f"{name} has drunk {counted(-n, unit)} too many: noted as credit."
        for name, n in units.items()
        if n < 0
    ]
    return [*more, *less]


def _beside_lines(correction: Correction) -> list[str]:
    """What is newly due, or no longer, beside the unit map: whole beers and the like."""
    old = by_cause(cost for ruling in correction.old for cost in ruling.beside)
    new = by_cause(cost for ruling in correction.new for cost in ruling.beside)
    return [
        f"{name}: {cause.replace('_', ' ')} {'now due' if change > 0 else 'no longer due'}."
        for cause, changes in _why_changed(old, new).items()
        for name, change in changes.items()
    ]


def choice_lines(held: list[str]) -> list[str]:
    """What is said before somebody chooses who drinks, where some have enough (SAF-05)."""
    if not held:
        return []
    return [f"Before you choose: {listed(held)} had enough and can only be given water."]


def limit_lines(warned: list[str], held: list[str]) -> list[str]:
    """What is said when a player comes to a limit (SAF-05)."""
    said = []
    if warned:
        said.append(f"Slow down: {listed(warned)}, take some water.")
    if held:
        said.append(f"Enough for now: {listed(held)}. Water from here on, and no turn is lost.")
    return said
