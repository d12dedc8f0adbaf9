"""The rules that are meant by the arguments that name a rule set, the same for every command."""

import re
import sys
from argparse import Namespace
from collections.abc import Sequence

from dsl.diagnostic import Level
from dsl.ir import nodes as ir
from dsl.loading import Loaded, load
from dsl.render import render
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.wrong_use import FaultyRules, WrongUse


def rules_of(options: Namespace) -> Loaded:
    """The rules that the options mean, which may have errors."""
    return load(options.game, options.variants, values(options.settings))


def sound(rules: Loaded) -> ir.Game:
    """The game of rules without errors. Raises FaultyRules, after standard error has said why."""
    if not is_sound(rules) or rules.game is None:
        raise FaultyRules
    return rules.game


def is_sound(rules: Loaded) -> bool:
    """Whether the rules have no errors; if they have, standard error says which."""
    errors = [found for found in rules.diagnostics if found.level is Level.ERROR]
    print(render(errors, "full", has_colour(sys.stderr)), end="", file=painted(sys.stderr))
    return not errors


def values(settings: Sequence[str], option: str = "--set") -> dict[str, str]:
    """`NAME=VALUE` as it stands behind the option on the command line, by name."""
    given: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise WrongUse(f"{option} {setting} gives no value", f"write it as in {option} {name or 'price'}=3")
        if re.fullmatch(r"-?\d+(\.\.|,).*", value):
            several = f"`bylaws sweep` tries several values: bylaws sweep GAME --set {name}={value}"
            raise WrongUse(f"{option} {setting} gives {name} more than one value", several)
        given[name] = value
    return given
