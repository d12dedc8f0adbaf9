"""What cards say: golden texts of every face, and that equal words mean equal rules."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import get_args, get_origin

import pytest

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import CardText, card_texts, card_words, does_something
from dsl.ir.prose.nouns import bare, plural, third_person
from dsl.ir.prose.values import Lexicon, Wordless
from dsl.listing import series
from dsl.walk import nodes_in
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
define crowd: 2
define is_merry: yes
define skill of player, Colour: 1
flag open_house
remember weather: Colour or none
remember mood of Thing: Colour or none
role host
dice cube: from 1 to 6
procedure clean_up: shuffle discard_pile
procedure robbery of victim: player: victim loses 1 coin
counters Purse of player
    gold
    silver
tokens Bead
procedure pick, deciding a number:
    choose a number from 1 to 3 as x
    decide x
action sell "Sell": gain 1 coin
action rest "Rest": gain 1 fame

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
    *(f"roll {n} as thrown\n        gain coins equal to {how} pips of thrown" for n in ("2 cubes", "3 cubes")
      for how in ("total", "highest", "lowest")),
    "roll a cube as alarm\n        if pips of alarm is 6: gain 1 coin",
    "roll a cube as alarm\n        if pips of alarm > 4: gain 1 coin",
    "secretly roll a cube as alarm\n        if pips of alarm > 4: gain 1 coin",
    "left of you rolls a cube as alarm\n        if pips of alarm > 4: gain 1 coin",
    "repeat 2 times: gain 1 coin",
    "repeat 3 times: gain 1 coin",
    "repeat (number of cards in shelf) times: gain 1 coin",
    "while your coins < 3: gain 1 coin",
    "while your coins < 4: gain 1 coin",
    "set open_house to yes",
    "set open_house to no",
    "set weather to red",
    "set weather to blue",
    "set mood of this to red",
    "set mood of top of pile to red",
    "set host to left of you",
    "set host to you",
    "you take up to 2 actions from sell",
    "you take up to 2 actions from rest",
    "you take 2 actions from sell, rest",
    "you take any number of actions from sell, rest",
    "left of you wins",
    "you win",
    "nobody wins",
    "this becomes a copy of top of pile until end of this turn",
    "this becomes a copy of top of pile until start of your next turn",
    "this becomes a copy of top of pile until end of this turn, keeping worth",
    "top of shelf becomes a copy of this until end of this turn",
    "this becomes a copy of top of pile as long as your lucky",
    "this becomes a copy of top of pile as long as not your lucky",
    "this becomes a copy of top of pile for the rest of the game",
    "until end of this turn:\n            exception to can_trade of you if your coins > 1: instead no",
    *(f"until end of this turn:\n            {rule}" for rule in (
        "exception to crowd: previous + 1", "exception to crowd: previous + 2", "exception to crowd: instead 1",
        "exception to is_merry: instead no", "exception to is_merry: instead yes",
        "after doing clean_up: gain 1 coin", "before doing clean_up: gain 1 coin",
        "instead of doing clean_up: gain 1 coin", "after doing robbery: gain 1 coin",
        "after any player drawing any card: gain 1 coin", "after you drawing any card: gain 1 coin",
        "after you drawing any card from pile: gain 1 coin", "after you discarding any card: gain 1 coin",
        "before you discarding any card: gain 1 coin", "instead of you discarding any card: gain 1 coin",
        "instead of you discarding any card as thing: remove thing from the game",
        "after you drawing any card as thing: reveal thing", "after you drawing any card as thing: discard thing",
        "after any player rolling any cube: gain 1 coin", "after you rolling any cube: gain 1 coin",
        "before action sell: gain 1 coin", "after action sell: gain 1 coin", "after action rest: gain 1 coin",
        "after any player becoming host: gain 1 coin", "after round day: gain 1 coin", "before round day: gain 1 coin",
        'reaction "Cheer", after any player drawing any card: gain 1 coin',
        'reaction "Cheer", after any player drawing any card: gain 2 coins',
        'reaction "Cheer", instead of you discarding any card: gain 1 coin',
        "forbid action sell", "forbid action rest",
    )),
    "when served: gain 1 coin",
    "when served: gain 2 coins",
    "when cleared: gain 1 coin",
    "gain 1 coin\n        when served: gain 1 fame",
    "gain coins equal to your coins / 2 rounded up",
    "gain coins equal to your coins / 2 rounded down",
    "gain coins equal to your coins + your fame",
    "gain coins equal to your coins - your fame",
    "if colour of this is in (red, blue): gain 1 coin",
    "if colour of this is not in (red, blue): gain 1 coin",
    "do effect of top of shelf",
    "do effect of top of pile",
    "set next_player to left of you",
    "set next_player to right of you",
    "create 1 Bead in shelf",
    "create 2 Beads in shelf",
    "create 1 Bead in your stall",
    "flip top of pile face up",
    "flip top of pile face down",
    "do robbery of left of you",
    "do robbery of right of you",
    "in one moment:\n            gain 1 coin\n            left of you loses 1 coin",
    "all players at once:\n            secretly choose a card from hand of you as thing\n            discard thing",
    "let x be number of cards in shelf\n        if x > 2: gain 1 coin",
    "reveal every card in hand of players",
    "reveal every card in stall of players",
)
#: What there are no words for on a card, and the node of the IR because of which there are none.
WORDLESS: tuple[tuple[str, type], ...] = (
    ("as left of you, decided by you: draw a card from pile", ir.DecidedBy),
    ("repeat at most 9 times:\n            gain 1 coin\n            if your coins > 3: stop", ir.Stop),
    ("return", ir.Leave),
    ("gain coins equal to item(1) of (1, 2)", ir.Function),
    ("choose a Purse as kind\n        if kind of you > 1: gain 1 coin", ir.ReadCounter),
    ("let x be decided by pick\n        gain x coins", ir.Call),
    ("discard the card in shelf with most worth", ir.Ranked),
)
#: What stands on no card: parts of the rules that a game makes of them, and what is refused before.
NEVER_ON_CARDS: set[type] = {ir.Boundary, ir.Turn, ir.Unsupported, ir.RunFlow, ir.Item, ir.Cases}
#: It tells what happens, and does nothing: so it is no part of what a card does.
TOLD = 'announce "{you} is glad"\n        do clean_up'
CONDITIONS = (
    "your coins > 1", "your coins >= 1", "your coins = 0", "your coins < 2", "your fame > fame of left of you",
    "your fame < fame of left of you", "your lucky", "not your lucky", "can_trade of you", "not can_trade of you",
    "your hand is empty", "your hand is not empty", "number of cards in shelf >= 2", "number of cards in shelf <= 2",
    "any player where coins > your coins", "no player where coins > your coins", "no player where coins < your coins",
    "your lucky and your coins > 1", "your lucky or your coins > 1", "any card in shelf where colour is red",
    "no card in shelf where colour is red", "dented of this", "your luck = 2", "your luck is not 2",
    "open_house", "not open_house", "is_merry", "host exists", "host is none", "you is host", "mood of this is red",
    "weather is red", "crowd > 1",
)  # fmt: skip


def _card(number: int, text: str) -> str:
    return f'    "Card {number}", colour red, worth 1:\n        {text}'


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


# ---------------------------------------------------------------- each kind of node has words, or is known to have none


def kinds_on(game: ir.Game, card: ir.Card) -> set[type]:
    """The kinds of statements and values on a card, and in the rules that it brings into force."""
    nodes = [*nodes_in((card.effect, card.parts))]
    begun = {node.effect for node in nodes if isinstance(node, ir.Begin | ir.Become)} | set(card.standing)
    rules = tuple(rule for define in game.defines for rule in define.exceptions if rule.effect in begun)
    hooks = tuple(hook for hook in game.hooks if hook.effect in begun)
    ends = tuple(w for w in game.whenevers if any(getattr(n, "effect", -1) in begun for n in nodes_in(w.condition)))
    return {type(node) for node in (*nodes, *nodes_in((rules, hooks, ends)))}


def test_every_kind_of_rule_has_words_or_is_known_to_have_none() -> None:
    """With words: on some made-up card. Without: a card with it is `card-without-words`, and never half told."""
    texts = [*STATEMENTS, *(f"if {c}: gain 1 coin" for c in CONDITIONS), TOLD, *(text for text, _ in WORDLESS)]
    made = game_of(SHELF.replace("{cards}", "\n".join(_card(k, text) for k, text in enumerate(texts))))
    faces_of = card_texts(made)
    said: set[type] = set()
    for card in made.cards[: len(texts) - len(WORDLESS)]:
        if faces_of[card.title].wordless is None:
            said |= kinds_on(made, card)
    for card, (text, kind) in zip(made.cards[len(texts) - len(WORDLESS) :], WORDLESS, strict=True):
        assert kind in kinds_on(made, card), text
        assert faces_of[card.title].wordless is not None and not faces_of[card.title].does, text
    kinds = set(get_args(ir.Statement)) | set(get_args(ir.Expression))
    kinds = {get_origin(kind) or kind for kind in kinds}
    silent = {kind for _, kind in WORDLESS} | NEVER_ON_CARDS
    assert kinds - said - silent == set(), "these have neither words nor a card that shows that they have none"
    assert NEVER_ON_CARDS & said == set()


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
    _, texts = faces(_card(1, "as left of you, decided by you: draw a card from pile").replace("Card 1", "A"))
    assert str(texts["A"].wordless) == "no words for DecidedBy"
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
