"""Orders variants: `over` says which goes on top, and titles decide where nothing depends on it."""

from collections import Counter
from collections.abc import Sequence

from dsl.diagnostic import Diagnostic, Label, error
from dsl.listing import listed
from dsl.syntax import nodes as n


def ordered(variants: Sequence[n.Variant]) -> tuple[n.Variant, ...] | Diagnostic:
    """The variants, each after all that it goes over; otherwise by title, however they were asked for."""
    waiting = sorted(variants, key=lambda variant: variant.title.text)
    titles = Counter(variant.title.text for variant in waiting)
    done: list[n.Variant] = []
    while waiting:
        ready = next((v for v in waiting if not any(titles[lower.text] for lower in v.over)), None)
        if ready is None:
            return _circle(waiting)
        waiting.remove(ready)
        titles[ready.title.text] -= 1
        done.append(ready)
    return tuple(done)


def beneath(variants: Sequence[n.Variant]) -> dict[str, set[str]]:
    """By the title of each of these, in order, the titles of those that it goes over, also by way of others."""
    found: dict[str, set[str]] = {}
    for variant in variants:
        lower = {title.text for title in variant.over}
        found.setdefault(variant.title.text, set()).update(lower, *(found.get(title, ()) for title in lower))
    return found


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
