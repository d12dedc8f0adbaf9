"""Every word has the colour of what the parser reads it as, in pieces of rules too; documents are coloured so."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name

from dsl.disk.files import Files
from dsl.editing.colours import colours
from dsl.loading.read import read
from dsl.syntax import nodes as n
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.walk import nodes_of
from tests.test_architecture import REPOSITORY

FILES = tuple(sorted([*REPOSITORY.glob("games/**/*.bylaws"), *REPOSITORY.glob("dsl/standard/*.bylaws")]))


def words(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.colour.value) for one in colours(text)]


def test_a_word_of_the_language_is_a_name_where_the_parser_takes_it_for_one() -> None:
    found = words("zone hand of player: hand  # hand\n")
    assert found == [
        ("zone", "keyword"), ("hand", "name"), ("of", "keyword"), ("player", "name"), (":", "sign"),
        ("hand", "keyword"), ("# hand", "comment"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("each player: gain 1 coin\n", ("each", "keyword")),
        ("    then ann is offered roll\n", ("then", "keyword")),
        ('2 x "Storm", strength 3\n', ("2", "number")),
        ('option "Stop": stop\n', ("option", "keyword")),
        ("garbage: gain gain\n", ("garbage", "name")),
    ],
)
def test_pieces_of_rules_are_coloured_as_where_they_belong(text: str, first: tuple[str, str]) -> None:
    assert words(text)[0] == first


def test_a_line_that_cannot_be_read_spoils_no_other() -> None:
    whole = 'round lap:\n    step 1 a:\n        gain 1 coin\n        draw 2 cards\ngame ends: nobody wins\n'
    broken = whole.replace("        gain 1 coin\n", "        gain gain one\n    uneven\n            deeper: 1\n")
    behind = words(whole)[words(whole).index(("draw", "keyword")) :]
    assert words(broken)[-len(behind) :] == behind


def test_a_clause_in_a_rule_line_has_a_colour_of_its_own() -> None:
    assert words("> Roll [dice-2]. #1\n") == [("> Roll [", "rule"), ("dice-2", "clause"), ("]. #1", "rule")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_names_and_titles_of_the_tree_are_coloured_so(path: Path) -> None:
    """The tree is built by another way, so it can tell what each word is."""
    found = {(one.start, one.end): one.colour.value for one in colours(path.read_text(encoding="utf-8"))}
    tree = read(path, Files())
    names = [node.span for node in nodes_of(tree.items, n.Name)]
    spelt = vocabulary().scanner
    single = [span for span in names if len(spelt.scan(span.text, 0, len(span.text))[0]) == 1]
    assert single or "set_parameter" in path.name
    wrong = [span.text for span in single if found.get((span.start, span.end)) not in ("name", "clause")]
    assert wrong == []
    titles = [node.span for node in nodes_of(tree.items, n.Text)]
    assert [span.text for span in titles if found.get((span.start, span.end)) not in ("title",)] == []


@given(st.text(alphabet='abcdef zone:, \n\t\r#>"[]()1-\u201c\u2014', max_size=80))
def test_the_lexer_loses_no_character(text: str) -> None:
    lexer = get_lexer_by_name("bylaws")
    assert "".join(piece for _, _, piece in lexer.get_tokens_unprocessed(text)) == text
    ends = [(one.start, one.end) for one in colours(text)]
    assert all(a < b for a, b in ends) and all(b <= c for (_, b), (c, _) in pairwise(ends))
