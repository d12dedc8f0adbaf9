"""The words behind `bylaws rulebook`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --variant, --set, --format, --out."""
    add_game(parser)
    parser.add_argument(
        "--format", choices=("markdown", "html", "json"), default="markdown", help="how to write it (markdown)"
    )
    parser.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
