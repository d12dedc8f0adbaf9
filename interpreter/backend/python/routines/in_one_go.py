"""Generates whole games as functions, for players who look at nothing but the number of answers.

Nothing suspends: a routine is one function, its locals are Python's, a call is a call, and a loop a loop. `choose` has
a function for each seat, which is given the number of answers and whether the last of them is to pass, and gives the
index of one. Visibility is not kept up, unless some rule reads it.

Whatever is suspicious (too many decisions, too many steps, too deep a call) ends the attempt; then the same game is
played in the ordinary way, which says what is wrong with it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from attrs import define

from dsl.ir import nodes as ir
from dsl.ir.effects import calls_function
from dsl.walk import nodes_in, nodes_of
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, value
from interpreter.backend.python.emit.control_flow import Irreducible
from interpreter.backend.python.emit.unit import Unit
from interpreter.backend.python.nodes.questions import Question
from interpreter.backend.python.nodes.statements import STATEMENTS
from interpreter.backend.python.routines.blocks import Answer, Blocks, code_of
from interpreter.backend.python.routines.hoisted_loads import hoist
from interpreter.errors import GaveUp
from interpreter.program.model.nodes import (
    AnyRoutine,
    Ask,
    Component,
    Defer,
    Depth,
    Drain,
    Enter,
    Plain,
    Routine,
    SetState,
    Spend,
    Statement,
    parts,
)
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId
from interpreter.program.optimise.hoist_setup import HoistedSetup, hoist_setup
from interpreter.program.optimise.liveness import live_at
from interpreter.program.optimise.structure import list_loops, shape

#: So many passes of loops that ask may be made in a game before it is played in the ordinary way.
ROUNDS_LIMIT = 500_000
#: A pass of these that weighs no more than this is not charged besides.
_FREE = 500
#: Python has limits of its own; these stay well below.
_DEEPEST, _MOST_LOOPS = 80, 12


class GameOver(Exception):
    """The game is over, in the middle of some routine."""


def _give_up(*_: object) -> None:
    raise GaveUp


#: The names that the functions may refer to, besides those of all generated code.
GIVING_UP: Mapping[str, object] = {
    "GameOver": GameOver,
    "ROUNDS": range(ROUNDS_LIMIT),
    "spent": 0,
    "fault": _give_up,
    "give_up": _give_up,
    "too_long": _give_up,
    "once_more": _give_up,
}

_ENTRY = """
def play_out(seed, choose):
    global rounds, spent, asked
    rounds = iter(ROUNDS)
    spent = 0
    asked = -1
    st = from_the_start(seed)
    try:
        main(st, choose)
    except GameOver:
        pass
    if st.decisions > DECISION_LIMIT: give_up()
    end
    return st

def once_more(st):
    global asked
    if st.decisions == asked: give_up()
    asked = st.decisions
    return 0
"""


def _leaves_under_way(node: object) -> bool:
    """Whether a statement may leave something active when a game is over."""
    match node:
        case Drain() | Defer() | SetState(Depth() | Component.DECIDER | Component.HELD | Component.TURN_OVER):
            return True
        case _:
            return False


def asks_who_knows(program: Program) -> bool:
    """Whether some rule reads who knows which piece."""
    done = (parts(routine) for routine in program.routines.values())
    rules = (*done, *program.definitions.values(), *program.actions.values())
    return any(calls_function(rule, *_ABOUT_KNOWING) for rule in rules)


def charges(program: Program, routines: Iterable[AnyRoutine]) -> bool:
    """Whether these routines, or what they ask, spend any of the budget but for what is free."""
    paid = (part for each in routines for part in parts(each) if isinstance(each, Plain) or not _is_free(part))
    rules = (*paid, *program.definitions.values(), *program.actions.values())
    return any(nodes_of(rules, Spend)) or calls_function(rules, "metered", "metered_each")


def _is_free(statement: object) -> bool:
    """Small charges of blocks are left out, since all passes of their loops are counted."""
    return isinstance(statement, Spend) and statement.times is None and statement.steps <= _FREE


_ABOUT_KNOWING = ("face_up", "seen")


def play_out_functions(unit: Unit, routines: Mapping[RoutineId, Routine]) -> Iterator[ast.stmt]:
    """Generates `play_out(seed, choose)`, which gives the state at the end, and the functions of routines.

    A function `from_the_start` makes a new state. Raises Unshaped.
    """
    names = {name: f"r{place}" for place, name in enumerate(routines)}
    live = {name: live_at(routine.blocks)[routine.entry] for name, routine in routines.items()}
    for name, routine in routines.items():
        found = shape(routine)
        if found is None:
            raise Irreducible
        yield _InOneGo(
            shape=found,
            passes=list_loops(routine, found),
            code=code_of(unit, routine),
            routine=routine,
            copies_options=False,
            most_loops=_MOST_LOOPS,
            most_levels=_DEEPEST,
            live=live,
            routines=routines,
            names=names,
        ).function(names[name])
    done = tuple(part for routine in unit.program.routines.values() for part in parts(routine))
    leaves_nothing = unit.blind and not unit.recursive and not any(map(_leaves_under_way, nodes_in(done)))
    end = [] if leaves_nothing else tree.stmts("end(st)")
    yield from tree.stmts(_ENTRY, main=tree.name(names[WHOLE_GAME]), end=end)


def hoisted_setup(unit: Unit, routine: Routine) -> HoistedSetup:
    """Hoists the setup out of the routine of the game."""
    return hoist_setup(routine, lambda node: type(node) in STATEMENTS, unit.may_fail)


def _slots(live: int, of: Iterable[int]) -> tuple[int, ...]:
    """The slots that are in a mask."""
    return tuple(slot for slot in of if live >> slot & 1)


@define(kw_only=True)
class _InOneGo(Blocks):
    """Generates one routine. `live` has, for each routine, the slots that are live where it begins."""

    live: Mapping[RoutineId, int]
    routines: Mapping[RoutineId, Routine]
    names: Mapping[RoutineId, str]

    def function(self, called: str) -> ast.stmt:
        """Generates the function."""
        c = self.code
        live, arity = self.live[self.routine.name], self.routine.arity
        parameters = ["st", "choose", *(_identifier(c, slot) for slot in _slots(live, range(arity + 1)))]
        if self.emit(self.routine.entry):
            self._count_decisions()
            c.out.do("return -1")
        body = c.out.statements
        c.out.statements = []
        if self.alone:
            c.out.do("decisions = 0")
        if c.unit.charges:
            c.out.do("global spent")
        if self.jumps is not None:
            c.out.put(self.jumps, tree.NONE)
        for slot in _slots(live, range(arity + 1, len(self.routine.slots))):
            c.out.put(c.write(slot), tree.NONE)
        if self.is_game:
            c.out.statements += hoist(c, body)
        return tree.function(called, parameters, [*c.out.statements, *body])

    def is_free(self, statement: Statement) -> bool:
        return _is_free(statement)

    @property
    def is_game(self) -> bool:
        """Whether this is the routine of the game, which runs once."""
        return self.routine.name == WHOLE_GAME

    @property
    def alone(self) -> bool:
        """Whether nobody else asks how many decisions there were, so that they can be counted in a local."""
        return len(self.routines) == 1 and not self.code.unit.charges

    def _count_decisions(self) -> None:
        if self.alone:
            self.code.out.do("st.decisions = decisions")

    # ------------------------------------------------------------ going on

    def lead_out(self, label: int) -> None:
        """All blocks of the routine are in this function."""
        raise AssertionError(label)

    @contextmanager
    def loop(self, label: int) -> Iterator[None]:
        """Emits a loop; all but the outer loops of the game share their passes."""
        out = self.code.out
        is_outer = self.is_game and not any(other.is_loop for other in self.ahead[:-1])
        with out.block("for _ in rounds: pass", rounds=tree.name("ROUNDS" if is_outer else "rounds")):
            yield
        with out.otherwise():
            out.do("too_long(label)", label=label)

    # ------------------------------------------------------------ ends

    def enter(self, enter: Enter, given: list[ir.Expression]) -> bool:
        """Calls the function of the other routine."""
        c = self.code
        callee = self.routines[enter.routine]
        wanted = _slots(self.live[callee.name], range(callee.arity + 1))
        passed = [value(c, given[slot]) if slot < len(given) else tree.NONE for slot in wanted]
        called = tree.call(self.names[enter.routine], tree.ST, tree.name("choose"), *passed)
        if enter.routine in c.unit.recursive:
            c.out.do("if len(st.stack) > most: give_up()", most=2 * c.unit.program.deepest - 2)
        if c.unit.recursive:
            c.out.do("st.stack += (0, 0)")
        if enter.slot >= 0:
            c.out.put(c.write(enter.slot), called)
        else:
            c.out.do("called", called=called)
        if c.unit.recursive:
            c.out.do("del st.stack[-2:]")
        return self.go_on(enter.back)

    def leave(self, answer: ast.expr) -> None:
        """Returns."""
        self._count_decisions()
        self.code.out.do("return answer", answer=answer)

    def end_game(self) -> None:
        """Returns from all functions."""
        self._count_decisions()
        self.code.out.do("return -1" if self.is_game else "raise GameOver")

    def put(self, asked: Ask, question: Question) -> bool:
        """Asks whoever plays."""
        c = self.code
        out = c.out
        player = out.kept(question.player, "player") if c.unit.journal else question.player
        out.do("decisions += 1" if self.alone else "st.decisions += 1")
        options = question.options if tree.is_constant(question.options) else out.kept(question.options, "options")
        if not c.unit.blind:
            out.do("st.options = options", options=options)
        offers = out.kept(question.offers, "offers") if asked.offers else tree.values(())
        may_pass = out.kept(question.may_pass, "may_pass")
        answers = [question.count or tree.length(options)]
        if asked.offers or may_pass is not tree.ZERO:
            answers[0] = out.kept(answers[0], "count")
        of_options = answers[0]
        if asked.offers:
            answers.append(tree.length(offers))
        if may_pass is not tree.ZERO:
            answers.append(may_pass)
        place, count = out.name("place"), out.kept(tree.total(answers), "count")
        chosen = tree.expr("choose[player](count, may_pass)", player=player, count=count, may_pass=may_pass)
        if tree.number_in(count) == 1:
            chosen = tree.ZERO
        elif tree.number_in(count) is None and not (question.count and may_pass is tree.ONE):
            chosen = tree.expr("chosen if count > 1 else 0", chosen=chosen, count=count)
        out.put(place, chosen)
        return self.answer(asked, Answer(player, place, options, offers, may_pass is not tree.ZERO, of_options))


def _identifier(c: Code, slot: int) -> str:
    place = c.read(slot)
    assert isinstance(place, ast.Name), "locals are Python's"
    return place.id
