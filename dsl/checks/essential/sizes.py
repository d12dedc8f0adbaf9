"""A game has no more of anything than can be held."""

from collections.abc import Iterator
from math import isinf

from dsl.bounds.declared import Declared, as_set, at_table
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Amount
from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_PIECES, MOST_SIDES, MOST_VALUES
from dsl.source import Span


def sizes(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each list of values, variable or zone that is too large, and for too many pieces."""
    game = rules.game
    table = at_table(game, game.most_players, as_set(game))
    for enum in game.enumerations:
        if len(enum.values) > MOST_VALUES:
            yield _too_many(f"`{enum.name}` has {len(enum.values):,} values", MOST_VALUES, enum.span)
    for name, dimensions, span in (
        *((one.name, one.dimensions, one.span) for one in game.variables),
        *((one.name, one.dimensions, one.span) for one in game.zones),
    ):
        found = table.instances(tuple(i for i in dimensions if i.dimension is not ir.Dimension.PIECE))
        if found > MOST_PIECES:
            yield _too_many(f"there is `{name}` {found:,} times", MOST_PIECES, span)
    for die in game.dice:
        if die.high - die.low >= MOST_SIDES:
            yield _too_many(f"`{die.name}` has {die.high - die.low + 1:,} sides", MOST_SIDES, die.span)
    yield from _pieces(game, table)


def _pieces(game: ir.Game, table: Declared) -> Iterator[Diagnostic]:
    """An error where there are too many, at the entry or the sentence that makes them so."""
    total: Amount = 0
    for card in game.cards:
        each = table.players if card.each_player else 1
        most = evaluate(card.copies, table).high
        if isinf(most):
            return  # which `copies` reports
        total += each * max(0, most)
        if total > MOST_PIECES:
            yield _too_many("there are more pieces", MOST_PIECES, card.span)
            return
    for statement in game.setup.statements:
        total += _made(statement, table)
        if total > MOST_PIECES:
            yield _too_many("there are more pieces", MOST_PIECES, statement.span)
            return


def _made(statement: object, table: Declared) -> Amount:
    """How many pieces a statement of the setup surely makes."""
    match statement:
        case ir.Create(amount=amount, of_each=None):
            return max(0, evaluate(amount, table).low)
        case ir.ForEach(over=ir.PlayersFrom(), body=body):
            return table.players * sum(_made(inner, table) for inner in body)
    return 0


def _too_many(what: str, most: int, span: Span) -> Diagnostic:
    return error("too-large", f"{what}, and {most:,} is the most", span, label="too many")
