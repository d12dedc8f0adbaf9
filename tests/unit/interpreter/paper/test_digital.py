"""What is made for digital tables, read back as their programs read it."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pypdfium2
import pytest
from tts.config import Config
from tts.repack import repack
from tts.savegame import UnpackedSavegame
from tts.unpack import unpack

from interpreter.paper.board.kept import Kept, kept
from interpreter.paper.digital import tts as save
from interpreter.paper.digital.drawing import grid
from interpreter.paper.digital.images import images
from interpreter.paper.digital.pcio import pcio
from interpreter.paper.digital.piles import piles
from interpreter.paper.digital.tts import COLUMNS, on_sheet, tts
from interpreter.paper.order import Made, Order
from interpreter.table.atomic_write import own_folder
from tests.unit.interpreter.paper.printing import BAKERY, order_of, rules_of, words

#: The bakery with tokens, dice that every program has and one that none has, and counters of three kinds.
MORE = BAKERY.replace(
    "counter point of player",
    """counter point of player: from 0 to 20
counter flour: from 0 to 30, starts at 7
counter sold of Kind
dice oven: from 1 to 6
dice luck: from 0 to 2
tokens Crumb: worth: number""",
).replace("deck Rumour in shelf:", 'deck Crumb in shelf:\n    5 x "Crumb", worth 1\ndeck Rumour in shelf:')
COPIES = {
    "Rye loaf": 4, "Lemon tart": 3, "Long wooden peel": 1, "A small order": 2, "An order for the whole street": 1,
    "Odile": 1, "Bruno": 1, "Nobody at all": 2, "The mill has burnt down": 1, "Crumb": 5,
}  # fmt: skip


@pytest.fixture(scope="module")
def order() -> Order:
    return order_of(rules_of(MORE))


@pytest.fixture(scope="module")
def saved(order: Order) -> Made:
    return tts(order)


@pytest.fixture(scope="module")
def room(order: Order) -> Made:
    return pcio(order)


# ---------------------------------------------------------------- Tabletop Simulator


def read_save(made: Made) -> Counter[str]:
    """How many cards of each title a save has, where all that it says of them agrees."""
    (text,) = (data for name, data in made.files.items() if name.endswith(".json"))
    found: Counter[str] = Counter()
    ids = []
    for thing in json.loads(text)["ObjectStates"]:
        ids += [thing["GUID"], *(one["GUID"] for one in thing.get("ContainedObjects", ()))]
        for card in thing.get("ContainedObjects", (thing,)) if "CustomDeck" in thing else ():
            number, place = divmod(card["CardID"], 100)
            sheet = card["CustomDeck"][str(number)]
            assert sheet == thing["CustomDeck"][str(number)]
            assert place < sheet["NumWidth"] * sheet["NumHeight"] - 1, "the last place is what others see"
            for url in (sheet["FaceURL"], sheet["BackURL"]):
                assert any(unquote(urlsplit(url).path).endswith(f"/{name}") for name in made.files), url
            found[card["Nickname"]] += 1
        if "DeckIDs" in thing:
            assert thing["DeckIDs"] == [card["CardID"] for card in thing["ContainedObjects"]]
    assert len(ids) == len(set(ids))
    return found


def test_a_save_has_every_card_as_often_as_the_rules_say(saved: Made) -> None:
    assert read_save(saved) == COPIES


def test_what_lies_on_a_sheet_is_what_the_save_says_of_it(order: Order, saved: Made) -> None:
    (text,) = (data for name, data in saved.files.items() if name.endswith(".json"))
    titles = {
        divmod(card["CardID"], 100): card["Nickname"]
        for thing in json.loads(text)["ObjectStates"] for card in thing.get("ContainedObjects", ())
    }  # fmt: skip
    for number, pile in enumerate(piles(order), start=1):
        these = on_sheet(pile, pile.faces)
        page = pypdfium2.PdfDocument(grid(order, pile, these, COLUMNS, len(these) // COLUMNS).pdf())[0]
        wide, high = (side / n for side, n in zip(page.get_size(), (COLUMNS, len(these) // COLUMNS), strict=True))
        for place in range(len(these)):
            row, column = divmod(place, COLUMNS)
            there = words(page.get_textpage().get_text_bounded(
                column * wide, page.get_height() - (row + 1) * high, (column + 1) * wide, page.get_height() - row * high
            ))  # fmt: skip
            if place == len(these) - 1:
                assert there == f"The Bakery {pile.title}"
            elif (number, place) in titles:
                assert there.startswith(titles[number, place])
            else:
                assert not there or pile.copies == 1


def test_a_save_has_counters_dice_and_hands(saved: Made) -> None:
    (text,) = (data for name, data in saved.files.items() if name.endswith(".json"))
    things = json.loads(text)["ObjectStates"]
    counters = {one["Nickname"]: one["Counter"]["value"] for one in things if one["Name"] == "Counter"}
    assert counters == {
        "Point (White)": 0, "Point (Brown)": 0, "Point (Red)": 0, "Point (Orange)": 0, "Flour": 7,
        "Sold (Bread)": 0, "Sold (Tart or cake)": 0, "Sold (Tool)": 0,
    }  # fmt: skip
    assert [one["Nickname"] for one in things if one["Name"] == "Die_6"] == ["oven"]
    assert [one["FogColor"] for one in things if one["Name"] == "HandTrigger"] == ["White", "Brown", "Red", "Orange"]
    assert saved.told[1:] == ("Tabletop Simulator has no die from 0 to 2: luck",)


def test_more_faces_than_a_sheet_holds_are_on_several(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = "\n".join(f'    "Card {number}"' for number in range(75))
    text = f"""game "Many":
    players: 2
cards Card
zone pile: stack, face down
zone hand of player: hand
deck Card in pile:
{cards}
round day:
    step 1 drawing:
        each player: draw a card from pile
game ends after day: nobody wins
"""
    monkeypatch.setattr(save, "side_by_side", lambda *given: repr(given[2:]).encode())
    made = tts(order_of(rules_of(text)))
    assert read_save(made) == {f"Card {number}": 1 for number in range(75)}
    assert len(made.files) == 1 + 1 + 2


# ---------------------------------------------------------------- playingcards.io


def read_room(made: Made) -> tuple[Counter[str], list[dict[str, Any]]]:
    """How many cards of each title a room has, where all that it says of them agrees, and its widgets."""
    (data,) = made.files.values()
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.read("schemaVersion") == b"6"
    widgets = json.loads(archive.read("widgets.json"))
    by_id = {one["id"]: one for one in widgets}
    assert len(by_id) == len(widgets)
    found: Counter[str] = Counter()
    for one in widgets:
        if one["type"] == "card":
            deck, holder = by_id[one["deck"]], by_id[one["parent"]]
            assert (deck["type"], holder["type"], deck["parent"]) == ("cardDeck", "holder", holder["id"])
            found[deck["cardTypes"][one["cardType"]]["label"]] += 1
            faces = [deck["cardTypes"][one["cardType"]]["image"], deck["backTemplate"]["objects"][0]["value"]]
            assert {face.removeprefix("package://") for face in faces} <= set(archive.namelist())
    return found, widgets


def test_a_room_has_every_card_as_often_as_the_rules_say(room: Made) -> None:
    assert read_room(room)[0] == COPIES


def test_a_room_has_counters_within_their_bounds_and_dice(room: Made) -> None:
    widgets = read_room(room)[1]
    counters = {one["label"]: (one["counterValue"], one.get("counterMin"), one.get("counterMax"))
                for one in widgets if one["type"] == "counter"}  # fmt: skip
    assert counters["Point 3"] == (0, 0, 20) and counters["Flour"] == (7, 0, 30) and len(counters) == 8
    assert [(by["deck"], by["diceValue"]) for by in widgets if by["type"] == "dice"] == [
        ("dice4", "v1"), ("dice5", "v0"),
    ]  # fmt: skip
    assert [len(one["cardTypes"]) for one in widgets if one.get("collectionType") == "dice"] == [6, 3]


def test_nothing_in_a_room_lies_on_another_thing_or_beyond_the_edge(room: Made) -> None:
    sizes = {"counter": (140, 44), "hand": (1500, 180), "dice": (70, 70)}
    boxes = []
    for one in read_room(room)[1]:
        if one["type"] in ("holder", *sizes):
            wide, high = sizes.get(one["type"], (one.get("width", 0), one.get("height", 0)))
            assert one["x"] + wide <= 1600 and one["y"] + high <= 1000
            boxes.append((one["x"], one["y"], one["x"] + wide, one["y"] + high))
    apart = [a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a in boxes for b in boxes if a is not b]
    assert apart and all(apart)


# ---------------------------------------------------------------- pictures


@pytest.mark.slow
def test_a_picture_of_each_card_has_the_size_that_print_services_take() -> None:
    rules = rules_of(BAKERY)
    for card, size in (("poker", (825, 1125)), ("bridge", (750, 1125)), ("tarot", (900, 1500))):
        made = images(order_of(rules, card=card))
        assert {struct.unpack(">II", data[16:24]) for data in made.files.values()} == {size}
    assert "images/good_or_rumour/1_rye_loaf_x4.png" in made.files
    assert sum(name.endswith("/back.png") for name in made.files) == 2


@pytest.mark.slow
def test_equal_rules_give_equal_bytes(order: Order, saved: Made, room: Made) -> None:
    again = order_of(rules_of(MORE))
    assert tts(again).files == saved.files
    assert pcio(again).files == room.files


def test_lost_copies_are_noticed(saved: Made) -> None:
    name = next(name for name in saved.files if name.endswith(".json"))
    whole = json.loads(saved.files[name])
    del whole["ObjectStates"][0]["ContainedObjects"][0], whole["ObjectStates"][0]["DeckIDs"][0]
    assert read_save(Made({**saved.files, name: json.dumps(whole).encode()})) != COPIES


def test_numbers_kept_at_the_table(order: Order) -> None:
    assert order.rules.game is not None
    found = kept(order.rules.game, 2)
    assert [one for one in found if one.seat is not None] == [
        Kept("point", "Point", 0, (), 0, 0, 20), Kept("point", "Point", 1, (), 0, 0, 20),
    ]  # fmt: skip
    table = ["Flour", "Sold (Bread)", "Sold (Tart or cake)", "Sold (Tool)"]
    assert [one.title for one in found if one.seat is None] == table


def test_a_folder_of_ours_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "images").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="link"):
        own_folder(tmp_path, "images", "more")
    assert own_folder(tmp_path, "a", "b") == tmp_path / "a" / "b"


def test_a_program_of_others_takes_a_save_apart_and_puts_it_together(saved: Made, tmp_path: Path) -> None:
    (text,) = (data for name, data in saved.files.items() if name.endswith(".json"))
    there = UnpackedSavegame(tmp_path, Config())
    whole = json.loads(text, parse_float=Decimal)
    unpack(savegame=json.loads(text, parse_float=Decimal), unpacked_savegame=there)
    assert repack(unpacked_savegame=there) == whole
