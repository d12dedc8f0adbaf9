"""Reports constructs that are understood and cannot be played yet, as findings and in lines."""

from dsl.cache import remembered
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.keys import key_of_game
from interpreter.errors import Lacking, LoweringError
from interpreter.program.lower import refuse_unplayable
from interpreter.program.model.setting import setting


def unsupported(game: ir.Game) -> list[Diagnostic]:
    """An error for each construct of a game that keeps it from being played; kept for a game that has a key."""
    return remembered("lacking", key_of_game(game), lambda: _unsupported(game))


def _unsupported(game: ir.Game) -> list[Diagnostic]:
    try:
        refuse_unplayable(setting(game, game.fewest_players, {}))
    except LoweringError as fault:
        return [_found(entry) for entry in fault.lacking]
    return []


def _found(entry: Lacking) -> Diagnostic:
    if entry.name:
        return error(entry.name, entry.what, entry.span)
    return error("not-playable-yet", f"{entry.what} cannot be played yet", entry.span)


def unsupported_lines(fault: LoweringError) -> str:
    """The same for a message of a few lines: each with its place."""
    places = ((entry, entry.span.source.path, entry.span.line) for entry in fault.lacking)
    return "\n        ".join(f"{path}:{line}: {entry.what}" for entry, path, line in places)
