"""Every rule of a merged game says which variant it comes from, and every edit what it did."""

from dsl.ir.nodes import Standing
from dsl.syntax import nodes as n
from dsl.variant import compose
from dsl.variant.rules import Rules, name_of
from tests.unit.dsl.variant.shop import SHOP, composed, read, variant

EDITS = """
parameter mood = 1
insert after step opening as 1.1 stock: shuffle box
replace procedure count_up: stop
extend step selling: shuffle box
remove step cleaning
remove "Lamp"
"""


def test_what_stands_in_a_variant_has_its_standing_and_the_rest_that_of_the_base() -> None:
    base = SHOP.replace("        step 1 cleaning", "        shuffle box\n        step 1 cleaning")
    result = composed(EDITS, base=base)
    assert result.diagnostics == ()
    things = [thing for thing in Rules(result.items).named() if not isinstance(thing, n.Parameter)]
    standing = {name_of(thing): result.provenance.standing(thing.span) for thing in things}
    assert standing.pop("stock") == (Standing.VARIANT, "A")
    assert set(standing.values()) == {(Standing.BASE, "")}
    parameters = [item for item in result.items if isinstance(item, n.Parameter)]
    assert [result.provenance.variant_at(item.span) for item in parameters] == ["", "", "", "A"]


def test_bodies_come_from_where_they_were_written() -> None:
    result = composed("replace procedure count_up: stop\nextend step selling: shuffle box")
    named = Rules(result.items).named()
    bodies = {thing.name.text: thing.body for thing in named if isinstance(thing, n.Flow | n.Procedure)}
    origin = {name: [result.provenance.variant_at(item.span) for item in body.items] for name, body in bodies.items()}
    assert origin["count_up"] == ["A"]
    assert origin["selling"] == ["", "", "A"]


def test_every_edit_is_on_record_with_what_it_changed() -> None:
    result = compose(read(SHOP), [variant('replace step opening: stop\nparameter mood = 1\nremove "Lamp"', "Calm")])
    replaced, declared, removed = result.provenance.changes
    assert (replaced.how, replaced.kind, replaced.name, replaced.variant) == (
        "replaced",
        "step",
        "opening",
        "Calm",
    )
    assert isinstance(replaced.was, n.Flow) and replaced.was.title == n.Text("Opening")
    assert (declared.how, declared.kind, declared.name) == ("declared", "parameter", "mood")
    assert removed.was and (removed.how, removed.was.span.text) == ("removed", '2 x "Lamp", size 1')
    assert result.provenance.changes_to("step", "opening") == (replaced,)
    assert result.provenance.changes_to("step", "selling") == ()


def test_a_variant_in_the_same_file_as_the_game_is_told_apart() -> None:
    *base, found = read(SHOP + 'variant "Inside" of "Shop":\n    parameter mood = 1\n')
    assert isinstance(found, n.Variant)
    result = compose(tuple(base), [found])
    assert result.provenance.variant_at(result.items[-1].span) == "Inside"
    assert {result.provenance.variant_at(item.span) for item in base} == {""}
