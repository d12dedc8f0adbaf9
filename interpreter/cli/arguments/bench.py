"""The words behind `bylaws bench`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game
from interpreter.players.uniform import BOTS


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --variant, --set, --players or --seats, --seconds, --format."""
    add_game(parser)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=int, metavar="N", help="so many random players (the fewest that can play)")
    who.add_argument("--seats", metavar="BOT,BOT,...", help=f"who sits where; bots are {', '.join(BOTS)}")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="N", help="how long to measure (3)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
