"""Games that the rules could not finish, as lines for people."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from dsl.listing import count
from interpreter.cli.output.tables import AsIs, Block
from interpreter.simulation.games.measures import rotated
from interpreter.simulation.games.tally import Tally


def command_to_see(game: str, variants: Sequence[str], settings: Sequence[str], seats: Sequence[str], seed: int) -> str:
    """The command that shows the game with this seed, between the bots in these seats."""
    chosen = [word for name in variants for word in ("--variant", name)]
    chosen += [word for setting in settings for word in ("--set", setting)]
    return shlex.join(["bylaws", "play", game, *chosen, "--seats", ",".join(seats), "--seed", str(seed), "--trace"])


def command_after_moving(
    game: str, variants: Sequence[str], settings: Sequence[str], seats: Sequence[str], seed: int, players: int
) -> str:
    """The same where the bots move on by one seat from game to game."""
    assert players == len(seats), "all games are played at one table"
    return command_to_see(game, variants, settings, rotated(seats, seed), seed)


def fault_lines(tally: Tally, command: Callable[[int, int], str], lead: str = "") -> Iterator[Block]:
    """Each kind of fault once, with how often it was met and the seed that shows it.

    `command` says what to type to see the game with a seed, for so many players. `lead` comes before each line.
    """
    kinds = Counter((fault.message, fault.where) for fault in tally.faults)
    for (message, where), number in kinds.most_common():
        seed = next(fault.seed for fault in tally.faults if (fault.message, fault.where) == (message, where))
        yield f"{lead}{count(number, 'game')}: {message} ({where}); the first has the seed {seed}"
        yield AsIs(f"{lead}  see it by: {command(seed, tally.seats)}")
    if tally.faulty > len(tally.faults):
        yield f"{lead}... and {count(tally.faulty - len(tally.faults), 'game')} more that could not be finished"
