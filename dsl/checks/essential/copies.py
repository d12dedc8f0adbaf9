"""How many copies of a card there are must be known before play."""

from collections.abc import Iterator

from dsl.bounds.declared import at_each_table
from dsl.bounds.evaluate import constant
from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.walk import nodes_in


def copies(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each number of copies that depends on what happens in play."""
    table = next(at_each_table(rules.game))
    for card in rules.game.cards:
        if constant(card.copies, table) is None or _reads_state(card.copies, rules):
            yield error(
                "copies-unknown", f'how many "{card.title}" there are must be known before play', card.copies.span,
                label="this changes in play",
                help=("work it out from parameters and the number of players, or write a number",),
            )  # fmt: skip


def _reads_state(e: ir.Expression, rules: RuleSet) -> bool:
    """Whether an expression, or a definition in it, reads what changes in play, even if it comes to the same."""
    return (not isinstance(e, ir.Constant) and any(map(_is_read, nodes_in(e)))) or any(
        _reads_state(rules.defines[node.define].value, rules) for node in nodes_in(e) if isinstance(node, ir.Derived)
    )


def _is_read(node: object) -> bool:
    match node:
        case ir.Read() | ir.ReadCounter() | ir.Attribute() | ir.Contents() | ir.PileEnd() | ir.Held() | ir.InForce():
            return True
        case ir.Function("round_number"):
            return True
        case _:
            return False
