"""Whole games in the browser, from the first question to the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import faults
from tests.browser.opened import BUTTONS, Opens, asked, click_on, focused, goes_on
from tests.unit.interpreter.web.serving import served

pytestmark = pytest.mark.slow

#: Games with a board, with hands, with numbers to say, with places in strips, with piles.
GAMES = ("action_the_project", "bad_day_at_the_office", "office_job", "theyre_coming", "thrown_under_the_bus")
#: Decisions between two times that all is measured.
_MEASURED = 12


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_by_clicks_and_nothing_overlaps_meanwhile(
    name: str, opens: Opens, tmp_path: Path
) -> None:
    with served(tmp_path, name) as server:
        table, links = server.table(("you", "random", "random"))
        page, small = opens(links["0"]), opens(links["0"], 360, 740, scheme="dark")
        chance, played = Random(3), 0
        while asked(page):
            if played % _MEASURED == 0:
                assert faults(page) == []
                expect(small.locator("#dock")).to_have_attribute("data-asked", asked(page))
                assert faults(small) == []
            since = asked(page)
            click_on(page, chance)
            played += 1
            if not goes_on(page, since):
                break
        assert table.session.over
        for sentence in table.session.outcome(0).sentences:  # type: ignore[union-attr]
            expect(page.locator("#dock")).to_contain_text(sentence)
        expect(small.locator("#dock .over")).to_be_visible()
        assert faults(page) == [] and faults(small) == []


def first_key(page: Page) -> str:
    """The key of the first answer that has one; else that of passing."""
    keys = page.locator("#answers button[data-key]")
    return (keys.first.get_attribute("data-key") if keys.count() else None) or "p"


def test_a_game_is_played_to_its_end_by_the_keyboard_alone(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        table, links = server.table(("you", "random", "random"))
        page, chance = opens(links["0"]), Random(4)
        for _ in range(60):
            page.keyboard.press("Tab")
            if focused(page)["dock"]:
                break
        while asked(page):
            since = asked(page)
            assert focused(page)["dock"], focused(page)
            match chance.randrange(3):
                case 0:
                    page.keyboard.press("q")
                    for _ in range(chance.randrange(4)):
                        page.keyboard.press("ArrowRight")
                    page.keyboard.press("Enter")
                case 1 if page.locator(".hands button.can").count():
                    page.keyboard.press("h")
                    for _ in range(chance.randrange(4)):
                        page.keyboard.press("ArrowRight")
                    page.keyboard.press("Enter")
                case _ if page.locator(".passes button").count() and chance.random() < 0.5:
                    page.keyboard.press("p")
                case _:
                    page.keyboard.press(first_key(page))
            if page.locator(".narrowing").count():
                page.keyboard.press("Escape")
                page.keyboard.press("1")
            if not goes_on(page, since):
                break
        assert table.session.over


def test_a_small_game_is_played_by_two_in_two_windows(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "tic_tac_toe") as server:
        table, links = server.table()
        pages, chance = [opens(links["0"]), opens(links["1"], 360, 740)], Random(5)
        while not table.session.over:
            seat = table.session.state.player
            expect(pages[seat].locator(BUTTONS).first).to_be_visible()
            assert faults(pages[0]) == [] and faults(pages[1]) == []
            since = asked(pages[seat])
            click_on(pages[seat], chance)
            pages[seat].wait_for_function("since => document.getElementById('dock').dataset.asked !== since", arg=since)
        for page in pages:
            expect(page.locator("#dock .over")).to_be_visible()
        assert faults(pages[0]) == [] and faults(pages[1]) == []
        pages[0].get_by_role("button", name="All hands").click()
        expect(pages[0].locator("#reader")).to_contain_text("Nobody had anything hidden.")
        pages[0].keyboard.press("Escape")
        with pages[1].expect_download() as saved:
            pages[1].get_by_role("button", name="Save the log").click()
        assert table.session.outcome(1).sentences[-1] in saved.value.path().read_text()  # type: ignore[union-attr]
        pages[0].get_by_role("button", name="Another game with the same seats").click()
        pages[1].get_by_role("link", name="To the next game").click()
        expect(pages[1].locator("#dock .over")).to_have_count(0)
        expect(pages[1].locator("#prompt")).to_be_visible()
