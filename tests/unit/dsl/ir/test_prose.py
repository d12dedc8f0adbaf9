"""What cards say: golden texts of every face, and that equal words mean equal rules."""

from __future__ import annotations

from collections import defaultdict
from typing import get_args, get_origin

import pytest

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import CardText, card_texts, card_words, does_something
from dsl.ir.prose.nouns import bare, plural, third_person
from dsl.ir.prose.values import Lexicon, Wordless
from dsl.listing import series
from dsl.names.built_ins import BY_NAME, CONSTANT_NAMES
from dsl.walk import nodes_in
from tests.bundled import GAMES
from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, game_of
from tests.unit.dsl.ir.made_up_cards import CONDITIONS, NEVER_ON_CARDS, NO_FUNCTIONS, SHELF, STATEMENTS, TOLD


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


@golden_names("card_words", ("made_up",), ".txt")
def test_words_of_made_up_rules(case: Case, golden: Golden) -> None:
    """Each was read, and compared with the rule."""
    made = game_of(SHELF.replace("{cards}", "\n".join(_card(k, text) for k, text in enumerate(STATEMENTS))))
    texts = card_texts(made)
    golden(case, "".join(
        f"{text}\n    {' '.join(texts[card.title].does) or f'({texts[card.title].wordless})'}\n"
        for card, text in zip(made.cards, STATEMENTS, strict=True)
    ))  # fmt: skip

def _card(number: int, text: str) -> str:
    return f'    "Card {number}", colour red, worth 1:\n        {text}'


@pytest.mark.slow
def test_no_two_cards_with_different_rules_have_the_same_words() -> None:
    """Single statements, statements under conditions, and pairs of them; no two of these texts mean the same."""
    short = [s for s in STATEMENTS if "\n" not in s and ": " not in s][20:]
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


# ---------------------------------------------------------------- each kind of node has words


def rules_on(game: ir.Game, card: ir.Card) -> list[object]:
    """The nodes on a card, and in the rules that it brings into force."""
    nodes = [*nodes_in((card.effect, card.parts))]
    begun = {node.effect for node in nodes if isinstance(node, ir.Begin | ir.Become)} | set(card.standing)
    rules = tuple(rule for define in game.defines for rule in define.exceptions if rule.effect in begun)
    hooks = tuple(hook for hook in game.hooks if hook.effect in begun)
    ends = tuple(w for w in game.whenevers if any(getattr(n, "effect", -1) in begun for n in nodes_in(w.condition)))
    return [*nodes, *nodes_in((rules, hooks, ends))]


def test_every_kind_of_rule_has_words() -> None:
    """Each kind of statement, value, question, function and event stands on some made-up card that has words."""
    texts = [*STATEMENTS, *(f"if {c}: gain 1 coin" for c in CONDITIONS), TOLD]
    made = game_of(SHELF.replace("{cards}", "\n".join(_card(k, text) for k, text in enumerate(texts))))
    faces_of = card_texts(made)
    told = [node for card in made.cards if faces_of[card.title].wordless is None for node in rules_on(made, card)]
    said = {type(node) for node in told}
    unions = (ir.Statement, ir.Expression, ir.Options, ir.Place)
    kinds = {get_origin(kind) or kind for union in unions for kind in get_args(union)}
    assert kinds - said == NEVER_ON_CARDS, "these have no words on any card, or have some by now"
    functions = {node.name for node in told if isinstance(node, ir.Function)}
    assert {*BY_NAME, *CONSTANT_NAMES} - functions == NO_FUNCTIONS
    assert set(ir.EventKind) == {node.event for node in told if isinstance(node, ir.HookRule)}


@pytest.mark.parametrize(
    "text",
    [
        "let x be number of cards in shelf\n        move top of pile to shelf\n        gain x coins",
        "let one be top of pile\n        draw a card from pile\n        discard one",
        "let x be your coins\n        repeat 2 times: gain x coins",
        "let x be decided by boldness of left of you\n        left of you gains 1 fame\n        gain x coins",
    ],
)
def test_what_was_so_before_has_no_words_of_now(text: str) -> None:
    """`the top card of the pile` would be another card by then."""
    _, texts = faces(_card(1, text))
    assert str(texts["Card 1"].wordless) == "what it was before"
    assert texts["Card 1"].does == ()


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
    _, texts = faces(_card(1, "if your lucky or your coins > 1 and your fame > 1: gain 1 coin").replace("Card 1", "A"))
    assert str(texts["A"].wordless) == "`and` within `or`"
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
