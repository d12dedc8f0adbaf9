"""Decides whether two orders of two variants give the same rules.

New declarations, cards added to a deck, and additions to a body that have nothing to do with each other may
stand in either order; everything else must be alike to the letter.
"""

from itertools import groupby
from typing import Any, TypeVar, cast

from attrs import evolve

from dsl.frozen import frozen
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.independence import independent
from dsl.variant.provenance import VariantText
from dsl.variant.rules import Items

_Spanned = TypeVar("_Spanned", bound=Any)


def same_rules(one: Items, other: Items, first: n.Variant, second: n.Variant) -> bool:
    """Whether the items are the same but for an order of the two variants' additions that means nothing."""
    pair = _Pair(VariantText("", first.span), VariantText("", second.span))
    return _normal(one, pair) == _normal(other, pair)


@frozen
class _Pair:
    first: VariantText
    second: VariantText

    def owner(self, span: Span) -> int:
        """0 for what neither of the two variants wrote, else which of them did."""
        return 1 if self.first.holds(span) else 2 if self.second.holds(span) else 0


def _normal(items: Items, pair: _Pair) -> Items:
    return tuple(_normal_item(item, pair, items) for item in _settled(items, pair))


def _settled(parts: tuple[_Spanned, ...], pair: _Pair) -> tuple[_Spanned, ...]:
    """What neither variant wrote, in order, and then what they wrote in an order of its own."""
    added = sorted((part for part in parts if pair.owner(part.span)), key=repr)
    return (*(part for part in parts if not pair.owner(part.span)), *added)


def _normal_item(item: n.TopItem, pair: _Pair, items: Items) -> n.TopItem:
    match item:
        case n.Game():
            return evolve(item, settings=_settled(item.settings, pair))
        case n.Deck():
            return evolve(item, entries=_settled(item.entries, pair))
        case n.Flow() | n.Setup() | n.Procedure() | n.Action() | n.Reaction():
            return evolve(item, body=_normal_body(item.body, pair, items))
        case _:
            return item


def _normal_body(body: n.Block, pair: _Pair, items: Items) -> n.Block:
    """The body with its steps in normal form, and with additions of the first variant before those of the second."""
    parts = [cast(n.Item, _normal_item(cast(n.TopItem, part), pair, items)) for part in body.items]
    done: list[n.Item] = []
    for added, run in groupby(parts, lambda part: bool(pair.owner(part.span))):
        together = list(run)
        ours = [part for part in together if pair.owner(part.span) == 1]
        theirs = [part for part in together if pair.owner(part.span) == 2]
        done += [*ours, *theirs] if added and independent(items, ours, theirs) else together
    return evolve(body, items=tuple(done))
