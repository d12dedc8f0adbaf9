"""What is found in the rule files of `tests/golden`: where, what a fix makes of it, and a sample of each wording.

A case states facts, so that a change of words does not touch it; words stand once, in `tests/golden/wordings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import dsl
from dsl.checks.analysis.rule_set import RuleSet
from dsl.checks.checks import check
from dsl.checks.essential import check_essentials
from dsl.diagnostic import Diagnostic, in_order
from dsl.elaborate.game import elaborate
from dsl.fix import mended
from dsl.loading import load
from dsl.render import render
from dsl.source import Source, Span
from dsl.syntax.parse import parse
from interpreter.findings.find import findings
from tests.golden_files import FOLDER

HOME = Path(dsl.__file__).parents[1]
#: What a message says of this file in particular: what is in backticks or quotes, and numbers.
_PARTICULAR = re.compile(r'`[^`]*`|"[^"]*"|\d+')


def in_spelling(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with a file as a beginner writes it."""
    _, found = parse(Source(path.name, path.read_bytes().decode("utf-8")))
    return tuple(found)


def in_meaning(path: Path) -> tuple[Diagnostic, ...]:
    """All that is wrong with a rule file whose spelling is good."""
    return meant(path.read_bytes().decode("utf-8"), path.name)


def meant(text: str, name: str) -> tuple[Diagnostic, ...]:
    """All that is wrong with rules whose spelling is good."""
    file, faults = parse(Source(name, text))
    assert faults == (), "the spelling is meant to be good"
    game, found = elaborate(file.items)
    if game is None:
        return found
    return (*found, *check_essentials(game, file.items), *check(RuleSet(game, file.items)))


def in_a_game(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with a whole game, its variants and scenarios."""
    with chdir(path.parent):
        return tuple(findings(load(Path(path.name))))


def in_variants(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong when all variants of a file are put on its game, which is good by itself."""
    with chdir(path.parent):
        alone = load(path)
        assert alone.diagnostics == ()
        return load(path, [variant.title for variant in alone.variants]).diagnostics


def beside_a_variant(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong when a variant of the first game is put on beside Spent Cards."""
    with chdir(HOME):
        assert load("action_the_project", [str(path)]).diagnostics == ()
        return load("action_the_project", ["spent_cards", str(path)]).diagnostics


#: The folders of cases, and how what is wrong with a file there is found.
CASES: dict[str, Callable[[Path], tuple[Diagnostic, ...]]] = {
    "messages": in_spelling,
    "messages/meaning": in_meaning,
    "messages/games": in_a_game,
    "variants": in_variants,
    "variants_conflict": beside_a_variant,
}


@cache
def found_in(path: Path) -> tuple[Diagnostic, ...]:
    """What is found in the file of a case, found once."""
    found = CASES[path.parent.relative_to(FOLDER).as_posix()](path)
    assert found, f"something is meant to be wrong with {path}"
    return found


@cache
def samples() -> dict[str, tuple[Diagnostic, ...]]:
    """For each name of a finding, the first findings of all cases in which some words stand for the first time."""
    heard: set[tuple[str, str, str]] = set()
    kept: dict[str, list[Diagnostic]] = {}
    paths = [path for folder in CASES for path in sorted((FOLDER / folder).glob("*.bylaws"))]
    for found in (each for path in paths for each in found_in(path)):
        words = {(found.name, part, _PARTICULAR.sub("…", text)) for part, text in _worded(found)}
        if words - heard:
            kept.setdefault(found.name, []).append(found)
        heard |= words
    return {name: tuple(one) for name, one in sorted(kept.items())}


def _worded(found: Diagnostic) -> Iterator[tuple[str, str]]:
    """Every part of a finding that is worded, and its kind."""
    yield found.level.value, found.message
    yield "label", found.label
    yield from (("second label", label.text) for label in found.labels)
    yield from (("help", help) for help in found.help)
    if found.fix is not None:
        yield ("safe" if found.fix.safe else "unsafe"), found.fix.title


def worded(found: Iterable[Diagnostic]) -> str:
    """The whole text of what is found, as a person reads it."""
    return render(found, "full").replace(f"{HOME}/", "")


def facts(found: Iterable[Diagnostic]) -> str:
    """Where what is, what is told of it, and what the fix makes of the file: without the words around these."""
    return "\n".join("\n".join(_facts(each)) + "\n" for each in in_order(found))


def _facts(found: Diagnostic) -> Iterator[str]:
    yield f"{found.name}@{_place(found.span)}" + (f"  ({found.heading})" if found.heading else "")
    told = (found.message, found.label, *(label.text for label in found.labels))
    if particulars := [each for text in told for each in _PARTICULAR.findall(text)]:
        yield f"    tells {', '.join(particulars)}"
    yield from (f"    marks {_place(label.span, found.span.source)}" for label in found.labels)
    if found.fix is not None:
        yield "    is mended, safely:" if found.fix.safe else "    is mended:"
        for source, text in mended([found], unsafe=True)[0].items():
            yield from _changed(source.text, text)


def _place(span: Span, beside: Source | None = None) -> str:
    """Line and column where it begins and where it ends; the file, if it is another."""
    if not span.in_file:
        return "nowhere"
    elsewhere = "" if beside is None or span.source is beside else f"{Path(span.source.path).name}:"
    return f"{elsewhere}{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def _changed(before: str, after: str) -> Iterator[str]:
    """The lines that are no longer there, and those that have come, each with its number."""
    old, new = before.split("\n"), after.split("\n")
    for kind, start, end, now, until in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (f"    {number:4} - {line}" for number, line in enumerate(old[start:end], start + 1))
            yield from (f"    {number:4} + {line}" for number, line in enumerate(new[now:until], now + 1))
