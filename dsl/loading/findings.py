"""Collects all findings of a game: of its rules, of each of its variants, of its scenarios."""

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from dsl.diagnostic import Diagnostic, Level, has_errors
from dsl.listing import listed
from dsl.loading.load import again, with_variant
from dsl.loading.loaded import Loaded
from dsl.loading.scenarios import faults
from dsl.variant.blame import beside_the_edit


def _own(rules: Loaded) -> Sequence[Diagnostic]:
    return rules.findings


def findings(rules: Loaded, of_rules: Callable[[Loaded], Sequence[Diagnostic]] = _own) -> list[Diagnostic]:
    """Collects what there is to say of the rules; if they hold no error, of each variant; then of the scenarios.

    `of_rules` finds what there is to say of one rule set.
    """
    plain = again(rules, ()) if rules.chosen else rules
    found = list(of_rules(plain))
    if not has_errors(found):
        varied = [rules] if rules.chosen else [with_variant(rules, variant.title) for variant in rules.variants]
        found += [fault for one in varied for fault in _of_variants(one, found, of_rules)]
    if not has_errors(found):
        found += _of_scenarios(rules)
    return list(dict.fromkeys(found))


def _of_variants(
    varied: Loaded, known: Sequence[Diagnostic], of_rules: Callable[[Loaded], Sequence[Diagnostic]]
) -> Iterator[Diagnostic]:
    """What comes with variants, said of them where it shows elsewhere."""
    titles = "s" * (len(varied.chosen) > 1) + " " + listed(f'"{title}"' for title in varied.chosen)
    for fault in of_rules(varied):
        if fault in known:
            continue
        if varied.provenance.variant_at(fault.span) or not varied.chosen:
            yield fault
        elif fault.level is not Level.ERROR and (told := beside_the_edit(fault, varied.items, varied.provenance)):
            yield told
        else:
            yield evolve(fault, help=(*fault.help, f"this is so with the variant{titles}"))


def _of_scenarios(rules: Loaded) -> Iterator[Diagnostic]:
    yield from rules.beside.scenario_files.diagnostics
    yield from faults(rules)
