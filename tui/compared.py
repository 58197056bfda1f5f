"""The parts of `symposiarch bench` that compare: taught decks, a baseline, backends, sizes."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from tui.cli import UserError
from tui.output import say
from tui.photos import photos_of

if TYPE_CHECKING:
    from vision.eyes import Looks

BASELINE_SIZES = (80.0, 120.0, 260.0)
BASELINE_CARDS, BASELINE_DICE = ("edje", "bidly_cutouts"), ("matteop65",)
"""Sources that no detector and no card reader was trained on; the die reader learned the dice."""
SMALL_DICE, SMALL_STEP = (16.0, 20.0, 24.0, 30.0), 12
ENROL_CARDS, ENROL_PILES = 156, 25
BACKEND_PHOTOS = 20
LEAN_SEED, LEAN_THROWS = 81, 24


def enrol(args: argparse.Namespace, eyes: Looks) -> None:
    """Decks that were taught with one and with three views a card, read on other pictures."""
    from models.bench import enrolment
    from tui.opening import load_eyes
    from vision import weights
    from vision.backends import load_network

    name = weights.deck_reader()
    network, reader = load_network(weights.find(name), args.backend), weights.checksum(name)
    say(enrolment.HEAD)
    try:
        for trial in enrolment.trials(args.data):
            shown_on = enrolment.tables(args.data, trial.deck)
            for views in enrolment.VIEWS:
                deck = enrolment.enrolled(eyes, network, reader, trial, shown_on, views)
                taught = load_eyes(args.backend, deck)
                score = enrolment.measure(taught, trial, args.data, ENROL_CARDS, ENROL_PILES)
                say(enrolment.row(trial.deck.name, views, score))
                say(f"    read wrong: {enrolment.mistakes(score)}")
    except FileNotFoundError as error:
        raise UserError(f"{error}: name the folder of artwork with --data.") from error


def baseline(args: argparse.Namespace, eyes: Looks) -> None:
    """Our eyes and classical ones on the same photos."""
    from datasets.compose.backgrounds import Backgrounds
    from models.bench import beside, mounted, stills
    from models.bench.classical import ClassicalCards
    from models.bench.classical_dice import ClassicalDice

    laid = mounted.mounted(Backgrounds(args.data), BASELINE_SIZES)
    say(beside.HEAD)
    for source in (*BASELINE_CARDS, *BASELINE_DICE):
        classical = ClassicalCards() if source in BASELINE_CARDS else ClassicalDice()
        photos = photos_of(args, source)
        views = laid if source.endswith("cutouts") else stills.as_taken
        say(beside.row(f"{source}: ours", eyes, photos, views))
        say(beside.row(f"{source}: classical", classical, photos, views))


def small(args: argparse.Namespace, eyes: Looks) -> None:
    """Dice as a camera shows them that sees a whole table, on patches of another cloth."""
    from datasets.compose.backgrounds import Backgrounds
    from models.bench import patches, stills

    backgrounds = Backgrounds(args.data)
    for source in BASELINE_DICE:
        photos = photos_of(args, source)[::SMALL_STEP]
        for size in SMALL_DICE:
            report = stills.measure(eyes, photos, patches.patched(backgrounds, [size]))
            say(f"-- {source}, dice of {size:g} pixels on patches of cloth on a table of 1920x1080")
            say(stills.table(report))


def backends(args: argparse.Namespace, _: Looks) -> None:
    """Every backend that is installed, on the same pictures."""
    from models.bench import backends as measured
    from vision.pictures import load

    every = measured.ways()
    say(measured.NETWORK_HEAD)
    for row in measured.network_rows(every):
        say(row)
    photos = [photo for source in ("edje", "matteop65") for photo in photos_of(args, source)]
    some = photos[:: max(1, len(photos) // BACKEND_PHOTOS)]
    images = [load(photo.path) for photo in some]
    say(measured.EYES_HEAD)
    for row in measured.eyes_rows({way.name: way.eyes() for way in every}, images):
        say(row)


def speed(args: argparse.Namespace, eyes: Looks) -> None:
    """How long pictures of several sizes take, and a region of them."""
    import numpy as np

    rng = np.random.default_rng(0)
    for width, height in ((640, 480), (1280, 720), (1920, 1080), (4000, 3000)):
        image = rng.integers(0, 255, (height, width, 3), dtype=np.uint8)
        eyes.look(image)
        began = time.monotonic()
        for _ in range(3):
            eyes.look(image)
        say(f"still picture {width}x{height}: {1000 * (time.monotonic() - began) / 3:.0f} ms")
        side = min(416, height)
        began = time.monotonic()
        for _ in range(5):
            eyes.look(image, [(0, 0, side, side)])
        say(f"  one region {side}x{side} of it: {1000 * (time.monotonic() - began) / 5:.0f} ms")


def lean(args: argparse.Namespace, eyes: Looks) -> None:
    """Dice that lean on something, on rendered tables."""
    from datasets.simulator.scenes import SCENES
    from datasets.simulator.stage import SimulatorMissing
    from models.bench import lean as measured

    leans = measured.Leans()
    try:
        for scene in SCENES:
            pictures = measured.throws(scene, LEAN_SEED, args.photos or LEAN_THROWS)
            measured.measure(eyes, pictures, leans)
    except SimulatorMissing as error:
        raise UserError(str(error)) from error
    say(leans.table())
