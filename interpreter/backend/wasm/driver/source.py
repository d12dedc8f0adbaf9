"""The door of the native back end: a machine for a game, if it can be made."""

from collections.abc import Sequence

from dsl.cache import key_of, remembered
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.wasm.driver.machine import BOTS, Compiled, Machine, is_there
from interpreter.backend.wasm.driver.whole_game import Judged, native_module
from interpreter.backend.wasm.emit.memory import Memory, Unsupported
from interpreter.errors import LoweringError
from interpreter.program.optimise.whole_game import WholeGame


def machine(source: PythonSource, seats: Sequence[str], judged: Judged) -> Machine | None:
    """Makes what plays the game of generated Python natively, with these bots; None if it cannot be done here."""
    if not is_there() or not BOTS.keys() >= set(seats):
        return None
    key = source.key and key_of(source.key, "native", repr(judged))
    compiled = remembered("code", key, lambda: compiled_game(source.whole_game(), judged))
    return None if compiled is None else Machine(compiled, seats)


def compiled_game(game: WholeGame | None, judged: Judged) -> Compiled | None:
    """Compiles a game to a module; None if something in it has no native code."""
    if game is None:
        return None
    try:
        module, memory = native_module(game, judged)
    except (Unsupported, LoweringError, RecursionError):
        return None
    return Compiled(module.encoded(), addresses(memory))


def addresses(memory: Memory) -> dict[str, int]:
    """Where in memory stands what is read and written from outside."""
    return {name: memory.at[name] for name in ("bots", "game", "results")}
