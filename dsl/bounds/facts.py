"""What has been found out so far about a game at its tables; it grows until nothing new is found."""

from __future__ import annotations

from math import inf
from typing import TypeAlias

from attrs import define, field, frozen

from dsl.bounds.parts import Part, parts
from dsl.bounds.tables import Tables
from dsl.bounds.worth import NEVER, Amount, Worth, number

Key: TypeAlias = "tuple[str, str]"


@frozen
class Why:
    """What keeps a number, in words, and the statement or declaration that is the reason, if it is one."""

    words: str
    node: object = None


@define(eq=False)
class Facts:
    """`variables` and `fields` by name, `slots` by body and number, `lying` the kinds of pieces by zone.

    `sizes` is how many pieces one instance of a zone may hold, `pieces` how many of each kind there may be, `runs` how
    often a body is carried out in a game, `passes` how often a round goes on each time it begins.
    """

    tables: Tables
    parts: tuple[Part, ...]
    variables: dict[str, Worth] = field(factory=dict)
    fields: dict[str, Worth] = field(factory=dict)
    slots: dict[Key, dict[int, Worth]] = field(factory=dict)
    answers: dict[str, Worth] = field(factory=dict)
    held: dict[int, Worth] = field(factory=dict)
    lying: dict[str, frozenset[int]] = field(factory=dict)
    sizes: dict[str, Amount] = field(factory=dict)
    pieces: dict[int, Amount] = field(factory=dict)
    runs: dict[Key, Amount] = field(factory=dict)
    passes: dict[str, Amount] = field(factory=dict)
    why: dict[tuple[str, str], Why] = field(factory=dict)

    def grown(self, table: dict[str, Worth], name: str, worth: Worth) -> None:
        """One more thing that it may be."""
        old = table.get(name, NEVER)
        if worth.low < old.low or worth.high > old.high or worth.most > old.most or not worth.of <= old.of:
            table[name] = Worth(
                min(old.low, worth.low), max(old.high, worth.high), max(old.most, worth.most), old.of | worth.of
            )

    @property
    def rounds(self) -> Worth:
        """What `round_number` can be."""
        return number(0, max(self.passes.values(), default=0))

    def count(self, kinds: frozenset[int | str]) -> Amount:
        """How many pieces there may be of these kinds."""
        return sum(self.pieces.get(kind, 0) for kind in kinds if isinstance(kind, int))

    def in_zone(self, zone: str, instances: int) -> Amount:
        """How many pieces may lie in so many instances of a zone together."""
        kinds: frozenset[int | str] = frozenset(self.lying.get(zone, ()))
        room = self.sizes.get(zone, 0)
        return min(self.count(kinds), inf if room == inf else room * instances)


def facts(tables: Tables) -> Facts:
    """Nothing is known yet."""
    found = tuple(parts(tables.game))
    return Facts(tables, found, slots={p.key: {} for p in found})
