from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_in, nodes_of


@rule("B103", Level.INFO)
def same_player_first(subject: Subject) -> Found:
    """Turns in a round with other parts, from nobody in particular or from a role that never moves on."""
    if not _somebody_wins_alone(subject):
        return
    moving = _changed_in_play(subject)
    for flow in subject.syntax(n.Flow):
        if flow.kind != "round" or _parts(flow) < 2:
            continue
        for turns in nodes_of(flow.body, n.Turns):
            start = turns.start.first if turns.start is not None else None
            if start is None or (isinstance(start, n.Name) and _never_moves(subject, start.text, moving)):
                first = Span(turns.span.source, turns.span.start, turns.body.span.start)
                yield warning(
                    "same-player-first", "in every round the same player begins", _head(first),
                    label="always from the same seat",
                    help=("let it go round: `players take turns from ROLE`, and `set ROLE to left of ROLE`",),
                )  # fmt: skip


def _somebody_wins_alone(subject: Subject) -> bool:
    """Whether it matters who is first: not where all win or lose together."""
    ends = (nodes_in(end.winners) for end in subject.all(ir.GameOver))
    return any(isinstance(node, ir.Ranked | ir.Local | ir.Read | ir.Filter) for end in ends for node in end)


def _parts(flow: n.Flow) -> int:
    """How many things happen in it besides rule text; steps count by what is in them."""
    items = [item for item in flow.body.items if not isinstance(item, n.RuleText)]
    return sum(_parts(item) if isinstance(item, n.Flow) else 1 for item in items)


def _changed_in_play(subject: Subject) -> set[str]:
    bodies = [body for body in subject.bodies if body.kind != "setup"]
    return {write.variable for body in bodies for write in body.nodes_of(ir.Write)}


def _never_moves(subject: Subject, name: str, moving: set[str]) -> bool:
    kept = {variable.name for variable in subject.game.variables if variable.type.kind is ir.Kind.PLAYER}
    return name in kept and name not in moving


def _head(span: Span) -> Span:
    return Span(span.source, span.start, span.start + len(span.text.split("\n")[0].rstrip(" :")))
