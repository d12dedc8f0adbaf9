"""What a game is made of: from the `game` line to rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.building.place import (
    Make,
    Otherwise,
    Place,
    all_of,
    constant,
    head_and_rest,
    named,
    node,
    only,
    placed,
    yes,
)


def _file(at: Place, children: list[Any]) -> n.File:
    return n.File(tuple(children), span=at.span)


def _rule_text(at: Place, children: list[Any]) -> n.RuleText:
    return n.RuleText(children[0][1:].strip(), span=at.span, trivia=at.trivia)


def _bad_line(at: Place, children: list[Any]) -> n.BadLine:
    body: list[Any] = []
    for child in children[1:]:
        if isinstance(child, Otherwise):
            body += child.items()
        elif child is not None:
            body.append(child)
    return n.BadLine(tuple(body), span=at.span, trivia=at.trivia)


def _with_traits(cls: type[Any]) -> Make:
    """Declarations that end in their traits, if they have any."""
    return lambda at, children: placed(cls, at, *children[:-1], children[-1] or ())


def _tokens(at: Place, children: list[Any]) -> n.Tokens:
    name, owner, *parts = children
    traits = tuple(part for part in parts if isinstance(part, n.Trait))
    fields = tuple(part for part in parts if isinstance(part, n.CardField))
    return n.Tokens(name, owner, traits, fields, span=at.span, trivia=at.trivia)


def _remember(at: Place, children: list[Any]) -> n.Remember:
    name, owner, by, kind, *traits = children
    return n.Remember(name, owner, by, kind, tuple(traits), span=at.span, trivia=at.trivia)


def _counter(at: Place, children: list[Any]) -> n.Counters:
    name, owner, by, traits = children
    item = n.CounterItem(name, None, span=name.span)
    return n.Counters(None, owner, by, traits or (), (item,), span=at.span, trivia=at.trivia)


def _counters(at: Place, children: list[Any]) -> n.Counters:
    group, owner, by, traits, *items = children
    return n.Counters(group, owner, by, traits or (), tuple(items), span=at.span, trivia=at.trivia)


def _enum(inline: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.Enum:
        name, ring, *values = children
        return n.Enum(name, ring is not None, inline, tuple(values), span=at.span, trivia=at.trivia)

    return make


def _spaces(inline: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.Spaces:
        name, *values = children
        return n.Spaces(name, inline, tuple(values), span=at.span, trivia=at.trivia)

    return make


def _type(at: Place, children: list[Any]) -> n.TypeName:
    name, or_none = children
    return n.TypeName(name, or_none is not None, span=at.span)


def _define(at: Place, children: list[Any]) -> n.Define:
    name, domains, combining, value = children
    return n.Define(name, domains or (), combining, value, (), span=at.span, trivia=at.trivia)


def _define_cases(at: Place, children: list[Any]) -> n.Define:
    name, domains, combining, *cases = children
    return n.Define(name, domains or (), combining, None, tuple(cases), span=at.span, trivia=at.trivia)


def _card_entry(at: Place, children: list[Any]) -> n.CardEntry:
    copies, title, attributes, *body = children
    return n.CardEntry(copies, title, attributes, body[0] if body else (), span=at.span, trivia=at.trivia)


def _attribute(at: Place, children: list[Any]) -> n.Attribute | n.Lasts:
    first = children[0]
    return first if isinstance(first, n.Lasts) else n.Attribute(first, children[1], span=at.span)


def _turn(at: Place, children: list[Any]) -> n.Period:
    owner, following = children
    return n.Period(owner, following is not None, "turn", span=at.span)


def _this_period(at: Place, children: list[Any]) -> n.Period:
    return n.Period(None, False, children[0].text, span=at.span)


def _ruling(at: Place, children: list[Any]) -> n.Ruling:
    clause, question, changed_by, *texts = children
    return n.Ruling(clause, question, changed_by or (), tuple(texts), span=at.span, trivia=at.trivia)


_SEERS = ("nobody", "everybody", "owner", "all_but_owner", "mover")

RULES: Mapping[str, Make] = {
    "start": _file,
    "rule_text": _rule_text,
    "bad_line": _bad_line,
    "else_line": _rule_text,
    "name_list": all_of,
    "game": head_and_rest(n.Game, 1),
    "setting": node(n.Setting),
    "range": node(n.Range),
    "library": node(n.Library),
    "use": node(n.Use),
    "parameter": node(n.Parameter),
    "counter": _counter,
    "counters": _counters,
    "counter_item": node(n.CounterItem),
    "enum": _enum(inline=False),
    "inline_enum": _enum(inline=True),
    "ring": yes,
    "enum_name": node(n.EnumValue, last=((),)),
    "enum_item": node(n.EnumValue),
    "cards": head_and_rest(n.Cards, 1),
    "field": node(n.CardField),
    "type": _type,
    "or_none": yes,
    "tokens": _tokens,
    "pawn": _with_traits(n.Pawn),
    "dice": _with_traits(n.Dice),
    "zone": _with_traits(n.Zone),
    "role": _with_traits(n.Role),
    "flag": _with_traits(n.Flag),
    "remember": _remember,
    "of_kind": only,
    "by_kind": only,
    "traits": all_of,
    "shape": named(n.Trait, "word", kind="shape"),
    "face": named(n.Trait, "word", kind="face"),
    "seen": named(n.Trait, "word", kind="seen"),
    "hidden": named(n.Trait, kind="hidden"),
    "refill": named(n.Trait, "name", kind="refill"),
    "at_most": named(n.Trait, "value", kind="at_most"),
    "bounds": named(n.Trait, "range", kind="bounds"),
    "starts": named(n.Trait, "word", "value", kind="starts"),
    "supply": named(n.Trait, "value", kind="supply"),
    "unordered": named(n.Trait, kind="unordered"),
    "start_prep": only,
    "zone_shape": only,
    "up_or_down": only,
    **{f"seen_by_{who}": constant(who) for who in _SEERS},
    "define": _define,
    "define_cases": _define_cases,
    "of_domain": all_of,
    "domain": node(n.Domain),
    "combining": only,
    "how_combined": only,
    "case": node(n.Case),
    "default_case": node(n.Case, last=(None,)),
    "spaces": _spaces(inline=False),
    "inline_spaces": _spaces(inline=True),
    "grid": node(n.Grid),
    "track": head_and_rest(n.Track, 2),
    "seat": node(n.Seat),
    "deck": head_and_rest(n.Deck, 2),
    "card_entry": _card_entry,
    "attributes": all_of,
    "attribute": _attribute,
    "each_value": node(n.EachValue),
    "each_number": node(n.EachValue),
    "card_body": all_of,
    "when_part": node(n.WhenPart),
    "lasts": node(n.Lasts),
    "until": node(n.Duration),
    "forever": node(n.Duration, None, None),
    "turn_of_pronoun": _turn,
    "turn_of": _turn,
    "this_period": _this_period,
    "next": yes,
    "edge": only,
    "ruling": _ruling,
}
