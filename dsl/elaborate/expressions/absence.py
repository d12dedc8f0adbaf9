"""Guards comparisons of numbers that may be none, as a property of nothing is."""

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind


def guarded(compare: ir.Compare) -> ir.Expression:
    """A number that is a property of nothing is none: it is neither more nor less than any, nor equal to one."""
    owners = [*_owners(compare.left), *_owners(compare.right)]
    there = tuple(
        ir.Compare("!=", owner, ir.Constant(ir.NONE, ir.NOTHING), span=compare.span)
        for k, owner in enumerate(owners)
        if owner not in owners[:k]
    )
    if not there:
        return compare
    if compare.operator == "!=":
        return ir.Or((*(ir.Not(t, span=compare.span) for t in there), compare), span=compare.span)
    return ir.And((*there, compare), span=compare.span)


def _owners(side: ir.Expression) -> list[ir.Expression]:
    """Whose property a number is, as far as these may be nobody and nothing."""
    return list(_missing(side)) if side.type.kind in (Kind.NUMBER, Kind.YES_NO, Kind.DIE) else []


def _missing(value: ir.Expression) -> Iterator[ir.Expression]:
    owners: tuple[ir.Expression, ...] = ()
    match value:
        case ir.Attribute(_, owner) | ir.ReadCounter(_, owner):
            owners = (owner,)
        case ir.Read(_, at):
            owners = at
        case ir.Derived(_, arguments) | ir.Function(_, arguments):
            owners = arguments
        case _:
            pass
    for owner in owners:
        is_you = isinstance(owner, ir.Local) and owner.slot == 0
        if owner.type.optional and not owner.type.many and not is_you:
            yield owner
        yield from _missing(owner)
