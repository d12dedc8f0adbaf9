from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.syntax import nodes as n


@rule("C126")
def no_copies(subject: Subject) -> Found:
    """An entry that begins with `0 x`; what a parameter says may be 0."""
    for entry in subject.syntax(n.CardEntry):
        if isinstance(entry.copies, n.Number) and entry.copies.value == 0:
            yield warning(
                "no-copies", f'there is no copy of "{entry.title.text}"', first_line(entry.span), label="0 of them",
                help=("say how many there are, or take the card out",),
            )  # fmt: skip
