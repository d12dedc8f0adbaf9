"""What is known grows, body by body, until nothing new is found; what would grow for ever has no end."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TypeVar

from attrs import frozen

from dsl.bounds.counters import count_counters
from dsl.bounds.expressions import worth
from dsl.bounds.facts import Facts, Key, facts
from dsl.bounds.parts import Part, filled_by
from dsl.bounds.tables import Tables
from dsl.bounds.times import Calls, count_runs
from dsl.bounds.worth import NEVER, Amount, Worth, either, number
from dsl.bounds.zones import count_pieces, lay_out, move_about
from dsl.ir import nodes as ir

K = TypeVar("K", int, str)

#: After so many passes, what still grows is taken to have no end.
_PATIENCE = 8


def grown(tables: Tables) -> tuple[Facts, Calls]:
    """All that can be found out about a game at its tables."""
    found = facts(tables)
    calls = Calls(found)
    _begin(found)
    passes, before, now = 0, None, _picture(found)
    while before != now:
        _one_pass(found, calls)
        passes += 1
        if passes > _PATIENCE:
            _give_up(found, now)
        before, now = now, _picture(found)
    return found, calls


def _begin(found: Facts) -> None:
    for part in found.parts:
        slots = found.slots[part.key]
        slots |= dict.fromkeys(part.filled, NEVER)
        if part.kind == "procedure":
            procedure = next(p for p in found.tables.game.procedures if p.name == part.name)
            slots |= dict.fromkeys(range(1, len(procedure.parameters) + 1), NEVER)
    lay_out(found)
    for variable in found.tables.game.variables:
        found.variables[variable.name] = NEVER
    for card_type in found.tables.game.card_types:
        for field in card_type.fields:
            if field.changes:
                start = number(0) if field.start is None else worth(field.start, found, {})
                nothing = either(number(-1), start) if field.type.optional else start
                printed = [number(k.values[field.name]) for k in found.tables.kinds if field.name in k.values]
                found.grown(found.fields, field.name, either(nothing, *printed))


def _one_pass(found: Facts, calls: Calls) -> None:
    count_runs(found, calls)
    for part in found.parts:
        slots = found.slots[part.key]
        for site in part.sites:
            _note(site.statement, part, slots, found)
    for hook, part in zip(found.tables.game.hooks, (p for p in found.parts if p.kind == "hook"), strict=True):
        if hook.event == "procedure" and hook.parameters:
            _hand_over_to_hook(hook, found.slots[part.key], found)
    move_about(found)
    count_pieces(found, calls)
    count_counters(found, calls)


def _note(statement: object, part: Part, slots: dict[int, Worth], found: Facts) -> None:
    """What a statement puts into the slots of its body, or hands on to another."""
    slot = filled_by(statement)
    if slot >= 0:
        _fill(slots, slot, _filling(statement, part, slots, found))
    match statement:
        case ir.WriteAttribute(field, _, value):
            found.grown(found.fields, field, worth(value, found, slots))
        case ir.Call(procedure, arguments):
            told = found.slots[("procedure", procedure)]
            for place, argument in enumerate(arguments, 1):
                _fill(told, place, worth(argument, found, slots))
        case ir.Leave(value) if value is not None and part.kind in ("procedure", "hook"):
            for name in _answered(part, found):
                found.grown(found.answers, name, worth(value, found, slots))
        case ir.Begin(effect, held) | ir.Become(effect, held):
            numbers = [worth(e, found, slots) for e in held if e.type == ir.NUMBER]
            found.held[effect] = either(found.held.get(effect, NEVER), *numbers)
        case _:
            pass


def _answered(part: Part, found: Facts) -> list[str]:
    """The procedures that a body decides for: itself, or the one in whose place the rule stands."""
    if part.kind == "procedure":
        return [part.name]
    hook = found.tables.game.hooks[int(part.name)]
    return [hook.name] if hook.event == "procedure" else []


def _filling(statement: object, part: Part, slots: dict[int, Worth], found: Facts) -> Worth:
    match statement:
        case ir.SetLocal(_, value):
            return worth(value, found, slots)
        case ir.ForEach(over=over) | ir.AllAtOnce(over=over):
            return worth(over, found, slots).one
        case ir.ForRange(_, low, high):
            return _between(worth(low, found, slots), worth(high, found, slots))
        case ir.Draw(source=source):
            kinds = frozenset(k for zone in worth(source, found, slots).of for k in found.lying.get(str(zone), ()))
            return Worth(-1, inf, 1, kinds)
        case ir.Roll(die, amount):
            dice = [number(d.low, d.high) for d in found.tables.game.dice if d.name == die]
            return either(*dice).several(worth(amount, found, slots).high)
        case ir.Call(procedure):
            return either(found.answers.get(procedure, NEVER), number(-1))
        case ir.Choose(options=options):
            return _answer(options, slots, found).or_none
        case _:
            raise AssertionError(statement)


def _answer(options: ir.Options, slots: dict[int, Worth], found: Facts) -> Worth:
    match options:
        case ir.FromList(candidates, _, most, several):
            there = worth(candidates, found, slots)
            return there.several(min(there.most, max(0, worth(most, found, slots).high))) if several else there.one
        case ir.FromRange(low, high):
            return _between(worth(low, found, slots), worth(high, found, slots))
        case ir.FromMenu(labels):
            return number(0, len(labels) - 1)
        case ir.FromActions(names):
            return number(0, len(names) - 1)
        case ir.InOrder(group):
            return worth(group, found, slots)


def _between(low: Worth, high: Worth) -> Worth:
    return number(low.low, high.high) if low.is_number and high.is_number and low.low <= high.high else NEVER


def _hand_over_to_hook(hook: ir.HookRule, slots: dict[int, Worth], found: Facts) -> None:
    """A rule that meets a procedure knows what that has been told."""
    told = found.slots[("procedure", hook.name)]
    for place in range(1, hook.parameters + 1):
        if place in told:
            slots[place] = told[place]


def _fill(slots: dict[int, Worth], slot: int, value: Worth) -> None:
    slots[slot] = either(slots.get(slot, NEVER), value)


# ---------------------------------------------------------------- until nothing new is found


@frozen
class _Picture:
    """What was known at some time."""

    slots: dict[Key, dict[int, Worth]]
    worths: tuple[dict[str, Worth], ...]
    held: dict[int, Worth]
    lying: dict[str, frozenset[int]]
    sizes: dict[str, Amount]
    pieces: dict[int, Amount]
    runs: dict[Key, Amount]
    passes: dict[str, Amount]


def _picture(found: Facts) -> _Picture:
    return _Picture(
        {key: dict(of) for key, of in found.slots.items()},
        (dict(found.variables), dict(found.fields), dict(found.answers)),
        dict(found.held),
        dict(found.lying),
        dict(found.sizes),
        dict(found.pieces),
        dict(found.runs),
        dict(found.passes),
    )


def _give_up(found: Facts, before: _Picture) -> None:
    """What has grown again is taken to have no end."""
    for key, slots in found.slots.items():
        _widen(slots, before.slots[key])
    for table, old in zip((found.variables, found.fields, found.answers), before.worths, strict=True):
        _widen(table, old)
    _widen(found.held, before.held)
    found.sizes |= {zone: inf for zone, size in found.sizes.items() if size > before.sizes.get(zone, 0)}
    found.pieces |= {kind: inf for kind, amount in found.pieces.items() if amount > before.pieces.get(kind, 0)}


def _widen(table: dict[K, Worth], before: Mapping[K, Worth]) -> None:
    for name, now in table.items():
        old = before.get(name, NEVER)
        if now != old:
            table[name] = Worth(
                -inf if now.low < old.low else now.low,
                inf if now.high > old.high else now.high,
                inf if now.most > old.most else now.most,
                now.of,
            )
