"""Checks that no question of `all players at once` looks at, or is itself, what happens after all have answered."""

from collections.abc import Iterator

from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.diagnostic import Diagnostic, Label, error
from dsl.ir import nodes as ir
from dsl.ir.effects import Resource, asks, reads, writes
from dsl.walk import nodes_of, statements_in


def asked_before(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for a question below a sentence that changes what it looks at, and for one that is no secret part."""
    for body in rules.bodies:
        for block in body.nodes_of(ir.AllAtOnce):
            yield from _in_block(rules, block)
            yield from _one_by_one(rules, block)


def _in_block(rules: RuleSet, block: ir.AllAtOnce) -> Iterator[Diagnostic]:
    changes = [(s, frozenset(writes(s, rules.state_names))) for s in statements_in(block.body)]
    for looked_at in _looked_at(block):
        found = {place for place in reads(looked_at, rules.state_names) if place[0] is not Resource.SLOT}
        earlier = (s for s, written in changes if written & found and _is_before(s, looked_at))
        if (change := next(earlier, None)) is not None:
            yield error(
                "asked-before-it-happens", "this is asked before what stands above it has happened", looked_at.span,
                label="looks at what is changed above", labels=(Label(change.span, "happens after all have answered"),),
                help=("put the question above the change, or in a second `all players at once:` below this one",),
            )  # fmt: skip


def _one_by_one(rules: RuleSet, block: ir.AllAtOnce) -> Iterator[Diagnostic]:
    """Actions, and what a procedure or somebody else is asked, are no part of what all answer in secret."""
    for statement in statements_in(block.body):
        if asks(statement) or _leads_to_question(rules, statement):
            yield error(
                "asked-too-late", "this cannot be asked of all at once", first_line(statement.span),
                label="one after another, when all have answered",
                help=("put the question itself into the block, as `choose ...`",
                      "or put this below the block, into `each player:`"),
            )  # fmt: skip


def _leads_to_question(rules: RuleSet, statement: ir.Statement) -> bool:
    """Whether a procedure asks somebody; not what the text of a card may ask, which is played when it comes to it."""
    called = tuple(rules.through(statement)) if isinstance(statement, ir.Call | ir.DecidedBy) else ()
    return any(map(asks, called)) and not any(isinstance(node, ir.DoText) for node in called)


def _looked_at(block: ir.AllAtOnce) -> Iterator[ir.Expression | ir.Options]:
    for choice in nodes_of(block.asking, ir.Choose):
        yield choice.options
    for noted in nodes_of(block.asking, ir.SetLocal):
        yield noted.value


def _is_before(statement: ir.Statement, looked_at: ir.Expression | ir.Options) -> bool:
    """Whether a sentence stands above another in the same file."""
    return (
        statement.span.in_file
        and statement.span.source is looked_at.span.source
        and statement.span.end <= looked_at.span.start
    )
