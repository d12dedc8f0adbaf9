"""Values: names and properties, sums, comparisons, and what is asked of a group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.building.place import Make, Place, node, only, part, value_of


def _of(at: Place, children: list[Any]) -> n.Property | n.Applied:
    """`head of owner`: the head is a name, alone, with an index or with arguments."""
    head, owner = children
    match head:
        case n.Applied(name, arguments):
            return n.Applied(name, (*arguments, owner), last_of=True, span=at.span)
        case n.Property(name, index, None):
            return n.Property(name, index, owner, span=at.span)
        case name:
            return n.Property(name, None, owner, span=at.span)


def _indexed(at: Place, children: list[Any]) -> n.Property:
    name, index = children
    return n.Property(name, index, None, span=at.span)


def _applied(at: Place, children: list[Any]) -> n.Applied:
    name, *arguments = children
    return n.Applied(name, tuple(arguments), span=at.span)


def _distance(at: Place, children: list[Any]) -> n.Applied:
    """`distance from a to b` is `distance(a, b)`."""
    return n.Applied(n.Name("distance", span=at.span), tuple(children), span=at.span)


def _possessed(at: Place, children: list[Any]) -> n.Property:
    owner, name, index = children
    return n.Property(name, index, owner, apostrophe=True, span=at.span)


def _the(*fields: str) -> Make:
    """A phrase with `the`, with the fields that this form of it can have."""

    def make(at: Place, children: list[Any]) -> n.The:
        given: dict[str, Any] = {"of": None, "inside": None, "binding": None, "where": None, "ranking": ()}
        given.update(zip(fields, map(value_of, children), strict=False))
        if "ranking" in fields:
            given["ranking"] = tuple(children[fields.index("ranking") :])
        return n.The(**given, span=at.span)

    return make


def _the_top(at: Place, children: list[Any]) -> n.PileEnd:
    """`the top card of z`, `the bottom 3 cards of z`."""
    end, *amount, noun, zone = children
    return n.PileEnd(end, amount[0] if amount else None, zone, noun=noun, span=at.span)


def _most_things(at: Place, children: list[Any]) -> n.Query:
    """`cards in their hand`, where somebody has most of them: their number."""
    name, inside = children
    return n.Query("number", n.Noun(name, inside, None, None, None, span=at.span), span=at.span)


def _most_in_all(at: Place, children: list[Any]) -> n.BestOf:
    """`total worth of cards in their hand`, where somebody has most."""
    how, value, name, inside = children
    return n.BestOf(how, value, n.Noun(name, inside, None, None, None, span=at.span), span=at.span)


def _noun(at: Place, children: list[Any]) -> n.Noun:
    name, inside, other_than, binding, where = map(value_of, children)
    return n.Noun(name, inside, other_than, binding, where, span=at.span)


def _closed_noun(at: Place, children: list[Any]) -> n.Noun:
    name, inside, other_than = map(value_of, children)
    return n.Noun(name, inside, other_than, None, None, span=at.span)


def _compare(at: Place, children: list[Any]) -> n.Compare:
    left, operator, right = children
    return n.Compare(operator, left, right, operator, span=at.span)


def _compare_as(operator: str, more_words: str) -> Make:
    def make(at: Place, children: list[Any]) -> n.Compare:
        left, verb, right = children
        return n.Compare(operator, left, right, verb + more_words, span=at.span)

    return make


def _is_in(negated: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.IsIn:
        item, verb, group = children
        return n.IsIn(item, group, negated, verb=verb, span=at.span)

    return make


def _is_empty(negated: bool) -> Make:
    return lambda at, children: n.IsEmpty(children[0], negated, verb=children[1], span=at.span)


def _list(at: Place, children: list[Any]) -> n.ListOf:
    return n.ListOf(tuple(children), span=at.span)


RULES: Mapping[str, Make] = {
    "number": only,
    "text": only,
    "name": only,
    "negative_number": node(n.Negative),
    "yes": node(n.YesNo, True),
    "no_": node(n.YesNo, False),
    "none": node(n.Nothing),
    "pronoun": node(n.Pronoun),
    "possessive": node(n.Possessive),
    "of": _of,
    "indexed": _indexed,
    "applied": _applied,
    "possessed": _possessed,
    "top": node(n.PileEnd),
    "the_top": _the_top,
    "the_top_few": _the_top,
    "pile_end": only,
    "brackets": node(n.Brackets),
    "list": _list,
    "the": _the("noun"),
    "the_of": _the("noun", "of"),
    "the_in": _the("noun", "inside"),
    "the_where": _the("noun", "inside", "binding", "where"),
    "the_with": _the("noun", "inside", "ranking"),
    "best": node(n.Ranking),
    "ranking": only,
    "most_things": _most_things,
    "most_in_all": _most_in_all,
    "in_reach": only,
    "in_several": _list,
    "or_": node(n.Binary, "or"),
    "and_": node(n.Binary, "and"),
    "plus": node(n.Binary, "+"),
    "minus": node(n.Binary, "-"),
    "times": node(n.Binary, "*"),
    "divide": node(n.Divide),
    "rounded": only,
    "negative": node(n.Negative),
    "not_": node(n.Not),
    "compare": _compare,
    "is_": _compare_as("=", ""),
    "is_not": _compare_as("!=", " not"),
    "is_at_least": _compare_as(">=", " at least"),
    "is_at_most": _compare_as("<=", " at most"),
    "is_in": _is_in(negated=False),
    "is_not_in": _is_in(negated=True),
    "is_empty": _is_empty(negated=False),
    "is_not_empty": _is_empty(negated=True),
    "exists": node(n.Exists),
    "is_word": only,
    "distance": _distance,
    "number_of": node(n.Query, "number"),
    "any": node(n.Query, "any"),
    "no_such": node(n.Query, "no"),
    "every": node(n.Query, "every"),
    "best_of": node(n.BestOf),
    "value_of_many": only,
    "closed_noun": _closed_noun,
    "noun": _noun,
    "in_": part("in"),
    "cfrom": part("from"),
    "other_than": part("other than"),
    "binding": part("as"),
    "where": part("where"),
}
