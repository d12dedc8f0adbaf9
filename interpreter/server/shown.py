"""What is found, as an editor shows it: beside the text, with places elsewhere and with fixes to choose."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from dsl.diagnostic import Diagnostic, Fix, Level
from dsl.listing import grouped
from dsl.source import Source, Span
from interpreter.server.positions import Places
from interpreter.server.texts import Texts

_SEVERITY: Mapping[Level, int] = {Level.ERROR: 1, Level.WARNING: 2, Level.INFO: 3}
_START = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


@lru_cache(maxsize=64)
def places(text: str, encoding: str) -> Places:
    """The places of a text, kept as there are many spans in each."""
    return Places(text, encoding)


def path_of_source(source: Source) -> Path:
    """The file of a source, which is known by its path from the current folder."""
    return Path(source.path).absolute()


def uri_of(path: Path, texts: Texts) -> str:
    """The address of a file; as the editor writes it, if it has it open."""
    text = texts.at(path)
    return text.uri if text else path.as_uri()


def location(span: Span, texts: Texts) -> dict[str, Any]:
    """A place in a file."""
    uri = uri_of(path_of_source(span.source), texts)
    return {"uri": uri, "range": places(span.source.text, texts.encoding).range_of(span)}


def by_path(found: Iterable[Diagnostic]) -> dict[Path, list[Diagnostic]]:
    """What is found, by the files that it is in."""
    return grouped((path_of_source(one.span.source), one) for one in found if one.span.in_file)


def diagnostic(found: Diagnostic, texts: Texts) -> dict[str, Any]:
    """One finding in the words of the protocol."""
    related = [
        {"location": location(label.span, texts), "message": label.text}
        for label in found.labels
        if label.span.in_file
    ]
    return {
        "range": location(found.span, texts)["range"],
        "severity": _SEVERITY[found.level],
        "code": found.name,
        "source": "bylaws",
        "message": "\n".join((found.sentence, *found.help)),
        **({"relatedInformation": related} if related else {}),
    }


def hindrance(words: str) -> dict[str, Any]:
    """Why nothing can be found, at the head of the text."""
    return {"range": _START, "severity": 1, "source": "bylaws", "message": words}


def fixes(found: Sequence[Diagnostic], texts: Texts) -> Iterator[dict[str, Any]]:
    """What mends these findings; the fixes that change nothing that is meant first."""
    for one in sorted(found, key=lambda one: not (one.fix and one.fix.safe)):
        fix = one.fix
        if fix and all(edit.span.in_file for edit in fix.edits):
            yield {
                "title": fix.title[:1].upper() + fix.title[1:],
                "kind": "quickfix",
                "diagnostics": [diagnostic(one, texts)],
                "isPreferred": fix.safe,
                "edit": {"changes": _changes(fix, texts)},
            }


def _changes(fix: Fix, texts: Texts) -> dict[str, list[dict[str, Any]]]:
    places_of = ((location(edit.span, texts), edit.replacement) for edit in fix.edits)
    return grouped((place["uri"], {"range": place["range"], "newText": new}) for place, new in places_of)


def touch(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two ranges have a place in common."""
    return _at(one["start"]) <= _at(other["end"]) and _at(other["start"]) <= _at(one["end"])


def _at(position: Mapping[str, Any]) -> tuple[int, int]:
    return position["line"], position["character"]
