"""Enumerates and maps every body of a game: all that holds statements, each with an identity.

Whoever looks at all statements goes through `bodies`; whoever changes them goes through `map_bodies`. A new kind of
body is added here and nowhere else.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeVar

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.source import NO_SPAN, Span


class BodyKind(StrEnum):
    """What a body belongs to."""

    SETUP = "setup"
    MAIN = "main"
    FLOW = "flow"
    PROCEDURE = "procedure"
    ACTION = "action"
    HOOK = "hook"  # a rule on an event
    WHENEVER = "whenever"
    END = "end"
    TEXT = "text"  # of a card, or what it says under `when PART:`


class BodyId(NamedTuple):
    """Identifies a body in its game; a tuple, since what is known of bodies is looked up by it all the time.

    `name`: of a flow, procedure or action; of a card's text, the part (the whole text has none). `number`: the place
    among the game's hooks, whenever rules, ends or cards; -1 where the name alone tells.
    """

    kind: BodyKind
    name: str = ""
    number: int = -1

    def __str__(self) -> str:
        return " ".join(word for word in (self.kind, self.name, str(self.number) if self.number >= 0 else "") if word)


Owner: TypeAlias = (
    ir.Game | ir.Flow | ir.Procedure | ir.Action | ir.HookRule | ir.WheneverRule | ir.GameEnd | ir.Card | ir.CardPart
)

#: What has a condition of its own.
Asking: TypeAlias = ir.HookRule | ir.WheneverRule | ir.Flow | ir.GameEnd | ir.ExceptionRule | ir.Effect


@frozen(eq=False)
class BodyOf:
    """A body, and the declaration that it belongs to (the game, for its setup and its course)."""

    id: BodyId
    body: ir.Body
    owner: Owner

    @property
    def span(self) -> Span:
        """Where the declaration stands; of the setup, its first statement."""
        if isinstance(self.owner, ir.Game):
            statements = self.body.statements
            return statements[0].span if self.id.kind is BodyKind.SETUP and statements else NO_SPAN
        return self.owner.span


SETUP, MAIN = BodyId(BodyKind.SETUP), BodyId(BodyKind.MAIN)


def bodies(game: ir.Game) -> Iterator[BodyOf]:
    """Yields every body: setup, course, flows, procedures, actions, rules on events, whenever rules, ends, texts."""
    yield BodyOf(SETUP, game.setup, game)
    yield BodyOf(MAIN, game.main, game)
    yield from (BodyOf(BodyId(BodyKind.FLOW, one.name), one.body, one) for one in game.flows)
    yield from (BodyOf(BodyId(BodyKind.PROCEDURE, one.name), one.body, one) for one in game.procedures)
    yield from (BodyOf(BodyId(BodyKind.ACTION, one.name), one.body, one) for one in game.actions)
    yield from (BodyOf(BodyId(BodyKind.HOOK, "", place), one.body, one) for place, one in enumerate(game.hooks))
    yield from (BodyOf(BodyId(BodyKind.WHENEVER, "", place), one.body, one) for place, one in enumerate(game.whenevers))
    yield from (BodyOf(BodyId(BodyKind.END, "", place), one.body, one) for place, one in enumerate(game.ends))
    for number, card in enumerate(game.cards):
        if card.effect is not None:
            yield BodyOf(BodyId(BodyKind.TEXT, "", number), card.effect, card)
        yield from (BodyOf(BodyId(BodyKind.TEXT, part.name, number), part.body, part) for part in card.parts)


def statements_of(game: ir.Game) -> tuple[tuple[ir.Statement, ...], ...]:
    """The statements of every body, in the order of `bodies`: a tree for whoever walks through all of them."""
    return tuple(one.body.statements for one in bodies(game))


def conditions(game: ir.Game) -> Iterator[tuple[Asking, ir.Expression]]:
    """Yields what is asked outside of bodies, and whose it is, but for what actions need."""
    yield from ((one, one.condition) for one in game.hooks if one.condition is not None)
    yield from ((one, one.condition) for one in game.whenevers)
    yield from ((one, one.until) for one in game.flows if one.until is not None)
    yield from ((one, one.condition) for one in game.ends if one.condition is not None)
    yield from ((one, one.condition) for define in game.defines for one in define.exceptions)
    yield from ((one, one.condition) for one in game.effects if one.condition is not None)


def map_bodies(game: ir.Game, change: Callable[[BodyOf], ir.Body]) -> ir.Game:
    """The game with each body replaced by what `change` gives for it, in the order of `bodies`."""
    changed = iter([change(one) for one in bodies(game)])

    def again(owners: tuple[_O, ...]) -> tuple[_O, ...]:
        return tuple(_with_body(owner, next(changed)) for owner in owners)

    return evolve(
        game, setup=next(changed), main=next(changed), flows=again(game.flows), procedures=again(game.procedures),
        actions=again(game.actions), hooks=again(game.hooks), whenevers=again(game.whenevers), ends=again(game.ends),
        cards=tuple(_with_texts(card, changed) for card in game.cards),
    )  # fmt: skip


_O = TypeVar("_O", ir.Flow, ir.Procedure, ir.Action, ir.HookRule, ir.WheneverRule, ir.GameEnd, ir.CardPart)


def _with_body(owner: _O, body: ir.Body) -> _O:
    return owner if body is owner.body else evolve(owner, body=body)


def _with_texts(card: ir.Card, changed: Iterator[ir.Body]) -> ir.Card:
    effect = None if card.effect is None else next(changed)
    parts = tuple(_with_body(part, next(changed)) for part in card.parts)
    same = effect is card.effect and all(new is old for new, old in zip(parts, card.parts, strict=True))
    return card if same else evolve(card, effect=effect, parts=parts)
