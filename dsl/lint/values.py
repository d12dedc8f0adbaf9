"""Lists enums, spaces and tracks, and counts where their names are said elsewhere."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from dsl.lint.subject import Subject
from dsl.names.tracks import seats_of
from dsl.syntax import nodes as n
from dsl.walk import nodes_of

Listed: TypeAlias = n.Enum | n.Spaces | n.Track


def listed(subject: Subject) -> Sequence[Listed]:
    """Everything that lists values."""
    return [*subject.syntax(n.Enum), *subject.syntax(n.Spaces), *subject.syntax(n.Track)]


def is_used(enum: Listed, said: Mapping[str, int]) -> bool:
    """Whether its name, also as a plural, or the name of one of its values is said outside of it."""
    values = seats_of(enum) if isinstance(enum, n.Track) else enum.values
    names = [value.name.text for value in values if isinstance(value, n.EnumValue | n.Seat)]
    own = Counter(name.text for name in nodes_of(enum, n.Name))
    return f"{enum.name.text}s" in said or any(said[name] > own[name] for name in (enum.name.text, *names))
