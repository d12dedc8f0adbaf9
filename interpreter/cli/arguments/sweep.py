"""The words behind `bylaws sweep`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_name, add_several, add_variants
from interpreter.cli.arguments.table import add_measures, add_table


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --set, --variant, who plays how many games, --measure, --target, --format, --svg, --out."""
    add_name(parser)
    add_several(
        parser,
        "--set",
        "settings",
        "NAME=VALUES",
        "a parameter with the values to try: price=1..5, price=2,4,8, fog=yes,no; the name alone for all that it "
        "may have; with one value it is set to that",
    )
    add_variants(parser)
    add_table(parser, "how many games with each value (500)")
    add_measures(parser)
    parser.add_argument(
        "--target", metavar="WORDS=VALUE", help='find the value that comes nearest, as in "team wins = 40%%"'
    )
    parser.add_argument("--format", choices=("text", "json", "csv"), default="text", help="how to print (text)")
    parser.add_argument("--svg", metavar="FILE", help="also draw a picture there")
    parser.add_argument("--out", metavar="DIR", help="also write sweep.json, sweep.csv and sweep.svg there")
