from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning
from dsl.syntax import nodes as n
from dsl.walk import children, kinds_within


@rule("T107", Level.INFO, most=5)
def deep_nesting(subject: Subject, most: int) -> Found:
    """The first sentence of each way down that stands in more blocks than `most`; flows are headings, not blocks."""
    for item in subject.rules.items:
        if len(kinds_within(item).get(n.Block, ())) > most and subject.is_own(item.span):
            yield from _too_deep(item, 0, most)


def _too_deep(node: object, depth: int, most: int) -> Found:
    for inner in children(node):
        if not isinstance(inner, n.Block):
            yield from _too_deep(inner, 0 if isinstance(inner, n.Flow) else depth, most)
        elif depth == most:
            yield warning(
                "deep-nesting", f"this stands in {most} blocks, one within another", first_line(inner.span),
                label="deep down", help=("give the inner part a name: `procedure NAME: ...`, and `do NAME` here",),
            )  # fmt: skip
        else:
            yield from _too_deep(inner, depth + 1, most)
