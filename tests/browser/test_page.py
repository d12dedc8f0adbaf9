"""What the page does besides: focus, reloading, several windows, a lost connection, the side, the designer's page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import faults
from tests.browser.opened import BUTTONS, Opens, asked, focused, goes_on
from tests.unit.interpreter.cli.commands import REPOSITORY
from tests.unit.interpreter.web.serving import Link, play_on, served
from tests.unit.interpreter.web.test_looks import LOOKS, RULES

pytestmark = pytest.mark.slow


def test_a_first_visit_is_told_how_it_works_once(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "action_the_project") as server:
        _, links = server.table(("you", "random", "random"))
        page = opens(links["0"], greeted=False)
        expect(page.locator(".greeting")).to_contain_text("You are Ann.")
        for width, height in ((1280, 800), (1920, 1080), (640, 400), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert faults(page) == []
            assert page.locator(".greeting .sample.can").evaluate(COVERED) is False
        page.get_by_role("button", name="Understood").click()
        expect(page.locator(".greeting")).to_have_count(0)
        assert focused(page)["dock"]
        page.reload()
        expect(page.locator("#prompt")).to_be_visible()
        expect(page.locator(".greeting")).to_have_count(0)
        assert "#" not in page.url
        expect(page).to_have_title("● Action the Project!")


#: Whether the edge around something lies over the letter behind it.
COVERED = """one => {
    const letter = document.createRange(), how = getComputedStyle(one);
    letter.setStart(one.nextSibling, 0);
    letter.setEnd(one.nextSibling, 1);
    const edge = one.getBoundingClientRect().right + parseFloat(how.outlineWidth) + parseFloat(how.outlineOffset);
    return letter.getBoundingClientRect().left < edge - 0.1;
}"""


def test_the_drawer_is_whole_beside_a_scrollbar_that_takes_room(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        _, links = server.table(("you", "random"))
        page = opens(links["0"], 360, 740)
        # a browser without a window has no scrollbars: what is fixed has the width that one would leave it
        page.evaluate("Object.assign(document.body.style, {width: '345px', transform: 'scale(1)'})")
        page.locator("#head [data-tab=rules]").click()
        box = page.locator("#side").bounding_box()
        assert box is not None and (box["x"], box["width"]) == (0, 345)


def test_the_focus_stays_when_others_play_and_two_windows_of_a_seat_agree(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "tic_tac_toe") as server:
        table, links = server.table()
        seat = table.session.state.player
        mine, other = links[str(seat)], links[str(1 - seat)]
        page, twin, watching = opens(mine), opens(mine), opens(other)
        first, second = page.locator("#answers button").nth(1), watching.get_by_role("button", name="Keys")
        first.focus()
        watching.get_by_role("tab", name="Notes").click()
        watching.locator("#note").fill("a thought that is not at its end")
        watching.locator("#note").focus()
        server.do(table.publish)
        twin.locator("#answers button").first.click()
        goes_on(watching, "")
        assert focused(watching)["tag"] == "TEXTAREA"
        expect(watching.locator("#note")).to_have_value("a thought that is not at its end")
        expect(page.locator("#prompt")).to_contain_text("deciding")
        expect(page.locator("#panel-rules")).to_contain_text("the step in which you were asked last")
        assert focused(page)["dock"]
        expect(second).to_be_visible()
        assert len(table.session.history) == 1


def test_a_double_click_is_one_answer(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        table, links = server.table(("you", "you"))
        seat = table.session.state.player
        page = opens(links[str(seat)])
        page.locator(BUTTONS).first.dblclick()
        goes_on(page, "")
        page.wait_for_timeout(300)
        chosen = (one for one in table.session.history if not table.session.decision_in(one.state).is_forced)
        assert [one.seat for one in chosen] == [seat]


def test_an_answer_given_without_a_connection_arrives_when_there_is_one(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        table, links = server.table(("you", "random"))
        page = opens(links["0"])
        since, before = asked(page), len(table.session.history)
        page.context.set_offline(True)
        page.locator(BUTTONS).first.click()
        page.wait_for_timeout(500)
        assert len(table.session.history) == before
        page.context.set_offline(False)
        goes_on(page, since)
        assert len(table.session.history) > before


@contextmanager
def command(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`bylaws serve` in a process of its own, with the first link that it prints, if any."""
    words = ["serve", "tic_tac_toe", "--port", str(port), "--keep", str(folder)]
    words = [sys.executable, "-m", "interpreter.cli.main", *words]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl-C" in line:
            break
    link = re.search(r"http://\S+/t/\S+/0#\S+", said)
    try:
        yield process, link[0] if link else ""
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing can be killed so here")
def test_a_server_that_is_killed_and_begun_again_goes_on_with_the_page(opens: Opens, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with command(tmp_path, port) as (process, link):
        page = _opened(opens, link)
        ours = page.locator(BUTTONS)
        if ours.count():
            ours.first.click()
        expect(page.locator("#prompt")).to_contain_text("deciding")
        process.kill()
        expect(page.locator("#said")).to_contain_text("The connection is lost")
    with command(tmp_path, port):
        expect(page.locator("#said")).to_be_empty()
        expect(page.locator("#log li")).not_to_have_count(0)


def _opened(opens: Opens, link: str) -> Page:
    context = opens.browser.new_context()
    opens.contexts.append(context)
    page = context.new_page()
    opens.watch(page)
    page.goto(link)
    expect(page.locator("#prompt")).to_be_visible()
    return page


def test_a_link_that_opens_nothing_says_so(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "tic_tac_toe") as server:
        _, links = server.table()
        page = opens(links["0"])
        links["designer"].post("link", {"viewer": "0"})
        expect(page.locator("#said")).to_contain_text("This link opens nothing any more.")
        page.reload()
        expect(page.locator("main")).to_contain_text("There is no table here.")
        home = opens.contexts[0].new_page()
        home.goto(f"http://127.0.0.1:{server.port}/")
        expect(home.locator("main")).to_contain_text("Open the link that you were sent")
        assert faults(home) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_what_a_link_had_opened_is_out_of_use_when_the_link_is(
    opens: Opens, tmp_path: Path, width: int, height: int
) -> None:
    with served(tmp_path, "office_job") as server:
        table, links = server.table(("you", "random"))
        page = opens(links["0"], width, height)
        expect(page.locator("#dock .hands")).to_be_visible()
        page.keyboard.press("?")
        links["designer"].post("link", {"viewer": "0"})
        expect(page.get_by_role("status").filter(has_text="This link opens nothing any more.")).to_be_visible()
        expect(page.locator("#dock")).to_be_hidden()
        expect(page.locator("#reader")).to_be_hidden()
        assert page.locator("button:visible, a:visible, [tabindex]:visible").evaluate_all(
            "all => all.every(one => one.closest('[inert]'))"
        )
        expect(page).to_have_title("Office Job")
        greys = "one => getComputedStyle(one).filter"
        assert [page.locator(name).evaluate(greys) for name in ("#head", "#main", "#side")] == ["grayscale(1)"] * 3
        assert faults(page) == []
        since = len(table.session.history)
        for key in ("1", "2", "p", "u", "n"):
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        assert len(table.session.history) == since
        expect(page.locator("#said")).to_contain_text("This link opens nothing any more.")
        expect(page.locator("#panel-notes")).to_be_hidden()


def test_news_that_were_put_away_come_back_with_no_other_and_the_same_words_are_new_again(
    opens: Opens, tmp_path: Path
) -> None:
    with served(tmp_path, "tic_tac_toe") as server:
        table, links = server.table()
        page, watching = opens(links["0"]), opens(links["watch"])

        def happens(words: str) -> None:
            server.call(table.goes_elsewhere(table.session, news=words))

        def understood(of: Page, *sentences: str) -> None:
            expect(of.locator(".news p")).to_have_text([*sentences])
            of.locator(".news button").click()
            expect(of.locator(".news")).to_have_count(0)

        happens("The rules are others.")
        understood(page, "The rules are others.")
        understood(watching, "The rules are others.")
        happens("An older branch is played.")
        understood(page, "An older branch is played.")
        page.reload()
        expect(page.locator("#prompt")).to_be_visible()
        expect(page.locator(".news")).to_have_count(0)
        happens("The rules are others.")
        understood(page, "The rules are others.")
        understood(watching, "An older branch is played.", "The rules are others.")
        for words in ("First.", "Second.", "Third.", "First."):  # whoever does not answer is told the last five
            happens(words)
            understood(watching, words)
        watching.reload()
        expect(watching.locator("#prompt")).to_be_visible()
        expect(watching.locator(".news")).to_have_count(0)
        understood(page, "First.", "Second.", "Third.", "First.")
        page.goto(f"http://127.0.0.1:{server.port}/")
        play_on(table, links, 2)  # the list of a seat that has answered begins anew
        happens("First.")
        page.go_back()
        understood(page, "First.")


def test_the_side_has_the_log_the_rules_and_notes_that_can_be_deleted(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        _, links = server.table(("you", "random"))
        page = opens(links["0"], 360, 740)
        expect(page.locator("#side")).to_be_hidden()
        page.keyboard.press("r")
        expect(page.locator("#panel-rules")).to_contain_text("Goal:")
        assert faults(page) == []
        page.get_by_role("button", name="The whole rulebook").click()
        expect(page.locator("#reader")).to_contain_text("Tenure")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.locator("#side")).to_be_hidden()
        page.keyboard.press("n")
        page.keyboard.type("Who may <b>delegate</b>?")
        page.get_by_role("button", name="Keep this note").click()
        page.get_by_role("button", name="Unclear").click()
        expect(page.locator("#panel-notes li")).to_have_count(2)
        expect(page.locator("#panel-notes")).to_contain_text("Who may <b>delegate</b>?")
        assert faults(page) == []
        page.get_by_role("button", name="Delete").first.click()
        expect(page.locator("#panel-notes li")).to_have_count(1)


def test_the_game_can_be_clicked_after_the_window_has_got_wider_or_narrower(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        _, links = server.table(("you", "random"))
        page = opens(links["0"], 780, 800)
        page.locator("#head [data-tab=rules]").click()
        expect(page.locator("#main")).to_have_attribute("inert", "")
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator("[inert]")).to_have_count(0)
        page.get_by_role("tab", name="Notes").click()
        page.set_viewport_size({"width": 390, "height": 800})
        expect(page.locator("#side")).to_be_hidden()
        expect(page.locator("[inert]")).to_have_count(0)


def test_the_side_ends_where_the_question_begins_and_nothing_else_is_laid_out_for_it(
    opens: Opens, tmp_path: Path
) -> None:
    """What every thing on the page inherits costs a telephone a style for each of them, with each decision."""
    with served(tmp_path, "office_job") as server:
        _, links = server.table(("you", "random", "random"))
        page = opens(links["0"])
        for width in (1280, 900, 1600):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_function(
                """() => { const box = name => document.getElementById(name).getBoundingClientRect();
                           return Math.abs(box("side").top - box("head").bottom) < 2
                             && Math.abs(box("side").bottom - box("dock").top) < 2 }"""
            )
        inherited = "one => ['--head', '--dock'].map(name => getComputedStyle(one).getPropertyValue(name))"
        assert page.locator("#main").evaluate(inherited) == ["0px", "0px"]


def test_a_card_without_words_says_so_and_the_window_follows_the_game(opens: Opens, tmp_path: Path) -> None:
    rules = tmp_path / "cards.bylaws"
    rules.write_text(BARE)
    with served(tmp_path / "kept", rules) as server:
        table, links = server.table(("you", "you"))
        seat = table.session.state.player
        page, other = opens(links[str(1 - seat)]), opens(links[str(seat)])
        expect(other.locator(".undo")).to_have_count(0)
        expect(page.locator("#panel-rules")).to_contain_text("The rules of a step stand here")
        page.get_by_role("button", name="Pebble").first.click()
        expect(page.locator("#reader")).to_contain_text("what it does is in the rules")
        assert faults(page) == []
        page.get_by_role("button", name="To the rules").click()
        expect(page.locator("#panel-rules")).to_be_visible()
        page.get_by_role("button", name="Pebble").first.click()
        other.locator(BUTTONS).first.click()
        expect(page.locator("#reader")).to_be_hidden()
        expect(other.locator(".undo")).to_be_visible()


BARE = """
game "Pebbles":
    players: 2
cards Stone
zone heap: row, face up
zone sack: stack, face down, seen by nobody
deck Stone in heap:
    1 x "Pebble"
deck Stone in sack:
    1 x "Boulder"
counter points of player
round day "Day":
    each player:
        choose a number from 0 to 1 as count asking "How many?"
        move heap to sack
        shuffle sack
        gain count points
game ends after day:
    the player with most points wins
"""


def test_the_back_of_a_pile_says_how_many_lie_there_also_where_one_of_them_is_known(
    opens: Opens, tmp_path: Path
) -> None:
    rules = tmp_path / "pile.bylaws"
    below = BARE.replace("move heap to sack", "move heap to bottom of sack").replace("        shuffle sack\n", "")
    rules.write_text(below.replace('1 x "Boulder"', '7 x "Boulder"'))
    with served(tmp_path / "kept", rules) as server:
        table, links = server.table()
        page = opens(links["0"])
        sack = page.get_by_role("group", name="The sack")
        expect(sack.locator(".plate")).to_have_text("7 cards that you do not see")
        play_on(table, links, 1)
        expect(sack).to_have_attribute("aria-label", "The sack, 8 cards")
        expect(sack.locator(".count")).to_have_text("8")
        expect(sack.locator(".plate")).to_have_text("8 cards, 1 of which you know")
        assert faults(page) == []


FEW_NUMBERS = """game "Numbers":
    players: 2
counter coins of player
round lap "Lap":
    step 1 go "Go":
        each player:
            choose a number from 2 to 6 as n asking "Which number?"
            gain n coins
game ends after lap when round_number >= 1: the player with most coins wins
"""


def test_a_number_is_given_by_its_figure_and_escape_leaves_a_field(opens: Opens, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "game.bylaws").write_text(FEW_NUMBERS, encoding="utf-8")
    with served(tmp_path / "kept", rules) as server:
        table, links = server.table(("you", "random"))
        page = opens(links["0"])
        page.keyboard.press("w")
        page.keyboard.type("5")
        expect(page.locator("#why")).to_have_value("5")
        page.keyboard.press("Escape")
        since = asked(page)
        page.keyboard.press("1")  # which is no answer
        page.keyboard.press("5")
        goes_on(page, since)
        assert table.session.codes[0] == 5


def test_the_designer_is_told_of_edited_rules_whatever_else_is_open(opens: Opens, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    game = rules / "game.bylaws"
    game.write_text(FEW_NUMBERS, encoding="utf-8")
    with served(tmp_path / "kept", rules) as server:
        _, links = server.table()
        links["0"].answer(1)
        page, narrow = opens(links["designer"]), opens(links["designer"], 360, 740)
        tab, opener = page.get_by_role("tab", name="Table"), narrow.locator("#head [data-tab=designing]")
        panel = page.get_by_role("tabpanel")
        page.get_by_role("tab", name="Log").click()
        expect(tab).to_have_text("Table")
        edits = (
            (FEW_NUMBERS.replace("gain n coins", "gain n coyns"), "Table ▲ rules with errors"),
            (FEW_NUMBERS.replace("2 to 6", "2 to 7"), "Table ● rules edited"),
        )
        page.wait_for_timeout(500)  # the first look at the files
        for text, told in edits:
            game.write_text(text, encoding="utf-8")
            for one in (tab, opener):
                expect(one).to_have_text(told)
                expect(one.locator(".marked")).to_be_visible()
            assert faults(page) == [] and faults(narrow) == []
            tab.click()
            expect(panel.get_by_role("heading").first).to_have_text("The rules")
            assert faults(page) == []
            page.get_by_role("tab", name="Log").click()
        tab.click()
        page.get_by_role("button", name="Go on under the new rules").click()
        expect(tab).to_have_text("Table")
        expect(panel.get_by_role("heading").first).to_have_text("Seats")
        expect(page.get_by_role("region", name="Branches")).to_contain_text("goes on from decision 2 of branch 0")
        expect(page.locator(".news")).to_contain_text("goes on from decision 2 ")


def test_links_for_watching_are_closed_once_that_is_agreed_to_and_gone_then(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "tic_tac_toe") as server:
        _, links = server.table()
        page, watching = opens(links["designer"]), opens(links["watch"])
        page.get_by_role("button", name="A link for watching").click()
        link = page.get_by_role("textbox", name="Link for watching")
        expect(link).to_be_visible()
        page.get_by_role("button", name="Close all links for watching").click()
        expect(page.locator("#reader")).to_contain_text("They stop working at once")
        assert faults(page) == []
        page.get_by_role("button", name="Keep them").click()
        expect(link).to_be_visible()
        assert links["watch"].get().status_code == 200
        page.get_by_role("button", name="Close all links for watching").click()
        page.get_by_role("button", name="Close them").click()
        expect(link).to_have_count(0)
        expect(page.get_by_role("button", name="Copy the link for watching")).to_have_count(0)
        expect(watching.locator("#said")).to_contain_text("This link opens nothing any more.")
        assert faults(page) == []


BIDS = """game "Bids":
    players: 2
cards Bid
zone bids: row, face up
zone spent: row, face up
deck Bid in bids:
    1 x "Bid 1"
    1 x "Bid 4"
    1 x "Bid 5"
    1 x "Bid 12"
round lap "Lap":
    each player:
        choose a card from bids as bid asking "What do you bid?"
        move bid to spent
game ends after lap when round_number >= 2: nobody wins
"""


def keys(page: Page) -> list[str | None]:
    """The keys of the answers of a list, each beside its words."""
    buttons = page.locator("#answers button")
    found = [one.get_attribute("data-key") for one in buttons.all()]
    assert buttons.locator("kbd").all_text_contents() == [key for key in found if key is not None]
    return found


def test_the_key_with_the_figure_in_an_answer_gives_it_where_each_has_one_of_its_own(
    opens: Opens, tmp_path: Path
) -> None:
    rules = tmp_path / "bids.bylaws"
    rules.write_text(BIDS, encoding="utf-8")
    with served(tmp_path / "kept", rules) as server:
        _, links = server.table()
        page = opens(links["0"])
        since = asked(page)
        assert keys(page) == ["1", "4", "5", None]
        page.keyboard.press("4")
        expect(page.get_by_role("group", name="The spent")).to_contain_text("Bid 4")
        links["1"].answer(2)
        goes_on(page, since)
        assert keys(page) == ["1", "5"]
        page.keyboard.press("4")
        page.keyboard.press("2")  # which are no answers
        page.keyboard.press("5")
        expect(page.get_by_role("group", name="The spent")).to_contain_text("Bid 5")
        assert faults(page) == []


@pytest.mark.parametrize("title", ["Bid all", "2 of 3", "Pay 1"])
def test_answers_are_counted_where_one_has_no_figure_of_its_own(opens: Opens, tmp_path: Path, title: str) -> None:
    rules = tmp_path / "bids.bylaws"
    rules.write_text(BIDS.replace("Bid 12", title), encoding="utf-8")
    with served(tmp_path / "kept", rules) as server:
        _, links = server.table()
        assert keys(opens(links["0"])) == ["1", "2", "3", "4"]


def test_why_not_is_answered_and_taking_back_is_asked_of_the_others(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "bad_day_at_the_office") as server:
        table, links = server.table(("you", "you"))
        seat = table.session.state.player
        page, other = opens(links[str(seat)]), opens(links[str(1 - seat)])
        page.keyboard.press("w")
        page.keyboard.type("Cause Trouble")
        page.keyboard.press("Enter")
        expect(page.locator(".reason")).not_to_be_empty()
        since = asked(page)
        page.locator("#answers button", has_text="Draw").click()
        goes_on(page, since)
        page.locator(".undo").click()
        page.get_by_role("button", name="Ask the others").click()
        expect(other.locator(".going-back")).to_contain_text("asks to take back the answer “Draw” to: What do you do?")
        mine, theirs = (table.session.table.names[one] for one in (seat, 1 - seat))
        expect(page.locator(".going-back")).to_contain_text(f"Agreed: {mine}. Not yet: {theirs}.")
        assert faults(other) == [] and faults(page) == []
        other.get_by_role("button", name="Rather not").click()
        expect(page.locator(".news")).to_contain_text(f"{theirs} would rather not go back: the game goes on from here.")
        expect(other.locator(".news")).to_have_count(0)
        page.locator(".undo").click()
        page.get_by_role("button", name="Ask the others").click()
        other.get_by_role("button", name="Agree").click()
        expect(page.locator(".going-back")).to_have_count(0)
        assert table.session.history == []


def test_a_long_list_is_found_by_typing_and_a_large_number_is_typed(opens: Opens, tmp_path: Path) -> None:
    rules = tmp_path / "numbers.bylaws"
    rules.write_text(NUMBERS)
    with served(tmp_path / "kept", rules) as server:
        table, links = server.table(("you", "you"))
        seat = table.session.state.player
        page = opens(links[str(seat)])
        page.locator("#dock form.number input").fill("37")
        page.keyboard.press("Enter")
        expect(page.get_by_role("searchbox")).to_be_visible()
        page.get_by_role("searchbox").fill("fourt")
        expect(page.locator("#answers button")).to_have_count(1)
        assert faults(page) == []
        page.locator("#answers button").click()
        expect(page.locator("#log")).to_contain_text("Fourteen")


NUMBERS = """
game "Numbers":
    players: 2
enum Word: one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen
counter points of player
round talk "Talk":
    each player:
        choose a number from 0 to 60 as count asking "How many?"
        gain count points
        choose a Word as word asking "Which word?"
game ends after talk:
    the player with most points wins
"""


NARROW_ROOMS = """
game "Narrow rooms":
    players: 2
spaces Room: Attic, Bathroom, Cellar, Drawing_Room, Entrance, Fireplace
cards Tool: weight: number
zone shelf: stack
zone floor of Room: row
deck Tool in shelf:
    4 x "Security Door", weight 9
setup:
    move the top card of shelf to floor of Attic
    move the top card of shelf to floor of Bathroom
round day "Day":
    each player:
        choose a Room as room asking "Where to?"
        move the top card of shelf to floor of room
game ends after day: nobody wins
"""


def test_cards_in_narrow_spaces_stay_in_them(opens: Opens, tmp_path: Path) -> None:
    folder = tmp_path / "narrow_rooms"
    folder.mkdir()
    (folder / "game.bylaws").write_text(NARROW_ROOMS)
    (folder / "looks.toml").write_text('[grids]\nRoom = [["Attic", "Bathroom", "Cellar", "Drawing Room"]]\n')
    with served(tmp_path / "kept", folder) as server:
        table, links = server.table()
        page = opens(links[str(table.session.state.player)], 360, 740)
        assert page.locator(".space .card").count() == 2 and page.locator(".spaces.flow .space").count() == 2
        assert faults(page) == []
        apart = """() => document.querySelector(".spaces.flow").getBoundingClientRect().top
                       - document.querySelector(".spaces.grid").getBoundingClientRect().bottom"""
        assert page.evaluate(apart) >= 8


def test_the_looks_of_a_game_are_shown(opens: Opens, tmp_path: Path) -> None:
    folder = tmp_path / "two_rooms"
    (folder / "pictures").mkdir(parents=True)
    (folder / "game.bylaws").write_text(RULES)
    (folder / "looks.toml").write_text(LOOKS)
    shutil.copy(REPOSITORY / "docs" / "pictures" / "telephone.png", folder / "pictures" / "hammer.png")
    with served(tmp_path / "kept", folder) as server:
        table, links = server.table()
        page = opens(links[str(table.session.state.player)])
        hammers = page.locator(".hands .card:has(img)", has_text="Hammer")
        if hammers.count():
            expect(hammers.first).to_contain_text("h Hammer")
            expect(hammers.first.locator("img")).to_have_js_property("complete", True)
            assert hammers.first.locator("img").evaluate("image => image.naturalWidth") == 360
        rakes = page.locator(".hands .chip", has_text="Garden Rake")
        if rakes.count():
            expect(rakes.first).to_contain_text("for leaves")
        assert hammers.count() + rakes.count() > 0
        hue = "one => getComputedStyle(one).getPropertyValue('--hue')"
        assert page.locator(".hands [class*=hue]").first.evaluate(hue) == "#d55e00"
        page.locator("#answers button", has_text="Cellar").click()
        assert faults(page) == []


def test_the_designer_opens_a_table_hands_out_links_and_has_bots_take_seats(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        context = opens.browser.new_context()
        opens.contexts.append(context)
        page = context.new_page()
        opens.watch(page)
        page.goto(f"http://127.0.0.1:{server.port}/designer#{server.designer}")
        page.get_by_role("button", name="One more seat").click()
        page.get_by_label("Name").nth(2).fill("Ida")
        page.get_by_label("Who plays").nth(2).select_option("human")
        assert faults(page) == []
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator("#opened textarea")).to_have_count(3)
        assert faults(page) == []
        link = page.get_by_role("textbox", name="Link for Ida").input_value()
        player = context.new_page()
        opens.watch(player)
        player.goto(link)
        expect(player.locator("#head")).to_contain_text("You are Ida.")
        page.bring_to_front()  # what lies behind has a frame each second, for which every click waits
        page.get_by_role("link", name="Your own page of this table").click()
        expect(page.locator("#prompt")).to_contain_text("is asked")
        assert faults(page) == []
        expect(player.locator("#head")).to_contain_text("The designer has looked at all hands")
        timings = page.get_by_role("region", name="How long decisions took, the newest first")
        page.get_by_role("button", name="A bot answers once").click()
        expect(timings.locator("tbody th", has_text=re.compile("Ann|Ida")).first).to_be_visible()
        assert faults(page) == []
        page.get_by_label("Who plays Ida").select_option("random")
        expect(player.locator(".player", has_text="Ida")).to_contain_text("bot")
        page.get_by_role("button", name="Write the session out").click()
        expect(page.locator("#said.good")).to_contain_text("Written to")
        page.get_by_label("Who plays Ann").select_option("human")
        page.get_by_role("button", name="New link").click()
        expect(page.locator("#reader")).to_contain_text("The old link stops working at once")
        page.get_by_role("button", name="Keep the old link").click()
        expect(page.get_by_role("textbox", name="Link for Ann")).to_have_count(0)
        page.get_by_role("button", name="New link").click()
        page.get_by_role("button", name="Make a new link").click()
        made = page.get_by_role("textbox", name="Link for Ann")
        expect(made).to_have_value(re.compile("/0#"))
        assert made.evaluate("field => field.scrollHeight <= field.clientHeight + 2")
        assert faults(page) == []


def test_where_the_page_is_narrow_a_card_that_is_an_answer_is_a_button_alone(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "office_job") as server:
        _, links = server.table(("you", "random"))
        while (question := links["0"].now["table"]["question"]) is None or question["about"] != "Play a card":
            if question is not None:
                play = [one["answer"] for one in question["options"] if one["name"] == "Play a card"]
                links["0"].answer(*play or [0])
        page, wide = opens(links["0"], 360, 740), opens(links["0"])
        expect(page.locator("#prompt")).to_have_text("Which card do you play?")
        for option in question["options"]:
            texts = page.locator("#answers button", has_text=option["name"]).locator(".text")
            assert option["text"] in texts.all_inner_texts()
        assert page.locator(".hands .can:visible").count() == 0
        assert wide.locator(".hands .can:visible").count() > 0
        assert faults(page) == [] and faults(wide) == []


def test_the_rulebook_begins_with_its_chapters_which_lead_there(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "bad_day_at_the_office") as server:
        _, links = server.table(("you", "you"))
        page = opens(links["0"], 360, 740)
        page.locator("#head [data-tab=rules]").click()
        page.get_by_role("button", name="The whole rulebook").click()
        chapter = page.locator("#reader").get_by_role("link", name="The end of the game")
        chapter.click()
        expect(page.locator("#reader h3", has_text="The end of the game")).to_be_in_viewport()
        expect(chapter).not_to_be_in_viewport()
        assert faults(page) == []


def test_the_designer_is_led_to_another_game_of_bots_alone(
    opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.web.table._AMONG_BOTS", 0.02)
    with served(tmp_path, "last_biscuit") as server:
        table, links = server.table(("random", "random"))
        designer, watching = opens(links["designer"]), opens(links["watch"])
        expect(designer.locator("#dock .over")).to_be_visible(timeout=90_000)
        monkeypatch.setattr("interpreter.web.table._AMONG_BOTS", 1.0)
        designer.get_by_role("button", name="Another game with the same seats").click()
        expect(designer.locator("#dock .over")).to_have_count(0)
        expect(designer.locator("#prompt")).to_contain_text("is asked")
        assert f"/t/{table.id}/" not in designer.url
        watching.get_by_role("link", name="To the next game").click()
        expect(watching.locator("#prompt")).to_contain_text("is deciding")
        assert faults(designer) == [] and faults(watching) == []


def test_how_long_decisions_took_fits_where_the_page_is_narrow(opens: Opens, tmp_path: Path) -> None:
    with served(tmp_path, "bad_day_at_the_office") as server:
        table, links = server.table(("you", "you"))
        play_on(table, links, 6)
        page = opens(links["designer"], 360, 740)
        page.locator("#head [data-tab=designing]").click()
        timings = page.locator(".timings")
        expect(timings.locator("tbody tr")).to_have_count(len(table.session.history))
        assert timings.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
        lines = """one => { const words = document.createRange();
                            words.selectNodeContents(one);
                            return new Set([...words.getClientRects()].map(part => part.top)).size }"""
        assert {one.evaluate(lines) for one in timings.locator("th").all()} == {1}
        assert faults(page) == []


@pytest.mark.parametrize("game", ["office_job", "last_biscuit"])
def test_a_name_without_spaces_stays_where_it_belongs(opens: Opens, tmp_path: Path, game: str) -> None:
    called, wide, high = ("W" * 24, "M" * 24), (1280, 800), (360, 740)
    with served(tmp_path, game) as server:
        table, made = server.call(server.house.open_table(called, ("you", "you"), 7))
        links = {word: Link(server, *link.split("#")) for word, link in made.items()}
        links["designer"] = Link(server, f"/t/{table.id}/designer", server.designer)
        play_on(table, links, 6)
        asks = links[str(table.session.state.player)]
        asks.post("take-back", {"question": asks.question, "ask": True})
        pages = [opens(links[word], *size, greeted=False) for word in ("0", "1", "watch") for size in (wide, high)]
        for size in (wide, high):
            page = opens(links["designer"], *size)
            page.locator("[data-tab=designing], #tab-designing").filter(visible=True).click()
            timings = page.locator(".timings")
            expect(timings.locator("tbody tr")).to_have_count(len(table.session.history))
            assert timings.evaluate("one => one.scrollWidth <= one.clientWidth")
            assert faults(page) == []
            page.get_by_role("button", name="New link").first.click()
            assert faults(page) == []
            page.get_by_role("button", name="Make a new link").click()
            expect(page.get_by_role("textbox", name=f"Link for {called[0]}")).to_be_visible()
            assert faults(page) == []
        for page in pages:
            assert faults(page) == []
        home = opens.browser.new_page(viewport={"width": 360, "height": 740})
        home.goto(f"http://127.0.0.1:{server.port}/designer#{server.designer}")
        expect(home.locator("main li").filter(has_text=called[0])).to_be_visible()
        home.get_by_label("Name").first.fill(called[0])
        home.get_by_role("button", name="Open the table").click()
        expect(home.locator("#opened textarea").first).to_be_visible()
        assert faults(home) == []
        home.close()
