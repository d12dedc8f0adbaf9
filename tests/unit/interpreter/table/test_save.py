"""Saved games come back as they were, or with a sentence that says what is wrong with the file."""

import errno
import json
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict, evolve
from hypothesis import given
from hypothesis import strategies as st

from interpreter.table.save import LARGEST_FILE, MOST, Save, SaveError, read, write

GAME = Save(
    game="Tea Time",
    rules_hash="3f9a",
    variants=("no milk", "två sorter"),
    parameters={"cups": 7, "sugar": True, "debt": -3},
    players=2,
    names=("Zoë", 'Bo "the Cup"'),
    seats=("you", "random"),
    seed=2**64 - 1,
    decisions=(0, 3, -(2**63), 2**63 - 1, 1),
    in_any_order=((0, 7), (1, 12)),
    pace="all",
)

TEXT = st.text(st.characters(), max_size=100)
NUMBER = st.integers(-(2**63), 2**63 - 1)


@st.composite
def saves(draw: st.DrawFn) -> Save:
    players = draw(st.integers(1, 6))
    each = st.lists(TEXT, min_size=players, max_size=players).map(tuple)
    return Save(
        game=draw(TEXT),
        rules_hash=draw(TEXT),
        variants=draw(st.lists(TEXT).map(tuple)),
        parameters=draw(st.dictionaries(TEXT, NUMBER | st.booleans())),
        players=players,
        names=draw(each),
        seats=draw(each),
        seed=draw(st.integers(0, 2**64 - 1)),
        decisions=draw(st.lists(NUMBER).map(tuple)),
        in_any_order=draw(st.lists(st.tuples(NUMBER, NUMBER)).map(tuple)),
        pace=draw(st.sampled_from(("", "none", "steps", "all"))),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.save"


def changed(**fields: Any) -> bytes:
    """The saved game with some fields changed, or left out where the new value is `...`."""
    document = {"version": 1, **asdict(GAME, recurse=False)} | fields
    return json.dumps({name: value for name, value in document.items() if value is not ...}).encode()


def message(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(SaveError) as caught:
        read(path)
    text = str(caught.value)
    assert text == f"{caught.value.problem} {caught.value.remedy}"
    assert caught.value.path == path
    return text.replace(str(path), "game.save")


def test_a_saved_game_reads_like_its_documentation(path: Path) -> None:
    write(path, GAME)
    assert path.read_text(encoding="ascii") == (
        '{\n  "version": 1,\n  "game": "Tea Time",\n  "rules_hash": "3f9a",\n'
        '  "variants": ["no milk","tv\\u00e5 sorter"],\n'
        '  "parameters": {"cups":7,"sugar":true,"debt":-3},\n  "players": 2,\n'
        '  "names": ["Zo\\u00eb","Bo \\"the Cup\\""],\n  "seats": ["you","random"],\n'
        '  "seed": 18446744073709551615,\n'
        '  "decisions": [0,3,-9223372036854775808,9223372036854775807,1],\n'
        '  "in_any_order": [[0,7],[1,12]],\n  "pace": "all"\n}\n'
    )


@pytest.mark.slow
@given(saves())
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, save: Save) -> None:
    path = tmp_path_factory.mktemp("saves") / "game.save"
    write(path, save)
    found = read(path)
    assert found == save
    assert repr(found) == repr(save), "true and 1 are not the same parameter"


def test_the_parameters_are_a_copy() -> None:
    parameters: dict[str, int | bool] = {"cups": 7}
    save = evolve(GAME, parameters=parameters)
    parameters["cups"] = 8
    assert save.parameters == {"cups": 7}


def test_cut_off_anywhere_it_is_refused_or_still_the_same(path: Path) -> None:
    write(path, GAME)
    whole = path.read_bytes()
    for length in range(len(whole) - 1):
        assert message(path, whole[:length])
    path.write_bytes(whole[:-1])
    assert read(path) == GAME, "only the last line feed is missing"


def test_damaged_anywhere_it_never_fails_in_another_way(path: Path) -> None:
    write(path, GAME)
    whole = path.read_bytes()
    for position in range(len(whole)):
        for byte in (b"\x00", b"\xff", b'"', b"}", b"9"):
            path.write_bytes(whole[:position] + byte + whole[position + 1 :])
            with suppress(SaveError):
                assert isinstance(read(path), Save)


def test_an_editor_may_have_been_at_it(path: Path) -> None:
    """A byte order mark, other line ends, other spacing and fields of somebody's own do no harm."""
    write(path, GAME)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == GAME
    path.write_bytes(changed(note="the long evening"))
    assert read(path) == GAME


def test_older_games_had_no_orders_that_are_asked_no_more_and_no_pace(path: Path) -> None:
    path.write_bytes(changed(in_any_order=..., pace=...))
    assert read(path) == evolve(GAME, in_any_order=(), pace="")


WRONG = {
    "empty": (b" \n", "`game.save` is empty. Is this the right file?"),
    "text": (b"Dear Zoe,\n", "`game.save` is not a saved game of Bylaws. Is this the right file?"),
    "list": (b"[1, 2]", "`game.save` is not a saved game of Bylaws. Is this the right file?"),
    "picture": (b"\x89PNG\r\n\xff\xfe", "`game.save` is not a saved game of Bylaws. Is this the right file?"),
    "cut off": (
        b'{\n "version": 1,\n "game": "Te',
        "`game.save` is not a complete saved game: it is cut off or damaged in line 3. "
        "If it is the right file, it was damaged or changed; load an earlier one.",
    ),
    "other letters": (
        b'{"game": "\xff"}',
        "`game.save` is not a complete saved game: it is damaged. "
        "If it is the right file, it was damaged or changed; load an earlier one.",
    ),
    "newer": (
        changed(version=2, game=...),
        "`game.save` was saved by a newer Bylaws (format 2; this one knows format 1). "
        "Update Bylaws to go on with this game.",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_another_file_is_named_for_what_it_is(path: Path, case: str) -> None:
    content, expected = WRONG[case]
    assert message(path, content) == expected


FAULTS = [
    ({"version": ...}, "`version` is missing"),
    ({"version": 0}, "`version` should be the number 1"),
    ({"version": True}, "`version` should be the number 1"),
    ({"game": ...}, "`game` is missing"),
    ({"game": 3}, "`game` should be a text"),
    ({"rules_hash": None}, "`rules_hash` should be a text"),
    ({"variants": "fate"}, "`variants` should be a list of texts"),
    ({"names": ["Zoe", 2]}, "`names` should be a list of texts"),
    ({"parameters": [1]}, "`parameters` should be names with a number, true or false each"),
    ({"parameters": {"cups": 1.5}}, "`parameters` should be names with a number, true or false each"),
    ({"parameters": {"cups": 2**63}}, "`parameters` should be names with a number, true or false each"),
    ({"players": 0}, "`players` should be a whole number above 0"),
    ({"players": 3}, "`players` is 3, but `names` lists 2"),
    ({"seats": ["you"]}, "`players` is 2, but `seats` lists 1"),
    ({"seed": -1}, "`seed` should be a whole number from 0 on"),
    ({"seed": 2**64}, "`seed` should be a whole number from 0 on"),
    ({"decisions": ...}, "`decisions` is missing"),
    ({"decisions": [1, True]}, "`decisions` should be a list of whole numbers"),
    ({"decisions": [1, 2.0]}, "`decisions` should be a list of whole numbers"),
    ({"decisions": [float("nan")]}, "`decisions` should be a list of whole numbers"),
    ({"decisions": {"0": 1}}, "`decisions` should be a list of whole numbers"),
]


@pytest.mark.parametrize(("fields", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_wrong_field_is_named(path: Path, fields: dict[str, Any], fault: str) -> None:
    assert message(path, changed(**fields)) == (
        f"`game.save` is not a complete saved game: {fault}. "
        "If it is the right file, it was damaged or changed; load an earlier one."
    )


@pytest.mark.parametrize(
    "content",
    [b'{"a": ' * 100_000, b'{"version": 1, "seed": ' + b"9" * 5000 + b"}"],
    ids=["deeply nested", "a number of 5,000 digits"],
)
def test_a_hostile_file_is_only_damaged(path: Path, content: bytes) -> None:
    assert "is not a complete saved game" in message(path, content)


def test_a_huge_file_is_not_even_parsed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", None)
    content = b"{" + b" " * LARGEST_FILE
    assert message(path, content) == "`game.save` is too large for a saved game. Is this the right file?"


class Trap:
    """Unpickling it would make a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_a_pickle_is_never_run(path: Path, protocol: int) -> None:
    folder = path.parent / "trapped"
    assert "is not a saved game of Bylaws" in message(path, pickle.dumps(Trap(folder), protocol))
    assert not folder.exists()


def test_no_such_file(path: Path) -> None:
    with pytest.raises(SaveError, match=r"There is no file `.*game\.save`\. Check its name and folder\."):
        read(path)


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="is a folder or a device"):
        read(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(SaveError, match="is a folder or a device"):
        read(path)


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(SaveError, match="no file can have this name"):
        read("a\0b")
    with pytest.raises(SaveError, match="no file can have this name"):
        write("a\0b", GAME)


@pytest.mark.parametrize(
    ("number", "problem"),
    [(errno.EACCES, "You may not read `"), (errno.EIO, "could not be read: input/output")],
)
def test_a_file_that_cannot_be_read(path: Path, monkeypatch: pytest.MonkeyPatch, number: int, problem: str) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    path.touch()
    monkeypatch.setattr("builtins.open", failing)
    with pytest.raises(SaveError, match=problem):
        read(path)


@pytest.mark.parametrize("step", ["write", "fsync"])
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full. Make room, or save to another disk."),
        (errno.EDQUOT, "the disk is full. Make room, or save to another disk."),
        (errno.EACCES, "you may not write there. Save to a folder of your own."),
        (errno.EROFS, "you may not write there. Save to a folder of your own."),
        (errno.EIO, "input/output error. Try another place."),
    ],
)
def test_a_game_that_cannot_be_saved_leaves_the_one_before(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, words: str
) -> None:
    def failing(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    write(path, GAME)
    with monkeypatch.context() as broken:
        broken.setattr(os, step, failing)
        with pytest.raises(SaveError) as caught:
            write(path, evolve(GAME, seed=5))
    unchanged = "If a game was saved there before, it is unchanged."
    assert str(caught.value) == f"The game could not be saved to `{path}`: {words} {unchanged}"
    assert read(path) == GAME
    assert os.listdir(path.parent) == ["game.save"]


@pytest.mark.parametrize(
    ("place", "words"),
    [("none/game.save", "no such folder"), ("", "this is a folder"), ("x" * 300, "the name is too long")],
)
def test_a_place_that_is_none(tmp_path: Path, place: str, words: str) -> None:
    with pytest.raises(SaveError, match=words):
        write(tmp_path / place, GAME)


def test_a_game_too_long_to_be_read_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "decisions", (1, 20))
    with pytest.raises(SaveError, match=r"it is too long\. In it `decisions` has \d+ entries, and 1 are the most\."):
        write(path, GAME)
    assert not path.exists()


@pytest.mark.parametrize("fields", [{"players": 3}, {"seed": -1}, {"decisions": (1.5,)}, {"game": None}])
def test_what_could_not_be_read_is_not_written(path: Path, fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="this is no saved game"):
        write(path, evolve(GAME, **fields))
    assert not path.exists()
