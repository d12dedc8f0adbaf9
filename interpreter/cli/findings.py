"""Everything that is found in a rule set: in its rules, in each of its variants, in its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve

from dsl.check.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, Level, in_order
from dsl.lint import Settings, Subject, lint, not_ignored
from dsl.load import Loaded, with_variant
from dsl.load.scenarios import scenarios
from dsl.load.variants import AvailableVariant
from dsl.source import Source
from interpreter.cli.settings import warnings
from interpreter.lacking import lacking


def findings(rules: Loaded) -> list[Diagnostic]:
    """What there is to say of the rules; if they hold no error, of each variant; then of the scenarios."""
    found = _of_rules(rules)
    if not errors(found) and not rules.chosen:
        found += [fault for variant in rules.variants for fault in _of_variant(rules, variant.title)]
    if not errors(found):
        found += _of_scenarios(rules)
    return list(dict.fromkeys(found))


def doubts(rules: Loaded, settings: Settings) -> list[Diagnostic]:
    """The findings, and what can be played and is probably not meant, but for what the author has said to ignore."""
    found = [one for one in findings(rules) if not settings.lets_pass(one)]
    subjects = list(_subjects(rules))
    if not errors(found):
        found += [doubt for subject in subjects for doubt in lint(subject, settings)]
    sources = dict.fromkeys(source for subject in subjects for source in subject.files)
    return not_ignored(list(dict.fromkeys(found)), sources, warnings())


def _subjects(rules: Loaded) -> Iterator[Subject]:
    """The rules, and each of their variants on top of them, of which only the variant is looked at."""
    if rules.game is None:
        return
    base = RuleSet(rules.game, rules.items)
    files = tuple(source for source in rules.files if source.path not in base.libraries)
    yield Subject(base, (*files, *rules.scenario_files.sources), rules.scenarios)
    for variant in rules.variants if not rules.chosen else ():
        varied = with_variant(rules, variant.title)
        if varied.game is None:
            continue
        merged = RuleSet(varied.game, varied.items)
        if variant.node is not None:
            yield Subject(merged, files, rules.scenarios, base, variant.node.span)
            continue
        known = base.libraries | merged.libraries | {source.path for source in files}
        own = tuple(s for s in varied.files if s.path not in known and _is_of(variant, s))
        if own:
            yield Subject(merged, own, rules.scenarios, base)


def _is_of(variant: AvailableVariant, source: Source) -> bool:
    """Whether a file is that of the variant, and not of one that it stands on."""
    return variant.path is None or Path(source.path).name == variant.path.name


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


def read_on(found: Iterable[Diagnostic]) -> str:
    """Where there is more to read about what was found; nothing if nothing was."""
    names = [fault.name for fault in in_order(found)]
    what = "it" if len(set(names)) == 1 else "the first"
    return f"\n`bylaws rule {names[0]}` says more about {what}" if names else ""
