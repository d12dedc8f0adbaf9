"""Whatever a rule file says, it gets a game or a report, and never an error of ours."""

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from dsl.checks.analysis.rule_set import RuleSet
from dsl.checks.checks import check
from dsl.checks.essential import check_essentials
from dsl.diagnostic import Diagnostic, has_errors
from dsl.elaborate.game import elaborate
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.walk import nodes_in, schema

REPOSITORY = Path(__file__).parents[2]
GAME = (
    "dsl/standard/auctions.bylaws",
    "games/action_the_project/game.bylaws",
    "games/action_the_project/cards.bylaws",
)
ALONE = tuple(
    sorted(f"tests/golden/hard_parts/{path.name}" for path in (REPOSITORY / "tests/golden/hard_parts").iterdir())
)
EXPRESSIONS: tuple[type, ...] = get_args(n.Expression)
FIXED = (n.Name, n.Text, n.Number, n.Query, n.Possessive)  # stand where nothing else can

#: What a designer should never read: names of our own, or a value as Python writes it.
INTERNAL = re.compile(r"\bNone\b|\b[A-Z_]+\.[A-Z_]+\b|Kind\.|object at 0x|span=|\('")

WORDS = re.compile(r"[A-Za-z_]\w*|\d+")


#: Others each time, but where a change is judged; a seed cannot be made smaller.
many = settings(deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


@cache
def text_of(path: str) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")


@cache
def tree_of(path: str) -> n.File:
    return parse(Source(path, text_of(path)))[0]


def reports(*files: n.File) -> tuple[Diagnostic, ...]:
    """What is wrong with these, or what the checks find in them; an exception is a failure."""
    items = tuple(item for file in files for item in file.items if not isinstance(item, n.Variant | n.Scenario))
    game, found = elaborate(items)
    unread = any(isinstance(node, n.BadLine) for node in nodes_in(items))
    assert (game is None) == (unread or has_errors(found))
    if game is not None:
        found += (*check_essentials(game, items), *check(RuleSet(game, items)))
    for said in (text for d in found for text in (d.message, d.label, *d.help)):
        assert not INTERNAL.search(said), said
    return found


# ---------------------------------------------------------------- other words in the same places


def damaged_text(text: str, luck: Random) -> str:
    """The text with a few words replaced by others of it, lines left out, said twice or exchanged."""
    for _ in range(luck.randint(1, 4)):
        lines = text.split("\n")
        at = luck.randrange(len(lines))
        match luck.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[luck.randrange(len(lines))])
            case 2:
                other = luck.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] = _other_word(lines[at], text, luck)
        text = "\n".join(lines)
    return text


def _other_word(line: str, text: str, luck: Random) -> str:
    words = list(WORDS.finditer(line))
    if not words:
        return line
    old, new = luck.choice(words), luck.choice(list(WORDS.finditer(text)))
    return line[: old.start()] + new[0] + line[old.end() :]


@pytest.mark.parametrize("seed", range(40))
def test_other_words_are_reported_and_never_raise(seed: int) -> None:
    luck = Random(seed)
    path = luck.choice((*GAME, *ALONE))
    damaged, _ = parse(Source(path, damaged_text(text_of(path), luck)))
    reports(damaged, *(tree_of(other) for other in GAME if path in GAME and other != path))


@pytest.mark.slow
@settings(many, max_examples=60)
@given(st.integers(1000, 1_000_000))
def test_many_other_words(seed: int) -> None:
    test_other_words_are_reported_and_never_raise(seed)


# ---------------------------------------------------------------- other expressions in the same places


def damaged_tree(file: n.File, luck: Random) -> n.File:
    """The tree with one to three expressions replaced by others of it, or declarations left out."""
    for _ in range(luck.randint(1, 3)):
        if luck.random() < 0.3:
            keep = luck.randrange(len(file.items))
            file = attrs.evolve(file, items=file.items[:keep] + file.items[keep + 1 :])
        else:
            expressions = [node for node in nodes_in(file) if isinstance(node, EXPRESSIONS)]
            if not expressions:
                continue
            old = luck.choice(expressions)
            alike = [x for x in expressions if type(x) is type(old)] if isinstance(old, FIXED) else expressions
            file = replaced(file, old, luck.choice(alike))
    return file


def replaced(tree: Any, old: object, new: object) -> Any:
    """The same tree with another node in place of one."""
    if tree is old:
        return new
    if isinstance(tree, tuple):
        return tuple(replaced(item, old, new) for item in tree)
    if not attrs.has(type(tree)):
        return tree
    changes = {name: replaced(getattr(tree, name), old, new) for name in schema(type(tree)).said}
    return attrs.evolve(tree, **changes)


@pytest.mark.parametrize("seed", range(30))
def test_other_expressions_are_reported_and_never_raise(seed: int) -> None:
    luck = Random(seed)
    path = luck.choice((*GAME, *ALONE))
    damaged = damaged_tree(tree_of(path), luck)
    reports(damaged, *(tree_of(other) for other in GAME if path in GAME and other != path))


@pytest.mark.slow
@settings(many, max_examples=60)
@given(st.integers(1000, 1_000_000))
def test_many_other_expressions(seed: int) -> None:
    test_other_expressions_are_reported_and_never_raise(seed)
