"""The words behind `bylaws lint`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.words import FORMATS, LEVELS


def add_arguments(parser: ArgumentParser) -> None:
    """PATH ..., --fix, --unsafe-fixes, --diff, --select, --ignore, --format, --fail-level, --statistics, --watch."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="the name of a game, a folder, or a .bylaws file")
    parser.add_argument("--fix", action="store_true", help="carry out fixes that cannot change what is meant")
    parser.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix or --diff: the others too; look at them"
    )
    parser.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    parser.add_argument("--select", metavar="RULES", help="only these: names, codes or categories, with commas")
    parser.add_argument("--ignore", metavar="RULES", help="all but these")
    parser.add_argument("--statistics", action="store_true", help="how often each is found, and nothing more")
    parser.add_argument("--watch", action="store_true", help="look again whenever a file changes")
    parser.add_argument("--format", choices=FORMATS, default="full", help="how to print (full)")
    parser.add_argument("--fail-level", choices=LEVELS, default="warning", help="what counts as a failure (warning)")
