"""What `interpreter` gives to Python programs: games opened, played, looked at and kept, with OpenSpiel's verbs."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve

import interpreter
from interpreter import Game, GameState, LoadError, RuleFault, RulesError, SaveError, open_game
from interpreter.every_luck import beginnings
from interpreter.players.thinking.dealt import dealt
from interpreter.players.thinking.ruled_out import Answered
from interpreter.table.save import read
from interpreter.table.session import Session, replayed, table_of
from interpreter.table.worlds import World, hidden_from
from interpreter.text.redaction import what_it_is
from tests.answered_there import answered_there
from tests.bundled import EACH_GAME, GAMES, seats
from tests.tables import game, table
from tests.unit.interpreter.table import test_asked_in_secret as secret

PROPERTIES = Path(__file__).parents[2] / "properties"

LUCK = """\
game "Luck":
    players: 2 to 3

cards Lot: worth: number
zone urn:            stack, face down
zone hand of player: hand
dice die: from 1 to 6
counter pips_thrown of player

deck Lot in urn:
    3 x "Blank"
    1 x "Prize", worth 2

setup:
    shuffle urn
    each player: draw 2 cards from urn

step 1 throwing "Throwing":
    players take turns:
        choose a card from hand of left of you as taken asking "Which card?"
        roll a die as thrown
        raise pips_thrown of you by pips of thrown

game ends: the player with most pips_thrown wins
"""

FAULTY = """\
game "Faulty":
    players: 1 to 2

counter shares of player: starts at 3
counter coins

step 1 sharing "Sharing":
    each player where seat_number = 1:
        choose a number from 0 to 2 as n asking "Among how many?"
        lower shares of you by n + 1
        set coins to 6 / n rounded down

game ends: every player wins
"""


def played(state: GameState, seed: int = 1, actions: int = 10_000) -> GameState:
    """The state after so many more actions, of players and of chance, or at its end."""
    luck = random.Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply(luck.choice(state.legal_actions()))
    return state


# ---------------------------------------------------------------- whose turn it is, and what may be done


def test_a_game_is_played_with_the_verbs_of_open_spiel() -> None:
    game = open_game("kuhn_poker", returns="chips")
    state = game.new(seed=1)
    assert (game.title, game.num_players(), state.num_players(), state.get_game()) == ("Kuhn Poker", 2, 2, game)
    assert state.current_player() == 0 and state.legal_actions() == state.legal_actions(0) == [0, 1]
    assert state.legal_actions(1) == []
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["Check", "Bet"]
    assert state.action_to_string(0, 1) == "Bet" and state.prompt() == "What do you do?"
    assert not (state.is_terminal() or state.is_chance_node() or state.is_simultaneous_node())
    assert state.chance_outcomes() == []
    state.apply_action(1)
    assert state.current_player() == 1
    state.apply(state.string_to_action("fold"))
    assert state.is_terminal() and state.current_player() == -4 and state.legal_actions() == []
    assert state.returns() == [1.0, -1.0] and state.player_return(1) == -1.0 and state.winners() == (0,)
    assert state.history() == [1, 1]


def test_clones_and_children_go_on_by_themselves() -> None:
    state = played(open_game("hearts").new(seed=3), actions=30)
    before = str(state), state.history(), state.view(None)
    clone, child = state.clone(), state.child(0)
    assert (str(clone), clone.history(), clone.view(None)) == before
    assert child.history() == [*before[1], 0]
    assert str(played(clone)) == str(played(state.clone()))
    assert (str(state), state.history(), state.view(None)) == before


def test_all_players_at_once_are_asked_one_after_another() -> None:
    state = open_game("goofspiel", players=3).new(seed=1)
    asked = []
    for _ in range(3):
        asked.append(state.current_player())
        state.apply(0)
    assert sorted(asked) == [0, 1, 2]
    state = open_game("goofspiel", players=2).new(seed=1)
    before = state.information_state_string(1)
    other = state.child(1)
    state.apply(0)
    assert state.information_state_string(1) == other.information_state_string(1) != before


# ---------------------------------------------------------------- as the engine and the command line play it


@pytest.mark.parametrize("name", EACH_GAME)
def test_what_is_played_saved_seen_and_told_is_what_the_reference_plays(name: str, tmp_path: Path) -> None:
    file = tmp_path / "it.save"
    opened = open_game(name, max(seats(name)))
    state = played(opened.new(seed=5), seed=2, actions=120)
    state.save(file)
    saved = read(file)
    session, divergence = replayed(table(game(name), opened.num_players()).engine, table_of(saved), saved.decisions)
    assert divergence is None and len(saved.decisions) == len(state.history())
    for seat in (None, *range(opened.num_players())):
        assert state.view(seat) == session.view(seat)
        lines = session.log(seat)
        assert state.log(seat) == [f"{'#' * line.level} {line.text}" if line.level else line.text for line in lines]
    again = opened.resume(file)
    assert (again.history(), again.view(None), again.seed) == (state.history(), state.view(None), 5)


MADE_UP = [*GAMES, PROPERTIES / "marks.bylaws", PROPERTIES / "copies.bylaws"]


@pytest.mark.parametrize("rules", MADE_UP, ids=lambda rules: Path(rules).stem)
def test_an_action_is_what_the_player_can_tell_apart(rules: str | Path) -> None:
    opened = open_game(rules, 4 if rules not in GAMES else max(seats(str(rules))))
    actions, state, luck = opened._actions, opened.new(seed=4), random.Random(3)
    met = 0
    while not state.is_terminal():
        now, places = state._now, actions.places(state._now)
        assert len(set(places)) == len(places) == len(state.legal_actions())
        if actions._of_pieces[now.pc] and len(now.options) > 1:
            met += 1
            seat, keys = now.player, actions._keys(now)
            told = [(what_it_is(now, piece, seat), key[-2:]) for piece, key in zip(now.options, keys, strict=True)]
            assert len(set(zip(told, keys, strict=True))) == len(set(told)) == len(set(keys))
            assert len(places) == len(set(keys)) + opened.engine.option_count(now) - len(now.options)
            assert [keys[place] for place in places[: len(set(keys))]] == sorted(set(keys))
            every = [actions.action_at(now, places, place) for place in range(opened.engine.option_count(now))]
            assert sorted(set(every)) == state.legal_actions()
        state.apply(luck.choice(state.legal_actions()))
    without = ("kuhn_poker", "last_biscuit", "leduc_poker", "liars_dice", "three_ferries", "tic_tac_toe")
    assert met or rules in without


def test_cards_that_nobody_can_tell_apart_are_one_action_with_one_name() -> None:
    state = open_game(LUCK).new(seed=1)
    assert state.legal_actions() == [0]
    assert state.action_to_string(0) == "a card from Ben's hand"


def test_what_others_are_asked_in_secret_is_not_seen() -> None:
    opened, session = open_game(secret.RULES), secret.asked_of_ben()
    before = opened.new(seed=1)
    state = before.child(0)
    assert state.current_player() == secret.BEN
    for seat in range(3):
        assert state.view(seat) == session.view(seat)
    assert state.view(secret.CAT) == before.view(secret.CAT) and state.log(secret.CAT) == before.log(secret.CAT)
    assert state.view(secret.BEN) != before.view(secret.BEN)


# ---------------------------------------------------------------- luck


def test_chance_is_a_player_of_a_game_without_a_seed() -> None:
    state = open_game("kuhn_poker").new_initial_state()
    assert state.seed is None and state.is_chance_node() and state.current_player() == -1
    assert state.chance_outcomes() == [(number, 1 / 3) for number in range(3)] and state.legal_actions() == [0, 1, 2]
    assert state.action_to_string(2) == "shuffle:pile 3 of 3" and "chance is next" in str(state)
    assert state.legal_actions(-1) == [0, 1, 2] and state.legal_actions(0) == []
    assert not state.is_terminal() and state.returns() == [0.0, 0.0]
    state.apply(2)
    assert [one for one, _ in state.chance_outcomes()] == [0, 1]
    state.apply(0)
    assert not state.is_chance_node() and state.current_player() == 0 and state.history() == [2, 0]


def deals(state: GameState, chance: Fraction = Fraction(1)) -> dict[str, Fraction]:
    """How likely each view of all is at the next question."""
    if not state.is_chance_node():
        return {repr(state.view(None)): chance}
    found: dict[str, Fraction] = {}
    for action, likely in state.chance_outcomes():
        further = deals(state.child(action), chance * Fraction(likely).limit_denominator(1000))
        found |= {seen: found.get(seen, Fraction()) + part for seen, part in further.items()}
    return found


def test_chance_brings_what_it_may_bring_as_likely_as_it_is() -> None:
    opened = open_game(LUCK)
    expected: dict[str, Fraction] = {}
    for ways, begun in beginnings(opened.engine):
        seen = repr(GameState(opened, 0, begun).view(None))
        expected[seen] = expected.get(seen, Fraction()) + Fraction(1, ways)
    first = opened.new_initial_state()
    assert deals(first) == expected and sum(expected.values()) == 1
    while first.is_chance_node():
        first.apply(1)
    rolled = deals(first.child(0))
    assert set(rolled.values()) == {Fraction(1, 6)} and len(rolled) == 6
    after = first.child(0)
    assert [after.action_to_string(action) for action in after.legal_actions()][-1] == "die:die 6 of 6"
    after.apply(4)
    assert after.log(0)[-2:] == ["You roll 5.", "Your pips thrown goes up by 5, to 5."]


def test_what_can_only_be_drawn_one_way_is_not_asked_of_chance() -> None:
    sure = FAULTY.replace("lower shares of you by n + 1", "roll a die as thrown")
    state = open_game(sure.replace("counter coins", "counter coins\ndice die: from 3 to 3")).new_initial_state()
    assert not state.is_chance_node()
    state.apply(1)
    assert state.is_terminal() and state.history() == [1]
    assert any(line.endswith(" and roll 3.") for line in state.log(0))


def test_numbers_of_other_libraries_become_plain_ones() -> None:
    class Number:
        def __index__(self) -> int:
            return 1

    for state in (open_game("kuhn_poker").new(seed=1), open_game("kuhn_poker").new_initial_state()):
        state.apply(Number())  # type: ignore[arg-type]
        assert [type(action) for action in state.history()] == [int]
    with pytest.raises(TypeError):
        state.apply(0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["hearts", "action_the_project", "theyre_coming"])
def test_a_large_game_can_be_sampled_without_a_seed(name: str) -> None:
    state = played(open_game(name).new_initial_state(), seed=8, actions=150)
    while state.is_chance_node():
        state.apply(0)
    assert state.log(None) and str(pickle.loads(pickle.dumps(state))) == str(state)


#: How likely Kuhn's players bet or call, by the card and by what there is to do (Kuhn 1950).
OPENER = {("Jack", "Bet"): 1 / 3, ("Queen", "Bet"): 0.0, ("King", "Bet"): 1.0}
OPENER |= {("Jack", "Call"): 0.0, ("Queen", "Call"): 2 / 3, ("King", "Call"): 1.0}
SECOND = {("Jack", "Bet"): 1 / 3, ("Queen", "Bet"): 0.0, ("King", "Bet"): 1.0}
SECOND |= {("Jack", "Call"): 0.0, ("Queen", "Call"): 1 / 3, ("King", "Call"): 1.0}
QUIET = {("Jack", "Bet"): 0.0, ("Queen", "Bet"): 0.0, ("King", "Bet"): 0.0}
QUIET |= {("Jack", "Call"): 0.0, ("Queen", "Call"): 1 / 3, ("King", "Call"): 1.0}


def value(state: GameState, policies: tuple[Mapping[tuple[str, str], float], ...]) -> float:
    """What the first player wins on average, over all that chance and these policies may bring."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(likely * value(state.child(action), policies) for action, likely in state.chance_outcomes())
    seat = state.current_player()
    hand = next(zone for zone in state.view(seat).zones if zone.name == "hand" and zone.at == (seat,))
    names = [state.action_to_string(action) for action in state.legal_actions()]
    eager = next(name for name in names if name in ("Bet", "Call"))
    chance = policies[seat][hand.pieces[0].title, eager]  # type: ignore[union-attr]
    likely = [chance if name == eager else 1 - chance for name in names]
    return sum(p * value(state.child(action), policies) for action, p in enumerate(likely) if p)


def test_there_are_twelve_situations_in_kuhn_poker() -> None:
    found: dict[str, set[tuple[str, ...]]] = {}
    waiting = [open_game("kuhn_poker").new_initial_state()]
    while waiting:
        state = waiting.pop()
        waiting += [state.child(action) for action in state.legal_actions()]
        if not (state.is_chance_node() or state.is_terminal()):
            names = tuple(map(state.action_to_string, state.legal_actions()))
            found.setdefault(state.information_state_string(), set()).add(names)
    assert len(found) == 12 and {len(names) for names in found.values()} == {1}


@pytest.mark.parametrize("opener", [OPENER, QUIET])
def test_kuhn_poker_costs_whoever_begins_a_chip_in_eighteen_games(opener: Mapping[tuple[str, str], float]) -> None:
    first = open_game("kuhn_poker", returns="chips").new_initial_state()
    assert value(first, (opener, SECOND)) == pytest.approx(-1 / 18)


# ---------------------------------------------------------------- returns


SHORT = """\
game "Short":
    players: 1 to 4

counter worth of player

step 1 going "Going":
    each player where seat_number = 1: choose a number from 0 to 1 as n

game ends: """


@pytest.mark.parametrize(
    ("ending", "players", "returns"),
    [
        ("every player wins", 4, [1.0, 1.0, 1.0, 1.0]),
        ("nobody wins", 4, [-1.0, -1.0, -1.0, -1.0]),
        ("first of players wins", 4, [1.0, -1 / 3, -1 / 3, -1 / 3]),
        ("first of players wins", 2, [1.0, -1.0]),
        ("first of players wins", 1, [1.0]),
        ("every player where seat_number > 1 wins", 1, [-1.0]),
        ("every player where seat_number > 1 wins", 4, [-1 / 3, 1 / 9, 1 / 9, 1 / 9]),
        ("every player where seat_number <= 2 wins", 4, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ("the player with most worth wins", 3, [0.0, 0.0, 0.0]),
        ("every player where worth > 0 wins", 3, [0.0, 0.0, 0.0]),
    ],
)
def test_what_a_win_gives(ending: str, players: int, returns: list[float]) -> None:
    state = open_game(f"{SHORT}{ending}\n", players).new(seed=1)
    assert state.returns() == [0.0] * players
    state.apply(0)
    assert state.is_terminal() and state.returns() == pytest.approx(returns)


def test_players_who_stand_against_the_game_win_or_lose_all_alike() -> None:
    opened = open_game("bad_day_at_the_office", 3)
    assert {tuple(played(opened.new(seed), seed).returns()) for seed in range(12)} <= {(1.0,) * 3, (-1.0,) * 3}


def test_what_a_counter_has_gained() -> None:
    state = played(open_game("leduc_poker", returns="chips").new(seed=1))
    assert state.returns() == [chips - 13 for chips in counter(state, "chips")] and sum(state.returns()) == 0
    state = played(open_game("hearts", returns="score").new(seed=1))
    assert state.returns() == counter(state, "score") and sum(state.returns()) in (26, 78)


def counter(state: GameState, name: str) -> list[float]:
    (found,) = (variable for variable in state.view(None).variables if variable.name == name)
    return [float(cell.value or 0) for cell in found.cells]


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"rules": "harts"}, LoadError, "there is no game, folder or file called harts"),
        ({"rules": "hearts", "variants": ["slow"]}, LoadError, "there is no variant called slow"),
        ({"rules": "hearts", "parameters": {"last_score": 0}}, LoadError, "last_score"),
        ({"rules": "hearts", "players": 3}, ValueError, "Hearts is for 4 players, not for 3"),
        ({"rules": LUCK, "players": 1}, ValueError, "Luck is for 2 to 3 players, not for 1"),
        ({"rules": "kuhn_poker", "names": ["Ann", "ann"]}, ValueError, "cannot be told apart by the names Ann, ann"),
        ({"rules": "kuhn_poker", "names": ["A", "B", "C"]}, ValueError, "2 players cannot be told apart"),
        ({"rules": "kuhn_poker", "returns": "chip"}, ValueError, "is called chip: did you mean chips"),
        ({"rules": "kuhn_poker", "returns": "zzz"}, ValueError, "is called zzz: there is win, chips"),
        ({"rules": "foo bar\n"}, RulesError, "no line at the left margin begins with `foo`"),
    ],
)
def test_what_cannot_be_opened_says_why(given: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        open_game(**given)  # type: ignore[arg-type]


def test_what_is_illegal_is_refused_with_the_reason_that_the_menu_gives() -> None:
    state = open_game("kuhn_poker").new(seed=1).child(1)
    before = str(state)
    with pytest.raises(ValueError, match=r"there is no action 2 here, but 0 \(Call\), 1 \(Fold\)$"):
        state.apply(2)
    with pytest.raises(ValueError, match="there is no action -1 here"):
        state.action_to_string(-1)
    with pytest.raises(ValueError, match=r'^"Check" is not possible now: there is a bet\.$'):
        state.string_to_action("check")
    with pytest.raises(ValueError, match='called "xyzzy"'):
        state.string_to_action("xyzzy")
    for see in (state.view, state.log, state.legal_actions, state.player_return, state.information_state_string):
        with pytest.raises(ValueError, match="there is no seat 2: they are numbered 0 to 1"):
            see(2)
    assert str(state) == before
    state.apply(0)
    with pytest.raises(ValueError, match="there is no action 0: the game is over"):
        state.apply(0)
    with pytest.raises(ValueError, match="nobody is asked"):
        state.string_to_action("call")
    with pytest.raises(ValueError, match="the game is over: say which player is meant"):
        state.information_state_string()
    with pytest.raises(ValueError, match=r"the seed -1 is not from 0 to 2\*\*64 - 1"):
        state.get_game().new(seed=-1)


def test_before_chance_has_acted_there_is_nothing_to_see() -> None:
    state = open_game("kuhn_poker").new_initial_state()
    for see in (state.view, state.log):
        with pytest.raises(ValueError, match="chance is next"):
            see(0)
    with pytest.raises(ValueError, match=r"there is no action 3 here, but 0 \(shuffle:pile 1 of 3\)"):
        state.apply(3)
    with pytest.raises(ValueError, match="cannot be saved"):
        state.save("never.save")


@pytest.mark.parametrize("seeded", [True, False])
def test_rules_that_go_wrong_leave_the_state_as_it_was(seeded: bool) -> None:
    opened = open_game(FAULTY)
    state = opened.new(seed=1) if seeded else opened.new_initial_state()
    before = state.view(None)
    with pytest.raises(RuleFault, match="nothing can be divided by 0") as raised:
        state.apply(0)
    assert raised.value.span.text == "6 / n rounded down"
    assert state.legal_actions() == [0, 1, 2] and state.history() == [] and state.view(None) == before
    state.apply(2)
    assert state.is_terminal() and state.history() == [2]


def test_a_game_that_was_saved_by_other_rules_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "it.save"
    open_game("goofspiel", 2).new(seed=1).child(0).save(file)
    with pytest.raises(ValueError, match="by other rules"):
        open_game("goofspiel", 3).resume(file)
    with pytest.raises(ValueError, match="by other rules"):
        open_game("goofspiel", 2, parameters={"highest_card": 4}).resume(file)
    with pytest.raises(SaveError):
        open_game("goofspiel", 2).resume(tmp_path / "none.save")
    file.write_text(file.read_text().replace('"decisions": [', '"decisions": [123456,'))
    with pytest.raises(ValueError, match="a decision that the rules do not allow"):
        open_game("goofspiel", 2).resume(file)


# ---------------------------------------------------------------- as a package


def test_games_and_states_go_to_other_processes() -> None:
    opened = open_game("goofspiel", 3, parameters={"highest_card": 5}, names=["Zoe"], returns="points")
    state = played(opened.new(seed=6), actions=7)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.returns() == state.returns()
    assert repr(again.get_game()) == repr(opened) == '<Game "Goofspiel" for 3>'
    assert isinstance(again.get_game(), Game) and again.get_game().names == ("Zoe", "Ann", "Ben")


def test_to_open_a_game_needs_neither_parser_nor_screen() -> None:
    script = """
        import sys
        old = set(sys.modules)
        from interpreter import open_game
        new = set(sys.modules) - old
        print(len(new), sorted({name.partition(".")[0] for name in new} & {"lark", "rich", "argparse", "numpy"}))
    """
    code = "\n".join(line.strip() for line in script.splitlines())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    number, _, heavy = done.stdout.strip().partition(" ")
    assert heavy == "[]" and int(number) < 450


def test_the_names_are_listed_and_others_are_not_there() -> None:
    assert dir(interpreter) == sorted(interpreter.__all__)
    assert all(hasattr(interpreter, name) for name in interpreter.__all__)
    with pytest.raises(AttributeError, match="module 'interpreter' has no attribute 'play'"):
        interpreter.play  # type: ignore[attr-defined]  # noqa: B018


# ---------------------------------------------------------------- other worlds


def moments(name: str, players: int, seed: int | None, every: int) -> Iterator[GameState]:
    """Some states of a game at which a player is asked."""
    opened, luck = open_game(name, players), random.Random(2)
    state = opened.new_initial_state() if seed is None else opened.new(seed)
    for number in range(160):
        if state.is_terminal():
            break
        if number % every == 0 and not state.is_chance_node():
            yield state
        state.apply(luck.choice(state.legal_actions()))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, None])
@pytest.mark.parametrize("name", EACH_GAME)
def test_a_player_cannot_tell_what_is_dealt_anew_from_what_is_so(name: str, seed: int | None) -> None:
    players = min(4, seats(name)[-1])
    luck = random.Random(1)
    for state in moments(name, players, seed, 12):
        for seat in range(players):
            other = state.resample_from_infostate(seat, luck.getrandbits(64))
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert (other.current_player(), other.history()) == (state.current_player(), state.history())
            if seat == state.current_player():
                assert other.legal_actions() == state.legal_actions()
        on = played(other.clone(), 5, 9)
        while on.is_chance_node():
            on.apply(0)
        assert all(map(on.information_state_string, range(players))) and played(on, 6).is_terminal()


def test_what_others_answer_at_once_makes_no_difference_to_what_is_dealt_anew() -> None:
    first = open_game("goofspiel").new(seed=2)
    worlds = [first.child(action) for action in first.legal_actions()]
    assert len({world.information_state_string(1) for world in worlds}) == 1
    assert len({repr(world.resample_from_infostate(1, 9).view(None)) for world in worlds}) == 1
    assert len({repr(first.resample_from_infostate(0, luck).view(None)) for luck in range(20)}) > 1


#: In the second round those who have put in all they have are not asked any more.
TWICE = """game "Twice at once":
    players: 2 to 3
counter coin of player: starts at 3
counter bid of player
counter next_bid of player
round day "Day":
    all players at once:
        if coin of you > 0:
            choose a number from 0 to coin of you as offer
            choose a number from 0 to 9 as again
            raise bid of you by offer
            raise next_bid of you by again
            if offer = 3: set coin of you to 0
game ends after day when round_number >= 3: the player with most bid wins
"""


def test_the_first_of_several_answers_at_once_is_dealt_anew_while_somebody_is_asked_again() -> None:
    worlds = []
    for offer in (0, 2):
        state = open_game(TWICE).new(seed=2)
        state.apply(offer)
        anew = [state.resample_from_infostate(1, luck) for luck in range(6)]
        worlds.append([repr(played(other, 3).view(None)) for other in anew])
    assert worlds[0] == worlds[1] and len({*worlds[0]}) > 1


def test_what_is_dealt_anew_begins_with_the_questions_at_hand() -> None:
    """Also if the first to be asked has nothing to answer."""
    state = open_game(TWICE, players=3).new(seed=2)
    for action in (3, 0, 2, 0, 1, 0):
        state.apply(action)
    assert state.current_player() == 1
    for luck, seat in product(range(10), range(3)):
        assert state.resample_from_infostate(seat, luck).view(seat) == state.view(seat)


def test_another_world_stays_itself_for_whoever_thinks_there_or_is_dealt_another() -> None:
    state = open_game("hearts", players=4).new(seed=2)
    for _ in range(3):
        state.apply(0)
    other = state.resample_from_infostate(0, 5)
    assert other.legal_actions() and other.view(1) != state.view(1)
    assert other.resample_from_infostate(1, 7).view(1) == other.view(1)
    one, two = (world.think(30).answers for world in (other, state))
    assert [answer.value for answer in one] != [answer.value for answer in two]


def test_nothing_is_told_twice_in_another_world() -> None:
    state = open_game(TWICE).new(seed=2)
    for action in (1, 4, 2):
        state.apply(action)
    other = state.resample_from_infostate(1, 7)
    for world in (state, other):
        world.apply(6)
    told, told_there = (world.information_state_string(1).count("You choose 2") for world in (state, other))
    assert told_there == told


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "leduc_poker", "liars_dice"])
def test_what_is_true_makes_no_difference_to_what_is_dealt_anew(name: str) -> None:
    players, chance, worlds = seats(name)[0], random.Random(1), 0
    for state in moments(name, players, 3, 3):
        session, seat = state._session(), state.current_player()
        engine = session.engine
        if engine.asked(session.state).secret:
            continue
        world = hidden_from(engine, session.state, seat).world(chance, 5)
        there = None if world is None else fork_in(session, world, seat)
        if there is not None:
            worlds += 1
            found = [engine.dump(dealt(one, seat, 4).state) for one in (session, there)]
            assert found[0] == found[1]
    assert worlds


def fork_in(session: Session, world: World, seat: int) -> Session | None:
    """A session in another world, with what was answered before; None if that could not have been so there."""
    engine, there = session.engine, session.fork(len(session.history), world.state)
    for number, one in enumerate(session.history):
        before = Answered(one.state, engine.index(one.state, one.code) or 0)
        found = answered_there(engine, world, session.state, before, seat)
        if found is None:
            return None
        there.history[number] = evolve(one, kept=found.state, code=engine.code(found.state, found.place))
    return there


def test_what_is_dealt_anew_cannot_be_kept(tmp_path: Path) -> None:
    state = open_game("leduc_poker").new(seed=1).resample_from_infostate(0, 1)
    for keep in (lambda: pickle.dumps(state), lambda: state.save(tmp_path / "it.save")):
        with pytest.raises(ValueError, match="dealt anew cannot be kept"):
            keep()
    with pytest.raises(ValueError, match="there is no seat 2"):
        state.resample_from_infostate(2, 1)


def test_rules_that_go_wrong_in_another_world_leave_it_as_it_was() -> None:
    state = open_game(FAULTY).new(seed=1).resample_from_infostate(0, 1)
    with pytest.raises(RuleFault):
        state.apply(0)
    assert state.legal_actions() == [0, 1, 2] and played(state.child(1)).is_terminal()


def test_without_native_code_the_same_is_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def five() -> str:
        state = open_game("kuhn_poker").new(seed=1)
        return repr([state.resample_from_infostate(0, luck).view(None) for luck in range(5)])

    found = five()
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert five() == found


def test_what_was_told_before_stays_as_it_was() -> None:
    """Part by part, in whatever order it is asked for, and on each of two ways that a game may take."""
    for state in moments("last_biscuit", 3, 1, 6):
        again = open_game("last_biscuit", 3).new(seed=1)
        for action in state.history():
            again.apply(action)
        assert [again.information_state_string(seat) for seat in range(3)] == [
            state.information_state_string(seat) for seat in range(3)
        ]
        one, other = state.child(0), state.child(len(state.legal_actions()) - 1)
        if not one.is_terminal() and not other.is_terminal():
            before = state.information_state_string(0).rpartition("\n")[0]
            assert one.information_state_string(0).startswith(before)
            assert other.information_state_string(0).startswith(before)
    assert copy.deepcopy(state).history() == state.history() and copy.deepcopy(state) is not state


def test_who_thinks_says_what_each_action_is_worth() -> None:
    state = open_game("tic_tac_toe").new(seed=1)
    for said in ("a3", "b2", "b3"):
        state.apply(state.string_to_action(said))
    before = str(state)
    thought = state.think(200)
    assert str(state) == before and thought == state.think(200) != state.think(200, luck=1)
    assert [one.place for one in thought.answers] == state.legal_actions()
    assert state.action_to_string(thought.best) == "C3" and thought.seat == 1


@pytest.mark.parametrize("first", [0, 5, 12])
def test_who_thinks_does_not_know_what_others_answer_at_once(first: int) -> None:
    state = open_game("goofspiel", players=3).new(seed=3)
    state.apply(first)
    thought = state.think(60)
    assert thought.seat == 1 and sum(one.visits for one in thought.answers) == 60
    other = open_game("goofspiel", players=3).new(seed=3)
    other.apply(3)
    assert other.think(60) == thought


def test_nobody_thinks_when_it_is_over_or_chance_is_a_player() -> None:
    game = open_game("kuhn_poker")
    state = game.new(seed=1)
    while not state.is_terminal():
        state.apply(0)
    for one in (state, game.new_initial_state()):
        with pytest.raises(ValueError, match="nobody can think"):
            one.think(5)
