"""Why something happens: the log names the card, the titled procedure or the titled condition behind it."""

from __future__ import annotations

import pytest

from interpreter.text.log.card_words import INDENT
from tests.tables import game_of, table
from tests.unit.interpreter.text.log.test_journal import HEAD, told

_RULES = HEAD.replace(
    '    "Lamp", price 2\n',
    """    "Lamp", price 2:
        each player: gain 1 fame
        when rubbed: do bill of you
        as long as this is in hand of players:
            reaction "Rub it?", instead of doing bill while debtor is you:
                discard this
                gain 2 fame
        as long as this is in shown of players:
            after doing chore:
                each player: gain 3 fame
""",
) + """
define dear "is dear" of Rank as one: one is chief and fame of first of players > 1
define pricey of Rank as one: one is chief
define rich "has hoarded" of Rank as one: one is chief and gold of first of players > 1
procedure bill "Unpaid bill" of debtor: player: debtor loses 1 fame
procedure chore: nothing happens
procedure lunch "Lunch":
    as first of players: do chore_at_noon
procedure chore_at_noon: gain 1 fame
procedure rub of thing: Ware: do rubbed of thing
"""  # fmt: skip
_GIVEN = "each player: gain 5 fame\n"


def _told(body: str, seat: int | None = None) -> list[str]:
    return told(f"{_GIVEN}{body}", seat, head=_RULES)[1:]


def test_what_a_procedure_with_a_title_does_has_its_title_as_the_reason() -> None:
    assert _told("do bill of first of players") == ["Unpaid bill: Ann loses 1 fame."]


def test_the_reason_goes_on_in_what_the_procedure_calls_and_ends_with_it() -> None:
    lines = _told("do lunch\nas item(2) of players: do chore_at_noon")
    assert lines == ["Lunch: Ann gains 1 fame.", "Ben gains 1 fame."]


def test_the_text_of_a_card_is_the_reason() -> None:
    assert _told("do effect of top of shelf") == ["Lamp: everybody gains 1 fame."]


def test_a_card_that_has_just_been_named_is_not_named_again() -> None:
    body = "as first of players:\n    reveal top of shelf\n    do effect of top of shelf"
    assert _told(body) == ["Lamp is revealed.", "Everybody gains 1 fame."]


def test_the_innermost_reason_is_told() -> None:
    assert _told("as first of players: do rub of top of shelf") == ["Unpaid bill: Ann loses 1 fame."]


def test_a_card_that_goes_by_what_it_offers_is_used() -> None:
    body = "move top of shelf to hand of first of players\ndo bill of first of players"
    assert _told(body, 1)[1:] == ["Ann uses Lamp, discards it and gains 2 fame."]


def test_a_card_whose_rule_has_done_nothing_is_not_behind_what_comes_next() -> None:
    """The Rug keeps everybody from losing fame; it is said to, and what follows is the Lamp's doing, or nobody's."""
    cards = """    "Lamp", price 2:
        each player: lose 1 fame
        choose one asking "Well?":
            option "Yes": nothing happens
            option "No": nothing happens
        each player: lose 1 fame
    "Rug", price 4:
        as long as this is in shown of players:
            instead of any player losing some fame: nothing happens
"""
    head = HEAD.replace('    "Lamp", price 2\n    "Rug", price 4\n', cards)
    body = """
as first of players:
    gain 5 fame
    move item(2) of shelf to shown of first of players
    do effect of top of shelf
    gain 1 gold
"""
    lines = [line for line in told(body, None, head=head)[1:] if not line.startswith(INDENT)]
    kept = ["Ann's Rug prevents the loss.", "Lamp: Ben has no fame to lose."]
    assert lines == [*kept, 'Ann chooses "Yes".', *kept, "Ann gains 1 gold."]


@pytest.mark.parametrize(("seat", "reason"), [(0, "Lamp: everybody"), (1, "Everybody"), (None, "Lamp: everybody")])
def test_who_does_not_know_the_card_is_not_told_that_it_is_behind_it(seat: int | None, reason: str) -> None:
    head = _RULES.replace("zone shown of player: slot, face up", "zone shown of player: hand")
    body = """
move top of shelf to bag face down
shuffle bag
move top of bag to shown of first of players
announce "so be it"
do chore
"""
    lines = told(body, seat, head=head)
    assert lines[-1] == f"{reason} gains 3 fame."


@pytest.mark.parametrize(
    ("condition", "lead"),
    [
        ("dear(chief)", "Lunch, as Chief is dear: "),
        ("dear(chief) and not late", "Lunch, as Chief is dear: "),
        ("pricey(chief)", "Lunch: "),  # it has no title
        ("rich(chief)", "Lunch: "),  # it asks about what is hidden
    ],
)
def test_a_condition_with_a_title_is_told_unless_it_is_a_secret(condition: str, lead: str) -> None:
    head = _RULES.replace(
        "as first of players: do chore_at_noon", f"if {condition}:\n        each player: gain 1 fame"
    )
    lines = told(f"{_GIVEN}do lunch", 1, head=head)
    assert lines[1:] == [f"{lead}everybody gains 1 fame."]


def test_a_secret_action_gives_no_reason() -> None:
    head = _RULES + 'action skim "Skim", taken secretly: do bill of you\n'
    body = f"{_GIVEN}as first of players: you take one action from skim"
    assert told(body, 0, head=head)[-1] == "Unpaid bill: you lose 1 fame."
    assert told(body, 1, head=head)[-1] == "Ann loses 1 fame."


# ---------------------------------------------------------------- what dice are for


def test_a_roll_says_what_it_is_for() -> None:
    assert _told('as first of players: roll 2 cubes as thrown for "the weather"')[0].endswith(" for the weather.")
    lines = _told('as first of players:\n    roll a cube as one for "{host}"\n    roll a cube as two for "{host}"')
    assert len(lines) == 1 and ", then " in lines[0] and lines[0].endswith(" for none.")


def test_what_a_roll_is_for_is_told_of_that_roll_alone() -> None:
    lines = _told('as first of players:\n    roll a cube as one for "lunch"\n    gain 1 fame\n    roll a cube as two')
    assert [" for lunch" in line for line in lines] == [True, False]


# ---------------------------------------------------------------- announcements


def test_an_announcement_takes_nothing_from_what_was_told_before() -> None:
    assert _told('reveal top of shelf\nannounce "so be it"') == ["Lamp is revealed.", "So be it."]


def test_announcements_of_pieces_are_told_together() -> None:
    body = 'each Ware in shelf as one where price of one = 1: announce "{one} shines"'
    assert _told(body) == ["Fan and Cup shine."]


def test_a_move_is_not_told_where_the_announcement_behind_it_says_all() -> None:
    head = _RULES.replace("flag late\n", "flag late\nzone stall by Weekday: row, face up\n")
    body = """
        let one be top of shelf
        let day_now be tuesday
        move one to stall[day_now]
        announce "{one} is up for {day_now}"
    """
    assert told(body, None, head=head) == ["Lamp is up for Tuesday."]
    body = body.replace(" for {day_now}", "")
    assert len(told(body, None, head=head)[0].split(" goes ")) == 2


def test_who_is_given_something_by_an_announcement_is_you() -> None:
    body = """
        set host to item(1) of players
        let one be item(2) of players
        announce "{host} hands a key to {one}"
        announce "it belongs to {one}'s door"
    """
    ben, ann = (told(body, seat) for seat in (1, 0))
    assert ben == ["Ann becomes the host and hands a key to you.", "It belongs to Ben's door."]
    assert ann == ["You become the host and hand a key to Ben.", "It belongs to Ben's door."]


_IDLE = HEAD.replace(
    '    "Lamp", price 2\n    "Rug", price 4\n',
    """    "Lamp", price 2:
        if fame of first of players > 3: gain 1 gold
    "Rug", price 4:
        as long as this is in shown of players:
            instead of any player losing some fame: nothing happens
            instead of any player gaining some copper:
                if day_of_week is tuesday: gain 1 gold
""",
)


def test_a_card_that_does_nothing_has_no_effect() -> None:
    body = "as first of players:\n    do effect of top of shelf\n    gain 5 fame\n    do effect of top of shelf"
    lines = [line for line in told(body, None, head=_IDLE) if not line.startswith(INDENT)]
    assert lines == ["Lamp has no effect.", "Ann gains 5 fame.", "Lamp: Ann gains 1 gold."]


def test_a_part_that_a_card_does_not_have_is_not_told_of() -> None:
    parts = '        when waking: gain 1 gold\n    "Cup", price 1:\n        gain 1 copper\n'
    head = _IDLE.replace('    "Rug"', f'{parts}    "Rug"')
    body = "as first of players:\n    each card in shelf as thing: do waking of thing"
    lines = [line for line in told(body, None, head=head) if not line.startswith(INDENT)]
    assert "no effect" not in " ".join(lines), lines


def test_of_a_card_that_asks_somebody_it_is_not_known_whether_it_has_an_effect() -> None:
    asks = 'choose a number from 1 to 3 as wanted asking "How many?"'
    rules = _IDLE.replace("if fame of first of players > 3: gain 1 gold", f"{asks}\n        gain wanted gold")
    body = '    as first of players:\n        do effect of top of shelf\n        gain 1 fame\n'
    session = table(game_of(f'{rules}phase day "Day":\n{body}'), 2)
    assert "Lamp has no effect." not in [line.text for line in session.log(None)]
    session.answer(0)
    assert "Lamp: Ann gains 1 gold." in [line.text for line in session.log(None)]


@pytest.mark.parametrize("day", ["monday", "tuesday"])
def test_what_a_rule_on_a_card_stands_in_place_of_is_prevented_unless_something_comes_of_it(day: str) -> None:
    body = f"""
as first of players:
    set day_of_week to {day}
    gain 5 fame
    move item(2) of shelf to shown of first of players
    lose 2 fame
    move top of shelf to discard_pile
    gain 1 copper
"""
    lines = [line for line in told(body, None, head=_IDLE)[1:] if not line.startswith(INDENT)]
    instead = {"monday": "Ann's Rug prevents the gain.", "tuesday": "Rug: Ann gains 1 gold."}
    moved = "Ann moves Lamp from the shelf to the discard pile."
    assert lines == ["Ann's Rug prevents the loss.", moved, instead[day]]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("lose 1 fame", ["Ann has no fame to lose."]), ("pay 1 fame to the bank", ["Ann has no fame to lose."]),
        ("give 1 fame to last of players", ["Ann has no fame to give Ben."]), ("lose 0 fame", []),
        ("lose all fame", []), ("secretly lose 1 fame", []), ("lose 10 gold\n    lose 1 gold", ["Ann loses 9 gold."]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("met", ["", "\nafter any player losing some fame: nothing happens\n"])
def test_that_there_is_nothing_to_lose_is_told_of_what_all_see(rule: str, said: list[str], met: str) -> None:
    """Also where a rule meets that loss; of what is hidden nobody is told."""
    assert told(f"as first of players:\n    {rule}", None, head=HEAD + met) == said


@pytest.mark.parametrize(
    ("rule", "does", "said"),
    [
        ("any player as one losing some of asked fame: one loses (asked - 1) fame", "lose 2 fame",
         "Ann loses 1 fame instead of 2."),
        ("you losing some fame as lost: lose (2 * lost) fame", "lose 2 fame", "Ann loses 4 fame instead of 2."),
        ("any player as one gaining some fame as got: one gains (got + 1) fame", "gain 2 fame",
         "Ann gains 3 fame instead of 2."),
        ("you losing some fame as lost: lose lost fame", "lose 2 fame", "Ann loses 2 fame."),
        ("you losing some fame as lost: left of you loses (lost - 1) fame", "lose 2 fame", "Ben loses 1 fame."),
        ("you losing some fame as lost: gain (lost - 1) fame", "lose 2 fame", "Ann gains 1 fame."),
        ("you losing some fame as lost: lose (lost - 1) fame", "secretly lose 2 fame", "Ann loses 1 fame."),
    ],
)  # fmt: skip
def test_a_rule_that_changes_an_amount_says_instead_of_what(rule: str, does: str, said: str) -> None:
    """Only of what the rule is on and of whom it is on, and not where it may have been a secret."""
    head = HEAD.replace('"Rug", price 4\n', f'"Rug", price 4:\n        as long as this is in shown of players:\n'
                        f'            instead of {rule}\n')  # fmt: skip
    body = f"move item(2) of shelf to shown of first of players\nas first of players:\n    {does}"
    lines = [line for line in told(f"{_GIVEN}{body}", None, head=head) if not line.startswith(INDENT)]
    assert lines[-1] == said
