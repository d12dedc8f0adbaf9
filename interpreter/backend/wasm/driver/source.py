"""The door of the native back end: modules for a game, if they can be made."""

from collections.abc import Sequence

from interpreter.backend.wasm.driver.counts import Counts
from interpreter.backend.wasm.driver.machine import BOTS, Compiled, is_there
from interpreter.backend.wasm.driver.records import NOT_JUDGED, Judged
from interpreter.backend.wasm.driver.whole_game import native_module
from interpreter.backend.wasm.emit.binary import Module
from interpreter.backend.wasm.emit.memory import MOST_ANSWERS, Memory, Unsupported
from interpreter.backend.wasm.watch.layout import Wanted, Watch
from interpreter.errors import LoweringError
from interpreter.program.optimise.whole_game import WholeGame


def can_play(seats: Sequence[str]) -> bool:
    """Whether anything can be played natively here, with these bots."""
    return is_there() and BOTS.keys() >= set(seats)


def compiled_game(game: WholeGame | None, judged: Judged | None, wanted: Wanted | None = None) -> Compiled | None:
    """Compiles a game to a module; None if something in it has no native code. With `wanted`, its games are watched."""
    if game is None:
        return None
    watch = None if wanted is None else Watch(wanted)
    try:
        module, memory, counts = native_module(game, judged or NOT_JUDGED, watch)
    except (Unsupported, LoweringError, RecursionError):
        return None
    return compiled(module, memory, counts, watch)


def compiled(module: Module, memory: Memory, counts: Counts, watch: Watch | None = None) -> Compiled:
    """A module that has been written, and what is known of it from outside."""
    counted = [(memory.at["choices"], 4 * MOST_ANSWERS), (counts.at, counts.size)]
    if watch is not None:
        counted.append((watch.cleared[0][0], memory.end - watch.cleared[0][0]))
    at = {name: memory.at[name] for name in ("bots", "game", "results", "choices")}
    return Compiled(module.encoded(), at, counts, tuple(counted), None if watch is None else watch.counters())
