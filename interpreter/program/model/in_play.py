"""What is known before play of numbers at one table: the intervals of their declarations, as far as they are tested."""

from attrs import define, field

from dsl.bounds.declared import Declared
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Interval
from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER


@define(eq=False, slots=False)
class InPlay(Declared):
    """What is known before play of a game whose numbers have been tested for their range, and variables for `held`."""

    held_to: int = LARGEST_NUMBER
    _types: dict[ir.Type, Interval] = field(factory=dict, init=False)

    def variable(self, name: str) -> Interval:
        found = super().variable(name)
        start = self.declared.variables[name].start
        begins_within = is_within(evaluate(start, self), self.held_to)
        return _tested(found, self.held_to if begins_within else LARGEST_NUMBER)

    def by_type(self, type_: ir.Type) -> Interval:
        if type_ not in self._types:
            self._types[type_] = _tested(super().by_type(type_), LARGEST_NUMBER)
        return self._types[type_]


def _tested(found: Interval, largest: int) -> Interval:
    return Interval(max(found.low, -largest), min(found.high, largest), found.most, found.of, found.least)


def is_within(found: Interval, largest: int) -> bool:
    """Whether all that a number can be is that far from 0 at most."""
    return -largest <= found.low and found.high <= largest
