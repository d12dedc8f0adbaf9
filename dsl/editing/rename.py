"""Gives something another name, everywhere that it is said, if the rules go on meaning the same but for that name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from dsl.controls import has_controls
from dsl.diagnostic import Diagnostic, Level
from dsl.disk.files import Files, LoadError
from dsl.editing.meant import OF_ONE_RULE, Meant, canonical, declarations, meant_at
from dsl.editing.surroundings import Surroundings, names_in
from dsl.listing import grouped
from dsl.loading import load, with_variant
from dsl.loading.read import standard_folder
from dsl.loading.scenarios import scenarios
from dsl.names.symbols import DieSymbol, singular
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.building.reserved import given_name
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.walk import nodes_in, nodes_of, schema

#: What may be said in the place of a name, for each form in which it is said.
Forms: TypeAlias = Mapping[str, frozenset[str]]


class Unfit(Exception):
    """Why something cannot have that name, or another name at all, in a sentence."""


@frozen
class Edit:
    """Other words in the place of a span."""

    span: Span
    text: str


def renameable(around: Surroundings, offset: int) -> Meant:
    """What stands at a place, with every place where it is said. Raises `Unfit` if it keeps its name."""
    meant = meant_at(around, offset)
    if meant is None:
        raise Unfit("this is no name that the game declares")
    meant = _everywhere(around, meant)
    if not meant.declared:
        raise Unfit(f"`{meant.word.text}` is declared nowhere in this game")
    for span in meant.said:
        if (name := _library(span.source)) is not None:
            raise Unfit(f"`{meant.word.text}` is said in the library `{name}`, which comes with Bylaws")
    if isinstance(meant.word, n.Name) and "-" in meant.word.text:
        raise Unfit("the id of a clause is the rulebook's: write another one in each place by hand")
    return meant


def renamed(around: Surroundings, meant: Meant, name: str) -> tuple[list[Edit], Forms]:
    """The edits that give it another name, and how each form of the name is said then. Raises `Unfit`."""
    _spelt_right(meant, name)
    old = declared_as(around, meant)
    _not_taken(around, meant, old, name)
    is_die = isinstance(around.scope.names.get(old), DieSymbol)
    forms = {said: _form(said, old, name, is_die) for said in {_words(span) for span in meant.said}}
    edits = [Edit(_inside(span), forms[_words(span)]) for span in meant.said]
    return edits, _also_in_titles({**_both(old, name), **forms})


def texts_after(edits: Iterable[Edit]) -> dict[Path, str]:
    """The whole new texts, by file."""
    found: dict[Path, str] = {}
    for source, group in grouped((edit.span.source, edit) for edit in edits).items():
        parts, at = list[str](), 0
        for edit in sorted(group, key=lambda edit: (edit.span.start, edit.span.end)):
            parts += [source.text[at : edit.span.start], edit.text]
            at = edit.span.end
        found[Path(source.path).absolute()] = "".join((*parts, source.text[at:]))
    return found


def hold_to_the_meaning(home: Path, before: Files, after: Files, forms: Forms) -> None:
    """Raises `Unfit` unless the game that begins in a file means the same in both, but for names."""
    old, new = meaning_in(home, before), meaning_in(home, after)
    if old.games[0] is None:
        first = next(iter(old.faults), None)
        raise Unfit(
            "nobody can tell what the rules mean as long as something is wrong with them"
            + (f" ({first.span.source.path}, line {first.span.line}: {first.sentence})" if first else "")
        )
    known = {_place(fault) for fault in old.faults}
    for fault in new.faults:
        if _place(fault) not in known:
            where = f"{fault.span.source.path}, line {fault.span.line}"
            raise Unfit(f"then something would be wrong in {where}: {fault.sentence}")
    same = _Same(forms)
    if len(old.faults) != len(new.faults) or not (same(old.games, new.games) and same(old.stories, new.stories)):
        raise Unfit("then the rules would mean something else: the name is taken by something that is meant there")


# ---------------------------------------------------------------- where it is said


def _everywhere(around: Surroundings, meant: Meant) -> Meant:
    """With the places in other rules that name what a rule has for itself: players of scenarios, what is told."""
    if isinstance(meant.word, n.Text) or not meant.declared or "-" in meant.word.text:
        return meant
    word, at = meant.word.text, meant.declared[0]
    casts = [scenario for scenario in _scenarios(around) if any(name.span == at for name in _cast(scenario))]
    if meant.what == "a player in scenarios" or casts:
        spans = [name.span for scenario in _told_together(around, word, at) for name in names_in(scenario)]
        return Meant(meant.word, meant.what, meant.declared, tuple(span for span in spans if span.text == word))
    told = (given_name(node) for node in nodes_in(around.rules) if isinstance(node, n.ProcedureParameter | n.Domain))
    if meant.what == "a name in another rule" or any(name and name.span == at for name in told):
        others = (name.span for name in around.words.get(word, ()) if isinstance(name, n.Name))
        return Meant(meant.word, meant.what, meant.declared, tuple(dict.fromkeys((*meant.said, *others))))
    return meant


def _scenarios(around: Surroundings) -> Iterator[n.Scenario]:
    return (item for file in around.files for item in file.items if isinstance(item, n.Scenario))


def _cast(scenario: n.Scenario) -> Iterator[n.Name]:
    return (name for cast in nodes_of(scenario, n.Cast) for name in cast.names)


def _told_together(around: Surroundings, word: str, at: Span) -> list[n.Scenario]:
    """The scenarios in which that player plays: which one begins like another has the same."""
    every = list(_scenarios(around))
    together = {scenario.title.text for scenario in every if any(name.span == at for name in _cast(scenario))}
    before = 0
    while len(together) > before:
        before = len(together)
        for scenario in every:
            like = scenario.like.text if scenario.like else None
            if like in together or scenario.title.text in together:
                together |= {scenario.title.text} | ({like} if like else set())
    return [scenario for scenario in every if scenario.title.text in together]


def _library(source: Source) -> str | None:
    path = Path(source.path).absolute()
    return path.stem if path.is_relative_to(standard_folder().absolute()) else None


# ---------------------------------------------------------------- how it is said


def _spelt_right(meant: Meant, name: str) -> None:
    if isinstance(meant.word, n.Text):
        if not name.strip() or '"' in name or "\n" in name or has_controls(name):
            raise Unfit("a title is one line of text without quotation marks")
        return
    if not re.fullmatch(_name_pattern(), name):
        raise Unfit(f"`{name}` is no name: write letters, digits and _, a letter first, as in `night_watch`")
    if name in vocabulary().reserved:
        raise Unfit(f"`{name}` is a word of the language and cannot be a name")


def _not_taken(around: Surroundings, meant: Meant, old: str, name: str) -> None:
    """Raises `Unfit` if something else is called so already."""
    if isinstance(meant.word, n.Text):
        taken = [("something", span) for _, span in around.titled.get(name, ())]
    else:
        taken = list(declarations(around.scope, name)) if meant.what not in OF_ONE_RULE and name != old else []
    for what, span in taken:
        where = f", in {span.source.path}, line {span.line}" if span.in_file else ""
        raise Unfit(f"{what} is called so already{where}")


@cache
def _name_pattern() -> str:
    return vocabulary().tables.patterns["NAME"]


def declared_as(around: Surroundings, meant: Meant) -> str:
    """The name as it is declared, of which `word` may be a plural."""
    if isinstance(meant.word, n.Text) or meant.what in OF_ONE_RULE:
        return meant.word.text
    return canonical(around.scope, meant.word.text) or meant.word.text


def _words(span: Span) -> str:
    return _inside(span).text


def _inside(span: Span) -> Span:
    """A title without its quotation marks."""
    return Span(span.source, span.start + 1, span.end - 1) if span.text.startswith('"') else span


def _form(said: str, old: str, new: str, is_die: bool) -> str:
    """The new name in the form in which the old one is said: as it is, of several, or of one."""
    if said == old:
        return new
    if said == singular(old):
        return singular(new)
    if is_die and new.endswith("die"):
        return f"{new.removesuffix('die')}dice"
    return f"{new}s"


def _both(old: str, new: str) -> dict[str, str]:
    """The name of one, and of several."""
    of_several = {} if old.endswith("s") else {f"{old}s": f"{new}s"}
    return {old: new, singular(old): singular(new), **of_several}


def _also_in_titles(forms: Mapping[str, str]) -> Forms:
    """With the titles that are made of names where none are written; in small letters, as all that is compared."""
    small = [(old.casefold(), new.casefold()) for old, new in forms.items()]
    spaced = [(old.replace("_", " "), new.replace("_", " ")) for old, new in small]
    return {old: frozenset(new) for old, new in grouped([*small, *spaced]).items()}


# ---------------------------------------------------------------- what the rules mean


@frozen
class Meaning:
    """The game alone and with each variant, its scenarios, and what is wrong with all of these."""

    games: tuple[object, ...]
    stories: tuple[object, ...]
    faults: tuple[Diagnostic, ...]


def meaning_in(home: Path, disk: Files) -> Meaning:
    """What the game that begins in a file means. Raises `Unfit` if it cannot be read."""
    try:
        rules = load(home, disk=disk)
        sets = [rules, *(with_variant(rules, variant.title) for variant in rules.variants)]
        told = list(scenarios(rules))
    except LoadError as fault:
        raise Unfit(str(fault)) from fault
    found = (*(fault for one in sets for fault in one.diagnostics), *(f for group in told for f in group.diagnostics))
    faults = tuple(dict.fromkeys(fault for fault in found if fault.level is Level.ERROR))
    stories = tuple((group.scenarios, group.texts) for group in told)
    return Meaning(tuple(one.game for one in sets), stories, faults)


def _place(fault: Diagnostic) -> tuple[str, str, int]:
    return fault.name, fault.span.source.path, fault.span.line


@frozen
class _Same:
    """Whether two values are built alike, of the same words but for those of `forms`."""

    forms: Forms

    def __call__(self, one: object, other: object) -> bool:
        if one is other:
            return True
        if type(one) is not type(other):
            return False
        if isinstance(one, str) and isinstance(other, str):
            return one == other or self._said_so(one, other)
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(map(self, one, other))
        if names := schema(type(one)).said:
            return all(self(getattr(one, name), getattr(other, name)) for name in names)
        return one == other

    def _said_so(self, one: str, other: str) -> bool:
        """Whether the words are the same where some of them may be said in the new form."""
        either = re.compile("|".join(re.escape(form) for form in sorted(self.forms, key=len, reverse=True)))
        one, other = (each.replace("\\", "").casefold() for each in (one, other))  # some are patterns
        at, pattern = 0, ""
        for found in either.finditer(one):
            said = "|".join(re.escape(form) for form in (found.group(), *self.forms[found.group()]))
            pattern += re.escape(one[at : found.start()]) + f"(?:{said})"
            at = found.end()
        return re.fullmatch(pattern + re.escape(one[at:]), other, re.DOTALL) is not None
