"""The grammar, and what is tied to it: tables, builders, and the words that messages use."""

from pathlib import Path
from typing import Any

import pytest

from dsl.syntax.advice.examples import EXAMPLES
from dsl.syntax.building import RULES
from dsl.syntax.reading.grammar import grammar_tables
from dsl.syntax.reading.layout import flat_tokens, mark, mark_else_texts
from dsl.syntax.reading.lines import Token, read_lines
from dsl.syntax.reading.machine import Machine, runs
from dsl.syntax.reading.phrases import LABELS
from dsl.syntax.reading.tables import from_json, to_json
from dsl.syntax.reading.vocabulary import vocabulary
from tests.lark_parser import is_plain_tree, known, lark_parser, plain_tree
from tests.properties.damage import FILES, REPOSITORY


@pytest.mark.slow
def test_the_grammar_has_one_reading_for_every_text() -> None:
    assert known("strict", "", lambda: lark_parser(strict=True) is not None)


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    named = {rule.builder for rule in grammar_tables().rules if rule.builder}
    assert named == set(RULES)


def test_tables_are_the_same_after_they_were_stored() -> None:
    tables = grammar_tables()
    stored = from_json(to_json(tables))
    assert (stored.actions, stored.gotos, stored.rules) == (tables.actions, tables.gotos, tables.rules)
    assert (stored.terminals, stored.literals, stored.patterns) == (tables.terminals, tables.literals, tables.patterns)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_our_parser_makes_the_tree_that_lark_makes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if ", asking" in text or ", passing" in text:
        pytest.skip("the comma before `asking` is a matter of lines, which Lark does not know")
    ours = _our_tree(text)
    assert is_plain_tree(text, ours) or ours == plain_tree(text)


class _Trees:
    """Makes what Lark makes, but in lists: the name of the rule, then its children."""

    def token(self, kind: int, token: Token) -> str:
        return token.text

    def rule(self, name: str, start: int, end: int, children: list[Any]) -> list[Any]:
        return [name, *children]


def _our_tree(text: str) -> list[Any]:
    words = vocabulary()
    document = read_lines(text, words.scanner)
    mark_else_texts(document.lines, words.marks)
    tokens = flat_tokens(document.lines, words.marks)
    assert tokens is not None
    machine = Machine(words.tables, _Trees())
    assert machine.run([*tokens, mark(words.marks.end)]) is None
    tree: list[Any] = machine.result()
    return tree


def test_whatever_a_sentence_can_lack_has_a_name_for_people() -> None:
    words = vocabulary()
    nameless = set(words.tables.terminals) - set(LABELS) - {words.tables.terminals[k] for k in words.words}
    assert {name for name in nameless if not name.startswith("BAD_")} == set()
    shown = [words.label(kind, "") for kind in range(len(words.tables.terminals)) if kind not in words.bad]
    assert not [label for label in shown if label.isupper()]


def test_every_word_that_begins_a_sentence_has_an_example() -> None:
    words = vocabulary()
    (values,) = (kinds for context, kinds in words.contexts if context.place == "under `define`")
    assert words.line_words - set(words.literals(values)) == set(EXAMPLES)


@pytest.mark.parametrize("word", EXAMPLES)
def test_examples_are_right(word: str) -> None:
    words = vocabulary()
    for example in EXAMPLES[word]:
        assert example.split()[0].rstrip(":") == word or word in example
        tokens = [*words.scan(example), mark(words.marks.newline)]
        assert any(runs(words.tables, states, tokens) is None for states in _states_for(word)), example


def _states_for(word: str) -> list[list[int]]:
    words = vocabulary()
    if word == "otherwise":
        states = words.states_after(("setup:",), "if a: stop")
        runs(words.tables, states, [mark(words.marks.newline)])
        return [states]
    if word == "and":
        lines = ("when setup", "given a is 1", "then a is 1")
        behind = [words.states_after(('scenario "A":',), line) for line in lines]
        for states in behind:
            runs(words.tables, states, [mark(words.marks.newline)])
        return behind
    return [words.states_in(context) for context, _ in words.contexts]
