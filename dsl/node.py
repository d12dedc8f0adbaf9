"""The base of all nodes."""

import attrs

from dsl.frozen import frozen
from dsl.source import NO_SPAN, Span


@frozen
class Node:
    """A node with the place in a file that it came from, which takes no part in equality."""

    span: Span = attrs.field(default=NO_SPAN, eq=False, repr=False, kw_only=True)
