"""What lint says of variants: of their ends of the game, of words that they overrule, and of what they leave over."""

from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic
from dsl.lint.settings import Settings
from dsl.loading import load
from interpreter.findings.find import doubts

FRAME = Path(__file__).with_name("frame.bylaws").read_text(encoding="utf-8")


def found(ends: str, written: str, rule: str = "end-never-comes", chosen: bool = False) -> list[Diagnostic]:
    """What lint says of these ends of a game, or other rules of it, and of what a variant of it says."""
    text = f'{FRAME}\n{ends}\nvariant "Test" of "Frame":\n    {written}\n'
    path = Path("example.bylaws")
    return doubts(load(path, ["Test"] * chosen, texts={path: text}), Settings(select=(rule,)))


LATE = "game ends after evening when fame of host >= 8: host wins"
EARLY = "game ends after evening when fame of host >= 5: the player with most coins wins"


def test_an_end_of_a_variant_may_take_the_place_of_one_of_the_base() -> None:
    assert found(EARLY, LATE) == found(LATE, EARLY) == found(EARLY, EARLY) == []


def test_of_two_ends_of_a_variant_one_never_comes() -> None:
    (doubt,) = found("", f"{EARLY}\n    {LATE}")
    assert doubt.span.text == LATE and [label.span.text for label in doubt.labels] == [EARLY]


@pytest.mark.parametrize(
    "written",
    [
        "game ends after market when fame of host >= 8: host wins",  # at another moment
        "game ends after evening when coin of host >= 8: host wins",  # for another reason
    ],
)
def test_ends_that_both_come(written: str) -> None:
    assert found(EARLY, written) == []


SPARED = "parameter spare = 2 (1 to 5)\ndefine spared: spare\nbefore step evening: host gains spared fame"


@pytest.mark.parametrize("chosen", [False, True])
def test_what_a_variant_leaves_over_is_told_where_it_does(chosen: bool) -> None:
    (doubt,) = found(SPARED, "replace define spared: 4", "unused-parameter", chosen)
    assert doubt.span.text == "replace define spared: 4" and doubt.fix is None
    assert [label.span.text for label in doubt.labels] == ["parameter spare = 2 (1 to 5)"]
    assert doubt.help == ("if it is not wanted any more, add `remove parameter spare` to the variant",)
    assert found(SPARED, "replace define spared: 4\n    remove parameter spare", "unused-parameter", chosen) == []


def test_an_enum_that_only_a_removed_parameter_was_of_is_left_over() -> None:
    rule = "before step evening while opening is picked: host gains 1 fame"
    rules = f"enum Opening: drawn, picked\nparameter opening = drawn\n{rule}"
    (doubt,) = found(rules, 'remove parameter opening\n    remove rule "before step evening"', "unused-enum")
    assert doubt.span.text == "remove parameter opening"
    assert doubt.help == ("if it is not wanted any more, add `remove enum Opening` to the variant",)


def test_what_was_left_over_before_is_told_there() -> None:
    (doubt,) = found("parameter spare = 2 (1 to 5)", "set parameter spare = 3", "unused-parameter", chosen=True)
    assert doubt.span.text == "parameter spare = 2 (1 to 5)" and not doubt.labels


def test_a_clause_that_a_variant_has_removed_is_no_slip_of_those_who_cover_it() -> None:
    story = 'scenario "All" covers frame-1:\n    played by ann, ben\n    then coin of ann is 5'
    rule = f"> [frame-1] More.\nbefore step evening: host gains 1 fame\n{story}"
    assert found(rule, 'remove rule "before step evening"', "unknown-clause-covered", chosen=True) == []


#: Words of the base game, and what a variant says; the words are those of the old rule.
OVERRULED = [
    ("after step evening:\n    > Twice.\n    each player: gain 2 coins",
     "instead of any player gaining some coin: return"),
    ("> Twice.\ndefine twice of player: 2\nafter step evening: host gains coins equal to twice of host",
     "exception to twice of any player: instead 3"),
    ("procedure feast:\n    > Twice.\n    host gains 1 coin\n    host gains 1 coin\nafter step evening: do feast",
     "instead of doing feast: return"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "edit"), OVERRULED)
def test_words_on_what_a_variant_overrules_always(rules: str, edit: str) -> None:
    (doubt,) = (one for one in found(rules, edit, "words-of-the-old-rule") if one.labels[0].span.text == "> Twice.")
    assert doubt.span.text == edit


@pytest.mark.parametrize(
    ("rules", "edit"),
    [
        (OVERRULED[0][0], "instead of host gaining some coin: return"),
        (OVERRULED[0][0], "instead of any player gaining some fame: return"),
        (OVERRULED[1][0], "exception to twice of any player: previous + 1"),
        (OVERRULED[1][0], "exception to twice of host: instead 3"),
        (OVERRULED[2][0], "instead of doing feast while coin of host > 2: return"),
    ],
)
def test_words_on_what_it_overrules_now_and_then(rules: str, edit: str) -> None:
    assert not [one for one in found(rules, edit, "words-of-the-old-rule") if one.labels[0].span.text == "> Twice."]
