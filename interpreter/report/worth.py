"""What two thoughts about a question say together: one picks answers out, the other measures them, and both ways round.

A number that was picked out for being large is large by chance in part; measured by other luck, it is not.
"""

from collections.abc import Callable, Iterable, Sequence
from math import exp, log, sqrt
from typing import Final, TypeAlias

from interpreter.runtime.thought import Thought
from interpreter.simulation.statistics.intervals import wilson

#: Who expects no more than this part of the win has lost.
LOST: Final = 0.05
#: And cannot well expect more than this.
SURELY_LOST: Final = 0.15
#: So many standard errors off is no chance, even of many.
SURE: Final = 3.0
#: Answers that are worth so little less than the best are as good.
AS_GOOD: Final = 0.02
#: So much more of the win for another is worth giving away a game for.
MOVED: Final = 0.15

#: What one thought says of the answers that the other picked out.
_Measured: TypeAlias = Callable[[Thought, Thought], float | None]


def gap(thoughts: Sequence[Thought]) -> float | None:
    """By how much the best answer is better than the next."""

    def measured(picks: Thought, measures: Thought) -> float | None:
        others = [one for one in picks.answers if one.visits and one.alike != picks.answers[picks.best].alike]
        others.sort(key=lambda one: -one.visits)
        return _less(measures, picks.best, [one.place for one in others[:1]])

    return _both_ways(thoughts, measured)


def careless(thoughts: Sequence[Thought]) -> float | None:
    """By how much it is better than all answers on average: what it costs to answer without a thought."""
    return _both_ways(thoughts, lambda picks, measures: _less(measures, picks.best, range(len(picks.answers))))


def short(thoughts: Sequence[Thought], place: int) -> float | None:
    """By how much an answer is worse than the best."""
    return _both_ways(thoughts, lambda picks, measures: _less(measures, picks.best, [place]))


def width(thoughts: Sequence[Thought]) -> float:
    """How many answers were looked at as though they were equally good: exp of the entropy of the tries."""
    different = [one.place for one in thoughts[0].answers if one.alike == one.place]
    tried = [sum(thought.answers[place].visits for thought in thoughts) for place in different]
    whole = sum(tried)
    return exp(-sum(n / whole * log(n / whole) for n in tried if n)) if whole else 1.0


def chances(thoughts: Sequence[Thought]) -> tuple[float, ...]:
    """By seat, what part of the win the seat that thinks expects for it; nothing if it has come to nothing."""
    known = [thought.wins for thought in thoughts if thought.wins]
    return tuple(sum(each) / len(known) for each in zip(*known, strict=True))


def has_lost(thoughts: Sequence[Thought]) -> bool:
    """Whether the seat that thinks has lost; that it hardly tried is not enough for that."""
    tried = sum(thought.passes for thought in thoughts)
    came = sum(thought.passes * thought.wins[thought.seat] for thought in thoughts if thought.wins)
    return tried > 0 and came <= LOST * tried and wilson(came, tried).high <= SURELY_LOST


def nothing_hangs_on_it(thoughts: Sequence[Thought]) -> bool:
    """Whether all answers came to exactly the same, as in a game that is decided; then any may be given."""
    came = {one.means[thought.seat] for thought in thoughts for one in thought.answers if one.visits}
    return len(came) == 1


def makes_a_king(thoughts: Sequence[Thought]) -> bool:
    """Whether a seat that has lost decides which of the others wins.

    Of the answers that are as good for it, one thought picks out the two between which another seat's part of the win
    differs most, and the other has to say so, too. There are many decisions in a game, so it has to be very sure.
    """
    if not has_lost(thoughts):
        return False
    seat = thoughts[0].seat
    tried = [place for place in range(len(thoughts[0].answers)) if all(t.answers[place].visits for t in thoughts)]
    means = {place: thoughts[0].answers[place].means[seat] for place in tried}
    wins = [{place: thought.answers[place].wins for place in tried} for thought in thoughts]
    best = max(means.values(), default=0.0)
    good = [place for place in tried if means[place] >= best - AS_GOOD]
    for other in range(len(thoughts[0].wins)) if good else ():
        most, least = (pick(good, key=lambda place: wins[0][place][other]) for pick in (max, min))
        moved = [one[most][other] - one[least][other] for one in wins]
        if other != seat and min(moved) >= MOVED and moved[1] >= SURE * _error(thoughts[1], (most, least), other):
            return True
    return False


def _error(thought: Thought, places: Sequence[int], seat: int) -> float:
    """The standard error of a difference between what two answers are worth; one more win and loss is allowed for."""
    both = [thought.answers[place] for place in places]
    rates = [((one.visits * one.wins[seat] + 1) / (one.visits + 2), one.visits) for one in both]
    return sqrt(sum(rate * (1 - rate) / visits for rate, visits in rates))


def _both_ways(thoughts: Sequence[Thought], measured: _Measured) -> float | None:
    first, second = thoughts
    found = [one for one in (measured(first, second), measured(second, first)) if one is not None]
    return sum(found) / len(found) if found else None


def _less(thought: Thought, place: int, others: Iterable[int]) -> float | None:
    best, compared = thought.answers[place], [thought.answers[k] for k in others if thought.answers[k].visits]
    if not compared or not best.visits:
        return None
    return best.wins[thought.seat] - sum(one.wins[thought.seat] for one in compared) / len(compared)
