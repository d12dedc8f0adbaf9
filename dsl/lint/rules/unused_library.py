from dsl.diagnostic import Edit, Fix
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of


@rule("T110")
def unused_library(subject: Subject) -> Found:
    """A library of whose names none is said in the rules outside of it."""
    libraries = {item.name.text: item.span.source.path for item in subject.rules.items if isinstance(item, n.Library)}
    for use in subject.syntax(n.Use):
        for name in use.names:
            path = libraries.get(name.text)
            if path is not None and not _declared_in(subject, path) & _said_outside(subject, path):
                yield warning(
                    "unused-library", f"nothing of the library `{name.text}` is used", name.span, label="never used",
                    help=("take it away, or use what it has",), fix=_taken_away(use) if len(use.names) == 1 else None,
                )  # fmt: skip


def _declared_in(subject: Subject, path: str) -> set[str]:
    """The names of what a file declares."""
    items = tuple(item for item in subject.rules.items if item.span.source.path == path)
    declared = [item for item in items if not isinstance(item, n.Library)]
    names = [name.text for item in declared if isinstance(name := getattr(item, "name", None), n.Name)]
    counters = [part.name.text for part in nodes_of(items, n.CounterItem)]
    return {*names, *counters, *(part.name.text for part in nodes_of(items, n.EnumValue))}


def _said_outside(subject: Subject, path: str) -> set[str]:
    """The names that are said in other files, in scenarios too; with their singulars."""
    taken_in = {id(name) for use in subject.syntax(n.Use) for name in use.names}
    outside = (name for name in subject.syntax(n.Name) if name.span.source.path != path)
    names = [name for name in outside if id(name) not in taken_in]
    said = {name.text for name in (*names, *nodes_of(subject.scenarios, n.Name))}
    return said | {text.removesuffix("s") for text in said}


def _taken_away(use: n.Use) -> Fix:
    """The whole line, if nothing else stands in it."""
    source, line = use.span.source, use.span.line
    start = source.line_start(line)
    end = min(start + len(source.line_text(line)) + 1, len(source.text))
    edit = Edit(Span(source, start, end), "")
    return Fix("take the line away", (edit,), safe=source.line_text(line).strip() == use.span.text.strip())
