"""Ten mistakes in a real game are ten reports, each where its mistake is, each with what to do."""

from pathlib import Path

import pytest
from attrs import frozen

from dsl.diagnostic import Diagnostic
from dsl.loading import load
from dsl.render import render

GAME = Path("games/action_the_project")


@frozen
class Mistake:
    """What stands in a file, what is written instead, and what the report must say."""

    file: str
    right: str
    wrong: str
    name: str
    advice: str


MISTAKES = (
    Mistake(
        "game.bylaws",
        "parameter politics_factor = 2 (1 to 4)",
        "parameter politics_factor = 5 (1 to 4)",
        "parameter-range",
        "choose another value, or widen the range",
    ),
    Mistake(
        "game.bylaws",
        "by Resource  # by a trial",
        "by Ressource  # by a trial",
        "unknown-kind",
        "did you mean `Resource`?",
    ),
    Mistake(
        "game.bylaws",
        "    shuffle project_deck\n",
        "    shuffel project_deck\n",
        "misspelt-word",
        "did you mean `shuffle`?",
    ),
    Mistake(
        "game.bylaws",
        "        move the top card of project_pile to project\n        > [project-019]",
        "        move the top card of projct_pile to project\n        > [project-019]",
        "unknown-zone",
        "did you mean `project_pile`?",
    ),
    Mistake(
        "game.bylaws",
        "do share among supporters\n",
        "do share for supporters\n",
        "argument-unknown",
        "`do share among group`",
    ),
    Mistake(
        "game.bylaws",
        "define votes_against: number of players where stance is oppose",
        "define votes_against: number of players where stance is opose",
        "unknown-value",
        "did you mean `oppose`?",
    ),
    Mistake(
        "game.bylaws",
        "if auction_point is on_failure: instead politics_factor",
        "if auction_point is on_failure: politics_factor",
        "exception-unclear",
        "say `instead politics_factor`",
    ),
    Mistake(
        "game.bylaws",
        "define prestige_cost: prestige_price / money_counter rounded up",
        "define prestige_cost: prestige_price / money_counter",
        "rounding-unsaid",
        "`rounded up`",
    ),
    Mistake(
        "game.bylaws",
        "game ends after restructuring when is_last_project:",
        "game ends after restructuring when is_last_project",
        "missing-colon",
        "`:` belongs here",
    ),
    Mistake(
        "cards.bylaws",
        '"Repaint the Emergency Exit Beige", size 10',
        '"Repaint the Emergency Exit Beige", sise 10',
        "unknown-field",
        "did you mean `size`?",
    ),
)


def planted(*mistakes: Mistake) -> tuple[dict[Path, str], list[tuple[str, int]]]:
    """The texts of the game with these mistakes in them, and the file and line of each."""
    texts = {GAME / name: (GAME / name).read_text(encoding="utf-8") for name in ("game.bylaws", "cards.bylaws")}
    for m in mistakes:
        assert texts[GAME / m.file].count(m.right) == 1, m.right
        texts[GAME / m.file] = texts[GAME / m.file].replace(m.right, m.wrong)
    return texts, [(m.file, line_of(texts[GAME / m.file], m)) for m in mistakes]


def line_of(text: str, m: Mistake) -> int:
    return text[: text.index(m.wrong)].count("\n") + 1


def place_of(found: Diagnostic) -> tuple[str, int]:
    return Path(found.span.source.path).name, found.span.line


def test_ten_mistakes_are_ten_reports() -> None:
    texts, places = planted(*MISTAKES)
    found = load(GAME, texts=texts).diagnostics
    assert len(found) == len(MISTAKES) == 10, render(found, "full")
    assert {place_of(d) for d in found} == set(places)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_each_is_told_what_to_do(mistake: Mistake) -> None:
    texts, (place,) = planted(mistake)
    loaded = load(GAME, texts=texts)
    (found,) = loaded.diagnostics
    assert loaded.game is None
    assert (found.name, place_of(found)) == (mistake.name, place)
    assert mistake.advice in " ".join((found.label, *found.help))


def test_among_ten_each_says_what_it_says_alone() -> None:
    texts, _ = planted(*MISTAKES)
    names = sorted(found.name for found in load(GAME, texts=texts).diagnostics)
    assert names == sorted(m.name for m in MISTAKES)
