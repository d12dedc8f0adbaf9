"""The page of a report: it stands alone, and says in words what it shows."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from attrs import evolve

from interpreter.report.course import Evidence
from interpreter.report.finding import Finding, Grade
from interpreter.report.page import page
from interpreter.report.picture import Bars, Curve, Curves, Dots, Mark, Picture, alone
from interpreter.report.report import Played, Report, Wanted, report
from interpreter.simulation.games.run import Rules
from interpreter.simulation.statistics.intervals import Interval
from tests.tables import game as game_called

DOTS = Dots(
    "Seats & wins", "Seat 1 <wins>.", (Mark("Seat 1", 0.3, Interval(0.2, 0.4)), Mark("Seat 2", 0.7, None, 1)), 0.5,
    "fair", Interval(0.47, 0.53), ("a", "b"),
)  # fmt: skip
BARS = Bars("Length", "Some 5.", ("1", "2"), (3, 5), "rounds")
CURVES = Curves("Lead", "None.", (Curve("one", (0.0, 1.0)), Curve("other", (0.5, 0.5))), 0.5, "fair", "rounds")


@pytest.mark.parametrize("picture", [DOTS, BARS, CURVES], ids=["dots", "bars", "curves"])
def test_a_picture_says_in_words_and_numbers_what_it_shows(picture: Picture) -> None:
    svg = ElementTree.fromstring(picture.svg())
    assert svg.get("role") == "img"
    assert svg[0].tag == "title"
    assert (svg[0].text, svg[1].tag, svg[1].text) == (picture.title, "desc", picture.finding)
    head, *rows = picture.table
    assert rows
    assert all(len(row) == len(head) for row in rows)
    assert "fill=" not in picture.svg()  # colours come from the page, light or dark
    assert ElementTree.fromstring(alone(picture)).tag == "{http://www.w3.org/2000/svg}svg"


def test_alike_labels_stand_once() -> None:
    twice = Dots("", "", (Mark("Seat 1", 0.5, None), Mark("Seat 1", 0.6, None, 1)), kinds=("a", "b"))
    assert twice.svg().count(">Seat 1<") == 1


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def empty() -> Report:
    """A report on a game of which nothing was played."""
    wanted = Wanted(Rules("last_biscuit"), 3, 10, 10, 1)
    return report(wanted, game_called("last_biscuit"), Played({"chance": Evidence()}))


def test_the_page_needs_nothing_from_outside_and_its_links_lead_somewhere() -> None:
    finding = Finding("fair", "Is a <seat> favoured?", Grade.SEEMS, ("Yes & no.",), alarm=True, pictures=(DOTS, BARS))
    text = page(evolve(empty(), findings=(finding,)))
    tags = _Reader(text).tags
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in tags}
    assert all(not values.get("src") for _, values in tags)
    assert not any(where in text for where in ("http:", "https:", "url(", "@import"))
    links = {values["href"] for tag, values in tags if tag == "a"}
    assert links == {f"#{values['id']}" for _, values in tags if values.get("id") not in (None, "played")}
    assert "Is a &lt;seat&gt; favoured?" in text
    assert [values["lang"] for tag, values in tags if tag == "html"] == ["en"]


def test_a_report_on_nothing_says_so() -> None:
    found = empty()
    assert {one.grade for one in found.findings} == {Grade.UNASKED}
    assert "not asked" in page(found)
