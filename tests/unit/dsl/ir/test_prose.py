"""What cards say: golden texts of every face, and that equal words mean equal rules."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import CardText, card_texts, card_words, does_something
from dsl.ir.prose.nouns import bare, plural, third_person
from dsl.ir.prose.values import Lexicon, Wordless
from dsl.listing import series
from tests.bundled import GAMES
from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, game_of

SHELF = """game "Shelf":
    players: 2 to 4

enum Colour: red "Red", blue "Blue", green "Green"
cards Thing: colour: Colour, worth: number
zone hand of player: hand
zone shelf: row, face up
zone pile: stack, face down, refill from discard_pile
zone discard_pile: stack, face up
zone stall of player: row, face up
counter coin of player
counter fame of player
flag lucky of player
flag dented of Thing
define luck of player: 1
define can_trade of player: yes

deck Thing in pile:
{cards}

round day:
    each player: draw a card from pile
game ends after day: the player with most coin wins
"""


def faces(cards: str) -> tuple[ir.Game, dict[str, CardText]]:
    """The made-up game with these cards, and what they say."""
    made = game_of(SHELF.replace("{cards}", cards))
    return made, dict(card_texts(made))


# ---------------------------------------------------------------- texts that were read one by one


@golden_names("card_texts", GAMES, ".txt")
def test_every_face_of_the_games_that_come_with_bylaws(case: Case, golden: Golden) -> None:
    """Each text was read, and compared with the rules."""
    played = game(case.name)
    texts = card_texts(played)
    lines = []
    for card in played.cards:
        text = texts[card.title]
        assert text.wordless is None, card.title
        assert bool(text.paragraphs) >= does_something(card), card.title
        lines += [card.title, *(f"    {words}" for words in text.does), *(f"    ({words})" for words in text.remarks)]
    golden(case, "\n".join(lines) + "\n")


# ---------------------------------------------------------------- equal words mean equal rules

STATEMENTS = (
    *(f"{verb} {n} {things}" for verb, n, things in product(("gain", "lose"), (1, 2), ("coins", "fame"))),
    "each player gains 1 coin",
    "each player other than you gains 1 coin",
    "each player loses 1 coin",
    "each player other than you loses 2 coins",
    "left of you gains 1 coin",
    "right of you gains 1 coin",
    "give 1 coin to left of you",
    "give 2 coins to left of you",
    "left of you gives 1 coin to you",
    "draw a card from pile",
    "draw 2 cards from pile",
    "draw a card from pile to your stall",
    "draw a card from discard_pile",
    "discard the top card of pile",
    "move the top card of pile to your hand",
    "move the top card of discard_pile to your hand",
    "move the top card of pile to bottom of discard_pile",
    "move the top card of pile to discard_pile",
    "remove the top card of pile from the game",
    "move the top card of pile to your stall face down",
    "move the top card of pile to shelf",
    "shuffle pile",
    "shuffle discard_pile",
    "reveal the top card of pile",
    "look at the top card of pile",
    "look at hand of left of you",
    "reveal your hand",
    "swap your hand and hand of left of you",
    "swap your stall and stall of left of you",
    "set your lucky to yes",
    "set your lucky to no",
    "set lucky of left of you to yes",
    "set dented of this to yes",
    "raise your coins by 1",
    "lower your coins by 1",
    "raise your fame by 1",
    "gain coins equal to your fame",
    "gain coins equal to your luck",
    "gain coins equal to number of cards in your hand",
    "gain coins equal to number of cards in shelf",
    "end turn",
    "gain fame equal to (number of cards in shelf where colour is red)",
    "gain fame equal to (number of cards in shelf where colour is not red)",
    "gain fame equal to (number of cards in shelf where worth > 1)",
    "gain fame equal to (number of cards in shelf where worth < 1)",
    "choose a player as rival\n        rival loses 1 coin",
    "choose a player other than you as rival\n        rival loses 1 coin",
    "choose a player other than you as rival\n        rival gains 1 coin",
    "choose a player as rival where coins > your coins\n        rival loses 1 coin",
    "choose a player as rival where coins < your coins\n        rival loses 1 coin",
    "choose a player as rival where hand is empty\n        rival loses 1 coin",
    "choose a player as rival where hand is not empty\n        rival loses 1 coin",
    "choose a card from your hand as thing\n        discard thing",
    "choose a card from your hand as thing\n        remove thing from the game",
    "choose a card from shelf as thing\n        move thing to your hand",
    "secretly choose a card from your hand as thing\n        move thing to shelf",
    "randomly choose a card from your hand as thing\n        move thing to shelf",
    "you may choose a card from your hand as thing\n        move thing to shelf",
    "choose a card from your hand as thing where colour is red\n        move thing to shelf",
    "choose a card from your hand as thing where worth >= 2\n        move thing to shelf",
    "until end of this turn:\n            exception to luck of you: previous + 1",
    "until end of your next turn:\n            exception to luck of you: previous + 1",
    "until start of your next turn:\n            exception to luck of you: previous - 1",
    "until end of this turn:\n            exception to luck of any player: instead 3",
    "until end of this turn:\n            exception to luck of you: at least 3",
    "until end of this turn:\n            exception to luck of you: at most 3",
    "until end of this turn:\n            exception to can_trade of you: instead no",
    "until end of this turn:\n            exception to can_trade of any player: instead no",
    "until end of this turn:\n            after you gaining some coins: gain 1 fame",
    "until end of this turn:\n            after any player gaining some coins: gain 1 fame",
    "until end of this turn:\n            instead of you losing some coins: nothing happens",
    'choose one:\n            option "Coin": gain 1 coin\n            option "Fame": gain 1 fame',
    'choose one:\n            option "Coin": gain 1 fame\n            option "Fame": gain 1 coin',
)
CONDITIONS = (
    "your coins > 1", "your coins >= 1", "your coins = 0", "your coins < 2", "your fame > fame of left of you",
    "your fame < fame of left of you", "your lucky", "not your lucky", "can_trade of you", "not can_trade of you",
    "your hand is empty", "your hand is not empty", "number of cards in shelf >= 2", "number of cards in shelf <= 2",
    "any player where coins > your coins", "no player where coins > your coins", "no player where coins < your coins",
    "your lucky and your coins > 1", "your lucky or your coins > 1", "any card in shelf where colour is red",
    "no card in shelf where colour is red", "dented of this", "your luck = 2", "your luck is not 2",
)  # fmt: skip


def _card(number: int, text: str) -> str:
    return f'    "Card {number}", colour red, worth 1:\n        {text}'


def test_no_two_cards_with_different_rules_have_the_same_words() -> None:
    """Single statements, statements under conditions, and pairs of them; no two of these texts mean the same."""
    short = [s for s in STATEMENTS if "\n" not in s][20:]
    texts = [
        *STATEMENTS,
        *(f"if {c}: {short[k % len(short)]}" for k, c in enumerate(CONDITIONS)),
        *(f"if {c}: gain 1 coin" for c in CONDITIONS),
        *(f"if {c}: gain 1 coin\n        otherwise: lose 1 coin" for c in CONDITIONS),
        *(f"if {c}:\n            gain 1 coin\n            draw a card from pile" for c in CONDITIONS),
        *(f"if {c}: gain 1 coin\n        draw a card from pile" for c in CONDITIONS),
        *(f"{a}\n        {b}" for a, b in zip(short, (*STATEMENTS[50:], *short), strict=False)),
    ]  # fmt: skip
    made = game_of(SHELF.replace("{cards}", "\n".join(_card(k, text) for k, text in enumerate(texts))))
    lexicon = Lexicon(made)
    meaning: dict[tuple[str, ...], list[str]] = defaultdict(list)
    wordless = []
    for card, text in zip(made.cards, texts, strict=True):
        try:
            meaning[card_words(lexicon, card)].append(text)
        except Wordless:
            wordless.append(text)
    assert not {words: same for words, same in meaning.items() if len(same) > 1 or not words}
    assert len(wordless) < len(texts) / 20, wordless


# ---------------------------------------------------------------- which words a card has


def test_lines_of_the_designer_are_the_text_where_nearly_all_cards_have_them() -> None:
    _, texts = faces('    "A", colour red, worth 1:\n        > You are paid.\n        gain 1 coin')
    assert texts["A"] == CardText(("You are paid.",))


def test_elsewhere_they_are_remarks_behind_the_words() -> None:
    bare_card = '    "B", colour red, worth 1:\n        lose 1 coin\n'
    _, texts = faces(bare_card + '    "A", colour red, worth 1:\n        > You are paid.\n        gain 1 coin')
    assert texts["A"] == CardText(("Gain 1 coin.",), ("You are paid.",))
    assert texts["A"].paragraphs == ("Gain 1 coin.", "You are paid.")


def test_what_has_no_words_says_why() -> None:
    _, texts = faces('    "A", colour red, worth 1:\n        repeat 2 times: gain 1 coin')
    assert str(texts["A"].wordless) == "no words for ForRange"
    assert texts["A"].paragraphs == ()


def test_a_card_that_does_nothing_says_nothing() -> None:
    _, texts = faces('    "A", colour red, worth 1')
    assert texts["A"] == CardText()


def test_lines_in_the_middle_of_the_rules_are_part_of_the_text() -> None:
    _, texts = faces(
        '    "A", colour red, worth 1:\n        > If you are lucky,\n'
        "        if your lucky:\n            > you are paid.\n            gain 1 coin"
    )
    assert texts["A"].does == ("If you are lucky, you are paid.",)


# ---------------------------------------------------------------- English


@pytest.mark.parametrize(
    ("verb", "third"),
    [
        ("gain", "gains"),
        ("pass on", "passes on"),
        ("carry", "carries"),
        ("have", "has"),
        ("go", "goes"),
        ("try", "tries"),
    ],
)
def test_verbs_go_there_and_back(verb: str, third: str) -> None:
    assert third_person(verb) == third
    assert bare(third.split()[0]) == verb.split()[0]


def test_plurals_and_lists() -> None:
    assert [plural(w) for w in ("coin", "box", "city", "day", "dice")] == ["coins", "boxes", "cities", "days", "dices"]
    assert [series(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
