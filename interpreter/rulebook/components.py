"""What lies in the box: cards, pieces that the setup makes, dice and boards, with how many there are of each."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.bounds.declared import at_each_table
from dsl.bounds.evaluate import evaluate
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.nodes import Kind
from dsl.ir.prose.nouns import called, plural, spelt
from dsl.listing import grouped, series
from dsl.walk import children, nodes_of
from interpreter.rulebook.amounts import amount_of


def components(game: ir.Game) -> tuple[str, ...]:
    """An entry for each kind of thing, as many as it takes at every number of players."""
    return tuple(_Box(game).entries())


#: More dice than this are not told from a number of the rules.
_MOST_DICE = 100


@frozen
class Dice:
    """Dice that show `low` to `high`: so many at once, and what they are called."""

    low: int
    high: int
    number: int
    names: tuple[str, ...]


def dice(game: ir.Game) -> Iterator[Dice]:
    """As many of each kind as are rolled at once, where that can be told from the rules."""
    tables = list(at_each_table(game))
    for (low, high), names in grouped(((die.low, die.high), die.name) for die in game.dice).items():
        rolls = [roll for roll in nodes_of(game, ir.Roll) if roll.die in names]
        amounts = (evaluate(roll.amount, table).high for roll in rolls for table in tables)
        number = max(len(names), *(int(one) for one in amounts if one < _MOST_DICE), 0)
        yield Dice(low, high, number, tuple(map(spelt, names)))


@frozen(eq=False, slots=False)
class _Box(Declarations):
    def entries(self) -> Iterator[str]:
        yield from self._cards()
        yield from self._made()
        yield from self._pawns()
        yield from self._dice()
        for board in self.game.enumerations:
            if board.track:
                first, last = (dict(board.values[end].attributes)["place"] for end in (0, -1))
                yield f"A {'ring' if board.ring else 'track'} of spaces {first} to {last} ({spelt(board.name)})"
            elif board.board:
                rows = f", {board.across} in each row" if board.across else ""
                yield f"The spaces of a board ({spelt(board.name)}){rows}: {series(v.title for v in board.values)}"

    def _cards(self) -> Iterator[str]:
        for kind in dict.fromkeys(card.card_type for card in self.game.cards):
            cards = [card for card in self.game.cards if card.card_type == kind]
            yield amount_of(self.game, [(card.copies, card.each_player) for card in cards], pieces_of(self.game, kind))

    def _made(self) -> Iterator[str]:
        """What the setup creates, and procedures that it calls."""
        made = self._creates(self.game.setup.statements, False, ())
        for kind, amounts in grouped((create.card_type, (self._in_all(create), each)) for create, each in made).items():
            yield amount_of(self.game, amounts, pieces_of(self.game, kind))

    def _in_all(self, create: ir.Create) -> ir.Expression:
        size = next((len(e.values) for e in self.game.enumerations if e.name == create.of_each), 1)
        return ir.Arithmetic("*", create.amount, ir.Constant(size, ir.NUMBER))

    def _creates(self, node: object, each: bool, within: tuple[str, ...]) -> Iterator[tuple[ir.Create, bool]]:
        """Each `create`, and whether every player does it."""
        match node:
            case ir.Create():
                yield node, each
            case ir.Call(procedure=name) if name not in within:
                yield from self._creates(self.procedures[name].body.statements, each, (*within, name))
            case ir.ForEach(over=over):
                everybody = isinstance(over, ir.AllOf | ir.PlayersFrom) and over.type.kind is Kind.PLAYER
                for inner in node.body:
                    yield from self._creates(inner, each or everybody, within)
            case tuple():
                for inner in node:
                    yield from self._creates(inner, each, within)
            case _:
                for inner in children(node):
                    yield from self._creates(inner, each, within)

    def _pawns(self) -> Iterator[str]:
        for variable in self.game.variables:
            if variable.pawn:
                each = " for each player" if variable.dimensions else ""
                yield f"A pawn{each}: {called(variable)}"

    def _dice(self) -> Iterator[str]:
        for one in dice(self.game):
            number = "A die" if one.number == 1 else f"{one.number} dice"
            yield f"{number} from {one.low} to {one.high}: {series(one.names)}"


def pieces_of(game: ir.Game, kind: str) -> str:
    """What several of a kind are called: `Task cards`, `gems`, `figure tokens` of which each player has some."""
    declared = next(one for one in game.card_types if one.name == kind)
    if declared.personal:
        return f"{spelt(kind)} tokens"
    if declared.token:
        return plural(spelt(kind))
    return "cards" if kind.casefold() == "card" else f"{kind} cards"
