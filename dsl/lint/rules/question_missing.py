from collections.abc import Iterator

from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning
from dsl.syntax import nodes as n

#: With fewer questions there is no habit yet.
_FEWEST = 4


@rule("T117", Level.INFO, share=80)
def question_missing(subject: Subject, share: int) -> Found:
    """A choice among things or numbers that a player makes, without `asking`."""
    asked = [choice for choice in _choices(subject) if subject.is_own(choice.span)]
    having = sum(choice.asking is not None for choice in asked)
    if having < _FEWEST or 100 * having < share * len(asked):
        return
    for choice in asked:
        if choice.asking is None:
            yield warning(
                "question-missing", "this choice has no question of its own", first_line(choice.span),
                label="asked without words", help=('say what players are asked: `asking "..."`',),
            )  # fmt: skip


def _choices(subject: Subject) -> Iterator[n.Choose]:
    """Those that a player makes, and not chance."""
    yield from (may.choice for may in subject.syntax(n.MayChoose))
    for act in subject.syntax(n.Act):
        if isinstance(act.verb, n.Choose) and act.manner not in ("randomly", "secretly randomly"):
            yield act.verb
