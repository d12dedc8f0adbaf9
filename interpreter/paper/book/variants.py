"""The variants of a game as an appendix to its rulebook: of each, what it says of itself and what is read otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.actions import with_terms
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import YOU, sentence
from dsl.ir.prose.values import Lexicon, Values, Wordless
from dsl.listing import grouped, series
from dsl.loading import Loaded, with_variant
from dsl.names.state import spoken
from interpreter.rulebook import Chapter, parts, value_of
from interpreter.text.labels import capital

_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[\"“A-Z(])")


@frozen
class Change:
    """What is otherwise in a chapter of the book: sentences that come, in the place of those that go."""

    where: str
    comes: tuple[str, ...]
    goes: tuple[str, ...] = ()


@frozen
class Variant:
    """`says`: what it says of itself; `over`: the titles of those that it takes; `numbers`: values of parameters."""

    title: str
    says: str
    over: tuple[str, ...]
    numbers: tuple[str, ...]
    changes: tuple[Change, ...]


def variants(loaded: Loaded) -> Iterator[Variant]:
    """Those that are not on, and of which the rules make sense."""
    for one in loaded.variants:
        if one.title not in loaded.chosen:
            varied = with_variant(loaded, one.title)
            over = tuple(title for title in varied.chosen if title != one.title)
            base = loaded
            for title in over:
                base = with_variant(loaded, title)
            if varied.game is not None and base.game is not None:
                yield _variant(one.title, over, base.game, varied.game)


def _variant(title: str, over: tuple[str, ...], base: ir.Game, varied: ir.Game) -> Variant:
    before, (head, *after) = parts(base), parts(varied)
    says = next((words for words in head.paragraphs if words.startswith(f"With {title}.")), "")
    changes = tuple(_changes(before[1:], after))
    changes += tuple(one for one in _forbidden(base, varied) if one.where not in {other.where for other in changes})
    return Variant(title, says.removeprefix(f"With {title}.").strip(), over, tuple(_numbers(base, varied)), changes)


def _numbers(base: ir.Game, varied: ir.Game) -> Iterator[str]:
    before = {one.name: value_of(base, one) for one in base.parameters}
    for one in varied.parameters:
        now = value_of(varied, one)
        if before.get(one.name) != now:
            instead = f" instead of {before[one.name]}" if one.name in before else ""
            yield f"{capital(one.description or spoken(one.name))}: {now}{instead}"


def _forbidden(base: ir.Game, varied: ir.Game) -> Iterator[Change]:
    """What may not be done any more, for each action, as far as there are words for it."""
    needs = {action.name: {need.condition for need in action.needs} for action in base.actions}
    values = Values(Lexicon(varied), {0: YOU}, {})
    for action in varied.actions:
        new = [need for need in action.needs if need.condition not in needs.get(action.name, {need.condition})]
        try:
            said = tuple(sentence(f"not if {clause(values, need.condition, holds=False)}") for need in new)
        except Wordless:
            continue
        if said:
            yield Change(with_terms(varied, action), said)


def _changes(before: Sequence[Chapter], after: Sequence[Chapter]) -> Iterator[Change]:
    """Chapter by chapter of the book with the variant; then the chapters that are gone."""
    told, still = (frozenset(one for part in book for one in _said(part)) for book in (before, after))
    old = {part.title: part for part in before}
    for part in after:
        was = old.get(part.title, Chapter(part.title, part.depth))
        comes = tuple(one for one in _said(part) if one not in told)
        goes = tuple(one for one in _said(was) if one not in still)
        rows = tuple(_rows(was, part))
        if _is_question(part) and (comes or goes):
            yield Change(part.title, part.paragraphs)  # an answer is read as a whole
        elif comes or goes or rows:
            yield Change(part.title, (*comes, *rows), goes)
    titles = {one.title for one in after}
    gone = [part.title for part in before if part.title not in titles and not _is_question(part)]
    if gone:
        yield Change("Left out", (f"{series(f'“{title}”' for title in gone)}.",))


def _is_question(part: Chapter) -> bool:
    return part.about is not None and part.about.kind == "question"


def _said(part: Chapter) -> Iterator[str]:
    """Each sentence and entry of a chapter, but for values of parameters, which are told by themselves."""
    for words in part.paragraphs:
        yield from _SENTENCE.split(words)
    yield from (f"{item}." for item in part.items if not part.is_of_parameters)


# ---------------------------------------------------------------- rows of tables


def _rows(before: Chapter, after: Chapter) -> Iterator[str]:
    """The rows that come, those that go, and what differs in a row, once for all in which the same does."""
    old, new = _cells(before), _cells(after)
    for title in (title for title in new if title not in old):
        yield sentence(f"{title}: {'; '.join(new[title])}".rstrip(": "))
    if gone := [title for title in old if title not in new]:
        yield f"Without {series(gone)}."
    both = [title for title in new if title in old]
    pairs = (((_less(new[title], old[title]), _less(old[title], new[title])), title) for title in both)
    for (comes, goes), alike in grouped(pairs).items():
        if comes or goes:
            with_ = f" “{_quoted(comes)}”" if comes else ""
            without = f" {'in place of' if comes else 'without'} “{_quoted(goes)}”" if goes else ""
            yield f"{series(alike)}:{with_}{without}."


def _cells(part: Chapter) -> Mapping[str, tuple[str, ...]]:
    """By the title of each row, what stands in it in sentences, each with the head of its column if it is none."""
    return {row[0]: tuple(_told(part.table[0], row)) for row in part.table[1:]}


def _told(head: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    for name, cell in zip(head[1:], row[1:], strict=True):
        if name.startswith("What "):
            yield from _SENTENCE.split(cell) if cell else ()
        elif cell:
            yield f"{name} {cell}"


def _quoted(sentences: tuple[str, ...]) -> str:
    return " ".join(sentences).removesuffix(".")


def _less(some: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in some if one not in others)


def as_data(variant: Variant) -> Mapping[str, object]:
    """For the template."""
    return {
        "title": variant.title, "says": variant.says, "over": variant.over, "numbers": variant.numbers,
        "changes": [{"where": one.where, "comes": one.comes, "goes": one.goes} for one in variant.changes],
    }  # fmt: skip
