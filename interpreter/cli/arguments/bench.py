"""The words behind `bylaws bench`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game
from interpreter.cli.arguments.table import add_bots


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --variant, --set, --players or --seats, --seconds, --format."""
    add_game(parser)
    add_bots(parser, "who sits where")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="N", help="how long to measure (3)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
