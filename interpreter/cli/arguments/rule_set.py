"""The arguments that name a rule set, the same for every command."""

from __future__ import annotations

from argparse import ArgumentParser


def add_game(parser: ArgumentParser) -> None:
    """GAME, and what makes its rules others."""
    parser.add_argument("game", metavar="GAME", help="the name of a game, a folder, or a .bylaws file")
    add_rule_set(parser)


def add_rule_set(parser: ArgumentParser) -> None:
    """The options that choose variants and values of parameters."""
    parser.add_argument(
        "--variant",
        dest="variants",
        action="append",
        default=[],
        metavar="NAME",
        help="put a variant on the game; may be given several times",
    )
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="give a parameter another value; may be given several times",
    )
