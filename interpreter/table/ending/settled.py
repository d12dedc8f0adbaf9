"""How those who have won were found: what the rules compared before they named them, gone through once more.

The rules name winners by what they have worked out before (`let winner be decided by best_of_all`). With the game as it
is at the end, that can be worked out again, for as long as nobody had to be asked and nothing has changed since. So
whatever is found here counts only if it comes to those who have won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyOf
from dsl.ir.declarations import Declarations
from dsl.walk import nodes_of
from interpreter.backend.reference.values import Context, value
from interpreter.errors import RuleFault
from interpreter.program.model.substitute import free_slots, inlined
from interpreter.table.ending.ranking import Ranking, compared

#: Slots from here on are new; so many has the frame in which expressions are worked out again.
FIRST_SLOT, SLOTS = 100, 1000


@frozen
class Settled:
    """What tells the winners: `ranking`, and of those who are equal by it whatever the procedure `by` has decided.

    `condition`: else what holds of each of them, in the local `slot`.
    """

    ranking: Ranking | None = None
    by: str = ""
    condition: ir.Expression | None = None
    slot: int = ir.NONE


def settled(game: ir.Game, scene: Context, over: ir.GameOver, within: BodyOf, winners: Sequence[int]) -> Settled:
    """What the rules compared on their way to the end `over`, which stands in that body.

    The frame of `scene` has room for so many as SLOTS.
    """
    again = _Again(Declarations(game), scene, over)
    named = again.gone_through(within.body.statements, {})
    if named is None:
        return Settled()
    for players in (_plain(named), *reversed(again.among)):
        ranks, seats = compared(players), again.seats(players)
        if ranks is not None and seats is not None and set(winners) <= set(seats):
            return Settled(ranks, again.by if len(seats) > len(winners) else "")
    meant = meaning(game, _plain(named))
    if isinstance(meant, ir.Filter) and isinstance(meant.over, ir.AllOf) and again.seats(meant) == sorted(winners):
        return Settled(condition=meant.where, slot=meant.slot)
    return Settled()


def worked_out(game: ir.Game) -> Iterator[ir.Ranked]:
    """The rankings by which the ends of the game, and procedures there, find those who win, whatever is played."""
    for over in nodes_of(game, ir.GameOver):
        if (ranks := compared(over.winners)) is not None:
            yield ir.Ranked(ranks.over, ranks.slot, ranks.criteria, ir.PLAYERS)
    for end in game.ends:
        winners = [_plain(over.winners) for over in nodes_of(end, ir.GameOver)]
        slots = {one.slot for one in winners if isinstance(one, ir.Local)}
        for call in nodes_of(end, ir.Call):
            body = Declarations(game).procedures[call.procedure].body
            known: dict[int, ir.Expression] = {}
            for line in body.statements if call.slot in slots else ():
                if isinstance(line, ir.SetLocal):
                    known[line.slot] = inlined(line.value, known, count(FIRST_SLOT * (1 + len(known))).__next__)
            found = [ranks for ranks in map(compared, known.values()) if ranks is not None]
            if found:
                yield ir.Ranked(meaning(game, found[-1].over), found[-1].slot, found[-1].criteria, ir.PLAYERS)


def meaning(game: ir.Game, e: ir.Expression) -> ir.Expression:
    """What a list is by definition, if nothing makes an exception of it; its slots are new."""
    if isinstance(e, ir.Derived) and not e.arguments:
        defined = Declarations(game).defines[e.define]
        return e if defined.exceptions else meaning(game, inlined(defined.value, {}, count(FIRST_SLOT).__next__))
    return e


def _plain(e: ir.Expression) -> ir.Expression:
    """The list of which it is the first, or the only one."""
    match e:
        case ir.ListOf((inner,)) | ir.First(inner) | ir.Function("first", (inner,)):
            return _plain(inner)
        case _:
            return e


@define
class _Again:
    """Goes through rules once more. `among`: from which lists procedures decided, `by`: the last of these."""

    rules: Declarations
    scene: Context
    over: ir.GameOver
    among: list[ir.Expression] = field(factory=list)
    by: str = ""
    fresh: count[int] = field(factory=lambda: count(FIRST_SLOT))

    def gone_through(self, statements: Sequence[object], known: dict[int, ir.Expression]) -> ir.Expression | None:
        """What these name in the end, those who win or the answer, in which locals are what they were set to."""
        for statement in statements:
            if (named := self._one(statement, known)) is not None:
                return named
        return None

    def _one(self, statement: object, known: dict[int, ir.Expression]) -> ir.Expression | None:
        match statement:
            case ir.SetLocal(slot, worth):
                known[slot] = self._closed(worth, known)
            case ir.If(condition, then, otherwise):
                holds = self.worth(self._closed(condition, known))
                wanted = self._leads_there(otherwise) if holds is None else not holds
                return self.gone_through(otherwise if wanted else then, known)
            case ir.Call(name, arguments, slot) if slot >= 0:
                known.pop(slot, None)
                given = {k: self._closed(one, known) for k, one in enumerate(arguments, start=1)}
                self.by = name
                self.among.extend(given.values())
                if (named := self.gone_through(self.rules.procedures[name].body.statements, given)) is not None:
                    known[slot] = named
            case ir.Leave(worth) if worth is not None:
                return self._closed(worth, known)
            case ir.ForEach(slot, over, body) if self._leads_there(body):
                known[slot] = ir.First(self._closed(over, known), ir.PLAYER)
                return self.gone_through(body, known)
            case ir.GameOver(winners) if statement is self.over:
                return self._closed(winners, known)
        return None

    def _leads_there(self, statements: Sequence[object]) -> bool:
        return any(over is self.over for over in nodes_of(statements, ir.GameOver))

    def _closed(self, e: ir.Expression, known: dict[int, ir.Expression]) -> ir.Expression:
        """The expression with what is known of locals in it."""
        return inlined(e, known, self.fresh.__next__)

    def worth(self, e: ir.Expression) -> Any:
        """What it is worth now; None if nobody can tell any more."""
        if free_slots(e):
            return None
        try:
            return value(self.scene, e)
        except RuleFault:
            return None

    def seats(self, e: ir.Expression) -> list[int] | None:
        """The players in a list, in the order of the table."""
        found = self.worth(e)
        return sorted(map(int, found)) if isinstance(found, list | tuple) else None
