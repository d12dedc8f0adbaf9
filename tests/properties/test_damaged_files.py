"""Rule files with slips in them: nothing crashes, every slip is found, and one slip is one report."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.diagnostic import Diagnostic, Level, in_order
from dsl.source import Source
from dsl.syntax.items import Items, parse_again
from dsl.syntax.parse import Part, fine_part, parse
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.walk import nodes_in
from tests.edits import edited
from tests.lark_parser import lark_reads
from tests.properties.damage import DAMAGES, Damaged, damaged

SEEDS = 300


@pytest.mark.slow
def test_every_slip_is_found_and_few_lines_are_blamed_for_another() -> None:
    """At least 99 of 100 slips are reported, with at most 0.2 reports a slip that stand elsewhere."""
    slips = [slip for slip in map(damaged, range(SEEDS)) if not lark_reads(slip.text)]
    assert len(slips) > SEEDS / 3
    reports = [_errors(slip.text) for slip in slips]
    missed = [slip for slip, found in zip(slips, reports, strict=True) if not found]
    elsewhere = sum(len(_elsewhere(slip, found)) for slip, found in zip(slips, reports, strict=True))
    assert len(missed) <= len(slips) / 100, [(slip.path.name, slip.line, slip.what) for slip in missed]
    assert elsewhere <= len(slips) / 5


def _elsewhere(slip: Damaged, reports: list[Diagnostic]) -> list[Diagnostic]:
    """The reports that stand neither on the line with the slip nor on the next."""
    return [report for report in reports if report.span.line not in (slip.line, slip.line + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 400, 50))
def test_no_number_of_slips_is_too_much(seed: int) -> None:
    for number in range(seed, seed + 50):
        luck = random.Random(number)
        slip = damaged(number)
        lines = slip.text.split("\n")
        for _ in range(luck.randrange(8)):
            at = luck.choice([k for k, line in enumerate(lines) if line.strip()] or [0])
            if lines[at].strip():
                lines[at : at + 1] = luck.choice(DAMAGES)(lines[at], luck)
        _check_any("\n".join(lines))


_WORDS = sorted(vocabulary().tables.literals)
_SOUP = st.lists(
    st.one_of(
        st.sampled_from(_WORDS),
        st.sampled_from(
            ("\n", "\n    ", "\n        ", "\n  ", "\t", "\r\n", "\r", '"', '"text"', "#", "\n> ", ",", "7")
        ),
        st.sampled_from(("ann", "gold", "“", "’", "–", "\ufeff", "\u00a0", "é", "：", "\x00", "\u2028", "😀")),
    ),
    max_size=60,
).map(" ".join)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.one_of(_SOUP, st.text(max_size=200), _SOUP.map(lambda soup: soup.replace(" ", ""))))
def test_any_text_can_be_read(text: str) -> None:
    _check_any(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "setup:\n    decide " + "(" * 5000,
        "setup:\n    decide " + "(" * 60 + "1" + ")" * 60,
        "setup:\n    decide " + " + ".join(["1"] * 5000),
        "setup:\n    decide " + "not " * 5000 + "yes",
        "setup:\n    set " + "a of " * 2000 + "b to 1",
        "\n".join(" " * k + "if a:" for k in range(500)),
        "use a" + ", a" * 5000,
        '"' * 5001,
        "\n" * 5000,
        "#" * 5000,
        "    " * 2000 + "x",
        "setup:\n" + "    if a: stop\n" + "    otherwise if a: stop\n" * 2000,
    ],
    ids=range(12),
)
def test_texts_without_measure_can_be_read(text: str) -> None:
    _check_any(text)


def _check_any(text: str) -> None:
    source = Source("any.bylaws", text)
    _, reports = parse(source)
    for report in reports:
        assert 0 <= report.span.start <= report.span.end <= len(text)
        for edit in report.fix.edits if report.fix else ():
            assert 0 <= edit.span.start <= edit.span.end <= len(text)


def _errors(text: str) -> list[Diagnostic]:
    _, reports = parse(Source("damaged.bylaws", text))
    return [report for report in reports if report.level is Level.ERROR]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 120, 20))
def test_a_file_parsed_again_reads_as_if_it_were_new(seed: int) -> None:
    """After each of several edits: the same tree with the same places and comments, and the same reports."""
    for number in range(seed, seed + 20):
        luck = random.Random(number)
        known, text = Items(), damaged(number).text
        for _ in range(4):
            source = Source("again.bylaws", text)
            (tree, reports), (items, again) = parse(source), parse_again(source, known)
            assert items == tree.items
            assert [_written(node) for node in nodes_in(items)] == [_written(node) for node in nodes_in(tree.items)]
            assert in_order(again) == in_order(reports)
            text = edited(text, luck)


def _written(node: Any) -> tuple[Any, ...]:
    """Where a node stands, and the comments beside it."""
    return type(node), node.span, getattr(node, "trivia", None)


def test_of_a_file_parsed_again_only_what_is_new_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    text = "counter gold of player\n\n# a comment\nzone hand of player: hand\n    # of the hand\nzone pile: stack\n"

    def noted(source: Source, start: int, end: int) -> Part | None:
        parsed.append(source.text[start:end])
        return fine_part(source, start, end)

    monkeypatch.setattr("dsl.syntax.items.fine_part", noted)
    known = Items()
    parse_again(Source("again.bylaws", text), known)
    assert "".join(parsed) == text
    parsed.clear()
    parse_again(Source("again.bylaws", f"counter wood of player\n{text}"), known)
    assert parsed == ["counter wood of player\n", text[: text.index("zone")].partition("\n")[0] + "\n"]
