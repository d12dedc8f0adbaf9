"""The words behind `bylaws rule`."""

from __future__ import annotations

from argparse import ArgumentParser


def add_arguments(parser: ArgumentParser) -> None:
    """NAME, --format."""
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="the name in square brackets of what was found; without it, all are listed",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
