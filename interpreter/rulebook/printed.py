"""What is printed on cards and on the spaces of a board, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dsl.ir import nodes as ir
from dsl.names.state import spoken


def printed_fields(game: ir.Game, card_type: ir.CardType) -> dict[str, ir.Type]:
    """What is printed on cards of a type, but for what is set in play."""
    set_in_play = {variable.field for variable in game.variables if variable.is_mark}
    return {field.name: field.type for field in card_type.fields if field.name not in set_in_play}


def printed_words(game: ir.Game, fields: Mapping[str, ir.Type], values: Iterable[tuple[str, int]]) -> dict[str, str]:
    """Each of the fields with what is printed there; none where that is nothing."""
    printed = dict(values)
    found = {name: _words(game, printed[name], fields[name]) for name in fields if name in printed}
    return {name: words for name, words in found.items() if words}


def space_table(game: ir.Game, board: ir.Enumeration) -> Iterator[tuple[str, ...]]:
    """A row for each space with what is printed on it, under a head; nothing where nothing is printed on spaces."""
    fields = {} if board.track else {field.name: field.type for field in board.fields}
    printed = [printed_words(game, fields, value.attributes) for value in board.values]
    columns = [name for name in fields if len({words.get(name) for words in printed}) > 1]
    if columns:
        yield (spoken(board.name), *map(spoken, columns))
        for value, words in zip(board.values, printed, strict=True):
            yield (value.title, *(words.get(name, "") for name in columns))


def _words(game: ir.Game, value: int, type_: ir.Type) -> str:
    match type_.kind:
        case ir.Kind.TEXT:
            return game.texts[value] if value >= 0 else ""
        case ir.Kind.YES_NO:
            return "yes" if value else ""
        case ir.Kind.VALUE if value >= 0:
            return next(e for e in game.enumerations if e.name == type_.name).values[value].title
        case ir.Kind.NUMBER:
            return str(value)
        case _:
            return ""
