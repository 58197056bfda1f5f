"""`symposiarch deck`: a deck of our own to print and cut out."""

from __future__ import annotations

import argparse
from pathlib import Path

from tui.cli import DONE, Subparsers, UserError
from tui.output import say

_PAPERS = {"a4": "A4", "letter": "Letter"}


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "deck",
        help="a deck to print and cut out",
        description="Writes our own Five Alive deck as a PDF: 77 cards of 63x88 mm and six sets of"
        " the letters A, L, I, V, E, nine a page with cut marks. It is read without enrolment."
        " Print it at 100 % (not 'fit to page') on stiff paper.",
    )
    parser.add_argument("deck", metavar="DECK", choices=("fivealive",), help="fivealive")
    parser.add_argument(
        "--paper", type=str.lower, choices=_PAPERS, default="a4", help="A4 (default) or Letter"
    )
    parser.add_argument(
        "--backs", action="store_true", help="backs too, for printing on both sides (long edge)"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, default=Path("fivealive.pdf"), help="the PDF to write"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write the PDF."""
    from datasets.deck.fivealive import printed_cards
    from datasets.deck.sheets import write_pdf

    cards = printed_cards()
    try:
        pages = write_pdf(args.out, cards, _PAPERS[args.paper], backs=args.backs)
    except OSError as error:
        raise UserError(f"{args.out} cannot be written: {error.strerror or error}.") from error
    say(f"{args.out}: {len(cards)} cards on {pages} pages of {_PAPERS[args.paper]}.")
    return DONE
