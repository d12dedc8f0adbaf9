"""Collects all findings of a game: of its rules, of each of its variants, of its scenarios."""

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from dsl.diagnostic import Diagnostic, has_errors
from dsl.loading.load import with_variant
from dsl.loading.loaded import Loaded
from dsl.loading.scenarios import scenarios


def _own(rules: Loaded) -> Sequence[Diagnostic]:
    return rules.findings


def findings(rules: Loaded, of_rules: Callable[[Loaded], Sequence[Diagnostic]] = _own) -> list[Diagnostic]:
    """Collects what there is to say of the rules; if they hold no error, of each variant; then of the scenarios.

    `of_rules` finds what there is to say of one rule set.
    """
    found = list(of_rules(rules))
    if not has_errors(found) and not rules.chosen:
        found += [fault for variant in rules.variants for fault in _of_variant(rules, variant.title, of_rules)]
    if not has_errors(found):
        found += _of_scenarios(rules)
    return list(dict.fromkeys(found))


def _of_variant(rules: Loaded, title: str, of_rules: Callable[[Loaded], Sequence[Diagnostic]]) -> Iterator[Diagnostic]:
    """What comes with a variant, said of it where it shows elsewhere."""
    varied = with_variant(rules, title)
    for fault in of_rules(varied):
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
