from collections.abc import Sequence

from dsl.diagnostic import Edit, Fix, Level
from dsl.lint.declared import declared
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n


@rule("N104", Level.INFO)
def title_case(subject: Subject) -> Found:
    """The only one, of three or more, without a capital: among actions, among steps and the like, in one deck."""
    named = list(declared(subject))
    yield from _odd_one([one.title for one in named if one.kind == "action"])
    yield from _odd_one([one.title for one in named if one.kind in ("round", "phase", "step")])
    for deck in subject.syntax(n.Deck):
        yield from _odd_one([entry.title for entry in deck.entries if isinstance(entry, n.CardEntry)])


def _odd_one(titles: Sequence[n.Text | None]) -> Found:
    said = [title for title in titles if title is not None]
    small = [title for title in said if title.text[:1].islower()]
    if len(small) == 1 and sum(title.text[:1].isupper() for title in said) > 1:
        (title,) = small
        place = Span(title.span.source, title.span.start + 1, title.span.start + 2)
        meant = title.text[:1].upper() + title.text[1:]
        yield warning(
            "title-case", "this title begins with a small letter, the others with a capital", title.span,
            label="a small letter", help=(f'write "{meant}"',),
            fix=Fix("begin with a capital", (Edit(place, place.text.upper()),), safe=False),
        )  # fmt: skip
