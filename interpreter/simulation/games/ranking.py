"""Rankings: the criteria that tell the winner, their values for each player, and the deciding one."""

from collections.abc import Callable, Sequence
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
    """The criteria that tell the winner, most important first; `over` are those compared, each in the local `slot`.

    If nobody is compared (`decides` is no), the criteria are what the rules count of each player.
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

    `decided`: the place of the criterion that left one winner, or the number of criteria in a tie; None if the game
    ended in another way. `margin`: the winner's lead in the first criterion; None where nobody was compared.
    """

    scores: tuple[tuple[int, ...], ...]
    decided: int | None
    margin: int | None


#: Tells how a game that is over ended.
Judge: TypeAlias = Callable[[State], Standings]


def ranking(game: ir.Game) -> Ranking | None:
    """The first ranking by which the game ends, else what the rules count of each player; None if nothing."""
    ends_first = sorted(bodies(game), key=lambda one: one.id.kind is not BodyKind.END)
    overs = nodes_of(tuple(one.body.statements for one in ends_first), ir.GameOver)
    found = [_compared(statement.winners) for statement in overs]
    return next((ranks for ranks in found if ranks is not None), None) or _counted(game)


def _compared(winners: ir.Expression) -> Ranking | None:
    """`the player with most money`, or `every player where money = highest money of players`."""
    match winners:
        case ir.Ranked(over, slot, by):
            ranks = Ranking(slot, by, over)
        case ir.Filter(
            over, slot, ir.Compare("=", value, ir.BestOf(("highest" | "lowest") as how, whole, other, best))
        ):
            reads_more = any(node.slot != other for node in nodes_in(best) if isinstance(node, ir.Local))
            if whole != over or reads_more or renamed(best, {other: slot}, {}) != value:
                return None
            ranks = Ranking(slot, (ir.Criterion(how == "highest", value, f"{how} {_name(value)}"),), over)
        case _:
            return None
    # what reads more of its body than the player compared cannot be worked out once the game is over
    read = (node.slot for node in nodes_in((ranks.over, ranks.criteria)) if isinstance(node, ir.Local))
    return ranks if all(slot >= ranks.slot for slot in read) else None


def _name(value: ir.Expression) -> str:
    match value:
        case ir.Read(name):
            return name
        case ir.Derived(name):
            return name.removesuffix("_of_player")
        case _:
            return value.span.text


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
    """Compiles the judge of finished games, if they can be judged."""
    if ranks is None:
        return None
    seats = range(engine.players)
    players = [{ranks.slot: ir.Constant(seat, ir.PLAYER)} for seat in seats]
    of_seats = [renamed(criterion.value, {}, player) for criterion in ranks.criteria for player in players]
    values_now, compared_now = engine.evaluator(of_seats), engine.evaluator((ranks.over,))

    def judge(state: State) -> Standings:
        found = [int(value) for value in values_now(state)]
        scores = tuple(tuple(found[first : first + len(seats)]) for first in range(0, len(found), len(seats)))
        if not ranks.decides:
            return Standings(scores, None, None)
        return _decided(ranks, scores, [int(seat) for seat in compared_now(state)[0]], state.winners)

    return judge


def _decided(
    ranks: Ranking, scores: tuple[tuple[int, ...], ...], compared: Sequence[int], winners: Sequence[int]
) -> Standings:
    left, decided = list(compared), len(ranks.criteria)
    for place, (criterion, values) in enumerate(zip(ranks.criteria, scores, strict=True)):
        best = (max if criterion.most else min)((values[seat] for seat in left), default=0)
        left = [seat for seat in left if values[seat] == best]
        if len(left) == 1:
            decided = place
            break
    if sorted(left) != sorted(winners):
        return Standings(scores, None, None)
    ordered = sorted((scores[0][seat] for seat in compared), reverse=ranks.criteria[0].most)
    return Standings(scores, decided, abs(ordered[0] - ordered[1]) if len(ordered) > 1 else None)
