"""How a game tells its winner: what is compared at the end, what that came to for each player, and what decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, bodies
from dsl.walk import nodes_in, nodes_of
from interpreter.engine import Engine
from interpreter.program.model.substitute import renamed
from interpreter.runtime.state import State


@frozen
class Ranking:
    """What the winner is told by: each criterion, in its own words, most important first.

    `over` are those who are compared; each of them stands in the local `slot`. If nobody is compared (`decides` is no),
    the criteria are what the rules count of each player.
    """

    slot: int
    criteria: tuple[ir.Criterion, ...]
    over: ir.Expression
    decides: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """What each criterion counts: `most money` counts money."""
        return tuple(c.words.partition(" ")[2] or c.words for c in self.criteria)


@frozen
class Standings:
    """How a game ended: `scores` has a value of each seat for each criterion.

    `decided` is the place of the criterion that left one winner, or the number of criteria if several players are
    equal in all; None if the winners are not those whom the criteria name, since the game ended in another way.
    `margin`: by how much the winner was ahead of the next in the first criterion; None where nobody was compared.
    """

    scores: tuple[tuple[int, ...], ...]
    decided: int | None
    margin: int | None


#: Tells how a game that is over ended.
Judge: TypeAlias = Callable[[State], Standings]


def ranking(game: ir.Game) -> Ranking | None:
    """How the end of the game tells the winner, in the first place where it compares the players.

    If it does so nowhere, what the rules count of each player; None if that is nothing.
    """
    found = [_compared(statement.winners) for statement in _game_overs(game)]
    return next((ranks for ranks in found if ranks is not None), None) or _counted(game)


def _game_overs(game: ir.Game) -> Iterator[ir.GameOver]:
    ends_first = sorted(bodies(game), key=lambda one: one.id.kind is not BodyKind.END)
    return nodes_of(tuple(one.body.statements for one in ends_first), ir.GameOver)


def _compared(winners: ir.Expression) -> Ranking | None:
    """`the player with most money`, or `every player where money = highest money of players`."""
    match winners:
        case ir.Ranked(over, slot, by):
            ranks = Ranking(slot, by, over)
        case ir.Filter(
            over, slot, ir.Compare("=", value, ir.BestOf(("highest" | "lowest") as how, whole, other, best))
        ):
            if whole != over or not _is_about(best, other) or renamed(best, {other: slot}, {}) != value:
                return None
            ranks = Ranking(slot, (ir.Criterion(how == "highest", value, f"{how} {_name(value)}"),), over)
        case _:
            return None
    return ranks if _stands_alone(ranks) else None


def _is_about(value: ir.Expression, slot: int) -> bool:
    """Whether it reads no other local than this one."""
    return all(node.slot == slot for node in nodes_in(value) if isinstance(node, ir.Local))


def _name(value: ir.Expression) -> str:
    match value:
        case ir.Read(name):
            return name
        case ir.Derived(name):
            return name.removesuffix("_of_player")
        case _:
            return value.span.text


def _stands_alone(ranks: Ranking) -> bool:
    """Whether it reads nothing of the body in which it stands, so that it can be worked out once the game is over."""
    read = (node.slot for node in nodes_in((ranks.over, ranks.criteria)) if isinstance(node, ir.Local))
    return all(slot >= ranks.slot for slot in read)


def _counted(game: ir.Game) -> Ranking | None:
    """The counters that each player has one of."""
    player = ir.Local(0, "player", ir.PLAYER)
    criteria = tuple(
        ir.Criterion(True, ir.Read(each.name, (player,), each.type), f"most {each.name}")
        for each in game.variables
        if each.number >= 0 and [index.dimension for index in each.dimensions] == [ir.Dimension.PLAYER]
    )
    return Ranking(0, criteria, ir.AllOf(ir.PLAYER, ir.PLAYERS), decides=False) if criteria else None


def judging(engine: Engine, ranks: Ranking | None) -> Judge | None:
    """What tells how a game that is over ended, if that can be told."""
    if ranks is None:
        return None
    seats = range(engine.players)
    of_seats = [_of_seat(c.value, ranks.slot, seat) for c in ranks.criteria for seat in seats]
    worths, compared_now = engine.worths(of_seats), engine.worths((ranks.over,))

    def judge(state: State) -> Standings:
        found = [int(worth) for worth in worths(state)]
        scores = tuple(tuple(found[first : first + len(seats)]) for first in range(0, len(found), len(seats)))
        if not ranks.decides:
            return Standings(scores, None, None)
        return _decided(ranks, scores, [int(seat) for seat in compared_now(state)[0]], state.winners)

    return judge


def _of_seat(value: ir.Expression, slot: int, seat: int) -> ir.Expression:
    """What a criterion counts, of one seat."""
    return renamed(value, {}, {slot: ir.Constant(seat, ir.PLAYER)})


def _decided(
    ranks: Ranking, scores: tuple[tuple[int, ...], ...], compared: Sequence[int], winners: Sequence[int]
) -> Standings:
    left, decided = list(compared), len(ranks.criteria)
    for place, (criterion, values) in enumerate(zip(ranks.criteria, scores, strict=True)):
        best = _best([values[seat] for seat in left], criterion.most)
        left = [seat for seat in left if values[seat] == best]
        if len(left) == 1:
            decided = place
            break
    if sorted(left) != sorted(winners):
        return Standings(scores, None, None)
    return Standings(scores, decided, _margin(ranks.criteria[0], scores[0], compared))


def _best(values: Sequence[int], most: bool) -> int:
    if not values:
        return 0
    return max(values) if most else min(values)


def _margin(criterion: ir.Criterion, values: Sequence[int], compared: Sequence[int]) -> int | None:
    if len(compared) < 2:
        return None
    ordered = sorted((values[seat] for seat in compared), reverse=criterion.most)
    return abs(ordered[0] - ordered[1])
