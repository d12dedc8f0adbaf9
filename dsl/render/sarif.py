"""Renders diagnostics as SARIF 2.1.0, the format that code scanning services read."""

from collections.abc import Sequence
from itertools import groupby
from json import dumps
from typing import Any
from urllib.parse import quote

from dsl.diagnostic import Diagnostic, Edit, Fix, Level
from dsl.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}


def sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """A log with one run; every name that occurs is listed once as a rule."""
    names = sorted({found.name for found in diagnostics})
    run = {
        "tool": {"driver": {"name": "bylaws", "rules": [{"id": name} for name in names]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(found, names.index(found.name)) for found in diagnostics],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return dumps(log, indent=2, ensure_ascii=False) + "\n"


def _result(found: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.name,
        "ruleIndex": rule,
        "level": LEVELS[found.level],
        "message": {"text": "\n".join([found.sentence, *found.help])},
        "locations": [_location(found.span)] if found.span.in_file else [],
    }
    related = [label for label in found.labels if label.span.in_file]
    if related:
        result["relatedLocations"] = [
            {"id": number, **_location(label.span), "message": {"text": label.text}}
            for number, label in enumerate(related, start=1)
        ]
    if found.fix:
        result["fixes"] = [_fix(found.fix)]
    return result


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(span.source.path), "region": _region(span)}}


def _artifact(path: str) -> dict[str, str]:
    return {"uri": quote(path.replace("\\", "/"), errors="surrogatepass")}  # names of files may hold any bytes


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    by_file = groupby(sorted(fix.edits, key=_edit_path), key=_edit_path)
    changes = [
        {
            "artifactLocation": _artifact(path),
            "replacements": [
                {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.replacement}} for edit in edits
            ],
        }
        for path, edits in by_file
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _edit_path(edit: Edit) -> str:
    return edit.span.source.path
