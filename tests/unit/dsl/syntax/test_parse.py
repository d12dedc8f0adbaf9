"""Reading rule files: places, comments, lines that go on, odd characters, and what is left of bad lines."""

from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic, Level
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.heading import heading
from dsl.syntax.parse import parse
from dsl.walk import nodes_in
from tests.golden_files import FOLDER
from tests.properties.damage import FILES, REPOSITORY


def read(text: str) -> n.File:
    """The tree of a text without errors or warnings."""
    file, reports = parse(Source("game.bylaws", text))
    assert not reports, [report.message for report in reports]
    return file


def reports_on(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("game.bylaws", text))[1]


def names_of(reports: tuple[Diagnostic, ...]) -> list[tuple[str, int]]:
    return [(report.name, report.span.line) for report in reports]


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_every_name_and_text_stands_where_its_span_says(path: Path) -> None:
    source = Source(str(path), path.read_text(encoding="utf-8"))
    file, _ = parse(source)
    for node in nodes_in(file):
        assert 0 <= node.span.start <= node.span.end <= len(source.text)
        if isinstance(node, n.Name) and node.text != "distance":
            assert node.span.text == node.text
        if isinstance(node, n.Text):
            assert node.span.text == f'"{node.text}"'


def test_a_statement_ends_before_the_end_of_its_line() -> None:
    (setup,) = read("setup:\n    shuffle box\n\n\n    stop\n").items
    assert isinstance(setup, n.Setup)
    assert [item.span.text for item in setup.body.items] == ["shuffle box", "stop"]
    assert setup.span.text == "setup:\n    shuffle box\n\n\n    stop"


# ---------------------------------------------------------------- comments


def test_comments_go_with_the_line_that_they_stand_by() -> None:
    file = read(
        "# one\n\n# two\nsetup:  # three\n    # four\n    if a:\n        stop  # five\n        # six\n"
        "    # seven\n    otherwise:  # eight\n        stop\n        # nine\n    # ten\n# eleven\n"
    )
    (setup,) = file.items
    assert isinstance(setup, n.Setup)
    (condition,) = setup.body.items
    assert isinstance(condition, n.If)
    assert setup.trivia == n.Trivia(("# one", "", "# two"), "# three", ("# ten",))
    assert condition.trivia == n.Trivia(("# four",), None, ("# six",))
    assert condition.body.items[0].trivia == n.Trivia((), "# five")
    assert condition.otherwise_trivia == n.Trivia(("# seven",), "# eight", ("# nine",))
    assert file.below == ("# eleven",)


def test_lines_with_and_have_comments_of_their_own() -> None:
    text = 'scenario "A":\n    when setup\n    # why\n    and ann passes  # of course\n    and ben passes\n'
    (scenario,) = read(text).items
    assert isinstance(scenario, n.Scenario)
    (when,) = scenario.parts
    assert isinstance(when, n.When)
    assert when.and_trivia == (n.Trivia(("# why",), "# of course"), n.NO_TRIVIA)


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    "text",
    [
        "use one,\n    two,  # a comment\n\n    three\n",
        "use one, two, three\n",
        "use one,\r\n    two,\r\n    three\r\n",
    ],
)
def test_a_line_goes_on_after_a_comma(text: str) -> None:
    assert read(text) == read("use one, two, three")


@pytest.mark.parametrize("between", [" ", "\n        ", ", ", ",\n        ", ",\n  ", ",  # why\n    # so\n      "])
def test_a_question_may_stand_on_a_line_of_its_own(between: str) -> None:
    text = f'setup:\n    choose a card from hand as gift{between}asking "What?"{between}passing "Nothing"\n'
    assert read(text) == read('setup:\n    choose a card from hand as gift asking "What?" passing "Nothing"\n')


@pytest.mark.parametrize("between", ["\n            ", "\n      ", "  # a comment\n\n        # why\n            "])
def test_a_line_goes_on_before_and_and_or_that_stand_further_in(between: str) -> None:
    text = f"setup:\n    if a > 1{between}and b{between}or c = d:\n        stop\n"
    assert read(text) == read("setup:\n    if a > 1 and b or c = d:\n        stop\n")
    assert read(f"define x: a{between}and b\n") == read("define x: a and b\n")


def test_in_a_scenario_and_begins_a_line_of_its_own() -> None:
    apart = reports_on('scenario "A":\n    when setup\n    then a\n        and b\n')
    assert names_of(apart) == [("unexpected-indent", 4)]
    together = read('scenario "A":\n    when setup\n    then a or b\n    and c or d\n')
    assert read('scenario "A":\n    when setup\n    then a\n        or b\n    and c\n      or d\n') == together


@pytest.mark.parametrize("text", ["setup:\n    if a:\n        and b\n", "setup:\n    stop\n    and b\n"])
def test_and_begins_no_line_of_a_rule(text: str) -> None:
    assert reports_on(text)


def test_a_line_goes_on_inside_brackets() -> None:
    assert read("define a: (1 +\n    2 +\n    3)\n") == read("define a: (1 + 2 + 3)")


def test_the_last_line_needs_no_end() -> None:
    assert read("use one") == read("use one\n\n\n")


def test_rule_text_before_otherwise_belongs_to_it() -> None:
    (setup,) = read("setup:\n    if a: stop\n    > If not.\n    otherwise: return\n    > After.\n").items
    assert isinstance(setup, n.Setup)
    condition, after = setup.body.items
    assert isinstance(condition, n.If)
    assert [text.text for text in condition.otherwise_texts] == ["If not."]
    assert after == n.RuleText("After.")


def test_clauses_of_rule_text() -> None:
    text = n.RuleText("[rules-001] Draw two, [rules-R02] or pass.")
    assert text.clauses == ("rules-001", "rules-R02")
    assert text.words == "Draw two, or pass."


# ---------------------------------------------------------------- characters and white space


def test_any_character_may_stand_in_texts_comments_and_rule_text() -> None:
    file = read('game "“Ödland” – 10 €":  # – “so”\n    > Für zwei – oder “mehr”…\n    players: 2 to 4\n')
    (game,) = file.items
    assert isinstance(game, n.Game)
    assert game.title.text == "“Ödland” – 10 €"
    assert game.settings[0] == n.RuleText("Für zwei – oder “mehr”…")


@pytest.mark.parametrize(
    ("odd", "plain", "name"),
    [
        ("game “A”:\n    players: 2 to 3\n", 'game "A":\n    players: 2 to 3\n', "curly-quote"),
        ("zone a:\u00a0stack\n", "zone a: stack\n", "odd-space"),
        ("define a: 3 – 1\n", "define a: 3 - 1\n", "long-dash"),
        ("setup：\n    stop\n", "setup:\n    stop\n", "full-width-character"),
        ("define a: 3 × 2\n", "define a: 3 * 2\n", "typeset-sign"),
        ("define a: b ≥ 2\n", "define a: b >= 2\n", "typeset-sign"),
        ("use\u200b one\n", "use one\n", "invisible-character"),
        ('game "A\x07":\n    > b\x85c  # \x00\n', 'game "A":\n    > bc  # \n', "control-character"),
        ("use\x0c one  # \u202e\u2028\n", "use one  # \n", "control-character"),
        ("\tuse one\n"[1:], "use one\n", ""),
    ],
)
def test_an_odd_character_is_named_once_and_can_be_mended(odd: str, plain: str, name: str) -> None:
    reports = reports_on(odd)
    assert [report.name for report in reports] == ([name] if name else [])
    assert parse(Source("game.bylaws", _mended(odd, reports)))[0] == read(plain)


def test_a_dash_between_letters_is_made_a_minus_only_if_asked_for() -> None:
    reports = reports_on("define a: b\u2013c\n")
    assert [(report.name, report.fix and report.fix.safe) for report in reports] == [("long-dash", False)]


def test_windows_files_mean_what_others_mean() -> None:
    text = "setup:\n    if a:\n        stop  # so\n    > Why.\n    otherwise: stop\n"
    windows = read(text.replace("\n", "\r\n"))
    assert windows == read(text)
    assert [item.trivia for item in windows.items] == [item.trivia for item in read(text).items]


@pytest.mark.parametrize(
    ("text", "name", "level"),
    [
        ("\ufeffuse one\n", "byte-order-mark", Level.WARNING),
        ("use one\r\nuse two\n", "mixed-line-ends", Level.WARNING),
        ("setup:\n\tstop\n\tstop\n", "tab-indent", Level.WARNING),
        ("setup:\n\tstop\n    stop\n", "mixed-indent", Level.ERROR),
        ("setup:\n\tstop\n        stop\n", "mixed-indent", Level.ERROR),
    ],
)
def test_white_space_of_other_editors_has_one_report(text: str, name: str, level: Level) -> None:
    reports = reports_on(text)
    assert [(report.name, report.level) for report in reports] == [(name, level)]
    assert not reports_on(_mended(text, reports))


def test_very_old_line_ends_are_read_as_line_ends() -> None:
    reports = reports_on("use one\ruse two\r")
    assert [report.name for report in reports] == ["old-line-ends"]
    assert read(_mended("use one\ruse two\r", reports)) == read("use one\nuse two\n")


# ---------------------------------------------------------------- bad lines


def test_what_stands_under_a_bad_line_is_still_read() -> None:
    file, reports = parse(Source("game.bylaws", "zoo visit ((:\n    if a:\n        stop\n    return\nuse one\n"))
    bad, use = file.items
    assert isinstance(bad, n.BadLine)
    assert [type(item) for item in bad.body] == [n.If, n.Return]
    assert use == n.Use((n.Name("one"),))
    assert len(reports) == 1


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("counters Goods of of player", "gold\n    silver"),
        ("enum Season spring:", "spring\n    summer"),
        ("deck Card on pile of:", '2 x "A"\n    "B", size 2'),
        ("define a of of card:", "1 if b\n    2 otherwise"),
        ('variant "A" of:', 'add "B"\n    set parameter c = 1'),
        ('scenario "A" covers:', "played by ann\n    when setup\n    and ann passes\n    then a is 1\n    and b is 2"),
        ('game "A" for:', "players: 2 to 4"),
    ],
)
def test_a_bad_header_is_one_report(header: str, body: str) -> None:
    assert [line for _, line in names_of(reports_on(f"{header}\n    {body}\nuse one\n"))] == [1]


def test_every_bad_line_is_reported() -> None:
    lines = ["zone ((", "use", "role )", "flag a b c d", "enum:"]
    found = reports_on("".join(f"{line}\nuse one\n" for line in lines))
    assert [line for _, line in names_of(found)] == [1, 3, 5, 7, 9]


def test_bad_lines_of_a_chain_leave_the_others_their_meaning() -> None:
    text = (
        'scenario "A":\n    when setup\n    and ann (\n    and ben passes\n'
        "    then a is 1\n    and ) ( b\n    and c is 1\n"
    )
    file, reports = parse(Source("game.bylaws", text))
    (scenario,) = file.items
    assert isinstance(scenario, n.Scenario)
    when, then = scenario.parts
    assert isinstance(when, n.When)
    assert isinstance(then, n.Then)
    assert len(when.answers) == 1
    assert len(then.claims) == 2
    assert [line for _, line in names_of(reports)] == [3, 6]


# ---------------------------------------------------------------- headings


def test_reports_stand_under_the_headings_of_the_rulebook() -> None:
    text = (
        'round day "A day":\n    step 1 market "Going to market":\n        if gold of you > 3:\n'
        "            gain ((\n    step fair\nsetup:\n    draw ((\n"
    )
    found = [report.heading for report in reports_on(text)]
    assert found == ["A day > Going to market", "A day", "Setup"]


def test_a_heading_is_not_under_itself() -> None:
    file = read('round day "A day":\n    step 1 market "Going to market": stop\n')
    assert heading(file, 3) == ""
    assert heading(file, 30) == "A day"


# ---------------------------------------------------------------- fixes


#: A file in which so much is wrong that it takes seconds to mend one thing after another is slow.
MISTAKEN = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stat().st_size > 1000 else [])
    for path in sorted((FOLDER / "messages").glob("*.bylaws"))
]


#: So many fixes are made apart, that others which are made at once stand far from each other.
APART = 6


@pytest.mark.parametrize("path", MISTAKEN)
def test_a_fix_takes_its_report_away_and_brings_none_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    before = reports_on(text)
    known = {(found.message, found.span.line) for found in before}
    for first in range(APART):
        made = tuple(report for report in before if report.fix)[first::APART]
        mended = {(report.message, report.span.line) for report in made}
        there = {(found.message, found.span.line) for found in reports_on(_mended(text, made))}
        assert not mended & there
        lines = {line for _, line in mended}
        assert {found for found in there if found[1] not in lines} <= known


def _mended(text: str, reports: tuple[Diagnostic, ...]) -> str:
    """The text with all fixes made."""
    edits = [edit for report in reports if report.fix for edit in report.fix.edits]
    for edit in sorted(edits, key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text


def test_a_file_that_begins_with_and_goes_on_with_nothing() -> None:
    assert names_of(reports_on("and ann has 1 coin\n")) == [("lone-and", 1)]
