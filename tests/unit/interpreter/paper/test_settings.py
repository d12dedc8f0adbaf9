"""`print.toml`: what it may say, and what is told of what it may not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dsl.disk.files import LoadError
from interpreter.paper.model import Said
from interpreter.paper.pictures import Pictures
from interpreter.paper.settings import Settings, checked, settings_of
from tests.unit.interpreter.paper.printing import BAKERY, cells, made, rules_of

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)


def read(text: str, rules: str = BAKERY) -> Settings:
    loaded = rules_of(rules)
    assert loaded.game is not None
    return checked(tomllib.loads(text), loaded.game)


def test_all_that_may_be_said() -> None:
    said = read("""
paper = "letter"
format = "mini"
backs = "fold"
bleed = true
template = "my.typ"
[deck.good]
colour.Bread = "#112233"
colour.cake = "#445566"
image = "art/{title}.png"
big = "{price}"
hide = ["motto"]
back = "back.png"
text = "said"
template = "good.typ"
[deck.Order]
colour = "#000000"
[card."rye loaf"]
size = 9
image = "loaf.png"
copies = 3
[counter.point]
values = [1, 5, 20]
count = 60
[rulebook]
examples = ["A day"]
""")
    assert said.wrong == ()
    assert (said.paper, said.format, said.backs) == ("letter", "mini", "fold")
    assert (said.bleed, said.template) == (True, "my.typ")
    good = said.deck("Good")
    assert good.colours == {"bread": "#112233", "tart or cake": "#445566"}
    assert (good.image, good.big, good.hide, good.back) == ("art/{title}.png", "{price}", ("motto",), "back.png")
    assert (good.text, good.template) == (Said.SAID, "good.typ")
    assert said.deck("Order").colours == {"": "#000000"}
    loaf = said.of_card("Rye loaf")
    assert (loaf.size, loaf.image, loaf.copies) == (9, "loaf.png", 3)
    assert (said.counters["point"].values, said.counters["point"].count) == ((1, 5, 20), 60)
    assert said.examples == ("A day",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bleeed = true", "print.toml: there is no setting bleeed; did you mean bleed?; there are paper, format"),
        ('paper = "a5"', "print.toml: paper is one of a4 and letter"),
        ('bleed = "yes"', "print.toml: bleed is true or false"),
        ('card = "poker"', "print.toml: card is a part of its own: [deck.NAME] above"),
        ('[deck.Goods]\nback = "x.png"', "print.toml, [deck]: there is no deck Goods; did you mean Good?"),
        ("[deck]\nGood = 3", "print.toml, [deck.Good]: write [...] above its lines"),
        ('[deck.Good]\nhide = ["prise"]', "print.toml, [deck.Good], hide: there is no field prise; did you mean price"),
        ('[deck.Good]\nbig = "{cost}"', "print.toml, [deck.Good], big: there is no field cost"),
        ('[deck.Good]\ncolour.bred = "#112233"', "print.toml, [deck.Good], colour: there is no kind bred; did you"),
        ('[deck.Good]\ncolour = "red"', 'print.toml, [deck.Good]: colour is written like "#1f6f8b"'),
        ('[deck.Good]\ntext = "all"', "print.toml, [deck.Good]: text is one of both, rules and said"),
        ('[card."Rye loof"]\nsize = 8', "print.toml, [card]: there is no card Rye loof; did you mean Rye loaf?"),
        ('[card."Rye loaf"]\nsize = 100', 'print.toml, [card."Rye loaf"]: size is a number of points from 5 to 40'),
        ('[card."Rye loaf"]\ncopies = -1', 'print.toml, [card."Rye loaf"]: copies is a number from 0 to 1000'),
        ("[counter.point]\nvalues = 5", "print.toml, [counter.point]: values is a list of numbers, such as [1, 5, 20]"),
        ("[counter.piont]\ncount = 5", "print.toml, [counter]: there is no counter piont; did you mean point?"),
        ('[rulebook]\nexample = "x"', "print.toml, [rulebook]: there is no setting example; did you mean examples?"),
    ],
)
def test_what_cannot_be_meant_is_told_and_left_out(text: str, told: str) -> None:
    said = read(text)
    (wrong,) = said.wrong
    assert wrong.startswith(told)


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    loaded = rules_of(BAKERY)
    assert loaded.game is not None
    assert settings_of(tmp_path, loaded.game) == Settings()
    (tmp_path / "print.toml").write_text("paper = ")
    with pytest.raises(LoadError, match="Invalid value"):
        settings_of(tmp_path, loaded.game)


# ---------------------------------------------------------------- pictures


def test_pictures_that_are_missing_are_told_in_one_sentence(tmp_path: Path) -> None:
    said = read('[deck.Good]\nimage = "art/{title}.png"\nback = "back.png"')
    found = made(rules_of(BAKERY), settings=said, folder=tmp_path)
    assert found.wrong == (
        "there is no art/Rye loaf.png, back.png, art/Lemon tart.png or art/Long wooden peel.png in the folder of the"
        " game, which holds pictures (.png, .jpg, .jpeg, .webp, .gif, .svg) and templates (.typ)",
    )


def test_a_picture_is_on_the_card_and_one_that_changes_makes_it_new(tmp_path: Path) -> None:
    (tmp_path / "Bread.png").write_bytes(PNG)
    said = read('[deck.Good]\nimage = "{kind}.png"')
    first = made(rules_of(BAKERY), settings=said, folder=tmp_path)
    assert first.wrong[0].startswith("there is no Tart or cake.png or Tool.png in the folder")
    assert b"/Subtype /Image" in first.files["cards.pdf"] or b"/Subtype/Image" in first.files["cards.pdf"]
    (tmp_path / "Bread.png").write_bytes(PNG[:-12] + PNG[-12:] + b" ")
    assert made(rules_of(BAKERY), settings=said, folder=tmp_path).files["printed.json"] != first.files["printed.json"]


def test_no_picture_is_read_from_outside_the_folder_of_the_game(tmp_path: Path) -> None:
    game, elsewhere = tmp_path / "game", tmp_path / "elsewhere.png"
    game.mkdir()
    elsewhere.write_bytes(PNG)
    (game / "link.png").symlink_to(elsewhere)
    (game / "here.png").write_bytes(PNG)
    (game / "notes.txt").write_text("x")
    pictures = Pictures(game)
    for name in ("../elsewhere.png", str(elsewhere), "link.png", "notes.txt", "\0.png", ".", "no/such.png"):
        assert pictures.picture(name, {}) is None
    assert pictures.files == {}
    assert pictures.picture("here.png", {}) in pictures.files
    assert pictures.picture("{title}.png", {"title": "../elsewhere"}) is None


def test_a_picture_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_bytes(PNG)
    (tmp_path / "b.png").write_bytes(PNG + b"x")
    monkeypatch.setattr("interpreter.paper.pictures._LARGEST_TOGETHER", len(PNG) + 10)
    pictures = Pictures(tmp_path)
    assert pictures.picture("a.png", {})
    with pytest.raises(LoadError, match="MB together"):
        pictures.picture("b.png", {})
    monkeypatch.setattr("interpreter.paper.pictures._LARGEST", 10)
    with pytest.raises(LoadError, match="is larger than"):
        Pictures(tmp_path).picture("a.png", {})


# ---------------------------------------------------------------- templates


def test_a_template_takes_the_place_of_the_face(tmp_path: Path) -> None:
    (tmp_path / "my.typ").write_text(
        '#import "shared.typ": sans\n#let face(card, width, height) = text(font: sans)[Mine #card.title]\n'
    )
    found = made(rules_of(BAKERY), settings=read('[deck.Good]\ntemplate = "my.typ"'), folder=tmp_path)
    assert found.wrong == ()
    there = [cell.text for cell in cells(found.files["cards.pdf"])]
    assert "Mine Rye loaf" in there[0]
    assert "Bread" not in there[0]
    assert there[8].startswith("A small order 4")


@pytest.mark.parametrize(
    "text",
    [
        '#import "@preview/cetz:0.3.0": canvas', '#include "@local/x:1.0.0"', '#import "\\u{40}preview/cetz:0.3.0"',
        '#let a = "@" + "preview/cetz:0.3.0"\n#import a: *', "#let a = sys.inputs.a\n#import a: *",
        '#eval("1")', "#let e = std.at", "#import sys.inputs.at(0)",
    ],
)  # fmt: skip
def test_a_template_that_could_take_in_something_from_a_network_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "my.typ").write_text(text)
    with pytest.raises(LoadError, match=r"the template my\.typ has `.*` in it"):
        Pictures(tmp_path).template("my.typ")
