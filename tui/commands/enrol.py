"""`symposiarch enrol`: teaches a deck by showing each of its cards."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from tui import options
from tui.cli import DONE, Subparsers, UserError
from tui.output import note, say

if TYPE_CHECKING:
    from datasets.arrays import Bgra
    from vision.enrolled import EnrolledDeck
    from vision.eyes import Looks
    from vision.frames import Image
    from vision.sources import Source

Shown = tuple[str, "Image"]
"""A card's code and its straightened picture."""

_OWN = re.compile(r"[0-9A-Za-z]{1,12}")
_MISTYPED = re.compile(r"(\d{1,2}|[A-Za-z])[A-Za-z]")
"""What is more likely an ordinary card with a slip (`11h`, `Zs`) than a card of one's own."""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "enrol",
        help="teach a deck by showing its cards",
        description="Learns a deck from pictures named by code (7d.jpg, 7d-2.jpg, DRAW2.png; backs"
        " are passed over), or from cards shown to a camera one after the other. Play with it by"
        " --deck NAME.",
    )
    parser.add_argument("deck", metavar="DECK", help="the name that the deck shall have")
    parser.add_argument("--pictures", metavar="DIR", type=Path, help="a folder of pictures")
    parser.add_argument("--camera", metavar="SOURCE", help="a camera to show the cards to")
    parser.add_argument(
        "--codes", metavar="A,B,…", help="what to show to the camera (default: 52 cards)"
    )
    parser.add_argument(
        "--views",
        metavar="N",
        type=options.whole(1, 100),
        default=1,
        help="how often each is shown (default 1)",
    )
    parser.add_argument(
        "--copies", action="store_true", help="the deck holds some cards more than once"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="write it elsewhere")
    options.add_view(parser)
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Teach the deck and keep it."""
    from tui import decks
    from tui.opening import load_eyes

    if (args.pictures is None) == (args.camera is None):
        raise UserError("say where the cards are: --pictures DIR, or --camera SOURCE.")
    target = args.out or decks.path_of(args.deck)
    # What is named wrongly is said before anybody waits for eyes or looks.
    pictures = [] if args.pictures is None else _named(args.pictures)
    codes = [code for code, _ in pictures] if args.camera is None else _to_show(args.codes)
    if len(set(codes)) < 2:
        raise UserError(
            "a deck needs at least two different cards: name each picture by its card's code, such"
            " as 7d.jpg, Kh-2.jpg."
        )
    if missing := not_shown(set(codes)):
        note(
            f"not shown, so never read: {', '.join(missing[:4])}"
            f"{f' and {len(missing) - 4} more' if len(missing) > 4 else ''}; show them as well if"
            " the deck has them."
        )
    eyes = load_eyes(args.backend)
    shown = list(_of_pictures(pictures, eyes) if pictures else _of_camera(args, codes, eyes))
    deck = _taught(args, shown)
    try:
        deck.save(target)
    except OSError as error:
        raise UserError(f"the deck cannot be written to {target}: {error.strerror}.") from error
    cards = len(deck.codes) - 1
    say(f"{args.deck}: {cards} cards from {len(shown)} pictures, kept in {target}.")
    return DONE


def not_shown(codes: Set[str]) -> list[str]:
    """What the deck to which all these cards belong has besides; nothing of a deck of its own."""
    from vision.reader import CARD_CODES, FIVE_ALIVE_CODES, JOKER

    usual = CARD_CODES[:JOKER]
    played = [code for code in FIVE_ALIVE_CODES if code not in "ALIVE"]
    whole = next((deck for deck in (usual, played) if codes - {"Jk"} <= {*deck}), ())
    return [code for code in whole if code not in codes]


def _taught(args: argparse.Namespace, shown: Sequence[Shown]) -> EnrolledDeck:
    from datasets.compose.artwork import as_card
    from models.teaching import teach
    from vision import weights
    from vision.backends import BackendError, load_network
    from vision.enrolled import DeckError

    faces: dict[str, list[Bgra]] = {}
    for code, crop in shown:
        faces.setdefault(code, []).append(as_card(crop, crop.shape[0]))
    try:
        name = weights.deck_reader()
        network = load_network(weights.find(name), args.backend)
        reader = weights.checksum(name)
        return teach(args.deck, faces, network, reader, copies=args.copies, progress=_progress)
    except (weights.WeightsError, BackendError, DeckError) as error:
        raise UserError(str(error)) from error


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\rlearning the cards … {100 * done // total:3} %", end=end, file=sys.stderr)


def _named(folder: Path) -> list[tuple[str, Path]]:
    """The pictures in a folder with the codes that they are named by; backs are passed over."""
    from vision.pictures import FOREIGN, SUFFIXES

    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise UserError(f"there is no folder {folder} that can be read.") from error
    pictures = [path for path in paths if path.suffix.lower() in SUFFIXES + FOREIGN]
    return [(code_of(p.stem), p) for p in pictures if not p.name.startswith((".", "back"))]


def _of_pictures(pictures: Sequence[tuple[str, Path]], eyes: Looks) -> Iterator[Shown]:
    from models.teaching import card_of
    from vision.pictures import PictureError, load

    for code, path in pictures:
        try:
            image = load(path)
        except PictureError as error:
            raise UserError(f"{path}: {error}") from error
        crop = card_of(eyes, image)
        if crop is None:
            raise UserError(
                f"there is no single clear card on {path}: show one, all of it, on a ground of"
                " another colour."
            )
        yield code, crop


def _of_camera(args: argparse.Namespace, codes: Sequence[str], eyes: Looks) -> Iterator[Shown]:
    from vision.sources import SourceError, open_source

    try:
        with open_source(
            args.camera, mirror=args.mirror, rotate=args.rotate, progress=note
        ) as source:
            for code in codes:
                for view in range(args.views):
                    yield code, _shown_to(source, eyes, code, view, args.views)
    except SourceError as error:
        raise UserError(str(error)) from error


def _shown_to(source: Source, eyes: Looks, code: str, view: int, views: int) -> Image:
    """The crop of the card that people hold ready; asked again until one card is in sight."""
    from models.teaching import card_of

    times = f" ({view + 1} of {views}, turned or moved a little)" if views > 1 else ""
    while True:
        note(f"Lay {code} alone under the camera{times} and press Enter.")
        if not sys.stdin.readline():
            raise UserError("the deck is not complete: nothing was kept.")
        frame = source.read(timeout=5.0)
        crop = None if frame is None else card_of(eyes, frame.image)
        if crop is not None:
            return crop
        note("No single card is clearly in sight: lay it alone on a ground of another colour.")


def _to_show(codes: str | None) -> Sequence[str]:
    from engine.codes import RANKS, SUITS

    if codes is None:
        return [rank + suit for suit in SUITS for rank in RANKS]
    return [code_of(code.strip()) for code in codes.split(",")]


def code_of(name: str) -> str:
    """The code in a picture's name, such as `7d` of `7d-2`; raises `UserError` without one.

    A deck may have cards of its own, by any code that no ordinary card could be meant by.
    """
    from engine.codes import FACE_DOWN, CodeError, card

    start = re.split(r"[-_ .]", name, maxsplit=1)[0]
    try:
        code = card(start)
    except CodeError:
        return _own_code(start, name)
    if FACE_DOWN[0] in code:
        raise UserError(f"{start!r} names no single card: a card that is taught is known.")
    return code


def _own_code(start: str, name: str) -> str:
    if not _OWN.fullmatch(start):
        raise UserError(f"{name!r} does not begin with the code of a card, such as 7d or DRAW2.")
    if _MISTYPED.fullmatch(start):
        raise UserError(
            f"{start!r} is no card: write a rank (A, 2 to 10, J, Q, K) and a suit (c, d, h, s),"
            " such as 10d; a card that only your deck has needs a longer name."
        )
    return start.upper()
