"""Whatever a file holds and wherever a fault stands in it, it can be shown, and the marks stand under it."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dsl.diagnostic import Diagnostic, Label, error
from dsl.render import FORMATS, render
from dsl.render.excerpt import LINE_WIDTH
from dsl.render.screen import cells
from dsl.source import Source, Span

# Letters and line ends often, and everything else sometimes: tabs, wide, combining, control, reordering.
CHARACTERS = st.one_of(st.sampled_from("ab \t\n\r"), st.sampled_from("手😀\u0301\x1b\u202e\u200d"), st.characters())
TEXTS = st.one_of(st.text(CHARACTERS, max_size=60), st.text(st.sampled_from("ab手\t"), min_size=90, max_size=300))


@st.composite
def spans(draw: st.DrawFn, source: Source) -> Span:
    start = draw(st.integers(0, len(source.text)))
    return Span(source, start, draw(st.integers(start, len(source.text))))


@st.composite
def diagnostics(draw: st.DrawFn) -> Diagnostic:
    source = Source(draw(st.text(CHARACTERS, max_size=9)), draw(TEXTS))
    other = draw(st.sampled_from([source, Source("other", draw(TEXTS))]))
    text = draw(st.text(CHARACTERS, max_size=5))
    label = Label(draw(spans(other)), text)
    return error("name", text, draw(spans(source)), labels=(label,), label=text, help=(text,), heading=text)


@pytest.mark.slow
@given(st.lists(diagnostics(), max_size=3))
@example([error("name", "message", Span(Source("\udc80.bylaws", "a"), 0, 1))])
def test_every_format_shows_everything(found: list[Diagnostic]) -> None:
    text = {form: render(found, form) for form in FORMATS}
    assert len(json.loads(text["json"])["diagnostics"]) == len(found)
    assert len(json.loads(text["sarif"])["runs"][0]["results"]) == len(found)
    assert len({issue["fingerprint"] for issue in json.loads(text["gitlab"])}) == len(found)
    assert len(ElementTree.fromstring(text["junit"]).findall("*/*/failure")) == len(found)
    assert text["concise"].count("\n") == text["github"].count("\n") == len(found)


@given(diagnostics())
def test_nothing_reaches_the_terminal_that_could_steer_it(found: Diagnostic) -> None:
    for form in ("full", "concise"):
        assert not any(character < " " and character != "\n" for character in render([found], form))
        assert not set(render([found], form)) & set("\x7f\x85\u202a\u202b\u202c\u202d\u202e\u2028\u2029")


@st.composite
def marks_on_one_line(draw: st.DrawFn) -> Span:
    line = draw(st.text(CHARACTERS.filter(lambda character: character not in "\r\n"), max_size=150))
    start = draw(st.integers(0, len(line)))
    return Span(Source("a", f"before\n{line}\nafter"), 7 + start, 7 + draw(st.integers(start, len(line))))


def width_of(text: str) -> int:
    return sum(width for _, width in cells(text))


@given(marks_on_one_line())
@example(Span(Source("a", "before\n\tx\t手y\nafter"), 9, 11))
def test_marks_stand_under_what_they_mark(span: Span) -> None:
    line, mark = render([error("name", "message", span)], "full").splitlines()[3:]
    assert width_of(line) <= LINE_WIDTH + len("2 | ……")
    typed = span.source.line_text(2)
    if width_of(typed) <= LINE_WIDTH:
        before = width_of(typed[: span.column - 1])
        marked = width_of(typed[: span.end_column - 1]) - before
        assert mark == "  | " + " " * before + "^" * max(1, marked)


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_cut_line_still_shows_what_is_marked(before: int, after: int) -> None:
    source = Source("a", "x" * before + "<here>" + "y" * after)
    found = error("name", "message", Span(source, before, before + 6))
    line, mark = render([found], "full").splitlines()[3:]
    assert line[mark.index("^") : mark.rindex("^") + 1] == "<here>"
