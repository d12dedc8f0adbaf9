"""Where the log stops for those who watch: at a terminal alone, and not where all of it fits on the next screen."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from interpreter.cli.input.sitting import Sitting
from interpreter.players.human.pacing import ALL, GO_ON, NONE, STEPS, Page, pages
from interpreter.players.human.terminal import CLEAR_SCREEN, Terminal
from tests.bundled import EACH_GAME
from tests.tables import game, game_of, play, table

RULES = """
game "Show":
    players: 2 to 3
counter points of player
step 1 day "Day":
    each player:
        choose a number from 1 to 3 as bet
        gain bet points
    for each level from 1 to 4:
        announce "Strike {level}"
        first of players gains level points
step 2 night "Night":
    last of players chooses a number from 1 to 3 as last_bet
game ends after night:
    the player with most points wins
"""


#: Much happens in which nothing is revealed.
LONG = """
game "Long":
    players: 2 to 3
role host
step 1 day "Day":
    first of players chooses a number from 1 to 3 as bet
    repeat 30 times:
        set host to first of players
        set host to last of players
    first of players chooses a number from 1 to 3 as last_bet
game ends after day:
    nobody wins
"""


def _seen(
    patch: pytest.MonkeyPatch, how: str | None, *typed: str, people: tuple[str, ...] = ("you", "random"),
    rules: str = RULES,
) -> list[str]:  # fmt: skip
    """The screens of a whole game at a terminal, each with what it asked."""
    out = io.StringIO()
    lines = iter(typed)

    def answer(prompt: str) -> str:
        out.write(f"{prompt}\n")
        return next(lines, "")

    patch.setattr("builtins.input", answer)
    screen = Terminal(Console(file=out, width=80, height=24, color_system=None), asks=True, clears=True)
    session = table(game_of(rules), 2)
    session.table = type(session.table)("test", "", (), {}, ("Ann", "Ben"), people, 1)
    session.pace = how or ""
    Sitting(session, screen, "", "", False).run()
    return out.getvalue().split(CLEAR_SCREEN)


def test_a_step_in_which_much_is_counted_stops_at_each_count(monkeypatch: pytest.MonkeyPatch) -> None:
    screens = _seen(monkeypatch, STEPS, "2")
    stops = [screen for screen in screens if GO_ON in screen]
    assert len(stops) == 4
    assert "Strike 1: you gain 1 point, 3 so far." in stops[0] and "Strike 2" not in stops[0]
    assert stops[3].startswith("Strike 4: you gain 4 points, 12 so far.")


def test_what_does_not_fit_above_the_question_is_shown_before(monkeypatch: pytest.MonkeyPatch) -> None:
    screens = _seen(monkeypatch, STEPS, "2", *[""] * 6, "1", rules=LONG)
    assert all(len(screen.splitlines()) < 24 for screen in screens[:-1])
    first = next(screen for screen in screens if "becomes the host" in screen)
    assert first.startswith('You choose 2 ("Choose a number")') and GO_ON in first


def test_s_skips_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    screens = _seen(monkeypatch, STEPS, "2", "", "s")
    assert sum(GO_ON in screen for screen in screens) == 2
    assert "The game is over. Ann wins with 12 points" in screens[-1]


@pytest.mark.parametrize(("how", "stops"), [("", 4), (STEPS, 4), (ALL, 4), (NONE, 0)])
def test_what_pace_says(monkeypatch: pytest.MonkeyPatch, how: str, stops: int) -> None:
    assert sum(GO_ON in screen for screen in _seen(monkeypatch, how, "2")) == stops


def test_bots_alone_stop_only_if_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = ("random", "random")
    assert sum(screen.count(GO_ON) for screen in _seen(monkeypatch, "", people=alone)) == 0
    whole = "".join(_seen(monkeypatch, STEPS, people=alone))
    assert whole.count(GO_ON) == 4 and whole.count("Strike 3") == 1
    assert whole.index("Strike 3") < whole.index("Night")


def test_a_pipe_never_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    session = table(game_of(RULES), 2)
    screen = Terminal(Console(file=out, width=80, color_system=None), asks=False, clears=False)
    session.pace = ALL
    Sitting(session, screen, "", "", False).run()
    assert GO_ON not in out.getvalue() and "Strike 4: Ann gains" in out.getvalue()


#: What is shown at last in each game, and must not rush by: what the log says there.
DECISIVE = {
    "action_the_project": r"The project (succeeds by|fails, with)",
    "bad_day_at_the_office": r"The dice show|is fixed by",
    "office_job": r"is promoted|so far",
    "theyre_coming": r"so far|draws",
    "thrown_under_the_bus": r"(Mon|Tues|Wednes|Thurs|Fri)day: .* tally [+-]\d+, -?\d+ so far",
}
LARGE = [each for each in EACH_GAME if each.values[0] in DECISIVE]


@pytest.mark.parametrize("name", LARGE)
def test_the_decisive_reveal_is_seen_before_the_game_goes_on(name: str) -> None:
    assert len(LARGE) == len(DECISIVE)
    session = play(table(game(name), 3, 3, "generated"), 3, 100_000)
    found = pages(session.beats(0), STEPS)
    decisive = [page for page in found if re.search(DECISIVE[name], page.lines[-1].text if page.lines else "")]
    assert decisive, "nothing stops there"
    assert all(len(page.lines) > 0 for page in found[:-1])
    assert _texts(found) == [line.text for beat in session.beats(0) for line in beat.lines]


def _texts(found: list[Page]) -> list[str]:
    return [line.text for page in found for line in page.lines]
