"""The pieces with which a setup opens: `tokens cube of player: 5 each, starts in store`."""

from collections.abc import Mapping

from dsl.ir import nodes as ir
from interpreter.program.model.constant_fold import constant
from interpreter.program.model.setting import Setting


def supplied(
    setting: Setting, creates: int, created: Mapping[tuple[str, str | None], tuple[int, ...]],
    roomy: set[str],
) -> tuple[tuple[int, int], ...]:  # fmt: skip
    """Lists kind and owner of what the setup creates first; nothing if pieces are created elsewhere, or not always.

    So many `creates` may run, `created` are the kinds that they make; zones in `roomy` have no capacity.
    """
    found: list[tuple[int, int]] = []
    opening = 0
    for statement in setting.game.setup.statements:
        makes, owners = _opening(statement, setting)
        if makes is None:
            break
        amount = constant(makes.amount, setting)
        if amount is None or not _always_there(makes.zone, makes.owner, roomy):
            return ()
        opening += 1
        kinds = created.get((makes.card_type, makes.of_each), ())
        found.extend((kind, owner) for owner in owners for kind in kinds for _ in range(amount))
    return tuple(found) if creates == opening else ()


def _opening(statement: object, setting: Setting) -> tuple[ir.Create | None, tuple[int, ...]]:
    """The `create` for nobody, or for each player in turn, and its owners; None if a statement is another."""
    match statement:
        case ir.Create(owner=ir.Constant(owner), like=None):
            return statement, (owner,)
        case ir.ForEach(slot, ir.PlayersFrom(ir.Constant(ir.NONE)), (ir.Create(owner=ir.Local(owner)) as create,)):
            if create.like is not None:
                return None, ()
            return (create, tuple(range(setting.players))) if owner == slot else (None, ())
    return None, ()


def _always_there(zone: ir.Expression, owner: ir.Expression, roomy: set[str]) -> bool:
    """Whether it is certain which zone is meant, and that it has room."""
    if not isinstance(zone, ir.ZoneAt) or zone.zone not in roomy:
        return False
    return all(at == owner or (isinstance(at, ir.Constant) and at.value >= 0) for at in zone.at) and (
        not isinstance(owner, ir.Constant) or owner not in zone.at or owner.value >= 0
    )
