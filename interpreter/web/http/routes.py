"""What can be asked of the server: pages, answers, taking back, notes, and what the designer may do.

Whoever asks says the word of their link in `Authorization: Bearer WORD`; the page that they ask from stands in the
path. docs/serve.md lists all of it.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from interpreter.errors import RuleFault
from interpreter.web import afterwards, designing, edited, notes, taking_back
from interpreter.web.asking import looks_of, rules_of, why_not
from interpreter.web.house import House
from interpreter.web.http.bodies import Refused, body_of
from interpreter.web.http.guards import Guards, Names
from interpreter.web.http.sockets import Sockets
from interpreter.web.kept.store import NotKept
from interpreter.web.reply import Reply
from interpreter.web.table import ServedTable
from interpreter.web.viewers.seen import DESIGNER, Viewer, viewer_of

PAGE: Final = Path(__file__).parents[1] / "page"
NO_LINK: Final = "This link does not open this page. Ask whoever has sent it for another one."


@frozen
class Asked:
    """A request from the page of a viewer at a table, with what it brings."""

    house: House
    table: ServedTable
    viewer: Viewer
    said: dict[str, Any]

    @property
    def seat(self) -> int:
        """The seat, where only seats may ask."""
        assert self.viewer is not None, "only seats come here"
        return self.viewer


Does: TypeAlias = Callable[[Asked], Awaitable[Reply]]


async def _answer(one: Asked) -> Reply:
    question = one.said.get("question")
    if not isinstance(question, str) or len(question) > 100:
        return Reply.refused("Say which question is answered.", 422)
    return await one.table.answer(one.seat, question, one.said.get("answer"))


async def _take_back(one: Asked) -> Reply:
    question = one.said.get("question")
    ask = one.said.get("ask") is True
    return await taking_back.take_back(one.table, one.seat, question if isinstance(question, str) else None, ask)


async def _agree(one: Asked) -> Reply:
    return await taking_back.agree(one.table, one.seat, one.said.get("request"), one.said.get("agree"))


async def _why(one: Asked) -> Reply:
    return await why_not(one.table, one.seat, one.said.get("what"))


async def _note(one: Asked) -> Reply:
    return await notes.say(one.table, one.viewer, one.said.get("kind"), one.said.get("said", ""))


async def _delete_note(one: Asked) -> Reply:
    number = one.said.get("id")
    return await notes.delete(one.table, one.viewer, number if type(number) is int else -1)


async def _switch(one: Asked) -> Reply:
    return await edited.switch(one.table, one.said.get("rules"), one.house.known)


async def _branch(one: Asked) -> Reply:
    return await edited.resume(one.table, one.said.get("branch"), one.house.known)


async def _again(one: Asked) -> Reply:
    return await afterwards.again(one.house, one.table, one.viewer)


async def _hands(one: Asked) -> Reply:
    return await afterwards.hands(one.table, one.viewer)


def _by_designer(does: Callable[[House, ServedTable, dict[str, Any]], Awaitable[Reply]]) -> Does:
    return lambda one: does(one.house, one.table, one.said)


#: What each kind of viewer may ask for.
SEATS: Final[dict[str, Does]] = {
    "answer": _answer, "take-back": _take_back, "agree": _agree, "why": _why, "again": _again,
}  # fmt: skip
ALL: Final[dict[str, Does]] = {"note": _note, "delete-note": _delete_note, "hands": _hands}
DESIGNERS: Final[dict[str, Does]] = {
    "seat": _by_designer(designing.seat), "link": _by_designer(designing.link),
    "withdraw": _by_designer(designing.withdraw), "pause": _by_designer(designing.pause),
    "export": _by_designer(designing.export), "switch": _switch, "branch": _branch,
    "again": _again,
}  # fmt: skip


def application(house: House, names: Names) -> ASGIApp:
    """All that is served."""
    pages = Pages(house)
    app = Starlette(
        routes=[
            Route("/", pages.page),
            Route("/designer", pages.page),
            Route("/tables", pages.tables),
            Route("/tables", pages.open_table, methods=["POST"]),
            Route("/t/{table}/{viewer}", pages.page),
            Route("/t/{table}/{viewer}/{what}", pages.told),
            Route("/t/{table}/{viewer}/{what}", pages.done, methods=["POST"]),
            WebSocketRoute("/t/{table}/{viewer}/socket", Sockets(house).__call__),
            Route("/looks/{name}", pages.image),
            Mount("/page", StaticFiles(directory=PAGE)),
        ],
        exception_handlers={
            404: lambda _, fault: JSONResponse({"why": "There is nothing here."}, 404),
            405: lambda _, fault: JSONResponse({"why": "That cannot be done here."}, 405),
            Refused: lambda _, fault: JSONResponse({"why": fault.why}, fault.status),
            500: lambda _, fault: JSONResponse({"why": "Something went wrong. The designer can see what."}, 500),
        },
    )  # fmt: skip
    return Guards(app, names)


class Pages:
    """The answers to requests, but for those of sockets."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def page(self, _: Request) -> Response:
        """The page, which is the same for everybody: who somebody is, it says in its requests."""
        return FileResponse(PAGE / "index.html")

    async def told(self, request: Request) -> Response:
        """What only is asked for: how things stand now, the rules, the viewer's own notes."""
        entered = self._entered(request)
        if entered is None:
            return _reply(Reply.refused(NO_LINK, 403))
        table, viewer = entered
        match request.path_params["what"]:
            case "now":
                return Response(await table.present(viewer), media_type="application/json")
            case "rules":
                return _reply(rules_of(table))
            case "notes":
                return _reply(notes.own(table, viewer))
            case "timings" if viewer is None:
                return _reply(designing.timings(table))
            case "looks":
                return _reply(looks_of(self.house, table))
            case _:
                return _reply(Reply.refused("There is nothing here.", 404))

    async def done(self, request: Request) -> Response:
        """What changes something."""
        entered = self._entered(request)
        what = request.path_params["what"]
        if entered is None:
            return _reply(Reply.refused(NO_LINK, 403))
        table, viewer = entered
        own = DESIGNERS if viewer is None else SEATS if viewer >= 0 else {}
        does = {**ALL, **own}.get(what)
        if does is None:
            known = what in {**ALL, **SEATS, **DESIGNERS}
            return _reply(Reply.refused("That is not for this link.", 403) if known
                          else Reply.refused("There is nothing here.", 404))  # fmt: skip
        said = await body_of(request)
        try:
            reply = await does(Asked(self.house, table, viewer, said))
        except NotKept:
            reply = Reply.refused("This could not be kept, and does not count. Try again.", 503)
        return _reply(reply, await table.present(viewer) if reply.now else None)

    async def image(self, request: Request) -> Response:
        """An image of a card, by a name that only those know who were told the looks of the game."""
        path = self.house.image(request.path_params["name"])
        return FileResponse(path) if path is not None else _reply(Reply.refused("There is nothing here.", 404))

    async def tables(self, request: Request) -> Response:
        """All tables, for the designer."""
        if not self._is_designer(request):
            return _reply(Reply.refused(NO_LINK, 403))
        return _reply(designing.listed(self.house))

    async def open_table(self, request: Request) -> Response:
        """A new table, for the designer."""
        if not self._is_designer(request):
            return _reply(Reply.refused(NO_LINK, 403))
        try:
            return _reply(await designing.open_table(self.house, await body_of(request)))
        except RuleFault as fault:
            return _reply(Reply.refused(f"The rules go wrong in the setup: {fault.message}.", 422))
        except NotKept:
            return _reply(Reply.refused("This could not be kept, and does not count. Try again.", 503))

    def _entered(self, request: Request) -> tuple[ServedTable, Viewer] | None:
        """The table and the viewer that the path names, if the word of the request opens them."""
        table, word = request.path_params["table"], request.path_params["viewer"]
        if not self.house.may(_token(request), table, word):
            return None
        return self.house.tables[table], viewer_of(word, len(self.house.tables[table].seats))

    def _is_designer(self, request: Request) -> bool:
        found = self.house.pass_of(_token(request))
        return found is not None and found.viewer == DESIGNER and not found.table


def _token(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.casefold() == "bearer" else ""


def _reply(reply: Reply, now: str | None = None) -> Response:
    said = json.dumps(reply.said, ensure_ascii=False)
    if now is not None:
        said = f'{said[:-1]}{", " if reply.said else ""}"now": {now}}}'
    return Response(said, reply.status, media_type="application/json")
