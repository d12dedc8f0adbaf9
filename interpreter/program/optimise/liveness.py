"""Liveness of locals. Sets of slots are masks, with a bit for each slot."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir import nodes as ir
from dsl.ir.effects import BINDERS, filled
from dsl.walk import nodes_in
from interpreter.program.model.nodes import (
    Append,
    Ask,
    Attributed,
    Block,
    Branch,
    CallRoutine,
    Drain,
    End,
    Enter,
    Leave,
    Lift,
    Over,
    Statement,
    Switch,
    targets,
)


def live_at(blocks: Mapping[int, Block]) -> dict[int, int]:
    """Computes the slots that are live where each block begins."""
    live = dict.fromkeys(blocks, 0)
    used = {label: _before_all(block.statements, 0, 0) for label, block in blocks.items()}
    passing = {label: _passing(block.statements) for label, block in blocks.items()}
    ends = {label: _end_reads(block.end) for label, block in blocks.items()}
    callers: dict[int, list[int]] = {label: [] for label in blocks}
    for label, block in blocks.items():
        for target in targets(block.end):
            callers[target].append(label)
    waiting = list(blocks)
    while waiting:
        label = waiting.pop()
        now = used[label] | (ends[label] | _after(blocks[label].end, live)) & passing[label]
        if now != live[label]:
            live[label] = now
            waiting.extend(callers[label])
    return live


def _passing(statements: tuple[Statement, ...]) -> int:
    """The slots that statements do not certainly write."""
    found = -1
    for statement in statements:
        if not isinstance(statement, ir.ForEach | ir.ForRange | ir.Choose | Append):
            for slot in filled(statement.statement if isinstance(statement, Attributed) else statement):
                found &= ~(1 << slot)
    return found


def live_before(statements: tuple[Statement, ...]) -> int:
    """Computes the slots that are live before statements, if none is behind them."""
    return _before_all(statements, 0, 0)


def live_while_asked(ask: Ask, live: Mapping[int, int]) -> int:
    """Computes the slots that are live while a question is pending: for what follows, and for its words."""
    titles = ask.options.texts if isinstance(ask.options, ir.FromMenu) else ()
    return reads((ask.prompt, titles)) | _answered(ask, live)


def _answered(ask: Ask, live: Mapping[int, int]) -> int:
    kept = _without(live[ask.answered], ask.slot) | live[ask.passed]
    for offer in ask.offers:
        kept |= live[offer.target]
    return kept


def reads(node: object) -> int:
    """Collects the slots that are free in an expression, or in a part of a statement."""
    found = bound = 0
    for inner in nodes_in(node):
        if isinstance(inner, ir.Local):
            found |= 1 << inner.slot
        elif type(inner) in BINDERS and inner.slot >= 0:
            bound |= 1 << inner.slot
    return found & ~bound


def _without(live: int, slot: int) -> int:
    return live & ~(1 << slot) if slot >= 0 else live


def _end_reads(end: End) -> int:
    """The slots that the end of a block reads."""
    match end:
        case Branch(condition):
            return reads(condition)
        case Switch(slot):
            return 1 << slot
        case Ask() as ask:
            return reads((ask.player, ask.options, ask.may_pass, ask.prompt, ask.anyway_if, ask.several))
        case Enter(you=you, arguments=arguments):
            return reads((you, arguments))
        case Leave(value) | Over(winners=value) if value is not None:
            return reads(value)
        case _:
            return 0


def _after(end: End, live: Mapping[int, int]) -> int:
    """The slots that are live behind the end of a block."""
    match end:
        case Ask() as ask:
            return _answered(ask, live) | live[ask.skipped]
        case Enter(slot=slot, back=back):
            return _without(live[back], slot)
        case _:
            return _union(targets(end), live)


def _union(labels: tuple[int, ...], live: Mapping[int, int]) -> int:
    found = 0
    for label in labels:
        found |= live[label]
    return found


def _before_all(statements: tuple[Statement, ...], live: int, exit_: int) -> int:
    for statement in reversed(statements):
        live = _before(statement, live, exit_)
    return live


def _before(s: object, live: int, exit_: int) -> int:
    """The slots live before a statement, given those live after it and where `stop` leads."""
    match s:
        case ir.SetLocal(slot, value):
            return _without(live, slot) | reads(value)
        case ir.If(condition, then, otherwise):
            return reads(condition) | _before_all(then, live, exit_) | _before_all(otherwise, live, exit_)
        case ir.ForEach(slot, over, body):
            return reads(over) | _around(body, slot, live)
        case ir.ForRange(slot, low, high, body):
            return reads((low, high)) | _around(body, slot, live)
        case ir.While(condition, bound, _, body):
            test = reads(condition)
            return test | (0 if bound is None else reads(bound)) | _around(body, -1, live | test)
        case ir.Stop():
            return exit_
        case ir.Leave(value):
            return 0 if value is None else reads(value)
        case ir.Choose(player, options, slot, body=body, otherwise=otherwise):
            answered = _without(_before_all(body, live, exit_), slot)
            return reads((player, options)) | answered | _before_all(otherwise, live, exit_)
        case CallRoutine(arguments=arguments, slot=slot, you=you):
            return _without(live, slot) | reads(arguments) | (1 if you is None else reads(you))
        case ir.Draw() | ir.Roll() | Drain() | Lift():
            return _without(live, s.slot) | reads(s)
        case Attributed(you, statement):
            return _before(statement, live, exit_) | reads(you)
        case Append(into, slot):
            return live | 1 << into | 1 << slot
        case _:
            return live | reads(s)


def _around(body: tuple[Statement, ...], slot: int, after: int) -> int:
    """The slots live before a loop, which may run its body any number of times."""
    once = _without(_before_all(body, after, after), slot)
    return after | _without(_before_all(body, after | once, after), slot)
