"""`symposiarch dataset`: make the pictures that the detector and the readers learn from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tui import from_games, options
from tui.cli import UserError
from tui.output import note

if TYPE_CHECKING:
    from datasets.compose.assets import Assets
    from datasets.compose.real_dice import RealDie
    from datasets.pool import CropMaker

KINDS = {
    "sprites": "dice and other small things",
    "scenes": "tables, for the detector",
    "cards": "crops for the card reader",
    "found-cards": "the same under a detector's boxes",
    "dice": "crops for the die reader",
    "real-dice": "the same from labelled photos",
    "photos": "labelled photos as scenes",
    "fivealive": "our own Five Alive deck, named by code, to print or to enrol",
}


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("dataset", help="make training pictures")
    parser.set_defaults(func=run)
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    common = _common()
    for kind, help_ in KINDS.items():
        kinds.add_parser(kind, help=help_, parents=[common])
    from_games.register(kinds)


def _common() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("out", type=Path, help="folder to write to; finished parts are kept")
    parser.add_argument("--data", type=Path, help="folder of shared pictures (artwork, photos)")
    parser.add_argument("--sprites", type=Path, help="folder that `dataset sprites` wrote")
    parser.add_argument(
        "--count", type=options.whole(1, 10**8), default=4000, help="how many pictures"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=options.whole(1, 256), default=2)
    parser.add_argument(
        "--size", type=options.whole(64, 4096), default=448, help="pixels of a scene's side"
    )
    parser.add_argument(
        "--five-alive", type=options.share, default=0.05, help="of tables with its cards, 0 to 1"
    )
    parser.add_argument(
        "--without", default="", help="decks, or types of numeral dice, to hold out"
    )
    parser.add_argument("--detector", type=Path, help="its ONNX file; default: the packaged one")
    parser.add_argument(
        "--reader", type=Path, help="ONNX file of the die reader that sees how tables are turned"
    )
    parser.add_argument("--sources", default="byler,epanemu", help="photos to use, with commas")
    return parser


def run(args: argparse.Namespace) -> int:
    """Make the pictures; 2 where a folder that they need is missing."""
    import cv2

    if sys.platform == "win32":
        raise UserError("Making pictures needs fork(): run it on Linux, macOS or in WSL.")
    cv2.setNumThreads(1)
    if args.data is not None and not args.data.is_dir():
        raise UserError(f"There is no folder {args.data}: --data names one of photos and artwork.")
    for network in (args.detector, args.reader):
        if network is not None and not network.is_file():
            raise UserError(f"There is no network {network}.")
    args.out.mkdir(parents=True, exist_ok=True)  # said before anything long is begun
    try:
        makers = {"sprites": _sprites, "photos": _photos, "scenes": _scenes, "fivealive": _deck}
        makers.get(args.kind, _crops)(args)
    except KeyError as error:
        raise UserError(f"There are no photos called {error}.") from error
    except ValueError as error:
        raise UserError(f"The pictures cannot be made: {error}.") from error
    return 0


def _sprites(args: argparse.Namespace) -> None:
    from datasets.things.library import SpriteLibrary

    dice = round(args.count * 0.625)
    SpriteLibrary.build(args.out, args.seed, dice, args.count - dice, args.workers)


def _deck(args: argparse.Namespace) -> None:
    from datasets.deck.fivealive import write_deck

    write_deck(args.out)


def _assets(args: argparse.Namespace) -> Assets:
    from datasets.compose.assets import load_assets
    from datasets.things.library import SpriteLibrary

    library = SpriteLibrary.load(args.sprites) if args.sprites else None
    held_out = tuple(name for name in args.without.split(",") if name)
    return load_assets(args.data, library, without=held_out, share=args.five_alive)


def _scenes(args: argparse.Namespace) -> None:
    from datasets import pool

    assets = _assets(args)
    pool.write_data_yaml(args.out)
    pool.write_scene_part(assets, args.out, "val", args.seed, 0, min(60, args.count), args.size)

    def part(number: int) -> None:
        count = min(pool.PART, args.count - number * pool.PART)
        pool.write_scene_part(assets, args.out, "train", args.seed, number, count, args.size)

    pool.in_parallel(part, range(-(-args.count // pool.PART)), args.workers, note)


def _crops(args: argparse.Namespace) -> None:
    from datasets import pool

    maker = _maker(args)

    def shard(number: int) -> None:
        count = min(pool.SHARD, args.count - number * pool.SHARD)
        pool.write_crop_shard(maker, args.out, args.seed, number, count)

    pool.in_parallel(shard, range(-(-args.count // pool.SHARD)), args.workers, note)


def _maker(args: argparse.Namespace) -> CropMaker:
    from datasets.compose.backgrounds import Backgrounds
    from datasets.compose.crops import card_crop
    from datasets.compose.die_crops import die_crop
    from datasets.compose.real_dice import real_die_crop
    from datasets.things.library import SpriteLibrary

    if args.kind == "cards":
        assets = _assets(args)
        return lambda rng: card_crop(rng, assets)
    if args.kind == "found-cards":
        return _found_maker(args)
    if args.kind == "real-dice":
        records = _real_dice(args)
        return lambda rng: real_die_crop(rng, records[int(rng.integers(len(records)))])
    if args.sprites is None:
        raise UserError("Name the folder of sprites with --sprites (make it: dataset sprites).")
    library, backgrounds = SpriteLibrary.load(args.sprites), Backgrounds(args.data)
    return lambda rng: die_crop(rng, library, backgrounds)


def _real_dice(args: argparse.Namespace) -> list[RealDie]:
    from datasets.compose.real_dice import OTHER_DICE, load_other_dice, load_real_dice
    from vision import weights
    from vision.backends import load_network
    from vision.detector import Detector
    from vision.dice import ways_of

    sources = args.sources.split(",")
    reader = load_network(args.reader or weights.find("die_reader.onnx"), threads=1)
    labelled = [name for name in sources if name != OTHER_DICE]
    dice = load_real_dice(_data(args), labelled, ways=lambda *seen: ways_of(reader, *seen))
    if OTHER_DICE in sources:
        path = args.detector or weights.find("detector.onnx")
        detector = Detector(load_network(path, threads=1))
        dice += load_other_dice(_data(args), detector, args.without.split(","))
    return dice


def _found_maker(args: argparse.Namespace) -> CropMaker:
    from datasets.compose.found_crops import FoundCrops
    from vision import weights

    return FoundCrops(_assets(args), args.detector or weights.find("detector.onnx"))


def _photos(args: argparse.Namespace) -> None:
    from datasets import pool
    from datasets.photos import load_photos

    for source in args.sources.split(","):
        pool.write_photos(load_photos(_data(args), source), args.out)


def _data(args: argparse.Namespace) -> Path:
    if args.data is None:
        raise UserError("Name the folder of labelled photos with --data.")
    return Path(args.data)
