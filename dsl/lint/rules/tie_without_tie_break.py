from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, rule, warning


@rule("B101", Level.INFO)
def tie_without_tie_break(subject: Subject) -> Found:
    """Winners by one criterion, or by the same one again."""
    for end in subject.all(ir.GameOver):
        ranked = end.winners
        if isinstance(ranked, ir.Ranked) and len({(c.most, c.value) for c in ranked.by}) == 1:
            yield warning(
                "tie-without-tie-break", "nothing decides between players who are equal here", end.span,
                label="those who are equal win together",
                help=("say what counts next: `with most X then most Y wins`",),
            )  # fmt: skip
