"""`symposiarch calibrate`: makes a table's set-up from its picture, and saves it by name."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import options, placing, setups
from tui.cli import DONE, Subparsers, UserError
from tui.output import emit_json, note, say

if TYPE_CHECKING:
    from vision.calibration import Layout
    from vision.places import TableData
    from vision.sampling import Sample
    from vision.scale import Plane
    from vision.sources import Source

_LOOKS = 5
_NO_CARD = (
    "no card is seen that lies free and whole: lay two to four cards face up on the table, apart"
    " from each other, take your hands away, and calibrate again."
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
        "--auto", action="store_true", help="ask nothing: even seats, the whole picture"
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
    plane = _plane(sample)
    note(_measured(plane))
    _warn_mirrored(sample, args)
    answers = told if args.auto else placing.asked(told, note)
    layout = _layout(answers, sample, plane)
    reference = target.with_suffix(".jpg")
    table = _table(args, source, sample, plane, layout, reference)
    data = _data(names, answers.seats, layout, table)
    _keep(args, target, data, sample, layout)
    emit_json(data) if args.json else say(_kept(args, target))
    return DONE


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
            return source, take_sample(source, eyes, _LOOKS)
    except SourceError as error:
        raise UserError(str(error)) from error


def _only_camera() -> str:
    from tui.commands.cameras import NONE
    from vision.sources.backends import OpenCvBackend

    devices = OpenCvBackend().devices()
    if not devices:
        raise UserError(NONE)
    return str(devices[0].index)


def _plane(sample: Sample) -> Plane:
    from vision.scale import plane_of

    plane = plane_of(sample.sights, sample.size)
    if plane is None:
        raise UserError(_NO_CARD)
    return plane


def _measured(plane: Plane) -> str:
    cards = "1 card" if plane.cards == 1 else f"{plane.cards} cards"
    return (
        f"measured by {cards}: a pixel is {plane.mm_per_px:.2f} mm, the camera looks"
        f" {plane.tilt:.0f}° (give or take {math.ceil(plane.doubt)}°) aslant."
    )


def _warn_mirrored(sample: Sample, args: argparse.Namespace) -> None:
    """Seats of a mirrored picture are the wrong way round."""
    from vision.mirrored import MirrorWatch

    watch = MirrorWatch()
    watch.note(sample.image, sample.sight.cards)
    if watch.looks_mirrored:
        way = "leave --mirror out" if args.mirror else "add --mirror"
        note(f"the picture looks mirrored: {way}, and calibrate again.")


def _layout(answers: placing.Answers, sample: Sample, plane: Plane) -> Layout:
    from vision.calibration import Layout, letters_of, stock_of

    places = answers.places
    stock = places.get("stock") or stock_of(sample.sights, plane, sample.size)
    letters = letters_of(answers.seats, plane, sample.size) if answers.letters else {}
    return Layout(places.get("zone"), places.get("tray"), stock, letters)


def _table(
    args: argparse.Namespace,
    source: Source,
    sample: Sample,
    plane: Plane,
    layout: Layout,
    reference: Path,
) -> TableData:
    from vision.places import TableData

    return TableData(
        camera=source.name if source.live else "",
        size=sample.size,
        mirror=args.mirror,
        rotate=args.rotate,
        mm_per_px=round(plane.mm_per_px, 4),
        tilt=round(plane.tilt, 1),
        away=round(plane.away, 1),
        doubt=round(plane.doubt, 1),
        tray=layout.tray,
        stock=layout.stock,
        letters=dict(layout.letters),
        reference=str(reference.absolute()),
    )


def _data(
    names: list[str], seats: dict[str, float], layout: Layout, table: TableData
) -> dict[str, Any]:
    """The set-up as `--setup` takes it."""
    import msgspec

    region = {} if layout.zone is None else {"region": layout.zone}
    data = {"players": names, "seats": seats, **region, "table": table}
    builtins: dict[str, Any] = msgspec.to_builtins(data)
    return builtins


def _keep(
    args: argparse.Namespace, target: Path, data: dict[str, Any], sample: Sample, layout: Layout
) -> None:
    """The set-up, its reference (nothing of people outside the zone, SAF-11), the drawing."""
    from vision.calibration import drawn
    from vision.pictures import PictureError, save
    from vision.places import blackened
    from vision.scale import free_cards

    try:
        if args.annotate is not None:
            cards = free_cards(sample.sight, sample.size)
            save(args.annotate, drawn(sample.image, data["seats"], layout, cards))
        target.parent.mkdir(parents=True, exist_ok=True)
        save(target.with_suffix(".jpg"), blackened(sample.image, layout.zone))
        setups.save(target, data)
    except PictureError as error:
        raise UserError(str(error)) from error
    except OSError as error:
        raise UserError(f"the set-up cannot be kept in {target}: {error.strerror}.") from error


def _kept(args: argparse.Namespace, target: Path) -> str:
    return (
        f"{args.name}: kept in {target}; `symposiarch play GAME --setup {args.name}` plays there."
    )
