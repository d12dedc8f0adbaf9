"""docs/serve.md says all that a browser and the server say to each other, and nothing that they do not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from interpreter.web.http import sockets
from interpreter.web.http.guards import names
from interpreter.web.http.routes import ALL, DESIGNERS, SEATS
from interpreter.web.http.routes import PAGE as FILES
from interpreter.web.viewers.notices import _MOST_NEWS
from tests.unit.interpreter.cli.commands import REPOSITORY
from tests.unit.interpreter.web.serving import served
from tests.unit.interpreter.web.test_served_table import RULES

PAGE = (REPOSITORY / "docs" / "serve.md").read_text(encoding="utf-8")


def test_the_page_lists_every_request() -> None:
    said = set(re.findall(r"^\| `(?!GET)([a-z-]+)` *(?:`\{|\|)", PAGE[PAGE.index("Seats:") :], re.MULTILINE))
    assert said == {*SEATS, *ALL, *DESIGNERS}


def test_the_page_lists_every_number_with_which_a_socket_is_closed() -> None:
    said = {int(code) for code in re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)}
    assert said == {sockets.GOING, sockets.NOT_NOTED, sockets.NOT_VALID, sockets.SLOW, sockets.TOO_MANY, 4403}


def test_the_page_in_the_browser_knows_how_many_news_the_server_keeps() -> None:
    assert f"const MOST_NEWS = {_MOST_NEWS};" in (FILES / "question.js").read_text(encoding="utf-8")


def test_the_page_lists_every_field_of_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "sticks.bylaws").write_text(RULES, encoding="utf-8")
    with served(tmp_path / "kept", tmp_path / "sticks.bylaws") as place:
        _, links = place.table()
        for who in ("0", "1", "0"):
            links[who].answer(0)
        links["0"].post("take-back", {"question": links["0"].question, "ask": True})
        found = {word for who in ("1", "designer") for word in _fields(links[who].now["around"])}
        top = set(links["1"].now)
    assert top == {"revision", "table", "around"}
    missing = [word for word in found if f"{word}`" not in PAGE and f"`{word}`" not in PAGE]
    assert missing == []


def _fields(found: Any) -> set[str]:
    if isinstance(found, list):
        return {word for one in found for word in _fields(one)}
    if isinstance(found, dict):
        return set(found) | {word for one in found.values() for word in _fields(one)}
    return set()


def test_a_server_behind_another_one_is_asked_by_its_name() -> None:
    ours = names(["127.0.0.1"], "https://table.example.org:8443")
    assert ours.is_ours("table.example.org:8443") and ours.is_ours("127.0.0.1:8000")
    assert ours.may_ask("https://table.example.org:8443", "127.0.0.1:8000")
    assert not ours.may_ask("https://table.example.org", "127.0.0.1:8000")
    assert not ours.may_ask("https://evil.example", "127.0.0.1:8000")
    assert not names().may_ask("", "")
