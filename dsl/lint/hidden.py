"""Traces hidden counters and secret answers in bodies: what is worked out from them, and what everybody sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, TypeVar

from dsl.checks.analysis.rule_set import RuleBody
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import Owner
from dsl.ir.effects import BINDERS, zones_in
from dsl.ir.nodes import Manner
from dsl.lint.subject import Subject
from dsl.walk import children, nodes_in, nodes_of

N = TypeVar("N")

#: What is said of all players together tells of none of them.
_OF_ALL = (*BINDERS, ir.CountOf)


@frozen(eq=False, slots=False)
class BodySecrets:
    """A body of the rules, and what its names stand for."""

    subject: Subject
    body: RuleBody
    named: dict[int, ir.Expression]  # by `let`
    answers: frozenset[int]  # of secret choices of numbers and values, but for those that all make at once

    @property
    def owner(self) -> Owner:
        return self.body.of.owner

    def of(self, kind: type[N]) -> Sequence[N]:
        """Every node of that kind."""
        return self.body.nodes_of(kind)

    def is_secret(self, e: ir.Expression, known: Mapping[int, bool] | None = None) -> bool:
        """Whether it is known to less than everybody; `known` says it of some slots."""
        return self.subject.secrets.secret(self.body.of.id, e, known)

    def shows(self, e: ir.Expression) -> bool:
        """Whether it tells what one player hides: a hidden counter, or the answer of a secret choice."""
        return self.is_secret(e) and (bool(self.hidden_reads(e)) or self._is_answer(e))

    def tells(self, e: ir.Expression, among: ir.Filter | None = None) -> bool:
        """Whether a condition tells what one player hides, or a face that not everybody knows where it is looked at.

        `among`: the list whose items it is a condition on.
        """
        if self.shows(e):
            return True
        shown, zones = self._shown_before(e.span.start)
        if among is not None:
            shown = {**shown, among.slot: self.is_secret(among.over)}
        sources = {_name(node) for node in self._sources(among or e)}
        return self._is_of_one(e, shown) and not (sources and sources <= zones)

    def tells_player(self, e: ir.Expression, player: ir.Expression) -> bool:
        """Whether it tells a player, who is offered something because of it, what others or nobody can see.

        What they have named they know.
        """
        known = {local.slot: False for local in nodes_of(e, ir.Local) if local.slot not in self.named}
        return self._is_of_one(e, known) and any(True for _ in self._sources(e, player))

    def _is_of_one(self, e: ir.Expression, shown: Mapping[int, bool]) -> bool:
        if not self.is_secret(e, shown):
            return False
        match e:
            case ir.Filter(over=over) | ir.Some(over=over) | ir.BestOf(over=over) if over.type == ir.PLAYERS:
                return False
            case ir.Compare(_, ir.Local(slot), ir.Constant(ir.NONE)) if slot not in self.named:
                return False  # whether there is one
            case ir.Local(slot) if slot in self.named:
                return self._is_of_one(self.named[slot], shown)
            case ir.Derived():  # not for the text of a card that changes what it comes to
                return any(True for _ in self._sources(e))
            case ir.And() | ir.Or() | ir.Not() | ir.Compare() | ir.CountOf():
                return any(self._is_of_one(part, shown) for part in children(e))
            case _:
                return True

    def _shown_before(self, place: int) -> tuple[Mapping[int, bool], frozenset[str]]:
        """What has been shown to all before: the names of cards and of what was worked out from these, and places."""
        shown: dict[int, bool] = {}
        zones: set[str] = set()
        for node in (node for node in self.body.nodes if node.span.start < place):
            match node:
                case ir.MovePieces(pieces=ir.Local(slot), zone=zone) if is_open(self.subject, zone):
                    shown[slot] = False
                case ir.Reveal(pieces=pieces, to=None, told=None) | ir.Flip(pieces=pieces, up=True):
                    zones |= {_name(node) for node in self._sources(pieces)}
                    shown |= {node.slot: False for node in nodes_in(pieces) if isinstance(node, ir.Local)}
                case ir.SetLocal(slot, value) if slot in self.named:
                    if not self.is_secret(value, shown):
                        shown[slot] = False
                case _:
                    pass
        return shown, frozenset(zones)

    def _sources(
        self, e: object, player: ir.Expression | None = None, defines: tuple[str, ...] = (), *, of_one: bool = False
    ) -> Iterator[_Source]:
        """The zones whose faces not all see, and the hidden variables, that it looks at, by way of names too.

        Of a definition, what it comes to without exceptions. With a `player`, only what they do not see themselves.
        `of_one`: what tells of a single player, who can be named where it is asked: of definitions, those of nothing.
        """
        for node in _not_of_all(e) if of_one else nodes_in(e):
            match node:
                case ir.ZoneAt(name) | ir.Zones(name) | ir.Read(name) if name in self._hidden:
                    if player is None or not self._is_seen_by(node, name, player):
                        yield node
                case ir.Local(slot) if slot in self.named and not defines:
                    yield from self._sources(self.named[slot], player, defines, of_one=of_one)
                case ir.Derived(define, arguments) if define not in defines and not (of_one and arguments):
                    value = self.subject.secrets.defines[define].value
                    of = arguments.index(player) if player in arguments else -1
                    inside = (local for local in nodes_of(value, ir.Local) if local.slot == of)
                    own = None if player is None else next(inside, ir.Constant(ir.NONE, ir.PLAYER))
                    yield from self._sources(value, own, (*defines, define), of_one=of_one)
                case _:
                    pass

    @cached_property
    def _hidden(self) -> frozenset[str]:
        return self.subject.unseen | self.subject.hidden

    def _is_seen_by(self, node: _Source, name: str, player: ir.Expression) -> bool:
        """Whether it is the player's own, or kept for some to see, who may be that player."""
        zone = self.subject.rules.zones.get(name)
        declared = zone or self.subject.rules.variables[name]
        if zone is not None and zone.seen is ir.Seen.NOBODY and zone.also is None:
            return False
        is_theirs = player in node.at or any(isinstance(at, ir.Function) and at.name == "holder" for at in node.at)
        return is_theirs or declared.also is not None or (zone is not None and zone.seen is not ir.Seen.OWNER)

    def hidden_reads(self, e: object) -> list[ir.Read]:
        """The hidden counters of single players that it looks at, by way of names and of definitions of nothing too."""
        return [node for node in self._sources(e, of_one=True) if isinstance(node, ir.Read)]

    def _is_answer(self, e: ir.Expression) -> bool:
        return any(isinstance(node, ir.Local) and node.slot in self.answers for node in nodes_in(e))


_Source: TypeAlias = ir.ZoneAt | ir.Zones | ir.Read


def _not_of_all(e: object) -> Iterator[object]:
    """An expression and what is in it, but for what is said of all players together."""
    if not isinstance(e, _OF_ALL):
        yield e
        for part in children(e):
            yield from _not_of_all(part)


def _name(node: _Source) -> str:
    return node.variable if isinstance(node, ir.Read) else node.zone


@lru_cache(maxsize=2)
def bodies_with_secrets(subject: Subject) -> tuple[BodySecrets, ...]:
    """Every body in which a number may be secret; none where the game has no such secrets."""
    return tuple(_bodies_with_secrets(subject))


def _bodies_with_secrets(subject: Subject) -> Iterator[BodySecrets]:
    at_once = {id(choice) for together in subject.all(ir.AllAtOnce) for choice in nodes_of(together.asking, ir.Choose)}
    secretly = [c for c in subject.all(ir.Choose) if is_secret(c) and id(c) not in at_once]
    kept = {id(choice) for choice in secretly if _of_values(choice)}
    for body in subject.bodies:
        let = body.nodes_of(ir.SetLocal)
        often = Counter(node.slot for node in let)
        named = {node.slot: node.value for node in let if often[node.slot] == 1}
        answers = frozenset(choice.slot for choice in body.nodes_of(ir.Choose) if id(choice) in kept)
        yield BodySecrets(subject, body, named, answers)


def counter_of(subject: Subject, transfer: ir.Transfer) -> ir.Variable | None:
    """Which counter changes hands, if that is one for all times."""
    if not isinstance(transfer.counter, ir.Constant):
        return None
    name = subject.rules.counters.get(transfer.counter.value)
    return None if name is None else subject.rules.variables[name]


def public_effect(subject: Subject, statements: Sequence[ir.Statement]) -> Any | None:
    """The first thing that all players see happen, if there is one; also that somebody is asked."""
    return next((node for node in nodes_in(tuple(statements)) if _is_public(subject, node)), None)


def is_open(subject: Subject, zone: ir.Expression) -> bool:
    """Whether everybody sees the faces there, wherever there is."""
    named = zones_in(zone)
    return bool(named) and not named & subject.unseen


def _is_public(subject: Subject, node: object) -> bool:
    hidden = subject.hidden
    match node:
        case ir.Write(variable) | ir.Change(variable):
            return variable not in hidden and variable not in subject.marks
        case ir.Transfer(manner=manner):
            counter = counter_of(subject, node)
            return manner is not Manner.SECRETLY and counter is not None and not counter.hidden
        case ir.MovePieces(zone=zone):
            return is_open(subject, zone)
        case ir.Reveal(to=None) | ir.Flip(up=True) | ir.Announce() | ir.TakeActions():
            return True
        case ir.Choose(announced=announced):
            return announced
        case _:
            return False


def is_secret(choice: ir.Choose) -> bool:
    """Whether nobody else learns the answer, be it the player's or that of chance."""
    return choice.manner is Manner.SECRETLY or not choice.announced


def _of_values(choice: ir.Choose) -> bool:
    """Whether the answer is a number, a player or the like: what a piece is depends on where it lies."""
    match choice.options:
        case ir.FromRange():
            return True
        case ir.FromList(candidates):
            return candidates.type.kind is not ir.Kind.PIECE
        case ir.FromMenu() | ir.FromActions() | ir.InOrder():
            return False
