"""Tells the editor what became of something that it has had done."""

import re
from pathlib import Path
from typing import Any

from dsl.disk.answers import SUFFIX
from dsl.disk.files import Files
from dsl.source import Source, Span
from interpreter.server.features.desk import Desk
from interpreter.server.jobs.results import Failure, Result, Shown
from interpreter.server.shown import location
from interpreter.table.atomic_write import atomic_write

_INFORMATION, _WARNING = 3, 2
_ENDINGS = {"markdown": ".md"}


def taken(desk: Desk, number: int, result: Result) -> dict[str, Any]:
    """Says how it went, shows what is to be read, and marks claims that are false in the texts, if these are the same.

    An editor that opens no documents gets the text in the answer. `number` is that of the texts that were played.
    """
    if result.played and number == desk.number:
        desk.played.update({(Path(one.path), one.title): one for one in result.played})
        files = dict.fromkeys(Path(one.path) for one in result.played)
        failures = [failure for one in desk.played.values() for failure in one.failures]
        desk.published.false_claims(files, [(Path(one.path), _marked(one, desk)) for one in failures])
        desk.again("codeLens", desk.able.lenses_anew)
    kind = _INFORMATION if result.went_well else _WARNING
    desk.send({"method": "window/showMessage", "params": {"type": kind, "message": result.sentence}})
    if result.shown and desk.able.documents:
        desk.ask("window/showDocument", {"uri": _written(result.shown, desk.folder()).as_uri(), "takeFocus": True})
    return result.plain()


def _marked(failure: Failure, desk: Desk) -> dict[str, Any]:
    """A claim that is false, as a finding in the words of the protocol."""
    path = Path(failure.path)
    text = desk.texts.at(path)
    source = Source(failure.path, text.text if text else Files().read(path)[0].text)
    return {
        "range": location(Span(source, failure.start, failure.end), desk.texts)["range"], "severity": 1,
        "code": "scenario-failed", "source": "bylaws test", "message": failure.message,
    }  # fmt: skip


def _written(shown: Shown, folder: Path) -> Path:
    """A file for editors that can open nothing else; it is no rule file, whatever stands in it."""
    name = re.sub(r"\W+", "-", shown.title).strip("-") or "bylaws"
    path = folder / f"{name}{_ENDINGS.get(shown.language, '.txt')}"
    assert path.suffix != SUFFIX, "nobody looks for faults in it"
    atomic_write(path, shown.text.encode())
    return path
