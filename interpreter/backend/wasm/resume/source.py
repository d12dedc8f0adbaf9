"""The door to games that are entered in the middle: a module for the states of a stepping engine."""

from typing import Final
from weakref import WeakKeyDictionary

from dsl.cache import key_of, remembered
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.wasm.driver.records import Judged
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.nodes.questions import by_bot
from interpreter.backend.wasm.resume.game import ResumedModule
from interpreter.backend.wasm.resume.handover import Handover
from interpreter.backend.wasm.resume.module import Resuming, begun, finished
from interpreter.backend.wasm.resume.points import Points, lists_kept, points_of
from interpreter.backend.wasm.search.passes import thinking_of, write_search
from interpreter.errors import LoweringError
from interpreter.program.model.routine_id import WHOLE_GAME
from interpreter.runtime.worth import wins_together

#: Places in the memory of a module that whoever uses it reads or writes.
_TOLD: Final = ("before", "search", "keys", "nodes", "deal ruled", "deal rows")
#: What was made of each, by its kind: of a game without a key nothing is kept elsewhere, and each has its thinkers.
_MADE: WeakKeyDictionary[PythonSource, dict[tuple[str, str], ResumedModule | None]] = WeakKeyDictionary()


def resumed_module(
    source: PythonSource, *, searches: bool = False, judged: Judged | None = None
) -> ResumedModule | None:
    """Makes what plays on from any state of generated Python; None if something in the game has no native code.

    With `searches`, seats can look for their best answers in it, and are after what games are `judged` by, if anything,
    beside winning them. It is made once for each source, and kept in the cache.
    """
    if WHOLE_GAME not in source.started:
        return None

    def make() -> ResumedModule | None:
        made = written(source, searches=searches, judged=judged)
        return None if made is None else compiled(source, made)

    kind = "native steps" if not searches else "native search"
    after = "" if judged is None else "score" if judged.score else "place"
    made_before = _MADE.setdefault(source, {})
    if (kind, after) not in made_before:
        key = source.key and key_of(source.key, kind, after)
        made_before[kind, after] = remembered("code", key, make)
    return made_before[kind, after]


def written(source: PythonSource, *, searches: bool, judged: Judged | None = None) -> Resuming | None:
    """Writes the module."""
    plays = PythonSource(source.given, False) if source.journal else source
    game = plays.whole_game()
    if game is None:
        return None
    partitions, plain = source.stepping()
    try:
        points = points_of(partitions)
        if not _are_same(source, points):
            return None
        made = begun(game, points, plain)
        if searches:
            thinking = thinking_of(made)
            write_search(made, thinking, judged)
            finished(made, thinking.answer)
        else:
            finished(made, by_bot)
    except (Unsupported, LoweringError, RecursionError):
        return None
    return made


def compiled(source: PythonSource, made: Resuming) -> ResumedModule:
    """Compiles a module that has been written."""
    memory = made.unit.memory
    routines = [routine for routine, _ in made.unit.routines.values()]
    kept = lists_kept([*routines, *(one.routine for one in made.points.routines.values())])
    handover = Handover(memory, made.frames, made.points, source.started[WHOLE_GAME].end, *kept)
    at = {name: at for name, at in memory.at.items() if name in _TOLD}
    return ResumedModule(made.unit.module.encoded(), handover, at, wins_together(made.unit.program.game))


def _are_same(source: PythonSource, points: Points) -> bool:
    """Whether these are the questions of the engine: another one that was made ready before has other blocks."""
    found = {label: [*points.routines[point.routine].frame] for label, point in points.questions.items()}
    return all(label in source.asks and [*source.asks[label][1]] == frame for label, frame in found.items())
