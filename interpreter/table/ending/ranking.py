"""Rankings: the criteria that tell the winner, their values for each player, and the deciding one."""

from collections.abc import Callable, Iterable, Sequence
from itertools import count, islice
from typing import TypeAlias, TypeVar

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, bodies, statements_of
from dsl.walk import nodes_in, nodes_of, schema
from interpreter.engine import Engine
from interpreter.program.model.substitute import free_slots, inlined, renamed
from interpreter.runtime.state import State

_N = TypeVar("_N")


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
    ended in another way. `margin`: the winner's lead in the first criterion; None where nobody was compared. `places`:
    of each seat by all criteria, from 1, alike for equals; empty if the game ended in another way. `measured`: of each
    quantity that the rules name its values, of each seat or one alone, and if there are any those it is divided by.
    """

    scores: tuple[tuple[int, ...], ...]
    decided: int | None
    margin: int | None
    places: tuple[int, ...] = ()
    measured: tuple[tuple[tuple[int, ...], ...], ...] = ()


#: Tells how a game that is over ended.
Judge: TypeAlias = Callable[[State], Standings]


def ranking(game: ir.Game) -> Ranking | None:
    """The first ranking by which the game ends, else what the rules count of each player; None if nothing."""
    ends_first = sorted(bodies(game), key=lambda one: one.id.kind is not BodyKind.END)
    overs = nodes_of(tuple(one.body.statements for one in ends_first), ir.GameOver)
    found = [compared(statement.winners) for statement in overs]
    return next((ranks for ranks in found if ranks is not None), None) or _counted(game)


def compared(winners: ir.Expression) -> Ranking | None:
    """The ranking that tells these winners, if one does.

    `the player with most money`, or `every player where money = highest money of players`; and of these again those
    with the highest or lowest number among them.
    """
    match winners:
        case ir.Ranked(over, slot, by):
            ranks = Ranking(slot, by, over)
        case ir.Filter(over, slot, ir.Compare("=", value, best)):
            criterion = _criterion(over, slot, value, best)
            if criterion is None:
                return None
            if (first := compared(over)) is not None:
                again = _with(criterion, slot, ir.Local(first.slot, "player", ir.PLAYER))
                ranks = Ranking(first.slot, (*first.criteria, again), first.over)
            else:
                ranks = Ranking(slot, (criterion,), over)
        case _:
            return None
    # what reads more of its body than the player compared cannot be worked out once the game is over
    return ranks if free_slots((ranks.over, ranks.criteria)) <= {ranks.slot} else None


def _criterion(over: ir.Expression, slot: int, value: ir.Expression, best: ir.Expression) -> ir.Criterion | None:
    """What is compared, if `best` is the highest or lowest of these values: a number, or a value in an enum's order."""
    match best:
        case ir.BestOf(("highest" | "lowest") as how, whole, other, each):
            reads_more = any(node.slot != other for node in nodes_in(each) if isinstance(node, ir.Local))
            if _is_same(whole, over) and not reads_more and _with(each, other, _local(value, slot)) == value:
                return ir.Criterion(how == "highest", value, f"{how} {_name(value)}")
    for has_it in nodes_of(best, ir.Function):
        match has_it:
            case ir.Function("first", (ir.Ranked(whole, _, (by,)),)) if _is_same(whole, over):
                if _with(value, slot, has_it) == best:
                    return ir.Criterion(by.most, value, f"{'highest' if by.most else 'lowest'} {_name(value)}")
    return None


def _with(node: _N, slot: int, worth: ir.Expression | None) -> _N:
    """The same with this in place of a local; None leaves it."""
    inner = nodes_in(node)
    named = {getattr(one, name) for one in inner for name in schema(type(one)).filled}
    slots = {one: one for one in (*named, *(local.slot for local in inner if isinstance(local, ir.Local)))}
    return renamed(node, slots, {} if worth is None else {slot: worth})


def _local(value: ir.Expression, slot: int) -> ir.Local | None:
    """The local of that slot, as it stands there."""
    return next((one for one in nodes_of(value, ir.Local) if one.slot == slot), None)


def _is_same(one: ir.Expression, other: ir.Expression) -> bool:
    """Whether these are the same players, in whatever order."""
    everybody = ir.AllOf | ir.PlayersFrom
    return one == other or (isinstance(one, everybody) and isinstance(other, everybody) and one.type == other.type)


def _name(value: ir.Expression) -> str:
    match value:
        case ir.Read(name):
            return name
        case ir.Derived(name):
            return ir.own_name(name)
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


def is_for_a_team(game: ir.Game) -> bool:
    """Whether all win together or nobody does, however the game ends."""
    ends = [over.winners for over in nodes_of(statements_of(game), ir.GameOver)]
    return bool(ends) and all(map(_is_all_or_none, ends))


def _is_all_or_none(winners: ir.Expression) -> bool:
    match winners:
        case ir.AllOf() | ir.ListOf(items=()) | ir.Without(ir.AllOf(), ir.AllOf()):
            return True
        case _:
            return False


@frozen
class Judging:
    """What finished games are judged by: the values of each criterion, and the parts of each quantity that is measured.

    Each has an expression for each seat, or one alone.
    """

    ranks: Ranking | None
    wanted: tuple[tuple[ir.Expression, ...], ...]
    named: tuple[tuple[tuple[ir.Expression, ...], ...], ...]

    @property
    def values(self) -> tuple[ir.Expression, ...]:
        """All that has to be known of a state, in one row."""
        parts = (part for two in self.named for part in two)
        return tuple(value for one in (*self.wanted, *parts) for value in one)

    @property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """How many of these values each part of each quantity has: of a criterion there is one."""
        return (*((len(one),) for one in self.wanted), *(tuple(map(len, two)) for two in self.named))

    @property
    def compared(self) -> ir.Expression | None:
        """The players who are compared, if any are."""
        return self.ranks.over if self.ranks is not None and self.ranks.decides else None

    @property
    def most(self) -> tuple[bool, ...]:
        """Of each criterion by which players are compared, whether the highest counts most."""
        return tuple(one.most for one in self.ranks.criteria) if self.ranks is not None and self.ranks.decides else ()

    def parted(self, values: Iterable[_N]) -> tuple[tuple[tuple[_N, ...], ...], tuple[tuple[tuple[_N, ...], ...], ...]]:
        """The values of each criterion, and the parts of each quantity, out of the row of all values."""
        row = iter(values)
        scores = tuple(tuple(islice(row, len(one))) for one in self.wanted)
        return scores, tuple(tuple(tuple(islice(row, len(part))) for part in two) for two in self.named)

    def standings(self, values: Iterable[int], compared: Sequence[int], winners: Sequence[int]) -> Standings:
        """How a game ended, by the values and the players of these expressions."""
        scores, measured = self.parted(values)
        if self.ranks is None or not self.ranks.decides:
            return Standings(scores, None, None, (), measured)
        return evolve(_decided(self.ranks, scores, compared, winners), measured=measured)


def judging_of(game: ir.Game, players: int) -> Judging | None:
    """By what the finished games of so many players can be judged, if by anything."""
    ranks = ranking(game)
    wanted = [_of_seats(c.value, ranks.slot, players) for c in ranks.criteria] if ranks is not None else []
    named = [
        tuple(_of_each(part, players) for part in (one.value, one.per) if part is not None) for one in game.measured
    ]
    return Judging(ranks, tuple(wanted), tuple(named)) if wanted or named else None


def judging(engine: Engine, game: ir.Game) -> Judge | None:
    """Compiles the judge of finished games, if they can be judged."""
    found = judging_of(game, engine.players)
    if found is None:
        return None
    values_now = engine.evaluator(found.values)
    compared_now = engine.evaluator((found.compared,)) if found.compared is not None else None

    def judge(state: State) -> Standings:
        compared = [int(seat) for seat in compared_now(state)[0]] if compared_now is not None else []
        return found.standings(map(int, values_now(state)), compared, state.winners)

    return judge


def _of_each(value: ir.Expression, players: int) -> tuple[ir.Expression, ...]:
    """A quantity of each player, if it is one, else as it is."""
    return _of_seats(value, 0, players) if reads_player(value) else (value,)


def _of_seats(value: ir.Expression, slot: int, players: int) -> tuple[ir.Expression, ...]:
    return tuple(inlined(value, {slot: ir.Constant(seat, ir.PLAYER)}, count(1).__next__) for seat in range(players))


def is_sided(measured: ir.Measured) -> bool:
    """Whether it is a value of an enum of each player, such as the side that somebody is on."""
    return measured.per is None and measured.value.type.kind is ir.Kind.VALUE and reads_player(measured.value)


def reads_player(value: ir.Expression) -> bool:
    """Whether a quantity that is measured is one of each player."""
    return any(node.slot == 0 for node in nodes_of(value, ir.Local))


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
    lead = abs(ordered[0] - ordered[1]) if len(ordered) > 1 else None
    return Standings(scores, decided, lead, places(ranks, scores, compared))


def places(ranks: Ranking, scores: tuple[tuple[int, ...], ...], compared: Sequence[int]) -> tuple[int, ...]:
    """One more than there are players who come before somebody; those who are not compared share the last place."""
    keys = {
        seat: [-one[seat] if c.most else one[seat] for c, one in zip(ranks.criteria, scores, strict=True)]
        for seat in compared
    }
    before = {seat: sum(other < key for other in keys.values()) for seat, key in keys.items()}
    return tuple(before.get(seat, len(compared)) + 1 for seat in range(len(scores[0])))
