"""`symposiarch bench`: accuracy on real photos, rolls from simulated clips, speed."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui import compared, corrected, filmed, options
from tui.cli import Subparsers, UserError
from tui.output import note, say
from tui.photos import photos_of

if TYPE_CHECKING:
    from datasets.photos import Photo
    from models.bench.clips import ClipScore
    from models.bench.stills import Report, Views
    from vision.eyes import Looks

CARD_SIZES = (60.0, 80.0, 120.0, 180.0, 260.0, 400.0, 600.0)
HELD_OUT = "letele,younestouati,gnome-ornamental"
DECK_TABLES = 100
LEFT_OUT_DICE = "matteop65"
CLIP_SEED, CLIP_ROLLS = 101, 6
ON_REQUEST = ("corrections",)
"""Parts that are measured only when they are named: they need clips of one's own."""
CARD_GAMES = ("becker", "jookie", "fivealive")
GAME_SEED, GAME_CARDS, GAME_CLIPS = 201, 16, 5
PLAYERS = ("Ann", "Ben", "Cem")


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser("bench", help="measure accuracy and speed")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(_PARTS)}")
    parser.add_argument(
        "--data", type=Path, default=Path("../shared/data"), help="folder of labelled photos"
    )
    parser.add_argument("--cards", default="edje,bidly_cutouts", help="sources of card photos")
    parser.add_argument("--dice", default="matteop65,byler,epanemu", help="sources of dice photos")
    parser.add_argument("--decks", default=HELD_OUT, help="artwork decks that were left out")
    parser.add_argument(
        "--photos", type=options.whole(0, 10**6), default=0, help="at most so many a source; 0: all"
    )
    parser.add_argument(
        "--clips", type=Path, default=Path("work/bench"), help="simulated clips, made if missing"
    )
    parser.add_argument(
        "--games", type=Path, default=Path("work/bench-games"), help="the same of card games"
    )
    parser.add_argument("--record", type=Path, help="corrections: keep the games in this folder")
    parser.add_argument(
        "--worst",
        type=options.whole(0, 10**6),
        default=0,
        help="draw the K worst photos of a source",
    )
    parser.add_argument("--out", type=Path, default=Path("work/worst"), help="where to draw them")
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Measure the parts asked for; without names, all whose data is there."""
    from tui.opening import load_eyes

    for part in args.parts:
        if part not in _PARTS:
            raise UserError(f"bench has no part {part!r}; choose among {', '.join(_PARTS)}.")
    eyes = load_eyes(args.backend)
    for part in args.parts or _possible(args.data):
        say(f"== {part}")
        _PARTS[part](args, eyes)
    return 0


def _possible(data: Path) -> Sequence[str]:
    if data.is_dir():
        return tuple(part for part in _PARTS if part not in ON_REQUEST)
    note(f"no labelled photos in {data}: name their folder with --data to measure on them")
    return ("rolls", "lean", "games", "speed")


def _measure(
    args: argparse.Namespace, eyes: Looks, title: str, photos: Sequence[Photo], views: Views | None
) -> Report:
    from models.bench import stills

    report = stills.measure(eyes, photos, views or stills.as_taken)
    say(f"-- {title}")
    say(stills.table(report))
    say(f"read wrong: {stills.confusions(report)}")
    _draw_worst(args, eyes, report)
    return report


def _draw_worst(args: argparse.Namespace, eyes: Looks, report: Report) -> None:
    import cv2

    from vision.draw import draw
    from vision.pictures import load

    args.out.mkdir(parents=True, exist_ok=True) if args.worst else None
    for path in report.worst(args.worst):
        image = load(path)
        target = args.out / f"{path.parent.parent.name}-{path.stem}.jpg"
        cv2.imwrite(str(target), draw(image, eyes.look(image)))
        say(f"drawn: {target} ({report.faults[path]} faults)")


def _cards(args: argparse.Namespace, eyes: Looks) -> None:
    from datasets.compose.backgrounds import Backgrounds
    from models.bench import mounted, stills

    for source in args.cards.split(","):
        photos = photos_of(args, source)
        if source.endswith("cutouts"):
            views = mounted.mounted(Backgrounds(args.data), CARD_SIZES)
            _measure(args, eyes, f"{source} laid on tables, by size", photos, views)
            continue
        _measure(args, eyes, f"{source} as taken", photos, None)
        single = [photo for photo in photos if len(photo.things) == 1][::3]
        _measure(
            args, eyes, f"{source}, single cards, rescaled", single, stills.rescaled(CARD_SIZES)
        )


def _scale(args: argparse.Namespace, eyes: Looks) -> None:
    """The curve by size: every source's cards from 40 pixels to the whole picture."""
    from datasets.compose.backgrounds import Backgrounds
    from models.bench import mounted, stills

    sizes = [float(size) for size in range(50, 640, 20)]
    for source in args.cards.split(","):
        photos = [photo for photo in photos_of(args, source) if len(photo.things) == 1]
        if source.endswith("cutouts"):
            photos, views = photos[::3], mounted.mounted(Backgrounds(args.data), sizes)
        else:
            photos, views = photos[::5], stills.rescaled(sizes)
        say(f"-- {source}, found and read against the longer side in pixels")
        say(stills.curve(stills.measure(eyes, photos, views)))


def _decks(args: argparse.Namespace, eyes: Looks) -> None:
    """Artwork decks that were left out of training, on composed tables."""
    from models.bench import composed, stills
    from models.bench.corners import Corners

    report, corners = stills.Report(), Corners()
    for deck in args.decks.split(","):
        try:
            assets = composed.deck_assets(args.data, deck)
        except KeyError as error:
            raise UserError(f"There is no artwork deck called {deck!r}.") from error
        tables = composed.scenes(assets, args.photos or DECK_TABLES)
        composed.measure(eyes, tables, deck, report, corners.hear)
    say(stills.table(report))
    say(corners.table())
    say(f"read wrong: {stills.confusions(report)}")


def _calibration(args: argparse.Namespace, eyes: Looks) -> None:
    from datasets.compose.backgrounds import Backgrounds
    from models.bench import mounted, reliability, stills

    heard = reliability.Reliability()
    for source in args.cards.split(","):
        laid = source.endswith("cutouts")
        views = mounted.mounted(Backgrounds(args.data), CARD_SIZES) if laid else stills.as_taken
        stills.measure(eyes, photos_of(args, source), views, hear=heard.hear)
    stills.measure(eyes, photos_of(args, LEFT_OUT_DICE), hear=heard.hear)
    for name, readings in heard.parts.items():
        say(reliability.table(name, readings))
    diagram = args.out / "reliability.svg"
    reliability.write_diagram(diagram, heard.parts)
    say(f"drawn: {diagram}")


def _dice(args: argparse.Namespace, eyes: Looks) -> None:
    from models.bench import stills

    for source in args.dice.split(","):
        report = _measure(args, eyes, f"{source} as taken", photos_of(args, source), None)
        say(stills.dice_matrix(report))


def _false(args: argparse.Namespace, eyes: Looks) -> None:
    for source in ("numeral_dice", "clutter"):
        _measure(args, eyes, f"{source}: neither cards nor pip dice", photos_of(args, source), None)


def _reader(args: argparse.Namespace, eyes: Looks) -> None:
    from models.bench import readers
    from vision import weights
    from vision.backends import load_network
    from vision.detector import Detector

    network = load_network(weights.find("die_reader.onnx"), args.backend)
    detector = Detector(load_network(weights.find("detector.onnx"), args.backend))
    for source in args.dice.split(","):
        counts = readers.labelled_dice(network, photos_of(args, source))
        say(f"{source}, die reader alone, along the labels: {readers.summary(counts)}")
    boxes, given = readers.values_given(network, detector, photos_of(args, "numeral_dice"))
    say(f"numeral_dice: {given} of {boxes} boxes that look like a die are given a value")


def _rolls(args: argparse.Namespace, eyes: Looks) -> None:
    _score(_clips(args.clips), eyes)


def _games(args: argparse.Namespace, eyes: Looks) -> None:
    from tui.decks import deck_for
    from tui.opening import load_eyes

    for game in CARD_GAMES:
        clips = _game_clips(args.games, game)
        deck = deck_for(game, None)
        say(f"-- {game}")
        _score(clips, eyes if deck is None else load_eyes(args.backend, deck))


def _score(clips: Sequence[Path], eyes: Looks) -> None:
    from models.bench.clips import HEAD, ClipScore

    total = ClipScore()
    say(HEAD)
    for clip in clips:
        score = _watch(clip, eyes)
        say(score.row(clip.name))
        for fault in score.faults:
            say(f"   {fault}")
        total += score
    say(total.row("all"))


def _clips(folder: Path) -> list[Path]:
    """The dice clips' folders, one a scene."""
    from datasets.simulator.plan import Plan
    from datasets.simulator.scenes import SCENES

    plans = {
        f"{key}-{seed}": Plan(PLAYERS, seed, CLIP_ROLLS, scene)
        for seed, (key, scene) in enumerate(SCENES.items(), start=CLIP_SEED)
    }
    return filmed.clips(folder, "*", plans)


def _game_clips(folder: Path, game: str) -> list[Path]:
    """The folders of a game's clips, each in another scene; games begin with different ones."""
    from datasets.simulator.plan import Plan
    from datasets.simulator.scenes import SCENES

    keys, first = list(SCENES), CARD_GAMES.index(game)
    scenes = [keys[(first + 2 * step) % len(keys)] for step in range(GAME_CLIPS)]
    plans = {
        f"{game}-{key}-{seed}": Plan((*PLAYERS, "Dee"), seed, GAME_CARDS, SCENES[key], game=game)
        for seed, key in enumerate(scenes, start=GAME_SEED)
    }
    return filmed.clips(folder, f"{game}-*", plans)


def _watch(clip: Path, eyes: Looks) -> ClipScore:
    """One clip through the same loop as a live game."""
    from models.bench.clips import FOR_PEOPLE, Heard, compare, read_truth

    heard: list[Heard] = []
    asked = 0
    began = time.monotonic()
    with filmed.watching(clip, eyes, filmed.match_in(clip)) as session:
        for line in session.lines():
            asked += line["kind"] == "question" and line["about"] not in FOR_PEOPLE
            frame = session.latest.frame if session.latest else None
            if line["kind"] == "seen" and frame is not None:
                heard.append(Heard(line, frame.t, time.monotonic() - frame.arrived))
    score = compare(read_truth(clip / "truth.jsonl"), heard)
    score.asked = asked
    score.seconds = time.monotonic() - began
    score.frames = session.latest.frame.index + 1 if session.latest else 0
    return score


_PARTS: dict[str, Callable[[argparse.Namespace, Looks], None]] = {
    "cards": _cards,
    "scale": _scale,
    "decks": _decks,
    "calibration": _calibration,
    "dice": _dice,
    "small": compared.small,
    "false": _false,
    "reader": _reader,
    "rolls": _rolls,
    "lean": compared.lean,
    "games": _games,
    "corrections": corrected.corrections,
    "speed": compared.speed,
    "enrol": compared.enrol,
    "baseline": compared.baseline,
    "backends": compared.backends,
}
