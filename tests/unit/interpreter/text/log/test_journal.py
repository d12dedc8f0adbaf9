"""The log in sentences: one wording for each viewer, like events told as one, headings from the rules."""

from __future__ import annotations

import re
from textwrap import dedent, indent

import pytest

from interpreter.table.session import Session
from interpreter.text.log.trace import trace_lines
from tests.tables import game_of, table

HEAD = """game "Told":
    players: 2 to 3
enum Rank: clerk "Junior clerk", chief
counters Coin of player: hidden, starts at 9
    gold
    copper
counter fame of player
counter pot
counter box by Coin
enum Weekday: monday, tuesday
flag tired of player
flag late
role host
remember day_of_week: Weekday
remember best_day of player: Weekday or none
remember partner of player: player or none
remember count: number
remember steps of player: number
remember rank of player: Rank
cards Ware: price: number
zone shelf: stack, face up
zone bag: stack, face down
zone hand of player: hand
zone shown of player: slot, face up
zone discard_pile: stack, face up
dice cube: from 1 to 6
deck Ware in shelf:
    "Lamp", price 2
    "Rug", price 4
    "Vase", price 5
    "Cup", price 1
    "Fan", price 1
    "Pan", price 3
"""


def told(body: str, seat: int | None, players: int = 2, head: str = HEAD) -> list[str]:
    """What `seat` is told when that happens, each question answered with its first option."""
    rules = f'{head}phase day "Day":\n{indent(dedent(body).strip(chr(10)), "    ")}\n'
    session = table(game_of(rules), players)
    while not session.over:
        session.answer(0)
    lines = [line.text for line in session.log(seat)]
    assert lines[0] == "Day" and lines[-2:] == ["The game is over.", "Nobody wins."]
    return lines[1:-2]


# ---------------------------------------------------------------- copies


def test_whoever_does_not_know_both_is_not_told_what_is_a_copy_of_what() -> None:
    body = """
    shuffle shelf
    move top 2 of shelf to bag
    shuffle bag
    move top of shelf to shown of item(1) of players
    top of bag becomes a copy of the Ware in shown of item(1) of players
    move top of shelf to shown of item(2) of players
    the Ware in shown of item(2) of players becomes a copy of top of bag
    """
    ann, everything = ([line for line in told(body, seat) if "copy" in line] for seat in (0, None))
    assert ann == ["A card becomes a copy of a card."] * 2
    assert len(everything) == 2 and not any("card" in line for line in everything)


# ---------------------------------------------------------------- counters


def test_the_same_done_by_all_is_told_once() -> None:
    assert told("each player: gain 2 gold", None) == ["Everybody gains 2 gold."]
    assert told("each player: gain 2 gold", 1, 3) == ["Everybody gains 2 gold."]


def test_different_things_for_one_player_are_told_together() -> None:
    body = """
        each player:
            gain 2 gold
            gain 3 copper
    """
    assert told(body, None) == ["Everybody gains 2 gold and 3 copper."]


def test_what_some_do_alike_is_told_of_them() -> None:
    body = """
        each player: set host to you
        each player:
            if you is host: gain 1 fame
            otherwise: gain 2 fame
    """
    assert told(body, None, 3)[-2:] == ["Ann and Ben each gain 2 fame.", "Cat gains 1 fame."]
    assert told(body, 0, 3)[-2:] == ["You and Ben each gain 2 fame.", "Cat gains 1 fame."]


GIFT = """
    each player:
        secretly choose a number from 2 to 4 as gift
        {manner}give gift gold to left of you
        stop
"""


def test_an_amount_of_hidden_counters_is_for_those_whose_they_are() -> None:
    body = GIFT.format(manner="")
    assert told(body, 0, 3) == ["You give Ben 2 gold."]
    assert told(body, 1, 3) == ["Ann gives you 2 gold."]
    assert told(body, 2, 3) == ["Ann gives Ben something secret."]


def test_what_is_done_openly_is_for_all_and_what_is_done_secretly_for_nobody_else() -> None:
    assert told(GIFT.format(manner="openly "), 2, 3) == ["Ann gives Ben 2 gold."]
    assert told(GIFT.format(manner="secretly "), 2, 3) == []
    assert told(GIFT.format(manner="secretly "), 1, 3) == ["Ann gives you 2 gold."]


def test_the_same_thing_twice_is_told_once() -> None:
    body = """
        each player:
            repeat 3 times:
                secretly choose a number from 2 to 4 as gift
                give gift gold to left of you
            stop
    """
    assert told(body, 2, 3) == ["Ann gives Ben something secret (3 times)."]
    assert told(body, 0, 3) == ["You give Ben 2 gold (3 times)."]


def test_pots_are_called_by_their_titles() -> None:
    body = """
        raise pot by 5
        raise box[gold] by 3
        lower pot by 2
        each player:
            gain 1 gold from box
            stop
    """
    assert told(body, 1) == [
        "The pot goes up by 5, to 5.",
        "The box gains 3 gold.",
        "The pot goes down by 2, to 3.",
        "Ann gains 1 gold from the box.",
    ]


# ---------------------------------------------------------------- values


def test_a_role_goes_from_one_to_the_other() -> None:
    body = "set host to first of players\nset host to last of players"
    assert told(body, None) == ["Ann becomes the host.", "Ben becomes the host."]


def test_roles_and_ranks_are_told_and_setting_back_is_not() -> None:
    body = """
        each player:
            set host to you
            set rank of you to chief
            set tired of you to yes
            set tired of you to no
            stop
        set host to none
    """
    assert told(body, 1) == [
        "Ann becomes the host.",
        "Ann's rank becomes Chief.",
    ]


def test_the_log_tells_what_players_have_and_are_and_not_the_notes_of_the_rules() -> None:
    body = """
        set day_of_week to tuesday
        set count to 4
        raise count by 1
        set late to yes
        each player:
            set tired of you to yes
            set best_day of you to monday
            set fame of you to 3
            set partner of you to left of you
            raise steps of you by 2
    """
    assert told(body, 1) == [
        "Ann's best day becomes Monday.",
        "Ann's fame goes up to 3.",
        "Ann's partner becomes you.",
        "Your best day becomes Monday.",
        "Your fame goes up to 3.",
        "Your partner becomes Ann.",
    ]


def test_what_a_library_keeps_for_itself_is_not_told() -> None:
    body = """
        let winner be decided by auction of "a goat", from first of players, with fame
        if winner exists: winner gains 1 fame
    """
    head = HEAD.replace("counter fame of player", "counter fame of player: starts at 3\nuse auctions")
    session = table(game_of(head + 'phase day "Day":\n' + indent(dedent(body), "    ")), 2)
    while not session.over:
        session.answer(0)
    lines = [line.text for line in session.log(1)][1:-2]
    assert lines == [
        "Ann bids 1.",
        "You bid 2.",
        "Ann bids 3.",
        "You drop out.",
        "Ann wins the auction for a goat with 3 fame.",
        "All who have bid pay: Ann pays 3 fame to the bank.",
        "You pay 2 fame to the bank.",
        "Ann gains 1 fame.",
    ]


def test_one_of_a_counter_is_told_in_the_singular() -> None:
    rules = HEAD.replace("    copper", "    copper\ncounter points of player")
    session = table(game_of(rules + 'phase day "Day":\n    each player: gain 1 points\n'), 2)
    assert [line.text for line in session.log(0)][1] == "Everybody gains 1 point."


def test_those_who_win_together_are_named() -> None:
    rules = HEAD + 'round day "Day", at most 2 times:\n    each player: gain 1 fame\n'
    rules += "game ends after day when pot is 0:\n    the player with most fame wins\n"
    assert [line.text for line in table(game_of(rules), 2).log(0)][-1] == "You and Ben win together."
    assert [line.text for line in table(game_of(rules), 3).log(None)][-1] == "Ann, Ben and Cat win together."


@pytest.mark.parametrize("number", [1, 4])
def test_what_a_counter_is_set_to_is_told_whatever_it_is_and_was(number: int) -> None:
    body = f"""
        each player:
            choose one:
                option "the first": set pot to {number}
                option "the second": nothing happens
            choose a number from {number} to 6 as number_said asking "How many, {{you}}?"
            set fame of you to number_said
            set pot to 0
            stop
    """
    assert told(body, 1) == [
        'Ann chooses "the first".',
        f"The pot goes up to {number}.",
        f'Ann chooses {number} ("How many, ...?").',
        f"Ann's fame goes up to {number}.",
        "The pot goes back to 0.",
    ]


@pytest.mark.parametrize(("seat", "name"), [(1, "themselves"), (2, "you")])
@pytest.mark.parametrize("day", ["monday", "tuesday"])
def test_what_else_is_set_is_told_unless_the_answer_has_named_that_very_value(seat: int, name: str, day: str) -> None:
    body = f"""
        each player:
            choose one:
                option "the first": set best_day of you to {day}
                option "the second": nothing happens
            choose one:
                option "the first": set host to item({seat}) of players
                option "the second": nothing happens
            choose a Weekday as chosen_day where chosen_day is {day}
            set best_day of last of players to chosen_day
            choose a player as partner_chosen where partner_chosen is item({seat}) of players
            set partner of you to partner_chosen
            stop
    """
    told_day = f'chooses {day.capitalize()} ("Choose a Weekday")'
    told_name = f'chooses {name} ("Choose a player").'
    ends = {
        1: [f'Ann chooses "the first", becomes the host and {told_day}.', f"Ann {told_name}"],
        2: ['Ann chooses "the first".', "You become the host.", f"Ann {told_day} and {told_name}"],
    }
    assert told(body, 1) == ['Ann chooses "the first".', f"Ann's best day becomes {day.capitalize()}.", *ends[seat]]


def test_a_value_that_is_what_it_began_with_is_told_but_not_that_there_is_none() -> None:
    body = """
        each player:
            set rank of you to chief
            set rank of you to clerk
            set best_day of you to monday
            set best_day of you to none
            stop
    """
    assert told(body, 1) == [
        "Ann's rank becomes Chief.", "Ann's rank becomes Junior clerk.", "Ann's best day becomes Monday.",
    ]  # fmt: skip


# ---------------------------------------------------------------- pieces


def test_cards_that_move_are_named_to_those_who_know_them() -> None:
    body = """
        each player:
            draw 2 from shelf
            stop
        each player:
            secretly choose a card from your hand as picked
            move picked to bag
            stop
    """
    assert told(body, 0) == ["You draw Lamp and Rug, and move Lamp from your hand to the bag."]
    assert told(body, 1) == ["Ann draws Lamp and Rug, and moves a card from their hand to the bag."]


def test_many_cards_are_counted() -> None:
    assert told("move every card in shelf to bag", 0) == ["6 cards go from the shelf to the bag."]
    assert told("move top 2 of shelf to bag", 0) == ["Lamp and Rug go from the shelf to the bag."]


def test_many_tokens_of_several_kinds_are_counted_by_kind_and_are_no_cards() -> None:
    head = HEAD.replace("deck Ware in shelf:", """
tokens Worker
tokens Ghost
deck Worker in yard:
    "Abe"
    "Bob"
deck Ghost in yard:
    4 x "Boo"
zone yard: group, face up
zone road: group, face up
deck Ware in shelf:""")
    body = "move every token in yard to road"
    assert told(body, 0, head=head) == ["2 workers and 4 ghosts go from the yard to the road."]


def test_pieces_are_named_as_they_were_known_then() -> None:
    """Also where they have turned up since; what had been seen before it was laid down is known by what it is."""
    body = """
        shuffle bag
        randomly choose a card from bag as newcomer
        move newcomer to cellar
        announce "{newcomer} lies face down"
        move newcomer to discard_pile
        announce "{newcomer} gets up"
    """
    head = HEAD.replace("deck Ware in shelf:", "zone cellar: group, face down, seen by nobody\ndeck Ware in bag:")
    lines = told(body, 1, head=head)
    assert lines[-3] == "A card lies face down." and lines[-1].endswith(" gets up.") and "card" not in lines[-1]
    body = "let meant be top of shelf\nmove meant to bag\nannounce \"{meant} lies face down\""
    assert told(body, 1) == ["Lamp goes from the shelf to the bag and lies face down."]


TEXTS = HEAD.replace("cards Ware:", """cards Fate: omen: number
deck Fate in fates:
    9 x "Luck", omen 2:
        gain 1 fame
zone fates: stack, face down
cards Ware:""")


def test_what_a_card_says_stands_below_it_the_first_time_that_its_text_is_carried_out_in_the_open() -> None:
    body = """
        each player:
            draw 1 from fates to shown of you
            do effect of the Fate in shown of you
            move the Fate in shown of you to fates
    """
    said = "  Luck: Gain 1 fame."
    for seat in (None, 0, 1):
        lines = told(body, seat, head=TEXTS)
        assert lines.count(said) == 1 and "Luck" in lines[lines.index(said) - 1] and lines.index(said) == 1


def test_who_looks_is_told_where_that_has_just_been_told_and_not_at_all_where_the_draw_tells_it() -> None:
    head = TEXTS + "zone pit: stack, face down\n"
    body = """
        each player where fame >= 0:
            draw a card from fates to pit as taken
            look at taken
        each player where fame >= 0:
            announce "{you} peeps"
            look at top of fates
        each player where fame >= 0: look at top of fates
    """
    lines = told(body, 1, 3, head)
    assert lines[:2] == ["Ann and you each draw a card.", "You see that it is Luck."]
    assert "Cat draws a card." in lines and "Ann peeps and looks at a card." in lines
    assert lines[-2:] == ["You look at Luck.", "Luck is shown in private."]


def test_what_a_card_says_is_not_told_whoever_had_it_in_hand() -> None:
    body = """
        each player:
            draw 1 from fates
            move the Fate in your hand to shown of you
            do effect of the Fate in shown of you
            stop
    """
    has_words = [any(line.startswith("  Luck: ") for line in told(body, seat, head=TEXTS)) for seat in (0, 1)]
    assert has_words == [False, True]


def test_nothing_is_joined_to_what_a_counter_has_come_to() -> None:
    body = """
        each player:
            announce "{you} stumbles"
            gain 1 fame
            set host to you
            stop
    """
    assert told(body, 1) == ["Ann stumbles: Ann gains 1 fame, 1 so far.", "Ann becomes the host."]


def test_whoever_is_told_what_they_do_themself_is_you_also_before_a_colon() -> None:
    body = """
        each player:
            announce "{you} succeeds: by a hair"
            stop
    """
    assert told(body, 0) == ["You succeed: by a hair."] and told(body, 1) == ["Ann succeeds: by a hair."]


def test_a_card_that_stays_where_it_is_has_not_moved() -> None:
    assert told("move top of shelf to shelf", 0) == []


def test_what_lies_in_no_order_is_told_in_no_order() -> None:
    body = """
        each player:
            move every card in shelf to your hand
            stop
        each player:
            for each one in every card in your hand: move one to bag
            stop
    """
    lines = told(body, 0)
    backwards = told(body.replace("every card in shelf to your", "bottom 3 of shelf to your"), 0)
    assert lines[-1].endswith(" and move 6 cards from your hand to the bag.")
    assert backwards[-1].endswith(" move Cup, Fan and Pan from your hand to the bag.")


def test_what_is_revealed_says_whose_it_is() -> None:
    body = """
        move every card in shelf to bag
        shuffle bag
        each player: draw 1 from bag
        reveal every card in hand of players
    """
    lines = told(body, 1)
    assert lines[1] == "The bag is shuffled."
    assert lines[-1].startswith("Ann's ") and " and your " in lines[-1] and lines[-1].endswith(" are revealed.")


def test_several_that_are_revealed_are_told_like_others_of_their_kind() -> None:
    body = """
        create 2 gems in hand of first of players
        create 2 gems in hand of last of players
        move every card in shelf to hand of first of players
        reveal every piece in {whose}
    """
    head = HEAD.partition("deck Ware")[0] + 'tokens gem\ndeck Ware in shelf:\n    3 x "Mug", price 2\n'
    one = told(body.format(whose="hand of first of players"), 1, head=head)
    assert one[-1] == "Ann's 3 Mug cards and 2 gems are revealed."
    both = told(body.format(whose="(hand of first of players, hand of last of players)"), 1, head=head)
    assert both[-1] == "Ann's 3 Mug cards, Ann's 2 gems and your 2 gems are revealed."


def test_cards_that_change_places_are_not_named() -> None:
    body = """
        move every card in shelf to bag
        shuffle bag
        each player: draw 1 from bag
        each player:
            swap (top of your hand) and (top of bag)
            stop
        swap shelf and discard_pile
    """
    for seat in (0, 1):
        lines = told(body, seat)[-2:]
        assert lines == ["Two cards change places.", "The shelf and the discard pile change places."]


def test_a_card_that_chance_picks_is_not_named() -> None:
    body = """
        move every card in shelf to bag
        shuffle bag
        randomly choose a card from bag as picked
        move picked to discard_pile
    """
    assert told(body, 0)[1:] == ["The bag is shuffled.", "Lamp goes from the bag to the discard pile."]
    assert told("each player:\n    randomly choose a player as picked\n    set host to picked\n    stop", 1)[
        0
    ].startswith("Chance picks ")


def test_who_rolls_is_named() -> None:
    (said,) = told("item(2) of players rolls 2 cube as thrown", 0)
    assert said.startswith("Ben rolls ")


def test_what_is_rolled_secretly_is_for_whoever_rolls() -> None:
    rolled = "item(2) of players secretly rolls {} as thrown"
    assert told(rolled.format("2 cube"), 0) == ["Ben rolls 2 dice in secret."]
    assert told(rolled.format("a cube"), 2, 3) == ["Ben rolls a die in secret."]
    ((mine,), (whole,)) = (told(rolled.format("2 cube"), seat) for seat in (1, None))
    assert mine.startswith("You roll ") and whole.startswith("Ben rolls ") and mine[-8:] == whole[-8:] != "n secret"


def test_who_rolls_is_named_where_a_rule_meets_the_roll() -> None:
    head = f"{HEAD}after any player rolling any cube: raise pot by 1\n"
    body = "item(2) of players secretly rolls a cube as thrown"
    assert told(body, 0, head=head) == ["Ben rolls a die in secret.", "The pot goes up by 1, to 1."]


def test_dice_and_announcements() -> None:
    body = """
        each player:
            set host to you
            stop
        announce "{host} opens at {pot} o'clock"
    """
    assert told(body, 1)[-1] == "Ann becomes the host and opens at 0 o'clock."
    assert told("roll 2 cube as thrown", 0)[0].startswith("The dice show ")


# ---------------------------------------------------------------- headings, and the trace


ROUNDS = f"""{HEAD}
round week "Week", at most 2 times:
    phase work "Work":
        step 1 early "Early":
            each player: gain 1 fame
"""


def test_headings_come_from_the_rules_and_passes_are_counted() -> None:
    session = table(game_of(ROUNDS), 2)
    lines = [(line.level, line.text) for line in session.log(0)]
    passed = [(2, "Work"), (3, "1. Early"), (0, "Everybody gains 1 fame.")]
    assert lines[:8] == [(1, "Week 1"), *passed, (1, "Week 2"), *passed]


def test_a_later_part_of_the_log_counts_on() -> None:
    session = table(game_of(ROUNDS), 2)
    begins = [session.log(0, since)[0].text for since in range(len(session.events))]
    assert begins.count("Week 2") == 1 and "Week 1" in begins


def test_a_trace_names_the_line_of_the_rules_and_keeps_secrets() -> None:
    rules = HEAD + 'phase day "Day":\n' + indent(dedent(GIFT.format(manner="")).strip("\n"), "    ") + "\n"
    session = table(game_of(rules), 3)
    session.answer(0)
    line = rules.splitlines().index("        give gift gold to left of you") + 1
    assert f"test.bylaws:{line}  Ann gives you 2 gold." in list(trace(session, 1))
    assert f"test.bylaws:{line}  Ann gives Ben something secret." in list(trace(session, 2))


def trace(session: Session, seat: int) -> list[str]:
    return [line.text for line in trace_lines(session.words, session.state, session.events, seat)]


def test_braces_in_names_and_titles_of_cards_are_only_braces() -> None:
    rules = (
        HEAD.replace('"Lamp"', '"La{}mp {x}"')
        + 'phase day "Day":\n    each player:\n        draw 1 from shelf\n'
        + '        let y be 7\n        you may "do it {y} times": gain 1 fame\n'
    )
    session = table(game_of(rules), 2)
    while not session.over:
        session.answer(0)
    lines = [line.text for line in session.log(0)]
    assert 'You draw La{}mp {x}, choose to do it ... times and gain 1 fame.' in lines


def test_who_takes_no_more_actions_is_told_to_all_unless_some_may_be_taken_secretly() -> None:
    rules = """game "Stop":
    players: 2 to 2
counter points of player
phase day "Day":
    each player:
        you take any number of actions from earn
action earn "Earn":
    gain 1 points
"""
    for text, told in ((rules, True), (rules.replace('earn "Earn":', 'earn "Earn", taken secretly:'), False)):
        session = table(game_of(text), 2)
        session.answer(1)
        for seat, expected in ((0, told), (1, told), (None, True)):
            lines = [line.text for line in session.log(seat)]
            assert (("You are done." if seat == 0 else "Ann is done.") in lines) == expected


@pytest.mark.parametrize(
    ("asked", "sort", "told"),
    [("any number of actions from earn", "", 'Ann chooses "Go home".'), ("free actions", "free ", "You gain 1 point.")],
)
def test_who_stops_does_what_the_question_calls_it_and_to_leave_free_actions_is_no_news(
    asked: str, sort: str, told: str
) -> None:
    rules = f"""game "Stop":
    players: 2 to 2
counter points of player
phase day "Day":
    each player:
        you take {asked} passing "Go home"
        last of players gains 1 point
{sort}action earn "Earn": gain 1 point
"""
    session = table(game_of(rules), 2)
    session.answer(1)
    assert [line.text for line in session.log(1)][1] == told


VERBS = """game "Verbs":
    players: 2
cards Ware: price: number
zone shelf: row, face up
zone desk of player: group, face up, entering is "pins {cards} to {player's} desk"
zone basket: stack, face up, entering is "tidies up"
deck Ware in shelf:
    4 x "Lamp", price 2
action check "Check", taking is "checks": move the Ware in desk of you to basket
action wait "Wait": nothing happens
phase day "Day":
    each player in (first of players):
        move the Ware in shelf to your desk
        take one action from check
        take one action from wait
"""


def test_verbs_that_the_designer_gives_stand_in_the_log() -> None:
    session = table(game_of(VERBS), 2)
    while not session.over:
        session.answer(0)
    said = "You pin Lamp to your desk. You check and tidy up.", "Ann pins Lamp to their desk. Ann checks and tidies up."
    for seat in range(2):
        lines = " ".join(line.text for line in session.log(seat))
        assert said[seat] in lines, lines


# ---------------------------------------------------------------- nothing twice, and everything by its name


def test_the_same_piece_is_named_once_in_a_sentence_and_another_of_its_name_is_named_again() -> None:
    body = """
    as item(1) of players:
        draw 1 from shelf as one
        discard one
        draw 1 from shelf
    """
    head = HEAD.replace('"Lamp", price 2', '2 x "Lamp", price 2')
    assert told(body, None, head=head) == ["Ann draws Lamp, discards it and draws Lamp."]


def test_an_announced_change_of_a_value_stands_behind_the_announcement() -> None:
    body = """
    as item(2) of players:
        announce "{you} is promoted"
        set best_day of you to tuesday
    set best_day of item(1) of players to monday
    """
    assert told(body, None) == ["Ben is promoted (best day: Tuesday).", "Ann's best day becomes Monday."]


def test_throws_of_one_player_are_told_one_after_another() -> None:
    session_told = told("as item(1) of players:\n    roll 1 cube as a\n    roll 2 cubes as b\n    gain 1 fame", None)
    assert len(session_told) == 1
    assert re.fullmatch(r"Ann rolls \d, then \d and \d, and gains 1 fame\.", session_told[0])


def test_many_tokens_are_counted_by_what_they_are() -> None:
    body = """
    create 6 beads in shelf
    for each one in every bead in shelf: move one to bag
    """
    head = HEAD.replace("slot, face up", "row, face up").replace("dice cube", "tokens bead\ndice cube")
    assert told(body, None, head=head)[-1] == "6 beads go from the shelf to the bag."


def test_nothing_left_is_told_in_words() -> None:
    head = HEAD.replace("counter fame of player", "counter points of player: starts at 3")
    assert told("set points of item(1) of players to 0", None, head=head) == ["Ann has no points now."]


@pytest.mark.parametrize("seen", ["", ", not shown"])
def test_what_words_of_its_own_tell_is_not_told_again_when_it_is_set(seen: str) -> None:
    head = HEAD.replace("counter fame of player", f'counter fame of player: raising is "shines"{seen}')
    body = "raise fame of item(1) of players by 1\nset fame of item(1) of players to 0"
    assert told(body, None, head=head) == ["Ann shines."]


def test_a_way_out_with_a_small_letter_is_told_as_a_deed() -> None:
    body = """
        each player:
            you may choose a number from 1 to 3 as bid asking "How much?" passing "do not open your purse":
                gain bid fame
        first of players may choose a number from 1 to 3 as more asking "More?" passing "Leave it":
            first of players gains more fame
    """
    rules = f'{HEAD}phase day "Day":\n{indent(dedent(body), "    ")}\n'
    for players, all_of_them in ((2, "Nobody opens their purse."), (3, "Nobody opens their purse.")):
        session = table(game_of(rules), players)
        assert session.decision.options[-1].words == "Do not open your purse"
        while not session.over:
            session.answer(3)
        lines = [line.text for line in session.log(None)]
        assert lines[1:3] == [all_of_them, 'Ann chooses "Leave it".']
    session = table(game_of(rules), 3)
    for answer in (3, 3, 0, 0):
        session.answer(answer)
    assert [line.text for line in session.log(None)][1] == "Ann and Ben do not open their purse."


def test_a_draw_says_from_where_unless_that_is_plain() -> None:
    head = HEAD.replace("zone bag: stack, face down", "zone bag: stack, face down, seen by nobody").replace(
        "zone shelf: stack, face up", "zone shelf: stack, face down, seen by nobody"
    )
    body = """
        move the top 2 cards of shelf to bag
        each player: draw a card from shelf to your hand
        first of players draws a card from bag to hand of first of players
        if late: first of players draws a card from shelf to hand of first of players
    """
    lines = told(body, 1, head=head)
    assert lines[1:] == ["Ann draws a card.", lines[2], "Ann draws a card from the bag."]


TURNS = """phase day "Day":
    players take turns, at most 4 times:
        you take up to 1 actions from rest
        gain 1 fame
action rest "Rest": gain 1 fame
"""


def test_the_heading_of_ones_own_turn_stands_before_the_question() -> None:
    session = table(game_of(HEAD + TURNS), 2)
    assert [line.text for line in session.log(0)] == ["Day", "Your turn"]
    assert [line.text for line in session.log(1)] == ["Day"], "others hear of it when something is done"
    since = len(session.events)
    session.answer(0)
    assert session.log(0, since)[0].text != "Your turn", "it has been told"
    assert [line.text for line in session.log(0)].count("Your turn") == 1


def test_what_an_action_does_is_no_part_of_what_went_before() -> None:
    rules = HEAD + dedent(
        """
        phase day "Day":
            do dealing
        procedure dealing "Dealing":
            first of players gains 1 fame
            first of players takes one action from bribe
            first of players gains 3 fame
        action bribe "Bribe", taken secretly: gain 2 fame
        """
    )
    session = table(game_of(rules), 2)
    while not session.over:
        session.answer(0)
    lines = [line.text for line in session.log(1)][1:-2]
    assert lines == ["Dealing: Ann gains 1 fame.", "Ann gains 2 fame.", "Dealing: Ann gains 3 fame."]
