"""Made-up decks, as cells and as the rules that say the same, with comments, clauses and rules between."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from unicodedata import normalize

from attrs import evolve, frozen
from hypothesis import strategies as st

KINDS = ("task", "event", "skill")
HEADINGS = ("Title", "Copies", "kind", "power", "hint", "swift", "part", "Text", "Rules")
PRINTED = HEADINGS[2:7]
HEAD = """game "Made":
    players: 1 to 2

enum Kind: task "At work", event, skill
parameter many = 3 (0 to 9) "so many copies"
cards Job: kind: Kind, power: number, hint: text, swift: yes_no, part: Kind or none
zone pile: stack, face down
zone hand of player: hand
counter points of player

# Nothing here is anybody's business.
deck Job in pile:
"""
TAIL = """
round day "Day":
    step 1 drawing "Drawing":
        each player draws a card from pile to their hand

game ends after day when round_number >= 2:
    the player with most points wins
"""


@frozen
class MadeCard:
    """The cells of a card, by heading, and what stands in the rules besides."""

    cells: dict[str, str]
    comment: str = ""
    does: bool = False
    later: str = ""
    spelt_out: bool = False


def words(without: str = "") -> st.SearchStrategy[str]:
    """A few words, also such as a spreadsheet would reckon, in one line and with single blanks."""
    signs = st.characters(codec="utf-8", categories=["L", "N", "P", "S"], exclude_characters=without + "[]{}\\")
    odd = st.sampled_from(["=1+1", "+ more", "-", "@you", "'=x", "1/2", "007", "1,5", "2 x", "a;b", "# no", "each"])
    word = st.one_of(st.text(signs, min_size=1, max_size=8), odd)
    told = st.lists(word, min_size=1, max_size=4).map(" ".join)
    return told.map(lambda text: normalize("NFC", " ".join(text.split()))).filter(bool)


def texts() -> st.SearchStrategy[str]:
    """Paragraphs, each of which begins like a sentence and no clause."""
    return st.lists(words().map(lambda text: f"So {text}"), min_size=1, max_size=3).map("\n".join)


CELLS = {
    "Title": words('"'),
    "Copies": st.one_of(st.integers(0, 99).map(str), st.just("many")),
    "kind": st.sampled_from(KINDS),
    "power": st.one_of(st.just(""), st.integers(-20, 10**9).map(str)),
    "hint": st.one_of(st.just(""), words('"')),
    "swift": st.sampled_from(["", "yes"]),
    "part": st.sampled_from(["", "none", *KINDS]),
    "Text": st.one_of(st.just(""), texts()),
}


@st.composite
def cards(draw: st.DrawFn) -> MadeCard:
    """A card, which may do something and say more about it below."""
    cells = {heading: draw(CELLS[heading]) for heading in CELLS}
    does = draw(st.booleans())
    later = draw(st.one_of(st.just(""), texts())) if does and cells["Text"] else ""
    comment = draw(st.sampled_from(["", "an odd one", "Attack"]))
    return MadeCard(cells, comment, does, later, draw(st.booleans()))


def decks() -> st.SearchStrategy[list[MadeCard]]:
    """The cards of a deck, each with a title of its own."""
    return st.lists(cards(), min_size=1, max_size=5, unique_by=lambda card: card.cells["Title"])


def rules_of(deck: Sequence[MadeCard]) -> str:
    """The game with this deck."""
    return HEAD + "".join(map(_entry, enumerate(deck))) + TAIL


def _entry(placed: tuple[int, MadeCard]) -> str:
    number, card = placed
    cells = card.cells
    copies = "" if cells["Copies"] == "1" and not card.spelt_out else f"{cells['Copies']} x "
    printed = [f'hint "{cells["hint"]}"' if name == "hint" else _said(card, name) for name in PRINTED if cells[name]]
    lines = [f"    # {card.comment}"] * bool(card.comment)
    inside = [f"        > [made-{number}] {cells['Text']}".replace("\n", "\n        > ")] * bool(cells["Text"])
    inside += ["        gain 1 point  # at last", "        gain 2 points"] * card.does
    inside += [f"        > {line}" for line in card.later.split("\n") if line]
    head = ", ".join([f'    {copies}"{cells["Title"]}"', *printed])
    return "\n".join([*lines, head + ":" * bool(inside), *inside, ""])


def _said(card: MadeCard, name: str) -> str:
    value = card.cells[name]
    return name if name == "swift" and not card.spelt_out else f"{name} {value}"


def row_of(card: MadeCard) -> list[str]:
    """The cells, as they are to be written."""
    text = "\n".join(filter(None, (card.cells["Text"], card.later)))
    cells = {**card.cells, "Text": text, "Rules": "yes" if card.does else ""}
    return [cells[heading] for heading in HEADINGS]


def with_cell(card: MadeCard, heading: str, value: str) -> MadeCard:
    """The same card with another cell."""
    return evolve(card, cells={**card.cells, heading: value})


def csv_of(rows: Sequence[Sequence[str]], separator: str = ",", line_end: str = "\r\n") -> str:
    """The rows as a spreadsheet program writes them."""
    out = io.StringIO()
    everything = csv.writer(out, delimiter=separator, lineterminator=line_end, quoting=csv.QUOTE_ALL)
    plain = csv.writer(out, delimiter=separator, lineterminator=line_end)
    (everything if line_end == "\r" else plain).writerows(rows)
    return out.getvalue()
