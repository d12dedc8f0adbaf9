"""What an editor can have done with a game: names changed, scenarios and games played, numbers shown."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from dsl.disk.files import Files
from dsl.editing.surroundings import Surroundings, surroundings
from interpreter.server.transport import INVALID_PARAMS, REQUEST_CANCELLED, REQUEST_FAILED
from tests.language_client import PATIENCE, Client, Started
from tests.tiny_game import GAME, SCENARIO, write_tiny

RULES = "tiny/game.bylaws"
SCENARIOS = "tiny/scenarios/all.bylaws"
VARIANT = "tiny/variants/bonus.bylaws"
ABLE: dict[str, Any] = {
    "window": {"showDocument": {"support": True}},
    "workspace": {
        "semanticTokens": {"refreshSupport": True}, "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
    },
    "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with Client(folder, **ABLE) as one:
        yield one


def place(client: Client, uri: str, text: str, words: str, word: str = "") -> dict[str, Any]:
    """Where a word stands in words of a text."""
    assert text.count(words) == 1
    before = text[: text.index(words) + words.index(word or words)].split("\n")
    return {"textDocument": {"uri": uri}, "position": {"line": len(before) - 1, "character": len(before[-1])}}


def told(client: Client, method: str, count: int = 1) -> list[dict[str, Any]]:
    """Waits for so many messages with that method, and gives what they say."""
    while len(found := [one["params"] for one in client.told if one.get("method") == method]) < count:
        client.take()
    return found


def after(folder: Path, changes: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """The texts of files after these edits, by their names."""
    texts = {}
    for path in sorted(folder.rglob("*.bylaws")):
        lines = path.read_text(encoding="utf-8").split("\n")
        for edit in sorted(changes.get(path.as_uri(), ()), key=lambda one: str(one["range"]), reverse=True):
            start, end = edit["range"]["start"], edit["range"]["end"]
            assert start["line"] == end["line"]
            line = lines[start["line"]]
            lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
        texts[path.relative_to(folder).as_posix()] = "\n".join(lines)
    return texts


# ---------------------------------------------------------------- names


def test_a_name_is_changed_in_all_files(folder: Path, client: Client) -> None:
    uri = client.open(RULES)
    at = place(client, uri, GAME, "most coin", "coin")
    assert client.ask("textDocument/prepareRename", at)["placeholder"] == "coin"
    changes = client.ask("textDocument/rename", {**at, "newName": "penny"})["changes"]
    texts = after(folder, changes)
    assert texts[RULES] == GAME.replace("coin", "penny")
    assert texts[SCENARIOS] == SCENARIO.replace("coin", "penny")
    assert "penny" in texts[VARIANT] and "coin" not in texts[VARIANT]


def test_a_title_is_changed_in_all_files(folder: Path, client: Client) -> None:
    uri = client.open(VARIANT)
    text = (folder / VARIANT).read_text(encoding="utf-8")
    at = place(client, uri, text, '"Bonus"', "Bonus")
    assert client.ask("textDocument/prepareRename", at)["placeholder"] == "Bonus"
    changes = client.ask("textDocument/rename", {**at, "newName": "Extra pay"})["changes"]
    assert after(folder, changes)[VARIANT] == text.replace("Bonus", "Extra pay")


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("two words", "no name: write letters, digits and _"),
        ("each", "is a word of the language"),
        ("earning", "a step is called so already, in tiny/game.bylaws, line 5"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(client: Client, new: str, why: str) -> None:
    uri = client.open(RULES)
    at = place(client, uri, GAME, "most coin", "coin")
    error = client.answer(client.request("textDocument/rename", {**at, "newName": new}))["error"]
    assert error["code"] == REQUEST_FAILED
    assert why in error["message"]


def test_what_is_no_name_of_the_game_keeps_its_name(client: Client) -> None:
    uri = client.open(RULES)
    at = place(client, uri, GAME, "round_number")
    error = client.answer(client.request("textDocument/prepareRename", at))["error"]
    assert error["message"] == "this is no name that the game declares"


def test_no_name_is_changed_while_nobody_can_tell_what_the_rules_mean(client: Client) -> None:
    text = GAME.replace("with most coin", "with most coyn")
    uri = client.open(RULES, text)
    at = place(client, uri, text, "gain 1 coin", "coin")
    error = client.answer(client.request("textDocument/rename", {**at, "newName": "penny"}))["error"]
    assert "as long as something is wrong with them" in error["message"] and "coyn" in error["message"]


# ---------------------------------------------------------------- numbers and hints


WITH_NUMBERS = GAME.replace(
    "counter coin of player\n",
    "parameter wage = 2 (1 to 5)\ncounter coin of player: from 0 to 9\ndefine income: wage + 1\n"
    "after end of your turn: lose 1 coin\n",
).replace("gain 1 coin\ngame", "gain income coin\ngame")


def test_numbers_are_told_where_one_points_and_between_the_words(client: Client) -> None:
    uri = client.open(RULES, WITH_NUMBERS)
    told(client, "workspace/inlayHint/refresh")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = client.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole})
    assert [(one["position"]["line"], one["label"]) for one in hints] == [
        (4, " = 3"), (4, " = 2"), (5, " (you: whose turn it is)"), (8, " = 3"),
    ]  # fmt: skip
    at = place(client, uri, WITH_NUMBERS, "gain income", "income")
    said = client.ask("textDocument/hover", at)["contents"]["value"]
    assert "Comes to **3**." in said and "As it is understood: number: wage + 1" in said
    coin = client.ask("textDocument/hover", place(client, uri, WITH_NUMBERS, "most coin", "coin"))
    assert "In play: 0 to 9: as declared" in coin["contents"]["value"]
    client.change(uri, 2, {"text": WITH_NUMBERS.replace("most coin", "most coyn")})
    client.found(uri, 2)
    said = client.ask("textDocument/hover", at)["contents"]["value"]
    assert "Comes to **3**." in said and "when there was last no error" in said


def test_colours_come_at_once_and_are_asked_for_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    was_answered = Event()

    def late(path: Path, files: Files) -> Surroundings:
        assert was_answered.wait(PATIENCE)
        return surroundings(path, files)

    monkeypatch.setattr("interpreter.server.checking.surroundings", late)
    uri = client.open(RULES)
    asked = {"textDocument": {"uri": uri}}
    first = client.ask("textDocument/semanticTokens/full", asked)["data"]
    was_answered.set()
    told(client, "workspace/semanticTokens/refresh")
    second = client.ask("textDocument/semanticTokens/full", asked)["data"]
    legend = client.able["semanticTokensProvider"]["legend"]["tokenTypes"]
    assert len(first) == len(second)
    assert legend.index("namespace") not in first[3::5]
    assert legend.index("namespace") in second[3::5]


def test_whole_lines_are_offered_to_be_filled_in(client: Client) -> None:
    text = GAME + "zo"
    uri = client.open(RULES, text)
    items = client.ask("textDocument/completion", place(client, uri, text, "\nzo", "o") | {})["items"]
    (line,) = [one for one in items if one["label"] == "zone hand of player: hand"]
    assert line["insertTextFormat"] == 2 and line["filterText"] == "zone"
    assert line["textEdit"]["newText"] == "zone ${1:hand} of ${2:player}: hand"


# ---------------------------------------------------------------- play


def lenses(client: Client, uri: str) -> list[dict[str, Any]]:
    """What is offered above lines: each command, with its title."""
    found = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return [{**one["command"], "line": one["range"]["start"]["line"]} for one in found]


def test_a_scenario_is_played_and_says_how_it_went(client: Client) -> None:
    wrong = SCENARIO + '\nscenario "Rich":\n    played by ann, ben\n    when step earning\n    then ann\'s coin is 7\n'
    uri = client.open(SCENARIOS, wrong)
    every, first, second = lenses(client, uri)
    assert [one["title"] for one in (every, first, second)] == ["Run all 2 scenarios", "Run", "Run"]
    assert client.ask("workspace/executeCommand", first)["sentence"] == '"Pay day" has passed'
    answer = client.ask("workspace/executeCommand", every)
    assert not answer["went_well"]
    assert answer["sentence"].startswith('1 of 2 scenarios fail, first "Rich": expected ')
    messages = told(client, "window/showMessage", 2)
    assert [one["type"] for one in messages] == [3, 2]
    assert messages[1]["message"].endswith("expected ann's coin is 7, got `ann's coin` is 1")
    _, first, second = lenses(client, uri)
    assert first["title"] == "Passed. Run again"
    assert second["title"].startswith("Fails: expected ")
    client.found(uri, 1)
    while not (marked := [one for one in client.shown[uri] if one["code"] == "scenario-failed"]):
        client.take()
    assert [one["range"]["start"]["line"] for one in marked] == [8]
    client.change(uri, 2, {"text": wrong.replace("is 7", "is 1")})
    assert [one["title"] for one in lenses(client, uri)][1:] == ["Run", "Run"]
    assert "scenario-failed" not in {one["code"] for one in client.found(uri, 2)}


def test_scenarios_of_faulty_rules_say_what_is_wrong(client: Client) -> None:
    client.open(RULES, GAME.replace("gain 1 coin", "gain 1 coyn"))
    uri = client.open(SCENARIOS)
    answer = client.ask("workspace/executeCommand", lenses(client, uri)[0])
    assert not answer["went_well"]
    wrong = "something is wrong in the rules, tiny/game.bylaws, line 6: there is no counter"
    assert answer["sentence"].startswith(wrong)


def test_a_game_is_played_to_be_read(folder: Path) -> None:
    with Started(folder, **ABLE) as client:
        _played_to_be_read(client)


def _played_to_be_read(client: Started) -> None:
    uri = client.open(RULES)
    (lens,) = lenses(client, uri)
    assert lens["title"] == "Play one random game" and lens["line"] == 0
    shown = client.ask("workspace/executeCommand", {**lens, "arguments": [uri, "7"]})["shown"]
    assert "`bylaws play tiny --seats random," in shown["text"]
    assert "gains 1 coin" in shown["text"]
    (asked,) = told(client, "window/showDocument")
    path = Path(asked["uri"].removeprefix("file://"))
    assert path.name == "Tiny-game-7.md" and path.read_text(encoding="utf-8") == shown["text"]
    client.ask("shutdown")
    client.say("exit")
    client.process.wait(20)
    assert not path.exists()


def test_the_rules_are_shown_with_a_variant(client: Client) -> None:
    uri = client.open(VARIANT)
    (lens,) = lenses(client, uri)
    assert lens["title"] == "Show the rules with this variant"
    shown = client.ask("workspace/executeCommand", lens)["shown"]
    assert shown["language"] == "bylaws"
    assert "        each player: gain 1 coin  # Bonus\n" in shown["text"]


def test_what_takes_its_time_can_be_cancelled_and_nothing_waits_for_it(client: Client) -> None:
    endless = GAME.replace("when round_number >= 3", "when round_number >= 3000000")
    uri = client.open(RULES, endless)
    (lens,) = lenses(client, uri)
    number = client.request("workspace/executeCommand", lens)
    assert len(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})) == 4
    client.say("$/cancelRequest", {"id": number})
    assert client.answer(number)["error"]["code"] == REQUEST_CANCELLED
    client.change(uri, 2, {"text": GAME})
    assert client.ask("workspace/executeCommand", lens)["went_well"]


def test_what_nobody_can_do_is_refused(client: Client) -> None:
    uri = client.open(RULES)
    for command, arguments in (("bylaws.no_such", []), ("bylaws.explain", ["no-such"]), ("bylaws.game", [])):
        asked = {"command": command, "arguments": arguments}
        assert client.answer(client.request("workspace/executeCommand", asked))["error"]["code"] == INVALID_PARAMS
    answer = client.ask("workspace/executeCommand", {"command": "bylaws.merged", "arguments": [uri, "No such"]})
    assert answer["sentence"].startswith("there is no variant called No such")
