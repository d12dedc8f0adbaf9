"""The format for people: the line as typed, the mark under the right characters, and what to do."""

from textwrap import dedent

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, Level, error, warning
from dsl.render import render
from dsl.source import NO_SPAN, Source, Span


def source(text: str, path: str = "game.bylaws") -> Source:
    return Source(path, text)


def span(where: Source, part: str) -> Span:
    start = where.text.index(part)
    return Span(where, start, start + len(part))


def shown(*found: Diagnostic) -> str:
    return render(found, "full")


def expected(text: str) -> str:
    return dedent(text).removeprefix("\n")


def test_the_example_of_the_design() -> None:
    where = source("\n" * 41 + "    draw 1 from deck to your hnd\n", "games/example/game.bylaws")
    found = error(
        "unknown-zone",
        "no zone is called `hnd`",
        span(where, "hnd"),
        label="did you mean `hand`?",
        heading="Play > Draw",
    )
    assert shown(found) == expected(
        """
        error[unknown-zone]: no zone is called `hnd`
         --> games/example/game.bylaws:42:30
           |  Play > Draw
        42 |     draw 1 from deck to your hnd
           |                              ^^^ did you mean `hand`?
        """
    )


def test_labels_help_and_a_safe_fix() -> None:
    where = source("zone hand\nzone pot\nzone hand\n")
    second = Span(where, 24, 28)
    found = error(
        "name-taken",
        "`hand` is declared twice",
        second,
        label="and again here",
        labels=(Label(span(where, "hand"), "first here"),),
        help=("give one of them\nanother name",),
        fix=Fix("write `hand_2`", (Edit(second, "hand_2"),), safe=True),
    )
    assert shown(found) == expected(
        """
        error[name-taken]: `hand` is declared twice
        --> game.bylaws:3:6
          |
        1 | zone hand
          |      ---- first here
        2 | zone pot
        3 | zone hand
          |      ^^^^ and again here
        help: give one of them
              another name
        fix: write `hand_2` (`bylaws lint --fix` does it)
        """
    )


def test_an_unsafe_fix_says_so() -> None:
    where = source("zone pot\n")
    fix = Fix("remove the zone", (Edit(Span(where, 0, 9), ""),), safe=False)
    text = shown(warning("unused-zone", "`pot` is never used", span(where, "pot"), fix=fix))
    assert "`bylaws lint --fix --unsafe-fixes` does it; look at the result" in text


def test_two_marks_on_one_line_stand_below_each_other() -> None:
    where = source("set pot to pot\n")
    found = error("same", "a thing is set to itself", Span(where, 11, 14), labels=(Label(Span(where, 4, 7), "this"),))
    assert shown(found) == expected(
        """
        error[same]: a thing is set to itself
        --> game.bylaws:1:12
          |
        1 | set pot to pot
          |            ^^^
          |     --- this
        """
    )


def test_a_label_in_another_file_has_its_own_place() -> None:
    base = source("\n\n\n\n\n\n\n\n\nstep draw\n", "base.bylaws")
    variant = source("replace step drw\n", "variant.bylaws")
    found = error(
        "no-target",
        "no step is called `drw`",
        span(variant, "drw"),
        labels=(Label(span(base, "draw"), "the nearest"), Label(NO_SPAN, "not shown")),
    )
    assert shown(found) == expected(
        """
        error[no-target]: no step is called `drw`
         --> variant.bylaws:1:14
           |
         1 | replace step drw
           |              ^^^
         ::: base.bylaws:10:6
           |
        10 | step draw
           |      ---- the nearest
        """
    )


def test_tabs_are_shown_as_spaces_and_the_mark_follows() -> None:
    where = source("\tdraw\t1 card\n")
    assert shown(error("tab", "a tab", span(where, "1"))) == expected(
        """
        error[tab]: a tab
        --> game.bylaws:1:7
          |
        1 |     draw    1 card
          |             ^
        """
    )


def test_wide_and_combining_characters() -> None:
    where = source("zone 手札 😀 cafe\N{COMBINING ACUTE ACCENT} bad\n")
    text = shown(error("wide", "wide", span(where, "bad"), labels=(Label(span(where, "手札"), "two"),)))
    assert text.splitlines()[3:] == [
        "1 | zone 手札 😀 cafe\N{COMBINING ACUTE ACCENT} bad",
        "  |                   ^^^",
        "  |      ---- two",
    ]


def test_a_long_line_is_cut_around_the_mark() -> None:
    where = source("a" * 300 + " bad " + "z" * 300 + "\n")
    text = shown(error("long", "long", span(where, "bad"), label="here"))
    line, mark = text.splitlines()[3:]
    assert line == "1 | …" + "a" * 29 + " bad " + "z" * 76 + "…"
    assert mark == "  |  " + " " * 30 + "^^^ here"


def test_a_mark_longer_than_the_window_is_cut_with_it() -> None:
    where = source("x" * 500)
    line, mark = shown(error("long", "long", Span(where, 0, 500))).splitlines()[3:]
    assert line == "1 | " + "x" * 110 + "…"
    assert mark == "  | " + "^" * 110


def test_an_empty_span_at_the_end_of_the_file() -> None:
    where = source("step draw:\n")
    end = Span(where, len(where.text), len(where.text))
    assert shown(error("unfinished", "the step says nothing", end, label="write it here")) == expected(
        """
        error[unfinished]: the step says nothing
        --> game.bylaws:2:1
          |
        2 |
          | ^ write it here
        """
    )


def test_an_empty_span_at_the_end_of_a_line() -> None:
    where = source("step draw\r\nstep two\r\n")
    found = error("no-colon", "a colon is missing", Span(where, 9, 9))
    assert shown(found).splitlines()[3:] == ["1 | step draw", "  |          ^"]


def test_a_span_of_only_a_line_end_marks_the_place_after_the_line() -> None:
    where = source("step draw\r\nstep two\r\n")
    found = error("no-colon", "a colon is missing", Span(where, 9, 11))
    assert shown(found).splitlines()[3:] == ["1 | step draw", "  |          ^"]


def test_several_lines_show_the_first_and_the_last() -> None:
    where = source("step draw:\n  one\n  two\n  three\n\nstep next:\n")
    block = Span(where, 0, where.text.index("step next"))
    assert shown(error("empty", "never reached", block, label="all of this")) == expected(
        """
        error[empty]: never reached
        --> game.bylaws:1:1
          |
        1 | step draw:
          | ^^^^^^^^^^
        ...
        4 |   three
          |   ^^^^^ all of this
        """
    )


def test_two_lines_follow_each_other_without_a_gap() -> None:
    where = source("if a\n  and b:\n")
    assert shown(error("x", "x", span(where, "a\n  and"))).splitlines()[3:] == [
        "1 | if a",
        "  |    ^",
        "2 |   and b:",
        "  |   ^^^",
    ]


def test_what_is_built_in_has_no_place() -> None:
    assert shown(error("x", "the library is missing", NO_SPAN)) == "error[x]: the library is missing\n"


def test_a_builtin_fault_may_still_point_somewhere() -> None:
    where = source("zone pot\n")
    found = error("x", "message", NO_SPAN, labels=(Label(span(where, "pot"), "used here"),))
    assert shown(found).splitlines()[1:] == [
        "::: game.bylaws:1:6",
        "  |",
        "1 | zone pot",
        "  |      --- used here",
    ]


def test_blocks_are_in_order_with_an_empty_line_between() -> None:
    where = source("one two\n")
    text = shown(warning("b", "second", span(where, "two")), Diagnostic("a", "first", span(where, "one"), Level.INFO))
    assert text == expected(
        """
        info[a]: first
        --> game.bylaws:1:1
          |
        1 | one two
          | ^^^

        warning[b]: second
        --> game.bylaws:1:5
          |
        1 | one two
          |     ^^^
        """
    )


def test_nothing_to_say_is_nothing() -> None:
    assert shown() == ""


def test_a_file_cannot_steer_the_terminal() -> None:
    where = source("zone \x1b[2J\u202epot\x85\n", "a\x1b]0;title\x07.bylaws")
    found = error("x", "no \x1b[31m", span(where, "pot"), label="\x07", help=("\u202e",), heading="\x1b[0m")
    for form in ("full", "concise"):
        text = render([found], form)
        assert not set(text) & set("\x1b\x07\x85\u202e")
    assert r"\u001b[2J" in render([found], "full")


def test_colour_is_plain_codes_around_the_same_text() -> None:
    where = source("zone pot\n")
    found = error("x", "message", span(where, "pot"), label="here", help=("do this",))
    coloured = render([found], "full", colour=True)
    assert "\x1b[1;31m^^^ here\x1b[0m" in coloured
    assert _without_codes(coloured) == render([found], "full")
    assert _without_codes(render([found], "concise", colour=True)) == render([found], "concise")


def _without_codes(text: str) -> str:
    for code in ("1;31", "1;33", "1;36", "1;34", "1;32", "1", "0"):
        text = text.replace(f"\x1b[{code}m", "")
    return text
