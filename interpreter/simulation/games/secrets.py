"""Looking for leaks in many games, on one worker or several."""

from collections.abc import Callable
from time import monotonic

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.secrecy.search import Searched, look_through
from interpreter.simulation.games.run import Rules
from interpreter.simulation.processes.parallel import Run, run_seeds


@frozen
class Search:
    """The work of looking through games with so many players."""

    rules: Rules
    players: int

    def start(self) -> Callable[[int, Searched], None]:
        engine = Engine(self.rules.game(), self.players, trace=True)
        return lambda seed, searched: look_through(engine, seed, searched)

    def empty(self) -> Searched:
        return Searched()

    def merge(self, whole: Searched, part: Searched) -> None:
        whole.merge(part)


def search(
    rules: Rules, players: int, seeds: range, *, jobs: int, seconds: float | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> Run[Searched]:  # fmt: skip
    """Looks through the games with these seeds, for so long at most. Ctrl-C gives what has been found so far.

    What is found in a game hangs on its seed alone.
    """
    last = None if seconds is None else monotonic() + seconds

    def enough(_: Searched) -> bool:
        return last is not None and monotonic() > last

    return run_seeds(Search(rules, players), seeds, jobs=jobs, progress=progress, enough=enough, largest_chunk=_LARGEST)


#: A game takes a second or so: so many are worked on between two looks at the clock.
_LARGEST = 2
