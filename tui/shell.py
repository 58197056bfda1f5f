"""The way from commands into the full-screen app: the one door to Textual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tui import faults
from tui.beside import ALONE, Beside
from tui.screens.offer import OfferApp
from tui.screens.setup import CameraChoice, SetupApp, Wishes
from tui.table import Table

__all__ = ["CameraChoice", "Wishes", "ask_to_go_on", "ask_wishes", "quiet", "show"]


def ask_to_go_on(sentence: str) -> bool | None:
    """Whether people go on with the game that the sentence names; None where they leave."""
    return OfferApp(sentence).run()


def ask_wishes(
    known: Wishes,
    cameras: Sequence[CameraChoice],
    problem: str,
    *,
    players: bool = True,
    camera: bool = True,
) -> Wishes | None:
    """What people set up on the set-up screen; None where they leave it."""
    return SetupApp(known, cameras, problem, ask_players=players, ask_camera=camera).run()


@contextmanager
def quiet() -> Iterator[Path]:
    """Keeps what native code prints off the screen; gives the file in which it ends."""
    from vision.sources import quiet_native_output

    log = faults.log_path()
    with quiet_native_output(log):
        faults.keep_log(log)
        yield log


def show(table: Table, notes: Sequence[str], log: Path, extras: Beside = ALONE) -> None:
    """Play at `table` in the app until people leave it; `extras` are closed by who opened them."""
    from tui.app import SymposiarchApp

    try:
        SymposiarchApp(table, notes, str(log), extras).run()
    finally:
        table.stop()
