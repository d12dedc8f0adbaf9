"""The bodies of a game, and in each the statements with the loops that they stand in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.source import NO_SPAN, Span
from dsl.walk import nodes_in

Loop: TypeAlias = "ir.ForEach | ir.ForRange | ir.While | ir.AllAtOnce"


@frozen(eq=False)
class Site:
    """A statement, and the loops around it in its body, the outermost first."""

    statement: Any
    loops: tuple[Loop, ...]


@frozen(eq=False)
class Part:
    """A body by what it belongs to; `heading` is what it is called in a report.

    Texts of cards have the same name, since a rule that carries one out does not know which. `key` is its own.
    """

    kind: str
    name: str
    key: tuple[str, str]
    body: ir.Body
    sites: tuple[Site, ...]
    filled: frozenset[int]  # the slots that statements of the body fill
    heading: str
    span: Span = NO_SPAN


def parts(game: ir.Game) -> Iterator[Part]:
    """Every body of the game, each once."""
    yield _part("setup", "", game.setup, "setup")
    yield _part("main", "", game.main, "the game")
    for flow in game.flows:
        yield _part("flow", flow.name, flow.body, f"{flow.kind} {flow.name}", flow.span)
    for procedure in game.procedures:
        yield _part("procedure", procedure.name, procedure.body, f"procedure {procedure.name}", procedure.span)
    for action in game.actions:
        yield _part("action", action.name, action.body, f"action {action.name}", action.span)
    for number, hook in enumerate(game.hooks):
        yield _part("hook", str(number), hook.body, hook.label or "a rule on an event", hook.span)
    for number, rule in enumerate(game.whenevers):
        yield _part("whenever", str(number), rule.body, "a whenever rule", rule.span)
    for number, end in enumerate(game.ends):
        yield _part("end", str(number), end.body, "the end of the game", end.span)
    for number, card in enumerate(game.cards):
        if card.effect is not None:
            yield _part("text", "", card.effect, f'card "{card.title}"', card.span, f"of {number}")
        for piece in card.parts:
            heading = f'card "{card.title}", {piece.name}'
            yield _part("text", piece.name, piece.body, heading, piece.span, f"{piece.name} of {number}")


def _part(kind: str, name: str, body: ir.Body, heading: str, span: Span = NO_SPAN, own_name: str = "") -> Part:
    sites = tuple(_sites(body.statements, ()))
    filled = frozenset(slot for site in sites if (slot := filled_by(site.statement)) >= 0)
    return Part(kind, name, (kind, own_name or name), body, sites, filled, heading, span)


def filled_by(statement: object) -> int:
    """The slot that a statement fills, or -1."""
    match statement:
        case (
            ir.SetLocal(slot) | ir.Draw(slot=slot) | ir.Roll(slot=slot) | ir.Choose(slot=slot) | ir.Call(slot=slot)
            | ir.ForEach(slot) | ir.ForRange(slot) | ir.AllAtOnce(slot)
        ):  # fmt: skip
            return slot
        case _:
            return -1


def _sites(statements: tuple[Any, ...], loops: tuple[Loop, ...]) -> Iterator[Site]:
    for statement in statements:
        yield Site(statement, loops)
        match statement:
            case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
                yield from _sites(body, (*loops, statement))
            case ir.AllAtOnce(choices=choices, body=body):
                yield from _sites((*choices, *body), (*loops, statement))
            case ir.Together(body) | ir.DecidedBy(body=body) | ir.Turn(body=body) | ir.Unsupported(body=body):
                yield from _sites(body, loops)
            case ir.If(_, then, otherwise) | ir.Choose(body=then, otherwise=otherwise):
                yield from _sites((*then, *otherwise), loops)
            case _:
                pass


def fills_once(part: Part, slot: int) -> bool:
    """Whether one statement alone fills a slot."""
    return sum(filled_by(site.statement) == slot for site in part.sites) == 1


def has_turns(loop: Loop) -> bool:
    """Whether players have turns in it."""
    return any(isinstance(node, ir.Turn) for node in nodes_in(loop.body))
