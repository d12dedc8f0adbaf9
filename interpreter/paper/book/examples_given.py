"""What a scenario begins with, in sentences: `Ann has 3 coins. Ben's hand holds Lamp and Rug.`"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import Noun, amount_of, sentence, several_of
from dsl.ir.prose.values import Lexicon, Values, Wordless
from dsl.listing import series
from dsl.walk import nodes_in
from interpreter.scenario.fixture import Fixture
from interpreter.text.labels import Words

#: What an expression may consist of to have the same value at the beginning and at the end.
_FIXED = (ir.Constant, ir.Local, ir.ZoneAt, ir.ListOf, ir.Type)


def given_words(words: Words, table: Fixture, scenario: s.Scenario, log: str, whole: bool = True) -> tuple[str, ...]:
    """A sentence for all that the scenario itself gives; of what it begins like, for what the `log` names of that.

    What is given again later is told once. Raises `Wordless` if `whole` and there are no words for something.
    """
    return tuple(map(sentence, _told(words, table, scenario, log, whole)))


def is_own(scenario: s.Scenario, part: s.ScenarioPart) -> bool:
    """Whether it stands in the scenario itself, and not in the one that it begins like."""
    return part.span.source is scenario.span.source and scenario.span.start <= part.span.start < scenario.span.end


def _told(words: Words, table: Fixture, scenario: s.Scenario, log: str, whole: bool) -> Iterator[str]:
    givens = [part for part in scenario.parts if isinstance(part, s.Given)]
    for number, part in enumerate(givens):
        own = is_own(scenario, part)
        if any(_gives(later) == _gives(part) for later in givens[number + 1 :]):
            continue
        if not own and not (isinstance(part, s.GivenPieces) and any(one.title in log for one in part.pieces)):
            continue
        try:
            yield _one(words, table, part)
        except Wordless:
            if own and whole:
                raise


def _gives(part: s.Given) -> tuple[object, ...]:
    """What is given, whatever it is set to."""
    match part:
        case s.GivenValue(variable, at):
            return variable, at
        case s.GivenPieces(zone) | s.GivenEmpty(zone):
            return "zone", zone
        case _:
            return (type(part),)


def _one(words: Words, table: Fixture, part: s.Given) -> str:
    match part:
        case s.GivenValue(name, at, value):
            return _value(words, table, name, at, value)
        case s.GivenTurn(player):
            return f"it is {words.whose(_number(table, player), None)} turn"
        case s.GivenRound(number):
            return f"it is round {_number(table, number)}"
        case s.GivenEmpty(zone):
            return f"{words.zone(_number(table, zone))} is empty"
        case s.GivenPieces(zone, pieces, only):
            held = series(_piece(words, one) for one in pieces)
            return f"{words.zone(_number(table, zone))} holds {'only ' if only else ''}{held}"


def _piece(words: Words, one: s.PieceWanted) -> str:
    values = (value for enum in words.rules.enumerations for value in enum.values if value.name == one.title)
    title = next((value.title or one.title for value in values), one.title)
    title = title if one.owner is None else f"{words.whose(one.owner, None)} {title}"
    times = "" if one.copies == 1 else f" ({one.copies} times)"
    return f"{title}{times}"


def _value(words: Words, table: Fixture, name: str, at: Sequence[ir.Expression | None], value: ir.Expression) -> str:
    variable = next(one for one in words.variables if one.name == name)
    number = _number(table, value)
    if variable.type.kind is ir.Kind.YES_NO:
        return clause(_values(words, table), ir.Read(name, _places(at, table), variable.type), bool(number))
    who = [None if place is None else _number(table, place) for place in at]
    if variable.number >= 0 and [one.dimension for one in variable.dimensions] == [ir.Dimension.PLAYER]:
        owner = "everybody" if who[0] is None else words.player(who[0])
        return f"{owner} has {amount_of(variable, number) if number else f'no {several_of(variable)}'}"
    if number == ir.NONE and variable.type.kind is not ir.Kind.NUMBER:
        raise Wordless(value, "a value that is none")
    indices = [place for place in who if place is not None]
    if len(indices) < len(who):
        raise Wordless(value, "something of everybody's")
    thing = words.variable(variable, indices)
    if variable.type.kind is ir.Kind.NUMBER:
        return f"{thing} is {words.worth(variable, indices, number)}"
    return f"{thing} is {'on ' if variable.pawn else ''}{words.value(table.state, variable.type, number, None)}"


def _values(words: Words, table: Fixture) -> Values:
    """For clauses: each slot of the cast is a name, and one more is everybody."""
    people = (*words.names, "everybody")
    return Values(Lexicon(words.rules, plain=True), {seat: Noun(name) for seat, name in enumerate(people)}, {})


def _places(at: Sequence[ir.Expression | None], table: Fixture) -> tuple[ir.Expression, ...]:
    everybody = ir.Local(len(table.cast), "everybody", ir.PLAYER)
    return tuple(everybody if place is None else place for place in at)


def _number(table: Fixture, expression: ir.Expression) -> int:
    """What it is worth, which has not changed since it was given. Raises `Wordless`."""
    if not all(isinstance(node, _FIXED) for node in nodes_in(expression)):
        raise Wordless(expression, "it may have changed")
    return table.number(expression)
