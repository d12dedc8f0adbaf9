"""What the rules themselves say where a game has no words: what players are after, how it ends, what actions do."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import body_words
from dsl.ir.prose.conditions import clause, relative
from dsl.ir.prose.nouns import sentence, spelt
from dsl.ir.prose.values import Lexicon, Values, Wordless
from dsl.walk import nodes_of
from interpreter.table.ending.ranking import is_for_a_team
from interpreter.table.ending.settled import meaning, worked_out


def goals(game: ir.Game) -> tuple[str, ...]:
    """What the game says itself, or a sentence for each way of ranking players at an end; nothing without words for it.

    Where none is ranked there: what those are who win, or that all win or lose together.
    """
    if game.goal:
        return (sentence(game.goal),)
    values = Values(Lexicon(game), {}, {})
    overs = (*nodes_of(game.ends, ir.GameOver), *nodes_of(game, ir.GameOver))
    ranked = dict.fromkeys(over.winners for over in overs if isinstance(over.winners, ir.Ranked))
    ranked = ranked or dict.fromkeys(worked_out(game))
    said = dict.fromkeys(words for one in ranked for words in _ranking(values, one))
    said = said or dict.fromkeys(words for over in overs for words in _who_wins(game, values, over.winners))
    return tuple(said or ("All win together, or lose together.",) * (is_for_a_team(game) and game.most_players > 1))


def ends(game: ir.Game) -> tuple[str, ...]:
    """When the game ends, a sentence for each rule that there are words for."""
    values = Values(Lexicon(game), {}, {})
    return tuple(words for end in game.ends for words in _end(game, values, end))


def value_of(game: ir.Game, parameter: ir.Parameter) -> str:
    """What a parameter is in this game, in words."""
    if parameter.type.kind is ir.Kind.YES_NO:
        return "yes" if parameter.value else "no"
    values = [value for enum in game.enumerations if enum.name == parameter.type.name for value in enum.values]
    if not values:
        return str(parameter.value)
    name, title = spelt(values[parameter.value].name), values[parameter.value].title
    return name if title.casefold() == name.casefold() else title


def done_by(game: ir.Game, body: ir.Body) -> tuple[str, ...]:
    """What a body does, in a paragraph; nothing where there are no words for a part of it."""
    try:
        words = " ".join(body_words(Lexicon(game), body))
    except Wordless:
        return ()
    return (words,) if words else ()


def _who_wins(game: ir.Game, values: Values, winners: ir.Expression) -> Iterator[str]:
    """Of winners who are called by a definition, what it is that they are."""
    match meaning(game, winners):
        case ir.Filter(ir.AllOf() as over, slot, where) if isinstance(winners, ir.Derived):
            try:
                which, who = relative(values, slot, where, several=False), values.one(over)
            except Wordless:
                return
            whoever = f"whoever {which.removeprefix('who ')}" if which.startswith("who ") else f"the {who} {which}"
            yield sentence(f"{whoever} when the game ends wins")


def _ranking(values: Values, one: ir.Ranked) -> Iterator[str]:
    try:
        best, *then = (values.most(criterion, one.slot) for criterion in one.by)
        who = values.one(one.over)
    except Wordless:
        return
    whoever = "whoever" if who == "player" else f"the {who} who"
    if who.startswith("player who "):
        whoever = f"of the {values.several(one.over)}, whoever"
    equal = f"; among equals, whoever has {', then '.join(then)}" if then else ""
    yield sentence(f"{whoever} has {best} when the game ends wins{equal}")


def _end(game: ir.Game, values: Values, end: ir.GameEnd) -> Iterator[str]:
    flow = next((flow for flow in game.flows if flow.name == end.after), None)
    when = f"after {'each' if flow is None or flow.kind is ir.FlowKind.ROUND else 'the'} " + (
        spelt(flow.title) if flow is not None else end.after or "step"
    )
    if end.condition is None:
        yield sentence(f"the game ends {when}")
        return
    try:
        yield sentence(f"the game ends {when} if {clause(values, end.condition)}")
    except Wordless:
        return
