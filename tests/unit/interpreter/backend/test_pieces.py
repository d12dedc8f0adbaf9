"""Where pieces go, who sees them, and what chance does with them, as the language says, on both engines."""

from __future__ import annotations

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PIECES
from interpreter.program.model.nodes import Verb
from tests import ir_table as t
from tests.ir_played import ALL, ANN, BEN, CAT, Played

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_a_deck_lies_with_its_first_card_on_top_and_a_row_as_written(engine: str) -> None:
    played = Played(engine)
    assert played.lying("pile") == ["Elm", "Bay", "Ash", "Ash"]
    assert played.lying("shelf") == ["Fir", "Fir"]


def test_pieces_move_one_after_another(engine: str) -> None:
    two = ir.PileEnd(ir.PileSide.TOP, t.zone("pile"), t.n(2), PIECES)
    played = Played(
        engine, t.move(two, t.zone("hand", t.seat(ANN))), t.move(t.lying("pile"), t.zone("trash"), at_bottom=True)
    )
    assert played.lying("hand", ANN) == ["Ash", "Ash"]
    assert played.lying("trash") == ["Bay", "Elm"]
    assert [event[3:] for event in played.told(Verb.MOVE)][:1] == [(0, played.zone("pile"), played.zone("hand"))]


def test_a_full_zone_takes_no_more(engine: str) -> None:
    spot = t.zone("spot", t.seat(ANN))
    played = Played(
        engine,
        t.move(t.lying("pile"), spot),
        t.move(t.lying("shelf"), t.zone("board", t.seat(BEN), ir.Constant(1, t.RANK))),
    )
    assert played.lying("spot", ANN) == ["Elm"]
    assert played.lying("pile") == ["Bay", "Ash", "Ash"]
    assert played.lying("board", 4 * BEN + 1) == ["Fir", "Fir"]


def test_nothing_moves_from_nowhere_to_nowhere(engine: str) -> None:
    nothing = ir.ListOf((t.top("own"), t.top("pile")), PIECES)
    played = Played(
        engine,
        t.move(t.top("own"), t.zone("trash")),
        t.move(nothing, t.zone("hand", t.NOBODY)),
        t.move(nothing, t.zone("trash")),
    )
    assert played.lying("trash") == ["Ash"]
    assert len(played.told(Verb.MOVE)) == 1


@pytest.mark.parametrize(
    ("target", "face", "seen"),
    [
        (t.zone("hand", t.seat(BEN)), None, 0b010),
        (t.zone("spot", t.seat(BEN)), None, 0b100),
        (t.zone("dark", t.seat(BEN)), None, 0b101),
        (t.zone("trash"), None, ALL),
        (t.zone("trash"), "down", 0),
        (t.zone("hand", t.seat(BEN)), "up", ALL),
        (t.zone("hand", t.seat(BEN)), "down", 0b010),
    ],
)
def test_who_sees_a_piece_where_it_goes(engine: str, target: ir.ZoneAt, face: str | None, seen: int) -> None:
    played = Played(engine, t.move(t.top("pile"), target, face=face, mover=t.seat(CAT)))
    assert played.state.seen[0] == seen
    assert played.told(Verb.MOVE)[0][1] == seen


def test_what_was_seen_stays_known_until_it_is_shuffled(engine: str) -> None:
    there, back = (
        t.move(t.top("pile"), t.zone("hand", t.seat(ANN))),
        t.move(t.lying("hand", t.seat(ANN)), t.zone("pile")),
    )
    assert Played(engine, there, back).state.seen[0] == 0b001
    assert Played(engine, there, back, ir.Shuffle(t.zone("pile"), 0)).state.seen[0] == 0


def test_a_draw_refills_only_when_one_more_is_due(engine: str) -> None:
    away = t.move(ir.PileEnd(ir.PileSide.TOP, t.zone("pile"), t.n(3), PIECES), t.zone("trash"))

    def draw(amount: int) -> ir.Draw:
        return ir.Draw(t.seat(ANN), t.n(amount), t.zone("pile"), t.zone("hand", t.seat(ANN)), 1, 0)

    last = t.write("total", ir.Attribute("worth", t.local(1, PIECE.or_none()), NUMBER))
    one, more, most = (Played(engine, away, draw(amount), last) for amount in (1, 3, 9))
    assert (one.lying("hand"), len(one.lying("trash")), one.told(Verb.SHUFFLE)) == (["Elm"], 3, [])
    assert (len(more.lying("hand")), more.lying("trash"), len(more.told(Verb.SHUFFLE))) == (3, [], 1)
    assert (len(most.lying("hand")), len(most.told(Verb.DRAW))) == (4, 4)
    assert one["total"] == 0


def test_new_pieces_are_made_of_each_value(engine: str) -> None:
    each = ir.Create("Token", t.n(1), "Rank", t.zone("hand", t.seat(CAT)), t.seat(CAT), 0)
    plain = ir.Create("Token", t.n(2), None, t.zone("trash"), t.NOBODY, 0)
    played = Played(engine, each, plain)
    assert played.lying("hand", CAT) == ["Low", "Middle", "High", "Top"]
    assert played.lying("trash") == ["Token", "Token"]
    assert played.state.owner[6:] == [CAT] * 4 + [-1] * 2
    assert played.state.seen[6:] == [0b100] * 4 + [ALL] * 2


def test_pieces_and_zones_change_places(engine: str) -> None:
    pieces = ir.Swap(t.top("pile"), ir.PileEnd(ir.PileSide.BOTTOM, t.zone("shelf"), None, PIECE.or_none()), 0)
    assert Played(engine, pieces).lying("shelf") == ["Ash", "Fir"]
    zones = Played(engine, ir.Swap(t.zone("pile"), t.zone("shelf"), 0))
    assert zones.lying("pile") == ["Fir", "Fir"]
    assert zones.state.seen == [ALL] * 6


def test_a_reveal_tells_those_it_is_meant_for(engine: str) -> None:
    some = ir.Reveal(t.lying("pile"), ir.ListOf((t.seat(ANN), t.seat(CAT)), ir.PLAYERS), 0)
    played = Played(engine, some, ir.Reveal(t.top("pile"), None, 0))
    assert played.state.seen[:4] == [ALL, 0b101, 0b101, 0b101]
    assert [event[1] for event in played.told(Verb.REVEAL)] == [0b101] * 4 + [ALL]


def test_dice_show_pips_within_their_bounds_and_fixed_rolls_first(engine: str) -> None:
    played = Played(engine, ir.Roll("die", t.n(50), 1, 0), ir.Roll("toss", t.n(50), 2, 0))
    rolls = [event[3:] for event in played.told(Verb.ROLL)]
    assert [set(pips) for pips in rolls] == [{1, 2, 3, 4, 5, 6}, {0, 1}]
    state = played.engine.empty_state(1)
    state.rolls = (6, 6)
    played.engine.start(state, "main")
    assert next(entry[5:8] for entry in state.journal or () if entry[1] == Verb.ROLL) == (6, 6, rolls[0][0])
