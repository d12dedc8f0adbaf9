"""The words behind `bylaws fmt`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.words import NO_NAME


def add_arguments(parser: ArgumentParser) -> None:
    """PATH ..., --check, --diff, --format, --stdin-filename."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="the name of a game, a folder, a .bylaws file, or - for standard input, which is printed formatted",
    )
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file would change")
    parser.add_argument("--diff", action="store_true", help="change nothing; show what would change")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to report (text)")
    parser.add_argument(
        "--stdin-filename", metavar="FILE", default=NO_NAME, help="the file that standard input stands for"
    )
