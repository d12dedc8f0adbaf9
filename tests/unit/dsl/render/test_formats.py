"""The same findings in every format; each format's own rules are checked beside the golden text."""

import json
from xml.etree import ElementTree

import pytest

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, Level, error, warning
from dsl.render import FORMATS, render, summary
from dsl.source import NO_SPAN, Source, Span
from tests.golden_files import Case, Golden, golden_names
from tests.unit.dsl.render.sarif_schema import check_sarif

GAME = Source("games/a game/game.bylaws", "zone hand\nphase play:\n    draw 1 to hnd\n    draw 1 to hnd\n")
OTHER = Source("games/a game/cards.bylaws", 'deck Card in pile:\n    2 x "One", vote 1\n')


def at(source: Source, part: str, number: int = 1) -> Span:
    start = -1
    for _ in range(number):
        start = source.text.index(part, start + 1)
    return Span(source, start, start + len(part))


FINDINGS = (
    error(
        "unknown-zone",
        "no zone is called `hnd`",
        at(GAME, "hnd"),
        label="did you mean `hand`?",
        labels=(Label(at(GAME, "hand"), "declared here"), Label(at(OTHER, "pile"), "another: 100 %")),
        help=("declare it with `zone hnd`",),
        fix=Fix("write `hand`", (Edit(at(GAME, "hnd"), "hand"), Edit(at(OTHER, "pile"), "hand")), safe=True),
        heading="Play > Draw",
    ),
    error("unknown-zone", "no zone is called `hnd`", at(GAME, "hnd", 2)),
    warning("unused-card", 'nobody uses "One", 50 % of the deck', at(OTHER, '"One", vote 1\n')),
    Diagnostic("never-read", "a block\nof lines", at(GAME, "phase play:\n    draw"), Level.INFO),
    error("no-library", "the library is missing", NO_SPAN, labels=(Label(NO_SPAN, "nowhere"),)),
)


@golden_names("render", FORMATS, ".txt")
def test_formats(case: Case, golden: Golden) -> None:
    golden(case, render(FINDINGS, case.name))


def test_an_unknown_format_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match="full, concise, json"):
        render([], "yaml")


@pytest.mark.parametrize("form", ["json", "sarif", "gitlab", "junit"])
def test_nothing_found_is_a_whole_document(form: str) -> None:
    text = render([], form)
    assert ElementTree.fromstring(text) if form == "junit" else json.loads(text) is not None


@pytest.mark.parametrize("form", ["full", "concise", "github"])
def test_nothing_found_prints_nothing(form: str) -> None:
    assert render([], form) == ""


@pytest.mark.parametrize("form", ["json", "sarif", "github", "gitlab", "junit"])
def test_programs_get_no_colour(form: str) -> None:
    assert render(FINDINGS, form, colour=True) == render(FINDINGS, form)


def test_json_begins_with_its_version_and_its_offsets_cut_the_text() -> None:
    report = json.loads(render(FINDINGS, "json"))
    assert next(iter(report)) == "version"
    assert report["version"] == 1
    texts = {GAME.path: GAME.text, OTHER.path: OTHER.text}
    places = [entry["location"] for entry in report["diagnostics"] if entry["location"]]
    cut = [texts[place["path"]][place["start"]["offset"] : place["end"]["offset"]] for place in places]
    assert cut == ['"One", vote 1\n', "phase play:\n    draw", "hnd", "hnd"]


def test_sarif_keeps_to_its_schema() -> None:
    check_sarif(json.loads(render(FINDINGS, "sarif")))
    check_sarif(json.loads(render([], "sarif")))


def test_sarif_results_point_at_the_rule_that_they_name() -> None:
    run = json.loads(render(FINDINGS, "sarif"))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == len(FINDINGS)
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_github_escapes_what_would_end_a_command() -> None:
    source = Source("a,b:c%.bylaws", "zone pot")
    line = render([error("x", "100 %\nsecond", Span(source, 5, 8))], "github")
    assert line == ("::error title=x,file=a%2Cb%3Ac%25.bylaws,line=1,endLine=1,col=6,endColumn=9::100 %25%0Asecond\n")


def test_gitlab_fingerprints_are_different_and_survive_lines_added_above() -> None:
    before = [issue["fingerprint"] for issue in json.loads(render(FINDINGS, "gitlab"))]
    assert len(set(before)) == len(before)
    lower = Source(GAME.path, "\n\n" + GAME.text)
    moved = error("unknown-zone", "no zone is called `hnd`", at(lower, "hnd"))
    (issue,) = json.loads(render([moved], "gitlab"))
    assert issue["fingerprint"] in before


def test_junit_counts_its_cases_and_survives_characters_that_xml_forbids() -> None:
    where = Source("a.bylaws", "zone \x00\x1b\ufffe")
    root = ElementTree.fromstring(render([*FINDINGS, error("x", "\x00", Span(where, 5, 6))], "junit"))
    cases = root.findall("testsuite/testcase/failure")
    assert len(cases) == len(FINDINGS) + 1 == int(root.attrib["failures"])


@pytest.mark.parametrize(
    ("levels", "phrase"),
    [
        ([], "nothing to report"),
        ([Level.ERROR], "1 error"),
        ([Level.WARNING, Level.ERROR, Level.WARNING, Level.INFO], "1 error, 2 warnings, 1 info"),
    ],
)
def test_summary(levels: list[Level], phrase: str) -> None:
    assert summary([Diagnostic("x", "", NO_SPAN, level) for level in levels]) == phrase
