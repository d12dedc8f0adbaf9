"""Looks for the best answer, pass by pass; each deals another world, walks through trees, and plays to the end.

It is written to be obviously right; `interpreter/backend/wasm/search` does the same, draw by draw.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from attrs import define, field

from interpreter.players.thinking.tree import Node, Trees
from interpreter.players.thinking.worlds import Lost, World, Worlds
from interpreter.runtime.thought import BATCH, MOST_KEYS, MOST_LOST, MOST_STEPS, GoesOn

#: Under this key nobody has answered: no answer of the seat is left to be given again.
_NONE_LEFT: Final = object()


@define(eq=False)
class Search:
    """The search of a seat in some worlds. `own`: what it has answered since these begin, while all answer at once."""

    worlds: Worlds
    seat: int
    own: Sequence[Hashable]
    trees: Trees
    begun: int = 0
    lost: int = 0

    def run(self, passes: int, luck: int, goes_on: GoesOn) -> None:
        """Makes so many passes; one that goes wrong is left out, and if that happens too often, so are the others."""
        while self.begun < passes:
            self.begun += 1
            try:
                _Pass(self, self.worlds.deal(luck + self.begun)).run()
            except Lost:
                self.lost += 1
            if not goes_on(self.begun):
                return
            if self.begun % BATCH == 0 and self.lost > max(MOST_LOST, self.begun - self.lost):
                return


@define(eq=False)
class _Pass:
    """One pass. `growing`: whether trees answer still; `decided`: whether the question that it is about was put."""

    search: Search
    world: World
    now: list[Node] = field(init=False)
    own: Iterator[Hashable] = field(init=False)
    way: list[Node] = field(factory=list)
    growing: bool = True
    decided: bool = False

    def __attrs_post_init__(self) -> None:
        self.now, self.own = [*self.search.trees.beginnings], iter(self.search.own)

    def run(self) -> None:
        """Plays to the end, and tells all nodes on the way what came of it."""
        world = self.world
        first = True
        while not world.over:
            world.answer(self.place(first), first=first)
            first = False
        self.search.trees.add(self.way, *world.worth())

    def place(self, first: bool) -> int:
        """The place of the answer to the question that waits."""
        world = self.world
        count = world.count
        if count <= 1 and not (first and world.player == self.search.seat):
            return 0
        if not self.growing or (count >= MOST_KEYS and not first):
            return world.by_chance()
        return self.by_tree()

    def by_tree(self) -> int:
        """What the tree of whoever is asked says; from what was never tried on, chance answers."""
        world, trees, keys = self.world, self.search.trees, self.world.keys
        if len(self.way) >= MOST_STEPS:
            self.growing = False
            return world.by_chance()
        player, site = world.player, world.site
        if player == self.search.seat and not self.decided:
            again = next(self.own, _NONE_LEFT)
            if again is not _NONE_LEFT:
                return self.once_more(keys, again)
            self.decided, self.now[player] = True, trees.root
        place = trees.choose(self.now[player], keys, player, world.draw)
        node = trees.under(self.now[player], keys[place])
        self.growing = node is not None and (node.given > 0 or not self.decided)
        if node is not None:
            self.way.append(node)
            if self.growing:
                self.go_on(node, player, (site, player, world.told(keys[place])))
        return place

    def once_more(self, keys: Sequence[Hashable], again: Hashable) -> int:
        """What the seat that thinks has answered already, it answers again, if it can."""
        if again not in keys:
            raise Lost
        return keys.index(again)

    def go_on(self, node: Node, player: int, seen: Hashable) -> None:
        """Whoever has answered is at that node, the others at those to which leads what they have seen of it."""
        for seat, at in enumerate(self.now):
            there = node if seat == player else self.search.trees.under(at, ("seen", seen))
            if there is None:
                self.growing = False
                return
            self.now[seat] = there
