"""An end of the game that another one is always before.

Both are looked at at the same moment, in the order in which they are written, and whenever this one would come, the
other has ended the game. In a variant it is most often an end of the base game, which the variant meant to change.

Bad:
    after step evening: host gains 1 fame
    game ends after evening when fame of host >= 5: host wins
    game ends after evening when fame of host >= 8: the player with most coin wins

Good:
    after step evening: host gains 1 fame
    game ends after evening when fame of host >= 8: the player with most coin wins
    game ends after evening when fame of host >= 5: host wins
"""

from dsl.ir import nodes as ir
from dsl.lint.conditions import follows
from dsl.lint.rule import Found, Label, Subject, first_line, rule, warning


@rule("F112")
def end_never_comes(subject: Subject) -> Found:
    """An end of the game whose condition follows from that of one before it, which ends the game for sure."""
    ends = subject.game.ends
    for k, later in enumerate(ends):
        earlier = next((end for end in ends[:k] if _is_before(end, later)), None)
        if earlier is None:
            continue
        here, there = (later, earlier) if subject.is_own(later.span) else (earlier, later)
        said = ("this end of the game never comes", "comes too late", "whenever it would come, this has ended the game")
        if here is earlier:
            said = ("an end of the game never comes beside this one", "always before it", "this never runs")
        yield warning(
            "end-never-comes", said[0], first_line(here.span), label=said[1],
            labels=(Label(first_line(there.span), said[2]),),
            help=("put the one with more to ask above the other, or leave out the one that never comes",),
        )  # fmt: skip


def _is_before(earlier: ir.GameEnd, later: ir.GameEnd) -> bool:
    if earlier.after not in ("", later.after) or not any(isinstance(s, ir.GameOver) for s in earlier.body.statements):
        return False
    if earlier.condition is None:
        return True
    return later.condition is not None and follows(later.condition, earlier.condition)
