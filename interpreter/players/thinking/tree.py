"""What was tried: a tree for each seat, in which what it has seen of a pass so far leads to a node of its own.

After "Information Set Monte Carlo Tree Search" (Cowling, Powley, Whitehouse, 2012), but for the bonus of what was tried
seldom, which needs no logarithm and so is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf, sqrt

from attrs import define, field

from interpreter.runtime.thought import NODES, WIDE


@define(eq=False)
class Node:
    """`given`: how often the answer was that leads here; `asked`: how often somebody was asked here.

    `sums`: what came of it for each seat, and then the share of the win of each.
    """

    sums: list[float]
    given: int = 0
    asked: int = 0
    below: dict[Hashable, Node] = field(factory=dict)


@define(eq=False)
class Trees:
    """`beginnings`: where each seat stands at first in its tree; `root`: at the question that is thought about.

    `least` and `greatest`: what passes have been worth to anybody.
    """

    players: int
    weight: float
    least: float = field(default=inf, init=False)
    greatest: float = field(default=-inf, init=False)
    root: Node = field(init=False)
    beginnings: list[Node] = field(init=False)
    used: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.root, *self.beginnings = (self.blank() for _ in range(1 + self.players))
        self.used = 1 + self.players

    def under(self, node: Node, key: Hashable) -> Node | None:
        """The node to which a key leads; None if there is no room for another one."""
        found = node.below.get(key)
        if found is None and self.used < NODES:
            self.used += 1
            found = node.below[key] = self.blank()
        return found

    def blank(self) -> Node:
        """A node of which nothing is known."""
        return Node([0.0] * 2 * self.players)

    def add(self, way: Sequence[Node], worth: Sequence[float], shares: Sequence[float]) -> None:
        """What came of a pass goes to all nodes on its way."""
        self.least, self.greatest = min(self.least, *worth), max(self.greatest, *worth)
        for node in way:
            node.given += 1
            node.sums = [have + more for have, more in zip(node.sums, (*worth, *shares), strict=True)]

    def choose(self, node: Node, keys: Sequence[Hashable], seat: int, draw: Callable[[int], int]) -> int:
        """The place of the answer that promises most to a seat, or by luck of one that was never tried.

        Of many answers not all are tried at once, but the more the oftener somebody was asked here.
        """
        bonus = sqrt(node.asked) * self.weight
        if self.greatest > self.least:  # the less it makes of a difference, the less is tried for its own sake
            bonus *= self.greatest - self.least
        best, most = 0, -inf
        untried = []
        for place, key in enumerate(keys):
            one = node.below.get(key)
            if one is None or not one.given:
                untried.append(place)
                continue
            worth = one.sums[seat] / one.given + bonus / (one.given + 1)
            if worth > most:
                best, most = place, worth
        node.asked += 1
        allowed = 3 + int(sqrt(4 * node.asked)) if len(keys) > WIDE else len(keys)
        if untried and len(keys) - len(untried) < allowed:
            return untried[draw(len(untried))]
        return best
