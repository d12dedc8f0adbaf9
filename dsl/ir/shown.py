"""Says which variables players see on the table: those that the rules tell them to look at.

A declaration may say it (`shown`, `not shown`). Else counters and pawns are shown, and what only some may see; of all
else, what a question or an action looks at, what decides the end of the game, and who begins.
"""

from collections.abc import Iterable, Iterator

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, nodes_in_whole

#: No space of a board that is laid out is drawn wider; longer titles go on in the next line.
WIDEST_SPACE = 20
#: What stands around the title of each.
FRAME = 3


def width_laid_out(across: int, titles: Iterable[str]) -> int:
    """So much room in a line takes a board with so many spaces side by side."""
    return across * (min(WIDEST_SPACE, max(map(len, titles), default=0)) + FRAME)


def shown(game: ir.Game) -> frozenset[str]:
    """The names of the variables that stand on the table."""
    asked = asked_about(game)
    return frozenset(v.name for v in game.variables if (_is_kept_open(v, asked) if v.shown is None else v.shown))


def asked_about(game: ir.Game) -> frozenset[str]:
    """What a question, an action, a ranking, the order of play or the end of the game looks at."""
    defines = {define.name: define for define in game.defines}
    found: set[str] = set()
    waiting: list[object] = [*_looked_at(game)]
    while waiting:
        for node in nodes_in(waiting.pop()):
            match node:
                case ir.Read(variable):
                    found.add(variable)
                case ir.Derived(define) if define in defines:
                    waiting.append(defines.pop(define).value)
    return frozenset(found)


def _is_kept_open(variable: ir.Variable, asked: frozenset[str]) -> bool:
    return variable.counts or variable.pawn or variable.hidden or variable.seen or variable.name in asked


def _looked_at(game: ir.Game) -> Iterator[object]:
    """The parts of the rules that players go by themselves."""
    for action in game.actions:
        yield from (action.limit, *(need.condition for need in action.needs))
    yield from ((end.condition, end.body) for end in game.ends)
    for node in nodes_in_whole(game):
        match node:
            case ir.Choose(manner=manner) if manner is not ir.Manner.RANDOMLY:
                yield node.options, node.prompt
            case ir.Announce(text):
                yield text
            case ir.Ranked() | ir.PlayersFrom():
                yield node
