"""Rules that meet events are woven into what they meet: IR in, IR out.

The body of each such rule becomes a routine, `hook 0`, `hook 1` ...; a call of it stands before, after or in place of
every statement that it can meet, behind the tests that only play can decide. A rule on a procedure, step or action is
woven into that routine itself: what it did before goes on as `met NAME`. `whenever` rules are tested after every
statement that could make their conditions true.

Order: card, variant, base; among equals as written. A rule does not meet what its own body does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, frozen

from dsl.ir import nodes as ir
from interpreter.program.sources import NOBODY, YOU, Source, call, calling
from interpreter.program.walk import nodes_in, rebuilt, with_fields

_STANDINGS = (ir.Standing.CARD, ir.Standing.VARIANT, ir.Standing.BASE)
_ROUTINES = {"procedure": ("procedure",), "action": ("action",), "flow": ("flow", "pass")}
_TRANSFERS = ("gain", "lose", "pay", "give")
_MOVES = {"move": ("move", "discard", "give"), "discard": ("discard",)}

#: How often `whenever` rules may fire on end before that counts as going on for ever.
SETTLE_LIMIT = 1000

Statements = tuple[Any, ...]


@frozen
class Woven:
    """The bodies with all hooks in place."""

    sources: Mapping[str, Source]
    game: ir.Game


def woven(sources: Mapping[str, Source], game: ir.Game) -> Woven:
    """The bodies with every rule that meets an event woven in."""
    if not game.hooks and not game.whenevers:
        return Woven(sources, game)
    hooks = _ordered(game.hooks)
    found = {**sources, **{f"hook {k}": _routine(f"hook {k}", h) for k, h in enumerate(hooks)}}
    met = {name: _with_events(source, hooks, game) for name, source in found.items()}
    settled = _with_whenevers(met, game)
    return Woven({name: s for source in settled.values() for name, s in _around(source, hooks)}, game)


def _ordered(hooks: Sequence[ir.HookRule]) -> list[ir.HookRule]:
    return sorted(hooks, key=lambda hook: _STANDINGS.index(hook.standing))


def _routine(name: str, hook: ir.HookRule) -> Source:
    """The body of a rule as a routine; what the event binds are its parameters."""
    statements: Statements = calling(hook.body.statements)
    if (missing := _not_playable(hook)) is not None:
        statements = (ir.Unsupported(missing, span=hook.span),)
    return Source(name, _arity(hook), hook.body.slots, statements, told=False, span=hook.span)


def _arity(hook: ir.HookRule) -> int:
    return hook.parameters if hook.event in _ROUTINES else len(hook.binds)


def _not_playable(hook: ir.HookRule) -> str | None:
    if hook.optional:
        return "a reaction"
    if hook.event in _ROUTINES or hook.event in _TRANSFERS or hook.event in _MOVES:
        return None
    return f"a rule on the event `{hook.event}`"


# ---------------------------------------------------------------- routines that are met


def _around(source: Source, hooks: Sequence[ir.HookRule]) -> Iterator[tuple[str, Source]]:
    """The routine, or what stands around it and itself under another name."""
    meeting = [(k, h) for k, h in enumerate(hooks) if _meets_routine(h, source.name)]
    if not meeting:
        yield source.name, source
        return
    inner = f"met {source.name}"
    yield inner, with_fields(source, name=inner, told=False)
    yield source.name, _wrapper(source, inner, meeting)


def _meets_routine(hook: ir.HookRule, name: str) -> bool:
    kind, _, called = name.partition(" ")
    return hook.event in _ROUTINES and kind in _ROUTINES[hook.event] and called == hook.name


def _wrapper(source: Source, inner: str, meeting: list[tuple[int, ir.HookRule]]) -> Source:
    host = _Host(list(source.slots[: source.arity + 1]))
    arguments = tuple(ir.Local(k, source.slots[k], ir.UNKNOWN) for k in range(1, source.arity + 1))
    answer = host.new("answer") if source.answers else -1
    itself: Statements = (ir.Call(inner, arguments, answer, YOU, -1, span=source.span),)
    for k, h in reversed([m for m in meeting if m[1].timing is ir.Timing.INSTEAD]):
        itself = (_if(host.tested(h, YOU, arguments), (_call(k, h, YOU, arguments),), itself, h),)
    before = _calls(host, meeting, ir.Timing.BEFORE, arguments)
    after = _calls(host, meeting, ir.Timing.AFTER, arguments)
    leaving: Statements = ()
    if source.answers:
        nothing = ir.SetLocal(answer, ir.Constant(ir.NONE, ir.NOTHING))
        before = (nothing, *before)
        leaving = (ir.Leave(ir.Local(answer, "answer", ir.UNKNOWN)),)
    return with_fields(source, slots=tuple(host.slots), statements=(*before, *itself, *after, *leaving))


def _calls(
    host: _Host, meeting: list[tuple[int, ir.HookRule]], timing: ir.Timing, arguments: tuple[ir.Expression, ...]
) -> Statements:
    return tuple(
        _if(host.tested(h, YOU, arguments), (_call(k, h, YOU, arguments),), (), h)
        for k, h in meeting
        if h.timing is timing
    )


def _call(k: int, hook: ir.HookRule, you: ir.Expression, arguments: tuple[ir.Expression, ...]) -> ir.Call:
    return ir.Call(f"hook {k}", arguments, -1, you, -1, span=hook.span)


def _if(test: ir.Expression, then: Statements, otherwise: Statements, hook: ir.HookRule) -> ir.If:
    return ir.If(test, then, otherwise, span=hook.span)


@define
class _Host:
    """The routine that a rule's expressions are put into: they get slots of its own."""

    slots: list[str]

    def new(self, name: str) -> int:
        self.slots.append(name)
        return len(self.slots) - 1

    def tested(
        self, hook: ir.HookRule, you: ir.Expression, bound: tuple[ir.Expression, ...], *more: ir.Expression
    ) -> ir.Expression:
        """Whether the rule meets the event: `more` tests, and its own condition."""
        tests = list(more)
        if hook.condition is not None:
            tests.append(self.inlined(hook.condition, you, bound))
        return tests[0] if len(tests) == 1 else ir.And(tuple(tests), span=hook.span)

    def inlined(self, node: Any, you: ir.Expression, bound: tuple[ir.Expression, ...]) -> Any:
        """An expression of the rule, here: slot 0 is `you`, then what the event binds; others are new ones."""
        mine: dict[int, int] = {}

        def slot(number: int) -> int:
            if number not in mine:
                mine[number] = self.new("met")
            return mine[number]

        def change(inner: Any) -> Any:
            if isinstance(inner, ir.Local):
                if inner.slot <= len(bound):
                    return you if inner.slot == 0 else bound[inner.slot - 1]
                return with_fields(inner, slot=slot(inner.slot))
            below = rebuilt(inner, change)
            if isinstance(below, ir.Filter | ir.Some | ir.BestOf | ir.Ranked) and below.slot >= 0:
                return with_fields(below, slot=slot(below.slot))
            return below

        return change(node)


# ---------------------------------------------------------------- statements that are met


def _with_events(source: Source, hooks: Sequence[ir.HookRule], game: ir.Game) -> Source:
    """The routine with calls of rules around the transfers and moves that they can meet."""
    own = int(source.name.removeprefix("hook ")) if source.name.startswith("hook ") else -1
    others = [(k, h) for k, h in enumerate(hooks) if k != own and h.event not in _ROUTINES]
    if not others:
        return source
    host = _Host(list(source.slots))

    def change(node: Any) -> Any:
        below = rebuilt(node, change)
        match below:
            case ir.Transfer():
                return _met_transfer(host, below, [m for m in others if _can_meet(m[1], below)])
            case ir.MovePieces():
                return _met_move(host, below, [m for m in others if below.verb in _MOVES.get(m[1].event, ())])
            case _:
                return below

    statements = rebuilt(source.statements, change)
    if statements is source.statements:
        return source
    return with_fields(source, slots=tuple(host.slots), statements=statements)


def _can_meet(hook: ir.HookRule, t: ir.Transfer) -> bool:
    """What is known before play: the verb, the counter, the places."""
    if hook.event not in _TRANSFERS or _subject_side(hook, t) is None:
        return False
    if isinstance(hook.counter, ir.Constant) and isinstance(t.counter, ir.Constant):
        if hook.counter.value != t.counter.value:
            return False
    return _places_fit(hook.source, t.source) and _places_fit(hook.target, t.target)


def _subject_side(hook: ir.HookRule, t: ir.Transfer) -> ir.Expression | None:
    """The player whom the event is about: who gains, or who loses, pays or gives."""
    place = t.target if hook.event == "gain" else t.source
    if hook.event in ("pay", "give") and t.verb != hook.event:
        return None
    return place.player if isinstance(place, ir.Holder) else None


def _places_fit(wanted: ir.Place | None, actual: ir.Place) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, ir.Pot) and isinstance(actual, ir.Pot):
        return wanted.variable == actual.variable
    return type(wanted) is type(actual)


def _met_transfer(host: _Host, t: ir.Transfer, meeting: list[tuple[int, ir.HookRule]]) -> Any:
    if not meeting:
        return t
    counter = ir.Local(host.new("counter"), "counter", ir.COUNTER)
    amount = ir.Local(host.new("amount"), "amount", ir.NUMBER)
    opening: Statements = (
        ir.SetLocal(counter.slot, t.counter, span=t.span),
        ir.SetLocal(amount.slot, _really_goes(t, counter), span=t.span),
    )
    subjects: dict[int, ir.Local] = {}
    for k, h in meeting:
        who = _subject_side(h, t)
        assert who is not None
        subjects[k] = ir.Local(host.new("subject"), "subject", ir.PLAYER.or_none())
        opening = (*opening, ir.SetLocal(subjects[k].slot, who, span=t.span))
    parts = _Parts(host, t, counter, amount, subjects)
    itself: Statements = (t,)
    for k, h in reversed([m for m in meeting if m[1].timing is ir.Timing.INSTEAD]):
        itself = (_if(parts.test(k, h), (parts.call(k, h),), itself, h),)
    before = tuple(parts.guarded(k, h) for k, h in meeting if h.timing is ir.Timing.BEFORE)
    after = tuple(parts.guarded(k, h) for k, h in meeting if h.timing is ir.Timing.AFTER)
    return (*opening, *before, *itself, *after)


def _really_goes(t: ir.Transfer, counter: ir.Expression) -> ir.Expression:
    """The amount of the event: never more than there is, never less than nothing."""
    there: ir.Expression | None = None
    match t.source:
        case ir.Holder(player):
            there = ir.ReadCounter(counter, player)
        case ir.Pot(variable, at):
            there = ir.Read(variable, at, ir.NUMBER)
        case ir.Bank():
            pass
    amount = t.amount if there is None else ir.Function("smaller", (t.amount, there), ir.NUMBER)
    return ir.Function("larger", (amount, ir.Constant(0, ir.NUMBER)), ir.NUMBER)


@frozen
class _Parts:
    """A transfer's parts in locals, and the tests and calls of the rules that it may meet."""

    host: _Host
    transfer: ir.Transfer
    counter: ir.Local
    amount: ir.Local
    subjects: Mapping[int, ir.Local]

    def bound(self, k: int, hook: ir.HookRule) -> tuple[ir.Expression, ...]:
        known: dict[str, ir.Expression] = {
            "subject": self.subjects[k], "amount": self.amount, "counter": self.counter,
        }  # fmt: skip
        return tuple(known[name] for name in hook.binds)

    def test(self, k: int, hook: ir.HookRule) -> ir.Expression:
        bound, subject = self.bound(k, hook), self.subjects[k]
        tests: list[ir.Expression] = [ir.Compare(">", self.amount, ir.Constant(0, ir.NUMBER))]
        if hook.subject is not None:
            tests.append(ir.Compare("=", subject, self.host.inlined(hook.subject, subject, bound)))
        if hook.counter is not None:
            tests.append(ir.Compare("=", self.counter, self.host.inlined(hook.counter, subject, bound)))
        for wanted, actual in ((hook.source, self.transfer.source), (hook.target, self.transfer.target)):
            tests += self._same_place(wanted, actual, subject, bound)
        return self.host.tested(hook, subject, bound, *tests)

    def _same_place(
        self, wanted: ir.Place | None, actual: ir.Place, you: ir.Expression, bound: tuple[ir.Expression, ...]
    ) -> Iterator[ir.Expression]:
        match wanted, actual:
            case ir.Holder(player), ir.Holder(other):
                yield ir.Compare("=", other, self.host.inlined(player, you, bound))
            case ir.Pot(_, at), ir.Pot(_, index):
                for one, two in zip(at, index, strict=False):
                    yield ir.Compare("=", two, self.host.inlined(one, you, bound))
            case _:
                return

    def call(self, k: int, hook: ir.HookRule) -> ir.Call:
        return _call(k, hook, self.subjects[k], self.bound(k, hook))

    def guarded(self, k: int, hook: ir.HookRule) -> ir.If:
        return _if(self.test(k, hook), (self.call(k, hook),), (), hook)


def _met_move(host: _Host, m: ir.MovePieces, meeting: list[tuple[int, ir.HookRule]]) -> Any:
    """Each piece moves by itself, so that every one is an event."""
    if not meeting:
        return m
    piece = ir.Local(host.new("piece"), "piece", ir.PIECE)
    who = ir.Local(host.new("mover"), "mover", ir.PLAYER.or_none())
    pieces = m.pieces if m.pieces.type.many else ir.ListOf((m.pieces,), ir.PIECES)
    bound = {k: tuple({"subject": who, "piece": piece}[name] for name in h.binds) for k, h in meeting}
    one: Statements = (with_fields(m, pieces=piece),)

    def test(k: int, h: ir.HookRule) -> ir.Expression:
        tests: list[ir.Expression] = [ir.Compare("!=", piece, ir.Constant(ir.NONE, ir.NOTHING))]
        if h.subject is not None:
            tests.append(ir.Compare("=", who, host.inlined(h.subject, who, bound[k])))
        return host.tested(h, who, bound[k], *tests)

    for k, h in reversed([x for x in meeting if x[1].timing is ir.Timing.INSTEAD]):
        one = (_if(test(k, h), (_call(k, h, who, bound[k]),), one, h),)
    before = tuple(_if(test(k, h), (_call(k, h, who, bound[k]),), (), h)
                   for k, h in meeting if h.timing is ir.Timing.BEFORE)  # fmt: skip
    after = tuple(_if(test(k, h), (_call(k, h, who, bound[k]),), (), h)
                  for k, h in meeting if h.timing is ir.Timing.AFTER)  # fmt: skip
    loop = ir.ForEach(piece.slot, pieces, (*before, *one, *after), span=m.span)
    return (ir.SetLocal(who.slot, m.mover, span=m.span), loop)


# ---------------------------------------------------------------- whenever


def _with_whenevers(sources: Mapping[str, Source], game: ir.Game) -> dict[str, Source]:
    """A call of `settle` stands behind every statement that could make a condition true."""
    if not game.whenevers:
        return dict(sources)
    watched = set().union(*(_reads(rule.condition, game) for rule in game.whenevers))
    done = {name: _settling(source, watched, game) for name, source in sources.items()}
    for k, rule in enumerate(game.whenevers):
        name = f"whenever {k}"
        done[name] = Source(name, 0, rule.body.slots, calling(rule.body.statements), told=False, span=rule.span)
    done["settle"] = _settle(game)
    return done


def _settle(game: ir.Game) -> Source:
    """Goes through the rules again and again until none of their conditions holds."""
    host = _Host(["you"])
    holds = [host.inlined(rule.condition, NOBODY, ()) for rule in game.whenevers]
    once = tuple(
        ir.If(test, (call(f"whenever {k}", you=NOBODY, span=rule.span),), (), span=rule.span)
        for k, (test, rule) in enumerate(zip(holds, game.whenevers, strict=True))
    )
    any_holds = holds[0] if len(holds) == 1 else ir.Or(tuple(holds))
    limit = ir.Constant(SETTLE_LIMIT, ir.NUMBER)
    loop = ir.While(any_holds, limit, True, once, span=game.whenevers[0].span)
    return Source("settle", 0, tuple(host.slots), (loop,), told=False, span=game.whenevers[0].span)


def _settling(source: Source, watched: set[str], game: ir.Game) -> Source:
    def change(node: Any) -> Any:
        below = rebuilt(node, change)
        if _writes(below, game) & watched:
            return (below, call("settle", you=NOBODY, span=below.span))
        return below

    statements = rebuilt(source.statements, change)
    return source if statements is source.statements else with_fields(source, statements=statements)


def _reads(node: object, game: ir.Game) -> set[str]:
    """The variables and fields that an expression looks at, and `zones` if it looks at pieces."""
    found: set[str] = set()
    defines = {d.name: d for d in game.defines}
    waiting, seen = [node], set()
    while waiting:
        for inner in nodes_in(waiting.pop()):
            match inner:
                case ir.Read(variable):
                    found.add(variable)
                case ir.ReadCounter():
                    found.update(v.name for v in game.variables if v.number >= 0)
                case ir.Attribute(field):
                    found.add(field)
                case ir.Contents() | ir.PileEnd():
                    found.add("zones")
                case ir.Derived(name) if name not in seen:
                    seen.add(name)
                    define_ = defines[name]
                    waiting.append((define_.value, *((x.condition, x.value) for x in define_.exceptions)))
                case _:
                    pass
    return found


def _writes(statement: object, game: ir.Game) -> set[str]:
    match statement:
        case ir.Write(variable) | ir.Change(variable):
            return {variable}
        case ir.WriteAttribute(field):
            return {field}
        case ir.Transfer(_, counter, _, source, target):
            pots = {p.variable for p in (source, target) if isinstance(p, ir.Pot)}
            known = counter.value if isinstance(counter, ir.Constant) else None
            return pots | {v.name for v in game.variables if v.number >= 0 and known in (None, v.number)}
        case ir.MovePieces() | ir.Draw() | ir.Create() | ir.Swap():
            return {"zones"}
        case _:
            return set()
