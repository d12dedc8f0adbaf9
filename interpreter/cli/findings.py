"""Everything that is found in a rule set: in its rules, in each of its variants, in its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from dsl.diagnostic import Diagnostic, Level
from dsl.load import Loaded, with_variant
from dsl.load.scenarios import scenarios
from interpreter.lacking import lacking


def findings(rules: Loaded) -> list[Diagnostic]:
    """What there is to say of the rules; if they hold no error, of each variant; then of the scenarios."""
    found = _of_rules(rules)
    if not errors(found) and not rules.chosen:
        found += [fault for variant in rules.variants for fault in _of_variant(rules, variant.title)]
    if not errors(found):
        found += _of_scenarios(rules)
    return list(dict.fromkeys(found))


def _of_rules(rules: Loaded) -> list[Diagnostic]:
    """What there is to say of the rules themselves: if they make sense, also what cannot be played yet."""
    found = list(rules.findings)
    return found if rules.game is None or errors(found) else [*found, *lacking(rules.game)]


def errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that keep the game from being played."""
    return [fault for fault in found if fault.level is Level.ERROR]


def _of_variant(rules: Loaded, title: str) -> Iterator[Diagnostic]:
    """What comes with a variant, said of it where it shows elsewhere."""
    varied = with_variant(rules, title)
    for fault in _of_rules(varied):
        if fault in rules.findings:
            continue
        if varied.provenance.variant_at(fault.span) or not varied.chosen:
            yield fault
        else:
            yield evolve(fault, help=(*fault.help, f'this is so with the variant "{title}"'))


def _of_scenarios(rules: Loaded) -> Iterator[Diagnostic]:
    yield from rules.scenario_files.diagnostics
    for group in scenarios(rules):
        yield from group.diagnostics
