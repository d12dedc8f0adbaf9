"""The parts of a table on the screen, and what they are called."""

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called
from dsl.ir.prose.values import defined
from interpreter.text.labels import Words, capital
from interpreter.text.of_words import of_rules

NOTHING = "-"


@frozen
class Row:
    """One line of the table: something that each player has, with its words for each."""

    label: str
    cells: tuple[str, ...]


@frozen
class Item:
    """Something that is not in the table: what it is called, and ways to say it, the longest first."""

    label: str
    ways: tuple[str, ...]


def player_index(dimensions: tuple[ir.Index, ...]) -> int | None:
    """Which of the indices is a player, or None."""
    return next((k for k, index in enumerate(dimensions) if index.dimension is ir.Dimension.PLAYER), None)


def without(at: tuple[int, ...], place: int) -> tuple[int, ...]:
    """All places but one: what is the same for each player in a row."""
    return (*at[:place], *at[place + 1 :])


@of_rules
def shown_definitions(words: Words) -> tuple[ir.Variable, ...]:
    """What is worked out and stands on the table, as something that there is of each that it is of."""
    return tuple(_as_variable(define) for define in words.rules.defines if define.shown)


def _as_variable(define: ir.Define) -> ir.Variable:
    each = (
        ir.Index(ir.Dimension.VALUE if type_.name else ir.Dimension.PLAYER, type_.name) for type_ in define.arguments
    )
    nothing = ir.Constant(0, define.type)
    return ir.Variable(define.name, defined(define), tuple(each), define.type, nothing, None, None, False, "", -1)


def label_of_row(words: Words, thing: ir.Variable | ir.Zone, others: tuple[int, ...]) -> str:
    """What a row is called, with the places of its `others`: all indices but that of the player."""
    place = player_index(thing.dimensions)
    left = (index for k, index in enumerate(thing.dimensions) if k != place)
    named = ", ".join(words.index(index, at) for index, at in zip(left, others, strict=True))
    label = capital(called(thing))
    return f"{label} ({named})" if named else label
