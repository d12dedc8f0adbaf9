"""The arguments that name a rule set, the same for every command."""

from __future__ import annotations

from argparse import ArgumentParser


def add_game(parser: ArgumentParser) -> None:
    """GAME, and what makes its rules others."""
    add_name(parser)
    add_rule_set(parser)


def add_name(parser: ArgumentParser) -> None:
    """GAME."""
    parser.add_argument("game", metavar="GAME", help="the name of a game, a folder, or a .bylaws file")


def add_rule_set(parser: ArgumentParser) -> None:
    """The options that choose variants and values of parameters."""
    add_variants(parser)
    add_several(parser, "--set", "settings", "NAME=VALUE", "give a parameter another value")


def add_variants(parser: ArgumentParser) -> None:
    """--variant."""
    add_several(parser, "--variant", "variants", "NAME", "put a variant on the game")


def add_several(parser: ArgumentParser, option: str, dest: str, metavar: str, what: str) -> None:
    """An option that may stand there any number of times; `what` it does is its help."""
    parser.add_argument(
        option, dest=dest, action="append", default=[], metavar=metavar, help=f"{what}; may be given several times"
    )
