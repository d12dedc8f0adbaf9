"""`bylaws server` shows what `bylaws lint` finds, of the texts as they stand in the editor, and nothing else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.findings.find import look_for_doubts
from interpreter.server.shown import by_path
from interpreter.server.transport import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    PARSE_ERROR,
    REQUEST_CANCELLED,
)
from tests.language_client import Client, Started
from tests.tiny_game import GAME, SCENARIO, write_tiny


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a variant and a scenario, in the current folder."""
    write_tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    """An editor in that folder."""
    with Client(folder) as one:
        yield one


def names(found: list[dict[str, object]]) -> list[object]:
    return [one["code"] for one in found]


def test_what_is_wrong_is_shown_and_goes_when_it_is_mended(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME.replace("gain 1 coin", "gain 1 coyn"))
    (found,) = client.found(uri, 1)
    assert (found["code"], found["severity"], found["source"]) == ("unknown-counter", 1, "bylaws")
    assert found["range"] == {"start": {"line": 5, "character": 28}, "end": {"line": 5, "character": 32}}
    assert found["message"].startswith("there is no counter called `coyn`")
    client.change(uri, 2, {"range": found["range"], "text": "coin"})
    clean = client.found(uri, 2)
    assert names(clean) == names(as_found(client.folder, "tiny/game.bylaws"))


def as_found(folder: Path, name: str) -> list[dict[str, object]]:
    """What the command line finds in a file of the game on the disk."""
    looked, _ = look_for_doubts(str(folder / "tiny"))
    return [{"code": one.name} for one in by_path(looked.found).get(folder / name, ())]


def test_an_edit_of_the_rules_reaches_scenarios_and_variants(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME.replace("earning", "wages"))
    client.found(uri, 1)
    assert names(client.shown[client.uri("tiny/variants/bonus.bylaws")]) == ["unknown-target"]
    client.change(uri, 2, {"text": GAME})
    client.found(uri, 2)
    assert names(client.shown[client.uri("tiny/variants/bonus.bylaws")]) == ["variant-without-scenario"]


def test_the_spelling_is_shown_before_the_rest(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME.replace("gain 1 coin", "gain gain"))
    assert len(client.found(uri, 1)) == 1
    first = next(one for one in client.told if one.get("method", "").endswith("publishDiagnostics"))
    assert first["params"]["version"] == 1


def test_the_spelling_waits_for_no_pause(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QUIET", "LATEST"):
        monkeypatch.setattr(f"interpreter.server.checking.{name}", 1000.0)
    uri = client.open("tiny/game.bylaws", GAME.replace("gain 1 coin", "gain gain"))
    assert len(client.found(uri, 1)) == 1
    client.change(uri, 2, {"text": GAME})
    assert client.found(uri, 2) == []


def test_a_scenario_file_speaks_of_its_game(client: Client) -> None:
    uri = client.open("tiny/scenarios/all.bylaws", SCENARIO.replace("coin", "coyn"))
    assert len(client.found(uri, 1)) == 1


def test_what_is_closed_counts_as_it_was_saved(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME.replace("gain 1 coin", "gain 1 coyn"))
    assert client.found(uri, 1)
    client.say("textDocument/didClose", {"textDocument": {"uri": uri}})
    while client.shown[uri]:
        client.take()


def test_a_file_that_changes_on_the_disk(folder: Path) -> None:
    able = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    with Client(folder, **able) as client:
        uri = client.open("tiny/game.bylaws")
        client.found(uri, 1)
        path = folder / "tiny/scenarios/all.bylaws"
        path.write_text(SCENARIO.replace("coin", "coyn"), encoding="utf-8")
        client.say("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})
        while names(client.shown.get(path.as_uri(), [])) != ["unknown-property"]:
            client.take()
        asked = [one for one in client.told if one.get("method") == "client/registerCapability"]
        assert len(asked) == 1


def test_only_the_newest_text_is_spoken_of(client: Client) -> None:
    uri = client.open("tiny/game.bylaws")
    for version in range(2, 30):
        client.change(uri, version, {"text": GAME.replace("gain 1 coin", f"gain 1 coyn{version}")})
    found = client.found(uri, 29)
    assert "coyn29" in found[0]["message"]
    told = [one["params"] for one in client.told if one.get("method", "").endswith("publishDiagnostics")]
    for one in told:
        assert all(f"coyn{one.get('version')}" in each["message"] for each in one["diagnostics"] if one["uri"] == uri)


def test_a_text_that_was_never_saved(client: Client) -> None:
    uri = client.open("untitled:Untitled-1", GAME.replace("gain 1 coin", "gain 1 coyn"))
    assert names(client.found(uri, 1)) == ["unknown-counter"]


def test_settings_that_cannot_be_read_are_told_where_one_looks(folder: Path, client: Client) -> None:
    (folder / "tiny/bylaws.toml").write_text("[lint", encoding="utf-8")
    uri = client.open("tiny/game.bylaws")
    (found,) = client.found(uri, 1)
    assert "bylaws.toml is not TOML" in found["message"]


def test_a_table_of_cards_is_looked_at_in_its_own_file(folder: Path, client: Client) -> None:
    """What is wrong in it is shown there, whoever has which files open, and is gone once it is mended."""
    deck = 'cards Slip: size: number\nzone box: stack\ndeck Slip in box from "slips.csv"\n'
    table = folder / "tiny/slips.csv"
    table.write_text("Title,size\nLong,nine\n", encoding="utf-8")
    client.found(client.open("tiny/game.bylaws", GAME.replace("counter coin", f"{deck}counter coin")), 1)
    (found,) = client.shown[table.as_uri()]
    assert (found["code"], found["range"]["start"]) == ("wrong-cell", {"line": 1, "character": 5})
    table.write_text("Title,size\nLong,9\n", encoding="utf-8")
    client.say("workspace/didChangeWatchedFiles", {"changes": [{"uri": table.as_uri(), "type": 2}]})
    while client.shown[table.as_uri()]:
        client.take()


def test_formatting(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME.replace("        each", "         each"))
    asked = {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}
    (edit,) = client.ask("textDocument/formatting", asked)
    assert edit["newText"].startswith('game "Tiny":')
    client.change(uri, 2, {"text": edit["newText"]})
    assert client.ask("textDocument/formatting", asked) == []
    client.change(uri, 3, {"text": GAME + "what is this"})
    assert client.ask("textDocument/formatting", asked) == []


def test_a_fix_is_offered(client: Client) -> None:
    text = GAME.replace("gain 1 coin", "gain 1 coim")
    uri = client.open("tiny/game.bylaws", text)
    (found,) = client.found(uri, 1)
    asked = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
    action, page = client.ask("textDocument/codeAction", asked)
    assert (action["title"], action["kind"]) == ("Write `coin`", "quickfix")
    assert page["title"] == "Explain unknown-counter"
    said = client.ask("workspace/executeCommand", page["command"])["shown"]
    assert said["language"] == "markdown" and said["text"].startswith("**unknown-counter**: ")
    (edit,) = action["edit"]["changes"][uri]
    client.change(uri, 2, {"range": edit["range"], "text": edit["newText"]})
    assert "unknown-counter" not in names(client.found(uri, 2))
    assert client.ask("textDocument/codeAction", asked) == []


def test_what_can_be_asked_of_a_word(client: Client) -> None:
    uri = client.open("tiny/game.bylaws")
    place = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 29}}
    hover = client.ask("textDocument/hover", place)
    assert "a counter" in hover["contents"]["value"]
    assert hover["range"] == {"start": {"line": 5, "character": 28}, "end": {"line": 5, "character": 32}}
    (declared,) = client.ask("textDocument/definition", place)
    assert (declared["uri"], declared["range"]["start"]) == (uri, {"line": 2, "character": 8})
    said = client.ask("textDocument/references", {**place, "context": {"includeDeclaration": False}})
    assert {(one["uri"], one["range"]["start"]["line"]) for one in said} == {
        (uri, 5), (uri, 7), (client.uri("tiny/variants/bonus.bylaws"), 2), (client.uri("tiny/scenarios/all.bylaws"), 3),
    }  # fmt: skip
    assert len(client.ask("textDocument/documentHighlight", place)) == 3
    nowhere = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 4}}
    assert client.ask("textDocument/definition", nowhere) == []


def test_what_is_found_is_explained_where_one_points_at_it(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME.replace("gain 1 coin", "gain 1 coyn"))
    client.found(uri, 1)
    place = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 29}}
    said = client.ask("textDocument/hover", place)["contents"]["value"]
    assert said.startswith("**unknown-counter**: ") and "But like this:\n\n````bylaws\n" in said


def test_the_parts_of_a_text(client: Client) -> None:
    uri = client.open("tiny/game.bylaws")
    parts = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [part["name"] for part in parts] == ["Tiny", "coin", "day", "game ends"]
    assert [part["name"] for part in parts[2]["children"]] == ["earning"]
    folds = client.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    assert {"startLine": 3, "endLine": 5} in folds


def test_what_may_come_next(client: Client) -> None:
    uri = client.open("tiny/game.bylaws", GAME + "action pay: \"\N{PERFORMING ARTS}\"\n    lose 1 c")
    line = GAME.count("\n") + 1
    asked = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 12}}
    items = client.ask("textDocument/completion", asked)["items"]
    coin = next(item for item in items if item["label"] == "coin")
    start = {"line": line, "character": 11}
    assert coin["textEdit"] == {"range": {"start": start, "end": asked["position"]}, "newText": "coin"}
    assert coin["detail"] == "a counter"


def test_each_word_is_coloured_as_what_it_is(client: Client) -> None:
    text = GAME + "> \N{PERFORMING ARTS} [day-1] all\nenum suit: red\naction give: gain coyn red  # ?\n"
    uri = client.open("tiny/game.bylaws", text)
    words = coloured(client, uri, text)
    assert words[:2] == [("game", "keyword", []), ('"Tiny"', "string", [])]
    assert [word for word in words if word[0] in ("day", "coin", "earning", "coyn", "suit", "give", "3")][:4] == [
        ("coin", "variable", []), ("day", "namespace", []), ("earning", "namespace", []), ("coin", "variable", []),
    ]  # fmt: skip
    assert words[-14:-11] == [
        ("> \N{PERFORMING ARTS} [", "string", ["documentation"]), ("day-1", "decorator", []),
        ("] all", "string", ["documentation"]),
    ]  # fmt: skip
    assert words[-11:] == [
        ("enum", "keyword", []), ("suit", "enum", []), (":", "operator", []), ("red", "enumMember", []),
        ("action", "keyword", []), ("give", "method", []), (":", "operator", []), ("gain", "keyword", []),
        ("coyn", "variable", []), ("red", "enumMember", []), ("# ?", "comment", []),
    ]  # fmt: skip
    other = client.open("git:/tiny/game.bylaws", "use votes")
    assert coloured(client, other, "use votes") == [("use", "keyword", []), ("votes", "variable", [])]


def coloured(client: Client, uri: str, text: str) -> list[tuple[str, str, list[str]]]:
    """The words of a text with their colours, as an editor reads the numbers; UTF-16 counts."""
    legend = client.able["semanticTokensProvider"]["legend"]
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    numbers = client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["data"]
    line = character = 0
    found = []
    for down, across, length, colour, more in zip(*(iter(numbers),) * 5, strict=True):
        line, character = line + down, across + (character if not down else 0)
        word = lines[line][2 * character : 2 * (character + length)].decode("utf-16-le")
        modifiers = [name for bit, name in enumerate(legend["tokenModifiers"]) if more >> bit & 1]
        found.append((word, legend["tokenTypes"][colour], modifiers))
    return found


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.slow
def test_before_the_beginning_and_after_the_end(folder: Path) -> None:
    client = Started(folder)
    with client:
        assert client.answer(client.request("initialize", {"capabilities": {}}))["error"]["code"] == INVALID_REQUEST
        assert client.ask("shutdown") is None
        assert client.answer(client.request("textDocument/hover", {}))["error"]["code"] == INVALID_REQUEST
        client.say("exit")
        assert client.process.wait(20) == 0
    early = Started(folder)
    assert early.answer(early.request("textDocument/hover", {}))["error"]["code"] == NOT_INITIALIZED
    early.say("exit")
    assert early.process.wait(20) == 1


def test_what_is_no_message_ends_nothing(client: Client) -> None:
    client.send_bytes(b"{,}")
    assert client.answer(None)["error"]["code"] == PARSE_ERROR
    client.send_raw(b"Nonsense\r\n\r\n")
    assert client.answer(None)["error"]["code"] == PARSE_ERROR
    client.send_bytes(b"[]")
    assert client.answer(None)["error"]["code"] == INVALID_REQUEST
    client.send({"id": 77})
    assert client.answer(77)["error"]["code"] == INVALID_REQUEST
    assert client.answer(client.request("no/such", {}))["error"]["code"] == METHOD_NOT_FOUND
    client.say("no/such/notification", {})
    client.say("textDocument/didChange", {"textDocument": 3})
    client.say("textDocument/didChange", {"textDocument": {"uri": "file:///no", "version": 1}, "contentChanges": []})
    wrong: list[object] = [None, [], {}, {"textDocument": {"uri": 4}}, {"textDocument": {"uri": client.uri("closed")}}]
    for params in wrong:
        assert client.answer(client.request("textDocument/formatting", params))["error"]["code"] == INVALID_PARAMS
    uri = client.open("tiny/game.bylaws", GAME.replace("gain 1 coin", "gain 1 coyn"))
    assert client.found(uri, 1)


def test_a_request_that_nobody_waits_for(client: Client) -> None:
    uri = client.open("tiny/game.bylaws")
    asked = [client.request("textDocument/formatting", {"textDocument": {"uri": uri}}) for _ in range(40)]
    body = json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": asked[-1]}}).encode()
    client.send_bytes(body)
    answers = [client.answer(number) for number in asked]
    assert all("result" in answer for answer in answers[:1])
    last = answers[-1]
    assert "result" in last or last["error"]["code"] == REQUEST_CANCELLED


def test_an_editor_that_goes_without_a_word(folder: Path) -> None:
    with Started(folder) as client:
        assert client.process.stdin
        client.process.stdin.close()
        assert client.process.wait(20) == 1
        assert b"".join(client.errors) == b""


def test_an_editor_that_no_longer_listens(folder: Path) -> None:
    with Started(folder) as client:
        assert client.process.stdout
        client.request("shutdown")
        client.process.terminate()
        client.process.wait(20)
