"""The words behind `bylaws ir`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --bounds, --players, --format."""
    add_game(parser)
    parser.add_argument(
        "--bounds",
        action="store_true",
        help="print how large everything can get, and what keeps it there; for all numbers of players and all values"
        " that parameters may be given, but for those given with --set",
    )
    parser.add_argument("--players", type=int, metavar="N", help="with --bounds: for so many players alone")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
