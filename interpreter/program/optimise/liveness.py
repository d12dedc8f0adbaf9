"""Liveness of locals. Sets of slots are masks, with a bit for each slot."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias

from dsl.ir import nodes as ir
from dsl.ir.effects import BINDERS, filled
from dsl.walk import nodes_in, schema
from interpreter.program.cfg.simplify import predecessors
from interpreter.program.model import nodes as p

_READERS = {ir.Local, p.Switch}
#: What perhaps writes nothing to its slot.
_Uncertain: TypeAlias = ir.ForEach | ir.ForRange | ir.Choose | p.Append


def live_at(blocks: Mapping[int, p.Block]) -> dict[int, int]:
    """Computes the slots that are live where each block begins."""
    live = dict.fromkeys(blocks, 0)
    used = {label: _before_all(block.statements, 0, 0) for label, block in blocks.items()}
    passing = {label: _passing(block.statements) for label, block in blocks.items()}
    ends = {label: reads(block.end) for label, block in blocks.items()}
    before = predecessors(blocks)
    waiting = list(blocks)
    while waiting:
        label = waiting.pop()
        now = used[label] | (ends[label] | _behind(blocks[label].end, live)) & passing[label]
        if now != live[label]:
            live[label] = now
            waiting.extend(before[label])
    return live


def _passing(statements: tuple[p.Statement, ...]) -> int:
    """The slots that statements do not certainly write."""
    found = -1
    for statement in statements:
        if not isinstance(statement, _Uncertain):
            for slot in filled(statement.statement if isinstance(statement, p.Attributed) else statement):
                found &= ~(1 << slot)
    return found


def live_before(statements: tuple[p.Statement, ...]) -> int:
    """Computes the slots that are live before statements, if none is behind them."""
    return _before_all(statements, 0, 0)


def live_while_asked(ask: p.Ask, live: Mapping[int, int]) -> int:
    """Computes the slots that are live while a question is pending: for what follows, and for its words."""
    titles = ask.options.texts if isinstance(ask.options, ir.FromMenu) else ()
    return reads((ask.prompt, titles)) | _answered(ask, live)


def _answered(ask: p.Ask, live: Mapping[int, int]) -> int:
    kept = _without(live[ask.answered], ask.slot) | live[ask.passed]
    for offer in ask.offers:
        kept |= live[offer.target]
    return kept


def reads(node: object) -> int:
    """Collects the slots that are free in an expression, or in a part of a statement."""
    found = bound = 0
    for inner in nodes_in(node):
        kind = type(inner)
        if kind in _READERS:
            found |= 1 << inner.slot
        elif kind in BINDERS and inner.slot >= 0:
            bound |= 1 << inner.slot
    return found & ~bound


def _without(live: int, slot: int) -> int:
    return live & ~(1 << slot) if slot >= 0 else live


def live_after(end: p.End, live: Mapping[int, int]) -> int:
    """The slots that are live behind the statements of a block, where this is its end."""
    return reads(end) | _behind(end, live)


def _behind(end: p.End, live: Mapping[int, int]) -> int:
    if isinstance(end, p.Ask):
        return _answered(end, live) | live[end.skipped]
    found = reduce(or_, (live[label] for label in p.targets(end)), 0)
    return _without(found, end.slot) if isinstance(end, p.Enter) else found


def _before_all(statements: tuple[p.Statement, ...], live: int, exit_: int) -> int:
    for statement in reversed(statements):
        live = before(statement, live, exit_)
    return live


def before(s: p.Statement, live: int, exit_: int) -> int:
    """The slots live before a statement, given those live after it and where `stop` leads."""
    match s:
        case ir.SetLocal(slot, value):
            return _without(live, slot) | reads(value)
        case ir.If(condition, then, otherwise):
            return reads(condition) | _before_all(then, live, exit_) | _before_all(otherwise, live, exit_)
        case ir.ForEach(slot, over, body):
            return reads(over) | live_around(body, slot, live)
        case ir.ForRange(slot, low, high, body):
            return reads((low, high)) | live_around(body, slot, live)
        case ir.While(condition, bound, _, body):
            test = reads(condition)
            return test | (0 if bound is None else reads(bound)) | live_around(body, -1, live | test)
        case ir.Stop():
            return exit_
        case ir.Leave(value):
            return 0 if value is None else reads(value)
        case ir.Choose(player, options, slot, body=body, otherwise=otherwise):
            answered = _without(_before_all(body, live, exit_), slot)
            return reads((player, options)) | answered | _before_all(otherwise, live, exit_)
        case p.Attributed(you, statement):
            return before(statement, live, exit_) | reads(you)
        case p.Append(into, slot):
            return live | 1 << into | 1 << slot
    assert not schema(type(s)).blocks, "what is live in blocks is said above"
    if isinstance(s, p.CallRoutine) and s.you is None:
        live |= 1
    return reduce(_without, filled(s), live) | reads(s)


def live_around(body: tuple[p.Statement, ...], slot: int, after: int) -> int:
    """The slots live before a loop, which may run its body any number of times.

    One pass finds them all: what is live before a body is what it reads, and what it leaves of what is live after it.
    """
    return after | _without(_before_all(body, after, after), slot)
