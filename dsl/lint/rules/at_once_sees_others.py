"""What all decide at the same time comes out differently for those who sit first.

After `all players at once:` the answers are carried out seat by seat. If what one player gets hangs on a counter in the
middle that the players before have just changed, the seats decide, and not the players.

Bad:
    counter pot: starts at 10
    before step market:
        all players at once:
            choose a number from 0 to 5 as wanted asking "How much do you take?"
            if pot >= wanted:
                gain wanted coins
                lower pot by wanted

Good:
    counter pot: starts at 10
    counter wish of player
    before step market:
        all players at once:
            choose a number from 0 to 5 as wanted asking "How much do you take?"
            set your wish to wanted
        if total wish of players <= pot:
            each player: gain (your wish) coins
            lower pot by total wish of players
"""

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.nodes import Dimension
from dsl.lint.rule import Found, Label, Subject, rule, warning
from dsl.walk import nodes_in


@rule("S109")
def at_once_sees_others(subject: Subject) -> Found:
    """A condition, or an amount, in the seat by seat part that looks at a common counter changed there."""
    common = {v.name for v in subject.game.variables if all(d.dimension is Dimension.VALUE for d in v.dimensions)}
    for together in subject.all(ir.AllAtOnce):
        nodes = list(nodes_in(together.body))
        changes = {n.variable: n for n in nodes if isinstance(n, ir.Change | ir.Write) and n.variable in common}
        for read in _looked_at(nodes):
            if read.variable in changes:
                yield warning(
                    "at-once-sees-others", f"`{read.variable}` has been changed by those who sit before", read.span,
                    label="not the same for all", labels=(Label(changes[read.variable].span, "changed here"),),
                    help=("keep what each has decided, and carry it out for all below the block",),
                )  # fmt: skip
                break


def _looked_at(nodes: list[object]) -> Iterator[ir.Read]:
    for node in nodes:
        match node:
            case ir.If(condition):
                asked: ir.Expression = condition
            case ir.Transfer(amount=amount) | ir.Draw(amount=amount):
                asked = amount
            case _:
                continue
        yield from (inner for inner in nodes_in(asked) if isinstance(inner, ir.Read))
