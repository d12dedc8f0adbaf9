"""The words behind `bylaws sweep`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.table import add_measures, add_table


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --set, --variant, who plays how many games, --measure, --target, --format, --svg, --out."""
    parser.add_argument("game", metavar="GAME", help="the name of a game, a folder, or a .bylaws file")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="a parameter with the values to try: price=1..5, price=2,4,8, fog=yes,no; the name alone for all that it "
        "may have; with one value it is set to that; may be given several times",
    )
    parser.add_argument(
        "--variant",
        dest="variants",
        action="append",
        default=[],
        metavar="NAME",
        help="put a variant on the game; may be given several times",
    )
    add_table(parser, "how many games with each value (500)")
    add_measures(parser)
    parser.add_argument(
        "--target", metavar="WORDS=VALUE", help='find the value that comes nearest, as in "team wins = 40%%"'
    )
    parser.add_argument("--format", choices=("text", "json", "csv"), default="text", help="how to print (text)")
    parser.add_argument("--svg", metavar="FILE", help="also draw a picture there")
    parser.add_argument("--out", metavar="DIR", help="also write sweep.json, sweep.csv and sweep.svg there")
