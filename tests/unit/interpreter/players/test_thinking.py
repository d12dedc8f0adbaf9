"""Players who think: how long, over what, at the table and in simulations."""

from pathlib import Path
from typing import Any

import pytest

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.players.bots import Bots
from interpreter.players.kinds import is_timed, why_no_bot
from interpreter.players.players import players_at
from interpreter.players.thinking import thinkable
from interpreter.players.thinking.aim import aim_of
from interpreter.players.thinking.budget import Budget, budget_of
from interpreter.players.thinking.moment import Following, Moment
from interpreter.players.thinking.progress import progress
from interpreter.players.thinking.thinkable import NotThinkable, why_not
from interpreter.players.thinking.thinker import Thinker, by_stepping
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.worth import MOST_PROGRESS, ahead, weighed
from interpreter.simulation.games.observer import Observer
from interpreter.simulation.games.run import question_by_question
from interpreter.table.session import Session, Table
from tests.tables import NAMES, game, game_of

ROPE_TEAM = (Path(__file__).parents[3] / "properties" / "rope_team.bylaws").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "budget"),
    [("think:400", Budget(400)), ("think: 1", Budget(1)), ("think:2s", Budget(1_000_000, 2.0)),
     ("think:0.5 s", Budget(1_000_000, 0.5)), ("random", None), ("think:9:score", Budget(9, score=True))],
)  # fmt: skip
def test_how_long_somebody_thinks_stands_behind_the_colon(said: str, budget: Budget | None) -> None:
    assert budget_of(said) == budget
    assert why_no_bot(said) is None
    assert is_timed(said) == (budget is not None and budget.seconds > 0)


@pytest.mark.parametrize(
    ("said", "advice"),
    [("think", "write how long it thinks"), ("think:", "write how long"), ("think:many", "write how long"),
     ("think:0", "1 to 1,000,000 times"), ("think:1000001", "1 to 1,000,000 times"), ("think:0s", "up to 3,600 sec"),
     ("think:9:glory", "it is after the win, or else the score: think:400, think:4"),
     ("thnik", "did you mean think:400?"), ("randm", "did you mean random?"), ("magic", "there are random, unif")],
)  # fmt: skip
def test_what_is_said_wrong_is_put_right(said: str, advice: str) -> None:
    found = why_no_bot(said)
    assert found is not None and advice in found


def test_nobody_can_tell_by_the_time_whether_somebody_has_thought_over_a_secret_question() -> None:
    assert Budget(400).unnoticed == Budget(50) and Budget(20).unnoticed == Budget(20)
    assert Budget(400, 2.0).unnoticed == Budget(50, 0.05)


def test_what_is_tried_in_somebodys_head_counts_nowhere() -> None:
    observer = Observer(game("leduc_poker"), 2)
    state = observer.engine.new_game(3)
    Thinker(observer.engine, Budget(5), natively=False).decide(Moment(state), 1)
    assert not observer.game.questions
    observer.engine.advance(state, 0)
    assert [question.asked for question in observer.game.questions.values()] == [1]


def test_the_time_is_kept() -> None:
    engine = Engine(game("hearts"), 4)
    passes = []
    for seconds in (0.01, 0.4):
        found = Thinker(engine, Budget(1_000_000, seconds)).think(Moment(engine.new_game(1)), 1)
        passes.append(found.passes)
    assert 0 < passes[0] < passes[1] < 1_000_000


def test_of_each_decision_it_is_told_what_everybody_can_expect() -> None:
    engine = Engine(game("kuhn_poker"), 2)
    told: list[Any] = []
    (one, other) = players_at(["think:60", "random"], engine)
    assert isinstance(one, Thinker)
    one.heard = lambda state, thought: told.append((state.player, thought))
    question_by_question(engine, 3, [one, other])
    assert told
    for seat, thought in told:
        assert thought.seat == seat == 0 and thought.passes == 60
        assert sum(answer.visits for answer in thought.answers) == 60
        assert sum(thought.means) == pytest.approx(1)
        assert all(sum(answer.means) == pytest.approx(1) for answer in thought.answers if answer.visits)


def test_answers_that_cannot_be_told_apart_are_one() -> None:
    """Of four tricks alike in hand, say, each is the first of them."""
    engine = Engine(game("last_biscuit"), 3)
    for seed in range(5):
        found = by_stepping(engine, Moment(engine.new_game(seed)), 5, 1)
        for answer in found.answers:
            first = found.answers[answer.alike]
            assert first.alike == first.place <= answer.place and first.visits == answer.visits


def at(seats: tuple[str, ...], name: str, seed: int = 4) -> Session:
    table = Table(name, "", (), {}, NAMES[: len(seats)], seats, seed)
    return Session(Engine(game(name), len(seats), trace=True), table)


@pytest.mark.parametrize("name", ["goofspiel", "kuhn_poker", "hearts"])
def test_a_game_at_the_table_is_that_of_a_simulation(name: str) -> None:
    """Also where a bot answers after others who answer in secret, and when bots are called anew for each decision."""
    players = 4 if name == "hearts" else 2
    seats = ("random", *["think:15"] * (players - 1))
    session = at(seats, name)
    while not session.over:
        Bots.at(session).decide(session)
    engine = Engine(game(name), players)
    state, _ = question_by_question(engine, 4, players_at(seats, engine))
    assert (session.state.winners, session.state.decisions) == (state.winners, state.decisions)
    assert session.state.zones == state.zones


def test_who_answers_first_of_all_at_once_need_not_begin_anew() -> None:
    """Of cards that all pass on at once, the first player's second one is chosen where that player stands."""
    engine = Engine(game("hearts"), 4)
    state = engine.new_game(2)
    following = Following(engine)
    for places, first in ((0, 0), (1, 0), (2, 0), (3, 3), (4, 3)):
        moment = following.moment(state)
        assert (moment.first.decisions, len(moment.since)) == ((places, 0) if first == 0 else (0, places))
        following.answered(state, 0)
        engine.advance(state, 0)


EMPTY_HANDED = """
game "Empty-Handed":
    players: 2 to 4

counter coin of player
counter bid of player

setup:
    each player where they are not active_player: gain 3 coins

round day:
    all players where coin > 0 at once:
        choose a number from 0 to coin of you as offer asking "Your bid?"
        set bid of you to offer

game ends after day when round_number >= 2: the player with most bid wins
"""


def test_thinking_begins_with_whoever_is_asked_first() -> None:
    """The first players of those who answer at once may have nothing to choose from."""
    engine = Engine(game_of(EMPTY_HANDED.strip() + "\n"), 3)
    state = engine.new_game(1)
    following = Following(engine)
    while engine.asks(state):
        moment = following.moment(engine.clone(state))
        assert Thinker(engine, Budget(10)).think(moment, 1) == by_stepping(engine, moment, 10, 1)
        following.answered(state, 0)
        engine.advance(state, 0)


def test_it_answers_by_stepping_what_is_not_native(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(game("leduc_poker"), 2)
    natively = Thinker(engine, Budget(20)).decide(Moment(engine.new_game(1)), bot_seed(1, 0))
    monkeypatch.setattr(engine, "native_search", lambda judged=None: None)
    assert Thinker(engine, Budget(20)).decide(Moment(engine.new_game(1)), bot_seed(1, 0)) == natively


def test_what_cannot_be_drawn_anew_is_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(game("liars_dice"), 2)
    monkeypatch.setattr(engine, "native_search", lambda judged=None: None)
    players_at(["think:5"], engine)
    monkeypatch.setattr(thinkable, "rows", lambda layout, slot: None)
    why_not.cache_clear()
    with pytest.raises(NotThinkable, match="what `cup` hides"):
        players_at(["think:5"], engine)
    why_not.cache_clear()


def test_what_was_answered_in_secret_and_is_kept_is_not_thought_about() -> None:
    rules = """
game "Whispers":
    players: 2 to 4

counter point of player

round day:
    each player:
        secretly choose a number from 1 to 3 as whisper asking "Which number?"
        left of you chooses a number from 1 to 3 as guess asking "Which one was it?"
        if guess is whisper: gain 1 point

game ends after day when round_number >= 2: the player with most point wins
"""
    with pytest.raises(NotThinkable, match="in secret is kept"):
        players_at(["think:5"], Engine(game_of(rules.strip() + "\n"), 2))


# ---------------------------------------------------------------- what it is after


def test_who_is_after_the_score_would_rather_lose_little() -> None:
    """It counts how much more one has than the others; where the fewest points win, how much less."""
    assert ahead([5, 2, 2]) == [3.0, -1.5, -1.5] and ahead([4]) == [4.0]
    engine = Engine(game("hearts"), 4)
    aim = aim_of(engine, score=True)
    state = engine.new_game(1)
    for seat, score in enumerate((0, 26, 0, 0)):
        engine.set_variable(state, "score", (seat,), score)
    worth, _ = aim.worth(state)
    assert worth[0] > 0 > worth[1]  # where the fewest points win


def test_where_nothing_is_counted_nobody_is_after_a_score() -> None:
    with pytest.raises(NotThinkable, match="nothing is counted"):
        players_at(["think:5:score"], Engine(game("tic_tac_toe"), 2))


def test_places_count_a_tenth() -> None:
    assert weighed([1, 0, 0], [1, 2, 3], 0.0, 3) == [1.0, 0.05, 0.0]
    assert weighed([0.5, 0.5, 0], [1, 1, 3], 0.0, 3) == [0.55, 0.55, 0.0]
    assert weighed([0, 0], [], 0.5, 2) == [0.05, 0.05]


TEAM = """
game "Team":
    players: 1 to 2

counter gold: from 0 to 40
counter rope: from 0 to 40
zone box: stack
cards Card
deck Card in box:
    3 x "Card"
define rich: gold >= 10

round day:
    each player:
        choose a number from 1 to 2 as more asking "How much?"
        raise gold by more

game ends after day when round_number > 9: players lose the game
""".strip()


def nearness(rules: str, **counters: int) -> int:
    """How near a team is to winning, in thousandths."""
    engine = Engine(game_of(f"{TEAM}\n{rules}\n"), 1)
    state = engine.new_game(1)
    for name, worth in counters.items():
        engine.set_variable(state, name, (), worth)
    found = progress(engine.rules)
    assert found is not None
    return int(engine.evaluator((found,))(state)[0])


@pytest.mark.parametrize(
    ("condition", "near"),
    [("gold >= 10", (500, 666, 1000)), ("gold > 9", (500, 666, 1000)), ("9 < gold", (500, 666, 1000)),
     ("gold = 10", (500, 666, 1000)), ("rich", (500, 666, 1000)), ("rich and rope <= 5", (750, 833, 1000)),
     ("gold >= 10 or rope >= 100", (500, 666, 1000)), ("not gold < 10", (500, 666, 1000)),
     ("box is empty and gold >= 10", (375, 458, 625))],
)  # fmt: skip
def test_what_is_missing_says_how_near_a_team_is(condition: str, near: tuple[int, int, int]) -> None:
    rules = f"game ends after day when {condition}: players win"
    assert tuple(nearness(rules, gold=gold) for gold in (0, 5, 10)) == near


def test_the_condition_may_stand_where_a_procedure_is_called() -> None:
    rules = "procedure triumph: players win\n\ngame ends after day when gold >= 10:\n    if rope >= 4: do triumph"
    assert nearness(rules, gold=10, rope=4) == MOST_PROGRESS
    assert nearness(rules, gold=10, rope=0) == 750


def test_a_team_that_never_wins_by_chance_wins_by_thinking() -> None:
    engine = Engine(game_of(ROPE_TEAM), 3)
    by_chance, thinking = players_at(["random", "think:100"], engine)
    won = [[bool(question_by_question(engine, seed, [one] * 3)[0].winners) for seed in range(10)]
           for one in (by_chance, thinking)]  # fmt: skip
    assert not any(won[0]) and sum(won[1]) >= 8


def test_whoever_thinks_long_enough_never_loses_at_tic_tac_toe() -> None:
    engine = Engine(game("tic_tac_toe"), 2)
    thinking, by_chance = players_at(["think:400", "random"], engine)
    seats = (thinking, by_chance), (by_chance, thinking)
    ends = [(seed % 2, question_by_question(engine, seed, seats[seed % 2])[0].winners) for seed in range(200)]
    assert all(winners in ((), (seat,)) for seat, winners in ends)
    assert sum(winners == (seat,) for seat, winners in ends) > 180


def test_two_who_think_long_draw_at_tic_tac_toe() -> None:
    engine = Engine(game("tic_tac_toe"), 2)
    both = players_at(["think:1000"] * 2, engine)
    assert sum(not question_by_question(engine, seed, both)[0].winners for seed in range(20)) >= 19


def test_only_teams_are_led_by_how_near_all_are() -> None:
    judged = aim_of(Engine(game_of(ROPE_TEAM), 3)).judged
    assert judged is not None and judged.near and judged.compared is None
    assert aim_of(Engine(game("tic_tac_toe"), 2)).judged is None
    hearts = aim_of(Engine(game("hearts"), 4)).judged
    assert hearts is not None and not hearts.near and len(hearts.values) == 4
    assert isinstance(hearts.compared, ir.AllOf)


def test_what_wins_is_told_apart_from_what_places_are_worth() -> None:
    """Of four who play, who does not win has still a place; the shares of the win are 1 together, whoever is last."""
    engine = Engine(game("hearts"), 4)
    for score in (False, True):
        found = Thinker(engine, Budget(60, score=score)).think(Moment(engine.new_game(1)), 1)
        assert sum(found.wins) == pytest.approx(1) and all(0 <= one <= 1 for one in found.wins)
        assert found.means != found.wins
        for one in found.answers:
            assert not one.visits or sum(one.wins) == pytest.approx(1)
