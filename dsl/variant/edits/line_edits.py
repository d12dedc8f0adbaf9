"""Edits lines within a body, each found by the words that it begins with."""

from typing import TypeAlias, cast

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.syntax.construct import Line
from dsl.variant.edits.card_edits import find_card
from dsl.variant.edits.flow_edits import never_run
from dsl.variant.edits.siblings import Parts, Siblings, blocks, rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules, kind_of, name_of
from dsl.variant.targets import called, find_target, the_one_that_begins

LineEdit: TypeAlias = n.InsertLines | n.ReplaceLines | n.RemoveLines


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
        known = [part for block in blocks(line) for part in block if isinstance(part, Line) and _counts(part)]
        more = f'write more of it, or a line around it: `"{words.text}" in "..." in ...`'
        found = the_one_that_begins(known, words, f"line in the {called(thing, name)}", more)
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


def _counts(part: Line) -> bool:
    return not isinstance(part, n.RuleText | n.BadLine)
