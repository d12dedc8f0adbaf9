"""Generates basic blocks: their statements, their ends, and what follows an answer.

Suspending and whole-game functions differ in what a question does, how other routines are called and returned from, and
how the game ends.
"""

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import assert_never

from attrs import define

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.code import SHORT, Code, test, value
from interpreter.backend.python.emit.control_flow import ControlFlow
from interpreter.backend.python.emit.tree import num
from interpreter.backend.python.emit.unit import Unit
from interpreter.backend.python.nodes import journal
from interpreter.backend.python.nodes.questions import Question, write_question
from interpreter.backend.python.nodes.statements import write_all
from interpreter.program.model import nodes as p
from interpreter.program.optimise.non_none import non_none_slots


def code_of(
    unit: Unit, routine: p.Routine | p.Plain, short: int = SHORT, non_none: frozenset[int] = frozenset()
) -> Code:
    """Makes the code of a function in which all locals are Python's; these parameters are never none."""
    out = Body()
    local = locals_of(routine, out)
    return Code(unit, out, local, local, non_none_slots(routine, unit.definitions, non_none), short=short)


def locals_of(routine: p.Routine | p.Plain, out: Body) -> Callable[[int], ast.Name]:
    """Names the locals of a routine in one function."""
    named: dict[int, ast.Name] = {}

    def local(slot: int) -> ast.Name:
        if slot not in named:
            named[slot] = out.name(routine.slots[slot])
        return named[slot]

    return local


@frozen
class Answer:
    """An answer, by its index among all answers: options, then offers, then passing."""

    player: ast.expr
    place: ast.expr
    options: ast.expr
    offers: ast.expr
    may_pass: bool
    count: ast.expr  # the number of options


@define(kw_only=True)
class Blocks(ControlFlow):
    """The blocks of one routine, or some of them."""

    routine: p.Routine
    copies_options: bool  # whether the options of a question are kept until it is answered

    def is_free(self, statement: p.Statement) -> bool:
        """Whether a charge is left out."""
        return False

    @abstractmethod
    def put(self, asked: p.Ask, question: Question) -> bool:
        """Generates the asking of a question."""

    @abstractmethod
    def enter(self, enter: p.Enter, given: list[ir.Expression]) -> bool:
        """Generates the call of another routine, with `you` and the arguments."""

    @abstractmethod
    def leave(self, answer: ast.expr) -> None:
        """Generates the return from the routine."""

    @abstractmethod
    def end_game(self) -> None:
        """Generates the end of the game, whose winners are set."""

    def block(self, label: int) -> bool:
        """Emits one block and its end."""
        block = self.routine.blocks[label]
        c = self.code
        statements = block.statements[self.opened.get(label, 0) :]
        places = {over.place for over in self.passes.values()}  # in lists that the header of a loop goes through
        statements = tuple(s for s in statements if not (isinstance(s, ir.SetLocal) and s.slot in places))
        write_all(c, [s for s in statements if not self.is_free(s)])
        match block.end:
            case p.Goto(target):
                return self.go_on(target)
            case p.Branch(condition, then, otherwise):
                return self.either(test(c, condition), lambda: self.go_on(then), lambda: self.go_on(otherwise))
            case p.Switch(slot, targets):
                return self._switch(c.read(slot), targets)
            case p.Ask() as asked:
                return self._ask(asked)
            case p.Enter() as enter:
                return self.enter(enter, [enter.you, *enter.arguments])
            case p.Leave(answer):
                self.leave(tree.NONE if answer is None else value(c, answer))
            case p.Over() as over:
                c.out.do("st.winners = winners\nst.over = 1", winners=value(c, over.winners))
                winners = journal.all_of(tree.state("winners"))
                journal.emit(c, over.site, p.Verb.GAME_OVER, tree.NONE, [winners])
                self.end_game()
            case p.Fail(message) as fail:
                c.out.do("fault\nreturn -1", fault=c.unit.fault(fail.span, message))
            case _:
                assert_never(block.end)
        return False

    def _switch(self, place: ast.expr, targets: tuple[int, ...], at: int = 0) -> bool:
        if at == len(targets) - 1:
            return self.go_on(targets[at])
        is_here = tree.compare(place, "=", num(at))
        return self.either(is_here, lambda: self.go_on(targets[at]), lambda: self._switch(place, targets, at + 1))

    # ------------------------------------------------------------ questions

    def _ask(self, asked: p.Ask) -> bool:
        def unless(condition: ast.expr, rest: Callable[[], bool]) -> bool:
            return self.either(condition, lambda: self.go_on(asked.skipped), rest)

        put = self.put
        return write_question(self.code, asked, unless, lambda q: put(asked, q), copied=self.copies_options)

    def answer(self, asked: p.Ask, answer: Answer) -> bool:
        """Goes on by the answer to a question."""
        place, options = answer.place, answer.count

        def answered() -> bool:
            return self._answered(asked, answer)

        def offered() -> bool:
            offer = tree.expr("offers[place - options]", offers=answer.offers, place=place, options=options)
            return self._offered(asked, answer.player, self.code.out.kept(offer, "offered"))

        def passed() -> bool:
            self._emit(asked, answer.player, num(p.PASS), secret=asked.secret)
            return self.go_on(asked.passed)

        def others() -> bool:
            if not answer.may_pass:
                return offered()
            is_offer = tree.expr("place < options + len(offers)", place=place, options=options, offers=answer.offers)
            return self.either(is_offer, offered, passed)

        if not answer.may_pass and not asked.offers:
            return answered()
        return self.either(tree.compare(place, "<", options), answered, others if asked.offers else passed)

    def _answered(self, asked: p.Ask, answer: Answer) -> bool:
        c = self.code
        slot = c.write(asked.slot)
        c.out.put(slot, tree.item(answer.options, answer.place))
        if asked.secret_options and not asked.secret and c.unit.journal:
            with c.out.block("if slot in secret: pass", slot=slot, secret=tree.values(asked.secret_options)):
                self._emit(asked, answer.player, slot, secret=True)
            with c.out.otherwise():
                self._emit(asked, answer.player, slot, secret=False)
        else:
            self._emit(asked, answer.player, slot, secret=asked.secret)
        return self.go_on(asked.answered)

    def _offered(self, asked: p.Ask, player: ast.expr, offered: ast.expr, at: int = 0) -> bool:
        offer = asked.offers[at]

        def taken() -> bool:
            secret = asked.secret or self.code.unit.actions[offer.name].secret
            self._emit(asked, player, num(p.FIRST_OFFER - offer.action), secret=secret)
            return self.go_on(offer.target)

        if at == len(asked.offers) - 1:
            return taken()
        is_this = tree.compare(offered, "=", num(offer.action))
        return self.either(is_this, taken, lambda: self._offered(asked, player, offered, at + 1))

    def _emit(self, asked: p.Ask, player: ast.expr, code: ast.expr, *, secret: bool) -> None:
        seen = journal.bit(player) if secret else None
        journal.emit(self.code, asked.site, p.Verb.CHOOSE, player, [code], seen=seen)
