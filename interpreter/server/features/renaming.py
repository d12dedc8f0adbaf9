"""Another name for something, in all files of a game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dsl.disk.files import Files
from dsl.editing.rename import Edit, Unfit, hold_to_the_meaning, renameable, renamed, texts_after
from dsl.listing import grouped
from interpreter.server.features.desk import Desk, Params
from interpreter.server.features.later import Later
from interpreter.server.homes import home_of
from interpreter.server.shown import location, path_of_source
from interpreter.server.texts import Texts
from interpreter.server.transport import REQUEST_FAILED, Refused


def prepare(desk: Desk, params: Params) -> dict[str, Any]:
    """The name that would be another one; it is refused where there is none, or it cannot be."""
    text, around, offset = desk.place(params)
    try:
        span = renameable(around, offset).word.span
    except Unfit as why:
        raise Refused(REQUEST_FAILED, str(why)) from why
    quoted = int(span.text.startswith('"'))
    start, end = span.start + quoted, span.end - quoted
    return {"range": text.places.range(start, end), "placeholder": text.text[start:end]}


def rename(desk: Desk, params: Params) -> Later:
    """The edits that give something another name. It is refused unless the rules go on meaning the same."""
    text, around, offset = desk.place(params)
    try:
        edits, forms = renamed(around, renameable(around, offset), str(params["newName"]))
    except Unfit as why:
        raise Refused(REQUEST_FAILED, str(why)) from why
    before = desk.texts.of_files()
    texts = desk.texts

    def held() -> dict[str, Any]:
        files = Files(before)
        assert text.path, "what stands among files of a game is one"
        try:
            hold_to_the_meaning(home_of(text.path, files), files, Files({**before, **texts_after(edits)}), forms)
        except Unfit as why:
            raise Refused(REQUEST_FAILED, f"`{params['newName']}` cannot be its name: {why}") from why
        return _as_changes(edits, texts)

    return Later(held)


def _as_changes(edits: list[Edit], texts: Texts) -> dict[str, Any]:
    placed = ((path_of_source(edit.span.source), edit) for edit in edits)
    changes: Mapping[Path, list[Edit]] = grouped(placed)
    return {
        "changes": {
            location(group[0].span, texts)["uri"]: [
                {"range": location(edit.span, texts)["range"], "newText": edit.text} for edit in group
            ]
            for group in changes.values()
        }
    }
