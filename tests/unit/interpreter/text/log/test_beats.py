"""The log in beats: what is shown together, where one may stop, and what counters have come to by then."""

from __future__ import annotations

import re

import pytest

from interpreter.text.log.beats import Beat
from tests.tables import game_of, play, table

RULES = """
game "Show":
    players: 2 to 3
cards Job: worth: number
counter points of player
counter luck of player: hidden
counter pot
zone pile: stack, face down
zone desk of player: row, face down
deck Job in pile:
    2 x "Lamp", worth 4
    2 x "Rug", worth 3
step 1 day "Day":
    each player: move the top card of pile to your desk
{body}
game ends:
    the player with most points wins
"""


def _beats(*body: str, seat: int | None = None) -> list[Beat]:
    rules = RULES.replace("{body}", "\n".join(f"    {line}" for line in body))
    return play(table(game_of(rules), 2), 1, 1000).beats(seat)


def _said(found: list[Beat]) -> list[tuple[str, list[str]]]:
    return [(beat.kind.value, [line.text for line in beat.lines]) for beat in found if beat.kind.value != "plain"]


def test_cards_that_one_rule_reveals_are_one_beat_and_each_count_is_another() -> None:
    found = _said(
        _beats(
            "reveal every card in desk of players",
            "each player: gain (worth of the card in your desk) points",
            "each player: gain 1 points",
        )
    )
    assert [kind for kind, _ in found] == ["count", "count"]
    assert found[0][1][0].endswith("are revealed.") and found[0][1][0].count("'s") == 2
    assert found[1][1] == ["Everybody gains 1 point."]


def test_a_count_right_behind_one_card_stands_in_its_line_with_what_it_comes_to() -> None:
    found = _beats(
        "each player:",
        "    each card in your desk as shown_card:",
        "        reveal shown_card",
        "        raise your points by worth of shown_card",
    )
    lines = [beat.lines[0].text for beat in found if beat.kind.value == "count"]
    sums = [beat.sums[0] for beat in found if beat.sums]
    assert len(lines) == 2 and all(one.by == one.now in (3, 4) for one in sums)
    assert lines[0].startswith("Ann's ") and lines[0].endswith(f" is revealed: Ann gains {sums[0].now} points, "
                                                              f"{sums[0].now} so far.")  # fmt: skip


def test_a_counter_that_one_step_changes_again_and_again_runs_up() -> None:
    body = ("for each level from 1 to 3:", '    announce "Strike {level}"', "    raise pot by level * 2")
    assert _said(_beats(*body)) == [
        ("count", ["Strike 1: the pot +2, 2 so far."]),
        ("count", ["Strike 2: the pot +4, 6 so far."]),
        ("count", ["Strike 3: the pot +6, 12 so far."]),
    ]
    assert _said(_beats(body[0], "    raise pot by level * 2")) == [
        ("count", ["The pot goes up by 2, to 2."]),
        ("count", ["The pot goes up by 4, to 6."]),
        ("count", ["The pot goes up by 6, to 12."]),
    ]


@pytest.mark.parametrize(
    ("given", "left"), [("pot pays 2 points to the bank", 3), ("first of players gains 2 points from pot", 3)]
)
def test_what_is_paid_out_of_a_pot_is_counted(given: str, left: int) -> None:
    found = _beats("raise pot by 4", given, "raise pot by 1")
    assert [beat.sums[0].now for beat in found if beat.sums and beat.sums[0].counter == "The pot"] == [4, left]


def test_what_changes_once_alone_is_no_beat() -> None:
    assert _said(_beats("first of players gains 2 points", "raise pot by 1")) == []


def test_the_sum_of_a_hidden_counter_is_its_owners_alone() -> None:
    body = ("first of players openly gains 2 luck",) * 2
    assert [one.now for beat in _beats(*body, seat=0) for one in beat.sums] == [2, 4]
    assert [one.now for beat in _beats(*body, seat=None) for one in beat.sums] == [2, 4]
    assert [one.now for beat in _beats(*body, seat=1) for one in beat.sums] == []


def test_the_log_keeps_what_is_counted_with_its_sums() -> None:
    body = (
        "reveal every card in desk of players",
        "each player:",
        "    set your points to 0",
        "    each card in your desk as shown_card:",
        '        announce "{you}: {shown_card}"',
        "        set your points to your points + worth of shown_card",
        "        move shown_card to pile",
        "shuffle pile",
    )
    session = play(table(game_of(RULES.replace("{body}", "\n".join(f"    {line}" for line in body))), 2), 1, 1000)
    for seat, who in ((None, "Ann gains"), (0, "you gain"), (1, "Ann gains")):
        lines = [line.text for line in session.log(seat)]
        now = session.view(seat).variables[0].cells[0].value
        said = re.compile(rf"(Ann|You): [^:]*; {who} \d+ points, {now} so far")  # with one colon
        assert any(said.match(line) for line in lines), lines
        assert [line for line in lines if " so far." in line and "a card" in line] == []
        assert lines == [line.text for beat in session.beats(seat) for line in beat.lines]


def test_what_is_set_back_is_no_sum_of_what_was_shown_before_and_not_told_if_it_runs_up_again() -> None:
    body = ("raise pot by 3", 'announce "The day is over"', "set pot to 0", 'announce "Next"', "raise pot by 1",
            "set pot to 0")  # fmt: skip
    session = play(table(game_of(RULES.replace("{body}", "\n".join(f"    {line}" for line in body))), 2), 1, 1000)
    lines = [line.text for line in session.log(None)]
    at = lines.index("The day is over.")
    assert lines[at - 1 : at + 3] == ["The pot goes up by 3, to 3.", "The day is over.", "Next: the pot +1, 1 so far.",
                                      "The pot goes back to 0."]  # fmt: skip
    assert lines == [line.text for beat in session.beats(None) for line in beat.lines]


def test_no_line_is_lost_or_told_twice() -> None:
    body = ("each player:", "    each card in your desk as shown_card: reveal shown_card")
    session = play(table(game_of(RULES.replace("{body}", "\n".join(f"    {line}" for line in body))), 2), 1, 1000)
    told = sorted(line.text for beat in session.beats(0) for line in beat.lines)
    assert told == sorted(line.text for line in session.log(0))
    assert [beat.until for beat in session.beats(0)] == sorted({beat.until for beat in session.beats(0)})
