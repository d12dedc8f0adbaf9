"""A choice without words of its own, where nearly all others have them.

Players are then asked with a sentence that is made from the rule, such as "Choose a card". In a row of questions that
were written for them it reads like a form.

Bad:
    action bow "Bow", beside sell:
        choose a player other than you as honoured
        honoured gains 1 fame
    action nod "Nod", beside sell:
        choose a player other than you as greeted asking "Whom do you nod to?"
        greeted gains 1 coin
    action wave "Wave", beside sell:
        choose a player other than you as waved_at asking "Whom do you wave to?"
        waved_at gains 1 coin
    action wink "Wink", beside sell:
        choose a player other than you as winked_at asking "Whom do you wink at?"
        winked_at gains 1 coin

Good:
    action bow "Bow", beside sell:
        choose a player other than you as honoured asking "Whom do you bow to?"
        honoured gains 1 fame

Options:
    share = 80: of a hundred choices so many must have a question, or nothing is said
"""

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
