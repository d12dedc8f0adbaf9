"""Runs all rules of lint over a rule set, without what the author has said to ignore."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from dsl.cache import between_parts, key_of, program, remembered
from dsl.diagnostic import Diagnostic, Level, in_order
from dsl.frozen import frozen
from dsl.lint.ignores import SECRET_TOLD, unignored
from dsl.lint.rule import Rule
from dsl.lint.rules import RULES
from dsl.lint.settings import Doubt, Settings, doubts
from dsl.lint.subject import Subject
from dsl.source import Source
from dsl.variant.blame import beside_the_edit

NO_SETTINGS = Settings()


def lint(subjects: Sequence[Subject], settings: Settings = NO_SETTINGS) -> list[Diagnostic]:
    """What the rules find in the author's own files: of each subject, by file and place.

    Of variants, what they have brought about in the rules beneath them is told where they do; each is looked at once.
    """
    looked_at: dict[Subject, list[Diagnostic]] = {}
    for subject in subjects:
        for one in (subject.base, subject):
            if one is not None and one not in looked_at:
                looked_at[one] = list(_looked_at(one, settings))
    return [found for subject in subjects for found in _told(subject, looked_at)]


def _told(subject: Subject, looked_at: Mapping[Subject, Sequence[Diagnostic]]) -> list[Diagnostic]:
    found = [one for one in looked_at[subject] if not subject.is_of_several(one.span)]
    if subject.base is not None:
        known = {(one.name, one.span) for one in looked_at[subject.base]}
        found = [
            one
            if (one.name, one.span) in known
            else beside_the_edit(one, subject.rules.items, subject.provenance) or one
            for one in found
        ]
    return in_order(dict.fromkeys(one for one in found if subject.is_own(one.span)))


def not_ignored(
    found: Sequence[Diagnostic], sources: Iterable[Source], settings: Settings = NO_SETTINGS
) -> list[Diagnostic]:
    """Without what comments in the files say to ignore; with a word on comments that ignore nothing.

    Comments on what was not looked for may ignore something all the same; while there are errors, that is anything.
    """
    has_errors = any(one.level is Level.ERROR for one in found)
    every: tuple[Rule | Doubt, ...] = (*RULES, *doubts().values())
    looked_for = {**{rule.name: not has_errors and settings.wants(rule) for rule in every}, SECRET_TOLD: False}
    return in_order(one for one in unignored(found, sources, looked_for) if one in found or not settings.lets_pass(one))


@frozen
class _Kept:
    """What the rules have found in a subject with those texts; of those in `by_texts`, other texts may have other."""

    texts: str
    found: Mapping[str, tuple[Diagnostic, ...]]
    by_texts: frozenset[str]


def _looked_at(subject: Subject, settings: Settings) -> Iterator[Diagnostic]:
    """What the rules find; those that look at the rules alone are asked once for the same rules."""
    wanted = [rule for rule in RULES if settings.wants(rule)]
    key = subject.key and key_of(program(), subject.key, repr(settings))
    texts = subject.texts_key if key else ""
    kept = remembered("lint", key, lambda: _asked(subject, wanted, settings, texts))
    found = dict(kept.found)
    if kept.texts != texts:
        others = [rule for rule in wanted if rule.name in kept.by_texts]
        found |= remembered("lint", key_of(key, texts), lambda: _asked(subject, others, settings, texts)).found
    for rule in wanted:
        yield from found[rule.name]


def _asked(subject: Subject, rules: Iterable[Rule], settings: Settings, texts: str) -> _Kept:
    found: dict[str, tuple[Diagnostic, ...]] = {}
    by_texts: set[str] = set()
    looked_at = (subject, subject.base) if subject.base is not None else (subject,)
    for rule in rules:
        between_parts()
        for each in looked_at:
            each.asked.clear()
        found[rule.name] = tuple(_of_rule(rule, subject, settings))
        if any(each.asked for each in looked_at):
            by_texts.add(rule.name)
    return _Kept(texts, found, frozenset(by_texts))


def _of_rule(rule: Rule, subject: Subject, settings: Settings) -> Iterator[Diagnostic]:
    for found in rule(subject, **settings.options.get(rule.name, {})):
        assert found.name == rule.name, f"{rule.name} reports {found.name}"
        yield evolve(found, level=rule.level)
