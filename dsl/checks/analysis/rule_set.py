"""Indexes a finished rule set for checks: its IR, its syntax, every body and what a body leads to."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, assert_never

from dsl.bounds.declared import Declared, declared
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, BodyOf, bodies
from dsl.ir.declarations import Declarations
from dsl.ir.effects import LEADING, Locations, Resource, StateNames, leads_to, state_names, writes
from dsl.ir.secrecy import Secrets, secrets_of
from dsl.listing import grouped
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import by_kind, nodes_in, nodes_of, of_kind

N = TypeVar("N")


@frozen(eq=False)
class RuleBody:
    """A body with what it stands under in a message.

    `acting`: somebody is `you` in it, and None where that is for whoever runs it to say.
    """

    of: BodyOf
    heading: str
    acting: bool | None

    @property
    def kind(self) -> BodyKind:
        return self.of.id.kind

    @property
    def name(self) -> str:
        """Of a flow, procedure or action; of a card's text, the part."""
        return self.of.id.name

    @property
    def span(self) -> Span:
        return self.of.span

    @property
    def statements(self) -> tuple[ir.Statement, ...]:
        return self.of.body.statements

    @cached_property
    def nodes(self) -> tuple[Any, ...]:
        """Every node in it."""
        return tuple(nodes_in(self.statements))

    def nodes_of(self, kind: type[N]) -> Sequence[N]:
        """Every node of one kind in it."""
        return of_kind(self.by_kind, kind)

    @cached_property
    def by_kind(self) -> Mapping[type, Sequence[Any]]:
        return by_kind(self.nodes)

    @cached_property
    def runs(self) -> tuple[tuple[str, str], ...]:
        """What it runs or offers by itself, by kind and name."""
        return tuple(run for kind in LEADING for node in self.nodes_of(kind) for run in leads_to(node))


@frozen(eq=False, slots=False)
class RuleSet(Declarations):
    """The IR of a game without errors, and the merged syntax that it was made from.

    `setup_key` stands in the cache for all that tells how many cards there are when play begins; empty if that is not
    known.
    """

    items: tuple[n.TopItem, ...]
    setup_key: str = ""

    @cached_property
    def bodies(self) -> tuple[RuleBody, ...]:
        """Every body that somebody has written; the same as in other rule sets of the game, of the last few."""
        for game, known in tuple(_LAST):
            if game is self.game:
                return known
        found = tuple(_bodies(self.game))
        _LAST.append((self.game, found))
        return found

    @cached_property
    def secrets(self) -> Secrets:
        """What of the game is known to less than everybody; it takes a while to find out."""
        return secrets_of(self.game)

    @cached_property
    def at_any_table(self) -> Declared:
        """What can be said of values from the declarations alone, whoever plays."""
        return declared(self.game)

    @cached_property
    def state_names(self) -> StateNames:
        return state_names(self.game)

    @cached_property
    def libraries(self) -> frozenset[str]:
        """The files that are a library: not everything in one is used by every game."""
        return frozenset(item.span.source.path for item in self.items if isinstance(item, n.Library))

    @property
    def is_library(self) -> bool:
        """Whether this is no game, but a library that is read as one."""
        return not any(item.span.in_file for item in self.items if isinstance(item, n.Game))

    def is_foreign(self, body: RuleBody) -> bool:
        """Whether it is not the present author's: a library's, or the base game's beneath a variant."""
        if body.span.source.path in self.libraries:
            return True
        return bool(self.game.variants) and not _of_variant(self.game, body)

    @cached_property
    def _bodies_by_name(self) -> dict[tuple[str, str], list[RuleBody]]:
        return grouped(((body.kind, body.name), body) for body in self.bodies)

    def body(self, kind: str, name: str) -> RuleBody | None:
        """The body of a procedure, flow or action."""
        return next(iter(self.called(kind, name)), None)

    def called(self, kind: str, name: str) -> list[RuleBody]:
        """The bodies that may run where this is run (see `leads_to`): of texts of cards, each that has such a part."""
        return self._bodies_by_name.get((kind, name), [])

    @cached_property
    def reached(self) -> frozenset[tuple[str, str]]:
        """The procedures, flows and actions (by kind and name) that something runs or offers."""
        waiting = [run for node in nodes_in(self.game.main.statements) for run in leads_to(node)]
        waiting += [run for body in self.bodies if body.kind not in _RUN_BY_NAME for run in body.runs]
        found: set[tuple[str, str]] = set()
        while waiting:
            if (run := waiting.pop()) not in found:
                found.add(run)
                waiting += [further for body in self.called(*run) for further in body.runs]
        return frozenset(found)

    @cached_property
    def answering(self) -> Locations:
        """Everything that rules on events and `whenever` may write, whatever they meet, but for their locals."""
        bodies = tuple(b.statements for b in self.bodies if b.kind in (BodyKind.HOOK, BodyKind.WHENEVER))
        written = (w for node in self.through(bodies) for w in writes(node, self.state_names))
        return frozenset(w for w in written if w[0] is not Resource.SLOT)

    def through(self, tree: object) -> Iterator[Any]:
        """Yields every node in a tree and in what it runs or offers; the texts of all cards, if it carries one out."""
        seen: set[tuple[str, str]] = set()
        waiting: list[Sequence[Any]] = [nodes_in(tree)]
        while waiting:
            for node in waiting.pop():
                yield node
                if isinstance(node, LEADING):
                    for called in leads_to(node):
                        if called not in seen:
                            seen.add(called)
                            waiting.extend(body.nodes for body in self.called(*called))


def first_line(span: Span) -> Span:
    """The line that a declaration begins with, without what is indented under it."""
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def _of_variant(game: ir.Game, body: RuleBody) -> bool:
    """Whether anything in it is a variant's."""
    sites = [node.site for node in body.nodes if hasattr(node, "site")]
    return any(game.sites[site].standing is ir.Standing.VARIANT for site in sites if site >= 0)


#: The games that were looked at last, with their bodies.
_LAST: deque[tuple[ir.Game, tuple[RuleBody, ...]]] = deque(maxlen=4)
_RUN_BY_NAME = (BodyKind.FLOW, BodyKind.PROCEDURE, BodyKind.ACTION)


def _bodies(game: ir.Game) -> Iterator[RuleBody]:
    headings = _flow_headings(game)
    in_turns = _flows_in_turns(game)
    for one in bodies(game):
        match one.owner:
            case ir.Game() if one.id.kind is BodyKind.MAIN:
                pass  # it says no more than in which order the flows run
            case ir.Game():
                yield RuleBody(one, "Setup", False)
            case ir.Flow(name=name):
                yield RuleBody(one, headings[name], name in in_turns)
            case ir.Procedure(name=name):
                yield RuleBody(one, name.replace("_", " ").capitalize(), None)
            case ir.Action(title=title):
                yield RuleBody(one, title, True)
            case ir.HookRule(label=label):
                yield RuleBody(one, label, True)
            case ir.WheneverRule():
                yield RuleBody(one, "", False)
            case ir.GameEnd():
                yield RuleBody(one, "Game end", False)
            case ir.Card() | ir.CardPart():
                yield RuleBody(one, game.cards[one.id.number].title, True)
            case _:
                assert_never(one.owner)


def _flow_headings(game: ir.Game) -> dict[str, str]:
    """Of each round, phase and step: what it stands in, and its own number and title."""
    found: dict[str, str] = {}
    for f in _outer_first(game):
        outer = found.get(f.inside, "")
        found[f.name] = f"{outer}{' > ' if outer else ''}{f.number}{'. ' if f.number else ''}{f.title}"
    return found


def _flows_in_turns(game: ir.Game) -> set[str]:
    """The flows in which somebody acts: steps of a turn, and all that stands in them."""
    found = {run.flow for run in nodes_of(tuple(f.body for f in game.flows), ir.RunFlow) if run.you is not None}
    for f in _outer_first(game):
        if f.inside in found:
            found.add(f.name)
    return found


def _outer_first(game: ir.Game) -> list[ir.Flow]:
    inside = {f.name: f.inside for f in game.flows}

    def depth(flow: ir.Flow) -> int:
        deep, name = 0, flow.inside
        while name:
            deep, name = deep + 1, inside.get(name, "")
        return deep

    return sorted(game.flows, key=depth)
