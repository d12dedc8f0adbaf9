"""Games made up at random, with every kind of statement, value and rule, at the table of `tests/ir_table.py`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import evolve
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER
from tests import ir_table as t
from tests.properties.ir_bodies import Begun, Maker
from tests.properties.ir_rules import Rules

_Known = list[tuple[str, int, bool]]


def games() -> st.SearchStrategy[ir.Game]:
    """Whole games, each by a number of its own: to draw every number that makes one takes longer than to play it."""
    return st.integers(0, 2**32 - 1).map(lambda luck: made_up(Random(luck).randrange))


def made_up(below: Callable[[int], int]) -> ir.Game:
    """A whole game, out of numbers that are chosen below others."""
    t.sites_from_0()
    shapes: _Known = [(f"p{place}", below(3), bool(below(2))) for place in range(below(4))]
    rules = Rules(below, shapes)
    begins = [begun for begun in rules.begins if not begun.card]
    procedures = tuple(_procedure(below, shapes, place, begins) for place in range(len(shapes)))
    kinds = (("go", "action"), ("rest", "free"), ("ask", "anytime"))
    actions = tuple(_action(below, name, shapes, kind) for name, kind in kinds)
    main = Maker(below, callable=shapes, actions=("go", "rest"), anytime=("ask",), begins=begins, stays=True)
    opening = (*main.something(t.seat(below(3))), *main.something(t.seat(below(3))), *main.body(1))
    statements = (*opening, ir.RunFlow("lap"), *main.body(2), ir.RunFlow("close"), *main.body(3))
    return t.game(
        *statements,
        slots=main.slots,
        procedures=procedures,
        actions=actions,
        flows=_flows(below, shapes, begins),
        ends=(_end(below),),
        setup=_setup(below),
        hooks=tuple(rules.hooks),
        whenevers=tuple(rules.whenevers),
        effects=tuple(rules.effects),
        cards=tuple(rules.cards),
        defines=tuple(rules.defines.values()),
    )


def _procedure(below: Callable[[int], int], shapes: _Known, place: int, begins: list[Begun]) -> ir.Procedure:
    """One that calls only those before it; or itself, so deep, which may be too deep."""
    name, parameters, answers = shapes[place]
    may_ask = bool(below(2))
    maker = Maker(below, 1 + parameters, callable=shapes[:place], may_ask=may_ask, answers=answers, begins=begins)
    maker.known = [(slot + 1, NUMBER) for slot in range(parameters)]
    statements = maker.body(2)
    statements = (*maker.something(t.YOU), *statements) if below(2) else statements
    if below(3):
        return t.procedure(name, maker.slots, *statements, parameters=parameters, answers=answers)
    maker.callable = [shapes[place]]
    statements = (maker.a_few_times(maker.call(0)), *statements)
    made = t.procedure(name, maker.slots, *statements, parameters=parameters, answers=answers)
    return evolve(made, depth=t.n(2 + below(4)))


def _action(below: Callable[[int], int], name: str, shapes: _Known, kind: str) -> ir.Action:
    maker = Maker(below, callable=shapes)
    needs = [maker.condition(1)] if below(2) else []
    statements = maker.body(1)
    statements = (*maker.something(t.YOU), *statements) if below(2) else statements
    limit = t.n(1 + below(2)) if below(2) else None
    unit = ("turn", "round", "step", "")[below(4)] if limit else ""
    return t.action(
        name, maker.slots, *statements, needs=needs, kind=kind, secret=bool(below(2)), per_unit=unit, limit=limit,
        own_turn=not below(4),
    )  # fmt: skip


def _flows(below: Callable[[int], int], shapes: _Known, begins: list[Begun]) -> tuple[ir.Flow, ...]:
    lap = Maker(below, callable=shapes, actions=("go", "rest"), anytime=("ask",), begins=begins)
    statements, until = lap.body(2), lap.condition(2) if below(2) else None
    statements = (*_as_they_sit(lap), *statements) if below(8) else statements
    close = Maker(below, callable=shapes, begins=begins)
    ending = close.body(1)
    return (
        t.flow("lap", lap.slots, *statements, kind="round", until=until, bound=t.n(1 + below(3))),
        t.flow("close", close.slots, *ending),
    )


def _as_they_sit(maker: Maker) -> tuple[Any, ...]:
    """The turns that a round is mostly made of."""
    slot = maker.new()
    one = ir.Local(slot, "player", PLAYER)
    turn = maker.inside(slot, PLAYER, lambda: (*maker.something(one), *maker.turn_body(1, one)))
    return (ir.ForEach(slot, ir.PlayersFrom(t.seat(maker.below(3))), (ir.Turn(one, turn),)),)


def _end(below: Callable[[int], int]) -> ir.GameEnd:
    maker = Maker(below, may_ask=False)
    late = t.compare(t.read("given"), ">", t.n(1))
    condition = maker.pick(maker.condition(2), late, ir.And((late, maker.condition(2))))
    over = ir.GameOver(maker.many(PLAYER, 2), t.site())
    return ir.GameEnd(maker.pick("", "turn", "lap", "close"), condition, t.body(maker.slots, over))


def _setup(below: Callable[[int], int]) -> ir.Body:
    maker = Maker(below, may_ask=False)
    statements = maker.body(1)
    return t.body(maker.slots, *statements)
