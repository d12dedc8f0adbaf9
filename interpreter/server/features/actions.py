"""What can be done about what is found in a range."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dsl.editing.explained import page_of
from interpreter.server.features.commands import EXPLAIN
from interpreter.server.features.desk import Desk, Params
from interpreter.server.shown import diagnostic, fixes, touch

QUICK_FIX = "quickfix"


def code_actions(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """The fixes, and behind them the page about each finding."""
    text = desk.texts.of(params["textDocument"])
    wanted = (params.get("context") or {}).get("only") or (QUICK_FIX,)
    if not any(QUICK_FIX.startswith(kind) for kind in wanted):
        return []
    found = desk.published.found.get(text.path or Path(), ())
    here = [one for one in found if touch(diagnostic(one, desk.texts)["range"], params["range"])]
    return [*fixes(here, desk.texts), *_pages({one.name: diagnostic(one, desk.texts) for one in here})]


def _pages(found: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The offer to explain each kind of finding."""
    for name, one in found.items():
        if page_of(name):
            title = f"Explain {name}"
            command = {"title": title, "command": EXPLAIN, "arguments": [name]}
            yield {"title": title, "kind": QUICK_FIX, "diagnostics": [one], "command": command}
