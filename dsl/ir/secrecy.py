"""Analyses the flow of secrets: marks `Choose.hidden_options` and `Transfer.open`.

A value is secret when it is worked out from a hidden counter, from the face of a piece that lies in a zone not
everybody sees, or from the answer of a secret choice. How many pieces lie somewhere is never secret; which of them
satisfy a condition on their faces is. A mark that everybody sees is no part of the face: it is a secret only where it
is a secret which piece is meant. What a player answers openly is public, whatever it was chosen from: that is what
choosing openly means. A card whose text is carried out is shown by that. Whether something happens at all is not
followed: who makes an open thing depend on a secret shows it on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any
from weakref import finalize

import attrs

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind, BodyOf, bodies, map_bodies
from dsl.ir.effects import BINDERS, STATEMENTS, zones_in
from dsl.ir.nodes import Kind, Manner, Seen
from dsl.listing import grouped
from dsl.walk import children, rebuilt_around, schema, statements_in, with_fields

Slots = dict[tuple[BodyId, int], bool]


def mark_secrets(game: ir.Game) -> ir.Game:
    """The same game with the secrecy of each question and each transfer worked out."""
    found = secrets_of(game)
    marked = found.marked()
    _SETTLED[id(marked)] = found
    finalize(marked, _SETTLED.pop, id(marked)).atexit = False
    return marked


def secrets_of(game: ir.Game) -> Secrets:
    """What is secret in it: `secret(body, e)`, for each of its `bodies`. Each who asks gets one of their own."""
    if (settled := _SETTLED.get(id(game))) is not None:
        return settled.again(game)
    found = Secrets(game)
    found.settle()
    return found


#: Of games that were marked, by their identities, what was found: marks make no difference to it.
_SETTLED: dict[int, Secrets] = {}


class Secrets:
    """What of a game is known to less than everybody, body by body, once it is settled which slots are."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.hidden = {v.name for v in game.variables if v.hidden}
        self.counters = {v.number: v.name for v in game.variables if v.number >= 0}
        self.unseen = {z.name for z in game.zones if z.seen is not Seen.EVERYBODY} | _turned_down(game)
        self.mixed = {z.name for z in game.zones if z.name in self.unseen and z.shape in _WITHOUT_ORDER}
        self.defines = {d.name: d for d in game.defines}
        self.news: set[BodyId] = set()  # bodies of which something has been found out since they were gone through
        self.slots: Slots = {}
        self.open_marks = {v.name for v in game.variables if v.seen}
        self.picked: Slots = {}  # pieces of which it is a secret which ones they are
        self.answers: dict[str, bool] = {}
        self.kept: set[tuple[int, int]] = set()  # what effects keep, by their numbers and the places where they keep it
        self.open_defines: set[str] = set()
        self.worked_out: dict[tuple[int, str, tuple[bool, ...]], bool] = {}  # definitions, by how much was known then

    def again(self, game: ir.Game) -> Secrets:
        """The same, settled, of the same game with its marks; for another thread, say."""
        found = copy(self)
        found.game, found.open_defines, found.worked_out = game, set(), {}
        return found

    # ------------------------------------------------------------ the least set of secret slots

    def settle(self) -> None:
        """Goes through all bodies until no further slot turns out to be secret: again through those with news."""
        done = grouped(
            (one.id, statement)
            for one in bodies(self.game)
            for statement in statements_in(one.body.statements)
            if isinstance(statement, _KEEPING)
        )
        self.news = set(done)
        while self.news:
            for body, statements in done.items():
                if body not in self.news:
                    continue
                self.news.discard(body)
                of_all = len(self.answers) + len(self.kept)
                for statement in statements:
                    self._statement(body, statement)
                if of_all != len(self.answers) + len(self.kept):
                    self.news = set(done)
            self.news &= done.keys()

    def _found(self) -> int:
        return len(self.slots) + len(self.picked) + len(self.answers) + len(self.kept)

    def _learn(self, body: BodyId, slot: int, secret: bool, picked: bool = False) -> None:
        for is_so, known in ((secret, self.slots), (picked, self.picked)):
            if is_so and slot >= 0 and (body, slot) not in known:
                known[body, slot] = True
                self.news.add(body)

    def _statement(self, body: BodyId, s: ir.Statement) -> None:
        match s:
            case ir.SetLocal(slot, value):
                self._learn(body, slot, self.secret(body, value), self._which(body, value))
            case ir.Choose(options=options, slot=slot, manner=manner, announced=announced):
                secretly = manner is Manner.SECRETLY or not announced
                self._learn(body, slot, secretly or self._faces(body, options), secretly)
            case ir.ForEach(slot, over) | ir.AllAtOnce(slot, over):
                self._learn(body, slot, self.secret(body, over), self._which(body, over))
            case ir.ForRange(slot, low, high):
                self._learn(body, slot, self.secret(body, low) or self.secret(body, high))
            case ir.Roll(slot=slot, secret=secret):
                self._learn(body, slot, secret)
            case ir.Draw(source=source, slot=slot):
                self._learn(body, slot, self.secret(body, ir.Contents(source)))
            case ir.Call(procedure, arguments, slot):
                called = BodyId(BodyKind.PROCEDURE, procedure)
                for k, a in enumerate(arguments, start=1):
                    self._learn(called, k, self.secret(body, a), self._which(body, a))
                self._learn(body, slot, self.answers.get(procedure, False))
            case ir.Begin(effect, held) | ir.Become(effect, held):
                self.kept |= {(effect, place) for place, one in enumerate(held) if self.secret(body, one)}
            case ir.Leave(value) if value is not None and body.kind is BodyKind.PROCEDURE:
                if self.secret(body, value):
                    self.answers[body.name] = True
            case ir.Leave():
                pass
            case _:
                raise AssertionError(f"what {type(s).__name__} keeps is said above")

    def _faces(self, body: BodyId, options: ir.Options) -> bool:
        """Whether the answer is a piece whose face not everybody knows."""
        match options:
            case ir.FromList(candidates) | ir.InOrder(candidates):
                return candidates.type.kind is Kind.PIECE and self.secret(body, candidates)
            case ir.FromRange() | ir.FromMenu() | ir.FromActions():
                return False

    # ------------------------------------------------------------ what is secret

    def secret(self, body: BodyId, e: object, known: Mapping[int, bool] | None = None) -> bool:
        """Whether the value (of a piece: its face; of a list: what is in it) is known to less than everybody."""
        kind = e.__class__  # what is asked of most often comes first, since this is asked more often than anything else
        if kind is ir.Local:
            slot: int = e.slot  # type: ignore[attr-defined]
            return known[slot] if known is not None and slot in known else self.slots.get((body, slot), False)
        if kind is ir.Constant or e is None:
            return False
        if kind not in _TOLD_APART:
            return self._any(body, e if isinstance(e, tuple) else children(e), known)
        match e:
            case ir.Read(mark, (piece, *others)) if mark in self.open_marks:
                return self._which(body, piece, known) or self._any(body, tuple(others), known)
            case ir.Read(variable, at):
                return variable in self.hidden or self._any(body, at, known)
            case ir.Held(effect, instance, place):
                return (effect, place) in self.kept or self.secret(body, instance, known)
            case ir.ReadCounter(counter, player):
                return self._hidden_counter(counter) or self._any(body, (counter, player), known)
            case ir.ZoneAt(zone) | ir.Zones(zone):
                return zone in self.unseen
            case ir.CountOf(over) | ir.Some(over, _, None):
                return self._size(body, over, known)
            case ir.Some(over, slot, asked) | ir.BestOf(_, over, slot, asked):
                return self._size(body, over, known) or self._asked(body, over, slot, asked, known)
            case ir.Filter(over, slot, asked) | ir.Ranked(over, slot, asked):
                return self.secret(body, over, known) or self._asked(body, over, slot, asked, known)
            case ir.Function(name, (ir.Local(slot),)) if name in _PLAIN_TO_SEE and slot in (known or {}):
                return False
            case ir.Derived(define, arguments):
                return self._derived(body, define, arguments, known)
            case ir.And(parts):
                return self._both(body, parts, known)
            case _:
                return self._any(body, children(e), known)

    def _asked(
        self, body: BodyId, over: ir.Expression, slot: int, asked: object, known: Mapping[int, bool] | None
    ) -> bool:
        """Whether it is secret what is asked of each item of a list, which stands in the slot."""
        return self.secret(body, asked, {**(known or {}), slot: self.secret(body, over, known)})

    def _which(self, body: BodyId, e: ir.Expression, known: Mapping[int, bool] | None = None) -> bool:
        """Whether it is a secret which piece this is, or which ones these are; their faces may well be."""
        match e:
            case ir.Local(slot):
                return slot not in (known or {}) and self.picked.get((body, slot), False)
            case ir.Contents(zone):
                return self._which(body, zone, known)
            case ir.ZoneAt(_, at) | ir.Zones(_, at):
                return self._any(body, at, known)
            case ir.First(over):
                return self._is_mixed(over) or self._which(body, over, known)
            case ir.Item(over, place) | ir.PileEnd(_, over, place) | ir.Function("item", (place, over)):
                return self._is_mixed(over) or self._which(body, over, known) or self.secret(body, place, known)
            case ir.ListOf(items):
                return any(self._which(body, item, known) for item in items)
            case ir.Filter(over, slot, ir.IsIn(ir.Local(one), ir.ListOf())) if one == slot:
                return self._which(body, over, known)  # everybody sees what is a card and what is a token
            case ir.Filter(over, slot, where):
                return self._which(body, over, known) or self._asked(body, over, slot, where, known)
            case ir.AllOf():
                return False
            case _:
                return self.secret(body, e, known)

    def _is_mixed(self, pieces: ir.Expression) -> bool:
        """Whether these lie somewhere in no order, and not for all to see: then nobody knows which comes first."""
        return not zones_in(pieces).isdisjoint(self.mixed)

    def _any(self, body: BodyId, parts: Sequence[object], known: Mapping[int, bool] | None) -> bool:
        for part in parts:  # noqa: SIM110 (it takes a third less than `any`)
            if self.secret(body, part, known):
                return True
        return False

    def _both(self, body: BodyId, parts: tuple[ir.Expression, ...], known: Mapping[int, bool] | None) -> bool:
        """Whether it is a secret if all hold. Behind `face_up`, only what everybody sees is asked of a piece."""
        for part in parts:
            if self.secret(body, part, known):
                return True
            if (slot := self._face_up(part)) is not None:
                known = {**(known or {}), slot: False}
        return False

    def _face_up(self, condition: ir.Expression) -> int | None:
        """The slot of the piece that lies face up where a condition holds, also by way of definitions."""
        match condition:
            case ir.Function("face_up", (ir.Local(slot),)):
                return slot
            case ir.And(parts):
                return next((slot for slot in map(self._face_up, parts) if slot is not None), None)
            case ir.Derived(define, (ir.Local(slot),)) if not self.defines[define].exceptions:
                return slot if self._face_up(self.defines[define].value) == 0 else None
            case _:
                return None

    def _hidden_counter(self, counter: ir.Expression) -> bool:
        if isinstance(counter, ir.Constant):
            return self.counters.get(counter.value, "") in self.hidden
        return any(name in self.hidden for name in self.counters.values())

    def _size(self, body: BodyId, over: ir.Expression, known: Mapping[int, bool] | None) -> bool:
        """Whether the length of a list is secret: how many lie in a zone is not."""
        match over:
            case ir.Contents() | ir.AllOf() | ir.PlayersFrom():
                return False
            case ir.PileEnd(_, _, amount):
                return amount is not None and self.secret(body, amount, known)
            case ir.Filter(inner, slot, ir.IsIn(ir.Local(one), ir.ListOf())) if one == slot:
                return self._size(body, inner, known)  # everybody sees what is a card and what is a token
            case ir.Filter(inner, slot, where):
                return self._size(body, inner, known) or self._asked(body, inner, slot, where, known)
            case ir.ListOf(items):
                return any(i.type.many and self._size(body, i, known) for i in items)
            case ir.Without(inner, item) if not item.type.many:
                return self._size(body, inner, known) or self._which(body, item, known)
            case _:
                return self.secret(body, over, known)

    def is_secret(self, define: str) -> bool:
        """Whether what a definition comes to is known to less than everybody, of what all know."""
        return self._derived(_DEFINITION, define, (), None)

    def _derived(
        self, body: BodyId, define: str, arguments: tuple[ir.Expression, ...], known: Mapping[int, bool] | None
    ) -> bool:
        d = self.defines[define]
        if define in self.open_defines:
            return False
        inner = {k: self.secret(body, a, known) for k, a in enumerate(arguments)}
        if any(isinstance(a, ir.Local) and self._which(body, a, known) for a in arguments):
            return True
        key = self._found(), define, tuple(inner.values())
        if key not in self.worked_out:
            self.open_defines.add(define)
            parts = (d.value, *((x.condition, x.value) for x in d.exceptions))
            bent = any(self._is_unseen(x.effect) for x in d.exceptions if x.effect != ir.NONE)
            self.worked_out[key] = bent or self._any(_DEFINITION, parts, inner)
            self.open_defines.discard(define)
        return self.worked_out[key]

    def _is_unseen(self, effect: int) -> bool:
        """Whether a card bends rules from where not all see it, as from a hand."""
        condition = self.game.effects[effect].condition
        return condition is not None and self.secret(_DEFINITION, condition, {0: False})

    # ------------------------------------------------------------ marking

    def marked(self) -> ir.Game:
        """The game with questions, transfers and what is asked of an action marked."""
        game = map_bodies(self.game, self._marked_body)
        return attrs.evolve(game, actions=tuple(self._action(action) for action in game.actions))

    def _marked_body(self, one: BodyOf) -> ir.Body:
        def marked(statement: Any) -> Any:
            below = rebuilt_around(statement, marked)
            match below:
                case ir.Choose(options=options):
                    return with_fields(below, hidden_options=self._options_hidden(one.id, options))
                case ir.TakeActions(actions=actions):
                    return with_fields(below, hidden_options=any(self._legality_hidden(name) for name in actions))
                case ir.Transfer():
                    return with_fields(below, open=self._open(one.id, below))
                case _:
                    return below

        return with_fields(one.body, statements=rebuilt_around(one.body.statements, marked))

    def _action(self, action: ir.Action) -> ir.Action:
        """The action with what is secret of its legality."""
        body = BodyId(BodyKind.ACTION, action.name)
        needs = tuple(attrs.evolve(need, secret=self.secret(body, need.condition)) for need in action.needs)
        return attrs.evolve(action, needs=needs, secret_question=self._question_hidden(action))

    def _legality_hidden(self, name: str) -> bool:
        """Whether it is a secret if somebody may take the action: its needs, or what it must ask first."""
        action = next(a for a in self.game.actions if a.name == name)
        needs = any(self.secret(BodyId(BodyKind.ACTION, name), need.condition) for need in action.needs)
        return needs or self._question_hidden(action)

    def _question_hidden(self, action: ir.Action) -> bool:
        question = next((s for s in action.body.statements if isinstance(s, ir.Choose)), None)
        body = BodyId(BodyKind.ACTION, action.name)
        return question is not None and not question.optional and self._options_hidden(body, question.options)

    def _options_hidden(self, body: BodyId, options: ir.Options) -> bool:
        match options:
            case ir.FromList(candidates):
                return self._size(body, candidates, None)
            case ir.FromRange(low, high):
                return self.secret(body, low) or self.secret(body, high)
            case ir.FromMenu(_, conditions):
                return any(c is not None and self.secret(body, c) for c in conditions)
            case ir.FromActions() | ir.InOrder():
                return False

    def _open(self, body: BodyId, t: ir.Transfer) -> bool:
        if t.manner is Manner.OPENLY:
            return True
        if t.manner is Manner.SECRETLY:
            return False
        places = [p for p in (t.source, t.target) if isinstance(p, ir.Pot)]
        if any(p.variable not in self.hidden for p in places):
            return True
        return not self.secret(body, t.amount) and not self.secret(body, t.counter)


def _turned_down(game: ir.Game) -> set[str]:
    """The zones in which pieces may be turned face down; where that is not known before play, all are."""
    found: set[str] = set()
    statements = (statement for one in bodies(game) for statement in statements_in(one.body.statements))
    for flip in statements:
        if isinstance(flip, ir.Flip) and not flip.up:
            found |= zones_in(flip.pieces) or {zone.name for zone in game.zones}
    return found


#: Of which it is not told by their parts alone whether they are secret.
_TOLD_APART = frozenset((
    ir.Read, ir.Held, ir.ReadCounter, ir.ZoneAt, ir.Zones, ir.CountOf, *BINDERS, ir.Function, ir.Derived, ir.And,
))  # fmt: skip
#: The statements after which something is kept that may be secret.
_KEEPING: tuple[type[Any], ...] = (*(kind for kind in STATEMENTS if schema(kind).filled), ir.Begin, ir.Become, ir.Leave)
#: What everybody sees of each piece that lies there, also of one whose face they do not know.
_PLAIN_TO_SEE = ("holder", "face_up")
#: The shapes of zones in which it is not seen which piece lies where.
_WITHOUT_ORDER = ("hand", "group")
#: Stands for the definition that is worked out: its arguments are all that it knows.
_DEFINITION = BodyId(BodyKind.PROCEDURE, "")
