"""`bylaws ir`: prints the IR of the rules, for people or for programs, and the bounds of everything."""

from argparse import Namespace

from dsl.bounds.report import bounds
from dsl.ir import nodes as ir
from dsl.ir.json import to_json
from dsl.ir.print import printed
from interpreter.cli.input.game import rules_of, sound, values
from interpreter.cli.output import bounds_json, bounds_text
from interpreter.cli.output.written import print_json
from interpreter.cli.wrong_use import WrongUse
from interpreter.errors import LoweringError
from interpreter.program.cfg.stack_bound import StackBound, stack_bound
from interpreter.program.lower import lower
from interpreter.program.model.setting import setting


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    if options.players is not None and not options.bounds:
        raise WrongUse("--players says nothing about the rules themselves", "write --bounds --players N")
    game = sound(rules_of(options))
    if options.bounds:
        _print_bounds(game, options)
    elif options.format == "json":
        print_json(to_json(game))
    else:
        print(printed(game), end="")
    return 0


def _print_bounds(game: ir.Game, options: Namespace) -> None:
    fewest, most = game.fewest_players, game.most_players
    if options.players is not None and not fewest <= options.players <= most:
        raise WrongUse(f"{game.title} is for {fewest} to {most} players", f"write --players {most}")
    given = values(options.settings)
    found = bounds(game, options.players, {p.name: p.value for p in game.parameters if p.name in given})
    stack = _stack(game, options.players or most)
    if options.format == "json":
        print_json(bounds_json.report(found, stack))
    else:
        print(bounds_text.report(found, stack), end="")


def _stack(game: ir.Game, players: int) -> StackBound | None:
    """Nothing, if the game cannot be played yet."""
    try:
        return stack_bound(lower(setting(game, players, {})))
    except LoweringError:
        return None
