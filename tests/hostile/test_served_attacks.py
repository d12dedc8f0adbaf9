"""What somebody may try at a served table who has one link, or none: what a seat is sent, and what is done for it."""

from __future__ import annotations

import json
import re
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from secrets import token_urlsafe

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import State
from websockets.sync.client import connect

from interpreter.text.redaction import PUBLIC
from interpreter.web.http.bodies import LONGEST
from interpreter.web.table import ServedTable
from tests.unit.interpreter.web.serving import QUIET, Link, Served, asked, play_on, served

GAME = "thrown_under_the_bus"
PEOPLE = ("you", "you", "random")
SEED = 7_331_557_099


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), GAME) as found:
        yield found


@pytest.fixture
def table(place: Served) -> tuple[ServedTable, dict[str, Link]]:
    return place.table(PEOPLE, SEED)


Table = tuple[ServedTable, dict[str, Link]]


# ---------------------------------------------------------------- answering for another


@pytest.mark.parametrize("who", ["nobody", "other", "watch", "designer"])
def test_nobody_answers_for_a_seat_but_who_has_its_link(who: str, table: Table) -> None:
    game, links = table
    seat, link = asked(game, links)
    token = links[str(1 - seat) if who == "other" else who].token if who in ("other", "watch", "designer") else who
    before = game.session.codes
    reply = link.post("answer", {"question": link.question, "answer": 0}, token=token)
    assert reply.status_code == 403 and set(reply.json()) == {"why"}
    assert game.session.codes == before


@pytest.mark.parametrize("who", ["watch", "designer"])
def test_who_has_no_seat_answers_nothing_on_a_page_of_its_own(who: str, table: Table) -> None:
    game, links = table
    _, link = asked(game, links)
    assert links[who].post("answer", {"question": link.question, "answer": 0}).status_code == 403


@pytest.mark.parametrize("answer", [-1, -(10**12), 10**9, True, "0", 0.0, None, [0], {"a": 0}])
def test_what_is_no_answer_is_refused(answer: object, table: Table) -> None:
    game, links = table
    _, link = asked(game, links)
    before = game.session.codes
    assert link.post("answer", {"question": link.question, "answer": answer}).status_code == 422
    assert game.session.codes == before


def test_an_answer_with_a_number_longer_than_python_reads_is_refused(table: Table) -> None:
    game, links = table
    _, link = asked(game, links)
    text = f'{{"question": "{link.question}", "answer": {"9" * 5000}}}'
    headers = {"Authorization": f"Bearer {link.token}", "Content-Type": "application/json"}
    assert link.served.client.post(f"{link.path}/answer", content=text, headers=headers).status_code == 400


@pytest.mark.parametrize("what", ["seat", "link", "withdraw", "pause", "export", "switch", "branch"])
@pytest.mark.parametrize("who", ["0", "watch"])
def test_what_the_designer_may_do_no_other_may(who: str, what: str, table: Table) -> None:
    _, links = table
    said = {"seat": 0, "sits": "random", "viewer": "0", "seconds": 3, "rules": "", "branch": 0}
    assert links[who].post(what, said).status_code == 403
    assert links["designer"].post(what, said, token=links[who].token).status_code == 403


@pytest.mark.parametrize("who", ["0", "watch"])
def test_all_tables_are_for_the_designer_alone(who: str, table: Table, place: Served) -> None:
    _, links = table
    headers = {"Authorization": f"Bearer {links[who].token}"}
    assert place.client.get("/tables", headers=headers).status_code == 403
    assert place.client.post("/tables", headers=headers, json={}).status_code == 403


def test_a_link_opens_its_own_table_alone(table: Table, place: Served) -> None:
    _, links = table
    _, others = place.table(PEOPLE)
    assert others["0"].get(token=links["0"].token).status_code == 403
    assert others["watch"].get(token=links["watch"].token).status_code == 403


@pytest.mark.slow
def test_words_that_are_guessed_open_nothing(table: Table) -> None:
    _, links = table
    tried = [token_urlsafe(16) for _ in range(60)]
    real = links["0"].token
    tried += [real[:-1], real + "A", real.swapcase(), "x" * 5000, "null", "../0"]
    assert {links["0"].get(token=word).status_code for word in tried} == {403}


def test_that_a_table_is_not_there_looks_like_a_wrong_word(table: Table, place: Served) -> None:
    _, links = table
    away = Link(place, "/t/nowhere/0", links["0"].token)
    assert (away.get().status_code, away.get().text) == (403, links["0"].get(token="wrong").text)
    assert links["0"].get(token="wrong").json().keys() == {"why"}


# ---------------------------------------------------------------- sockets


@pytest.mark.parametrize(("page", "word"), [("0", "1"), ("designer", "0"), ("0", "watch"), ("watch", "0")])
def test_a_socket_opens_with_the_word_of_its_own_page_alone(page: str, word: str, table: Table) -> None:
    _, links = table
    with links[page].window(links[word].token) as window:
        assert window.closed() == 4401


@pytest.mark.parametrize("said", ["", "token", "[]", '{"token": 7}', '{"token": "' + "x" * 9000 + '"}', "[" * 3000])
def test_a_socket_to_which_something_else_is_said_is_closed(said: str, table: Table) -> None:
    _, links = table
    address = f"ws://127.0.0.1:{links['0'].served.port}{links['0'].path}/socket"
    with connect(address, proxy=None) as opened:
        opened.send(said)
        with pytest.raises(ConnectionClosed) as ended:
            opened.recv(10)
        assert ended.value.rcvd is None or ended.value.rcvd.code in (4401, 1009)


FOREIGN = ["https://evil.example", "http://evil.example:80", "null", "http://127.0.0.1:1", "file://", "http://localhost.evil.example"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_server_opens_no_socket_and_asks_for_nothing(origin: str, table: Table) -> None:
    _, links = table
    with pytest.raises(InvalidStatus) as refused, links["0"].window(Origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert links["0"].post("note", {"kind": "fun"}, Origin=origin).status_code == 403


def test_a_form_of_another_page_is_refused(table: Table, place: Served) -> None:
    _, links = table
    path = f"{links['0'].path}/note"
    right = {"Authorization": f"Bearer {links['0'].token}"}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        reply = place.client.post(path, content='{"kind": "fun"}', headers={**right, "Content-Type": kind})
        assert reply.status_code == 415
    assert links["0"].post("note", {"kind": "fun"}, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert place.client.post(path, json={"kind": "fun"}).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "local.e", "[::1"])
def test_a_name_that_was_made_to_lead_here_is_not_answered(host: str, table: Table) -> None:
    _, links = table
    reply = links["0"].get(Host=host)
    assert reply.status_code in (400, 421) and "table" not in reply.text


def test_numbers_and_the_name_of_this_machine_are_answered(table: Table) -> None:
    _, links = table
    for host in ("localhost:8000", "192.168.1.5:8000", "[::1]:8000"):
        assert links["0"].get(Host=host).status_code == 200


@pytest.mark.slow
def test_many_sockets_that_say_nothing_keep_nobody_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.web.http.sockets._MOST_WAITING", 100)
    _, links = table
    address = f"ws://127.0.0.1:{links['0'].served.port}{links['0'].path}/socket"
    with ExitStack() as opened:
        with ThreadPoolExecutor(32) as pool:
            tried = list(pool.map(lambda _: _opened(address), range(500)))
        for one in tried:
            if one is not None:
                opened.callback(one.close_socket)
        assert links["0"].get().status_code == 200
        assert sum(one is not None and one.state is State.OPEN for one in tried) <= 100  # some had to go meanwhile


def _opened(address: str):  # type: ignore[no-untyped-def]
    try:
        return connect(address, proxy=None, compression=None, open_timeout=20)
    except (InvalidStatus, OSError, TimeoutError, ConnectionClosed):
        return None


def test_a_viewer_has_a_dozen_windows_and_the_oldest_gives_way(table: Table) -> None:
    _, links = table
    with ExitStack() as opened:
        windows = [opened.enter_context(links["0"].window()) for _ in range(13)]
        assert windows[-1].next()["table"]
        assert windows[0].closed() == 4409


@pytest.mark.slow
def test_a_window_that_does_not_read_holds_nobody_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.web.http.sockets._READS_IN", 0.5)
    game, links = table
    address = ("127.0.0.1", links["watch"].served.port)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        slow.connect(address)
        slow.sendall(
            f"GET {links['watch'].path}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert slow.recv(4096).endswith(b"\r\n\r\n")  # a browser says nothing before it has been let in
        word = json.dumps({"token": links["watch"].token}).encode()
        slow.sendall(b"\x81" + struct.pack("!B", 0x80 | len(word)) + b"\0\0\0\0" + word)
        play_on(game, links, 1)
        end = time.monotonic() + 20
        while not game.audience.looks(PUBLIC) and time.monotonic() < end:  # an answer may be faster than a socket
            time.sleep(0.01)
        (window,) = game.audience.windows[PUBLIC]
        for _ in range(2000):  # until what is on the way fills all that the system keeps for it
            if window.ended:
                break
            links["watch"].served.do(window.show)
            window.known = 0
            time.sleep(0.002)
        assert window.ended == 4408
        assert play_on(game, links, 3) == 3


def test_a_link_that_was_withdrawn_closes_what_it_had_opened(table: Table) -> None:
    game, links = table
    made = links["designer"].post("link", {"viewer": "watch"}).json()
    guest = Link(links["0"].served, *made["link"].split("#"))
    with guest.window() as window, links["watch"].window() as stays:
        window.next()
        stays.next()
        assert links["designer"].post("withdraw", {"name": made["name"]}).json() == {"withdrawn": 1}
        happened = game.store.read("select what, details from happened order by at desc limit 1")
        assert happened == [("links withdrawn", '{"opens": "watch", "links": 1}')]
        assert window.closed() == 4401
        assert guest.get().status_code == 403
        assert links["watch"].get().status_code == 200


def test_a_link_that_is_renewed_takes_the_seat_from_who_had_it(table: Table) -> None:
    _, links = table
    with links["0"].window() as window:
        window.next()
        made = links["designer"].post("link", {"viewer": "0"}).json()
        assert window.closed() == 4401
    assert links["0"].get().status_code == 403
    assert Link(links["0"].served, *made["link"].split("#")).get().status_code == 200


# ---------------------------------------------------------------- what is sent


@pytest.mark.slow
def test_nothing_tells_the_seed_or_the_luck_of_a_bot(table: Table) -> None:
    game, links = table
    play_on(game, links, 10)
    luck = {str(one) for one in game._bots.luck}
    for who in ("0", "1", "watch"):
        for reply in (links[who].get(), links[who].get("rules"), links[who].get("notes")):
            assert str(SEED) not in reply.text
            assert not luck & set(re.findall(r"\d{6,}", reply.text))


def test_no_seat_is_told_where_the_rules_lie(table: Table) -> None:
    game, links = table
    play_on(game, links, 5)
    _, link = asked(game, links)
    home = str(Path(__file__).parents[2])
    replies = [link.post("why", {"what": what}) for what in ("zzz", "99", "p", "../../etc", "'; drop table notes; --")]
    for reply in (*replies, *(links[who].get() for who in ("0", "1", "watch")), links["0"].get("rules")):
        assert home not in reply.text and ".bylaws" not in reply.text


def test_headers_keep_pages_out_of_caches_frames_and_addresses(table: Table, place: Served) -> None:
    _, links = table
    paths = ("/", "/designer", links["0"].path, "/page/main.js", "/nothing", f"{links['0'].path}/now", "/page/../x")
    for reply in [*(place.client.get(path) for path in paths), links["0"].get(), links["0"].post("nothing")]:
        headers = reply.headers
        assert headers["cache-control"] == "no-store" and headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert "server" not in headers and "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers


def test_nothing_is_compressed(table: Table) -> None:
    _, links = table
    reply = links["0"].get(**{"Accept-Encoding": "gzip, br, deflate"})
    assert "content-encoding" not in reply.headers
    address = f"ws://127.0.0.1:{links['0'].served.port}{links['0'].path}/socket"
    with connect(address, proxy=None, compression="deflate") as opened:
        assert opened.protocol.extensions == []


@pytest.mark.parametrize(
    "path",
    ["/page/../routes.py", "/page/..%2f..%2fhouse.py", "/page/%2e%2e/http/routes.py", "/page//etc/passwd",
     "/page/..\\house.py", "/t/../../etc/passwd", "/page/"],
)  # fmt: skip
def test_a_path_leads_to_files_of_the_page_alone(path: str, place: Served) -> None:
    with httpx.Client(trust_env=False) as client:
        url = httpx.URL(f"http://127.0.0.1:{place.port}").copy_with(raw_path=path.encode())
        reply = client.get(url)
    assert reply.status_code in (400, 403, 404), reply.text
    assert "import" not in reply.text and "root:" not in reply.text


def test_no_page_is_named_after_what_is_in_a_game() -> None:
    page = Path(__file__).parents[2] / "interpreter" / "web" / "page"
    names = [path.name for path in page.rglob("*") if path.is_file()]
    assert all(name.endswith((".html", ".css", ".js", ".svg", ".json")) for name in names)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("[" * 100_000, 413), ("[" * 10_000, 400), ('{"a":' * 3000, 400), ("nul", 400), ("[1]", 400), ('"x"', 400),
        ('{"kind": "\\ud800"}', 422), (b"\xff\xfe", 400), ("", 400), (b'{"kind": "fun"}' + b" " * LONGEST, 413),
    ],
)  # fmt: skip
def test_what_is_no_small_object_is_refused(text: str | bytes, status: int, table: Table) -> None:
    _, links = table
    headers = {"Authorization": f"Bearer {links['0'].token}", "Content-Type": "application/json"}
    assert links["0"].served.client.post(f"{links['0'].path}/note", content=text, headers=headers).status_code == status


def test_ten_megabytes_are_not_read(table: Table) -> None:
    _, links = table

    def endless() -> Iterator[bytes]:
        for _ in range(160):
            yield b"x" * 65_536

    headers = {"Authorization": f"Bearer {links['0'].token}", "Content-Type": "application/json"}
    try:
        reply = links["0"].served.client.post(f"{links['0'].path}/note", content=endless(), headers=headers)
        assert reply.status_code == 413
    except httpx.TransportError:
        pass  # the server has hung up meanwhile
    assert links["0"].get().status_code == 200


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"GET / HTTP/1.1\r\nX: ", b"x" * 65_536),
        (b"GET / HTTP/1.1\r\n", b"".join(b"X-%d: x\r\n" % number for number in range(6_000))),
        (b"GET /", b"x" * 65_536),
        (b"POST /", b"x/" * 32_768),
    ],
    ids=["one header", "many headers", "an address", "another"],
)
def test_whoever_sends_no_end_of_headers_is_hung_up_on(place: Served, first: bytes, more: bytes) -> None:
    with socket.create_connection(("127.0.0.1", place.port), timeout=10) as caller, suppress(ConnectionError):
        caller.sendall(first)
        sent = 0
        for _ in range(160):
            caller.sendall(more)
            sent += len(more)
            caller.settimeout(0.001)
            with suppress(TimeoutError):
                if answered := caller.recv(100):
                    assert answered.startswith(b"HTTP/1.1 400")
                break
            caller.settimeout(10)
        assert sent < 3_000_000, "it would have been taken for ever"
    assert place.client.get("/").status_code == 200


NASTY = '<img src=x onerror="alert(1)">\u202e\u2066 \x1b[31m\0 </script> =cmd()'


def test_notes_are_kept_as_words_and_nothing_in_them_acts(table: Table) -> None:
    game, links = table
    assert links["0"].post("note", {"kind": "note", "said": NASTY}).status_code == 201
    (note,) = links["0"].get("notes").json()["notes"]
    assert note["said"].startswith("<img src=x") and not re.search(r"[\x00-\x1f\u202e\u2066]", note["said"])
    folder = Path(links["designer"].post("export").json()["folder"])
    for file in folder.iterdir():
        assert not re.search(r"[\x00-\x08\x1b\u202e\u2066]", file.read_text(encoding="utf-8")), file.name
    assert links["1"].get("notes").json() == {"notes": []}
    assert links["1"].post("delete-note", {"id": note["id"]}).status_code == 404
    assert links["0"].post("delete-note", {"id": note["id"]}).status_code == 200
    assert links["0"].get("notes").json() == {"notes": []}
    assert game.session.over is False


@pytest.mark.parametrize("names", ["A\u202eB,Jo", "A\x1b[1m,Jo", "A\nB,Jo", f"{'x' * 40},Jo", ",,", "Jo,jo"])
def test_names_that_would_mislead_are_refused(names: str, place: Served) -> None:
    headers = {"Authorization": f"Bearer {place.designer}"}
    reply = place.client.post("/tables", json={"seats": "human,human", "names": names}, headers=headers)
    assert reply.status_code == 422 and reply.json()["why"]


def test_markup_in_a_name_is_sent_as_it_is(place: Served) -> None:
    headers = {"Authorization": f"Bearer {place.designer}"}
    made = place.client.post("/tables", json={"seats": "human,random", "names": "<b>Ida</b>"}, headers=headers).json()
    link = Link(place, *made["links"]["0"].split("#"))
    reply = link.get()
    assert reply.headers["content-type"].startswith("application/json")
    assert reply.json()["table"]["seats"][0]["name"] == "<b>Ida</b>"


def test_errors_tell_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game, links = table

    def broken(*_: object) -> None:
        raise RuntimeError(f"/secret/place holds {game.session.table.seed}")

    monkeypatch.setattr("interpreter.web.notes.own", broken)
    reply = links["0"].get("notes")
    assert reply.status_code == 500
    assert reply.json() == {"why": "Something went wrong. The designer can see what."}
    assert reply.headers["cache-control"] == "no-store"


@pytest.mark.slow
def test_an_export_tells_no_seat_anything(table: Table) -> None:
    game, links = table
    play_on(game, links, 10)
    with links["0"].window() as window:
        window.next()
        folder = Path(links["designer"].post("export").json()["folder"])
        assert window.rest() == []
    for path in ("export", "log.md", "game.save"):
        assert links["0"].get(path).status_code in (403, 404)
    assert str(folder) not in links["0"].get().text
    assert (folder / "game.save").exists()


# ---------------------------------------------------------------- who comes and goes


@pytest.mark.slow
def test_who_comes_to_watch_changes_nothing_for_the_others(table: Table) -> None:
    game, links = table
    play_on(game, links, 6)
    with links["0"].window() as window:
        before = window.next()
        with links["watch"].window() as guest:
            guest.next()
            assert window.rest() == []
        assert window.rest() == []
        assert links["0"].now["table"] == before["table"]


@pytest.mark.slow
def test_who_comes_late_sees_what_those_see_who_were_there(table: Table) -> None:
    game, links = table
    with links["watch"].window() as early:
        known: list[object] = []
        shown = early.next()
        known[shown["table"]["log"]["first"] :] = shown["table"]["log"]["lines"]
        play_on(game, links, 12)
        for shown in early.rest():
            known[shown["table"]["log"]["first"] :] = shown["table"]["log"]["lines"]
        with links["watch"].window() as late:
            first = late.next()
    assert first["table"]["log"]["lines"] == known
    assert {**first["table"], "log": None} == {**shown["table"], "log": None}


@pytest.mark.slow
def test_what_was_taken_back_is_in_no_snapshot(table: Table, place: Served) -> None:
    game, links = table
    for _ in range(30):
        seat, link = asked(game, links)
        before = {who: links[who].now["table"] for who in ("0", "1", "watch")}
        link.answer(0)
        if links[str(seat)].now["table"]["undo"]["can"]:
            assert link.post("take-back", {"question": link.question}).status_code == 200
            for who, shown in before.items():
                after = links[who].now["table"]
                for one in (shown, after):
                    if one["question"]:
                        one["question"]["id"] = ""  # another branch
                assert after == shown, who
            return
    raise AssertionError("nothing could be taken back")


def test_opening_the_page_with_all_secrets_is_noted_and_told(table: Table) -> None:
    game, links = table
    assert links["0"].now["around"]["all_was_looked_at"] == 0
    with links["designer"].window() as window:
        assert window.next()["table"]["viewer"]["kind"] == "all"
    assert links["0"].now["around"]["all_was_looked_at"] == 1
    assert game.store.read("select count(*) from happened where tab=? and what='opened'", game.id) == [(1,)]


def test_nothing_else_comes_while_nothing_happens(table: Table) -> None:
    _, links = table
    with links["0"].window() as window:
        window.next()
        for _ in range(3):
            links["1"].get()
            links["0"].get()
        assert window.rest(QUIET) == []


def test_what_is_kept_holds_no_word_of_a_link(table: Table, place: Served) -> None:
    game, links = table
    play_on(game, links, 3, Random(2))
    words = [link.token.encode() for link in links.values()]
    kept = b"".join(path.read_bytes() for path in place.house.store.folder.iterdir() if path.is_file())
    assert all(word not in kept for word in words)
