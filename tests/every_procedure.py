"""Rules that do procedures by chance before they go on as they are written: so what is written for tests is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve

from dsl.ir import nodes as ir
from tests.tables import game, game_of

#: The games for the language.
LANGUAGE = Path(__file__).parent / "semantics"

#: So many procedures are done, one after another.
TIMES = 12
_CHANCE = f"""game "By chance":
    players: 1
flag f
phase going "Going":
    repeat {TIMES} times:
        randomly choose a number from 0 to 1 as n
        if n = 0: set f to yes
"""
#: What a procedure is done with, if it takes something; all other procedures are left out.
_GIVEN = {ir.Kind.PLAYER: 0, ir.Kind.NUMBER: 2, ir.Kind.VALUE: 1, ir.Kind.PIECE: 0}


def doing_procedures(rules: ir.Game) -> ir.Game | None:
    """The same game, in which each procedure is done now and then, as each of two players; None if there is none."""
    calls = [
        ir.Call(one.name, tuple(ir.Constant(_GIVEN[of.kind], of) for of in one.parameters), -1,
                ir.Constant(you, ir.PLAYER), -1)
        for one in rules.procedures
        if all(of.kind in _GIVEN and not of.many for of in one.parameters)
        for you in range(min(2, rules.fewest_players))
    ]  # fmt: skip
    if not calls:
        return None
    body = game_of(_CHANCE).flows[0].body
    (loop,) = body.statements
    assert isinstance(loop, ir.ForRange) and isinstance(loop.body[0], ir.Choose)
    chosen = loop.body[0]
    (branch,) = chosen.body
    assert isinstance(branch, ir.If) and isinstance(branch.condition, ir.Compare)
    assert isinstance(chosen.options, ir.FromRange)
    branches = tuple(
        evolve(branch, condition=evolve(branch.condition, right=ir.Constant(number, ir.NUMBER)), then=(call,))
        for number, call in enumerate(calls)
    )
    options = evolve(chosen.options, high=ir.Constant(len(calls) - 1, ir.NUMBER))
    doing = evolve(loop, body=(evolve(chosen, options=options, body=branches),))
    return evolve(rules, main=ir.Body(body.slots, (doing, *rules.main.statements)))


def language(part: int = 0, of: int = 1) -> Iterator[ir.Game]:
    """The games for the language; or one of so many parts of them."""
    for path in sorted(LANGUAGE.glob("*.bylaws"))[part::of]:
        yield game(str(path))


def each_procedure(part: int) -> Iterator[ir.Game]:
    """A third of the games for the language, in which procedures are done by chance."""
    yield from filter(None, map(doing_procedures, language(part, 3)))
