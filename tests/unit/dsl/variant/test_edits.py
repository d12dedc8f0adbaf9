"""Every edit gives the game that one would have written, or says why it has not exactly one target."""

import pytest

from dsl.syntax import nodes as n
from dsl.variant import compose
from tests.unit.dsl.variant.shop import SHOP, composed, fault, in_blocks, marked, merged, read, shop_with, variant

OPENING = '    step 1 opening "Opening":\n        shuffle events\n'
SELLING = "        each player: lose 1 coin\n        do count_up\n"
EVENING = '    phase evening "Evening":\n'
RAIN = '    "Rain", strength 1\n'
NEW_STEP = "    step 1.1 stock:\n        shuffle box\n"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            'insert after step opening as 1.1 stock "Stock":\n    shuffle box',
            [(OPENING, OPENING + '    step 1.1 stock "Stock":\n        shuffle box\n')],
        ),
        (
            "insert before step selling as 1.1 stock: shuffle box",
            [(OPENING, OPENING + "    step 1.1 stock: shuffle box\n")],
        ),
        (
            "insert before step opening as 0 dawn: shuffle box",
            [(OPENING, "    step 0 dawn: shuffle box\n" + OPENING)],
        ),
        (
            "insert before step cleaning as 0.1 dusk: shuffle box",
            [
                (
                    "        > Last things first.\n",
                    "        > Last things first.\n        step 0.1 dusk: shuffle box\n",
                )
            ],
        ),
        (
            "insert before phase evening as 3 noon: shuffle box",
            [(EVENING, "    phase 3 noon: shuffle box\n" + EVENING)],
        ),
        (
            'replace step selling "Selling":\n    > Nothing is sold.\n    stop',
            [(SELLING, "        > Nothing is sold.\n        stop\n")],
        ),
        (
            "replace procedure count_up:\n    each player: gain 1 coin",
            [("> Counting is done aloud.\n", ""), ("gain price coin", "gain 1 coin")],
        ),
        ("replace action haggle:\n    gain 2 coin", [("    gain 1 coin", "    gain 2 coin")]),
        ("replace reaction grumble:\n    gain 9 coin", [("set your tired to yes", "gain 9 coin")]),
        ("replace setup:\n    each player: gain 7 coin", [("gain 3 coin", "gain 7 coin")]),
        (
            "replace phase evening:\n    shuffle box",
            [
                (
                    "        > Last things first.\n"
                    '        step 1 cleaning "Cleaning":\n'
                    "            move every card in shelf to box\n",
                    "        shuffle box\n",
                )
            ],
        ),
        ("replace define wealth: coin * 2", [("of player: coin\n", "of player: coin * 2\n")]),
        ("replace define luck: 5", [("luck:\n    1 if open_late\n    0 otherwise", "luck: 5")]),
        ("replace define luck:\n    > Luck is late.", [("define luck:", "> Luck is late.\ndefine luck:")]),
        ('replace "Lamp", size 2', [('2 x "Lamp", size 1', '2 x "Lamp", size 2')]),
        ('replace 3 x "Lamp", size 2', [('2 x "Lamp", size 1', '3 x "Lamp", size 2')]),
        ('add "Lamp"', [('2 x "Lamp"', '3 x "Lamp"')]),
        ('add 2 x "Sofa", size 3', [('"Sofa", size 3', '3 x "Sofa", size 3')]),
        ('add "Bed", size 4', [('"Sofa", size 3', '"Sofa", size 3\n    "Bed", size 4')]),
        (
            'add 2 x "Hail", kind stormy, strength 2',
            [(RAIN, RAIN + '    2 x "Hail", kind stormy, strength 2\n')],
        ),
        ('remove "Lamp"', [('    2 x "Lamp", size 1\n', "")]),
        ("remove step opening", [(OPENING, "")]),
        (
            "remove procedure richest",
            [("procedure richest, deciding player or none:\n    decide none\n", "")],
        ),
        (
            "remove procedure count_up\nremove reaction grumble\nremove action haggle",
            [
                ("> Counting is done aloud.\nprocedure count_up:\n    each player: gain price coin\n", ""),
                ("reaction grumble, after action haggle:\n    set your tired to yes\n", ""),
                ('action haggle "Haggle":\n    gain 1 coin\n', ""),
            ],
        ),
        ("extend step selling: shuffle box", [(SELLING, SELLING + "        shuffle box\n")]),
        ("extend setup:\n    shuffle box", [("gain 3 coin\n", "gain 3 coin\n    shuffle box\n")]),
        ("extend action haggle: shuffle box", [("gain 1 coin\n", "gain 1 coin\n    shuffle box\n")]),
        ("extend enum Weather: foggy, icy", [("rainy, stormy", "rainy, stormy, foggy, icy")]),
        (
            'set parameter price = 3\n> It may be cold.\nextend enum Weather:\n    icy "Icy", cold',
            [
                ("price = 2", "price = 3"),
                (
                    "enum Weather: sunny, rainy, stormy",
                    '> It may be cold.\nenum Weather:\n    sunny\n    rainy\n    stormy\n    icy "Icy", cold',
                ),
            ],
        ),
        ("set parameter price = 3", [("price = 2", "price = 3")]),
        ("set parameter open_late = yes", [("open_late = no", "open_late = yes")]),
        ("set parameter weather = stormy", [("weather = sunny", "weather = stormy")]),
        (
            "set parameter open_late = yes\n> Wares are dear.\nset parameter price = 3",
            [
                ("open_late = no", "open_late = yes"),
                ("parameter price = 2", "> Wares are dear.\nparameter price = 3"),
            ],
        ),
    ],
)
def test_an_edit_gives_the_game_that_one_would_have_written(edit: str, expected: list[tuple[str, str]]) -> None:
    after = merged(edit)
    assert after == shop_with(*expected)
    assert after != read(SHOP)


def test_words_above_an_edit_go_where_the_edit_goes() -> None:
    opening = "parameter mood = 1\n"
    edit = opening + "> Shelves fill up.\ninsert after step opening as 1.1 stock:\n    shuffle box"
    expected = shop_with((OPENING, OPENING + NEW_STEP.replace("stock:\n", "stock:\n        > Shelves fill up.\n")))
    assert merged(edit) == (*expected, *read(opening))


def test_words_that_open_a_variant_are_about_the_game_and_its_new_rules_come_last() -> None:
    edit = "> A quiet day.\nremove step opening\n\n> Nobody haggles.\nforbid action haggle"
    players = "    players: 2 to 4\n"
    expected = shop_with((OPENING, ""), (players, f"{players}    > A quiet day.\n"))
    assert merged(edit) == (*expected, *read("> Nobody haggles.\nforbid action haggle\n"))


def test_words_of_variants_that_are_about_the_whole_game_do_not_clash() -> None:
    assert composed("> A quiet day.\nremove step opening", "> Rain.\nset parameter price = 3").diagnostics == ()


def test_edits_work_on_what_the_ones_before_them_left() -> None:
    insertion = "insert after step opening as 1.1 stock: shuffle box\n"
    edit = insertion + "extend step stock: shuffle events\nremove step opening"
    body = "    step 1.1 stock:\n        shuffle box\n        shuffle events\n"
    assert merged(edit) == shop_with((OPENING, body))


def test_a_game_without_a_setup_gets_one() -> None:
    base = 'game "Shop":\n    players: 2 to 4\nzone box: stack\n'
    assert merged("extend setup: shuffle box", base=base) == read(base + "setup: shuffle box\n")


@pytest.mark.parametrize(
    ("edit", "name", "message", "label"),
    [
        ("remove step openning", "unknown-target", "there is no step `openning`", "did you mean `opening`?"),
        ("insert after step x as 9 y: stop", "unknown-target", "there is no step `x`", ""),
        (
            "replace define helth: 1",
            "unknown-target",
            "there is no definition `helth`",
            "did you mean `wealth`?",
        ),
        ("extend enum Wether: icy", "unknown-target", "there is no enum `Wether`", "did you mean `Weather`?"),
        ('remove "Lmap"', "unknown-target", 'there is no card "Lmap"', 'did you mean "Lamp"?'),
        (
            "set parameter prize = 1",
            "unknown-target",
            "there is no parameter `prize`",
            "did you mean `price`?",
        ),
        (
            "replace step count_up: stop",
            "target-of-another-kind",
            "`count_up` is not a step, it is a procedure",
            "write `procedure count_up`",
        ),
        (
            "remove procedure haggle",
            "target-of-another-kind",
            "`haggle` is not a procedure, it is an action",
            "write `action haggle`",
        ),
        (
            'replace step opening "Open up": stop',
            "base-has-drifted",
            'step `opening` is called "Opening", not "Open up"',
            "the title that the variant expects",
        ),
        (
            'extend procedure count_up "Count": stop',
            "base-has-drifted",
            'procedure `count_up` has no title, not "Count"',
            "the title that the variant expects",
        ),
        (
            "insert after step opening as 2 y: stop",
            "step-number-taken",
            "there is a step 2 already",
            "3 is free",
        ),
        (
            "insert after step opening as 2.5 y: stop",
            "step-number-out-of-order",
            "step 2.5 does not fit where it is inserted",
            "1.1 would fit",
        ),
        (
            "insert before step selling as 0.5 y: stop",
            "step-number-out-of-order",
            "step 0.5 does not fit where it is inserted",
            "1.1 would fit",
        ),
        ("remove step cleaning", "nothing-left", "without this, the phase `evening` has nothing in it", ""),
        (
            "extend procedure richest: stop",
            "extension-never-runs",
            "the procedure `richest` ends before it would come to this",
            "",
        ),
        (
            "set parameter price = 6",
            "parameter-out-of-range",
            "`price` goes from 1 to 5; 6 is too large",
            "",
        ),
        (
            "set parameter price = -1",
            "parameter-out-of-range",
            "`price` goes from 1 to 5; -1 is too small",
            "",
        ),
        ("set parameter price = yes", "wrong-parameter-value", "`price` is a number, not yes", ""),
        ("set parameter open_late = 1", "wrong-parameter-value", "`open_late` is yes or no, not 1", ""),
        (
            "set parameter weather = stromy",
            "wrong-parameter-value",
            "`weather` is one of `sunny`, `rainy` and `stormy`, not stromy",
            "did you mean `stormy`?",
        ),
        (
            'add "Lamp", size 2',
            "card-differs",
            'there is a card "Lamp" already, and it says something else',
            "",
        ),
        (
            'add "Hail", strenght 2',
            "no-deck-for-card",
            '"Hail" fits into no deck: no card has anything called `strenght` printed on it',
            "did you mean `strength`?",
        ),
        (
            'add "Hail", size 2, strength 2',
            "no-deck-for-card",
            '"Hail" fits into no deck: no kind of card has all of this printed on it',
            "",
        ),
        (
            'add "Hail"',
            "no-deck-for-card",
            '"Hail" could go into the deck of `Ware` and the deck of `Event`',
            "",
        ),
    ],
)
def test_a_faulty_edit_says_what_is_wrong_and_changes_nothing(edit: str, name: str, message: str, label: str) -> None:
    found = fault(edit)
    assert (found.name, found.message, found.label) == (name, message, label)
    assert found.span.source.path == "a.bylaws"
    assert found.heading == "Variant A"


def test_what_there_is_is_listed_when_nothing_is_near() -> None:
    assert fault("remove step xyz").help == ("there are `opening`, `selling` and `cleaning`",)
    assert fault("remove round xyz").help == ("there is `day`",)
    assert fault("remove phase xyz", base='game "Shop":\n    players: 2 to 4\n').help == ("the rules have no phase",)


def test_a_second_thing_of_the_same_name_is_no_target() -> None:
    found = fault('remove "Lamp"', base=SHOP.replace('"Rain", strength 1', '"Lamp", strength 1'))
    assert found.name == "ambiguous-target"
    assert marked(found) == ['"Lamp"', '2 x "Lamp", size 1', '"Lamp", strength 1']


def test_what_the_same_variant_removed_is_pointed_at() -> None:
    found = fault("remove step opening\nextend step opening: stop")
    assert found.message == "there is no step `opening`"
    assert marked(found) == ["opening", "remove step opening"]


def test_copies_that_a_parameter_counts_are_not_added_to() -> None:
    found = fault('add "Lamp"', base=SHOP.replace('2 x "Lamp"', 'price x "Lamp"'))
    assert found.name == "copies-of-a-parameter"


def test_fixes_write_the_near_name_or_the_title_of_today() -> None:
    for edit, replacement in [("remove step openning", "opening"), ('remove "Lmap"', '"Lamp"')]:
        fix = fault(edit).fix
        assert fix and fix.edits[0].replacement == replacement
    fix = fault('remove step opening "Open up"').fix
    assert fix and (fix.edits[0].span.text, fix.edits[0].replacement) == ('"Open up"', '"Opening"')


def test_a_fault_in_one_edit_leaves_the_others() -> None:
    result = composed("remove step xyz\nset parameter price = 3")
    assert len(result.diagnostics) == 1
    assert result.items == shop_with(("price = 2", "price = 3"))


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        ("replace players: 3 to 6", "    players: 2 to 4\n", "    players: 3 to 6\n"),
        ("replace parameter weather = rainy", "parameter weather = sunny\n", "parameter weather = rainy\n"),
        (
            'replace parameter price = 7 (3 to 9) "more"',
            'parameter price = 2 (1 to 5) "what a ware costs"\n',
            'parameter price = 7 (3 to 9) "more"\n',
        ),
        ("replace zone shelf: row, face down", "zone shelf: row, face up\n", "zone shelf: row, face down\n"),
        ("replace counter coin of player: hidden", "counter coin of player\n", "counter coin of player: hidden\n"),
        ("replace flag tired of player: hidden", "flag tired of player\n", "flag tired of player: hidden\n"),
    ],
)
def test_what_one_line_declares_is_said_anew_in_its_place(edit: str, old: str, new: str) -> None:
    assert merged(edit) == shop_with((old, new))


def test_rule_text_above_a_line_stays_unless_the_edit_has_its_own() -> None:
    base = SHOP.replace("counter coin", "> Coins are open.\ncounter coin")
    edit = "flag late\n{}replace counter coin of player: hidden"
    hidden = base.replace("counter coin of player\n", "counter coin of player: hidden\n")
    late = "\nflag late\n"
    assert merged(edit.format(""), base=base) == read(hidden + late)
    said = hidden.replace("are open", "lie hidden")
    assert merged(edit.format("> Coins lie hidden.\n"), base=base) == read(said + late)


def test_counters_of_a_group_are_said_anew_as_a_group() -> None:
    group = "counters Goods of player: {}\n    wood\n    clay\n{}"
    base = SHOP + group.format("starts at 1", "")
    edit = "replace " + group.format("starts at 2", "    stone\n")
    assert merged(edit, base=base) == read(SHOP + group.format("starts at 2", "    stone\n"))


@pytest.mark.parametrize(
    ("edit", "message", "label"),
    [
        ("replace counter coni of player: hidden", "there is no counter `coni`", "did you mean `coin`?"),
        ("remove zone boxx", "there is no zone `boxx`", "did you mean `box`?"),
        ("remove ruling shop-R01", "there is no ruling `shop-R01`", ""),
        ('remove rule "after action"', 'no rule begins with "after action"', ""),
        ("replace plyers: 3", "there is no setting `plyers`", "did you mean `players`?"),
    ],
)
def test_what_is_not_declared_cannot_be_said_anew(edit: str, message: str, label: str) -> None:
    found = fault(edit)
    assert (found.name, found.message, found.label) == ("unknown-target", message, label)


@pytest.mark.parametrize(
    ("edit", "gone"),
    [
        ("remove zone box", "zone box: stack, face down\n"),
        ("remove counter coin", "counter coin of player\n"),
        ("remove flag tired", "flag tired of player\n"),
        ("remove enum Weather", "enum Weather: sunny, rainy, stormy\n"),
        ("remove parameter open_late", "parameter open_late = no\n"),
        ("remove cards Event", "cards Event: strength: number, kind: Weather\n"),
        ("remove define luck", "define luck:\n    1 if open_late\n    0 otherwise\n"),
        ("remove counters Stone", "counters Stone of player: hidden\n    granite\n    marble\n"),
        ('remove rule "instead of doing"', "> Loud.\ninstead of doing count_up: shuffle box\n"),
        ('remove rule "exception to wealth"', "exception to wealth of any player: previous + 1\n"),
        ('remove rule "forbid"', "forbid action haggle if open_late\n"),
        ("remove ruling shop-R01", 'ruling shop-R01 "Late?":\n    > Perhaps.\n'),
    ],
)
def test_what_is_declared_and_rules_without_a_name_can_be_removed(edit: str, gone: str) -> None:
    base = f"""{SHOP}
counters Stone of player: hidden
    granite
    marble

> Loud.
instead of doing count_up: shuffle box
exception to wealth of any player: previous + 1
forbid action haggle if open_late
ruling shop-R01 "Late?":
    > Perhaps.
"""
    assert base.count(gone) == 1
    assert merged(edit, base=base) == read(base.replace(gone, ""))


def test_a_parameter_that_is_removed_settles_no_ruling() -> None:
    ruling = 'ruling shop-R1 "Late?", changed by price{}:\n    > Perhaps.\n'
    found = merged("remove parameter open_late", base=SHOP + ruling.format(", open_late"))
    assert found == read(SHOP.replace("parameter open_late = no\n", "") + ruling.format(""))


def test_a_ruling_is_taken_anew_and_the_variant_rules_so() -> None:
    ruling = 'ruling shop-R01 "Late?", changed by price:\n    > Perhaps.\n'
    edit = 'replace ruling shop-R01 "How late?":\n    > Till nine.\n'
    assert merged(edit, base=SHOP + ruling) == read(SHOP + edit.removeprefix("replace "))


def test_what_is_of_another_kind_is_said_to_be() -> None:
    found = fault("replace zone coin: row")
    assert (found.name, found.message) == ("target-of-another-kind", "`coin` is not a zone, it is a counter")


def test_a_comment_beside_a_heading_goes_when_the_heading_does() -> None:
    ends = "game ends when open_late:  # early\n    nobody wins\n"
    for edit, comment in (("replace game ends when price > 3", None), ("replace game ends: stop", "# early")):
        (end,) = (item for item in merged(edit, base=SHOP + ends) if isinstance(item, n.GameEnd))
        assert end.trivia.behind == comment


def test_two_variants_that_say_the_same_line_anew_clash() -> None:
    found = fault("replace zone shelf: row, face down", "replace zone shelf: stack, face up")
    assert found.name == "variant-conflict"
    assert found.label == '"B" replaces the zone `shelf`'


def test_nothing_but_words_replaces_the_words_and_leaves_the_rules() -> None:
    edit = "replace {}:\n    > Said anew."
    assert in_blocks(merged(edit.format("step selling"))) == in_blocks(
        shop_with((SELLING, f"        > Said anew.\n{SELLING}"))
    )
    assert in_blocks(merged(edit.format("phase evening"))) == in_blocks(
        shop_with(("> Last things first.", "> Said anew."))
    )
    counting = "> Counting is done aloud.\nprocedure count_up:\n"
    assert in_blocks(merged(edit.format("procedure count_up"))) == in_blocks(
        shop_with((counting, "procedure count_up:\n    > Said anew.\n"))
    )


def test_a_library_is_taken_out_with_its_parameters_and_what_stands_beside_it_stays() -> None:
    text = "library tolls \"Tolls\"\nparameter toll = 1 (0 to 3)\n> At the gate.\nprocedure pay_toll: nothing happens\n"
    library = read(text, "tolls.bylaws")
    ruling = 'ruling shop-R01 "Free?", changed by price{}:\n    > No.\n'
    game = read(SHOP + "use fairs, tolls\n" + ruling.format(", toll"))
    found = compose((*game, *library), [variant("remove use tolls")])
    assert not found.diagnostics
    assert found.items == read(SHOP + "use fairs\n" + ruling.format(""))


def test_a_library_that_another_one_takes_in_stays() -> None:
    tolls = read('library tolls "Tolls"\nprocedure pay_toll: nothing happens\n', "tolls.bylaws")
    fairs = read('library fairs "Fairs"\nuse tolls\n', "fairs.bylaws")
    found = compose((*read(SHOP + "use fairs, tolls\n"), *fairs, *tolls), [variant("remove use tolls")])
    assert found.items == (*read(SHOP + "use fairs\n"), *fairs, *tolls)


def test_a_field_that_its_cards_have_no_more_is_printed_on_none() -> None:
    found = merged("replace cards Event: kind: Weather", base=SHOP.replace('"Rain", ', '"Rain", kind rainy, '))
    assert found == shop_with(("strength: number, kind", "kind"), ('"Rain", strength 1', '"Rain", kind rainy'))
