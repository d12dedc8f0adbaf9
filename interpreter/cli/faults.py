"""Games that the rules could not finish, as lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from interpreter.cli.tables import count
from interpreter.simulation.tally import Tally


def fault_lines(tally: Tally, command: Callable[[int, int], str] | None = None) -> Iterator[str]:
    """Each kind of fault once, with how often it was met and the seed that shows it.

    `command` says what to type to see the game with a seed, for so many players.
    """
    kinds = Counter((fault.message, fault.where) for fault in tally.faults)
    for (message, where), number in kinds.most_common():
        seed = next(fault.seed for fault in tally.faults if (fault.message, fault.where) == (message, where))
        yield f"{count(number, 'game')}: {message} ({where}); the first has the seed {seed}"
        if command is not None:
            yield f"  see it by: {command(seed, tally.seats)}"
    if tally.faulty > len(tally.faults):
        yield f"... and {count(tally.faulty - len(tally.faults), 'game')} more that could not be finished"
