"""Whoever thinks is honest: what it cannot know makes no difference to what it finds.

In games of such players, what is hidden from whoever decides is swapped (places, counters, luck to come, what others
have answered since all began to answer at once), and it decides again: all visits and means must be the same. That this
would find somebody who knows too much is shown by planting some.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

import interpreter.players.thinking.moment
import interpreter.players.thinking.worlds
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.players.thinking.budget import Budget
from interpreter.players.thinking.moment import Following, Moment
from interpreter.players.thinking.ruled_out import Answered, Told
from interpreter.players.thinking.thinker import Thinker
from interpreter.players.thinking.worlds import Worlds, known_to
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from interpreter.runtime.thought import Thought
from interpreter.table.worlds import hidden_from
from interpreter.text.redaction import knows
from tests.answered_there import answered_there
from tests.properties.test_secrecy import COPIES, MARKS, MASKS
from tests.tables import game, game_of

THIEVES = Path(__file__).with_name("thieves.bylaws").read_text(encoding="utf-8")
TWINS = 3
#: Each with how many play, how many decisions are made in a game, how often twins decide again, and in how many games.
GAMES = {
    "kuhn_poker": (game("kuhn_poker"), 2, 9, 1, 6), "leduc_poker": (game("leduc_poker"), 2, 12, 2, 4),
    "goofspiel": (game("goofspiel"), 3, 21, 2, 1), "liars_dice": (game("liars_dice"), 3, 20, 3, 2),
    "hearts": (game("hearts"), 4, 60, 7, 1), "last_biscuit": (game("last_biscuit"), 3, 30, 4, 1),
    "masks": (game_of(MASKS), 3, 40, 4, 1), "marks": (game_of(MARKS), 3, 40, 4, 1),
    "copies": (game_of(COPIES), 3, 40, 4, 1), "thieves": (game_of(THIEVES), 3, 18, 1, 2),
}  # fmt: skip
LARGE = {
    "action_the_project": (4, 120, 12), "bad_day_at_the_office": (4, 120, 15), "office_job": (4, 80, 10),
    "theyre_coming": (4, 100, 20), "thrown_under_the_bus": (4, 100, 12),
}  # fmt: skip


def decisions(engine: Engine, seed: int, most: int, every: int) -> Iterator[tuple[Moment, Sequence[Answered]]]:
    """Some decisions of a game between players who think for a moment, with what was answered before."""
    state, following, thinker = engine.new_game(seed), Following(engine), Thinker(engine, Budget(10))
    past: list[Answered] = []
    for made in range(most):
        if not engine.asks(state):
            return
        moment = following.moment(engine.clone(state))
        if made % every == 0 and engine.option_count(state) > 1:
            yield moment, past
        place = thinker.decide(moment, bot_seed(seed, state.player))
        past.append(Answered(engine.clone(state), place))
        following.answered(state, place)
        engine.advance(state, place)


def twin(engine: Engine, moment: Moment, before: Sequence[Answered], chance: Random) -> Moment | None:
    """The same decision with something else that whoever decides does not know; None if it does not come to that."""
    real, seat = engine.clone(moment.first), moment.now(engine).player
    world = hidden_from(engine, real, seat).world(chance, 5)
    if world is None and not moment.since and not real.layout.streams:
        return None
    following = Following(engine)
    for one in before[: len(before) - len(moment.since)]:
        again = one if world is None else answered_there(engine, world, moment.first, one, seat)
        if again is None:
            return None
        following.hear(again.state, again.place)
    state = real if world is None else world.state
    for stream in state.layout.streams:
        setattr(state, stream, chance.getrandbits(64))
    first, since = engine.clone(state), []
    for place in moment.since:
        if not engine.asks(state) or state.player != real.player:
            return None
        if state.player == seat:
            keys = known_to(engine, state, seat, 0, ruled_out=moment.ruled_out).keys
            wanted = known_to(engine, real, seat, 0, ruled_out=moment.ruled_out).keys[place]
            if wanted not in keys:
                return None
            since.append(keys.index(wanted))
        else:
            since.append(chance.randrange(engine.option_count(state)))
        engine.advance(state, since[-1])
        engine.advance(real, place)
    same = engine.asks(state) and state.player == seat and state.site == real.site
    found = following.seen_by(seat, first)
    return Moment(first, tuple(since), found.ruled_out) if same else None


def is_honest(thinker: Thinker, most: int, every: int, games: int) -> int:
    """Looks at some games; gives how many twins there were."""
    engine, chance, twins = thinker.engine, Random(1), 0
    for seed in range(games):
        for moment, before in decisions(engine, seed, most, every):
            found = thinker.think(moment, 7)
            for _ in range(TWINS):
                other = twin(engine, moment, before, chance)
                if other is not None:
                    again = thinker.think(other, 7)
                    assert [(one.visits, one.means) for one in found.answers] == [
                        (one.visits, one.means) for one in again.answers
                    ]
                    twins += 1
    return twins


def natively(rules: ir.Game, players: int) -> Thinker:
    return Thinker(Engine(rules, players), Budget(25))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    rules, players, *how = GAMES[name]
    assert is_honest(natively(rules, players), *how) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_what_is_hidden_makes_no_difference_in_large_games(name: str) -> None:
    players, most, every = LARGE[name]
    assert is_honest(natively(game(name), players), most, every, games=1) > 5


def by_stepping(name: str, every: int = 4) -> int:
    """The same by the stepping engine, at fewer decisions."""
    rules, players, most, _, games = GAMES[name]
    return is_honest(Thinker(Engine(rules, players), Budget(15), natively=False), most, every, min(games, 2))


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "goofspiel", "masks", "copies", "thieves"])
def test_so_it_is_by_the_stepping_engine(name: str) -> None:
    assert by_stepping(name) > 1


def nothing_is_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter.players.thinking.worlds, "put", lambda *_: None)


def true_luck_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter.players.thinking.worlds, "_new_luck", lambda *_: None)


def true_counters_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worlds, "_draw_hidden", lambda self, state, thought: thought)


def pieces_are_told_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter.players.thinking.worlds, "_key", lambda state, piece: piece)


def others_answers_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Thinker.think

    def known(self: Thinker, moment: Moment, luck: int, budget: Budget | None = None) -> Thought:
        return honest(self, Moment(moment.now(self.engine)), luck, budget)

    monkeypatch.setattr(Thinker, "think", known)


def it_concludes_from_what_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeked(engine: Engine, told: Sequence[Told], now: State, seat: int) -> Mapping[int, int]:
        unknown = [piece for piece in range(len(now.kind)) if not knows(now, piece, seat)]
        not_there = {one: [piece for piece in unknown if now.zone[piece] != now.zone[one]] for one in unknown}
        return {one: sum(1 << piece for piece in pieces) for one, pieces in not_there.items()}

    monkeypatch.setattr(interpreter.players.thinking.moment, "ruled_out", peeked)


PLANTS: Mapping[Callable[[pytest.MonkeyPatch], None], str] = {
    nothing_is_dealt_anew: "kuhn_poker", true_luck_is_kept: "thieves", true_counters_are_kept: "liars_dice",
    pieces_are_told_by_their_numbers: "thieves", others_answers_are_known: "thieves",
    it_concludes_from_what_is_true: "leduc_poker",
}  # fmt: skip


@pytest.mark.parametrize("plant", PLANTS)
def test_who_knows_too_much_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        by_stepping(PLANTS[plant], every=1)
