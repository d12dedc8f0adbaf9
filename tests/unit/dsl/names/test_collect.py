"""What declarations declare: names, kinds, types, and what there is one of each for."""

from typing import Any, get_args, get_type_hints

import pytest

from dsl.ir.nodes import NUMBER, PIECE, PLAYER, PLAYERS, TEXT, YES_NO, Dimension, Index, Kind, Seen, Type
from dsl.names import symbols
from dsl.names.collect import collect
from dsl.names.symbols import (
    CardTypeSymbol,
    DefineSymbol,
    EnumSymbol,
    FlowSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    Scope,
    Symbol,
    VariableSymbol,
    ZoneSymbol,
)
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse

OF_PLAYER = Index(Dimension.PLAYER)


def scope(text: str) -> Scope:
    """The scope of these declarations, whatever is wrong with them."""
    file, faults = parse(Source("small.bylaws", text + "\n"))
    assert faults == ()
    return collect(file.items)


def names(text: str) -> list[str]:
    return [d.name for d in scope(text).diagnostics]


def test_each_thing_that_is_declared_has_a_word() -> None:
    kinds = {node for kind in get_args(Symbol) for node in _union(get_type_hints(kind, vars(symbols))["node"])}
    assert {n.Flow, *symbols.DECLARED} == kinds


def _union(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) or (hint,)


# ---------------------------------------------------------------- what is kept


def test_counters_of_player_are_numbered_in_the_order_written() -> None:
    found = scope("counter score of player\ncounters Stuff of player: hidden\n    coins\n    gems\ncounter fire")
    assert [(c.name, c.number, c.group, c.hidden) for c in found.counters] == [
        ("score", 0, "", False),
        ("coins", 1, "Stuff", True),
        ("gems", 2, "Stuff", True),
    ]
    fire = found.names["fire"]
    assert isinstance(fire, VariableSymbol)
    assert (fire.number, fire.dimensions) == (-1, ())


def test_a_group_of_counters_is_a_kind_with_a_value_for_each() -> None:
    stuff = scope("counters Stuff of player\n    coins\n    gems").enums["Stuff"]
    assert stuff.of_counters
    assert stuff.value_names() == ["coins", "gems"]


@pytest.mark.parametrize(
    ("text", "dimensions", "type_"),
    [
        ("counter thing", (), NUMBER),
        ("counter thing of player", (OF_PLAYER,), NUMBER),
        ("counter thing of player by Day", (OF_PLAYER, Index(Dimension.VALUE, "Day")), NUMBER),
        ("counter thing by Day", (Index(Dimension.VALUE, "Day"),), NUMBER),
        ("flag thing of player", (OF_PLAYER,), YES_NO),
        ("role thing", (), PLAYER.or_none()),
        ("remember thing: Day or none", (), Type(Kind.VALUE, "Day", optional=True)),
        ("remember thing of player: number", (OF_PLAYER,), NUMBER),
        ("remember thing: players", (), PLAYERS),
    ],
)
def test_what_is_remembered(text: str, dimensions: tuple[Index, ...], type_: Type) -> None:
    symbol = scope(f"enum Day: monday, tuesday\n{text}").names["thing"]
    assert isinstance(symbol, VariableSymbol)
    assert (symbol.dimensions, symbol.type) == (dimensions, type_)


def test_a_mark_lies_on_every_card_or_on_those_of_one_kind() -> None:
    found = scope("cards Deed: worth: number\nenum Day: monday\nflag wet of card by Day\ncounter wounds of Deed")
    wet, wounds, deed = found.names["wet"], found.names["wounds"], found.names["Deed"]
    assert isinstance(wet, VariableSymbol) and isinstance(wounds, VariableSymbol) and isinstance(deed, CardTypeSymbol)
    assert wet.dimensions == (Index(Dimension.PIECE), Index(Dimension.VALUE, "Day"))
    assert wounds.dimensions == (Index(Dimension.PIECE, "Deed"),)
    assert deed.fields == {"worth": NUMBER}


def test_a_pawn_stands_on_the_only_board() -> None:
    pawn = scope("spaces Room:\n    hall\n    attic\npawn ghost: starts on hall").names["ghost"]
    assert isinstance(pawn, VariableSymbol)
    assert pawn.type == Type(Kind.VALUE, "Room")


# ---------------------------------------------------------------- zones


@pytest.mark.parametrize(
    ("traits", "seen"),
    [
        ("hand", Seen.OWNER),
        ("stack", Seen.EVERYBODY),
        ("stack, face down", Seen.NOBODY),
        ("row, face up", Seen.EVERYBODY),
        ("hand, face up", Seen.EVERYBODY),
        ("slot, face down, seen by its owner", Seen.OWNER),
        ("slot, face down, seen by whoever put it there", Seen.MOVER),
        ("hand, seen by all but its owner", Seen.ALL_BUT_OWNER),
        ("stack, face up, seen by nobody", Seen.NOBODY),
    ],
)
def test_who_sees_a_zone(traits: str, seen: Seen) -> None:
    zone = scope(f"zone thing of player: {traits}").names["thing"]
    assert isinstance(zone, ZoneSymbol)
    assert (zone.seen, zone.dimensions) == (seen, (OF_PLAYER,))


# ---------------------------------------------------------------- values, cards, parameters


def test_what_is_printed_on_the_values_of_an_enum() -> None:
    found = scope('enum Day, ring:\n    monday, rainy, cost 2\n    tuesday "Tuesday", motto "Go", next_one monday')
    day = found.enums["Day"]
    assert isinstance(day, EnumSymbol) and day.ring
    assert day.attributes == {
        "rainy": YES_NO, "cost": NUMBER, "motto": TEXT, "next_one": Type(Kind.VALUE, "Day")
    }  # fmt: skip
    assert (day.place("tuesday"), day.place("sunday")) == (1, None)


def test_the_seats_of_a_track_are_a_kind_with_a_place_each() -> None:
    found = scope('track table, 1 to 9:\n    1 corner "Corner"\n    5 head "Head"')
    assert found.enums["table"].value_names() == ["corner", "head"]
    assert found.enums["table"].attributes == {"place": NUMBER}


@pytest.mark.parametrize(
    ("written", "type_"),
    [("number", NUMBER), ("text", TEXT), ("yes_no", YES_NO), ("player or none", PLAYER.or_none()), ("card", PIECE),
     ("Day", Type(Kind.VALUE, "Day")), ("Deed", Type(Kind.PIECE, "Deed")), ("cards", PIECE.list()),
     ("wind", Type(Kind.DIE, "wind")), ("counter", Type(Kind.COUNTER)), ("zone", Type(Kind.ZONE))],
)  # fmt: skip
def test_the_words_for_types(written: str, type_: Type) -> None:
    found = scope(f"enum Day: monday\ncards Deed\ndice wind: from 1 to 4\nprocedure f of thing: {written}: return")
    symbol = found.names["f"]
    assert isinstance(symbol, ProcedureSymbol)
    assert symbol.parameters == (type_,)


@pytest.mark.parametrize(
    ("written", "type_"),
    [("3", NUMBER), ("-3", NUMBER), ("yes", YES_NO), ("monday", Type(Kind.VALUE, "Day"))],
)
def test_the_type_of_a_parameter_is_that_of_its_value(written: str, type_: Type) -> None:
    symbol = scope(f"enum Day: monday\nparameter thing = {written}").names["thing"]
    assert isinstance(symbol, ParameterSymbol)
    assert symbol.type == type_


# ---------------------------------------------------------------- definitions and flows


def test_definitions_share_a_name_by_what_they_are_of() -> None:
    found = scope("enum Day: monday\ndefine thing: 1\ndefine thing of player: 2\ndefine thing of Day, player: 3")
    assert [d.arguments for d in found.defines["thing"]] == [(), (PLAYER,), (Type(Kind.VALUE, "Day"), PLAYER)]
    assert found.diagnostics == []
    assert all(isinstance(d, DefineSymbol) for d in found.defines["thing"])


def test_steps_know_what_they_stand_in() -> None:
    found = scope(
        "round day:\n    phase noon:\n        players take turns:\n            step 1 eat: end turn\n"
        "    step 2 sleep: end turn"
    )
    flows = {name: s.inside for name, s in found.names.items() if isinstance(s, FlowSymbol)}
    assert flows == {"day": "", "noon": "day", "eat": "noon", "sleep": "day"}


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    "text",
    [
        "zone thing: row\nflag thing",
        "procedure thing: return\naction thing: return",
        "enum thing: a\nzone thing: row",
        "define thing: 1\ndefine thing: 2",
        "define thing of player: 1\nzone thing: row",
        "enum Day: monday, monday",
        "cards Deed: worth: number, worth: text",
        "phase day:\n    step 1 eat: end turn\n    step 2 eat: end turn",
    ],
)
def test_one_name_for_two_things(text: str) -> None:
    assert names(text) == ["name-twice"]


def test_what_everybody_knows_cannot_be_declared() -> None:
    assert names("zone pieces: row\nrole player\ncounter round_number\ndice die: from 1 to 6") == ["name-taken"] * 3


def test_an_unknown_type_is_read_as_the_nearest() -> None:
    found = scope("enum Fruit: apple\ncounter thing by Friut\nremember another: Fruits_")
    assert [d.name for d in found.diagnostics] == ["unknown-kind", "unknown-type"]
    thing, other = found.names["thing"], found.names["another"]
    assert isinstance(thing, VariableSymbol) and isinstance(other, VariableSymbol)
    assert thing.dimensions == (Index(Dimension.VALUE, "Fruit"),)
    assert other.type == Type(Kind.VALUE, "Fruit")


def test_titles_are_values_in_the_order_in_which_decks_list_them_first() -> None:
    decks = 'deck Find in box:\n    "Lamp"\n    "Rug"\ndeck Find in attic:\n    "Lamp"\n    "Chest"\n'
    found = scope(f"cards Find\nenum Pile: titles of Find\nzone box: stack\nzone attic: stack\n{decks}")
    assert found.enums["Pile"].value_names() == ['"Lamp"', '"Rug"', '"Chest"']
