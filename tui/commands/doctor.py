"""`symposiarch doctor`: whether camera, light, table, networks and terminal will do, and if not,
what to change."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tui import options
from tui.cli import DONE, Subparsers, UserError
from tui.output import emit_json, note, say

if TYPE_CHECKING:
    from vision.checkup import Finding
    from vision.eyes import Looks
    from vision.sampling import Sample
    from vision.sources import Source


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "doctor",
        help="check camera, light, table, networks and terminal",
        description="Looks through every camera, or the one that is named, for three seconds and"
        " says what is well and what to change. Lay a few cards or dice on the table before.",
    )
    parser.add_argument(
        "--camera", metavar="SOURCE", help="a camera's index or name, an address, or a file"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options.add_view(parser)
    options.add_deck(parser)
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print a line for each check; 0 also where something is to be changed."""
    from tui import health

    good = True
    for camera, finding in _findings(args, health.of_computer()):
        good = good and finding.ok
        emit_json(_fields(camera, finding)) if args.json else say(_line(camera, finding))
    if not args.json:
        say("All is well." if good else "What stands after → is worth changing; the rest is well.")
    return DONE


def _findings(
    args: argparse.Namespace, computer: Iterator[Finding]
) -> Iterator[tuple[str, Finding]]:
    """Each with the name of the camera that it is about, "" of none."""
    from tui import health

    eyes, model = health.eyes_of(args.backend, args.deck)
    sources = _sources(args)
    if args.camera is None:
        yield "", health.cameras(len(sources))
    looks = []
    for spec in sources:
        with closing(_open(args, spec)) as source:
            sample = _sample(source, eyes)
            looks.append(sample.look_s)
            for finding in _of_camera(source, sample):
                yield source.name, finding
    yield "", health.with_speed(model, min(looks, default=None))
    for finding in computer:
        yield "", finding


def _sources(args: argparse.Namespace) -> list[str]:
    """The camera that was named, else all there are, each once."""
    from vision.sources.backends import OpenCvBackend

    if args.camera is not None:
        return [args.camera]
    devices = OpenCvBackend().devices()
    return [str(one.index) for one in devices if one.backend == devices[0].backend]


def _open(args: argparse.Namespace, spec: str) -> Source:
    from vision.sources import SourceError, open_source

    try:
        return open_source(spec, mirror=args.mirror, rotate=args.rotate, progress=note)
    except SourceError as error:
        raise UserError(str(error)) from error


def _sample(source: Source, eyes: Looks) -> Sample:
    from vision.sampling import take_sample
    from vision.sources import SourceError

    try:
        return take_sample(source, eyes)
    except SourceError as error:
        raise UserError(str(error)) from error


def _of_camera(source: Source, sample: Sample) -> Iterator[Finding]:
    from vision import checkup
    from vision.light import blur_of, light_of
    from vision.scale import plane_of

    image = sample.image
    plane = plane_of(sample.sights, sample.size)
    yield checkup.picture(sample.size, sample.fps, sample.frozen)
    yield from (checkup.Finding("camera", False, sentence) for sentence in source.notes)
    yield from checkup.of_picture(image, sample.sight, light_of(image), blur_of(image), plane)
    yield checkup.steadiness(sample.steadiness)


def _fields(camera: str, finding: Finding) -> dict[str, Any]:
    about = {"camera": camera} if camera else {}
    return (
        {"check": finding.check, "ok": finding.ok, "says": finding.says}
        | about
        | {"measured": dict(finding.measured)}
    )


def _line(camera: str, finding: Finding) -> str:
    """`ok  light       62 % bright, no glare.`"""
    about = f"{camera}: " if camera and finding.check == "picture" else ""
    return f"{'ok' if finding.ok else '→ '}  {finding.check:10}  {about}{finding.says}"
