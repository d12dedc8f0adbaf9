"""What follows from open answers: worlds that contradict them are not dealt, and what is true makes no difference.

That an answer would have been legal in a world is told here in another way: by the game as it was then, with the pieces
of that world in place of the real ones.
"""

from collections.abc import Iterator
from itertools import islice

import pytest

import interpreter.players.thinking.moment
import interpreter.players.thinking.worlds
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.players.thinking.budget import Budget
from interpreter.players.thinking.moment import Following, Moment
from interpreter.players.thinking.ruled_out import Answered
from interpreter.players.thinking.thinker import Thinker, by_stepping
from interpreter.players.thinking.worlds import dealt_anew
from interpreter.players.uniform import random_bot
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.state import State
from interpreter.table.worlds import earlier, put
from interpreter.text.redaction import knows
from tests.tables import game, game_of

WORLDS = 4
#: Whoever plays a moon has no star.
SMALL = """game "Stars":
    players: 3
enum Suit: star "star", moon "moon"
cards Card: suit: Suit, rank: number
zone pack: stack, face down
zone hand of player: hand
zone table: row, face up
deck Card in pack:
    "{rank} of {suit}", suit each Suit, rank each number from 1 to 9
setup:
    shuffle pack
    each player: draw 5 cards from pack to your hand
define may_go of Card as card:
    suit is star if any Card in hand of holder of card where suit is star
    yes otherwise
round lap "Lap":
    players take turns:
        choose a Card from your hand as card where may_go asking "Which card?"
        move card to table
game ends after lap when round_number >= 5: the player with most Cards in their hand wins
"""


def moments(engine: Engine, seed: int) -> Iterator[tuple[Moment, list[Answered], State]]:
    """The decisions of a game that is played by chance, with what was answered before."""
    state, luck, following = engine.new_game(seed), seed, Following(engine)
    past: list[Answered] = []
    while engine.asks(state):
        yield following.moment(engine.clone(state)), past, state
        luck, place = random_bot(luck, engine.option_count(state), state.can_pass)
        past.append(Answered(engine.clone(state), place))
        following.answered(state, place)
        engine.advance(state, place)


def contradicting(rules: ir.Game, players: int, games: int, every: int = 1) -> tuple[int, int, int]:
    """How many worlds were dealt, how many contradict an open answer, and in how many something was ruled out.

    Of the decisions of each game, one of `every` so many is looked at.
    """
    engine = Engine(rules, players)
    dealt = wrong = told = 0
    for seed in range(games):
        for moment, past, state in islice(moments(engine, seed), 0, None, every):
            if moment.since or moment.first.player != state.player:
                continue
            told += bool(moment.ruled_out)
            for luck in range(WORLDS):
                there = dealt_anew(engine, moment.first, state.player, luck, moment.ruled_out)
                dealt += 1
                wrong += not fits(engine, there, moment.first, past, state.player)
    return dealt, wrong, told


def fits(engine: Engine, there: State, now: State, past: list[Answered], seat: int) -> bool:
    """Whether all that others have played openly could be played in that world, by what lay where at that time."""
    places: dict[int, int] = {}
    for before, after in zip(now.zones, there.zones, strict=True):  # by place; in which order they lie is told nobody
        moved = [piece for piece in after if piece not in before]
        places.update(zip([piece for piece in before if piece not in after], moved, strict=True))
    world = put(engine, engine.clone(now), places)
    if world is None:
        return True
    for one in reversed(past):
        if any(knows(one.state, piece, seat) for piece in places):
            break  # since then these were dealt anew
        asked = engine.asked(one.state)
        if one.state.player == seat or asked.secret or not are_pieces(asked.options):
            continue
        found = earlier(engine, world, now, one.state)
        code = engine.code(one.state, one.place)
        if found is not None and engine.index(found.state, places.get(code, code)) is None:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "weathercocks"])
def test_worlds_do_not_contradict_what_was_played(name: str) -> None:
    dealt, wrong, told = contradicting(game(name), {"hearts": 4, "weathercocks": 3}[name], 1)
    assert told > 10 and wrong <= dealt // 100


def test_what_follows_from_a_card() -> None:
    """Whoever plays a moon has no star, and nothing else is said of anybody."""
    engine, followed = Engine(game_of(SMALL), 3), 0
    kinds = engine.program.layout.kinds
    for moment, past, state in moments(engine, 1):
        seat, pieces = state.player, range(len(state.kind))
        stars = {piece for piece in pieces if "star" in kinds[state.kind[piece]].title}
        unknown = {piece for piece in pieces if not knows(state, piece, seat)}
        moons = {one.state.player for one in past if one.state.options[one.place] not in stars}
        for other in {0, 1, 2} - {seat}:
            for piece in unknown:
                if engine.seat_of_zone(state.zone[piece]) == other:
                    mask = moment.ruled_out.get(piece, 0)
                    told = {one for one in pieces if mask >> one & 1}
                    assert told == (stars & unknown if other in moons else set())
                    followed += bool(told)
    assert followed


@pytest.mark.slow
def test_both_back_ends_deal_without_contradiction() -> None:
    engine, thought_over = Engine(game("weathercocks"), 3), 0
    native = Thinker(engine, Budget(30))
    assert native._native is not None
    for moment, _, state in moments(engine, 1):
        if moment.ruled_out and engine.option_count(state) > 1:
            assert native.think(moment, 7) == by_stepping(engine, moment, 30, 7)
            thought_over += 1
    assert thought_over > 5


def nothing_is_concluded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter.players.thinking.moment, "ruled_out", lambda *_: {})


def nothing_is_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter.players.thinking.worlds, "SWEEPS", 0)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [nothing_is_concluded, nothing_is_exchanged])
def test_worlds_that_contradict_are_found(plant: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(plant)
    plant(monkeypatch)
    dealt, wrong, _ = contradicting(game("hearts"), 4, 1, every=3)
    assert wrong > dealt // 20
