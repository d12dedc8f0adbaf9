"""Renders diagnostics for programs: one JSON object, `version` first, then `diagnostics` and `counts`.

Lines and columns count from 1, offsets from 0, all in characters; ends are exclusive. A diagnostic about what
stands in no file has `null` as its location.
"""

from collections.abc import Sequence
from json import dumps
from typing import Any

from dsl.diagnostic import Diagnostic, Fix, Level
from dsl.source import Span

VERSION = 1


def json(diagnostics: Sequence[Diagnostic]) -> str:
    """The object, indented, with a final newline."""
    counts = {level.value: sum(found.level is level for found in diagnostics) for level in Level}
    report = {"version": VERSION, "diagnostics": entries(diagnostics), "counts": counts}
    return dumps(report, indent=2, ensure_ascii=False) + "\n"


def entries(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Each of them as an object, for reports that hold more than these."""
    return [_entry(found) for found in diagnostics]


def _entry(found: Diagnostic) -> dict[str, Any]:
    return {
        "name": found.name,
        "level": found.level.value,
        "message": found.message,
        "heading": found.heading,
        "location": _location(found.span),
        "label": found.label,
        "labels": [{"text": label.text, "location": _location(label.span)} for label in found.labels],
        "help": list(found.help),
        "fix": _fix(found.fix),
    }


def _location(span: Span) -> dict[str, Any] | None:
    if not span.in_file:
        return None
    return {
        "path": span.source.path,
        "start": {"line": span.line, "column": span.column, "offset": span.start},
        "end": {"line": span.end_line, "column": span.end_column, "offset": span.end},
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{"location": _location(edit.span), "replacement": edit.replacement} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}
