"""`symposiarch train`: train the detector and the readers, and export them as ONNX."""

from __future__ import annotations

import argparse
from pathlib import Path

from tui import options
from tui.cli import UserError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("train", help="train the detector and readers, and export")
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    detector = what.add_parser("detector", help="on folders of `dataset scenes`")
    detector.add_argument("--scenes", required=True, help="FOLDER, or more with commas")
    detector.add_argument("--out", type=Path, required=True, help="folder of the run")
    detector.add_argument(
        "--epochs", type=options.whole(1, 10**8), default=25, help="of --epoch-length pictures each"
    )
    detector.add_argument("--epoch-length", type=options.whole(1, 10**8), default=4800)
    detector.add_argument(
        "--size", type=options.whole(64, 4096), default=320, help="pixels of the input's side"
    )
    detector.add_argument("--batch", type=options.whole(1, 65536), default=8)
    detector.add_argument("--lr", type=float, default=1.5e-3)
    for kind in ("card", "die"):
        reader = what.add_parser(kind, help="the reader, on folders of `dataset` crops")
        reader.add_argument("--crops", required=True, help="FOLDER[=WEIGHT], with commas")
        reader.add_argument("--out", type=Path, required=True, help="checkpoint file (.pt)")
        reader.add_argument(
            "--steps", type=options.whole(1, 10**8), help="default 2400; with --finetune 400"
        )
        reader.add_argument(
            "--batch", type=options.whole(1, 65536), help="crops a step; default 128; --finetune 64"
        )
        reader.add_argument("--lr", type=float, help="top rate; default 2e-3; --finetune 1e-3")
        reader.add_argument(
            "--finetune",
            action="store_true",
            help="a few minutes from the packaged weights, on crops of recorded games"
            " (dataset from-games) mixed with composed ones, so that nothing is forgotten",
        )
    for trained in what.choices.values():
        trained.add_argument("--weights", type=Path, help="continue from these weights")
        trained.add_argument("--device", default="cpu", help="cpu, 0 or cuda:0, mps")
        trained.add_argument(
            "--threads", type=options.whole(0, 1024), default=0, help="processor threads; 0: all"
        )
        trained.add_argument("--seed", type=int, default=0)
    export = what.add_parser("export", help="write ONNX files and their manifest")
    export.add_argument("--detector", type=Path, help="checkpoint (.pt) of the detector")
    export.add_argument("--card", type=Path, help="checkpoint of the card reader")
    export.add_argument("--die", type=Path, help="checkpoint of the die reader")
    export.add_argument("--out", type=Path, required=True, help="folder to write to")
    export.add_argument("--keep", type=Path, help="folder for checkpoints to continue from")
    mixed = what.add_parser("mix", help="write the mean of readers' checkpoints as one")
    mixed.add_argument("parts", metavar="CHECKPOINT[=WEIGHT],…")
    mixed.add_argument(
        "--reader", choices=("card", "die"), default="card", help="which they are of"
    )
    mixed.add_argument("--out", type=Path, required=True, help="checkpoint file (.pt)")
    mixed.add_argument("--doubt", type=float, default=0.0, help="added to the unreadable's bias")
    mixed.add_argument("--sharpen", type=float, default=1.0, help="all logits times this")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Train or export; 2 where the `train` extra or a file is missing."""
    try:
        import torch
        import ultralytics  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise UserError(
            "Training needs the extra packages: install them with pip install 'symposiarch[train]'."
        ) from error
    if getattr(args, "threads", 0):
        torch.set_num_threads(args.threads)
    from vision.weights import WeightsError

    try:
        work = {"detector": _detector, "export": _export, "mix": _mix}
        work.get(args.what, _reader)(args)
    except (ValueError, KeyError, WeightsError) as error:
        raise UserError(f"The training cannot go on: {str(error).rstrip('.')}.") from error
    return 0


def _detector(args: argparse.Namespace) -> None:
    from models.training import detector

    detector.TableTrainer.epoch_length = args.epoch_length
    folders = [Path(folder) for folder in args.scenes.split(",")]
    detector.train(
        folders, args.out, weights=args.weights, epochs=args.epochs, size=args.size,
        batch=args.batch, device=args.device, lr=args.lr, seed=args.seed, threads=args.threads,
    )  # fmt: skip


def _reader(args: argparse.Namespace) -> None:
    from models.training import nets, reader

    net = nets.card_reader() if args.what == "card" else nets.die_reader()
    course = reader.FINETUNING if args.finetune else reader.TRAINING
    weights = args.weights or (nets.packaged(args.what) if args.finetune else None)
    reader.train(
        net, _weighted(args.crops), args.out, steps=args.steps or course.steps,
        batch=args.batch or course.batch, lr=args.lr or course.lr,
        half_turn=args.what == "card", device=args.device, seed=args.seed, weights=weights,
    )  # fmt: skip


def _mix(args: argparse.Namespace) -> None:
    from models.training.mix import mix

    mix(_weighted(args.parts), args.reader, args.out, args.doubt, args.sharpen)


def _weighted(text: str) -> dict[Path, float]:
    """`a=2,b` as {a: 2, b: 1}. ValueError where a weight is no number."""
    pairs = (part.partition("=") for part in text.split(","))
    return {Path(folder): float(weight or 1) for folder, _, weight in pairs}


def _export(args: argparse.Namespace) -> None:
    from models.training import export

    if not (args.detector or args.card or args.die):
        raise UserError("Name what to export: --detector, --card or --die with its checkpoint.")
    if args.detector:
        export.export_detector(args.detector, args.out)
    for kind in ("card", "die"):
        if getattr(args, kind):
            export.export_reader(getattr(args, kind), args.out, kind)
    export.complete(args.out)
    export.write_manifest(args.out)
    given = {"detector": args.detector, "card_reader": args.card, "die_reader": args.die}
    for name, checkpoint in given.items():
        if args.keep and checkpoint:
            export.keep_checkpoint(checkpoint, args.keep, name)
