"""Elaborates effects: `until end of your next turn: ...`, `as long as this is in ...: ...`, `X becomes a copy of Y`.

Such a block is an effect. Its rules are rules of the game like others, but in force only while the effect is, and
once for each time it has begun. What they need of the body in which it began is kept with it: `ir.Held`.
"""

from __future__ import annotations

from typing import assert_never

import attrs
from attrs import define, field

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import OUTER, Context, Local, Statements
from dsl.elaborate.core.elaborator import Elaborator, Reported
from dsl.elaborate.expressions import definitions
from dsl.elaborate.statements import rules, verbs
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import EFFECT, EFFECTS, PIECE, PLAYER, YES_NO, Standing, Type
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of

RULES = (n.ExceptionTo, n.Permission, n.Hook, n.Reaction)

NOBODY = ir.Constant(ir.NONE, PLAYER.or_none())
_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)
_NO_CARD = ir.Constant(ir.NONE, PIECE.or_none())


def begin(
    c: Context, duration: n.Duration | None, items: tuple[n.Item, ...], span: Span, holds: n.Expression | None = None,
) -> ir.Statement:  # fmt: skip
    """An effect begins where this is carried out; `holds`: its rules are looked at only while that is so."""
    ends = until(c, duration) if duration is not None else None
    block = begun(c, span)
    block.rules(items, holds)
    return ir.Begin(block.effect, tuple(block.held), ends, c.site(span), span=span)


def begun(c: Context, span: Span) -> Block:
    """A new effect, which begins in this body."""
    block = Block(c, len(c.e.effects), c.you, c.this)
    c.e.effects.append(ir.Effect(_title(c), c.this is not None, None, (), span=span))
    return block


def standing(e: Elaborator, entry: n.CardEntry, item: n.Standing) -> int:
    """The effect of a card that is in force as long as something holds of it; `you` is whoever holds the card."""
    effect = len(e.effects)
    one = ir.Local(0, "effect", EFFECT)
    this = ir.Held(effect, one, 1, PIECE)
    you = ir.Held(effect, one, 0, PLAYER)
    c = Context(e, slots=["effect"], you=you, this=this)
    c.names[-1]["controller"] = Local(OUTER, PLAYER, True, entry.title.span)
    block = Block(c, effect, you, this, places={0: 0, OUTER: 0})  # `controller`, here and in the rules
    c.captures = _Captures(block, one)
    e.effects.append(ir.Effect(entry.title.text, True, None, (), span=item.span))
    try:
        holds = ex.condition(c, item.condition)
    finally:
        block.rules(item.body.items, None)
    e.effects[effect] = ir.Effect(entry.title.text, True, holds, tuple(c.slots), span=item.span)
    return effect


def until(c: Context, duration: n.Duration) -> ir.Until | None:
    """When an effect ends; None: with the game."""
    period = duration.period
    if period is None or duration.edge is None:
        return None
    if period.owner is not None:
        whose = ex.player(c, period.owner, "whose turn it is")
        return ir.Until(ir.Edge(duration.edge), "turn", whose, period.following, span=duration.span)
    if period.unit not in ("turn", "round", "phase", "step"):
        rules.known_flow(c, n.Name(period.unit, span=period.span))
    return ir.Until(ir.Edge(duration.edge), period.unit, None, period.following, span=duration.span)


def _title(c: Context) -> str:
    return c.e.headings[-1] if c.e.headings else ""


#: Where the effect stands in a rule on an event: behind all its slots, since what the event binds comes first.
_IN_RULE = OUTER - 1


@define
class Block:
    """The rules of one effect, and what they keep of the body `outer` that it begins in."""

    outer: Context
    effect: int
    you: ir.Expression | None
    this: ir.Expression | None
    held: list[ir.Expression] = field(factory=list)
    places: dict[int, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for value, nothing in ((self.you, NOBODY), (self.this, _NO_CARD)):
            if isinstance(value, ir.Local):
                self.places[value.slot] = len(self.held)
            self.held.append(value or nothing)

    def rules(self, items: tuple[n.Item, ...], holds: n.Expression | None) -> None:
        """Takes in every rule of the block."""
        for item in items:
            if isinstance(item, n.RuleText | n.BadLine):
                continue
            if not isinstance(item, RULES):
                self._no_rule(item)
                continue
            try:
                self._rule(item, holds)
            except Reported:
                continue

    def _no_rule(self, item: n.Item) -> None:
        self.outer.e.note(
            "not-a-rule", "this happens once, and cannot hold for a time", item.span, label="not a rule",
            help=("what holds for a time are rules, such as `exception to ...`, `after ...:`, `instead of ...:`",
                  "what happens at once stands outside of this block"),
        )  # fmt: skip

    def _rule(self, item: n.ExceptionTo | n.Permission | n.Hook | n.Reaction, holds: n.Expression | None) -> None:
        match item:
            case n.ExceptionTo():
                self._exception(item, holds)
            case n.Permission():
                self._permission(item, holds)
            case n.Hook() | n.Reaction():
                self._hook(item, holds)
            case _:
                assert_never(item)

    def _inner(self, c: Context, slot: int = ir.NONE) -> tuple[Context, ir.Local]:
        """The context of a rule, which knows the names of the body outside; and the effect in it."""
        one = ir.Local(slot, "effect", EFFECT) if slot >= 0 else c.bind(None, EFFECT, hidden_name="effect")
        outer = {
            name: Local(local.slot + OUTER, local.type, True, local.span)
            for names in self.outer.names
            for name, local in names.items()
        }
        c.names = [outer, *c.names]
        c.captures = _Captures(self, one)
        c.rule_text = self.outer.rule_text
        if self.this is not None:
            c.this = ir.Held(self.effect, one, 1, self.this.type)
        return c, one

    def _held_you(self, one: ir.Local) -> ir.Expression | None:
        return ir.Held(self.effect, one, 0, self.you.type) if self.you is not None else None

    def _condition(self, c: Context, holds: n.Expression | None) -> tuple[ir.Expression, ...]:
        return (ex.condition(c, holds),) if holds is not None else ()

    def _standing(self, span: Span) -> tuple[Standing, str]:
        """The text of a card weighs more than where it is written."""
        if self.this is not None:
            return Standing.CARD, self.outer.e.effects[self.effect].title
        return self.outer.e.standing_of(span)

    def over_unless(self, holds: n.Expression) -> bool:
        """The effect is over as soon as that no longer holds; gives whether that depends on who `you` is."""
        e = self.outer.e
        c, one = self._inner(Context(e, slots=["you"]))
        c.you = self._held_you(one)
        fails = ir.Not(ex.condition(c, holds), span=holds.span)
        in_force = ir.InForce(self.effect, span=holds.span)
        over = c.bind(None, EFFECT, hidden_name="over")
        those = ir.Filter(in_force, one.slot, fails, EFFECTS, span=holds.span)
        finish = ir.Finish(self.effect, over, span=holds.span)
        body = ir.Body(tuple(c.slots), (ir.ForEach(over.slot, those, (finish,), span=holds.span),))
        some = ir.Some(in_force, one.slot, fails, span=holds.span)
        e.whenevers_in_play.append(ir.WheneverRule(some, body, self._standing(holds.span)[0], span=holds.span))
        return any(held.place == 0 for held in nodes_of(fails, ir.Held))

    # ------------------------------------------------------------ kinds of rules

    def _exception(self, item: n.ExceptionTo, holds: n.Expression | None) -> None:
        e = self.outer.e
        symbol = definitions.exception_target(e, item)
        done = definitions.define(e, symbol, item.span)
        if done is None:
            return
        c, one = self._inner(definitions.exception_context(e, symbol, done))
        c.you = self._held_you(one)
        rule = definitions.exception_rule(c, done.type, item)
        standing_, source = self._standing(item.span)
        rule = attrs.evolve(
            rule, condition=_all((rule.condition, *self._condition(c, holds)), item.span), standing=standing_,
            source=source, effect=self.effect, instance=one.slot,
        )  # fmt: skip
        e.hang(definitions.key_of(symbol), rule, tuple(c.slots))

    def _permission(self, item: n.Permission, holds: n.Expression | None) -> None:
        e = self.outer.e
        rules.permission_target(e, item)
        assert isinstance(item.event, n.ActionEvent)
        if item.allowed:
            e.wrong("allow-for-a-time", "an `allow` cannot hold for a time", item.span, label="only `forbid` can",
                    help=("write the `forbid` with a condition: `forbid action NAME if ...`",))  # fmt: skip
        c, one = self._inner(Context(e, slots=list(e.slots_of(item.event.name.text))))
        c.you = self._held_you(one)
        tests = [*self._condition(c, holds), *self._condition(c, item.condition)]
        standing_, source = self._standing(item.span)
        yes = ir.Constant(1, YES_NO)
        rule = ir.ExceptionRule(
            _all(tuple(tests) or (yes,), item.span), ir.Override.INSTEAD, yes, standing_, source, self.effect,
            one.slot, span=item.span,
        )  # fmt: skip
        e.hang(item.event.name.text, rule, tuple(c.slots))

    def _hook(self, item: n.Hook | n.Reaction, holds: n.Expression | None) -> None:
        e = self.outer.e
        c = Context(e, slots=["you"])
        c.you = ir.Local(0, "you", self.you.type) if self.you is not None else None
        inner, one = self._inner(c, _IN_RULE)
        rule = rules.rule(inner, item)
        if isinstance(rule, ir.WheneverRule):
            e.wrong("whenever-for-a-time", "a `whenever` cannot hold for a time", item.span,
                    label="not as part of an effect",
                    help=("write it at the left margin, with a condition of its own",))  # fmt: skip
        tests = tuple(t for t in (rule.condition, *self._condition(inner, holds)) if t is not None)
        standing_, source = self._standing(item.span)
        label = rule.label or (_title(self.outer) if rule.optional else "")
        e.rules_in_play.append(
            attrs.evolve(
                rule, condition=_all(tests, item.span) if tests else None, standing=standing_, source_name=source,
                effect=self.effect, instance=one.slot, label=label,
                body=ir.Body(tuple(inner.slots), rule.body.statements),
            )
        )  # fmt: skip


@frozen
class _Captures:
    """What a rule keeps: the effect that it belongs to, as it stands in the rule."""

    block: Block
    instance: ir.Local

    def held(self, slot: int, name: str, type_: Type, span: Span) -> ir.Expression:
        """What stood in a slot of the body outside when the effect began."""
        block = self.block
        if slot not in block.places:
            block.places[slot] = len(block.held)
            block.held.append(block.outer.read(name, Local(slot, type_, True, span), span))
        return ir.Held(block.effect, self.instance, block.places[slot], type_, span=span)


def _all(tests: tuple[ir.Expression, ...], span: Span) -> ir.Expression:
    return tests[0] if len(tests) == 1 else ir.And(tests, span=span)


# ---------------------------------------------------------------- copies


def becomes(c: Context, item: n.Becomes) -> Statements:
    """A copy is an effect: as others it has an end, and is over then. Of nothing, or of itself, nothing is a copy."""
    piece, kept_piece = _local(c, item.subject, "what becomes a copy")
    original, kept_original = _local(c, item.original, "what it becomes a copy of")
    ends = until(c, item.duration) if item.duration is not None else None
    keeping = tuple(_printed(c, name) for name in item.keeping)
    block = begun(c, item.span)
    block.places[piece.slot] = len(block.held)
    block.held.append(piece)
    asks_for_you = item.condition is not None and block.over_unless(item.condition)
    if c.you is not None and c.you.type.optional and not asks_for_you:
        block.held[0] = NOBODY  # perhaps nobody acts here, and it makes no difference
    site = c.site(item.span)
    copy = ir.Become(block.effect, tuple(block.held), piece, original, keeping, ends, site, span=item.span)
    there = tuple(ir.Compare("!=", one, _NOTHING, YES_NO) for one in (piece, original))
    two = ir.And((*there, ir.Compare("!=", piece, original)), span=item.span)
    return (kept_piece, kept_original, ir.If(two, (copy,), (), span=item.span))


def _local(c: Context, node: n.Expression, wanted: str) -> tuple[ir.Local, ir.SetLocal]:
    value = c.expect(verbs.pieces_of(c, node), PIECE, node.span, wanted)
    one = c.bind(None, value.type.or_none(), hidden_name="piece")
    return one, ir.SetLocal(one.slot, value, span=node.span)


def _printed(c: Context, name: n.Name) -> str:
    if not c.e.scope.fields_named(name.text):
        printed = c.e.scope.field_names()
        c.e.unknown(name, "on no card is printed", printed, "unknown-field", "on cards is printed")
    return name.text
