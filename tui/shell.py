"""The way from commands into the full-screen app: the one door to Textual."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tui import faults, memory
from tui.beside import ALONE, Beside
from tui.screens.offer import OfferApp
from tui.screens.start.app import Asking, Begun, StartApp
from tui.screens.start.preview import Opens
from tui.table import Table
from tui.wishes import Wishes
from vision.eyes import Looks

__all__ = ["Asking", "Begun", "ask", "ask_to_go_on", "quiet", "show"]


def ask_to_go_on(sentence: str) -> bool | None:
    """Whether people go on with the game that the sentence names; None where they leave."""
    return OfferApp(sentence).run()


def ask(known: Wishes, asking: Asking, opens: Opens, eyes: Callable[[], Looks]) -> Begun | None:
    """What people set up on the start screen; None where they leave it."""
    return StartApp(known, asking, opens, eyes).run()


@contextmanager
def quiet() -> Iterator[Path]:
    """Keeps what native code prints off the screen; gives the file in which it ends."""
    from vision.sources import quiet_native_output

    log = faults.log_path()
    with quiet_native_output(log):
        faults.keep_log(log)
        yield log


def show(table: Table, notes: Sequence[str], log: Path, extras: Beside = ALONE) -> None:
    """Play at `table` in the app until people leave it, the first time with the tour.

    `extras` are closed by who opened them.
    """
    from tui.app import SymposiarchApp

    last = memory.recall()
    tour, last.toured = not last.toured, True
    if tour:
        memory.keep(last)
    try:
        SymposiarchApp(table, notes, str(log), extras, tour).run()
    finally:
        table.stop()
