"""Composes a game and variants: one merged rule set, or what keeps them from going together.

The order in which variants are asked for means nothing. `over` puts one on top of another; any others must
give the same rules in both orders.
"""

from collections.abc import Sequence

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.frozen import frozen
from dsl.nearest import nearest
from dsl.syntax import nodes as n
from dsl.variant.conflicts import conflicts
from dsl.variant.edits.apply import apply
from dsl.variant.order import ordered
from dsl.variant.provenance import Provenance, VariantText
from dsl.variant.rules import Items, Rules, game_title


@frozen
class Composed:
    """The merged items, what is wrong with the edits, and where everything comes from.

    `variants` are the titles in the order in which they were put on top of each other. An edit with a fault
    has changed nothing.
    """

    items: Items
    diagnostics: tuple[Diagnostic, ...]
    provenance: Provenance
    variants: tuple[str, ...]


def compose(base: Items, variants: Sequence[n.Variant]) -> Composed:
    """The base with the variants on top."""
    faults = [fault for variant in variants if (fault := _another_game(variant, base))]
    fitting = [variant for variant in _once(variants) if not _another_game(variant, base)]
    order = ordered(fitting)
    if isinstance(order, Diagnostic):
        return Composed(base, (*faults, order), Provenance(), ())
    clashes = list(conflicts(Rules(base), order))
    clashing = [variant for clash in clashes for variant in (clash.first, clash.second)]
    rules = Rules(base)
    for variant in order:
        rules, found = apply(rules, variant)
        if not any(variant is other for other in clashing):
            faults += _needing_another(found, variant, order)
    return Composed(
        rules.items,
        (*faults, *(clash.diagnostic for clash in clashes)),
        Provenance(tuple(VariantText(v.title.text, v.span) for v in order), rules.changes),
        tuple(variant.title.text for variant in order),
    )


def _once(variants: Sequence[n.Variant]) -> list[n.Variant]:
    return [v for place, v in enumerate(variants) if not any(v is earlier for earlier in variants[:place])]


def _another_game(variant: n.Variant, base: Items) -> Diagnostic | None:
    title = game_title(base)
    if title is None or title.text == variant.base.text:
        return None
    near = bool(nearest(variant.base.text, [title.text]))
    return error(
        "variant-of-another-game", f'variant "{variant.title.text}" is for a game called "{variant.base.text}"',
        variant.base.span, label=f'did you mean "{title.text}"?' if near else "",
        labels=(Label(title.span, "this game is called so"),),
        help=() if near else (f'to make it a variant of this game, write `of "{title.text}"`',),
        fix=_written(variant.base, title.text) if near else None,
    )  # fmt: skip


def _written(old: n.Text, new: str) -> Fix:
    return Fix(f'write "{new}"', (Edit(old.span, f'"{new}"'),), safe=False)


def _needing_another(
    faults: Sequence[Diagnostic], variant: n.Variant, chosen: Sequence[n.Variant]
) -> Sequence[Diagnostic]:
    """One fault in place of all when what was not found is likely to be in a variant that was not chosen."""
    titles = {other.title.text for other in chosen}
    missing = [title for title in variant.over if title.text not in titles]
    unfound = next((fault for fault in faults if fault.name == "unknown-target"), None)
    if unfound is None or not missing:
        return faults
    names = " and ".join(f'"{title.text}"' for title in missing)
    were = "was" if len(missing) == 1 else "were"
    found = error(
        "variant-needs-another", f'variant "{variant.title.text}" goes over {names}, which {were} not chosen',
        missing[0].span, labels=(Label(unfound.span, f"{unfound.message} without it"),),
        help=(f"choose {names} as well",),
    )  # fmt: skip
    return (found,)
