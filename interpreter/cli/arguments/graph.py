"""The words behind `bylaws graph`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --variant, --set, --format."""
    add_game(parser)
    parser.add_argument(
        "--format", choices=("mermaid", "dot", "json"), default="mermaid", help="the language to draw it in (mermaid)"
    )
