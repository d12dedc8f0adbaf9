from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from dsl.checks.analysis.effects import changes
from dsl.ir import nodes as ir
from dsl.ir.effects import Locations, Resource, reads
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.walk import nodes_in, nodes_of

#: What a condition may ask that nothing but variables, fields and zones decides.
_PLAIN = frozenset({"parameter", "smaller", "larger", "left", "right", "value_attribute", "seat_number"})


@rule("C120")
def whenever_keeps_holding(subject: Subject) -> Found:
    """Nothing in the block, nor in rules that answer it, touches what the condition hangs on, or it only pushes on."""
    answers = [node for hook in subject.game.hooks for node in nodes_in(hook.body.statements)]
    if any(map(_may_do_anything, answers)):
        return
    raised_alone = cache(lambda variable: all(_only_raises(node, variable) for node in answers))
    for one in subject.game.whenevers:
        if any(f.name not in _PLAIN for f in nodes_of(one.condition, ir.Function)):
            continue
        done = [*subject.rules.through(one.body.statements)]
        if any(map(_may_do_anything, done)):
            continue
        changed = changes(one.body.statements, subject.rules)
        if all(_stays(part, subject, changed, done, raised_alone) for part in ir.conjuncts(one.condition)):
            yield warning(
                "whenever-keeps-holding", "this goes on for ever: the rule leaves its condition as it is",
                first_line(one.span), label="true before, and true after",
                help=("let the block make the condition false, or write a rule on an event: `after ...:`",),
            )  # fmt: skip


def _may_do_anything(node: object) -> bool:
    return isinstance(node, ir.DoText | ir.Begin | ir.GameOver | ir.Unsupported)


def _stays(
    part: ir.Expression, subject: Subject, changed: Locations, done: Sequence[Any], raised_alone: Callable[[str], bool]
) -> bool:
    """Whether it surely holds still, if it has held; `raised_alone`: what answers makes the variable no less."""
    touched = {what for what in reads(part, subject.rules.state_names) & changed if what[0] is not Resource.SLOT}
    if not touched:
        return True
    match part:
        case ir.Compare(">" | ">=", ir.Read(variable), ir.Constant()) if touched == {(Resource.VARIABLE, variable)}:
            of_players = next(v.number >= 0 for v in subject.game.variables if v.name == variable)
            return not of_players and raised_alone(variable) and all(_only_raises(node, variable) for node in done)
        case _:
            return False


def _only_raises(node: Any, variable: str) -> bool:
    """Whether this does not make the variable less, which is no counter of players."""
    match node:
        case ir.Change(name, _, ir.Constant(amount), down) if name == variable:
            return not down and amount > 0
        case ir.Write(name) | ir.Change(name):
            return name != variable
        case ir.Pot(name):
            return name != variable
        case _:
            return True
