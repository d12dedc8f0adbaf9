"""Expressions: what they come to mean, and of what type they are."""

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PIECES, PLAYER, PLAYERS, YES_NO, Kind, Type
from dsl.walk import nodes_of
from tests.unit.dsl.ir.small import errors, game, in_step, value

COLOUR = Type(Kind.VALUE, "Colour")
DAY = Type(Kind.VALUE, "Day")


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("3", NUMBER),
        ("-3", NUMBER),
        ("yes", YES_NO),
        ("none", ir.NOTHING),
        ("green", COLOUR),
        ("today", DAY),
        ("today + 1", DAY),
        ("leader", PLAYER.or_none()),
        ("left of leader", PLAYER),
        ("players", PLAYERS),
        ("every player where rich", PLAYERS),
        ("top of pile", PIECE.or_none()),
        ("top 3 of pile", PIECES),
        ("the Deed in pile", Type(Kind.PIECE, "Deed", optional=True)),
        ("every Deed in pile", Type(Kind.PIECE, "Deed", many=True)),
        ("worth of top of pile", NUMBER),
        ("colour of top of pile", COLOUR),
        ("owner of top of pile", PLAYER.or_none()),
        ("pile", ir.ZONE),
        ("hand of leader", ir.ZONE),
        ("hand of players", ir.ZONE.list()),
        ("desk[monday] of leader", ir.ZONE),
        ("desk of leader", ir.ZONE.list()),
        ("desk[monday] of players", ir.ZONE.list()),
        ("number of players", NUMBER),
        ("any player where rich", YES_NO),
        ("no card in pile", YES_NO),
        ("highest score of players", NUMBER),
        ("the player with most score", PLAYER.or_none()),
        ("(leader, left of leader)", PLAYERS),
        ("heap[coins]", NUMBER),
        ("level", NUMBER),
        ("rich of leader", YES_NO),
        ("leader is rich", YES_NO),
        ("larger(2, 3)", NUMBER),
        ("smaller of (2, 3)", NUMBER),
        ("first of players", PLAYER.or_none()),
        ("item(2) of players", PLAYER.or_none()),
        ("round_number", NUMBER),
        ("Colours", COLOUR.list()),
        ('"Luck" is in pile', YES_NO),
        ("fire / 2 rounded up", NUMBER),
    ],
)
def test_the_type_of_an_expression(text: str, type_: Type) -> None:
    assert value(text).type == type_


def test_an_enum_without_a_ring_ends() -> None:
    assert value("green + 1").type == COLOUR.or_none()
    assert value("today - 1").type == DAY


def test_the_order_of_a_sum() -> None:
    assert value("1 + 2 * 3") == ir.Arithmetic(
        "+", ir.Constant(1, NUMBER), ir.Arithmetic("*", ir.Constant(2, NUMBER), ir.Constant(3, NUMBER))
    )


def test_and_and_or_take_all_their_parts() -> None:
    both = value("night and fire > 1 and leader exists")
    assert isinstance(both, ir.And) and len(both.parts) == 3
    either = value("night or fire > 1")
    assert isinstance(either, ir.Or) and len(either.parts) == 2


def test_a_flag_after_is() -> None:
    assert value("leader is tired") == ir.Read("tired", (ir.Read("leader", (), PLAYER.or_none()),), YES_NO)
    assert isinstance(value("leader is not tired"), ir.Not)


def test_empty_and_not_empty() -> None:
    assert value("pile is not empty") == ir.Some(ir.Contents(ir.ZoneAt("pile", ())), -1, None)
    assert isinstance(value("pile is empty"), ir.Not)


def test_a_number_that_is_a_property_of_nothing_is_neither_more_nor_less() -> None:
    compared = value("coins of leader > 3")
    assert isinstance(compared, ir.And)
    there, more = compared.parts
    assert there == ir.Compare("!=", ir.Read("leader", (), PLAYER.or_none()), ir.Constant(ir.NONE, ir.NOTHING))
    assert isinstance(more, ir.Compare) and more.operator == ">"


def test_pieces_of_one_kind_among_others() -> None:
    counted = value("number of Deeds in pile")
    assert isinstance(counted, ir.CountOf) and isinstance(counted.over, ir.Filter)
    assert isinstance(counted.over.where, ir.IsIn)


def test_a_title_in_a_zone() -> None:
    found = value('"Luck" is in pile')
    assert isinstance(found, ir.Some)
    (title,) = nodes_of(found.where, ir.Function)
    assert title.name == "title"


def test_a_ranking_takes_the_better_first() -> None:
    ranked = value("the player with most score then fewest coins")
    assert isinstance(ranked, ir.First) and isinstance(ranked.over, ir.Ranked)
    assert [c.most for c in ranked.over.by] == [True, False]


def test_a_definition_of_several_kinds_is_told_by_what_it_is_of() -> None:
    done = game("define size of player: 1\ndefine size of Colour: 2\ndefine tested: size of leader + size of green")
    derived = {d.define for d in nodes_of(next(d.value for d in done.defines if d.name == "tested"), ir.Derived)}
    assert derived == {"size of player", "size of Colour"}


def test_cases_and_their_rest() -> None:
    done = game("define fee:\n    1 if night\n    2 if fire > 3\n    0 otherwise")
    (cases,) = [d.value for d in done.defines if d.name == "fee"]
    assert isinstance(cases, ir.Cases)
    assert [value for _, value in cases.cases] == [ir.Constant(1, NUMBER), ir.Constant(2, NUMBER)]
    assert cases.default == ir.Constant(0, NUMBER)


@pytest.mark.parametrize(
    ("written", "how"),
    [("previous + 1", "plain"), ("instead 2", "instead"), ("at least 2", "at_least"), ("at most 2", "at_most")],
)
def test_the_forms_of_an_exception(written: str, how: str) -> None:
    done = game(f"exception to level if night: {written}")
    (rule,) = [x for d in done.defines for x in d.exceptions]
    assert (rule.how, rule.condition) == (how, ir.Read("night", (), YES_NO))


def test_an_exception_for_some_sees_the_same_slots_as_the_definition() -> None:
    done = game("exception to rich of any player as one where score > 3 if coins of one > 1: instead yes")
    (rule,) = [x for d in done.defines if d.name == "rich of player" for x in d.exceptions]
    assert {local.slot for local in nodes_of(rule.condition, ir.Local)} == {0}


def test_an_exception_for_one() -> None:
    done = game("exception to rich of leader: instead no")
    (rule,) = [x for d in done.defines for x in d.exceptions]
    assert rule.condition == ir.Compare("=", ir.Local(0, "player", PLAYER), ir.Read("leader", (), PLAYER.or_none()))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("number of players + night", "wrong-type"),
        ("coins of pile", "no-such-property"),
        ("green is monday", "never-equal"),
        ("leader > 3", "not-ordered"),
        ("(1, leader)", "mixed-list"),
        ("3 / 2", "rounding-unsaid"),
        ("3 / 2 rounded up + 1", "division-needs-brackets"),
        ("3 / 0 rounded up", "divided-by-zero"),
        ("2.5", "not-whole"),
        ("coins + 1", "whose"),
        ("the card", "the-which"),
        ("reward", "not-a-value"),
        ("heap", "whose"),
        ("fire[coins]", "not-indexed"),
        ("larger(1)", "wrong-arguments"),
        ("pile exists", "always-exists"),
        ("leader is empty", "not-a-list"),
        ("leader is in pile", "never-in"),
        ("tested", "circular-definition"),
        ("weight of the Deed in pile", "no-such-property"),
    ],
)
def test_what_makes_no_sense(text: str, name: str) -> None:
    assert [found for found, _ in errors(f"define tested: {text}")] == [name]


def test_one_mistake_in_a_definition_is_not_reported_where_it_is_used() -> None:
    assert errors("define tested: coins + 1\n" + in_step("raise fire by tested")) == [("whose", "coins")]
