"""Loads a game by name: files, syntax, variants, parameters, meaning."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve

from dsl.cache import at_hand, key_of, program, remembered
from dsl.checks.essential import check_essentials
from dsl.diagnostic import Diagnostic, Label, has_errors, in_order
from dsl.disk.files import Files, shown
from dsl.disk.find import find
from dsl.elaborate.core.meanings import Meanings
from dsl.elaborate.game import elaborate
from dsl.ir import nodes as ir
from dsl.ir.keys import give_key
from dsl.loading.beside import Beside
from dsl.loading.from_tables import with_tables
from dsl.loading.loaded import Loaded
from dsl.loading.overrides import with_values
from dsl.loading.read import SHORT, left_to_the_game, libraries, read_all
from dsl.loading.variants import (
    AvailableVariant,
    and_outside,
    available,
    no_such_variant,
    read_variants,
    wanted,
    with_lower,
)
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.variant import Composed, compose
from dsl.variant.rules import Items, game_title

#: Faults after which nobody can tell what the names in the rules stand for.
NOT_THERE = ("not-utf-8", "unknown-library", "unknown-variant")


def load(
    path_or_name: str | Path, variants: Sequence[str] = (), parameters: Mapping[str, str | int] | None = None,
    texts: Mapping[Path, str] | None = None, disk: Files | None = None, like: Loaded | None = None,
) -> Loaded:  # fmt: skip
    """The rules of a game, by its name, its folder or a file of it.

    Variants are wanted by file name, title or path; their order means nothing. A file of a variant in place
    of its game means the game with that variant, and with those that it goes over. Parameters get values as
    one writes them, or as numbers. `texts` stand in for files that an editor has open; `disk` has them already,
    and notes what was read; `like` is the same game with others of its variants. What is wrong with the rules is in the
    result; a LoadError says that what was asked for is not there or cannot be read.
    """
    files = disk or Files(texts or {})
    place = find(path_or_name, files)
    base = read_all(place.rules, files)
    title = game_title(base.items)
    named = (*variants, str(place.variant or ""))
    known = like.variants if like else and_outside(
        available(place, base.items, files), named, place, title.text if title else "", files
    )
    asked = wanted(variants, known, files)
    if place.variant:
        asked = (*asked, *with_lower(wanted([str(place.variant)], known, files), known, files))
    chosen, nodes = read_variants(tuple(dict.fromkeys(asked)), files)
    used = libraries((*base.items, *nodes), files)
    listed = with_tables(base.items, (*used.items, *nodes), place.rules[0], files)
    rules = (*listed.items, *left_to_the_game(used.items, (*base.items, *nodes)))
    composed = compose(_declarations(rules), nodes)
    everything = base.and_then(chosen).and_then(used).and_then(listed)
    faults = (*everything.diagnostics, *composed.diagnostics, *_unknown_over(nodes, known))
    items = with_values(composed.items, parameters or {})
    key = _key(everything.sources, composed.variants, parameters or {})
    whole = _is_whole(faults, composed)
    kept = at_hand("meanings", key_of(str(place.rules[0]), *composed.variants), Meanings)
    game, found = remembered("game", key, lambda: _understood(items, composed, kept, like)) if whole else (None, ())
    if game is not None:
        give_key(game, key)
    inside = tuple(item for item in base.items if isinstance(item, n.Scenario))
    outside = tuple(v.title for v in known if v.outside and v.title in composed.variants)
    beside = Beside(place.folder, known, inside, outside, files)
    return Loaded(
        title=title.text if title else shown(place.rules[0]), place=place, game=None if has_errors(faults) else game,
        diagnostics=tuple(in_order((*faults, *_beside(everything.diagnostics, found)))),
        legible=not has_errors(everything.diagnostics), files=everything.sources, items=items,
        provenance=composed.provenance, variants=known, chosen=composed.variants, parameters=dict(parameters or {}),
        beside=like.beside if like and like.beside == beside else beside, disk=files, key=key, meanings=kept,
    )  # fmt: skip


def again(loaded: Loaded, titles: Sequence[str]) -> Loaded:
    """The same game with other variants, wanted by their titles; read and understood once."""
    key = tuple(titles)
    if key not in loaded.others:
        names = loaded.references(titles)
        loaded.others[key] = load(loaded.place.rules[0], names, loaded.parameters, disk=loaded.disk, like=loaded)
    return loaded.others[key]


def with_variant(loaded: Loaded, title: str) -> Loaded:
    """The same game with one variant, and with all that this one goes over."""
    chosen = with_lower(wanted([title], loaded.variants, loaded.disk), loaded.variants, loaded.disk)
    return again(loaded, [variant.title for variant in chosen])


def _beside(read: Sequence[Diagnostic], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What was found in the rules, but for what is about words that have been put in the place of others."""
    replaced = [edit.span for report in read if report.fix is not None for edit in report.fix.edits]
    return [fault for fault in found if fault.span not in replaced]


def _key(sources: Sequence[Source], chosen: Sequence[str], parameters: Mapping[str, str | int]) -> str:
    """Stands for rules in the cache: the same texts with the same variants and values of parameters."""
    if sum(len(source.text) for source in sources) < SHORT:
        return ""
    values = (f"{name}={value!r}" for name, value in parameters.items())
    texts = (part for source in sources for part in (source.path, source.text))
    return key_of(program(), str(len(chosen)), *chosen, str(len(parameters)), *values, *texts)


def _declarations(items: Items) -> Items:
    return tuple(item for item in items if not isinstance(item, n.Variant | n.Scenario))


def _is_whole(faults: Sequence[Diagnostic], composed: Composed) -> bool:
    """Whether all that was asked for is there; lines that could not be read are known as such."""
    return not has_errors(composed.diagnostics) and not any(fault.name in NOT_THERE for fault in faults)


def _understood(
    items: Items, composed: Composed, kept: Meanings, like: Loaded | None
) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    whole, also = _as_a_game(items), like.meanings if like else None
    game, found = elaborate(
        whole, standing=composed.provenance.standing, variants=composed.variants, kept=kept, also=also
    )
    found += check_essentials(game, whole) if game is not None else ()
    return None if has_errors(found) else game, tuple(_said_of_removed(fault, composed) for fault in found)


def _said_of_removed(fault: Diagnostic, composed: Composed) -> Diagnostic:
    """The fault; at a name of what a variant has taken out, with the place where it does."""
    gone = [c for c in composed.provenance.changes if c.how == "removed" and c.name == fault.span.text]
    labels = (Label(c.edit.span, f'variant "{c.variant}" removes it') for c in gone)
    advice = ("in the variant, replace the lines too that go on naming it",)
    return evolve(fault, label="no longer there", labels=tuple(labels), help=advice, fix=None) if gone else fault


def _as_a_game(items: Items) -> Items:
    """A library alone is read as a game that does nothing but use it."""
    library = next((item for item in items if isinstance(item, n.Library)), None)
    if library is None or game_title(items):
        return items
    players = n.Setting(n.Name("players"), n.Range(n.Number("2"), n.Number("6")))
    return (n.Game(library.title or n.Text(library.name.text), (players,)), *items)


def _unknown_over(variants: Sequence[n.Variant], known: Sequence[AvailableVariant]) -> list[Diagnostic]:
    """A variant can only go over those that the game has."""
    titles = [*(variant.title for variant in known), *(variant.title.text for variant in variants)]
    return [no_such_variant(over, titles) for variant in variants for over in variant.over if over.text not in titles]
