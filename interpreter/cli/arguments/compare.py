"""The words behind `bylaws compare`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game, add_several
from interpreter.cli.arguments.table import add_measures, add_table


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --with-variant, --with, who plays how many games, --measure, --until-sure, --margin, --out, --format."""
    add_game(parser)
    add_several(parser, "--with-variant", "with_variants", "NAME", "compare with the same rules and this variant")
    add_several(parser, "--with", "with_settings", "NAME=VALUE", "compare with another value of a parameter")
    add_table(parser, "how many games each way (2000; with --until-sure at most 20000)")
    add_measures(parser)
    parser.add_argument(
        "--until-sure", action="store_true", help="end as soon as it is sure what differs and what does not"
    )
    parser.add_argument(
        "--margin",
        type=float,
        metavar="PERCENT",
        help="with --until-sure: a difference below this does not matter (3)",
    )
    parser.add_argument("--out", metavar="DIR", help="also write compare.json and compare.csv there")
    parser.add_argument("--format", choices=("text", "json", "csv"), default="text", help="how to print (text)")
