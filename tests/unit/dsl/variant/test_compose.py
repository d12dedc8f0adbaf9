"""Several variants: who goes over whom, what goes together, and what is said when it does not."""

import pytest

from dsl.syntax import nodes as n
from dsl.variant import compose
from dsl.variant.rules import Rules
from tests.unit.dsl.variant.shop import SHOP, composed, fault, marked, merged, read, shop_with, variant

STEP_1_1 = "insert after step opening as 1.1 first: shuffle box"
STEP_1_2 = "insert after step opening as 1.2 second: shuffle events"


def steps(*edits: str) -> list[str]:
    """The names of the flows of the shop with variants, in order."""
    return [thing.name.text for thing in Rules(merged(*edits)).named() if isinstance(thing, n.Flow) and thing.name]


@pytest.mark.parametrize("edits", [(STEP_1_1, STEP_1_2), (STEP_1_2, STEP_1_1)])
def test_numbers_say_which_of_two_inserted_steps_comes_first(edits: tuple[str, str]) -> None:
    assert steps(*edits) == ["day", "opening", "first", "second", "selling", "evening", "cleaning"]


@pytest.mark.parametrize("before", ["1.8", "1.9"])
def test_numbers_also_order_what_is_inserted_before_a_step(before: str) -> None:
    other = "1.9" if before == "1.8" else "1.8"
    names = {before: "ours", other: "theirs"}
    edits = [f"insert before step selling as {number} {name}: stop" for number, name in names.items()]
    assert steps(*edits)[2:4] == [names["1.8"], names["1.9"]]


def test_the_order_in_which_variants_are_asked_for_means_nothing() -> None:
    first, second = (
        variant('add "Bed", size 2', "First"),
        variant('add "Rug", size 1\nzone attic: stack', "Second"),
    )
    one, other = compose(read(SHOP), [first, second]), compose(read(SHOP), [second, first])
    assert one == other
    assert one.variants == ("First", "Second")


@pytest.mark.parametrize(
    "edits",
    [
        ("set parameter price = 3", "set parameter open_late = yes"),
        ("set parameter price = 3", "set parameter price = 3"),
        ("remove step opening", "remove step opening"),
        ('remove "Lamp"', 'remove "Lamp"'),
        ('add "Lamp"', 'add 2 x "Lamp"'),
        ('add "Bed", size 2', 'add "Rug", size 1'),
        ("extend step selling: shuffle box", "extend step selling: shuffle events"),
        ("extend setup: shuffle box", "extend setup:\n    each player: gain 1 coin"),
        ("replace step opening: stop", "extend step selling: shuffle box"),
        (
            "zone attic: stack\nextend setup: shuffle attic",
            "zone cellar: stack\nextend setup: shuffle cellar",
        ),
    ],
)
def test_edits_that_do_not_meet_go_together(edits: tuple[str, str]) -> None:
    assert composed(*edits).diagnostics == ()


@pytest.mark.parametrize(
    "edits",
    [
        ("set parameter price = 3", "set parameter price = 4"),
        ("replace step opening: stop", "replace step opening: shuffle box"),
        ("replace step opening: stop", "remove step opening"),
        ("replace step opening: stop", "extend step opening: shuffle box"),
        ("extend step selling: shuffle box", "extend step selling: move every card in box to shelf"),
        ("extend step selling: do count_up", "extend step selling:\n    each player: gain 1 coin"),
        ("extend step selling: shuffle box", "extend step selling: stop"),
        ("remove phase evening", "extend step cleaning: stop"),
        ("remove step opening", STEP_1_1),
        (STEP_1_1, "insert after step opening as 1.1 again: stop"),
        (STEP_1_1, "extend step first: shuffle events"),
        ('remove "Lamp"', 'add "Lamp"'),
        ('replace "Lamp", size 2', 'replace "Lamp", size 3'),
        ("replace define wealth: 1", "replace define wealth: 2"),
        ("extend enum Weather: icy", "extend enum Weather: foggy"),
        ('add "Bed", size 2', 'add "Bed", size 3'),
        ('cards Dish: size: number\nzone z: row\ndeck Dish in z:\n    "Cup", size 1', 'add "Bed", size 2'),
    ],
)
def test_edits_that_meet_are_a_conflict_that_names_both(edits: tuple[str, str]) -> None:
    found = fault(*edits)
    assert found.name == "variant-conflict"
    places = [found.span, *(label.span for label in found.labels)]
    assert [place.source.path for place in places] == ["b.bylaws", "a.bylaws"]


def test_the_two_edits_are_found_among_others() -> None:
    ours = "set parameter open_late = yes\nreplace step opening: stop\nparameter mood = 1"
    theirs = 'remove "Lamp"\nextend step opening: shuffle box'
    found = fault(ours, theirs)
    assert marked(found) == ["extend step opening: shuffle box", "replace step opening: stop"]
    assert (found.label, found.labels[0].text) == (
        '"B" extends the step `opening`',
        '"A" replaces the step `opening`',
    )


def test_over_settles_a_conflict() -> None:
    price_3 = variant("set parameter price = 3", "Zebra")
    price_4 = variant("set parameter price = 4", "Ape", over=' over "Zebra"')
    result = compose(read(SHOP), [price_4, price_3])
    assert result.diagnostics == ()
    assert result.items == shop_with(("price = 2", "price = 4"))
    assert result.variants == ("Zebra", "Ape")


def test_a_conflict_above_a_common_variant_is_found_and_shown_with_all_it_goes_over() -> None:
    lower = variant(STEP_1_1, "Lower")
    left = variant("replace step first: stop", "Left", over=' over "Lower"')
    right = variant("replace step first: shuffle events", "Right", over=' over "Lower"')
    (found,) = compose(read(SHOP), [lower, left, right]).diagnostics
    assert found.name == "variant-conflict"
    assert 'variant "Right" of "Shop" over "Lower" over "Left":' in found.help[0]


def test_a_chain_of_over_reaches_all_the_way_down() -> None:
    one = variant(STEP_1_1, "One")
    two = variant("extend step first: shuffle events", "Two", over=' over "One"')
    three = variant("remove step first", "Three", over=' over "Two"')
    assert compose(read(SHOP), [three, two, one]).items == read(SHOP)


def test_a_circle_of_over_is_an_error() -> None:
    one = variant("set parameter price = 3", "One", over=' over "Two"')
    two = variant("set parameter price = 4", "Two", over=' over "One"')
    result = compose(read(SHOP), [one, two])
    (found,) = result.diagnostics
    assert found.name == "variants-over-each-other"
    assert result.items == read(SHOP)


def test_what_is_wrong_with_a_variant_alone_is_no_conflict() -> None:
    result = composed("remove step openning", "replace step opening: stop")
    assert [found.name for found in result.diagnostics] == ["unknown-target"]


def test_a_variant_without_the_one_that_it_goes_over() -> None:
    upper = variant("remove step first\nremove step second", "Upper", over=' over "Lower"')
    (found,) = compose(read(SHOP), [upper]).diagnostics
    assert found.name == "variant-needs-another"
    assert found.help == ('choose "Lower" as well',)


def test_over_a_variant_that_is_not_needed_is_only_an_order() -> None:
    assert compose(read(SHOP), [variant("remove step opening", over=' over "Lower"')]).diagnostics == ()


def test_a_variant_of_another_game() -> None:
    meant, other = variant("remove step opening", of="Shopp"), variant("remove step xyz", of="Chess")
    result = compose(read(SHOP), [meant, other])
    near, far = result.diagnostics
    assert (near.name, near.label) == ("variant-of-another-game", 'did you mean "Shop"?')
    assert (far.label, far.help) == ("", ('to make it a variant of this game, write `of "Shop"`',))
    assert result.items == read(SHOP)


def test_the_same_variant_twice_counts_once() -> None:
    one = variant('add "Lamp"')
    assert compose(read(SHOP), [one, one]).items == shop_with(('2 x "Lamp"', '3 x "Lamp"'))
