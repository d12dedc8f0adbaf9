"""`looks.toml`: what a page is told of it, what is wrong with it, and that nothing hidden is told by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.ir import nodes as ir
from dsl.loading import load, rules_hash
from interpreter.web.looks import Looks
from tests.unit.interpreter.web.serving import served

RULES = """
game "Two rooms":
    players: 2
spaces Room: Hall, Cellar, Garden_Shed
cards Tool
zone hand of player: hand
zone shelf: stack, face down
deck Tool in shelf:
    4 x "Hammer"
    4 x "Garden Rake"
counter points of player
setup:
    each player: draw 2 from shelf to your hand
round day "Day":
    each player:
        choose a Room as room asking "Where to?"
        gain 1 point
game ends after day:
    the player with most points wins
"""

LOOKS = """
[colours]
tool = "#d55e00"
tol = "#d55e00"
[icons]
Hammer = "h"
[images]
hammer = "pictures/hammer.png"
"Garden Rake" = "../elsewhere.png"
[captions]
"Garden Rake" = "for leaves"
"Garden Rale" = "for leaves"
Hall = 3
[grids]
Room = [["Hall", ""], ["Cellar", "Garden Shed"]]
[sounds]
Hammer = "bang"
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "two_rooms"
    (folder / "pictures").mkdir(parents=True)
    (folder / "game.bylaws").write_text(RULES)
    (folder / "pictures" / "hammer.png").write_bytes(b"\x89PNG")
    (tmp_path / "elsewhere.png").write_bytes(b"\x89PNG")
    return folder


def game_in(folder: Path) -> ir.Game:
    game = load(folder).game
    assert game is not None
    return game


def test_without_the_file_nothing_is_told(rules: Path) -> None:
    told, wrong = Looks(rules).shown(game_in(rules))
    assert not any(told.values()) and wrong == []


def test_what_is_known_is_told_and_what_is_not_is_said(rules: Path) -> None:
    (rules / "looks.toml").write_text(LOOKS)
    looks = Looks(rules)
    told, wrong = looks.shown(game_in(rules))
    name = told["images"].pop("Hammer")
    assert told == {
        "colours": {"Tool": "#d55e00"}, "icons": {"Hammer": "h"}, "images": {},
        "captions": {"Garden Rake": "for leaves"}, "grids": {"Room": [["Hall", ""], ["Cellar", "Garden Shed"]]},
    }  # fmt: skip
    assert "hammer" not in name.casefold()
    assert looks.image(name.removeprefix("/looks/")) == rules / "pictures/hammer.png"
    assert wrong == [
        "looks.toml has a part sounds; the parts are colours, icons, images, captions, grids",
        "looks.toml, [colours]: there is no kind of card tol; did you mean Tool?",
        "looks.toml, [captions]: there is no card or space Garden Rale; did you mean Garden Rake?",
        "looks.toml, [captions]: what stands for Hall is a text of at most 200 letters",
        "looks.toml, [images]: Garden Rake has no image '../elsewhere.png' in the folder of the game "
        "(.png, .jpg, .jpeg, .webp, .gif)",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[icons", "looks.toml cannot be read: "),
        ('icons = "h"', "looks.toml: icons is a table: write [icons] above its lines"),
        ('[colours]\nTool = "red"', 'looks.toml, [colours]: the colour of Tool is written like "#d55e00"'),
        ('[grids]\nRoom = ["Hall"]', "looks.toml, [grids]: Room is laid out in rows of titles: "),
        ('[grids]\nRoom = [["Hall", "Hall"]]', "looks.toml, [grids]: Hall is laid more than once"),
        ('[grids]\nRoom = [["Hal"]]', "looks.toml, [grids]: there is no space of Room Hal; did you mean Hall?"),
    ],
)
def test_what_cannot_be_is_said_and_left_out(text: str, said: str, rules: Path) -> None:
    (rules / "looks.toml").write_text(text)
    told, wrong = Looks(rules).shown(game_in(rules))
    assert not any(told.values())
    assert len(wrong) == 1 and wrong[0].startswith(said)


def test_the_rules_are_the_same_with_it(rules: Path) -> None:
    before = rules_hash(load(rules))
    (rules / "looks.toml").write_text(LOOKS)
    assert rules_hash(load(rules)) == before


@pytest.mark.slow
def test_images_are_had_by_their_names_alone_which_are_others_each_time(rules: Path, tmp_path: Path) -> None:
    (rules / "looks.toml").write_text(LOOKS)
    known = []
    for number in range(2):
        with served(tmp_path / f"kept {number}", rules) as server:
            _, links = server.table()
            assert links["0"].get("looks", token="x").status_code == 403
            name = links["0"].get("looks").json()["images"]["Hammer"]
            assert name == links["watch"].get("looks").json()["images"]["Hammer"]
            assert server.client.get(name).content == b"\x89PNG"
            for other in ("hammer.png", "Hammer", "..%2Flooks.toml", "x"):
                assert server.client.get(f"/looks/{other}").status_code == 404
            known.append(name)
    assert known[0] != known[1]


