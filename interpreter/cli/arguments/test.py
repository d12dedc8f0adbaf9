"""The words behind `bylaws test`."""

from __future__ import annotations

from argparse import ArgumentParser


def add_arguments(parser: ArgumentParser) -> None:
    """PATH ..., -k, --variant, --coverage, --watch, --format."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="the name of a game, a folder, or a .bylaws file")
    parser.add_argument("-k", dest="only", metavar="TEXT", default="", help="only scenarios whose title contains TEXT")
    parser.add_argument("--variant", dest="variants", action="append", default=[], metavar="NAME",
                        help="play all scenarios with a variant on")  # fmt: skip
    parser.add_argument(
        "--coverage", action="store_true", help="list the rules, branches, cards and clauses not reached"
    )
    parser.add_argument("--watch", action="store_true", help="play them again whenever a file changes")
    parser.add_argument(
        "--format", choices=("full", "concise", "json", "junit"), default="full", help="how to print (full)"
    )
