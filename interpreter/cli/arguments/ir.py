"""The words behind `bylaws ir`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --format."""
    add_game(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
