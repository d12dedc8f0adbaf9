"""Who is asked for what, and what comes of an answer, as the language says, on both engines."""

from __future__ import annotations

from typing import Any

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import PIECE, PIECES, PLAYER, Manner
from interpreter.program.model.nodes import PASS, Verb
from tests import ir_table as t
from tests.ir_played import ALL, ANN, BEN, CAT, Played, choice

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_a_question_and_its_answer(engine: str) -> None:
    played = Played(engine, t.choose(t.seat(BEN), t.number(3, 6), 1, t.write("total", t.local(1))))
    assert choice(played) == (BEN, [3, 4, 5, 6], False)
    assert played.answer(2)["total"] == 5
    assert played.told(Verb.CHOOSE) == [(BEN, ALL, ALL, 5)]


def test_passing_does_what_is_said_otherwise(engine: str) -> None:
    ask = t.choose(
        t.seat(ANN), t.number(1, 2), 1, t.write("total", t.n(7)), optional=True, otherwise=(t.write("total", t.n(8)),)
    )
    played = Played(engine, ask)
    assert choice(played) == (ANN, [1, 2], True)
    assert played.answer(2)["total"] == 8
    assert played.told(Verb.CHOOSE)[0][-1] == PASS
    assert Played(engine, ask).answer(0)["total"] == 7


def test_without_a_candidate_nobody_is_asked(engine: str) -> None:
    def ask(**more: Any) -> ir.Choose:
        empty = t.one_of(t.lying("own"))
        return t.choose(t.seat(ANN), empty, 1, t.write("total", t.n(7)), otherwise=(t.write("total", t.n(8)),), **more)

    assert Played(engine, ask())["total"] == 8
    assert Played(engine, ask(optional=True))["total"] == 8
    hidden = Played(engine, ask(optional=True, hidden_options=True))
    assert choice(hidden) == (ANN, [], True)
    assert hidden.answer(0)["total"] == 8


def test_nobody_is_not_asked(engine: str) -> None:
    ask = t.choose(t.read("boss"), t.number(1, 2), 1, t.write("total", t.n(7)), otherwise=(t.write("total", t.n(8)),))
    assert Played(engine, ask)["total"] == 8


def test_several_are_asked_for_one_by_one(engine: str) -> None:
    several = ir.FromList(t.lying("pile"), t.n(1), t.n(2), several=True)
    ask = t.choose(t.seat(ANN), several, 1, t.move(t.local(1, PIECES), t.zone("trash")))
    played = Played(engine, ask)
    assert choice(played) == (ANN, [3, 2, 1, 0], False)
    played.answer(1)
    assert choice(played) == (ANN, [3, 1, 0], True)
    assert played.lying("trash") == []
    assert played.answer(0).lying("trash") == ["Bay", "Elm"]
    assert Played(engine, ask).answer(0, 3).lying("trash") == ["Elm"]


def test_an_order_is_put_together_piece_by_piece(engine: str) -> None:
    ask = t.choose(t.seat(CAT), ir.InOrder(t.EVERYBODY), 1, t.write("friends", t.local(1, ir.PLAYERS)))
    assert Played(engine, ask).answer(2, 0)["friends"] == [CAT, ANN, BEN]


def test_a_menu_offers_what_is_possible(engine: str) -> None:
    menu = ir.FromMenu(("a", "b", "c"), (None, t.compare(t.read("total"), ">", t.n(9)), None))
    played = Played(engine, t.choose(t.seat(ANN), menu, 1, t.write("total", t.local(1))))
    assert choice(played) == (ANN, [0, 2], False)
    assert played.answer(1)["total"] == 2


def test_a_secret_choice_is_seen_by_the_chooser_alone(engine: str) -> None:
    def ask(manner: Manner) -> Played:
        known = ir.Reveal(t.lying("pile"), None, 0)
        to_hand = t.move(t.lying("pile"), t.zone("hand", t.seat(ANN)))
        pick = t.choose(t.seat(ANN), t.one_of(t.lying("hand", t.seat(ANN))), 1, manner=manner)
        return Played(engine, known, to_hand, pick).answer(0)

    open_, secret = ask(Manner.PLAIN), ask(Manner.SECRETLY)
    assert (open_.told(Verb.CHOOSE)[0][1], open_.state.seen[:4]) == (ALL, [ALL] * 4)
    assert (secret.told(Verb.CHOOSE)[0][1], secret.state.seen[:4]) == (0b001, [0b001] * 4)


def test_whoever_chooses_secretly_keeps_what_they_know(engine: str) -> None:
    """The others lose track, since nobody sees into the pile; those who may look where the pieces lie do not."""
    known = ir.Reveal(t.lying("pile"), None, 0)
    pick = t.choose(t.seat(CAT), t.one_of(t.lying("pile")), 1, manner=Manner.SECRETLY)
    assert Played(engine, known, pick).answer(0).state.seen[:4] == [0b100] * 4
    open_row = t.choose(t.seat(CAT), t.one_of(t.lying("shelf")), 1, manner=Manner.SECRETLY)
    assert Played(engine, open_row).answer(0).state.seen[4:] == [ALL] * 2


@pytest.mark.slow
def test_chance_answers_alike_for_the_same_seed(engine: str) -> None:
    ask = t.choose(t.NOBODY, t.one_of(t.EVERYBODY), 1, t.write("boss", t.local(1, PLAYER)), manner=Manner.RANDOMLY)
    found = [Played(engine, ask, seed=seed)["boss"] for seed in range(30)]
    assert set(found) == {ANN, BEN, CAT}
    assert found == [Played(engine, ask, seed=seed)["boss"] for seed in range(30)]


def test_actions_are_taken_until_enough_or_none_is_legal(engine: str) -> None:
    buy = t.action(
        "buy", 1, t.change("gold", t.n(1), t.YOU, down=True), needs=[t.compare(t.read("gold", t.YOU), ">", t.n(1))]
    )
    wait = t.action("wait", 1, t.change("total", t.n(1)), kind="free", needs=[t.compare(t.read("total"), "<", t.n(3))])
    three = ir.TakeActions(t.seat(BEN), ("buy", "wait"), t.n(3), False, t.site())
    played = Played(engine, three, actions=(buy, wait))
    assert choice(played) == (BEN, [0, 1], False)
    played.answer(1)  # a free action does not count
    assert choice(played) == (BEN, [0], False)
    played.answer(0, 0)
    assert (played["gold"], played.engine.asks(played.state)) == ([3, 1, 3], False)


def test_an_action_needs_a_candidate_for_its_first_question(engine: str) -> None:
    pick = t.choose(t.YOU, t.one_of(t.lying("hand", t.YOU)), 1, t.move(t.local(1, PIECE), t.zone("trash")))
    discard, rest = t.action("discard", 2, pick), t.action("rest", 1)
    take = ir.TakeActions(t.seat(ANN), ("discard", "rest"), t.ONE, True, t.site())
    assert choice(Played(engine, take, actions=(discard, rest))) == (ANN, [1], True)
    with_card = Played(engine, t.move(t.top("pile"), t.zone("hand", t.seat(ANN))), take, actions=(discard, rest))
    assert choice(with_card) == (ANN, [0, 1], True)
    assert with_card.engine.is_legal(with_card.state, "discard", ANN)
    assert not with_card.engine.is_legal(with_card.state, "discard", BEN)


def test_what_an_action_remembers_first_counts_for_its_first_question(engine: str) -> None:
    left = ir.SetLocal(1, ir.Arithmetic("-", t.read("gold", t.YOU), t.n(2)))
    pick = t.choose(t.YOU, ir.FromRange(t.ONE, t.local(1)), 2, t.change("gold", t.local(2), t.YOU, down=True))
    spend, rest = t.action("spend", 3, left, pick), t.action("rest", 1)
    take = ir.TakeActions(t.seat(ANN), ("spend", "rest"), t.n(2), True, t.site())
    played = Played(engine, take, actions=(spend, rest))
    assert choice(played) == (ANN, [0, 1], True)
    assert choice(played.answer(0, 0)) == (ANN, [1], True)


def test_an_offer_is_carried_out_and_the_question_put_again(engine: str) -> None:
    sell = t.action(
        "sell", 1, t.gain(t.YOU, t.n(1)), kind="anytime", needs=[t.compare(t.read("gold", t.YOU), "<", t.n(5))]
    )
    bid = t.choose(t.seat(ANN), ir.FromRange(t.n(4), t.read("gold", t.seat(ANN))), 1, t.write("total", t.local(1)),
                   offers=("sell",), optional=True, hidden_options=True)  # fmt: skip
    played = Played(engine, bid, actions=(sell,))
    assert (choice(played), played.state.offers) == ((ANN, [], True), (0,))
    assert choice(played.answer(0)) == (ANN, [4], True)
    assert choice(played.answer(1)) == (ANN, [4, 5], True)
    assert played.state.offers == ()
    assert played.answer(1)["total"] == 5


def test_answers_at_once_are_kept_until_all_have_answered(engine: str) -> None:
    one = ir.Local(1, "one", PLAYER)
    bid = t.choose(one, ir.FromRange(t.n(1), t.read("gold", one)), 2, optional=True)
    answered = t.compare(t.local(2), "!=", ir.Constant(ir.NONE, ir.NOTHING))
    lose = t.change("gold", t.local(2), one, down=True)
    together = ir.AllAtOnce(1, t.EVERYBODY, (bid,), (ir.If(answered, (lose,), (t.change("total", t.n(1)),)),))
    played = Played(engine, together)
    assert choice(played.answer(2)) == (BEN, [1, 2, 3], True)
    assert played["gold"] == [3, 3, 3]
    played.answer(3, 0)
    assert (played["gold"], played["total"]) == ([0, 3, 2], 3)
    assert [event[1] for event in played.told(Verb.CHOOSE)] == [0b001, 0b010, 0b100]


def test_a_secret_action_is_not_told_to_others(engine: str) -> None:
    sneak, dance = t.action("sneak", 1, secret=True), t.action("dance", 1)
    take = ir.TakeActions(t.seat(BEN), ("sneak", "dance"), t.n(2), False, t.site())
    played = Played(engine, take, actions=(sneak, dance)).answer(0, 1)
    assert [event[1] for event in played.told(Verb.CHOOSE)] == [0b010, ALL]
    assert [event[1:3] for event in played.told(Verb.BEGIN)][1:] == [(0b010, 0b010), (ALL, ALL)]


@pytest.mark.parametrize("hidden", [False, True])
def test_what_is_there_twice_is_picked_once(engine: str, hidden: bool) -> None:
    twice = ir.ListOf((t.n(2), t.n(2)), ir.NUMBER.list())
    options = ir.FromList(twice, t.n(2), t.n(2), several=True)
    counted = t.write("total", ir.CountOf(t.local(1, ir.NUMBER.list())))
    asked = t.choose(t.seat(ANN), options, 1, counted, optional=True, hidden_options=hidden)
    played = Played(engine, asked).answer(0)
    assert played.state.over
    assert played["total"] == 1
