"""`end turn`: what is left of the running turn is skipped, down to the end of the turn, from wherever that was said.

The state records whether the turn is over. Behind all that may end a turn, the statements that follow are guarded by
that; so whatever has to be done on the way out (an effect ends, a window is closed) is done all the same. A rule on an
event runs whole, also while a turn is over.
"""

from collections.abc import Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, BodyOf, bodies, map_bodies
from dsl.ir.effects import leads_to
from dsl.walk import children, nodes_by_kind, nodes_in, with_fields
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.desugar.routines import Source
from interpreter.program.model.constants import NO, YES
from interpreter.program.model.nodes import Component, SetState, Statement, Statements
from interpreter.program.model.routine_id import RoutineId

OVER = ir.Function("turn_over", (), ir.YES_NO)
_GOING_ON = ir.Not(OVER)
_NOT_OVER = SetState(Component.TURN_OVER, NO)


#: What may be an event, or makes a condition of a `whenever` rule true.
_EVENTS = (
    ir.Write, ir.Change, ir.Transfer, ir.MovePieces, ir.Draw, ir.Shuffle, ir.Reveal, ir.Flip,
    ir.Create, ir.Swap, ir.Roll, ir.Call, ir.DoText, ir.RunFlow, ir.TakeActions, ir.Begin, ir.Become,
    ir.NextTurn,
)  # fmt: skip


def ends_turns(game: ir.Game) -> bool:
    """Whether a turn may be ended before its time."""
    return ir.EndTurn in nodes_by_kind(game)


def with_turn_ends(game: ir.Game) -> ir.Game:
    """Lowers `end turn` in all bodies of a game."""
    guard = _Guard(*_reached(game))
    in_turns = _flows_in_turns(game)

    def guarded(one: BodyOf) -> ir.Body:
        match one.id.kind:
            case BodyKind.SETUP | BodyKind.MAIN:
                return guard.alone(one.body)
            case BodyKind.FLOW:
                return guard.begun(one.body) if one.id.name in in_turns else guard.alone(one.body)
        return guard.body(one.body)

    return map_bodies(game, guarded)


def _flows_in_turns(game: ir.Game) -> set[str]:
    """Collects the steps that run in turns."""
    turns = [node for node in nodes_in((game.flows, game.procedures)) if isinstance(node, ir.Turn)]
    found = {node.flow for node in nodes_in(tuple(turns)) if isinstance(node, ir.RunFlow)}
    return found | {flow.name for flow in game.flows if flow.inside in found}


# ---------------------------------------------------------------- what may end a turn


def _reached(game: ir.Game) -> tuple[frozenset[tuple[str, str]], bool]:
    """Finds the bodies that may end a turn begun outside of them; and whether rules on events are among them."""
    found: frozenset[tuple[str, str]] = frozenset()
    by_rules = False
    while True:
        guard = _Guard(found, by_rules)
        ending = [one.id for one in bodies(game) if any(guard.ends(s) for s in one.body.statements)]
        more = frozenset((one.kind, one.name) for one in ending)
        if more == found:
            return found, by_rules
        found, by_rules = more, any(one.kind in (BodyKind.HOOK, BodyKind.WHENEVER) for one in ending)


@frozen
class _Guard:
    """Guards statements. `reached`: the bodies that may end the turn; `by_rules`: so may rules on events."""

    reached: frozenset[tuple[str, str]]
    by_rules: bool

    def ends(self, node: object) -> bool:
        """Whether a statement may end the turn that it is in."""
        match node:
            case ir.EndTurn():
                return True
            case ir.Turn():
                return False
            case _ if self.by_rules and isinstance(node, _EVENTS):
                return True
        return self._runs_one(node) or any(self.ends(child) for child in children(node))

    def _runs_one(self, node: object) -> bool:
        """Whether a statement itself runs or offers one of the bodies that may end the turn."""
        return any(called in self.reached for called in leads_to(node))

    # ------------------------------------------------------------ bodies

    def body(self, body: ir.Body) -> ir.Body:
        """A body in which what follows the end of a turn is skipped."""
        return with_fields(body, statements=self.all(body.statements))

    def begun(self, body: ir.Body) -> ir.Body:
        """A step of a turn, which rules may end as the step begins."""
        return with_fields(body, statements=self._if_going_on(self.all(body.statements)))

    def alone(self, body: ir.Body) -> ir.Body:
        """A body that is no part of a turn: `end turn` ends it instead."""
        inside = with_finally(self.all(body.statements), (_NOT_OVER,), in_loop=True)
        return with_fields(body, statements=(*inside, _NOT_OVER))

    def all(self, statements: Statements) -> Statements:
        """Statements one after another, each group of them behind a test that the turn is not over."""
        done: list[Statement] = []
        group: list[Statement] = []
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

    def _one(self, node: Statement) -> Statement:
        match node:
            case ir.EndTurn():
                return SetState(Component.TURN_OVER, YES, span=node.span)
            case ir.Turn(body=body):
                inside = self.all(body)
                return with_fields(node, body=(*(self._if_going_on(inside) if self.by_rules else inside), _NOT_OVER))
            case ir.If(then=then, otherwise=otherwise):
                return with_fields(node, then=self.all(then), otherwise=self.all(otherwise))
            case ir.Choose(body=body, otherwise=otherwise):
                passed = self.all(otherwise)
                return with_fields(
                    node, body=self.all(body), otherwise=self._if_going_on(passed) if self._runs_one(node) else passed
                )
            case ir.ForEach(one_moment=True):
                return node
            case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
                return with_fields(node, body=self._loop(body))
            case ir.AllAtOnce(body=body):
                return with_fields(node, body=self._if_going_on(self._loop(body)))
            case ir.Together(body) | ir.DecidedBy(body=body):
                return with_fields(node, body=self.all(body))
        return node


# ---------------------------------------------------------------- routines


def run_whole(source: Source, *, at_the_end: bool = False) -> Source:
    """Makes the body of a rule on an event run whole, and restores whether the turn is over.

    `at_the_end` of a turn there is nothing left of it that could be ended.
    """
    slots = (*source.slots, "over")
    before = ir.Local(len(slots) - 1, "over", ir.YES_NO)
    back = SetState(Component.TURN_OVER, before if at_the_end else ir.Or((before, OVER)))
    body = with_finally(source.statements, (back,), in_loop=True)
    return with_fields(source, slots=slots, statements=(ir.SetLocal(before.slot, OVER), _NOT_OVER, *body, back))


def skip_when_over(sources: Mapping[RoutineId, Source]) -> dict[RoutineId, Source]:
    """Makes procedures, actions and texts do nothing if the turn is over by then."""
    return {name: _if_not_over(s) if any(name.is_a(kind) for kind in _CALLED) else s for name, s in sources.items()}


_CALLED = (BodyKind.PROCEDURE, BodyKind.ACTION, BodyKind.TEXT)


def _if_not_over(source: Source) -> Source:
    statements: Statements = source.statements
    return with_fields(source, statements=(ir.If(_GOING_ON, statements, ()),))
