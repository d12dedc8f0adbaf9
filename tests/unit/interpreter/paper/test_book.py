"""`rules.pdf`, as it is read back: every rule in it, page numbers that are true, examples that say what happens."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from attrs import evolve

from dsl.ir import scenario as s
from dsl.loading import Loaded, load
from dsl.loading.scenarios import under_these_rules
from dsl.walk import nodes_of
from interpreter.paper.book.examples import ELSEWHERE, LEAST, MOST, MOST_GIVEN, Example, examples
from interpreter.paper.book.examples_given import is_own
from interpreter.paper.book.index import Index
from interpreter.paper.book.rulebook import as_printed, laid_book, rulebook
from interpreter.paper.book.variants import Change, _changes, variants
from interpreter.paper.settings import checked
from interpreter.rulebook import About, Chapter, parts
from interpreter.scenario.run import run
from interpreter.scenario.set_ups import SetUps
from tests.golden_files import FOLDER, Case, Golden, golden_cases
from tests.unit.interpreter.paper.printing import BAKERY, order_of, rules_of, words
from tests.unit.interpreter.paper.test_golden_pages import DOTS, differing, grey, png, read
from tests.unit.interpreter.paper.test_golden_pages import FOLDER as PAGES
from tests.unit.interpreter.paper.test_golden_pages import MOST as MOST_POINTS

#: A game, its book, and the examples in that.
Large: TypeAlias = tuple[Loaded, bytes, Mapping[About, Sequence[Example]]]
KETTLE = FOLDER / "paper_book" / "kettle.bylaws"


@pytest.fixture(scope="module")
def kettle() -> Loaded:
    return load(str(KETTLE))


@pytest.fixture(scope="module")
def pdf(kettle: Loaded) -> bytes:
    return rulebook(order_of(kettle)).files["rules.pdf"]


@pytest.fixture(scope="module")
def large() -> Large:
    """One with boards, rulings and variants."""
    loaded = load("bad_day_at_the_office")
    document, found = laid_book(order_of(loaded))
    return loaded, document.pdf(), found


def pages(pdf: bytes) -> list[str]:
    """The text of each page, as it stands there."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def text(pdf: bytes) -> str:
    """All of it in one line."""
    return words(" ".join(pages(pdf)))


def told(loaded: Loaded, wanted: tuple[str, ...] | None = None) -> Mapping[About, Sequence[Example]]:
    assert loaded.game is not None
    return examples(loaded, parts(loaded.game), wanted)


@golden_cases("paper_book", "*.bylaws", ".txt")
def test_the_whole_text(case: Case, golden: Golden) -> None:
    """Signs that mean something to Typst stand there as they are."""
    made = rulebook(order_of(load(str(case.input))))
    lines = ([words(line) for line in page.splitlines()] for page in pages(made.files["rules.pdf"]))
    golden(case, "\n----\n".join("\n".join(each) for each in lines) + "\n")


@pytest.mark.parametrize("number", [0, 1])
def test_a_page_looks_as_it_did(number: int, pdf: bytes, request: pytest.FixtureRequest) -> None:
    path = PAGES / f"rules_{number + 1}.png"
    drawn = grey(pdf, number)
    if request.config.getoption("--update-golden"):
        path.write_bytes(png(*drawn))
    assert differing(drawn, read(path.read_bytes())) <= MOST_POINTS, f"at {DOTS} dots an inch"


def test_it_is_made_twice_alike_on_both_papers(kettle: Loaded, pdf: bytes) -> None:
    assert rulebook(order_of(kettle)).files["rules.pdf"] == pdf
    letter = rulebook(order_of(kettle, paper="letter")).files["rules.pdf"]
    assert [round(side) for side in pypdfium2.PdfDocument(letter)[0].get_size()] == [612, 792]
    assert all(words(mark.get_title()) in text(letter) for mark in pypdfium2.PdfDocument(pdf).get_toc())


def test_it_is_tagged_and_says_its_language_and_title(pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(pdf)
    assert pdfium.FPDFCatalog_IsTagged(document)
    assert document.get_metadata_value("Title") == "The #Kettle *and* $the$ @Cup: rules"
    assert re.search(rb"/Lang ?\(en", pdf)


@pytest.mark.slow
def test_contents_bookmarks_and_index_name_the_right_pages(large: Large) -> None:
    loaded, pdf, _ = large
    document, there = pypdfium2.PdfDocument(pdf), [words(page) for page in pages(pdf)]
    marks = [(words(mark.get_title()), mark.get_dest().get_index()) for mark in document.get_toc()]
    for title, page in marks:
        assert title in there[page], title
    contents = dict(re.findall(r"^(.+?)[ .]*[. ]{4,}(\d+)\r?$", pages(pdf)[0], re.MULTILINE))
    assert len(contents) > 5 and "Index" in contents
    for title, number in contents.items():
        assert (words(title), int(number) - 1) in marks
    assert loaded.game is not None
    known = {as_printed(term) for term in Index(loaded.game).forms.values()}
    last = next(page for title, page in marks if title == "Index")
    listed = re.findall(r"^(.+?) ?[. ]{4,}([\d, –]+)\r?$", "\n".join(pages(pdf)[last:]), re.MULTILINE)
    assert len(listed) > 8
    for term, numbers in listed:
        assert term in known
        for first, end in re.findall(r"(\d+)(?:–(\d+))?", numbers):
            for number in range(int(first), int(end or first) + 1):
                assert term.casefold()[:-1] in there[number - 1].casefold(), (term, number)


def test_the_index_finds_a_word_on_every_page_where_the_rules_have_it(kettle: Loaded) -> None:
    assert kettle.game is not None
    index = Index(kettle.game)
    marks = index.marked("Caddies are shut. The caddy's lid; a caddylike Sencha, pour a cup or sencha")
    assert [(mark.text, mark.term) for mark in marks if mark.term] == [
        ("Caddies", "caddy"), (" are shut. The caddy", "caddy"), ("'s lid; a caddylike Sencha", "Sencha"),
        (", pour a cup", "pour a cup"),
    ]  # fmt: skip
    assert "".join(mark.text for mark in marks).endswith("or sencha")
    assert index.about("1. Heating") == "heating" and index.about("Nothing") == ""


def test_examples_tell_what_is_given_and_what_counters_came_to_before(kettle: Loaded) -> None:
    found = told(kettle)
    assert found[About("flow", "heating")] == [
        Example("It gets warmer", ("The warmth is 3.",), found[About("flow", "heating")][0].told)
    ]
    assert [line.text for line in found[About("flow", "heating")][0].told] == [
        "The warmth goes up by 2, to 5.", "Everybody gains 1 sip.",
    ]  # fmt: skip


def test_each_action_has_an_example_or_none_fits(large: Large) -> None:
    """None fits if too much is given in each, or it does not pass, or it comes to fewer or more lines."""
    loaded, _, found = large
    titles = [one.title for group in found.values() for one in group]
    assert len(titles) == len(set(titles)) > 4
    for group in found.values():
        for one in group:
            assert LEAST - 1 <= len(one.told) <= MOST and len(one.given) <= MOST_GIVEN + 1
            assert not re.search(r"\b(ann|ben|cat|dan)\b", " ".join((*one.given, *(line.text for line in one.told))))
    assert loaded.game is not None
    written = under_these_rules(loaded)
    set_ups = SetUps(evolve(loaded.game, texts=written.texts), "reference")
    for action in loaded.game.actions:
        if About("action", action.name) in found:
            continue
        for scenario in written.scenarios:
            if any(answer.action == action.name for answer in nodes_of(scenario, s.AnswerTake)):
                given = sum(isinstance(part, s.Given) and is_own(scenario, part) for part in scenario.parts)
                assert given > MOST_GIVEN or scenario.title in titles or run(scenario, set_ups).decisions < 2 * LEAST


def test_print_toml_chooses_the_examples(kettle: Loaded) -> None:
    assert kettle.game is not None
    settings = checked({"rulebook": {"examples": ["A cup for the first", "No such story"]}}, kettle.game)
    made = rulebook(order_of(kettle, settings=settings))
    assert made.wrong == ("print.toml, [rulebook]: there is no scenario called “No such story”",)
    there = text(made.files["rules.pdf"])
    assert "Example: A cup for the first" in there and "It gets warmer" not in there
    assert [*told(kettle, ("A cup for the first",))] == [About("action", "pour")]
    assert ELSEWHERE not in told(kettle)


def test_a_variant_says_what_is_otherwise(kettle: Loaded) -> None:
    (found,) = variants(kettle)
    assert (found.title, found.says, found.over) == ("Cold Brew", "Nothing boils.", ())
    assert found.numbers == ("Warmth at which the water boils: 20 instead of 6",)
    end, earlier = (f"The game ends after each hour if the warmth is at least {number}." for number in (20, 6))
    assert found.changes == (
        Change("What there is", ("3 Tea cards.",), ("5 Tea cards.",)),
        Change("Wait", ("Waiting makes thirsty.",)),
        Change("Cards", ("Gyokuro: Copies 1; Leaf #Green; Strength 2.", "Without Sencha.")),
        Change("The end of the game", (end,), (earlier,)),
    )


def test_what_is_otherwise_on_many_cards_is_said_once() -> None:
    head = ("Card", "Copies", "What it says")
    rows = ("A", "2", "One shot. It burns."), ("B", "1", "One shot."), ("C", "1", "")
    varied = ("A", "2", "It burns."), ("B", "1", ""), ("C", "1", "It rains.")
    before, after = (Chapter("Cards", 2, table=(head, *each)) for each in (rows, varied))
    assert list(_changes([before], [after])) == [Change("Cards", ("A and B: without “One shot”.", "C: “It rains”."))]


@pytest.mark.parametrize("rules", [
    'game "Nothing":\n    players: 1\nround day "Day", at most 2 times: nothing happens\n',
    BAKERY,
])  # fmt: skip
def test_a_game_with_little_and_one_without_scenarios_have_a_book(rules: str) -> None:
    made = rulebook(order_of(rules_of(rules)))
    title = made.files["rules.pdf"]
    assert made.wrong == () and made.told in (("rules.pdf: 1 page",), ("rules.pdf: 2 pages",))
    assert words(pages(title)[0]).startswith(("Nothing For 1 player", "The Bakery For 2 to 4 players"))


def test_no_column_ends_with_a_heading(pdf: bytes) -> None:
    there = [page.replace("\r\n", "\n").strip().split("\n") for page in pages(pdf)]
    titles = {words(mark.get_title()) for mark in pypdfium2.PdfDocument(pdf).get_toc()}
    for before, _ in pairwise(there):
        assert words(before[-2]) not in titles


def test_quotes_are_those_of_print() -> None:
    assert as_printed(["a \"b\" ('c' d's) -3 4:1-2", {"e": "\"'Big' f\""}]) == [
        "a “b” (‘c’ d’s) −3 4:1-2", {"e": "“‘Big’ f”"},
    ]  # fmt: skip
