"""What is worked out and `shown` stands on the table: so there must be room for it, and all must be able to know it."""

from collections.abc import Iterator

from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind


def shown_definitions(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each that is of pieces or is a list, or that is worked out from what not all may know."""
    shown = [define for define in rules.game.defines if define.shown]
    for define in shown:
        if not _has_a_place(define):
            yield error(
                "not-for-the-table", "only a single value stands on the table, for each player or value of an enum",
                first_line(define.span), label="a list, or one for each of what there may be many",
                help=("take `shown` away; `?` and `look` tell players of cards",),
            )  # fmt: skip
    secrets = rules.secrets if shown else None
    for define in shown:
        if secrets is not None and secrets.is_secret(define.name):
            yield error(
                "secret-on-the-table", "this is worked out from what not everybody may know",
                first_line(define.span), label="shown to all",
                help=("take `shown` away, or work it out from what all see",),
            )  # fmt: skip


def _has_a_place(define: ir.Define) -> bool:
    """Whether it is one value, of each player or each value of an enum."""
    each = (type_.kind in (Kind.PLAYER, Kind.VALUE) and not type_.many for type_ in define.arguments)
    return not define.type.many and all(each)
