"""Lists the spaces of a track: those that are named, and the other numbers where every number is a space."""

import re

from dsl.ir.limits import MOST_VALUES
from dsl.names.symbols import only
from dsl.syntax import nodes as n


def seats_of(node: n.Track) -> tuple[n.Seat, ...]:
    """The spaces, of a whole track in their order; those without a name are called `road_7`, as it is called `Road`."""
    named = only(node.seats, n.Seat)
    numbers = numbers_of(node)
    if not node.whole or len(numbers) > MOST_VALUES:
        return named
    taken = {seat.place.value for seat in named}
    kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", node.name.text).lower()
    bare = (_bare(node, kind, number) for number in numbers if number not in taken)
    return tuple(sorted((*named, *bare), key=lambda seat: seat.place.value))


def numbers_of(node: n.Track) -> range:
    """The numbers of a track if they are plain ones, else none."""
    match node.range:
        case n.Range(n.Number() as low, n.Number() as high):
            return range(low.value, high.value + 1)
        case _:
            return range(0)


def _bare(node: n.Track, kind: str, number: int) -> n.Seat:
    at = node.range.span
    return n.Seat(n.Number(str(number), span=at), n.Name(f"{kind}_{number}", span=at), None, (), span=at)
