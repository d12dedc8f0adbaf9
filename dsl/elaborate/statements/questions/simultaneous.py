"""Elaborates `all players at once`: splits its block into what each answers in secret, and what follows from that."""

from collections.abc import Iterator

import attrs

from dsl.elaborate.core.context import Context, Statements
from dsl.ir import nodes as ir
from dsl.ir.effects import filled
from dsl.ir.nodes import Manner
from dsl.walk import nodes_in, statements_in, with_fields

_YES = ir.Constant(1, ir.YES_NO)
#: Statements that change nothing but locals.
_PURE = (ir.SetLocal, ir.Choose, ir.If, ir.ForEach, ir.ForRange, ir.While, ir.Together, ir.Stop)


def split(c: Context, done: Statements, player: ir.Local) -> tuple[Statements, Statements]:
    """The questions of one player with all that decides which are asked, and the rest.

    Where the rest needs to know whether something was answered, or whether a condition held when it was asked, a local
    of its own says so.
    """
    return _Split(c, player, _asked_for(done, player)).sequence(done)


def _asked_for(done: Statements, player: ir.Local) -> set[int]:
    """The locals on which it depends what is asked, or whether."""
    nodes = list(nodes_in(done))
    sets = [node for node in nodes if isinstance(node, ir.SetLocal)]
    wanted = {
        slot for node in nodes if _asks_below(node, player)
        for part in _deciding(node) for slot in _slots_read(part)
    }  # fmt: skip
    while more := {slot for one in sets if one.slot in wanted for slot in _slots_read(one.value)} - wanted:
        wanted |= more
    return wanted


def _deciding(node: object) -> tuple[object, ...]:
    """The parts of a statement that decide what is asked in it, or whether."""
    match node:
        case ir.Choose():
            return (node.options, node.prompt)
        case ir.If(condition) | ir.While(condition):
            return (condition,)
        case ir.ForEach(over=over):
            return (over,)
        case ir.ForRange(_, low, high):
            return (low, high)
        case _:
            return ()


def _slots_read(tree: object) -> Iterator[int]:
    return (node.slot for node in nodes_in(tree) if isinstance(node, ir.Local))


def _may_be_negative(options: ir.Options) -> bool:
    """Whether an answer may be a number that is otherwise that of none."""
    return isinstance(options, ir.FromRange) and not (isinstance(options.low, ir.Constant) and options.low.value >= 0)


def _is_own(node: object, player: ir.Local) -> bool:
    """Whether it is a question to the player whose answers are collected."""
    return isinstance(node, ir.Choose) and node.player == player and node.manner is not Manner.RANDOMLY


def _asks_below(node: object, player: ir.Local) -> bool:
    return any(_is_own(inner, player) for inner in nodes_in(node))


@attrs.define
class _Split:
    """Goes through a block; `early` says that nothing has happened yet that is not a question."""

    c: Context
    player: ir.Local
    wanted: set[int]
    early: bool = True

    def sequence(self, done: Statements) -> tuple[Statements, Statements]:
        """The asking part and the rest of a sequence."""
        asking: list[ir.Statement] = []
        rest: list[ir.Statement] = []
        for statement in done:
            asked, follows = self._statement(statement)
            asking += asked
            rest += follows
        return tuple(asking), tuple(rest)

    def _statement(self, s: ir.Statement) -> tuple[Statements, Statements]:
        match s:
            case ir.Choose() if _is_own(s, self.player) or (s.manner is Manner.RANDOMLY and self._is_early(s)):
                return self._choice(s)
            case ir.SetLocal(slot) if slot in self.wanted:
                return (s,), ()
            case ir.SetLocal():
                return (), (s,)
            case _ if not _asks_below(s, self.player):
                self._depends_on(s)
                self.early = False
                return (), (s,)
            case ir.If():
                return self._condition(s)
            case ir.Together(body):
                asking, rest = self.sequence(body)
                return asking, (with_fields(s, body=rest),) if rest else ()
            case ir.ForEach() | ir.ForRange() | ir.While() if all(isinstance(x, _PURE) for x in statements_in(s)):
                return (s,), ()
            case _:
                self._late(s)
                return (), (s,)

    def _is_early(self, choice: ir.Choose) -> bool:
        """Whether chance is to answer before anything has happened, or for what is asked."""
        return self.early or choice.slot in self.wanted or _asks_below((choice.body, choice.otherwise), self.player)

    def _choice(self, s: ir.Choose) -> tuple[Statements, Statements]:
        asked, rest = self.sequence(s.body)
        passed, otherwise = self.sequence(s.otherwise)
        if not rest and not otherwise:
            return (attrs.evolve(s, body=asked, otherwise=passed),), ()
        if not _may_be_negative(s.options):
            test = ir.Compare("!=", ir.Local(s.slot, "", ir.UNKNOWN), ir.Constant(ir.NONE, ir.NOTHING))
            return (attrs.evolve(s, body=asked, otherwise=passed),), (ir.If(test, rest, otherwise, span=s.span),)
        answered = ir.Local(self.c.new_slot("answered"), "answered", ir.YES_NO, span=s.span)
        noted = ir.SetLocal(answered.slot, _YES, span=s.span)
        test = ir.Compare("=", answered, _YES, span=s.span)
        question = attrs.evolve(s, body=(noted, *asked), otherwise=passed)
        return (question,), (ir.If(test, rest, otherwise, span=s.span),)

    def _condition(self, s: ir.If) -> tuple[Statements, Statements]:
        """A condition is looked at once, when it decides what is asked."""
        held = ir.Local(self.c.new_slot("held"), "held", ir.YES_NO, span=s.condition.span)
        then_asked, then = self.sequence(s.then)
        else_asked, otherwise = self.sequence(s.otherwise)
        noted = ir.SetLocal(held.slot, s.condition, span=s.condition.span)
        asking = (noted, ir.If(held, then_asked, else_asked, span=s.span))
        return asking, (ir.If(held, then, otherwise, span=s.span),) if then or otherwise else ()

    def _depends_on(self, s: ir.Statement) -> None:
        """What is asked cannot depend on what has still to happen."""
        for inner in statements_in(s):
            if not isinstance(inner, ir.SetLocal) and self.wanted.intersection(filled(inner)):
                self.c.e.note(
                    "asked-before-it-happens", "a question depends on this, which happens after all have answered",
                    inner.span, label="comes too late for it", help=_HELP,
                )  # fmt: skip

    def _late(self, s: ir.Statement) -> None:
        choice = next(inner for inner in nodes_in(s) if _is_own(inner, self.player))
        assert isinstance(choice, ir.Choose)
        self.c.e.note(
            "asked-too-late", "this cannot be asked of all at once", choice.span,
            label="something happens between its answers", help=_HELP,
        )  # fmt: skip


_HELP = (
    "in `all players at once:` each player answers everything first, and then what follows from it happens",
    "put what happens behind the questions, or ask in a second `all players at once:` below this one",
)
