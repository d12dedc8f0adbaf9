"""Builds the graph of a game from its IR: boxes and arrows.

A round, phase or step with others in it is a group, without any it is a box; so are actions, the setup and the end of
the game. An action depends on every box from which it can be offered, through whatever procedures.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.walk import nodes_in, nodes_of

SETUP, END = "setup", "game_end"


class Look(StrEnum):
    """What a box stands for."""

    SETUP = "setup"
    STEP = "step"
    ACTION = "action"
    END = "end"


class Way(StrEnum):
    """What an arrow says."""

    NEXT = "next"
    AGAIN = "again"
    OFFERS = "offers"
    ENDS = "ends"


@frozen
class Box:
    """A setup, step, action or end; `inside` is the group that it stands in, if any."""

    name: str
    title: str
    look: Look
    inside: str = ""


@frozen
class Group:
    """A frame around boxes and groups."""

    name: str
    title: str
    inside: str = ""


@frozen
class Arrow:
    """From one box to another, with what is written on it."""

    start: str
    end: str
    way: Way
    words: str = ""


@frozen
class Graph:
    """A whole drawing, in the order of the rules."""

    title: str
    boxes: tuple[Box, ...]
    groups: tuple[Group, ...]
    arrows: tuple[Arrow, ...]


def nested(
    graph: Graph, box: Callable[[Box], str], opens: Callable[[Group], Sequence[str]], closes: str, inside: str = ""
) -> Iterator[str]:
    """The lines of all boxes, each group around those in it.

    `opens` gives the line that a group begins with, and those that stand first in it.
    """
    yield from (f"    {box(one)}" for one in graph.boxes if one.inside == inside)
    for group in graph.groups:
        if group.inside == inside:
            first, *more = opens(group)
            yield f"    {first}"
            inner = nested(graph, box, opens, closes, group.name)
            yield from (f"    {line}" for line in (*(f"    {line}" for line in more), *inner))
            yield f"    {closes}"


def graph_of(game: ir.Game) -> Graph:
    """The graph of a game with the variants that are on."""
    return _Drawing(game).graph()


@frozen(eq=False, slots=False)
class _Drawing(Declarations):
    """What is needed again and again while a game is drawn."""

    def graph(self) -> Graph:
        top = self.within(self.game.main)
        inner = [name for flow in top for name in self.under(flow)]
        boxes = [Box(SETUP, "Setup", Look.SETUP), *(self.box(name) for name in inner if not self.is_group(name))]
        actions = [Box(f"action_{a.name}", a.title or _plain(a.name), Look.ACTION) for a in self.game.actions]
        groups = [self.group(name) for name in inner if self.is_group(name)]
        arrows = [*self.order(top), *self.offers(inner), *self.ends(inner)]
        return Graph(
            self.game.title, (*boxes, *self.own_boxes(inner), *actions, Box(END, "The game ends", Look.END)),
            tuple(groups), tuple(dict.fromkeys(arrows)),
        )  # fmt: skip

    # ------------------------------------------------------------ boxes and groups

    def within(self, body: ir.Body) -> list[str]:
        """The rounds, phases and steps that a body runs, in order."""
        return [flow.name for flow in self.flows_within(body)]

    def under(self, name: str) -> Iterator[str]:
        """A round, phase or step and all that stand in it."""
        yield name
        for inner in self.within(self.flows[name].body):
            yield from self.under(inner)

    def is_group(self, name: str) -> bool:
        return bool(self.within(self.flows[name].body))

    def box(self, name: str) -> Box:
        return Box(f"flow_{name}", self.title(name), Look.STEP, self.outside(name))

    def group(self, name: str) -> Group:
        return Group(f"flow_{name}", self.title(name), self.outside(name))

    def own_boxes(self, names: Iterable[str]) -> list[Box]:
        """What a group offers beside the steps in it is offered from a box of its own."""
        return [
            Box(f"in_{name}", f"At any time in {self.title(name)}", Look.STEP, f"flow_{name}")
            for name in names
            if self.is_group(name) and self.offered(self.flows[name].body)
        ]

    def outside(self, name: str) -> str:
        inside = self.flows[name].inside
        return f"flow_{inside}" if inside else ""

    def title(self, name: str) -> str:
        flow = self.flows[name]
        number = f"{flow.number}. " if flow.number else ""
        return number + (flow.title or _plain(flow.name))

    # ------------------------------------------------------------ arrows

    def first(self, name: str) -> str:
        inner = self.within(self.flows[name].body)
        return self.first(inner[0]) if inner else f"flow_{name}"

    def last(self, name: str) -> str:
        inner = self.within(self.flows[name].body)
        return self.last(inner[-1]) if inner else f"flow_{name}"

    def order(self, top: list[str]) -> Iterator[Arrow]:
        """What follows what, from the setup on."""
        if top:
            yield Arrow(SETUP, self.first(top[0]), Way.NEXT)
        yield from self.following(top)

    def following(self, names: list[str]) -> Iterator[Arrow]:
        for name in names:
            yield from self.following(self.within(self.flows[name].body))
            if self.flows[name].kind == "round":
                yield Arrow(self.last(name), self.first(name), Way.AGAIN, self.until(name))
        for name, after in pairwise(names):
            yield Arrow(self.last(name), self.first(after), Way.NEXT)

    def until(self, name: str) -> str:
        until = self.flows[name].until
        return f"again, until {_said(until)}" if until is not None else "again"

    def offers(self, names: Iterable[str]) -> Iterator[Arrow]:
        for name in names:
            start = f"in_{name}" if self.is_group(name) else f"flow_{name}"
            yield from (Arrow(start, f"action_{each}", Way.OFFERS) for each in self.offered(self.flows[name].body))
        for action in self.game.actions:
            found = (each for each in self.offered(action.body) if each != action.name)
            yield from (Arrow(f"action_{action.name}", f"action_{each}", Way.OFFERS) for each in found)

    def offered(self, body: ir.Body) -> list[str]:
        """The actions that a body offers, also by way of procedures."""
        found = [name for each in self.reached(body) for name in _actions_named(each)]
        known = {action.name for action in self.game.actions}
        return [name for name in dict.fromkeys(found) if name in known]

    def reached(self, body: ir.Body) -> list[ir.Body]:
        """A body and those of all procedures that it comes to."""
        found = [body]
        for each in found:
            called = (self.procedures[call.procedure].body for call in nodes_of(each.statements, ir.Call))
            found += [procedure for procedure in dict.fromkeys(called) if procedure not in found]
        return found

    def ends(self, names: list[str]) -> Iterator[Arrow]:
        for end in self.game.ends:
            words = f"when {_said(end.condition)}" if end.condition is not None else ""
            for start in self.before(end.after, names):
                yield Arrow(start, END, Way.ENDS, words)
        for name in names:
            if not self.is_group(name) and self.decides(self.flows[name].body):
                yield Arrow(f"flow_{name}", END, Way.ENDS)

    def before(self, after: str, names: list[str]) -> list[str]:
        """The boxes after which it is asked whether the game ends."""
        if after in self.flows:
            return [self.last(after)]
        leaves = [name for name in names if not self.is_group(name)]
        turns = [name for name in leaves if any(True for _ in nodes_of(self.flows[name].body, ir.Turn))]
        return [f"flow_{name}" for name in (turns if after == "turn" else leaves[-1:])]

    def decides(self, body: ir.Body) -> bool:
        """Whether somebody can win or lose right here."""
        return any(True for each in self.reached(body) for _ in nodes_of(each.statements, ir.GameOver))


def _actions_named(body: ir.Body) -> Iterator[str]:
    for node in nodes_in(body.statements):
        match node:
            case ir.TakeActions():
                yield from node.actions
            case ir.FromActions():
                yield from node.names
            case ir.Choose():
                yield from node.offers


def _said(condition: ir.Expression | None) -> str:
    """A condition as it stands in the rules."""
    return " ".join(condition.span.text.split()) if condition is not None else ""


def _plain(name: str) -> str:
    return name.replace("_", " ").capitalize()
