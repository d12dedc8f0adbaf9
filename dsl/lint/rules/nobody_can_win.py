from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("F110")
def nobody_can_win(subject: Subject) -> Found:
    """Every end of the game is one that nobody wins."""
    ends = subject.all(ir.GameOver)
    if ends and all(end.winners == ir.ListOf((), ir.PLAYERS) for end in ends):
        yield warning(
            "nobody-can-win", "nobody can ever win", first_line(ends[0].span), label="nobody wins",
            help=("say who wins: `the player with most COUNTER wins`, or `players win` if they play together",),
        )  # fmt: skip
