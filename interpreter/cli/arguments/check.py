"""The words behind `bylaws check`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.words import FORMATS, NO_NAME


def add_arguments(parser: ArgumentParser) -> None:
    """PATH ..., --format, --stdin-filename."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="the name of a game, a folder, a .bylaws file, or - for standard input",
    )
    parser.add_argument("--format", choices=FORMATS, default="full", help="how to print (full)")
    parser.add_argument(
        "--stdin-filename", metavar="FILE", default=NO_NAME, help="the file that standard input stands for"
    )
