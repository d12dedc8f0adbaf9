"""Edits lines within a body, each found by the words that it begins with."""

import re
from collections.abc import Sequence
from typing import TypeAlias, cast

from dsl.diagnostic import Diagnostic, error
from dsl.listing import listed
from dsl.nearest import nearest
from dsl.syntax import nodes as n
from dsl.syntax.construct import Line
from dsl.syntax.unparse import first_line
from dsl.variant.edits.card_edits import find_card
from dsl.variant.edits.flow_edits import never_run
from dsl.variant.edits.siblings import Parts, Siblings, blocks, rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules, head, kind_of, name_of
from dsl.variant.targets import ambiguous, called, find_target

LineEdit: TypeAlias = n.InsertLines | n.ReplaceLines | n.RemoveLines
_MOST_LISTED = 6


def edit_lines(rules: Rules, edit: LineEdit, variant: str) -> Outcome:
    """Lines before, after or in place of one; new rule text takes the place of what stands above it.

    Nothing but rule text puts other words above the line, and leaves it.
    """
    *around, last = edit.place.inside
    holder = find_card(rules, last) if isinstance(last, n.Text) else find_target(rules, last)
    if isinstance(holder, Diagnostic):
        return holder
    thing, name = ("card", holder.title.text) if isinstance(holder, n.CardEntry) else (kind_of(holder), name_of(holder))
    line: Line = holder
    for words in reversed([edit.place.line, *(text for text in around if isinstance(text, n.Text))]):
        found = _line(line, words, called(thing, name))
        if isinstance(found, Diagnostic):
            return found
        line = found
    after = isinstance(edit, n.InsertLines) and edit.timing == "after"
    if after and (fault := never_run(line, called(thing, name), edit.place.span)):
        return fault
    items = rewritten(rules.items, line, lambda around: _parts(around, edit, cast(n.Item, line)))
    return rules.changed(items, Change("changed", thing, name, variant, edit, holder))


def _parts(around: Siblings, edit: LineEdit, line: n.Item) -> Parts:
    match edit:
        case n.InsertLines("before", body=body):
            return (*around.before, *body.items, *around.texts, line, *around.after)
        case n.InsertLines(body=body):
            return (*around.before, *around.texts, line, *body.items, *around.after)
        case n.ReplaceLines(body=body):
            worded = [isinstance(item, n.RuleText) for item in body.items]
            texts = () if any(worded) else around.texts
            return (*around.before, *texts, *body.items, *((line,) if all(worded) else ()), *around.after)
        case n.RemoveLines():
            return (*around.before, *around.after)


def _line(within: object, words: n.Text, holder: str) -> Line | Diagnostic:
    """The only line in there that begins so."""
    known = [part for block in blocks(within) for part in block if isinstance(part, Line) and _counts(part)]
    wanted = _tokens(words.text)
    found = [line for line in known if any(_begins(text, wanted) for text in (first_line(line), line.span.text))]
    match found:
        case [line]:
            return line
        case []:
            return _unknown(words, holder, [first_line(line) for line in known])
        case _:
            return ambiguous(
                f'more than one line in the {holder} begins with "{words.text}"', words.span,
                [head(line.span) for line in found],
                f'write more of it, or a line around it: `"{words.text}" in "..." in ...`',
            )  # fmt: skip


def _begins(text: str, words: list[str]) -> bool:
    return _tokens(text)[: len(words)] == words


def _counts(part: Line) -> bool:
    return not isinstance(part, n.RuleText | n.BadLine)


def _tokens(text: str) -> list[str]:
    """The words and signs of a line; within the quotes of an edit, a text in quotes has single ones."""
    return re.findall(r"\w+|[^\w\s]", text.replace('"', "'"))


def _unknown(words: n.Text, holder: str, known: Sequence[str]) -> Diagnostic:
    wanted = _tokens(words.text)
    beginnings = {" ".join(_tokens(line)[: len(wanted)]): line for line in known}
    near = nearest(" ".join(wanted), beginnings)
    alike = sorted(known, key=lambda line: -len(set(_tokens(line)) & set(wanted)))[:_MOST_LISTED]
    return error(
        "unknown-target",
        f'no line in the {holder} begins with "{words.text}"',
        words.span,
        label=f"did you mean the one that begins with `{beginnings[near[0]]}`?" if near else "",
        help=() if near or not alike else (f"there is {listed([f'`{line}`' for line in alike])}",),
    )
