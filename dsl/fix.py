"""Carries out the fixes that come with diagnostics: text in, text out."""

from collections.abc import Iterable

from dsl.diagnostic import Diagnostic, Edit
from dsl.source import Source


def mended(found: Iterable[Diagnostic], *, unsafe: bool = False) -> tuple[dict[Source, str], int]:
    """The new text of every source that a fix changes, and how many fixes were carried out.

    Fixes that would touch the same place are carried out one at a time: the first now, the others when the text
    has been looked at again. A fix is carried out whole or not at all. Unsafe ones only if asked for.
    """
    edits: dict[Source, list[Edit]] = {}
    done = 0
    for diagnostic in found:
        fix = diagnostic.fix
        if fix is None or not (fix.safe or unsafe) or not all(edit.span.in_file for edit in fix.edits):
            continue
        if any(_touch(edit, other) for edit in fix.edits for other in edits.get(edit.span.source, ())):
            continue
        done += 1
        for edit in fix.edits:
            edits.setdefault(edit.span.source, []).append(edit)
    return {source: _edited(source.text, changes) for source, changes in edits.items()}, done


def _touch(one: Edit, other: Edit) -> bool:
    if one.span.source is not other.span.source:
        return False
    return one.span.start <= other.span.end and other.span.start <= one.span.end


def _edited(text: str, edits: Iterable[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text
