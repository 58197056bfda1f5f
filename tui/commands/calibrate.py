"""`symposiarch calibrate`: makes a table's set-up from its picture, and saves it by name."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tui import options, placing, setups
from tui.calibrating import LOOKS, Calibration, Measured, View
from tui.cli import DONE, Subparsers, UserError
from tui.output import emit_json, note, say

if TYPE_CHECKING:
    from vision.places import Outline
    from vision.sampling import Sample
    from vision.sources import Source

_WHOLE = "the whole picture is taken as the table; --zone says otherwise."
_TABLE = (
    "the table under the cards is the zone, nothing outside is recorded; --zone says otherwise."
)


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "calibrate",
        help="set up a table: seats, places, scale",
        description="Looks at the table, asks who sits where and what belongs where, and keeps it"
        " under a name for --setup NAME. Lay two to four cards face up on it, apart: their size is"
        " known (63 x 88 mm). Places are left,top,right,bottom in per cent of the picture.",
    )
    parser.add_argument("name", metavar="NAME", help="what the set-up shall be called")
    parser.add_argument(
        "source", metavar="SOURCE", nargs="?", help="camera, address or file (default: the camera)"
    )
    parser.add_argument(
        "--players", metavar="A,B,C", required=True, help="clockwise as seen from above"
    )
    parser.add_argument(
        "--auto", action="store_true", help="ask nothing: even seats, the table as seen"
    )
    parser.add_argument(
        "--seats", metavar="0,90,…", help="degrees clockwise from the picture's lower edge"
    )
    for place, meaning in placing.PLACES.items():
        parser.add_argument(f"--{place}", metavar="L,T,R,B", help=meaning)
    parser.add_argument(
        "--letters", action="store_true", help="places before the seats for Five Alive's letters"
    )
    parser.add_argument("--annotate", metavar="FILE", type=Path, help="draw it all on a picture")
    parser.add_argument("--json", action="store_true", help="print the set-up")
    options.add_view(parser)
    options.add_deck(parser)
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Calibrate and save; nothing is kept where something is missing."""
    target = setups.place_of(args.name)
    names = [name.strip() for name in args.players.split(",")]
    told = placing.told(args, names)
    source, sample = _looked(args)
    measured = Measured.on(sample)
    note(measured.says)
    if measured.mirrored:
        way = "leave --mirror out" if args.mirror else "add --mirror"
        note(f"the picture looks mirrored: {way}, and calibrate again.")
    answers = told if args.auto else placing.asked(told, note)
    places = _zoned(answers.places, measured) if args.auto else answers.places
    layout = measured.layout(answers.seats, places, answers.letters)
    view = View.of(source, mirror=args.mirror, rotate=args.rotate)
    calibration = Calibration(measured, view, answers.seats, layout)
    _annotate(args, calibration)
    calibration.keep(target)
    emit_json(calibration.data(target)) if args.json else say(_kept(args, target))
    return DONE


def _zoned(places: Mapping[str, Outline], measured: Measured) -> Mapping[str, Outline]:
    """With the zone as it is seen, where people named none."""
    if "zone" in places:
        return places
    zone = measured.zone
    note(_WHOLE if zone is None else _TABLE)
    return places if zone is None else {**places, "zone": zone}


def _looked(args: argparse.Namespace) -> tuple[Source, Sample]:
    """The source, closed again, and what it showed; raises `UserError`."""
    from tui.decks import deck_for
    from tui.opening import load_eyes
    from vision.sampling import take_sample
    from vision.sources import SourceError, open_source

    spec = args.source or _only_camera()
    try:
        with open_source(spec, mirror=args.mirror, rotate=args.rotate, progress=note) as source:
            eyes = load_eyes(args.backend, deck_for(None, args.deck))
            note("looking at the table; take your hands away …")
            return source, take_sample(source, eyes, LOOKS)
    except SourceError as error:
        raise UserError(str(error)) from error


def _only_camera() -> str:
    from tui.commands.cameras import NONE
    from vision.sources.backends import OpenCvBackend

    devices = OpenCvBackend().devices()
    if not devices:
        raise UserError(NONE)
    return str(devices[0].index)


def _annotate(args: argparse.Namespace, calibration: Calibration) -> None:
    from vision.pictures import PictureError, save

    if args.annotate is None:
        return
    try:
        save(args.annotate, calibration.drawn())
    except PictureError as error:
        raise UserError(str(error)) from error


def _kept(args: argparse.Namespace, target: Path) -> str:
    return (
        f"{args.name}: kept in {target}; `symposiarch play GAME --setup {args.name}` plays there."
    )
