"""A deck that a table lists, for the commands: an edited table is noticed, and nothing outside the folder is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.disk.files import Files
from dsl.editing.rename import Unfit, hold_to_the_meaning, renameable, renamed, texts_after
from dsl.editing.surroundings import surroundings
from dsl.loading import load, rules_hash
from interpreter.web.edited import state_of_files
from interpreter.web.kept.rule_set import read_again, rule_set_from, rule_set_of
from tests.unit.interpreter.cli.commands import Ran, run

Say = pytest.CaptureFixture[str]

GAME = """game "Fair":
    players: 2 to 4

enum Suit: moon, star
cards Spell: suit: Suit, power: number
zone pile: stack, face down
counter points of player

deck Spell in pile from "lists/spells.csv":
    "Tide":
        gain 1 point

setup: shuffle pile

round day "Day":
    step 1 earning "Earning":
        players take turns:
            let spell be top of pile
            do effect of spell
            gain (power of spell) points
            move spell to bottom of pile

game ends after day when round_number >= 3:
    the player with most points wins
"""
SCENARIO = """scenario "Tides":
    played by ann, ben
    then number of Spells in pile = 4
"""
TABLE = "Title,Copies,suit,power,Text\nTide,3,moon,2,A point.\nEclipse,1,moon,9,\n"
FILE = Path("fair/lists/spells.csv")


@pytest.fixture
def bylaws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say) -> Callable[..., Ran]:
    """A command for the game in `fair`."""
    for name, text in {"game.bylaws": GAME, "scenarios/one.bylaws": SCENARIO, "lists/spells.csv": TABLE}.items():
        path = tmp_path / "fair" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    return lambda command, *words: run(capsys, command, "fair", *words)


def test_an_edited_table_is_noticed(bylaws: Callable[..., Ran]) -> None:
    """By what is kept for the next time, in messages, tests, the hash of rules; a note of one's own changes nothing."""
    before = rules_hash(load("fair"))
    assert (bylaws("check").code, bylaws("test").code) == (0, 0)
    assert "unused-enum-value" in bylaws("lint").out
    FILE.write_text(TABLE.replace("1,moon", "1,star"), encoding="utf-8")
    assert "unused-enum-value" not in bylaws("lint").out
    FILE.write_text(TABLE.replace("Tide,3", "Tide,4"), encoding="utf-8")
    assert (bylaws("check").code, bylaws("test").code) == (0, 1)
    assert rules_hash(load("fair")) != before
    FILE.write_text(TABLE.replace("9", "nine"), encoding="utf-8")
    wrong = bylaws("check", "--format", "concise")
    assert (wrong.code, wrong.out.split(": ", 1)[0]) == (1, "fair/lists/spells.csv:3:16")
    FILE.write_text(TABLE.replace("Text", "Text,cost"), encoding="utf-8")
    assert (bylaws("check").code, bylaws("test").code) == (0, 0)
    assert rules_hash(load("fair")) == before
    FILE.unlink()
    assert "there is no such file" in bylaws("check").out
    FILE.write_text(TABLE, encoding="utf-8")
    assert (bylaws("check").code, bylaws("test").code) == (0, 0)


def test_it_goes_out_and_is_not_taken_in(bylaws: Callable[..., Ran]) -> None:
    assert bylaws("cards", "--to", "out.csv").code == 0
    assert Path("out.csv").read_text(encoding="utf-8-sig").splitlines() == [
        "Title,Copies,suit,power,Text,Rules",
        "Tide,3,moon,2,A point.,yes",
        "Eclipse,1,moon,9,,",
    ]
    refused = bylaws("cards", "--from", "out.csv")
    assert refused == Ran(
        2,
        "",
        "bylaws: the rules take this deck from fair/lists/spells.csv themselves\n"
        "        edit that file, and `bylaws check` says whether all is well\n",
    )


def test_the_rules_in_one_piece_have_the_cards(bylaws: Callable[..., Ran], tmp_path: Path, capsys: Say) -> None:
    told = bylaws("expand").out
    assert "deck Spell in pile:" in told
    assert '    3 x "Tide", suit moon, power 2:' in told
    assert "> A point." in told
    assert bylaws("fmt", "--check").code == 0


@pytest.mark.parametrize("command", ["ir", "rulebook", "graph", "rulings"])
def test_other_commands_read_it(bylaws: Callable[..., Ran], command: str) -> None:
    assert bylaws(command).code == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/etc/passwd.csv", "a table stands in the folder of the game or in one in it"),
        ("../secret.csv", "a table stands in the folder of the game or in one in it"),
        ("lists/../../secret.csv", "a table stands in the folder of the game or in one in it"),
        ("lists//spells.csv", "a table stands in the folder of the game or in one in it"),
        (".hidden.csv", "a table stands in the folder of the game or in one in it"),
        ("C:secret.csv", "a table stands in the folder of the game or in one in it"),
        ("lists\\spells.csv", "a table stands in the folder of the game or in one in it"),
        ("spells.bylaws", "the name of a table ends in .csv"),
        ("lists/link.csv", "it is a link that leads out of the folder of the game"),
        ("linked/secret.csv", "it is a link that leads out of the folder of the game"),
        ("lists/large.csv", "larger than 2 MB"),
        ("lists/folder.csv", "there is no such file"),
        ("lists/none.csv", "there is no such file"),
        ("lists/empty.csv", "no column is called `Title`"),
        ("lists/heads.csv", "it lists no card"),
    ],
)
def test_nothing_else_is_read(bylaws: Callable[..., Ran], name: str, why: str) -> None:
    Path("secret.csv").write_text(TABLE)
    Path("fair/lists/link.csv").symlink_to(Path("secret.csv").absolute())
    Path("fair/linked").symlink_to(Path().absolute())
    Path("fair/lists/folder.csv").mkdir()
    Path("fair/lists/empty.csv").write_text("")
    Path("fair/lists/heads.csv").write_text("Title,Copies\n")
    Path("fair/lists/large.csv").write_text("x" * 2_000_001)
    Path("fair/game.bylaws").write_text(GAME.replace("lists/spells.csv", name))
    found = [fault for fault in load("fair").diagnostics if fault.name == "no-table"]
    assert len(found) == 1
    assert why in found[0].message


def test_a_text_alone_has_no_tables(bylaws: Callable[..., Ran]) -> None:
    home = Path("fair/alone.bylaws")
    found = load(home, texts={home: GAME}).diagnostics
    messages = [fault.message for fault in found if fault.name == "no-table"]
    assert ["rules without a folder have no tables" in message for message in messages] == [True]
    given = load(home, texts={home: GAME, FILE: TABLE.replace("Tide,3", "Tide,7")})
    assert given.diagnostics == ()
    assert FILE.as_posix() in [source.path for source in given.files]


def test_a_table_in_the_browser_keeps_its_cards(bylaws: Callable[..., Ran]) -> None:
    """Also where the file lies beside the rules; and it notices when the file changes."""
    Path("fair/game.bylaws").write_text(GAME.replace("lists/", ""))
    FILE.rename("fair/spells.csv")
    rules = rule_set_of(load("fair"), "fair")
    before = state_of_files(rules)
    Path("fair/spells.csv").write_text(TABLE.replace("Tide,3", "Tide,40"))
    assert state_of_files(rules) != before
    assert rules_hash(read_again(rules)) != rules.hash
    assert rule_set_from(rules.kept).hash == rules.hash


def test_a_variant_has_no_table_of_its_own(bylaws: Callable[..., Ran]) -> None:
    Path("fair/variants").mkdir()
    variant = 'variant "More" of "Fair":\n    deck Spell in pile from "lists/spells.csv"\n'
    Path("fair/variants/more.bylaws").write_text(variant)
    assert [fault.name for fault in load("fair", ["More"]).diagnostics] == ["no-table"]
    assert load("fair").diagnostics == ()


def test_a_card_of_a_table_gets_another_name(bylaws: Callable[..., Ran]) -> None:
    """In the table, below the deck, and in scenarios."""
    Path("fair/scenarios/one.bylaws").write_text(SCENARIO + '    and title of top of pile is "Tide"\n')
    scenario = Path("fair/scenarios/one.bylaws")
    around = surroundings(scenario, Files())
    meant = renameable(around, scenario.read_text().rindex("Tide"))
    texts = texts_after(renamed(around, meant, "Flood")[0])
    assert {path.relative_to(Path.cwd()).as_posix(): text.count("Flood") for path, text in texts.items()} == {
        "fair/lists/spells.csv": 1,
        "fair/game.bylaws": 1,
        "fair/scenarios/one.bylaws": 1,
    }
    forms = renamed(around, meant, "Flood")[1]
    hold_to_the_meaning(Path("fair/game.bylaws"), Files(), Files(texts), forms)
    odd = renamed(around, meant, "Flood, Ebb")
    with pytest.raises(Unfit, match="something would be wrong"):
        hold_to_the_meaning(Path("fair/game.bylaws"), Files(), Files(texts_after(odd[0])), odd[1])


def test_an_editor_has_the_table_open(bylaws: Callable[..., Ran]) -> None:
    files = Files({FILE: TABLE.replace("moon", "mon", 1)})
    found = load("fair", disk=files).diagnostics
    assert [(fault.name, fault.span.source.path, fault.span.text) for fault in found] == [
        ("wrong-cell", "fair/lists/spells.csv", "mon")
    ]
