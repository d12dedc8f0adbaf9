"""Orders variants: `over` says which goes on top, and titles decide where nothing depends on it."""

from collections.abc import Sequence

from dsl.diagnostic import Diagnostic, Label, error
from dsl.listing import listed
from dsl.syntax import nodes as n


def ordered(variants: Sequence[n.Variant]) -> tuple[n.Variant, ...] | Diagnostic:
    """The variants, each after all that it goes over; otherwise by title, however they were asked for."""
    waiting = sorted(variants, key=lambda variant: variant.title.text)
    done: list[n.Variant] = []
    while waiting:
        ready = next((v for v in waiting if not _directly_beneath(v, waiting)), None)
        if ready is None:
            return _circle(waiting)
        waiting.remove(ready)
        done.append(ready)
    return tuple(done)


def beneath(variant: n.Variant, variants: Sequence[n.Variant]) -> list[n.Variant]:
    """Those of the variants that this one goes over, also by way of others."""
    over: dict[str, set[str]] = {}
    for each in variants:
        over.setdefault(each.title.text, set()).update(title.text for title in each.over)
    found: set[str] = set()
    todo = {title.text for title in variant.over}
    while todo:
        found |= todo
        todo = {lower for title in todo for lower in over.get(title, ())} - found
    return [known for known in variants if known.title.text in found]


def _directly_beneath(variant: n.Variant, variants: Sequence[n.Variant]) -> list[n.Variant]:
    titles = {title.text for title in variant.over}
    return [other for other in variants if other.title.text in titles]


def _circle(waiting: Sequence[n.Variant]) -> Diagnostic:
    circle = [waiting[0]]
    while (lower := _directly_beneath(circle[-1], waiting)[0]) not in circle:
        circle.append(lower)
    first, *others = circle[circle.index(lower) :]
    way = f", by way of {listed([quoted(other) for other in others])}" if others else ""
    return error(
        "variants-over-each-other", f"variant {quoted(first)} goes over itself{way}", first.over[0].span,
        labels=tuple(Label(other.over[0].span, "this goes over the next one in turn") for other in others),
        help=("only one of two variants can go over the other: take one `over` away",),
    )  # fmt: skip


def quoted(variant: n.Variant) -> str:
    """The title as messages show it."""
    return f'"{variant.title.text}"'
