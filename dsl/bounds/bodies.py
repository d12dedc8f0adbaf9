"""Lists the statements of every body for the analysis, each with its enclosing loops."""

from collections.abc import Iterator
from typing import Any

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind, BodyOf, bodies
from dsl.ir.effects import filled
from dsl.walk import blocks, nodes_in


@frozen(eq=False)
class Site:
    """A statement, and the loops around it in its body, the outermost first."""

    statement: Any
    loops: tuple[ir.Loop, ...]


@frozen(eq=False)
class BodySites:
    """A body with its statements; `heading` is what it is called in a report.

    `callee` is the kind and name by which it is carried out. Texts of cards share it, since a rule that carries one
    out does not know which.
    """

    id: BodyId
    callee: tuple[str, str]
    body: ir.Body
    sites: tuple[Site, ...]
    filled: frozenset[int]  # the slots that statements of the body fill
    heading: str


def all_sites(game: ir.Game) -> Iterator[BodySites]:
    """Every body of the game, each once."""
    for one in bodies(game):
        sites = tuple(sites_of(one.body.statements))
        slots = frozenset(slot for site in sites for slot in filled(site.statement))
        name = one.id.name if one.id.number < 0 or one.id.kind is BodyKind.TEXT else str(one.id.number)
        yield BodySites(one.id, (one.id.kind, name), one.body, sites, slots, _heading(one, game))


def _heading(one: BodyOf, game: ir.Game) -> str:
    match one.owner:
        case ir.Flow(kind=kind, name=name):
            return f"{kind} {name}"
        case ir.HookRule(label=label):
            return label or "a rule on an event"
        case ir.WheneverRule():
            return "a whenever rule"
        case ir.GameEnd():
            return "the end of the game"
        case ir.Card(title=title):
            return f'card "{title}"'
        case ir.CardPart(name=name):
            return f'card "{game.cards[one.id.number].title}", {name}'
        case ir.Game():
            return "the game" if one.id.kind is BodyKind.MAIN else "setup"
        case ir.Procedure() | ir.Action():
            return str(one.id)


def filled_by(statement: object) -> int:
    """The slot that a statement fills, or -1."""
    return next(filled(statement), -1)


def sites_of(statements: tuple[Any, ...], loops: tuple[ir.Loop, ...] = ()) -> Iterator[Site]:
    """Each of these statements and all within them."""
    for statement in statements:
        yield Site(statement, loops)
        inside: tuple[Any, ...] = (*loops, statement) if isinstance(statement, ir.Loop) else loops
        for block in blocks(statement):
            yield from sites_of(block, inside)


def fills_once(body: BodySites, slot: int) -> bool:
    """Whether one statement alone fills a slot."""
    return sum(filled_by(site.statement) == slot for site in body.sites) == 1


def has_turns(loop: ir.Loop) -> bool:
    """Whether players have turns in it."""
    return any(isinstance(node, ir.Turn) for node in nodes_in(loop.body))
