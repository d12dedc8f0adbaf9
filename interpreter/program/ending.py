"""`end turn`: what is left of the turn that runs is passed over, wherever that was said, down to the end of the turn.

Whether the turn is over stands in the state. Behind all that may end a turn, the statements that follow are carried
out only if it has not; so whatever has to be done on the way out (an effect ends, a moment is over) is done all the
same. A rule that meets an event is carried out whole, also while a turn is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.program.leaving import leaving_by
from interpreter.program.nodes import TurnOver
from interpreter.program.sources import Source
from interpreter.program.walk import children, nodes_in, with_fields

OVER = ir.Function("turn_over", (), ir.YES_NO)
_YES, _NO = ir.Constant(1, ir.YES_NO), ir.Constant(0, ir.YES_NO)
_GOING_ON = ir.Not(OVER)
_NOT_OVER = TurnOver(_NO)

Statements = tuple[Any, ...]

#: What may be an event, or makes `whenever` rules look again.
_EVENTS = (
    ir.Write, ir.WriteAttribute, ir.Change, ir.Transfer, ir.MovePieces, ir.Draw, ir.Shuffle, ir.Reveal, ir.Flip,
    ir.Create, ir.Swap, ir.Roll, ir.Call, ir.DoText, ir.RunFlow, ir.TakeActions, ir.Begin, ir.Become,
)  # fmt: skip


def ends_turns(game: ir.Game) -> bool:
    """Whether a turn may be ended before its time."""
    return any(isinstance(node, ir.EndTurn) for node in nodes_in(game))


def with_turn_ends(game: ir.Game) -> ir.Game:
    """The game, in which `end turn` says that the turn is over, and what follows asks for that."""
    guard = _Guard(*_reached(game))
    in_turns = _flows_in_turns(game)
    return with_fields(
        game,
        setup=guard.alone(game.setup),
        main=guard.alone(game.main),
        procedures=tuple(with_fields(p, body=guard.body(p.body)) for p in game.procedures),
        actions=tuple(with_fields(a, body=guard.body(a.body)) for a in game.actions),
        flows=tuple(
            with_fields(f, body=guard.begun(f.body) if f.name in in_turns else guard.alone(f.body)) for f in game.flows
        ),
        hooks=tuple(with_fields(h, body=guard.body(h.body)) for h in game.hooks),
        whenevers=tuple(with_fields(w, body=guard.body(w.body)) for w in game.whenevers),
        ends=tuple(with_fields(e, body=guard.body(e.body)) for e in game.ends),
        cards=tuple(_card(card, guard) for card in game.cards),
    )


def _card(card: ir.Card, guard: _Guard) -> ir.Card:
    parts = tuple(with_fields(part, body=guard.body(part.body)) for part in card.parts)
    return with_fields(card, effect=None if card.effect is None else guard.body(card.effect), parts=parts)


def _flows_in_turns(game: ir.Game) -> set[str]:
    """The steps that somebody goes through in a turn."""
    turns = [node for node in nodes_in((game.flows, game.procedures)) if isinstance(node, ir.Turn)]
    found = {node.flow for node in nodes_in(tuple(turns)) if isinstance(node, ir.RunFlow)}
    return found | {flow.name for flow in game.flows if flow.inside in found}


# ---------------------------------------------------------------- what may end a turn


def _reached(game: ir.Game) -> tuple[frozenset[str], bool]:
    """The bodies that may end a turn which was there before; and whether rules that meet events are among them."""
    found: frozenset[str] = frozenset()
    while True:
        guard = _Guard(found, "rule" in found)
        more = frozenset(name for name, body in _bodies(game) if any(guard.ends(s) for s in body.statements))
        if more == found:
            return found, "rule" in found
        found = more


def _bodies(game: ir.Game) -> Iterator[tuple[str, ir.Body]]:
    for procedure in game.procedures:
        yield f"procedure {procedure.name}", procedure.body
    for action in game.actions:
        yield f"action {action.name}", action.body
    for flow in game.flows:
        yield f"flow {flow.name}", flow.body
    for body in (*(hook.body for hook in game.hooks), *(rule.body for rule in game.whenevers)):
        yield "rule", body
    for card in game.cards:
        if card.effect is not None:
            yield "text ", card.effect
        for part in card.parts:
            yield f"text {part.name}", part.body


@frozen
class _Guard:
    """`reached`: the names of the bodies that may end the turn; `by_rules`: so may rules that meet events."""

    reached: frozenset[str]
    by_rules: bool

    def ends(self, node: Any) -> bool:
        """Whether a statement may end the turn that it stands in."""
        match node:
            case ir.EndTurn():
                return True
            case ir.Turn():
                return False
            case _ if self.by_rules and isinstance(node, _EVENTS):
                return True
            case ir.Call(procedure):
                return f"procedure {procedure}" in self.reached
            case ir.RunFlow(flow):
                return f"flow {flow}" in self.reached
            case ir.DoText(part):
                return f"text {part}" in self.reached
            case ir.TakeActions(actions=actions):
                return self._any(actions)
            case ir.Choose(offers=offers) if self._any(offers):
                return True
            case _:
                return any(self.ends(child) for child in children(node))

    def _any(self, actions: tuple[str, ...]) -> bool:
        return any(f"action {name}" in self.reached for name in actions)

    # ------------------------------------------------------------ bodies

    def body(self, body: ir.Body) -> ir.Body:
        """A body in which what follows the end of a turn is passed over."""
        return with_fields(body, statements=self.all(body.statements))

    def begun(self, body: ir.Body) -> ir.Body:
        """A step of a turn, which rules may end as the step begins."""
        return with_fields(body, statements=self._if_going_on(self.all(body.statements)))

    def alone(self, body: ir.Body) -> ir.Body:
        """A body that is no part of a turn: `end turn` ends it instead."""
        inside = leaving_by(self.all(body.statements), (_NOT_OVER,), in_loop=True)
        return with_fields(body, statements=(*inside, _NOT_OVER))

    def all(self, statements: Statements) -> Statements:
        """Statements one after another, each group of them behind a test that the turn is not over."""
        done: list[Any] = []
        group: list[Any] = []
        for statement in statements:
            group.append(self._one(statement))
            if self.ends(statement):
                done += self._if_going_on(tuple(group)) if done else group
                group = []
        return (*done, *(self._if_going_on(tuple(group)) if done and group else group))

    def _if_going_on(self, group: Statements) -> Statements:
        return (ir.If(_GOING_ON, group, ()),) if group else ()

    def _loop(self, body: Statements) -> Statements:
        inside = self.all(body)
        return (*inside, ir.If(OVER, (ir.Stop(),), ())) if any(self.ends(s) for s in body) else inside

    def _one(self, node: Any) -> Any:
        match node:
            case ir.EndTurn():
                return TurnOver(_YES, span=node.span)
            case ir.Turn(body=body):
                inside = self.all(body)
                return with_fields(node, body=(*(self._if_going_on(inside) if self.by_rules else inside), _NOT_OVER))
            case ir.If(then=then, otherwise=otherwise):
                return with_fields(node, then=self.all(then), otherwise=self.all(otherwise))
            case ir.Choose(body=body, otherwise=otherwise):
                passed = self.all(otherwise)
                return with_fields(
                    node, body=self.all(body), otherwise=self._if_going_on(passed) if self._any(node.offers) else passed
                )
            case ir.ForEach(one_moment=True):
                return node
            case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
                return with_fields(node, body=self._loop(body))
            case ir.AllAtOnce(body=body):
                return with_fields(node, body=self._if_going_on(self._loop(body)))
            case ir.Together(body) | ir.DecidedBy(body=body):
                return with_fields(node, body=self.all(body))
            case _:
                return node


# ---------------------------------------------------------------- routines


def carried_out_whole(source: Source, *, at_the_end: bool = False) -> Source:
    """The body of a rule that meets an event: it is carried out whole, and the turn is over if it was before.

    `at_the_end` of a turn there is nothing left of it that could be ended.
    """
    slots = (*source.slots, "over")
    before = ir.Local(len(slots) - 1, "over", ir.YES_NO)
    back = TurnOver(before if at_the_end else ir.Or((before, OVER)))
    body = leaving_by(source.statements, (back,), in_loop=True)
    return with_fields(source, slots=slots, statements=(ir.SetLocal(before.slot, OVER), _NOT_OVER, *body, back))


def not_begun_when_over(sources: Mapping[str, Source]) -> dict[str, Source]:
    """The bodies, where what is called is not begun if the turn is over by then."""
    return {name: _if_not_over(s) if name.startswith(_CALLED) else s for name, s in sources.items()}


_CALLED = ("procedure ", "action ", "effect ", "part ")


def _if_not_over(source: Source) -> Source:
    statements: Statements = source.statements
    return with_fields(source, statements=(ir.If(_GOING_ON, statements, ()),))
