"""A finished rule set as the checks look at it: its IR, its syntax, and every body with what it runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeVar

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.walk import nodes_in, nodes_of
from dsl.source import NO_SPAN, Span
from dsl.syntax import nodes as n

N = TypeVar("N")


@frozen(eq=False)
class BodyOf:
    """A body with what it belongs to; `heading` is what it stands under in a message.

    `kind` is setup, flow, procedure, action, hook, whenever, end or card; `acting`: somebody is `you` in it, and
    None where that is for whoever runs it to say.
    """

    kind: str
    name: str
    body: ir.Body
    heading: str
    span: Span
    acting: bool | None

    @cached_property
    def nodes(self) -> tuple[Any, ...]:
        """Every node in it."""
        return tuple(nodes_in(self.body.statements))

    def nodes_of(self, kind: type[N]) -> list[N]:
        """Every node of one kind in it."""
        return [node for node in self.nodes if isinstance(node, kind)]

    @property
    def statements(self) -> tuple[ir.Statement, ...]:
        return self.body.statements


@frozen(eq=False)
class RuleSet:
    """The IR of a game without errors, and the merged syntax that it was made from."""

    game: ir.Game
    items: tuple[n.TopItem, ...]

    @cached_property
    def bodies(self) -> tuple[BodyOf, ...]:
        """Every body there is."""
        return tuple(_bodies(self.game))

    @cached_property
    def libraries(self) -> frozenset[str]:
        """The files that are a library: not everything in one is used by every game."""
        return frozenset(item.span.source.path for item in self.items if isinstance(item, n.Library))

    @property
    def is_library(self) -> bool:
        """Whether this is no game, but a library that is read as one."""
        return not any(item.span.in_file for item in self.items if isinstance(item, n.Game))

    @cached_property
    def procedures(self) -> dict[str, ir.Procedure]:
        return {p.name: p for p in self.game.procedures}

    @cached_property
    def flows(self) -> dict[str, ir.Flow]:
        return {f.name: f for f in self.game.flows}

    @cached_property
    def defines(self) -> dict[str, ir.Define]:
        return {d.name: d for d in self.game.defines}

    @cached_property
    def parameters(self) -> dict[str, ir.Parameter]:
        return {p.name: p for p in self.game.parameters}

    def is_foreign(self, body: BodyOf) -> bool:
        """Whether it is not the present author's: a library's, or the base game's beneath a variant."""
        if body.span.source.path in self.libraries:
            return True
        return bool(self.game.variants) and not _of_variant(self.game, body)

    @cached_property
    def _bodies_by_name(self) -> dict[tuple[str, str], BodyOf]:
        return {(b.kind, b.name): b for b in self.bodies}

    def body(self, kind: str, name: str) -> BodyOf | None:
        """The body of a procedure, flow or action."""
        return self._bodies_by_name.get((kind, name))

    @cached_property
    def reached(self) -> frozenset[tuple[str, str]]:
        """The procedures, flows and actions (by kind and name) that something runs or offers."""
        waiting = [b for b in self.bodies if b.kind in ("setup", "hook", "whenever", "end", "card")]
        seen: set[tuple[str, str]] = set()
        calls = [("flow", run.flow) for run in nodes_of(self.game.main.statements, ir.RunFlow)]
        calls += [call for b in waiting for call in _runs(b)]
        while calls:
            call = calls.pop()
            if call in seen:
                continue
            seen.add(call)
            body = self.body(*call)
            calls += list(_runs(body)) if body is not None else []
        return frozenset(seen)


def first_line(span: Span) -> Span:
    """The line that a declaration begins with, without what is indented under it."""
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def leads_to(node: object) -> Iterator[tuple[str, str]]:
    """What a statement runs or offers, by kind and name; of texts of cards, the part."""
    match node:
        case ir.Call(procedure):
            yield "procedure", procedure
        case ir.RunFlow(flow):
            yield "flow", flow
        case ir.TakeActions(actions=actions) | ir.Choose(offers=actions):
            yield from (("action", name) for name in actions)
        case ir.DoText(part):
            yield "text", part
        case _:
            pass


def _runs(body: BodyOf) -> Iterator[tuple[str, str]]:
    """What a body runs or offers."""
    return (one for node in body.nodes for one in leads_to(node))


def _of_variant(game: ir.Game, body: BodyOf) -> bool:
    """Whether anything in it is a variant's."""
    sites = [node.site for node in body.nodes if hasattr(node, "site")]
    return any(game.sites[site].standing is ir.Standing.VARIANT for site in sites if site >= 0)


def _bodies(game: ir.Game) -> Iterator[BodyOf]:
    nowhere = game.setup.statements[0].span if game.setup.statements else NO_SPAN
    yield BodyOf("setup", "", game.setup, "Setup", nowhere, False)
    yield from _flow_bodies(game)
    for p in game.procedures:
        yield BodyOf("procedure", p.name, p.body, p.name.replace("_", " ").capitalize(), p.span, None)
    for a in game.actions:
        yield BodyOf("action", a.name, a.body, a.title, a.span, True)
    for h in game.hooks:
        yield BodyOf("hook", "", h.body, h.label, h.span, True)
    for w in game.whenevers:
        yield BodyOf("whenever", "", w.body, "", w.span, False)
    for end in game.ends:
        yield BodyOf("end", end.after, end.body, "Game end", end.span, False)
    for c in game.cards:
        if c.effect is not None:
            yield BodyOf("card", c.title, c.effect, c.title, c.span, True)


def _flow_bodies(game: ir.Game) -> Iterator[BodyOf]:
    """Each round, phase and step after the one that it stands in; somebody acts in the steps of a turn."""
    in_turns = {run.flow for run in nodes_of(tuple(f.body for f in game.flows), ir.RunFlow) if run.you is not None}
    done: dict[str, BodyOf] = {}
    for f in sorted(game.flows, key=lambda f: _depth(game, f)):
        outer = done.get(f.inside)
        heading = (
            f"{outer.heading if outer else ''}{' > ' if outer else ''}{f.number}{'. ' if f.number else ''}{f.title}"
        )
        acting = f.name in in_turns or (outer is not None and outer.acting is True)
        done[f.name] = BodyOf("flow", f.name, f.body, heading, f.span, acting)
        yield done[f.name]


def _depth(game: ir.Game, flow: ir.Flow) -> int:
    inside = {f.name: f.inside for f in game.flows}
    depth, name = 0, flow.inside
    while name:
        depth, name = depth + 1, inside.get(name, "")
    return depth
