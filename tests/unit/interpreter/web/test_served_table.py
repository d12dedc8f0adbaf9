"""A served table: each answer counts once, is kept before it counts, can be taken back, and survives whatever ends."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dsl.loading import load
from interpreter.table.save import read
from interpreter.text.redaction import PUBLIC
from interpreter.web.edited import _what_differs
from interpreter.web.kept.rule_set import rule_set_of
from interpreter.web.kept.store import NotKept
from interpreter.web.session_folder import to_be_written
from interpreter.web.table import ServedTable
from interpreter.web.taking_back import Request
from interpreter.web.viewers.attendance import GRACE
from tests.unit.interpreter.web.serving import LOOKS, PATIENCE, Link, Served, Window, served

#: Each takes one or two, or rolls; what is taken in secret may be refused by one who is asked in secret.
RULES = """game "Sticks":
    players: 2 to 3
parameter last = 8 (2 to 50)
counter sticks of player
counter shields of player: hidden, starts at 1
dice die: from 1 to 6
reaction shield "Hold up the shield?", instead of any player losing some sticks while shields of you > 0:
    lower shields of you by 1
round day "Day":
    step 1 taking "Taking":
        each player:
            choose a number from 1 to 2 as n asking "How many?"
            gain n sticks
    step 2 rolling "Rolling":
        each player:
            you take up to 1 actions from rolling_it
    step 3 thinking "Thinking":
        all players at once:
            secretly choose a number from 1 to 3 as thought asking "Think of a number."
            left of you loses thought sticks
action rolling_it "Roll":
    roll a die as thrown
    gain (pips of thrown) sticks
game ends after day when highest sticks of players >= last: the player with most sticks wins
"""
#: Ann takes from Ben, who may be asked in secret whether he holds up his shield.
SECRET = """game "Shields":
    players: 3 to 3
counter coins of player: starts at 5
counter shields of player: hidden, starts at 1
counter tally
reaction shield "Hold up the shield?", instead of any player losing some coins while shields of you > 0:
    lower shields of you by 1
round day "Day":
    each player:
        choose a number from 1 to 2 as n
        raise tally by 1
        left of you loses n coins
        raise tally by 1
game ends after day when tally > 90: nobody wins
"""
PASS = 1


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "sticks" / "game.bylaws"
    path.parent.mkdir()
    path.write_text(RULES, encoding="utf-8")
    return path.parent


@pytest.fixture
def place(tmp_path: Path, rules: Path) -> Iterator[Served]:
    with served(tmp_path / "kept", rules) as found:
        yield found


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Served]:
    path = tmp_path / "shields.bylaws"
    path.write_text(SECRET, encoding="utf-8")
    with served(tmp_path / "kept", path) as found:
        yield found


def decisions(game: ServedTable) -> int:
    return len(game.session.history)


# ---------------------------------------------------------------- races


def test_an_answer_that_is_sent_twice_counts_once(place: Served) -> None:
    game, links = place.table()
    said = {"question": links["0"].question, "answer": 0}
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: links["0"].post("answer", said), range(8)))
    assert [reply.status_code for reply in replies] == [200] * 8
    assert sum(reply.json() == {} for reply in replies) == 1 and decisions(game) == 1


def test_two_tabs_that_answer_otherwise_do_not_both_count(place: Served) -> None:
    game, links = place.table()
    question = links["0"].question
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(lambda n: links["0"].post("answer", {"question": question, "answer": n}), (0, 1)))
    assert sorted(reply.status_code for reply in replies) == [200, 409]
    refused = next(reply for reply in replies if reply.status_code == 409).json()
    assert refused["why"] == "You have answered this question otherwise already."
    assert refused["now"]["table"]["waiting"]["seat"] == 1 and decisions(game) == 1


def test_a_question_that_nobody_asks_is_refused_with_how_things_stand(place: Served) -> None:
    _, links = place.table()
    reply = links["0"].post("answer", {"question": "0" * 24, "answer": 0})
    assert reply.status_code == 409 and reply.json()["why"] == "This question is no longer asked."
    assert reply.json()["now"]["table"]["question"]["id"] == links["0"].question


def test_taking_back_twice_takes_back_once(place: Served) -> None:
    game, links = place.table()
    links["0"].answer(0)
    links["1"].answer(0)
    links["0"].post("answer", {"question": links["0"].question, "answer": PASS})
    said = {"question": links["0"].question}
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda _: links["0"].post("take-back", said), range(4)))
    assert sorted(reply.status_code for reply in replies) == [200, 409, 409, 409]
    assert decisions(game) == 2 and len(game.branches) == 2


def test_an_answer_to_what_was_taken_back_is_not_taken_for_one_to_the_question_after(place: Served) -> None:
    game, links = place.table()
    first = links["0"].question
    links["0"].answer(0)
    assert links["0"].post("take-back", {"question": ""}).status_code == 200
    assert links["0"].question != first
    assert links["0"].post("answer", {"question": first, "answer": 0}).json() == {"again": True}
    assert decisions(game) == 0


# ---------------------------------------------------------------- kept before it counts


def test_what_cannot_be_kept_does_not_count(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    game, links = place.table()
    store, honest = place.house.store, place.house.store._write_one

    def full(disk: sqlite3.Connection, job: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with links["1"].window() as window:
        window.next()
        before = links["0"].now
        monkeypatch.setattr(store, "_write_one", full)
        reply = links["0"].answer(0)
        assert (reply.status_code, decisions(game)) == (503, 0)
        assert links["0"].now["table"] == before["table"] and window.rest() == []
        assert links["0"].post("note", {"kind": "fun"}).status_code == 503
        monkeypatch.setattr(store, "_write_one", honest)
        assert links["0"].answer(0).status_code == 200
        window.until(lambda shown: shown["table"]["question"])


def test_a_group_that_is_written_together_fails_one_by_one(place: Served) -> None:
    import asyncio

    store = place.house.store

    async def both() -> tuple[object, object]:
        good = store.append(("insert into happened values('x',0,0,0,'','','')", [()]))
        bad = store.append(("insert into nothing values(1)", [()]))
        return await asyncio.gather(good, bad, return_exceptions=True)

    good, bad = place.call(both())
    assert good is None and type(bad).__name__ == "NotKept"
    assert store.read("select count(*) from happened where tab='x'") == [(1,)]


@pytest.mark.slow
def test_a_server_that_begins_anew_goes_on_where_it_was(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        game, links = place.table(seed=3)
        sent = {"question": links["0"].question, "answer": 1}
        links["0"].post("answer", sent)
        links["1"].answer(0)
        links["0"].answer(0)
        shown = {who: links[who].now["table"] for who in ("0", "1", "watch")}
    with served(tmp_path / "kept", rules) as place:
        again = {who: Link(place, link.path, link.token) for who, link in links.items() if who != "designer"}
        assert {who: again[who].now["table"] for who in shown} == shown
        assert again["0"].post("answer", sent).json() == {"again": True}
        assert again["0"].post("answer", {**sent, "answer": 0}).status_code == 409
        asked = place.house.tables[game.id].session.state.player
        assert again[str(asked)].answer(0).status_code == 200


def test_play_goes_on_under_the_old_rules_after_a_restart(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        game, links = place.table()
        links["0"].answer(1)
    (rules / "game.bylaws").write_text(RULES.replace("1 to 2 as n", "3 to 4 as n"), encoding="utf-8")
    with served(tmp_path / "kept", rules) as place:
        link = Link(place, links["1"].path, links["1"].token)
        assert link.now["table"]["question"]["numbers"]["high"] == 2
        assert place.house.tables[game.id].session.codes == (2,)


@pytest.mark.slow
def test_a_game_whose_folder_was_moved_is_found_again_and_a_copy_is_another(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        game, links = place.table()
        links["0"].answer(1)
    moved = rules.rename(tmp_path / "moved")
    with served(tmp_path / "kept", moved) as place:
        like = place.house.like(("Ann", "Ben"), ("you", "you"), 7, place.house.rules)
        assert [table.id for table in like] == [game.id]
        again = {"designer": Link(place, f"/t/{game.id}/designer", place.designer)}
        assert edited(place, moved, "from 1 to 2", "from 1 to 4", again)["fit"] == 1
        kept = [one.rules for one in place.house.tables[game.id].branches.values()]
        _until(lambda: place.house.store.read("select rules from branches where tab=?", game.id) == [(kept[0],)])
    copied = tmp_path / "copied"
    copied.mkdir()
    (copied / "game.bylaws").write_text(RULES, encoding="utf-8")
    with served(tmp_path / "kept", copied) as place:
        assert place.house.like(("Ann", "Ben"), ("you", "you"), 7, place.house.rules) == []
        other, _ = place.table()
    with served(tmp_path / "kept", copied) as place:
        assert place.house.tables[other.id].rules.path == str(copied / "game.bylaws")
        assert place.house.tables[game.id].rules.path == str(moved / "game.bylaws")


def test_two_servers_do_not_share_a_folder(place: Served) -> None:
    from interpreter.web.kept.store import Store, Taken

    with pytest.raises(Taken):
        Store(place.house.store.folder)


# ---------------------------------------------------------------- all at once


def to_the_thought(links: dict[str, Link]) -> None:
    """Both take one and do not roll."""
    for who in ("0", "1"):
        links[who].answer(0)
    for who in ("0", "1"):
        links[who].answer(PASS)


@pytest.mark.slow
def test_all_answer_at_once_in_any_order(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        game, links = place.table()
        to_the_thought(links)
        first, second = links["0"].question, links["1"].question
        assert first and second and decisions(game) == 4
        for who, asked in (("designer", [True, True]), ("watch", [True, False]), ("1", [True, True])):
            assert [seat["asked"] for seat in links[who].now["table"]["seats"]] == asked
        sent = {"question": second, "answer": 2}
        assert links["1"].post("answer", sent).json() == {}
        assert links["1"].post("answer", sent).json() == {"again": True}
        assert links["0"].question == first and decisions(game) == 4
    with served(tmp_path / "kept", rules) as place:
        links = {who: Link(place, link.path, link.token) for who, link in links.items()}
        game = place.house.tables[game.id]
        assert links["0"].question == first and links["1"].question == ""
        assert links["1"].post("answer", sent).json() == {"again": True}
        links["0"].post("answer", {"question": first, "answer": 0})
        assert game.session.codes[4:6] == (1, 3)
        kept = game.store.read("select seat,question,answer from decisions where tab=? and n in (4,5)", game.id)
        assert kept == [(0, first, 0), (1, second, 2)]


@pytest.mark.slow
def test_what_waits_for_others_can_be_taken_back_and_answered_anew(place: Served) -> None:
    game, links = place.table()
    to_the_thought(links)
    first = links["1"].question
    links["1"].answer(2)
    assert links["1"].post("take-back", {"question": ""}).status_code == 200
    assert links["1"].question not in ("", first)
    assert links["1"].post("answer", {"question": first, "answer": 1}).status_code == 409
    links["1"].answer(0)
    links["0"].answer(1)
    assert game.session.codes[4:6] == (2, 1) and len(game.branches) == 1


@pytest.mark.slow
def test_whose_answer_waits_is_told_when_all_go_back_before_its_question(place: Served) -> None:
    game, links = place.table()
    to_the_thought(links)
    sent = {"question": links["1"].question, "answer": 2}
    links["1"].post("answer", sent)
    links["0"].post("take-back", {"question": links["0"].question, "ask": True})
    asked = links["1"].now["around"]["taking_back"]["request"]
    assert links["1"].now["around"]["dropped"] == ""
    assert links["1"].post("agree", {"request": asked, "agree": True}).status_code == 200
    assert decisions(game) == 2 and game.sealed == []
    told = "Your answer to “Think of a number.” no longer counts: the game goes on from another place."
    assert links["1"].now["around"]["dropped"] == told
    assert {links[who].now["around"]["dropped"] for who in ("0", "watch", "designer")} == {""}
    links["0"].answer(PASS)
    assert links["1"].now["around"]["dropped"] == told
    links["1"].answer(PASS)
    assert links["1"].now["around"]["dropped"] == "" and links["1"].question not in ("", sent["question"])
    assert links["designer"].post("branch", {"branch": 0}).status_code == 200
    assert links["1"].question == "", "there its answer still waits"
    links["0"].answer(0)
    assert game.session.codes[4:6] == (1, 3)


def test_an_answer_that_waits_is_not_taken_for_one_to_another_question(tmp_path: Path) -> None:
    path = tmp_path / "guesses.bylaws"
    path.write_text(
        'game "Guesses":\n    players: 2 to 2\ncounter tally\nround day "Day":\n'
        '    step 1 first "First":\n        all players at once:\n'
        '            secretly choose a number from 1 to 3 as one asking "A first number?"\n'
        "            raise tally by one\n"
        '    step 2 second "Second":\n        all players at once:\n'
        '            secretly choose a number from 1 to 3 as two asking "A second number?"\n'
        "            raise tally by two\n"
        "game ends after day when tally > 90: nobody wins\n",
        encoding="utf-8",
    )
    with served(tmp_path / "kept", path) as place:
        game, links = place.table()
        for who in ("0", "1"):
            links[who].answer(0)
        links["1"].answer(2)
        links["0"].post("take-back", {"question": links["0"].question, "ask": True})
        request = links["1"].now["around"]["taking_back"]["request"]
        assert links["1"].post("agree", {"request": request, "agree": True}).status_code == 200
        assert decisions(game) == 0 and game.sealed == []
        assert links["1"].now["table"]["question"]["prompt"] == "A first number?"
        assert "“A second number?”" in links["1"].now["around"]["dropped"]


def test_what_waits_is_taken_back_with_what_could_not_be_kept(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    game, links = place.table()
    to_the_thought(links)
    links["1"].answer(2)
    store, honest = place.house.store, place.house.store._write_one
    monkeypatch.setattr(store, "_write_one", lambda *_: 1 / 0)
    assert links["0"].answer(0).status_code == 503
    monkeypatch.setattr(store, "_write_one", honest)
    assert links["1"].question == "" and decisions(game) == 4
    assert links["0"].answer(0).status_code == 200
    assert game.session.codes[4:6] == (1, 3)


# ---------------------------------------------------------------- taking back


def test_alone_while_nobody_has_learnt_anything(place: Served) -> None:
    game, links = place.table()
    links["0"].answer(0)
    assert links["0"].post("take-back", {"question": ""}).json() == {}
    assert decisions(game) == 0 and links["0"].now["table"]["undo"]["can"] is False
    assert game.store.read("select code from decisions where tab=? and branch=0", game.id) == [(1,)]
    assert [one.why for one in game.branches.values()] == ["the beginning", "taken back"]


#: What all think of is shown to nobody. Then each may take from the next one, who may be asked in secret.
AT_ONCE = """game "Thoughts":
    players: 3 to 3
counter kept of player: hidden
counter coins of player: starts at 5
counter shields of player: hidden, starts at 1
reaction shield "Hold up the shield?", instead of any player losing some coins while shields of you > 0:
    lower shields of you by 1
round day "Day":
    step 1 thinking "Thinking":
        all players at once:
            secretly choose a number from 1 to 3 as thought asking "Think of a number."
            set your kept to thought
    step 2 telling "Telling":
        each player:
            you take up to 1 actions from tell, rob
action tell "Tell":
    announce "Well"
action rob "Rob":
    left of you loses 1 coins
game ends after day when highest kept of players > 90: nobody wins
"""


@pytest.mark.parametrize("mine", ["0", "1", "2"])
def test_one_of_the_answers_at_once_is_taken_back_and_the_others_stay_sealed(tmp_path: Path, mine: str) -> None:
    """Whoever answered last in time, and wherever the seat is in the order."""
    path = tmp_path / "thoughts.bylaws"
    path.write_text(AT_ONCE, encoding="utf-8")
    with served(tmp_path / "kept", path) as place:
        game, links = place.table(("you",) * 3)
        for who in ("2", "1", "0"):
            links[who].answer(int(who))
        assert game.session.codes == (1, 2, 3)
        undo = links[mine].now["table"]["undo"]
        assert undo == {"can": True, "answer": f'"{int(mine) + 1}" (Thinking)', "why_not": ""}, "as a click on it does"
        before = links[mine].question
        assert links[mine].post("take-back", {"question": before}).json() == {}
        assert [who for who in "012" if links[who].question] == [mine]
        assert links[mine].answer(1 if mine != "1" else 2).status_code == 200
        changed = {"0": (2, 2, 3), "1": (1, 3, 3), "2": (1, 2, 2)}
        assert game.session.codes == changed[mine] and game.sealed == []


@pytest.mark.slow
def test_what_was_answered_at_once_stays_when_it_has_been_shown_or_another_has_decided(tmp_path: Path) -> None:
    path = tmp_path / "thoughts.bylaws"
    most_of_all = '"Telling":\n        let most be highest kept of players\n        announce "{most}"\n'
    shown = AT_ONCE.replace('"Telling":\n', most_of_all)
    assert shown != AT_ONCE
    path.write_text(AT_ONCE, encoding="utf-8")
    with served(tmp_path / "kept", path) as place:
        _, links = place.table(("you",) * 3)
        for who in ("2", "1", "0"):
            links[who].answer(0)
        links["0"].answer(1)
        refused = links["2"].post("take-back", {"question": links["2"].question})
        assert refused.status_code == 409 and refused.json()["others_can_agree"] is True
    path.write_text(shown, encoding="utf-8")
    with served(tmp_path / "shown", path) as place:
        _, links = place.table(("you",) * 3)
        for who in ("2", "1", "0"):
            links[who].answer(0)
        refused = links["2"].post("take-back", {"question": links["2"].question})
        assert refused.status_code == 409 and refused.json()["others_can_agree"] is True


@pytest.mark.slow
def test_others_can_be_asked_where_one_of_them_is_asked_in_secret_after_answers_at_once(place: Served) -> None:
    game, links = place.table()
    to_the_thought(links)
    links["1"].answer(2)
    links["0"].answer(0)
    assert decisions(game) == 6 and links["1"].question and not links["0"].question
    assert links["0"].now["table"]["undo"]["can"], "else it would tell that somebody is asked"
    refused = links["0"].post("take-back", {"question": ""})
    assert (refused.status_code, refused.json()["others_can_agree"]) == (409, True)
    assert links["0"].post("take-back", {"question": "", "ask": True}).status_code == 202
    request = links["1"].now["around"]["taking_back"]["request"]
    assert links["1"].post("agree", {"request": request, "agree": True}).status_code == 200
    assert decisions(game) == 4 and game.sealed == []


def rolled(place: Served) -> tuple[ServedTable, dict[str, Link]]:
    """Ann has rolled, which she cannot take back alone."""
    game, links = place.table()
    links["0"].answer(0)
    links["1"].answer(0)
    links["0"].answer(0)
    return game, links


@pytest.mark.slow
def test_otherwise_all_others_agree(place: Served) -> None:
    game, links = rolled(place)
    refused = links["0"].post("take-back", {"question": links["0"].question})
    assert refused.status_code == 409 and refused.json()["others_can_agree"] is True
    assert refused.json()["why"].startswith("Chance has decided something")
    asked = links["0"].post("take-back", {"question": links["0"].question, "ask": True})
    assert (asked.status_code, asked.json()) == (202, {"asked": [1]})
    told = links["1"].now["around"]["taking_back"]
    assert told["asked"] and told["by"] == 0 and told["takes"] == "Roll"
    assert told["question"].startswith("What do you do?") and told["decisions"] == 1
    assert any("rolls" in line for line in told["since"])
    assert links["0"].now["around"]["taking_back"]["asked"] is False
    assert links["0"].post("agree", {"request": told["request"], "agree": True}).status_code == 409
    assert links["watch"].post("agree", {"request": told["request"], "agree": True}).status_code == 403
    assert links["1"].post("agree", {"request": told["request"], "agree": True}).status_code == 200
    assert decisions(game) == 2 and links["0"].now["around"]["taking_back"] is None
    assert links["0"].question
    agreed = ["All have said yes to taking something back: the game goes on from decision 3."]
    assert all(link.now["around"]["news"] == agreed for link in links.values())


def test_asking_to_take_a_secret_answer_back_does_not_tell_it(place: Served) -> None:
    game, links = place.table()
    to_the_thought(links)
    links["0"].answer(1)
    links["1"].answer(2)
    assert game.session.codes[-2:] == (2, 3)
    request = Request("x", 1, 5, game.session.history[5].told, game, {1})
    told = [request.shown_to(viewer) for viewer in (0, 1, PUBLIC, None)]
    assert [one["takes"] for one in told] == ["an answer that is secret", "3", "an answer that is secret", "3"]
    assert [one["question"] != "" for one in told] == [False, True, False, True]


def test_one_of_them_refuses_or_who_asked_withdraws(place: Served) -> None:
    game, links = rolled(place)
    for who in ("1", "0"):
        links["0"].post("take-back", {"question": links["0"].question, "ask": True})
        request = links[who].now["around"]["taking_back"]["request"]
        assert links[who].post("agree", {"request": request, "agree": False}).status_code == 200
        assert links["1"].now["around"]["taking_back"] is None
        assert links["1"].post("agree", {"request": request, "agree": True}).status_code == 409
        refused = ["Ben would rather not go back: the game goes on from here."]
        assert [links[one].now["around"]["news"] for one in ("0", "1")] == [refused, []]
    assert decisions(game) == 3


def test_who_is_no_longer_at_the_table_need_not_agree(place: Served) -> None:
    game, links = place.table(("you",) * 3)
    links["0"].answer(0)
    links["1"].answer(0)
    links["2"].answer(0)
    links["0"].answer(0)
    assert links["0"].post("take-back", {"question": links["0"].question, "ask": True}).status_code == 202
    request = links["1"].now["around"]["taking_back"]["request"]
    assert links["1"].post("agree", {"request": request, "agree": True}).status_code == 200
    assert decisions(game) == 4 and links["1"].now["around"]["taking_back"]["willing"] == [0, 1]
    assert links["designer"].post("seat", {"seat": 2, "sits": "random"}).status_code == 200
    assert decisions(game) == 3 and links["0"].now["around"]["taking_back"] is None
    assert links["1"].now["around"]["news"] == [
        "All have said yes to taking something back: the game goes on from decision 4."
    ]


def test_what_is_asked_anew_counts_from_now(place: Served) -> None:
    game, links = place.table()
    links["0"].answer(0)
    links["1"].answer(0)
    begun = time.time()
    game.decided_at[:] = [at - 1000 for at in game.decided_at]
    assert links["1"].post("take-back", {"question": links["1"].question}).status_code == 200
    assert decisions(game) == 1 and links["0"].now["around"]["asked_since"] >= round(begun)
    links["1"].answer(1)
    folder = Path(links["designer"].post("export").json()["folder"])
    rows = [row.split(",") for row in (folder / "timings.csv").read_text().splitlines()[1:]]
    assert [(row[0], row[2], row[6], row[-1]) for row in rows] == [
        ("1", "Ann", "1", ""), ("2", "Ben", "2", ""), ("2", "Ben", "1", "0"),
    ]  # fmt: skip
    assert all(float(row[7]) < 60 for row in rows)


def test_what_is_decided_while_the_folder_is_written_was_not_left(place: Served) -> None:
    game, links = place.table()
    links["0"].answer(0)
    write = to_be_written(game)
    links["1"].answer(0)
    rows = (write() / "timings.csv").read_text().splitlines()[1:]
    assert [(row.split(",")[0], row.split(",")[-1]) for row in rows] == [("1", "")]


def test_what_is_asked_anew_counts_from_then_when_the_server_is_begun_again(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        game, links = place.table()
        links["0"].answer(0)
        assert links["0"].post("take-back", {"question": links["0"].question}).status_code == 200
        assert decisions(game) == 0 and len(game.branches) == 2
        game.store.read("update branches set at=at+1000 where branch=1 returning at")
    with served(tmp_path / "kept", rules) as place:
        game = place.house.tables[game.id]
        assert game.decided_at == [game.branches[1].at] and game.branches[1].at > game.branches[0].at + 900


def test_an_answer_in_between_ends_the_request(place: Served) -> None:
    game, links = rolled(place)
    links["0"].post("take-back", {"question": links["0"].question, "ask": True})
    request = links["1"].now["around"]["taking_back"]["request"]
    links["1"].answer(PASS)
    assert links["1"].post("agree", {"request": request, "agree": True}).status_code == 409
    assert decisions(game) == 4


def test_whoever_plays_alone_asks_nobody(place: Served) -> None:
    game, links = place.table(("you", "random"))
    links["0"].answer(0)
    links["0"].answer(0)
    reply = links["0"].post("take-back", {"question": links["0"].question, "ask": True})
    assert reply.status_code == 200 and len(game.branches) == 2


# ---------------------------------------------------------------- secrets in time


@pytest.mark.slow
def test_nobody_is_sent_anything_while_one_is_asked_in_secret(secret: Served) -> None:
    game, links = secret.table(("you",) * 3)
    with links["2"].window() as cat, links["watch"].window() as guest, links["1"].window() as ben:
        first = [cat.next(), guest.next()]
        ben.next()
        cat.rest()
        guest.rest()
        links["0"].answer(0)
        assert ben.until(lambda shown: shown["table"]["question"])["table"]["question"]["prompt"].startswith("Hold up")
        assert cat.rest() == guest.rest() == []
        for who, before in (("2", first[0]), ("watch", first[1])):
            assert links[who].now["table"]["log"] == before["table"]["log"]
        links["1"].answer(PASS)
        assert len(cat.rest()) == len(guest.rest()) == 1
    assert game.session.state.player == 1


@pytest.mark.slow
def test_messages_do_not_tell_whether_somebody_was_asked_in_secret(tmp_path: Path) -> None:
    """Ben is asked and passes, or is not asked since he has too few shields: Cat is sent the same bytes."""
    seen = []
    for start in (1, 0):
        path = tmp_path / f"{start}" / "shields.bylaws"
        path.parent.mkdir()
        path.write_text(SECRET.replace("of you > 0", f"of you > {1 - start}"), encoding="utf-8")
        with served(path.parent / "kept", path) as place:
            game, links = place.table(("you",) * 3)
            with links["2"].window() as cat:
                cat.rest()
                links["0"].answer(0)
                if start:
                    assert links["1"].question
                    links["1"].answer(PASS)
                shown = cat.rest(0.6)
            assert decisions(game) == 1 + start
            for one in shown:
                for seat in one["around"]["seats"]:
                    seat["since"] = None
                one["around"]["asked_since"] = None
            seen.append(json.dumps(shown))
    assert seen[0] == seen[1] and "Hold up" not in seen[0]


@pytest.mark.slow
def test_a_pause_hides_a_quick_answer(secret: Served) -> None:
    game, links = secret.table(("you",) * 3)
    assert links["designer"].post("pause", {"seconds": 1}).status_code == 200
    with links["2"].window() as cat, links["1"].window() as ben:
        cat.rest()
        ben.rest()
        began = time.monotonic()
        links["0"].answer(0)
        asked = ben.until(lambda shown: shown["table"]["question"])["table"]["question"]["id"]
        links["1"].answer(PASS)
        with links["watch"].window() as late:  # who comes meanwhile sees what was before
            assert late.next()["table"]["waiting"]["seat"] == 0
        assert links["2"].now["table"]["waiting"]["seat"] == 0
        assert links["1"].question == asked, "what is asked next is shown with all the rest"
        cat.until(lambda shown: shown["table"]["waiting"]["seat"] == 1)
        assert 0.75 < time.monotonic() - began < 60
    assert links["1"].question not in ("", asked) and decisions(game) == 2


def test_the_pause_follows_what_a_secret_question_may_follow_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "shields.bylaws"
    first = '        choose a number from 1 to 2 as colour\n        choose a number from 1 to 2 as n\n'
    path.write_text(SECRET.replace("        choose a number from 1 to 2 as n\n", first), encoding="utf-8")
    with served(tmp_path / "kept", path) as place:
        game, links = place.table(("you",) * 3)
        links["designer"].post("pause", {"seconds": 30})
        links["0"].answer(0)
        assert links["2"].now["table"]["waiting"]["seat"] == 0 and links["0"].question, "the next one is put at once"
        assert links["2"].now["around"]["asked_since"] is not None
        links["0"].answer(0)
        assert links["1"].now["table"]["question"]["prompt"].startswith("Hold up")
        assert game.is_held_back(2) and game.is_held_back(0)


def test_without_secret_questions_there_is_no_pause(place: Served) -> None:
    path = place.house.store.folder.parent / "open.bylaws"
    path.write_text(SECRET.replace(SECRET[SECRET.index("reaction") : SECRET.index("round")], ""), encoding="utf-8")
    with served(path.parent / "kept2", path) as other:
        _, links = other.table(("you",) * 3)
        links["designer"].post("pause", {"seconds": 9})
        links["0"].answer(0)
        assert links["1"].question


# ---------------------------------------------------------------- who is there


@pytest.mark.slow
def test_who_is_away_is_shown_and_who_loads_the_page_anew_is_not(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert GRACE >= 1
    monkeypatch.setattr("interpreter.web.viewers.attendance.GRACE", 0.3)
    _, links = place.table()

    def here(shown: dict[str, Any]) -> bool:
        return bool(shown["around"]["seats"][1]["here"])

    with links["0"].window() as window:
        assert not here(window.next())
        with links["1"].window():
            assert window.until(here)["table"]["seats"][1]["away"] is False
        with links["1"].window():
            assert window.rest(0.5) == []
        assert window.until(lambda shown: not here(shown))["table"]["seats"][1]["away"] is True


def test_the_designer_lets_a_bot_answer_once_or_take_the_seat(place: Served) -> None:
    game, links = place.table()
    assert links["designer"].post("seat", {"seat": 1, "answer": "random"}).status_code == 409
    old = links["0"].question
    assert links["designer"].post("seat", {"seat": 0, "answer": "random"}).status_code == 200
    assert decisions(game) == 1 and links["0"].post("answer", {"question": old, "answer": 0}).status_code in (200, 409)
    assert decisions(game) == 1
    assert game.store.read("select by from decisions where tab=?", game.id) == [("random",)]
    for seat in (0, 1):
        assert links["designer"].post("seat", {"seat": seat, "sits": "random"}).status_code == 200
    assert links["designer"].post("seat", {"seat": 1, "sits": "human"}).status_code == 200
    assert [seat["kind"] for seat in links["1"].now["around"]["seats"]] == ["random", "human"]
    assert links["designer"].post("seat", {"seat": 0, "sits": "nobody"}).json()["why"].startswith("No player is of")
    assert links["designer"].post("seat", {"seat": 9, "sits": "random"}).status_code == 404


@pytest.mark.slow
def test_bots_that_think_do_so_elsewhere(place: Served) -> None:
    game, links = place.table(("you", "think:20"))
    with links["0"].window() as window:
        links["0"].answer(0)
        window.until(lambda shown: shown["table"]["question"] and decisions(game) >= 2)
    process = place.house.thinking._process
    assert process is not None and process.returncode is None
    assert game.store.read("select by from decisions where tab=? and seat=1 limit 1", game.id) == [("think:20",)]


@pytest.mark.slow
def test_a_bot_whose_process_is_gone_is_begun_again(place: Served) -> None:
    game, links = place.table(("you", "think:20"))
    links["0"].answer(0)
    _until(lambda: decisions(game) >= 2)
    place.do(place.house.thinking.stop)
    links["0"].answer(PASS)
    _until(lambda: decisions(game) >= 4)
    assert not game.fault


def _until(fits: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.02)


# ---------------------------------------------------------------- rules that are edited


def edited(place: Served, rules: Path, old: str, new: str, links: dict[str, Link]) -> dict[str, Any]:
    """What the designer is shown of the rules after an edit."""
    with links["designer"].window() as window:
        window.rest(3 * LOOKS)  # the first look at the files
        text = (rules / "game.bylaws").read_text(encoding="utf-8")
        assert old in text
        (rules / "game.bylaws").write_text(text.replace(old, new), encoding="utf-8")
        found: dict[str, Any] = window.until(lambda shown: shown["around"]["edited"])["around"]["edited"]
    return found


@pytest.mark.slow
def test_errors_are_told_and_play_goes_on(place: Served, rules: Path) -> None:
    game, links = place.table()
    links["0"].answer(0)
    found = edited(place, rules, "gain n sticks", "gain n stiks", links)
    assert "there is no counter called `stiks`" in found["errors"][0] and "fit" not in found
    assert links["1"].answer(0).status_code == 200 and decisions(game) == 2
    assert "edited" not in links["0"].now["around"] and "stiks" not in links["0"].get().text


@pytest.mark.slow
def test_edited_rules_are_tried_and_taken_when_the_designer_says_so(place: Served, rules: Path) -> None:
    game, links = place.table()
    links["0"].answer(1)
    links["1"].answer(0)
    found = edited(place, rules, "from 1 to 2", "from 2 to 3", links)
    assert (found["fit"], found["of"], found["otherwise"]) == (1, 2, [])
    (changed,) = found["changed"]
    assert (changed["how"], changed["words"]) == ("changed", "step taking")
    assert [line.split(" from ")[1][:6] for line in changed["lines"]] == ["1 to 2", "2 to 3"]
    assert links["1"].now["table"]["values"][0]["cells"][1]["number"] == 1
    assert links["0"].post("switch", {"rules": found["rules"]}).status_code == 403
    assert links["designer"].post("switch", {"rules": "other"}).status_code == 409
    assert links["designer"].post("switch", {"rules": found["rules"]}).json() == {"kept": 1}
    assert links["1"].now["table"]["question"]["numbers"] == {"low": 2, "high": 3, "unit": "sticks to gain"}
    assert links["1"].answer(1).status_code == 200
    assert links["designer"].post("branch", {"branch": 0}).json() == {"kept": 2}
    assert game.session.codes == (2, 1) and links["0"].now["table"]["question"]["prompt"] == "What do you do?"
    assert links["designer"].post("branch", {"branch": 7}).status_code == 404


@pytest.mark.slow
def test_tables_that_take_the_same_edited_rules_share_what_plays_them(place: Served, rules: Path) -> None:
    (first, links), (second, others) = place.table(), place.table()
    links["0"].answer(1)
    found = edited(place, rules, "from 1 to 2", "from 2 to 3", links)
    with others["designer"].window() as window:
        assert window.until(lambda shown: shown["around"]["edited"])["around"]["edited"]["rules"] == found["rules"]
    for one in (links, others):
        assert one["designer"].post("switch", {"rules": found["rules"]}).status_code == 200
    assert first.session.engine is second.session.engine and first.rules is second.rules
    assert links["1"].answer(1).status_code == others["0"].answer(0).status_code == 200
    assert [game.session.codes for game in (first, second)] == [(2, 3), (2,)]


def news(link: Link) -> list[str]:
    return list(link.now["around"]["news"])


def test_what_differs_is_told_in_words_for_players_and_no_more_than_fits_on_a_telephone(tmp_path: Path) -> None:
    parameters = "".join(f"parameter sticks_at_{k} = {{}} (1 to 9)\n" for k in "abcdef")
    sets = []
    for values in ([1] * 6, [2] * 6):
        path = tmp_path / str(values[0]) / "game.bylaws"
        path.parent.mkdir()
        text = RULES.replace("parameter last", parameters.format(*values) + "parameter last")
        path.write_text(text, encoding="utf-8")
        sets.append(rule_set_of(load(str(path)), str(path)))
    named = ", ".join(f"parameter sticks at {k} (1 → 2)" for k in "abcd")
    assert _what_differs(*sets) == f" Changed: {named}. And 2 more."


@pytest.mark.slow
def test_everybody_is_told_that_the_rules_are_others_until_they_answer(place: Served, rules: Path) -> None:
    _, links = place.table()
    links["0"].answer(1)
    links["1"].answer(0)
    assert [news(link) for link in links.values()] == [[]] * 4
    found = edited(place, rules, "from 1 to 2", "from 2 to 3", links)
    links["designer"].post("switch", {"rules": found["rules"]})
    changed = " Changed: step taking."
    told = [f"The designer has changed the rules: the game goes on from decision 2 under the new ones.{changed}"]
    assert [news(link) for link in links.values()] == [told] * 4
    links["1"].answer(1)
    assert [news(links[who]) for who in ("0", "1", "watch")] == [told, [], told]
    links["designer"].post("branch", {"branch": 0})
    back = (
        "The designer has gone back to an earlier course of the game: it goes on from decision 3 under the rules of"
        f" then.{changed}"
    )
    assert news(links["0"]) == [*told, back] and news(links["1"]) == [back]


@pytest.mark.slow
def test_what_somebody_is_still_to_be_told_outlasts_a_restart(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        _, links = place.table()
        to_the_thought(links)
        links["1"].answer(2)
        links["0"].post("take-back", {"question": links["0"].question, "ask": True})
        asked = links["1"].now["around"]["taking_back"]["request"]
        links["1"].post("agree", {"request": asked, "agree": True})
        links["0"].answer(PASS)
        told = {word: link.now["around"] for word, link in links.items()}
    assert told["1"]["dropped"] and told["1"]["news"]
    with served(tmp_path / "kept", rules) as place:
        again = {word: Link(place, link.path, link.token) for word, link in links.items() if word != "designer"}
        for word, link in again.items():
            now = link.now["around"]
            assert (now["dropped"], now["news"]) == (told[word]["dropped"], told[word]["news"])
        assert [bool(news(again[word])) for word in ("0", "1", "watch")] == [False, True, True]
        again["1"].answer(PASS)
    with served(tmp_path / "kept", rules) as place:
        link = Link(place, links["1"].path, links["1"].token)
        assert (link.now["around"]["dropped"], news(link)) == ("", [])


def test_the_number_in_the_news_tells_of_no_decision_made_in_secret(secret: Served) -> None:
    game, links = secret.table(("you", "you", "you"))
    links["0"].answer(0)
    assert game.session.state.player == 1, "who is asked in secret"
    links["1"].answer(game.session.decision_in(game.session.state).first_option + links["1"].answers() - 1)
    secret.call(game.goes_elsewhere(game.session, news="From decision {}."))
    numbers = {who: news(link) for who, link in links.items()}
    assert numbers["2"] == numbers["watch"] == ["From decision 2."]
    assert numbers["1"] == numbers["designer"] == ["From decision 3."]


@pytest.mark.slow
def test_edited_rules_are_tried_anew_when_the_game_has_gone_on(place: Served, rules: Path) -> None:
    _, links = place.table()
    links["0"].answer(1)
    found = edited(place, rules, "from 1 to 2", "from 2 to 3", links)
    assert (found["fit"], found["of"]) == (1, 1)
    links["1"].answer(0)
    with links["designer"].window() as window:
        found = window.until(lambda shown: shown["around"]["edited"]["of"] == 2)["around"]["edited"]
    assert (found["fit"], found["of"]) == (1, 2)


def test_a_new_table_is_played_by_the_rules_as_they_are_by_now(place: Served, rules: Path) -> None:
    headers = {"Authorization": f"Bearer {place.designer}"}
    (rules / "game.bylaws").write_text(RULES.replace("from 1 to 2 as n", "from 1 to 4 as n"), encoding="utf-8")
    made, other = (
        place.client.post("/tables", json={"seats": "human,random"}, headers=headers).json() for _ in range(2)
    )
    assert place.house.tables[made["table"]].rules is place.house.tables[other["table"]].rules  # made once for both
    link = Link(place, *made["links"]["0"].split("#"))
    assert link.now["table"]["question"]["numbers"]["high"] == 4
    (rules / "game.bylaws").write_text(RULES.replace("gain n sticks", "gain n stiks"), encoding="utf-8")
    refused = place.client.post("/tables", json={}, headers=headers)
    assert refused.status_code == 422 and "no counter called `stiks`" in refused.json()["why"]


def test_rules_that_were_edited_while_nothing_was_served_are_told(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        game, links = place.table()
        links["0"].answer(0)
    (rules / "game.bylaws").write_text(RULES.replace("from 1 to 2 as n", "from 1 to 4 as n"), encoding="utf-8")
    with served(tmp_path / "kept", rules) as place:
        designer = Link(place, f"/t/{game.id}/designer", place.designer)
        with designer.window() as window:
            found = window.until(lambda shown: shown["around"]["edited"])["around"]["edited"]
        assert (found["fit"], found["of"]) == (1, 1)


@pytest.mark.slow
def test_an_answer_that_would_mean_something_else_is_listed(place: Served, rules: Path) -> None:
    _, links = place.table()
    links["0"].answer(0)
    found = edited(place, rules, 'asking "How many?"', 'asking "How few?"', links)
    assert found["fit"] == 1
    assert found["otherwise"] == [{"decision": 1, "who": "Ann", "was": "How many? 1", "is": "How few? 1"}]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("each player:\n            choose a", "each player from item(2) of players:\n            choose a"),
        ('choose a number from 1 to 2 as n asking "How many?"\n            gain n sticks',
         'choose one asking "Run or hide?":\n                option "Run": stop\n                option "Hide": stop'),
    ],
    ids=["somebody else is asked", "something else is asked"],
)  # fmt: skip
def test_no_answer_is_put_into_a_mouth(place: Served, rules: Path, old: str, new: str) -> None:
    game, links = place.table()
    links["0"].answer(0)
    links["1"].answer(0)
    found = edited(place, rules, old, new, links)
    assert (found.get("errors"), found["fit"], found["of"], found["otherwise"]) == (None, 0, 2, [])
    assert links["designer"].post("switch", {"rules": found["rules"]}).json() == {"kept": 0}
    assert game.session.codes == ()


def test_loading_the_designers_page_anew_is_no_second_look(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    game, links = place.table()
    for times in (1, 1, 2):
        monkeypatch.setattr("interpreter.web.table.SAME_LOOK", 600.0 if times == 1 else 0.0)
        with links["designer"].window() as window:
            window.next()
        assert links["0"].now["around"]["all_was_looked_at"] == times
    assert game.store.read("select count(*) from happened where tab=? and what='opened'", game.id) == [(2,)]


# ---------------------------------------------------------------- what is left


@pytest.mark.slow
def test_the_folder_of_a_game_that_is_over(place: Served) -> None:
    game, links = place.table(("you", "random"))
    links["0"].post("note", {"kind": "note", "said": "Why would I roll?"})
    links["0"].post("note", {"kind": "slow"})
    while not game.session.over:
        if links["0"].question:
            links["0"].answer(0)
    folder = place.house.store.folder / game.id
    _until(lambda: (folder / "game.save").exists())
    names = {path.name for path in folder.iterdir()}
    assert names == {
        "session.json", "game.save", "log.md", "log-watching.md", "log-seat-1.md", "log-seat-2.md", "notes.md",
        "reactions.csv", "timings.csv", "summary.md",
    }  # fmt: skip
    assert read(folder / "game.save").decisions == game.session.codes
    assert "> Why would I roll?" in (folder / "notes.md").read_text() and "Taking" in (folder / "notes.md").read_text()
    assert ",slow," in (folder / "reactions.csv").read_text()
    rows = (folder / "timings.csv").read_text().splitlines()
    assert len(rows) == decisions(game) + 1 and rows[1].startswith("1,1,Ann,,Taking,How many?")
    about = json.loads((folder / "session.json").read_text())
    assert about["over"] and about["seats"] == ["human", "random"] and about["seed"] == 7
    assert links["0"].now["table"]["outcome"] is not None
    assert links["0"].post("answer", {"question": "x", "answer": 0}).status_code == 409


def test_a_page_that_could_not_be_noted_is_not_shown(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    game, links = place.table()

    async def full(*_: Any) -> None:
        raise NotKept("disk full")

    monkeypatch.setattr(place.house.store, "append", full)
    with links["designer"].window() as window:
        assert window.closed() == 1011
    assert not game.audience.looks(None) and not game.looked_at and game.looks == 0


@pytest.mark.slow
def test_a_game_that_is_over_is_written_while_others_go_on(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    going, goes_on = threading.Event(), threading.Event()

    def full(path: Path, data: bytes) -> None:
        going.set()
        assert goes_on.wait(PATIENCE)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("interpreter.web.session_folder.atomic_write", full)
    game, links = place.table(("you", "random"))
    other, others = place.table()
    while not game.session.over:
        links["0"].answer(0)
    assert going.wait(PATIENCE)
    assert others["0"].answer(0).status_code == 200 and decisions(other) == 1
    assert links["designer"].now["around"]["fault"] == ""
    goes_on.set()
    _until(lambda: game.unwritten)
    going.clear()
    goes_on.clear()
    with ThreadPoolExecutor() as beside:
        exported = beside.submit(others["designer"].post, "export")
        assert going.wait(PATIENCE)
        assert others["1"].answer(0).status_code == 200, "the table that is written goes on too"
        goes_on.set()
        assert exported.result(PATIENCE).status_code == 503
    told = links["designer"].now["around"]
    assert told["fault"].startswith("The session could not be written: No space left on device. ")
    assert told["stuck"] is False and "fault" not in links["0"].now["around"]
    refused = links["designer"].post("export")
    assert refused.status_code == 503 and "No space left on device" in refused.json()["why"]
    monkeypatch.undo()
    assert links["designer"].post("export").status_code == 200
    assert links["designer"].now["around"]["fault"] == ""


def test_the_designer_alone_is_told_how_long_decisions_took(place: Served) -> None:
    game, links = place.table(("you", "random"))
    links["0"].answer(0)
    rows = links["designer"].get("timings").json()["timings"]
    assert [one["decision"] for one in rows] == list(range(decisions(game), 0, -1)) and len(rows) > 1
    last = rows[-1]
    assert last.pop("seconds") >= 0
    assert last == {"decision": 1, "name": "Ann", "bot": "", "step": "Taking", "question": "How many?"}
    assert rows[-2]["name"] == "Ben" and rows[-2]["bot"] == "random"
    assert links["0"].get("timings").status_code == links["watch"].get("timings").status_code == 404


def test_windows_are_told_when_the_server_ends(tmp_path: Path, rules: Path) -> None:
    with served(tmp_path / "kept", rules) as place:
        _, links = place.table()
        opened = links["0"].window()
        window: Window = opened.__enter__()
        window.next()
    assert window.closed() in (1001, 1012)


def test_a_fault_of_the_rules_is_the_designers_alone(tmp_path: Path) -> None:
    path = tmp_path / "faulty.bylaws"
    path.write_text(
        'game "Faulty":\n    players: 2 to 2\ncounter coin of player: starts at 3\nround day "Day":\n'
        '    step 1 dividing "Dividing":\n        each player:\n            choose a number from 0 to 2 as n\n'
        "            gain (6 / n rounded down) coin\n"
        "game ends after day when round_number >= 3: nobody wins\n",
        encoding="utf-8",
    )
    with served(tmp_path / "kept", path) as place:
        game, links = place.table()
        assert links["0"].answer(0).status_code == 500
        assert decisions(game) == 0 and links["0"].question
        assert links["0"].now["around"]["stuck"] is True and "faulty.bylaws" not in links["0"].get().text
        fault = links["designer"].now["around"]["fault"]
        assert "faulty.bylaws:8" in fault and "divided by 0" in fault
        assert links["0"].answer(1).status_code == 200
