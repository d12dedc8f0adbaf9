"""Whole games as Python functions, for players who look at nothing but how many answers there are.

Nobody has to be waited for, so nothing has to be kept for going on later: a routine is one function, its locals are
Python's, a call is a call, and a loop a loop. `choose` has a function for each seat, which is given how many answers
there are and whether the last of them is to pass, and gives the place of one. What is known of pieces is not kept up to
date, since nobody looks, unless some rule asks for it.

Whatever is suspicious (too many decisions, too many steps, too deep a call) ends the attempt; then the same game is
played in the ordinary way, which says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, assert_never

from attrs import define, evolve

from dsl.ir import nodes as ir
from dsl.ir.effects import calls_function
from dsl.walk import nodes_in
from interpreter.backend import python_journal as journal
from interpreter.backend.python_code import Code, Unit, test, value
from interpreter.backend.python_often import named_often
from interpreter.backend.python_questions import Question, write_question
from interpreter.backend.python_statements import STATEMENTS, write_all
from interpreter.backend.python_sure import sure_slots
from interpreter.backend.python_text import Text, atom
from interpreter.backend.python_ways import ROUNDS_LIMIT, Unshaped, Ways
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.nodes import (
    FIRST_OFFER,
    PASS,
    Ask,
    Branch,
    Decides,
    Deepen,
    Due,
    Enter,
    Fail,
    Goto,
    Hold,
    Later,
    Leave,
    Over,
    Routine,
    Statement,
    Switch,
    TurnOver,
    Verb,
    parts,
)
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId
from interpreter.program.optimise.hoist_setup import Opening, opening
from interpreter.program.optimise.liveness import live_at
from interpreter.program.optimise.structure import all_passes, shape


class GaveUp(Exception):
    """The game is to be played in the ordinary way."""


class GameOver(Exception):
    """The game is over, in the middle of some routine."""


def _give_up(*_: object) -> None:
    raise GaveUp


#: What the functions may refer to, besides what all generated code may.
GIVING_UP: Mapping[str, Any] = {
    "GameOver": GameOver,
    "ROUNDS": range(ROUNDS_LIMIT),
    "fault": _give_up,
    "give_up": _give_up,
    "too_long": _give_up,
}

_ENTRY = """
def play_out(seed, choose):
    global rounds
    rounds = 0
    st = {start}(seed)
    try:
        {main}(st, choose)
    except GameOver:
        pass
    if st.decisions > DECISION_LIMIT: give_up()
    {end}
    return st
"""
#: What leaves something behind that is under way when a game is over.
_UNDER_WAY = (Decides, Deepen, Due, Hold, Later, TurnOver)


def opening_function(unit: Unit, statements: tuple[Statement, ...]) -> list[str]:
    """The function `opening(st)` that does what every game begins with."""
    text = Text()

    def local(slot: int) -> str:
        return f"v{slot}"

    write_all(Code(unit, text, local, local, set()), statements)
    return ["def opening(st):", *text.lines, "    return st"]


def worths_function(unit: Unit, expressions: Sequence[ir.Expression]) -> list[str]:
    """The function `worths(st)` that works out expressions that read no locals but their own."""
    text = Text()
    c = Code(unit, text, lambda slot: f"v{slot}", lambda slot: f"v{slot}", set())
    worths = [value(c, folded(expression, unit.program.setting)) for expression in expressions]
    return ["def worths(st):", *text.lines, f"    return ({', '.join(worths)},)"]


def asks_who_knows(program: Program) -> bool:
    """Whether something in the rules hangs on who knows which piece."""
    done = (parts(routine) for routine in program.routines.values())
    rules = (*done, *program.definitions.values(), *program.actions.values())
    return any(calls_function(rule, *_ABOUT_KNOWING) for rule in rules)


_ABOUT_KNOWING = ("face_up", "seen")


def play_out_functions(unit: Unit, routines: Mapping[RoutineId, Routine], start: str) -> list[str]:
    """The function `play_out(seed, choose)`, which gives the state at the end, and those of routines.

    `start` names the function that makes a new state. Raises Unshaped.
    """
    names = {n: f"r{place}" for place, n in enumerate(routines)}
    live = {name: live_at(routine.blocks)[routine.entry] for name, routine in routines.items()}
    lines: list[str] = []
    for name, routine in routines.items():
        found = shape(routine)
        if found is None:
            raise Unshaped
        playing = _Playing(
            shape=found,
            passes=all_passes(routine, found),
            text=Text(),
            unit=unit,
            live=live,
            routines=routines,
            names=names,
            routine=routine,
            runs_once=name == WHOLE_GAME,
        )
        lines += ["", *playing.function(names[name])]
    done = tuple(part for routine in unit.program.routines.values() for part in parts(routine))
    leaves_nothing = unit.blind and not unit.recursive and not any(isinstance(n, _UNDER_WAY) for n in nodes_in(done))
    end = "" if leaves_nothing else "end(st)"
    return [*lines, _ENTRY.format(start=start, main=names[WHOLE_GAME], end=end)]


def cut_opening(unit: Unit, routine: Routine) -> Opening:
    """What every game begins with, and the rest."""
    return opening(routine, lambda node: type(node) in STATEMENTS, lambda node: unit.cost(node)[1])


def _slots(live: int, of: Iterable[int]) -> tuple[int, ...]:
    """Those of some slots that are in a mask."""
    return tuple(slot for slot in of if live >> slot & 1)


@define(kw_only=True)
class _Playing(Ways):
    """One routine on its way. `live` has, for each routine, the slots that matter where it begins."""

    unit: Unit
    live: Mapping[RoutineId, int]
    routines: Mapping[RoutineId, Routine]
    names: Mapping[RoutineId, str]
    routine: Routine

    def __attrs_post_init__(self) -> None:
        named: dict[int, str] = {}

        def local(slot: int) -> str:
            if slot not in named:
                named[slot] = self.text.name(self.routine.slots[slot])
            return named[slot]

        self.code = Code(self.unit, self.text, local, local, sure_slots(self.routine, self.unit.definitions))

    def function(self, name: str) -> list[str]:
        """The whole function."""
        live, arity = self.live[self.routine.name], self.routine.arity
        names = [self.code.read(slot) for slot in _slots(live, range(arity + 1))]
        unset = _slots(live, range(arity + 1, len(self.routine.slots)))
        if self.emit(self.routine.entry):
            self._count_decisions()
            self.text.line("return -1")
        first = [f"def {name}({', '.join(['st', 'choose', *names])}):"]
        if self.alone:
            first.append("    decisions = 0")
        if self.counts_rounds:
            first.append("    rounds = 0" if self.alone else "    global rounds")
        if self.jumps:
            first.append(f"    {self.jumps} = -1")
        first += [f"    {self.code.read(slot)} = -1" for slot in unset]
        if self.routine.name == WHOLE_GAME:
            first += named_often(self.code, self.text.lines)
        return [*first, *self.text.lines]

    @property
    def alone(self) -> bool:
        """Whether this is all there is to the game, so that decisions can be counted in a local."""
        return len(self.routines) == 1

    def _count_decisions(self) -> None:
        if self.alone:
            self.text.line("st.decisions = decisions")

    # ------------------------------------------------------------ blocks

    def block(self, label: int) -> bool:
        """Writes a block."""
        block = self.routine.blocks[label]
        c = self.code
        statements = block.statements[self.opened.get(label, 0) :]
        places = {over.place for over in self.passes.values()}  # in lists that the header of a loop goes through
        write_all(c, [s for s in statements if not (isinstance(s, ir.SetLocal) and s.slot in places)])
        match block.end:
            case Goto(target):
                return self.go_on(target)
            case Branch(condition, then, otherwise):
                return self.either(test(c, condition), lambda: self.go_on(then), lambda: self.go_on(otherwise))
            case Switch(slot, targets):
                return self._switch(c.read(slot), targets)
            case Ask() as asked:
                return self._ask(asked)
            case Enter() as enter:
                return self._enter(enter)
            case Leave(answer):
                self._count_decisions()
                c.text.line(f"return {'-1' if answer is None else value(c, answer)}")
            case Over() as over:
                self._count_decisions()
                c.text.line(f"st.winners = {value(c, over.winners)}")
                c.text.line("st.over = 1")
                journal.tell(c, over.site, Verb.GAME_OVER, "-1", ["*st.winners"])
                c.text.line("return -1" if self.routine.name == WHOLE_GAME else "raise GameOver")
            case Fail(message) as fail:
                c.text.line(c.unit.fault(fail.span, message))
                c.text.line("return -1")
            case _:
                assert_never(block.end)
        return False

    def _switch(self, place: str, targets: tuple[int, ...], at: int = 0) -> bool:
        if at == len(targets) - 1:
            return self.go_on(targets[at])
        return self.either(
            f"{place} == {at}", lambda: self.go_on(targets[at]), lambda: self._switch(place, targets, at + 1)
        )

    def _enter(self, enter: Enter) -> bool:
        c = self.code
        callee = self.routines[enter.routine]
        given = [enter.you, *enter.arguments]
        wanted = _slots(self.live[callee.name], range(callee.arity + 1))
        passed = ["st", "choose", *(value(c, given[slot]) if slot < len(given) else "-1" for slot in wanted)]
        call = f"{self.names[enter.routine]}({', '.join(passed)})"
        if enter.routine in c.unit.recursive:
            c.text.line(f"if len(st.stack) > {2 * c.unit.program.deepest - 2}: give_up()")
        if c.unit.recursive:
            c.text.line("st.stack += (0, 0)")
        c.text.line(f"{c.write(enter.slot)} = {call}" if enter.slot >= 0 else call)
        if c.unit.recursive:
            c.text.line("del st.stack[-2:]")
        return self.go_on(enter.back)

    # ------------------------------------------------------------ questions

    def _ask(self, asked: Ask) -> bool:
        def unless(condition: str, rest: Callable[[], bool]) -> bool:
            return self.either(condition, lambda: self.go_on(asked.skipped), rest)

        return write_question(self.code, asked, unless, lambda question: self._put(asked, question), copied=False)

    def _put(self, asked: Ask, question: Question) -> bool:
        text = self.text
        if self.unit.journal:
            question = evolve(question, player=text.kept(question.player, "player"))
        text.line("decisions += 1" if self.alone else "st.decisions += 1")
        found = text.kept(question.options, "options")
        if not self.unit.blind:
            text.line(f"st.options = {found}")
        offers = text.kept(question.offers, "offers") if asked.offers else "()"
        may_pass = text.kept(question.may_pass, "may_pass")
        parts = [
            question.count or f"len({found})",
            *([f"len({offers})"] if asked.offers else []),
            *([may_pass] if may_pass != "0" else []),
        ]
        count = text.kept(" + ".join(parts), "count")
        place = text.name("place")
        text.line(f"{place} = choose[{question.player}]({count}, {may_pass}) if {count} > 1 else 0")

        def answered() -> bool:
            return self._answered(asked, question.player, f"{found}[{place}]")

        def offered() -> bool:
            return self._offered(asked, question.player, text.kept(f"{offers}[{place} - len({found})]", "offer"))

        def passed() -> bool:
            self._tell(asked, question.player, str(PASS), secret=asked.secret)
            return self.go_on(asked.passed)

        def others() -> bool:
            if may_pass == "0":
                return offered()
            return self.either(f"{place} < len({found}) + len({offers})", offered, passed)

        if may_pass == "0" and not asked.offers:
            return answered()
        return self.either(f"{place} < len({found})", answered, others if asked.offers else passed)

    def _answered(self, asked: Ask, player: str, answer: str) -> bool:
        slot = self.code.write(asked.slot)
        self.text.line(f"{slot} = {answer}")
        if asked.secret_options and not asked.secret and self.unit.journal:
            with self.text.block(f"if {slot} in {asked.secret_options}:"):
                self._tell(asked, player, slot, secret=True)
            with self.text.block("else:"):
                self._tell(asked, player, slot, secret=False)
        else:
            self._tell(asked, player, slot, secret=asked.secret)
        return self.go_on(asked.answered)

    def _offered(self, asked: Ask, player: str, offered: str, at: int = 0) -> bool:
        offer = asked.offers[at]

        def taken() -> bool:
            secret = asked.secret or self.unit.actions[offer.name].secret
            self._tell(asked, player, str(FIRST_OFFER - offer.action), secret=secret)
            return self.go_on(offer.target)

        if at == len(asked.offers) - 1:
            return taken()
        return self.either(f"{offered} == {offer.action}", taken, lambda: self._offered(asked, player, offered, at + 1))

    def _tell(self, asked: Ask, player: str, code: str, *, secret: bool) -> None:
        seen = journal.bit(player) if secret else ""
        journal.tell(self.code, asked.site, Verb.CHOOSE, player, [atom(code)], seen=seen)
