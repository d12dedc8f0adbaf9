"""What an editor may have done by name: play scenarios or a game, show rules with a variant, explain a finding."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from dsl.disk.files import Files
from dsl.editing.explained import page_of
from interpreter.server.features.desk import Desk, Params
from interpreter.server.features.later import Later
from interpreter.server.features.taking import taken
from interpreter.server.homes import home_of
from interpreter.server.jobs.results import Result, Shown
from interpreter.server.jobs.worker import Cancelled, Job
from interpreter.server.texts import OpenText
from interpreter.server.transport import INVALID_PARAMS, REQUEST_CANCELLED, REQUEST_FAILED, Refused

SCENARIOS = "bylaws.scenarios"
GAME = "bylaws.game"
MERGED = "bylaws.merged"
EXPLAIN = "bylaws.explain"


def execute(desk: Desk, params: Params) -> Later:
    """Does what is asked; the answer is a `sentence` about it, and perhaps a text that is `shown`."""
    command, arguments = str(params["command"]), [str(one) for one in params.get("arguments") or ()]
    if command not in COMMANDS:
        raise Refused(INVALID_PARAMS, f"there is no command {command}")
    return COMMANDS[command](desk, *arguments)


def _scenarios(desk: Desk, uri: str, title: str | None = None) -> Later:
    """Plays a scenario of a text, or all."""
    text = _text(desk, uri)
    return _job(desk, text, {"kind": "scenarios", "path": str(text.path), "title": title})


def _game(desk: Desk, uri: str, seed: str | None = None) -> Later:
    """Plays one game between bots that choose by chance."""
    return _job(desk, _text(desk, uri), {"kind": "game", **({"seed": int(seed)} if seed else {})})


def _merged(desk: Desk, uri: str, title: str) -> Later:
    """Shows the rules with a variant on."""
    return _job(desk, _text(desk, uri), {"kind": "merged", "title": title})


def _explain(desk: Desk, name: str) -> Later:
    """Shows the page about a kind of finding, as `bylaws rule` does."""
    page = page_of(name)
    if not page:
        raise Refused(INVALID_PARAMS, f"nothing that is found is called {name}")
    result = Result(f"about {name}", shown=Shown(name, f"{page}\n", "markdown"))
    return Later(lambda: result, then=partial(taken, desk, desk.number))


COMMANDS: Mapping[str, Callable[..., Later]] = {
    SCENARIOS: _scenarios, GAME: _game, MERGED: _merged, EXPLAIN: _explain,
}  # fmt: skip


def _text(desk: Desk, uri: str) -> OpenText:
    text = desk.texts.of({"uri": uri})
    if text.path is None:
        raise Refused(REQUEST_FAILED, f"{uri} is no file of a game")
    return text


def _job(desk: Desk, text: OpenText, asked: dict[str, Any]) -> Later:
    """Something for the process that plays, with the texts as they stand in the editor."""
    texts = desk.texts.of_files()
    job = Job({**asked, "home": str(home_of(text.path or Path(), Files(texts))), "texts": _plain(texts)})

    def work() -> Result:
        try:
            return desk.worker.do(job)
        except Cancelled as why:
            raise Refused(REQUEST_CANCELLED, "it was cancelled") from why

    return Later(work, lambda: desk.worker.cancel(job), partial(taken, desk, desk.number))


def _plain(texts: Mapping[Path, str]) -> dict[str, str]:
    return {str(path): text for path, text in texts.items()}
