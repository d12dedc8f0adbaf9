"""What attackers send, and what accidents make: each command says soon what is wrong, and touches nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from dsl.disk.regular import NoFile, read_regular
from interpreter.table.save import MOST, Save, read, write
from tests.hostile.confined import assert_held, confined
from tests.hostile.conftest import GAME, UNTIDY, VARIANT

Make: TypeAlias = Callable[[Path], object]

#: Steers terminals, ends texts in most languages, and would be carried out by a careless shell.
EVIL = "\x1b[2J\x07\u202e\x9b\x00\r\x85\x7f\\\"'`$(touch PROOF)<b>&;%n{}]]>"
#: Of each kind of input these are tried whenever something is tested; the others take half a minute together.
QUICK = {
    "a megabyte of name", "brackets without end", "names that steer", "a game up the folders", "the same field twice",
    "a title with U+001B", "a title with U+202E", "binary", "a number of many digits", "a library up the folders",
    "a link outside", "a pipe", "link-run.json", "rows without end", "words that steer", "tables without end", "NUL",
    "simulate tiny --set", "simulate tiny --players 100000000", "what steers", "names of saves",
}  # fmt: skip
SAVE = Save("tiny", "", (), {"goal": 9}, 2, ("Ann", "Ben"), ("you", "you"), 1, (0, 1, 0))


def each(inputs: Iterable[str]) -> list[Any]:
    """The names of inputs; those that are not quick stand with the slow tests."""
    return [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in inputs]


def test_the_game_itself_is_sound(folder: Path) -> None:
    for command in LOOKING:
        ran = confined(folder, *command)
        assert_held(ran)
        assert "[error" not in ran.said and ran.code == int(command[0] == "lint"), ran.said


# ---------------------------------------------------------------- saved games


def saved(**fields: Any) -> bytes:
    """A saved game with other fields than it would have."""
    document = {"version": 1, "game": "tiny", "rules_hash": "", "variants": [], "parameters": {"goal": 9}, "players": 2,
                "names": ["Ann", "Ben"], "seats": ["you", "you"], "seed": 1, "decisions": [0, 1, 0]}  # fmt: skip
    return json.dumps({**document, **fields}).encode()


BIG = "9" * 1_000_000
SAVES: Mapping[str, bytes] = {
    "a megabyte of name": saved(names=[BIG, "Ben"]),
    "a megabyte of game": saved(game=BIG),
    "a megabyte of variant": saved(variants=[BIG]),
    "many variants": saved(variants=["x"] * 100_000),
    "many parameters": saved(parameters={f"p{k}": k for k in range(100_000)}),
    "many players": saved(players=100_000, names=["x"] * 100_000, seats=["you"] * 100_000),
    "a billion players": saved(players=10**9),
    "a million decisions": saved(decisions=[0] * 1_000_000),
    "decisions that do not fit": saved(decisions=[2**63 - 1, -(2**63)]),
    "more decisions than the game has": saved(decisions=[1] * 19_000),
    "a number of many digits": saved().replace(b'"seed": 1', b'"seed": ' + b"9" * 5000),
    "brackets without end": b'{"version": ' + b"[" * 1_000_000,
    "objects without end": b'{"a":' * 500_000,
    "names that steer": saved(names=[EVIL, "\ud800"]),
    "a game that steers": saved(game=EVIL),
    "a variant that steers": saved(variants=[EVIL]),
    "a seat that steers": saved(seats=[EVIL, "you"]),
    "a parameter that steers": saved(parameters={EVIL: 1}),
    "a game up the folders": saved(game="../../../../../../etc/passwd"),
    "a variant up the folders": saved(variants=["../outside/kept.bylaws"]),
    "a device as the game": saved(game="/dev/zero"),
    "a device as a variant": saved(variants=["/dev/zero"]),
    "not a number": saved(seed=float("nan")),
    "without end": saved(decisions=[float("inf")]),
    "a list": b"[1, 2]",
    "one brace": b"{",
    "binary": bytes(range(256)) * 100,
    "UTF-16": "{}".encode("utf-16"),
    "nothing": b"",
    "17 megabytes": b"{" + b" " * 17_000_000,
    "the same field twice": saved()[:-1] + b', "decisions": "x"}',
}


@pytest.mark.parametrize("name", each(SAVES))
def test_a_crafted_save(folder: Path, name: str) -> None:
    (folder / "x.save").write_bytes(SAVES[name])
    for command in (("replay", "x.save", "--all"), ("play", "--load", "x.save")):
        assert_held(confined(folder, *command, given=b"1\nsave y.save\nquit\n"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a million decisions", "`decisions` has 1,000,000 entries, and 20,000 are the most"),
        ("a megabyte of name", "`names` has 1,000,000 letters in one place, and 100 are the most"),
        ("many variants", "`variants` has 100,000 entries, and 100 are the most"),
        ("17 megabytes", "is too large for a saved game"),
    ],
)
def test_what_is_said_of_a_save_without_measure(folder: Path, name: str, said: str) -> None:
    (folder / "x.save").write_bytes(SAVES[name])
    ran = confined(folder, "replay", "x.save")
    assert ran.code == 2 and said in ran.err and ran.seconds < 10


def test_what_a_saved_game_holds_at_most_can_be_written_and_read(tmp_path: Path) -> None:
    for name, (entries, letters) in MOST.items():
        if name in ("game", "rules_hash"):
            fields: dict[str, Any] = {name: "x" * letters}
        elif name == "variants":
            fields = {name: ("x" * letters,) * entries}
        elif name == "decisions":
            fields = {name: (0,) * entries}
        else:
            continue
        wanted = evolve(SAVE, **fields)
        write(tmp_path / "x.save", wanted)
        assert read(tmp_path / "x.save") == wanted


# ---------------------------------------------------------------- rule files


def lines(*more: str) -> bytes:
    """The game with lines before its scenario."""
    return GAME.replace("\nscenario", "\n" + "\n".join(more) + "\n\nscenario", 1).encode()


RULES: Mapping[str, bytes] = {
    **{f"a title with U+{ord(sign):04X}": GAME.replace('"Tiny"', f'"Ti{sign}ny"').encode()
       for sign in "\x00\x07\x08\x0b\x0c\x1b\x7f\x85\x9b\u2028\u202e\u2066\uffff"},
    "a text with NUL": GAME.replace("Whoever", "Who\x00ever").encode(),
    "a comment with an escape": lines("# \x1b]0;title\x07"),
    "old line ends": GAME.replace("\n", "\r").encode(),
    "half a character": GAME.encode()[:-20] + b"\xc3",
    "UTF-16": GAME.encode("utf-16"),
    "UTF-32": GAME.encode("utf-32"),
    "UTF-7": b"+AGcAYQBtAGU-",
    "Latin-1": GAME.replace("Tiny", "Caf\u00e9").encode("latin-1"),
    "binary": bytes(range(256)) * 50,
    "nothing": b"",
    "one byte": b"\x00",
    "a byte order mark alone": b"\xef\xbb\xbf",
    "three megabytes": b"#" * 3_000_000,
    "a number of many digits": lines("define much: " + "9" * 5000),
    "a step of many digits": GAME.replace("step 1", "step " + "1" * 5000).encode(),
    "players of many digits": GAME.replace("2 to 3", "2 to " + "3" * 5000).encode(),
    "a clause of many digits": GAME.replace("> Throw", f"> [x-{'1' * 5000}] Throw").encode(),
    "a text of many digits": GAME.replace("> Throw", f"> Gain {'1' * 5000} points. Gain \u00b2 points. Throw").encode(),
    "a title of code": GAME.replace("Tiny", "'''); import os; open('PROOF', 'w') #").encode(),
    "a title of formats": GAME.replace("Tiny", "%s%n{0.__class__}{you}$(touch PROOF)`touch PROOF`").encode(),
    "a library up the folders": b"use ../outside/kept\n" + GAME.encode(),
    "a variant of itself": GAME.encode() + b'\nvariant "A" of "Tiny" over "A":\n    set parameter goal = 4\n',
}  # fmt: skip
LOOKING = (
    ("check", "tiny"), ("lint", "tiny", "--format", "sarif"), ("simulate", "tiny", "--games", "2", "--jobs", "1"),
    ("test", "tiny", "--format", "junit"), ("expand", "tiny"), ("fmt", "tiny", "--diff"),
)  # fmt: skip


@pytest.mark.parametrize("name", each(RULES))
def test_a_crafted_rule_file(folder: Path, name: str) -> None:
    (folder / "tiny" / "game.bylaws").write_bytes(RULES[name])
    for command in LOOKING:
        assert_held(confined(folder, *command))


@pytest.mark.parametrize("name", each([name for name in RULES if name.startswith("a title with U+")]))
def test_a_control_character_is_refused_and_can_be_taken_out(folder: Path, name: str) -> None:
    (folder / "tiny" / "game.bylaws").write_bytes(RULES[name])
    ran = confined(folder, "check", "tiny")
    assert ran.code == 1 and "error[control-character]" in ran.out
    assert confined(folder, "fmt", "tiny").code == 1
    confined(folder, "lint", "tiny", "--fix")
    assert (folder / "tiny" / "game.bylaws").read_text(encoding="utf-8") == GAME


# ---------------------------------------------------------------- what stands in the place of a file


def linked(place: str, to: str) -> Make:
    """Puts a link there in place of what stands there."""

    def make(folder: Path) -> None:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).unlink(missing_ok=True)
        (folder / place).symlink_to(to if to.startswith("/") else folder.parent / to)

    return make


def piped(place: str) -> Make:
    """Puts a pipe there into which nobody writes."""

    def make(folder: Path) -> None:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).unlink(missing_ok=True)
        os.mkfifo(folder / place)

    return make


def hard_linked(place: str) -> Make:
    """Gives a file outside a second name there."""

    def make(folder: Path) -> None:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).unlink(missing_ok=True)
        os.link(folder.parent / "outside" / "kept.bylaws", folder / place)

    return make


def variants_elsewhere(folder: Path) -> None:
    """Puts a link in place of the folder of variants."""
    (folder / "tiny" / "variants" / "long.bylaws").unlink()
    (folder / "tiny" / "variants").rmdir()
    (folder / "tiny" / "variants").symlink_to(folder.parent / "outside")


RULE_FILES: Mapping[str, Make] = {
    "a link outside": linked("tiny/game.bylaws", "outside/kept.bylaws"),
    "a link to a device": linked("tiny/game.bylaws", "/dev/zero"),
    "a link to itself": lambda folder: linked("tiny/game.bylaws", str(folder / "tiny/game.bylaws"))(folder),
    "a link to nothing": linked("tiny/game.bylaws", "/nowhere"),
    "a link to a folder": linked("tiny/variants/long.bylaws", "outside"),
    "another link outside": linked("tiny/more.bylaws", "outside/kept.bylaws"),
    "a pipe": piped("tiny/game.bylaws"),
    "a pipe as a variant": piped("tiny/variants/long.bylaws"),
    "a pipe as settings": piped("tiny/bylaws.toml"),
    "a device as settings": linked("tiny/bylaws.toml", "/dev/zero"),
    "a second name": hard_linked("tiny/game.bylaws"),
    "variants elsewhere": variants_elsewhere,
}


@pytest.mark.parametrize("name", each(RULE_FILES))
def test_what_stands_in_the_place_of_a_rule_file(folder: Path, name: str) -> None:
    assert_held(confined(folder, "check", "tiny"))  # what is kept of it says nothing of what comes
    RULE_FILES[name](folder)
    for command in (("check", "tiny"), ("fmt", "tiny"), ("lint", "tiny", "--fix", "--unsafe-fixes"), ("test", "tiny")):
        assert_held(confined(folder, *command))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (linked("tiny/game.bylaws", "outside/kept.bylaws"), "leads elsewhere by a link"),
        (hard_linked("tiny/game.bylaws"), "is a file with several names"),
        (lambda folder: (folder / "tiny/game.bylaws").chmod(0o444), "is read-only"),
    ],
    ids=["link", "several names", "read-only"],
)
def test_what_is_not_rewritten_and_why(folder: Path, make: Make, reason: str) -> None:
    (folder / "tiny" / "game.bylaws").write_text(UNTIDY, encoding="utf-8")
    make(folder)
    for command in (("fmt", "tiny"), ("lint", "tiny", "--fix")):
        ran = confined(folder, *command)
        assert ran.code == 2 and f"tiny/game.bylaws {reason}" in ran.err, ran.said
    assert (folder / "tiny" / "game.bylaws").read_text(encoding="utf-8") == UNTIDY


PLANTED: Mapping[str, Callable[..., Make]] = {"link": linked, "pipe": piped, "name": hard_linked}
IN_A_RUN = [f"{how}-{file}" for how in PLANTED for file in (".lock", "run.json", "games-2.part", "summary.json")]


@pytest.mark.parametrize("name", each(IN_A_RUN))
def test_what_stands_in_the_folder_of_a_run(folder: Path, name: str) -> None:
    how, _, place = name.partition("-")
    PLANTED[how](f"kept/{place}", *(("outside/kept.txt",) if how == "link" else ()))(folder)
    ran = confined(folder, "simulate", "tiny", "--games", "2", "--jobs", "1", "--out", "kept", "--rows", "rows.csv")
    assert_held(ran)
    assert ran.code == 2 and "cannot be written" in ran.err


DAMAGED_RUNS: Mapping[str, Callable[[Any], object]] = {
    "no object": lambda run: [],
    "no tables": lambda run: {**run, "tables": None},
    "no rows": lambda run: {**run, "rows": {}},
    "rows of words": lambda run: {**run, "rows": ["x"]},
    "rows below 0": lambda run: {**run, "rows": [-5]},
    "rows without end": lambda run: {**run, "rows": [float("inf")]},
    "another tally": lambda run: {**run, "tables": [{**run["tables"][0], "tally": [1, 2]}]},
    "a fraction of 0": lambda run: json.loads(json.dumps(run).replace('"1"', '"1/0"')),
    "more games than there were": lambda run: {**run, "tables": [{**run["tables"][0], "done": 10**30}]},
    "no time": lambda run: {**run, "tables": [{**run["tables"][0], "seconds": "x"}]},
    "words that steer": lambda run: {**run, "asked": {**run["asked"], "game": EVIL, "variants": [EVIL]}},
    "nothing asked": lambda run: {**run, "asked": {}},
}


@pytest.mark.parametrize("name", each(DAMAGED_RUNS))
def test_a_damaged_run(folder: Path, name: str) -> None:
    command = ("simulate", "tiny", "--games", "4", "--jobs", "1", "--out", "kept")
    confined(folder, *command[:3], "2", *command[4:])
    file = folder / "kept" / "run.json"
    file.write_text(json.dumps(DAMAGED_RUNS[name](json.loads(file.read_text()))), encoding="utf-8")
    assert_held(confined(folder, *command))


SETTINGS: Mapping[str, bytes] = {
    "brackets without end": b"[lint]\nselect = " + b"[" * 9_000,
    "many brackets without end": b"[lint]\nselect = " + b"[" * 50_000,
    "tables without end": b"x." * 9_000 + b"y = 1",
    "a number of many digits": b"[lint.long-line]\nwidth = " + b"9" * 5000,
    "a date": b"[lint.long-line]\nwidth = 1979-05-27",
    "not a number": b"[lint.long-line]\nwidth = nan",
    "names that steer": b'[lint]\nignore = ["\\u001b[2J\\u202e"]',
    "options that steer": b'[lint.long-line]\n"\\u001b[2J" = 1',
    "no section": b"lint = 3",
    "NUL": b"\x00",
    "Latin-1": b"# \xe9",
}


@pytest.mark.parametrize("name", each(SETTINGS))
def test_crafted_settings(folder: Path, name: str) -> None:
    (folder / "tiny" / "bylaws.toml").write_bytes(SETTINGS[name])
    assert_held(confined(folder, "lint", "tiny"))


def test_what_has_become_a_pipe_or_a_device_is_not_read(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for place in (folder / "pipe", Path("/dev/zero"), folder):
        with pytest.raises(NoFile):
            read_regular(place, 10)


# ---------------------------------------------------------------- the command line, and what is typed

WORDS = (
    "\x1b[2J",
    "\u202e",
    "\udcff",
    "",
    " ",
    "-",
    "--",
    "../..",
    "/dev/zero",
    "x" * 5000,
    "9" * 4000,
    "$(touch PROOF)",
)
COMMAND_LINES = (
    "check", "lint tiny --select", "simulate tiny --variant", "simulate tiny --set", "simulate tiny --players",
    "simulate tiny --games", "bench tiny --seconds 0.01 --seats", "play tiny --names", "play tiny --load", "replay",
    "rule", "diff tiny", "new", "compare tiny --measure x --with", "sweep tiny --set", "test tiny -k",
)  # fmt: skip


@pytest.mark.parametrize("words", each(COMMAND_LINES))
def test_hostile_words_on_the_command_line(folder: Path, words: str) -> None:
    for word in WORDS:
        assert_held(confined(folder, *words.split(), word, given=b"quit\n"))


WITHOUT_MEASURE = (
    "simulate tiny --players 100000000",
    "simulate tiny --players 2..100000000000",
    f"simulate tiny --players 2 --games 1{'0' * 30}",
    "bench tiny --players=-3",
    "compare tiny --with goal=4 --players 100000000",
    "sweep tiny --set goal=1..1000000000000 --players 2",
    "sweep tiny --set goal --players 100000000",
    "secrets tiny --players 100000000",
    "ir tiny --bounds --players 100000000",
    f"play tiny --seats {','.join(['random'] * 500)}",
    f"replay x.save --until 1{'0' * 30}",
)


@pytest.mark.parametrize("words", each(WITHOUT_MEASURE))
def test_numbers_without_measure(folder: Path, words: str) -> None:
    write(folder / "x.save", SAVE)
    assert_held(confined(folder, *words.split()))


TYPED: Mapping[str, bytes] = {
    "ten megabytes": b"x" * 10_000_000 + b"\n1\nquit\n",
    "ten megabytes of digits": b"9" * 10_000_000 + b"\nquit\n",
    "no letters": b"\xff\xfe\x80\nquit\n",
    "NUL": b"\x00\n1\x00\nquit\n",
    "what steers": "\x1b[2J\u202e\nwhy \x1b[2J\n? \x1b[2J\nlook \x1b]0;x\x07\nquit\n".encode(),
    "names of saves": b"save /\nsave .\nsave a\x00b\nsave "
    + b"x" * 900
    + b"\nsave \x1b[2J\nsave ../..\nsave --x\nquit\n",
    "a save over what is none": b"save tiny/game.bylaws\nsave ../outside/kept.txt\nquit\n",
    "nothing": b"",
    "two thousand lines": b"1\nundo\n" * 1000,
}


@pytest.mark.parametrize("name", each(TYPED))
def test_what_is_typed(folder: Path, name: str) -> None:
    ran = confined(folder, "play", "tiny", "--seats", "you,random", "--seed", "1", given=TYPED[name])
    assert_held(ran)
    assert (folder / "tiny" / "game.bylaws").read_text(encoding="utf-8") == GAME


def test_a_folder_that_is_gone(folder: Path) -> None:
    (gone := folder / "gone").mkdir()
    ran = confined(gone, "check", str(folder / "tiny"), deleted=True)
    assert_held(ran)
    assert ran.err.startswith("bylaws: the folder that you are in has been deleted")


@pytest.mark.slow
def test_texts_of_a_megabyte_and_files_without_number(folder: Path) -> None:
    (folder / "tiny" / "variants" / "wide.bylaws").write_text(VARIANT + f"    > {'x' * 1_000_000}\n", encoding="utf-8")
    for command in LOOKING[:3]:
        assert_held(confined(folder, *command))
