"""The words behind `bylaws diff`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_rule_set


def add_arguments(parser: ArgumentParser) -> None:
    """A, B, --variant, --set, --format."""
    parser.add_argument("first", metavar="A", help="the name of a game, a folder, or a .bylaws file")
    parser.add_argument(
        "second",
        metavar="B",
        nargs="?",
        help="another game or file, or the name of a variant of A; without it, A with the --variant and --set given",
    )
    add_rule_set(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
