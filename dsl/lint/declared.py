"""Lists the declarations of the author, with the word that declares each."""

from collections.abc import Iterator
from functools import lru_cache

from dsl.frozen import frozen
from dsl.lint.subject import Subject
from dsl.syntax import nodes as n


@frozen
class Declared:
    """A name with its kind, such as zone or counter, and the title that players read, if there is one."""

    kind: str
    name: n.Name
    title: n.Text | None = None


@lru_cache(maxsize=2)
def declared(subject: Subject) -> tuple[Declared, ...]:
    """Everything with a name in the author's own files, but for values, fields and what has a name in a body alone."""
    own = (item for item in subject.rules.items if subject.is_own(item.span))
    return tuple(one for item in own for one in _declared(item))


def flows(subject: Subject) -> Iterator[n.Flow]:
    """The rounds, phases and steps of the author's own files, in order."""
    yield from (flow for flow in subject.syntax(n.Flow) if subject.is_own(flow.span))


def _declared(item: n.TopItem) -> Iterator[Declared]:
    match item:
        case n.Counters(group, _, _, _, items):
            if group is not None:
                yield Declared("group", group)
            yield from (Declared("counter", i.name, i.title) for i in items if isinstance(i, n.CounterItem))
        case n.Flow(kind, _, name, title, body=body):
            yield Declared(kind, name, title)
            for inner in body.items:
                if isinstance(inner, n.Flow):
                    yield from _declared(inner)
        case n.Action(_, name, title):
            yield Declared("action", name, title)
        case n.Reaction(name, title) if name is not None:
            yield Declared("reaction", name, title)
        case (
            n.Zone(name) | n.Flag(name) | n.Role(name) | n.Remember(name) | n.Parameter(name) | n.Procedure(name)
            | n.Define(name) | n.Enum(name) | n.Cards(name) | n.Tokens(name) | n.Pawn(name) | n.Dice(name)
            | n.Spaces(name) | n.Grid(name) | n.Track(name)
        ):  # fmt: skip
            yield Declared(type(item).__name__.lower(), name)
        case _:
            return
