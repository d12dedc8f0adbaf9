"""The options that name a rule set, the same for every command, and the rules that they mean."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from dsl.diagnostic import Level
from dsl.load import Loaded, load
from dsl.render import render
from interpreter.cli.terminal import has_colour
from interpreter.cli.wrong_use import WrongUse


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


def game_of(options: Namespace) -> Loaded:
    """The rules that the options mean, which may have errors."""
    return load(options.game, options.variants, values(options.settings))


def sound(rules: Loaded) -> bool:
    """Whether the rules can be played; if not, standard error says why."""
    errors = [found for found in rules.diagnostics if found.level is Level.ERROR]
    print(render(errors, "full", has_colour(sys.stderr)), end="", file=sys.stderr)
    return not errors


def values(settings: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` as it stands on the command line, by name."""
    given: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise WrongUse(f"--set {setting} gives no value", "write it as in --set price=3")
        given[name] = value
    return given
