from dsl.ir import nodes as ir
from dsl.lint.conditions import follows
from dsl.lint.rule import Found, Label, Subject, first_line, rule, warning


@rule("F112")
def end_never_comes(subject: Subject) -> Found:
    """An end of the game whose condition follows from that of one before it, which ends the game for sure."""
    ends = subject.game.ends
    for k, later in enumerate(ends):
        earlier = next((end for end in ends[:k] if _is_before(end, later)), None)
        if earlier is None or subject.is_own(earlier.span) != subject.is_own(later.span):
            continue
        yield warning(
            "end-never-comes", "this end of the game never comes", first_line(later.span), label="comes too late",
            labels=(Label(first_line(earlier.span), "whenever it would come, this has ended the game"),),
            help=("put the one with more to ask above the other, or leave out the one that never comes",),
        )  # fmt: skip


def _is_before(earlier: ir.GameEnd, later: ir.GameEnd) -> bool:
    if earlier.after not in ("", later.after) or not any(isinstance(s, ir.GameOver) for s in earlier.body.statements):
        return False
    if earlier.condition is None:
        return True
    return later.condition is not None and follows(later.condition, earlier.condition)
