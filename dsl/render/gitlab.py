"""Renders diagnostics as a GitLab code quality report."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from json import dumps
from typing import Any

from dsl.diagnostic import Diagnostic, Level

SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.INFO: "info"}


def gitlab(diagnostics: Sequence[Diagnostic]) -> str:
    """A list of issues. A fingerprint stays the same when lines are added above, and is never used twice."""
    seen: Counter[str] = Counter()
    issues = []
    for found in diagnostics:
        identity = _identity(found)
        issues.append(_issue(found, f"{identity}\0{seen[identity]}"))
        seen[identity] += 1
    return dumps(issues, indent=2, ensure_ascii=False) + "\n"


def _identity(found: Diagnostic) -> str:
    line = found.span.source.line_text(found.span.line).strip()
    return "\0".join((found.span.source.path, found.name, found.message, line))


def _issue(found: Diagnostic, identity: str) -> dict[str, Any]:
    return {
        "description": found.sentence,
        "check_name": found.name,
        "fingerprint": sha256(identity.encode("utf-8", "surrogatepass")).hexdigest(),
        "severity": SEVERITIES[found.level],
        "location": {
            "path": found.span.source.path,
            "lines": {"begin": found.span.line, "end": found.span.end_line},
        },
    }
