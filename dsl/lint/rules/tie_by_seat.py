from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, rule, warning


@rule("B102", Level.INFO)
def tie_by_seat(subject: Subject) -> Found:
    """The first of those who are best by one criterion, where that is one of the players."""
    for first in subject.all(ir.First):
        ranked = first.over
        if not isinstance(ranked, ir.Ranked) or ranked.type != ir.PLAYERS or len(ranked.by) > 1:
            continue
        if isinstance(ranked.over, ir.AllOf):
            yield warning(
                "tie-by-seat", "among equals, whoever sits first is taken", ranked.span,
                label="one player, also where several are equal",
                help=("say what counts next: `the player with most X then most Y`",
                      "or from whom on it is looked: `the player from left of PLAYER with most X`"),
            )  # fmt: skip
