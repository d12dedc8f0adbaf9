"""Everything that is found in a rule set: in its rules, in each of its variants, in its scenarios."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic
from dsl.disk.answers import Answer
from dsl.disk.files import shown
from dsl.lint import Settings, Subject, lint, not_ignored
from dsl.loading import Loaded, load, with_variant
from dsl.loading.findings import findings as findings_in
from dsl.loading.load import again
from dsl.source import Source
from interpreter.findings.looked import Looked, errors
from interpreter.findings.settings import checked, settings_for
from interpreter.unsupported import unsupported


def look_for_errors(name: str, variants: Sequence[str], texts: Mapping[Path, str]) -> tuple[Looked, tuple[Answer, ...]]:
    """Finds the errors of a game; with the answers of the disk that they depend on."""
    rules = load(name, variants, texts=texts)
    return _looked(rules, errors(findings(rules)))


def look_for_doubts(
    name: str, variants: Sequence[str] = (), select: str = "", ignore: str = "",
    texts: Mapping[Path, str] | None = None, playable: bool = True,
) -> tuple[Looked, tuple[Answer, ...]]:  # fmt: skip
    """Finds errors and doubts in a game; with the answers of the disk that they depend on. Raises LoadError.

    Unless `playable`, it is not asked what of the rules cannot be played yet: that takes longest of all, and hardly
    ever is there anything.
    """
    rules = load(name, variants, texts=texts)
    more = [
        checked([word.strip() for word in said.split(",") if word.strip()], option)
        for said, option in ((select, "--select"), (ignore, "--ignore"))
    ]
    settings = settings_for(rules.place.folder or rules.place.rules[0].parent, rules.disk)
    settings = evolve(settings, select=more[0] or settings.select, ignore=(*settings.ignore, *more[1]))
    return _looked(rules, doubts(rules, settings, playable))


def _looked(rules: Loaded, found: list[Diagnostic]) -> tuple[Looked, tuple[Answer, ...]]:
    sources = (Path(source.path) for source in (*rules.files, *rules.beside.scenario_files.sources))
    files = (*sources, *(variant.path for variant in rules.variants if variant.path))
    return Looked(tuple(found), files, _fine(rules)), rules.disk.answers.all()


def findings(rules: Loaded, playable: bool = True) -> list[Diagnostic]:
    """Diagnostics of the rules, their variants and scenarios; also of what cannot be played yet."""
    return findings_in(rules, lambda one: _of_rules(one, playable))


def doubts(rules: Loaded, settings: Settings, playable: bool = True) -> list[Diagnostic]:
    """The findings, and what can be played and is probably not meant, but for what the author has said to ignore."""
    found = [one for one in findings(rules, playable) if not settings.lets_pass(one)]
    subjects = list(_subjects(rules))
    if not errors(found):
        found += lint(subjects, settings)
    sources = dict.fromkeys(source for subject in subjects for source in subject.files)
    return not_ignored(list(dict.fromkeys(found)), sources, settings)


def _subjects(rules: Loaded) -> Iterator[Subject]:
    """The game, and what is chosen on top of it, or else each of its variants, of which only these are looked at."""
    plain = again(rules, ()) if rules.chosen else rules
    if plain.game is None:
        return
    base = plain.rule_set
    files = tuple(source for source in plain.files if source.path not in base.libraries)
    sources = (*files, *plain.beside.scenario_files.sources)
    game = Subject(base, sources, plain.beside.scenarios, rules_key=plain.key)
    yield game
    beneath: dict[tuple[str, ...], Subject] = {(): game}
    for variants in [rules.chosen] if rules.chosen else [(variant.title,) for variant in rules.variants]:
        varied = rules if rules.chosen else with_variant(rules, variants[0])
        if varied.game is None:
            continue
        merged = varied.rule_set
        lower = tuple(title for title in varied.chosen if title not in variants)
        subject = _of_variants(merged, varied, variants, beneath.get(lower, game), files)
        beneath[varied.chosen] = subject
        yield subject


def _of_variants(
    merged: RuleSet, varied: Loaded, titles: Sequence[str], base: Subject, others: tuple[Source, ...]
) -> Subject:
    """Rules with variants on, of which only those so titled are looked at; they may stand in files of the game."""
    looked_at = [variant for variant in varied.variants if variant.title in titles]
    paths = {shown(variant.path) for variant in looked_at if variant.path}
    parts = tuple(variant.node.span for variant in looked_at if variant.node)
    own = [source for source in varied.files if source.path in paths]
    files = (*own, *(others if parts else ()))
    return Subject(merged, files, varied.beside.scenarios, base, parts, varied.provenance, varied.key)


def _of_rules(rules: Loaded, playable: bool) -> list[Diagnostic]:
    """Diagnostics of the rules themselves: if they make sense, also of what cannot be played yet."""
    found = list(rules.findings)
    game = rules.game
    if not playable or game is None or errors(found):
        return found
    return [*found, *unsupported(game)]


def _fine(rules: Loaded) -> str:
    if rules.place.library:
        return f"{rules.title} can be used"
    variants = {0: "", 1: ", also with its variant"}
    also = variants.get(len(rules.variants), f", also with each of its {len(rules.variants)} variants")
    if rules.chosen:
        also = " with " + " and ".join(f'"{title}"' for title in rules.chosen)
    return f"{rules.title} can be played{also}"
