"""What a player that thinks has come to, and by which numbers: the same whichever back end did the thinking.

Passes go on from the question that waits to the end of the game, each in a world of its own that the player cannot tell
from the real one. What came of them says what each answer is worth.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final, TypeAlias

from dsl.frozen import frozen

#: How much an answer that was tried seldom is worth beside its mean, which is 0 to 1.
USUAL_WEIGHT: Final = 0.7
#: A pass that takes more decisions than this is left out.
MOST_DECISIONS: Final = 20_000
#: After so many passes one looks whether to go on.
BATCH: Final = 100
#: When so many passes went wrong, and more than others, no more are made.
MOST_LOST: Final = 50
#: With so many answers, not all are tried at once.
WIDE: Final = 8
#: So many nodes there is room for; when all are used, the trees grow no more.
NODES: Final = 1 << 16
#: With so many answers to a question or more, chance answers it.
MOST_KEYS: Final = 4096
#: So many questions of a pass may be answered by the trees.
MOST_STEPS: Final = 4096
#: So many sets of pieces that cannot lie somewhere are told apart.
MOST_RULED: Final = 31
#: What cannot lie where it was dealt is exchanged for another one, by lot: so many are tried, so many times over.
EXCHANGES: Final = 24
SWEEPS: Final = 3

#: Is told now and then how many passes have been begun; says whether to go on.
GoesOn: TypeAlias = Callable[[int], bool]
#: How often an answer was given, and the sums of what came of it for each seat, then of its shares of the win.
Node: TypeAlias = tuple[int, Sequence[float]]


def to_the_end(_: int) -> bool:
    """Makes all passes that are asked for."""
    return True


@frozen
class Considered:
    """An answer: its `place` among all, and its `value` as `Engine.code` has it.

    `visits`: how many passes gave it; `means`: what came of these for each seat, on average (none of no passes);
    `wins`: which share of the win that was.
    `alike`: the place of the first answer that the player cannot tell from this one: all of these have the same visits.
    """

    place: int
    value: int
    visits: int
    means: tuple[float, ...]
    wins: tuple[float, ...]
    alike: int


@frozen
class Thought:
    """What the player in `seat` has come to: `answers` in the order of the menu.

    `passes` were made; those `lost` went wrong, or did not lead to this question. `wins`: by seat, the share of the win
    on average, which is what the player thinks of everybody's chances: 1 for who wins alone, half for two who win, an
    equal share for all if nobody wins; where all can win together, 1 for winning and 0 for losing. `means`: what came
    of them, of which a tenth is the place, or how near all came to winning; or else the score.
    """

    seat: int
    answers: tuple[Considered, ...]
    passes: int
    lost: int
    means: tuple[float, ...]
    wins: tuple[float, ...]

    @property
    def best(self) -> int:
        """The place of the answer that was given most; of equal ones the one with the best mean, then the first."""
        return max(self.answers, key=lambda one: (one.visits, self._mean(one), -one.place)).place

    def _mean(self, one: Considered) -> float:
        return one.means[self.seat] if one.visits else 0.0


def thought(
    seat: int, values: Sequence[int], keys: Sequence[Hashable], nodes: Mapping[Hashable, Node], passes: int, lost: int
) -> Thought:
    """What came of it: of each answer its value and its key, by which `nodes` say what was tried."""
    first: dict[Hashable, int] = {}
    answers = []
    for place, (value, key) in enumerate(zip(values, keys, strict=True)):
        visits, sums = nodes.get(key, (0, ()))
        answers.append(Considered(place, value, visits, *_means(visits, sums), first.setdefault(key, place)))
    tried = [nodes[key] for key in first if key in nodes]
    visits, sums = sum(times for times, _ in tried), [*map(sum, zip(*(came for _, came in tried), strict=True))]
    return Thought(seat, tuple(answers), passes, lost, *_means(visits, sums))


def _means(visits: int, sums: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What came of so many passes on average for each seat, and the share of the win."""
    if not visits:
        return (), ()
    each = [one / visits for one in sums]
    players = len(each) // 2
    return (*each[:players],), (*each[players:],)
