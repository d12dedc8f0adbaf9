"""`cards.pdf`, as it is read back: every card in its cell, nothing outside, the right back behind each front."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from dsl.loading import Loaded, load
from interpreter.engine import Engine
from interpreter.paper import cards as making
from interpreter.paper.faces import drawn, told
from interpreter.paper.model import Deck, printed
from interpreter.paper.pictures import Pictures
from interpreter.paper.settings import Settings, checked
from interpreter.paper.sheets import Sheet, sheets
from interpreter.paper.typeset import Document
from tests.bundled import EACH_GAME
from tests.unit.interpreter.paper.printing import (
    A4,
    BAKERY,
    LETTER,
    Cell,
    cells,
    made,
    order_of,
    outside,
    rules_of,
    words,
)  # fmt: skip
from tests.unit.interpreter.paper.test_golden_pages import DOTS, grey

PDF = "cards.pdf"


@pytest.fixture(scope="module")
def bakery() -> Loaded:
    return rules_of(BAKERY)


@pytest.mark.parametrize("name", EACH_GAME)
def test_every_card_lies_in_its_cell_with_its_back_behind_it_and_all_fits_at_every_size(name: str) -> None:
    """How many there are is asked of the engine, which deals them. Where they lie is tried at one size alone.

    Whether all fits hangs on no paper.
    """
    loaded = load(name)
    assert loaded.game is not None
    found = made(loaded)
    assert found.wrong == ()
    decks = order_of(loaded).printed.decks
    if not decks:
        assert found.files.keys() == {making.PRINTED}
        return
    there = list(cells(found.files[PDF]))
    engine = Engine(loaded.game, loaded.game.most_players, engine="reference")
    kinds, dealt = engine.program.layout.kinds, engine.new_game(1)
    on_cards = {one.name for one in loaded.game.card_types if not one.token and not one.personal}
    wanted = Counter(kinds[kind].title for kind in dealt.kind if kinds[kind].card_type in on_cards)
    made_later = {face.title for deck in decks for face in deck.faces} - set(wanted)
    fronts = titles(there, [*wanted, *made_later])
    assert {title: number for title, number in fronts.items() if title in wanted} == wanted
    assert outside(found.files[PDF]) == []
    assert wrong_backs(there, decks) == []
    faces = drawn(printed(loaded.game), Settings(), Pictures(Path("/nowhere")))
    for card in ("bridge", "mini", "tarot"):
        report = told(Document("sheets.typ", faces.data(card, Settings(), title="x", sheets=[])))
        assert [f.face.title for f, fit in zip(faces.faces, report["fits"], strict=True) if not fit["fits"]] == []


def titles(there: Sequence[Cell], known: Sequence[str]) -> Counter[str]:
    """The titles at the head of cells on fronts, which are every other page."""
    by_words = {words(title): title for title in known}
    heads = ([head for head in by_words if cell.text.startswith(head)] for cell in there if cell.page % 2 == 0)
    return Counter(by_words[max(found, key=len)] for found in heads if found)


def wrong_backs(there: Sequence[Cell], decks: Sequence[Deck]) -> list[str]:
    """The fronts behind which another back lies, when the paper is turned over on its long edge."""
    by_place = {(cell.page, cell.column, cell.row): cell.text for cell in there}
    last = max(cell.column for cell in there)
    backs = {words(face.title): deck.back for deck in decks for face in deck.faces}
    found = []
    for cell in there:
        if cell.page % 2 == 0:
            behind = by_place[cell.page + 1, last - cell.column, cell.row]
            heads = [head for head in backs if cell.text.startswith(head)]
            back = backs[max(heads, key=len)] if heads else ""
            if not behind.endswith(words(back)) or bool(behind) is not bool(cell.text):
                found.append(cell.text)
    return found


# ---------------------------------------------------------------- faults that are planted


def planted(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Has each sheet changed before it is set."""
    right = sheets
    monkeypatch.setattr(making, "sheets", lambda *given: tuple(change(sheet) for sheet in right(*given)))


def test_lost_copies_are_found(bakery: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, lambda sheet: evolve(sheet, items=sheet.items[:-1]))
    there = list(cells(made(bakery).files[PDF]))
    fronts = titles(there, [face.title for deck in order_of(bakery).printed.decks for face in deck.faces])
    assert fronts["A small order"] == 1
    assert fronts["The mill has burnt down"] == 0


def test_backs_that_are_not_mirrored_are_found(bakery: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    def unmirrored(sheet: Sheet) -> Sheet:
        turned = {x: sheet.across[-2 - k] for k, x in enumerate(sheet.across[:-1])}
        return evolve(
            sheet, items=tuple(evolve(item, x=turned[item.x]) if item.back else item for item in sheet.items)
        )

    planted(monkeypatch, unmirrored)
    there = list(cells(made(bakery).files[PDF]))
    assert len(wrong_backs(there, order_of(bakery).printed.decks)) == 4


def test_texts_that_leave_their_frame_are_found(bakery: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(
        monkeypatch,
        lambda sheet: evolve(sheet, items=tuple(evolve(item, x=item.x - 2.6) for item in sheet.items)),
    )
    assert "Rye loaf" in outside(made(bakery).files[PDF])


# ---------------------------------------------------------------- other papers, sizes and ways to turn


def test_letter_paper_turned_on_its_short_edge(bakery: Loaded) -> None:
    pdf = made(bakery, "letter", "poker", "short").files[PDF]
    there = {(cell.page, cell.column, cell.row): cell.text for cell in cells(pdf, LETTER)}
    assert there[0, 2, 2].startswith("A small order")
    assert there[1, 2, 0] == "The Bakery Order or Helper"
    assert there[1, 2, 2] == "The Bakery Good or Rumour"
    assert [item.turned for item in sheets([(0, 0)], "letter", "poker", "short", "x")[1].items] == [True]
    assert outside(pdf, LETTER) == []


def test_sheets_that_are_folded_have_each_back_below_its_front(bakery: Loaded) -> None:
    wide, high = A4[1], A4[0]
    order = order_of(bakery, "a4", "poker", "fold")
    faces = drawn(order.printed, order.settings, Pictures(order.folder)).faces
    pages = sheets([(k, face.back) for k, face in enumerate(faces)], "a4", "poker", "fold", "x")
    assert [page.size for page in pages] == [(wide, high)] * 3
    items = pages[0].items
    for front, back in zip(items[::2], items[1::2], strict=True):
        assert (front.back, back.back, back.turned) == (False, True, True)
        assert front.x == back.x
        assert front.y + 88.9 == pytest.approx(high / 2)
        assert back.y == pytest.approx(high / 2)


@pytest.mark.parametrize(
    ("paper", "card", "most"),
    [("a4", "poker", 9), ("a4", "bridge", 9), ("a4", "mini", 16), ("a4", "tarot", 4),
     ("letter", "poker", 9), ("letter", "bridge", 9), ("letter", "mini", 16), ("letter", "tarot", 4)],
)  # fmt: skip
def test_as_many_cards_on_a_sheet_as_have_room(paper: str, card: str, most: int) -> None:
    fronts, backs = sheets([(0, 0)] * most, paper, card, "long", "x")
    assert len(fronts.items) == len(backs.items) == most
    assert len(sheets([(0, 0)] * (most + 1), paper, card, "none", "x")) == 2
    for edges, side in ((fronts.across, fronts.size[0]), (fronts.down, fronts.size[1])):
        assert edges[0] >= 5
        assert edges[0] + edges[-1] == pytest.approx(side, abs=0.001)


# ---------------------------------------------------------------- bytes and pictures


def test_the_same_game_gives_the_same_bytes(bakery: Loaded) -> None:
    assert made(bakery).files == made(bakery).files


def test_another_card_gives_other_bytes(bakery: Loaded) -> None:
    assert made(bakery).files[PDF] != made(rules_of(BAKERY.replace("Rye", "Oat"))).files[PDF]


# ---------------------------------------------------------------- what does not fit


HOSTILE = (
    "#let x = 1", "$a_b$", "*bold* _it_", "@ref <label>", "back\\slash", "`code` ~ // no", "#import('x')", "#panic()",
)  # fmt: skip
REST = (
    "counter point of player\nround day:\n    step 1 a:\n        each player: gain 1 point\n"
    "game ends after day when round_number >= 3: the player with most points wins\n"
)


def one_deck(*titles: str, text: str = "", copies: int = 1) -> Loaded:
    """A game with a deck of cards with these titles, all with a text."""
    entries = "\n".join(f'    {copies} x "{title}"' + (f":\n        > {text}" if text else "") for title in titles)
    return rules_of(
        f'game "Made up":\n    players: 2\ncards Thing\nzone pile: stack\ndeck Thing in pile:\n{entries}\n{REST}'
    )


def test_signs_that_mean_something_to_the_typesetter_are_printed_as_they_are() -> None:
    found = made(one_deck(*HOSTILE, text="#panic() $x$ *a*"))
    there = [cell.text for cell in cells(found.files[PDF]) if cell.page == 0 and cell.text]
    assert [text.removesuffix(" #panic() $x$ *a* Thing 1 in the game") for text in there] == list(HOSTILE)


def test_a_text_that_is_too_long_is_told_and_printed_as_far_as_it_goes() -> None:
    found = made(one_deck("Much", text="word " * 400), "a4", "mini")
    (told,) = found.wrong
    assert told.startswith('card-too-full: the text of 1,999 characters of "Much" (Thing) does not fit on a mini card')
    width, _, points = grey(found.files[PDF], 0)
    dots = DOTS / 25.4
    rows = [points[row * width :][:width] for row in range(int(88 * dots), int(145 * dots))]  # the row of cards below
    assert {point for row in rows for point in row[int(20 * dots) : int(190 * dots)]} == {255}


def test_a_title_that_is_too_long_is_told() -> None:
    (told,) = made(one_deck("Very " * 60 + "long")).wrong
    assert told.startswith('card-too-full: the title of 304 characters of "Very')


def test_a_word_wider_than_the_card_is_parted_rather_than_cut() -> None:
    word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamten"
    found = made(one_deck(word, text=f"A {word} sails."))
    assert found.wrong == ()
    assert outside(found.files[PDF]) == []
    (text,) = (cell.text for cell in cells(found.files[PDF]) if cell.page == 0 and cell.text)
    assert text.replace(" ", "").replace("-", "").count(word) == 2


def test_letters_that_no_font_has_are_told_and_others_are_not() -> None:
    found = made(one_deck("Zażółć", "Жук λόγος", "שלום", "→ ★ ♠ ½ €", "漢字 😀"))
    (told,) = found.wrong
    assert told.startswith("no-letters: no font here has 字 (U+5B57), 漢 (U+6F22) and 😀 (U+1F600): a box is")


@pytest.mark.slow
def test_five_hundred_different_cards_take_seconds() -> None:
    begun = time.monotonic()
    found = made(one_deck(*(f"Card number {k}" for k in range(500)), text="Gain a point."))
    assert found.told == ("cards.pdf: 500 cards on 112 pages",)
    assert time.monotonic() - begun < 60


def test_a_game_without_cards_has_no_sheets() -> None:
    found = made(rules_of(f'game "None":\n    players: 2\n{REST}'))
    assert found.told == ("there are no cards: cards.pdf has not been written",)
    assert PDF not in found.files


# ---------------------------------------------------------------- --changed


def test_only_what_is_new_is_printed(bakery: Loaded) -> None:
    before = json.loads(made(bakery).files[making.PRINTED])["faces"]
    edited = BAKERY.replace('4 x "Rye', '6 x "Rye').replace("speed 3", "speed 2").replace('2 x "A small', '"A small')
    found = making.cards(evolve(order_of(rules_of(edited)), before=before))
    assert found.told == ("cards.pdf: 3 new cards on 2 pages",)
    fronts = titles(list(cells(found.files[PDF])), ["Rye loaf", "Odile", "A small order"])
    assert fronts == {"Rye loaf": 2, "Odile": 1}
    mini = making.cards(evolve(order_of(bakery, "a4", "mini"), before=before))
    assert mini.told == ("cards.pdf: 16 new cards on 2 pages",)
    again = json.loads(found.files[making.PRINTED])["faces"]
    nothing = making.cards(evolve(order_of(rules_of(edited)), before=again))
    assert nothing.told == ("no card is new since the last time: cards.pdf has not been written",)
    assert PDF not in nothing.files


def test_print_toml_is_seen_on_the_page(bakery: Loaded) -> None:
    assert bakery.game is not None
    said: dict[str, Any] = {
        "deck": {"Good": {"hide": ["motto"], "big": "{price} coins", "colour": {"bread": "#112233"}}},
        "card": {"Lemon tart": {"copies": 1}, "Bruno": {"size": 9}},
    }
    settings = checked(said, bakery.game)
    assert settings.wrong == ()
    pdf = made(bakery, settings=settings).files[PDF]
    there = [cell.text for cell in cells(pdf) if cell.page % 2 == 0 and cell.text]
    assert there[0] == "Rye loaf Bread 2 coins Good 4 in the game"
    assert sum(text.startswith("Lemon tart") for text in there) == 1
