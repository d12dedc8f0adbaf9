"""The words behind `bylaws new`."""

from __future__ import annotations

from argparse import ArgumentParser


def add_arguments(parser: ArgumentParser) -> None:
    """NAME, or --variant NAME of GAME."""
    parser.add_argument("words", metavar="NAME", nargs="+", help="what it is called; with --variant: NAME of GAME")
    parser.add_argument("--variant", action="store_true", help="a variant of a game instead of a game of its own")
