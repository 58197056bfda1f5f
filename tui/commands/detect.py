"""`symposiarch detect`: reads still pictures (PROTOCOL section 3)."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import options
from tui.cli import BAD_INPUT, DONE, Subparsers, UserError
from tui.output import emit_json, note, say

if TYPE_CHECKING:
    from vision.eyes import Looks
    from vision.frames import Image
    from vision.sights import Sight

_GLOB_SIGNS = frozenset("*?[")
_LONG_RUN = 5
_BAR = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """A picture to read: its name as it is reported, and whether it is known not to exist."""

    name: str
    problem: str | None = None


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser("detect", help="read cards and dice on still pictures")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a picture, a folder or a glob")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--annotate", metavar="DIR", type=Path, help="write pictures with boxes")
    options.add_deck(parser)
    options.add_backend(parser)
    parser.add_argument(
        "--detector", type=Path, metavar="FILE", help="a detector of your own (.onnx or .pt)"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Read every picture, report each as soon as it is done; 2 where any could not be read."""
    eyes = _eyes(args)
    entries = list(expand(args.paths))
    album = None if args.annotate is None else Album(args.annotate, entries)
    failed = 0
    for line in _with_progress((read(eyes, entry, album) for entry in entries), len(entries)):
        failed += "error" in line
        _report(line, args.json)
    if failed and args.json:
        note(f"{failed} of {len(entries)} could not be read; `error` in their lines says why.")
    return BAD_INPUT if failed else DONE


def _eyes(args: argparse.Namespace) -> Looks:
    from tui.decks import deck_for
    from vision.backends import BackendError
    from vision.enrolled import DeckError
    from vision.eyes import Eyes
    from vision.weights import WeightsError

    if args.detector is not None and not args.detector.is_file():
        raise UserError(f"there is no detector file {args.detector}.")
    try:
        deck = deck_for(None, args.deck)
        return Eyes.load(args.backend, detector=args.detector, deck=deck)
    except (BackendError, WeightsError, DeckError) as error:
        raise UserError(str(error)) from error


def expand(paths: Sequence[str]) -> Iterator[Entry]:
    """The pictures that `paths` name, in order; what names none is an entry with its problem."""
    for path in paths:
        if Path(path).is_dir():
            yield from _of_folder(path)
        elif Path(path).exists() or not _GLOB_SIGNS & set(path):
            yield Entry(path)
        else:
            yield from _of_glob(path)


def _of_folder(folder: str) -> Iterator[Entry]:
    from vision.pictures import FOREIGN, SUFFIXES

    names = sorted(
        child.name
        for child in Path(folder).iterdir()
        if child.suffix.lower() in SUFFIXES + FOREIGN and child.name[0] != "." and child.is_file()
    )
    if not names:
        yield Entry(folder, "There are no pictures in this folder.")
    yield from (Entry(f"{folder.rstrip('/')}/{name}") for name in names)


def _of_glob(pattern: str) -> Iterator[Entry]:
    import glob

    matches = sorted(path for path in glob.glob(pattern, recursive=True) if Path(path).is_file())
    if not matches:
        yield Entry(pattern, "Nothing matches this pattern.")
    yield from map(Entry, matches)


def read(eyes: Looks, entry: Entry, album: Album | None) -> dict[str, Any]:
    """The line of one picture; a picture that cannot be read becomes an error line."""
    from vision.pictures import PictureError, load
    from vision.sight_lines import to_line

    # As UTF-8, which names of files need not be.
    name = entry.name.encode("utf-8", "backslashreplace").decode()
    if entry.problem is not None:
        return {"image": name, "error": entry.problem}
    start = time.perf_counter()
    try:
        image = load(Path(entry.name))
    except PictureError as error:
        return {"image": name, "error": str(error)}
    sight = eyes.look(image)
    elapsed = (time.perf_counter() - start) * 1000
    if album is not None:
        album.add(image, sight, entry.name)
    line = to_line(name, image.shape, sight)
    return {**line, "elapsed_ms": round(elapsed, 1)}


class Album:
    """The folder of `--annotate`: pictures with boxes, under the names of their originals."""

    def __init__(self, folder: Path, entries: Sequence[Entry]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        # Neither an original nor the picture of another original is ever overwritten.
        self._taken = {Path(entry.name).resolve() for entry in entries}

    def add(self, image: Image, sight: Sight, name: str) -> None:
        """Write `image` with what was seen on it."""
        import cv2

        from vision.draw import draw
        from vision.pictures import SUFFIXES

        target = self._free(name, SUFFIXES)
        done, data = cv2.imencode(target.suffix, draw(image, sight))
        if not done:
            raise UserError(f"cannot write {target}.")
        target.write_bytes(data.tobytes())

    def _free(self, name: str, suffixes: Sequence[str]) -> Path:
        source = Path(name)
        suffix = source.suffix if source.suffix.lower() in suffixes else ".jpg"
        target, number = self._folder / f"{source.stem}{suffix}", 1
        while target.resolve() in self._taken:
            number += 1
            target = self._folder / f"{source.stem}-{number}{suffix}"
        self._taken.add(target.resolve())
        return target


def _report(line: dict[str, Any], as_json: bool) -> None:
    """Say one picture's result; without `--json` its error goes to standard error."""
    if as_json:
        emit_json(line)
    elif "error" in line:
        note(f"{line['image']}: {line['error']}")
    else:
        say(to_text(line))


def to_text(line: dict[str, Any]) -> str:
    """One picture's line for people: its name, the cards, the dice, the time."""
    cards = [c["card"] if c["face"] == "up" else "face down" for c in line["cards"]]
    dice = ["?" if d["value"] is None else str(d["value"]) for d in line["dice"]]
    parts = []
    if cards:
        parts.append(f"cards {', '.join(cards)}")
    if dice:
        parts.append(f"dice {', '.join(sorted(dice))}")
    seen = " · ".join(parts) or "nothing seen"
    return f"{line['image']}  {seen}  ({line['elapsed_ms']:.0f} ms)"


def _with_progress(lines: Iterator[dict[str, Any]], total: int) -> Iterator[dict[str, Any]]:
    """The lines; while one is worked on, a bar stands on standard error if the run is long."""
    shown = total >= _LONG_RUN and sys.stderr.isatty()
    for done in range(total):
        if shown:
            _bar(done, total)
        line = next(lines)
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        yield line


def _bar(done: int, total: int) -> None:
    filled = done * _BAR // total
    bar = "█" * filled + "░" * (_BAR - filled)
    print(f"{bar} {done}/{total}", end="", file=sys.stderr, flush=True)
