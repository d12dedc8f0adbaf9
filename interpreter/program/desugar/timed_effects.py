"""Timed effects: rules in force for a time are lowered to reads and writes of their instances.

An instance of an effect that has begun is a list: how many began before it, the moment at which it ends (0: never),
in whose turn (-1: anybody's), how many such moments are still to come, and then what its rules keep. The instances of
an effect `as long as this is in ...` are the copies of the card for which that holds.
"""

from collections.abc import Callable, Iterator, Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import calls_function
from dsl.walk import nodes_by_kind, of_kind, rebuilt, with_fields
from interpreter.program.desugar.card_texts import with_playable
from interpreter.program.desugar.causes import uses_causes, with_controllers
from interpreter.program.model.constants import NOBODY, ONE, ZERO
from interpreter.program.model.nodes import BeginEffect, Copied, EndEffects, RefreshCopies, Statement
from interpreter.program.model.substitute import inlined

#: The items of an instance before what its rules keep.
BEGAN, WHEN, WHOSE, LEFT, KEPT = range(5)


@frozen
class Effects:
    """The effects of a game, and the moments at which some end: by edge and unit, numbered from 1."""

    game: ir.Game
    cards: Mapping[int, int]  # of each effect that holds as long as its card is somewhere: the card's number
    moments: Mapping[tuple[str, str], int]
    ended: Mapping[int, tuple[int, ...]]  # the effects of which some may end at a moment, by its number
    causes: bool  # whether anything reads the cause of an event
    copying: tuple[int, ...] = ()  # the effects by which a piece is a copy of another
    kept: tuple[str, ...] = ()  # the fields that some copy keeps of what it is itself

    def instances(self, effect: int, slot: int, new_slot: Callable[[str], int]) -> ir.Expression:
        """The list of the instances of an effect; `slot` may be used to go through it."""
        if effect not in self.cards:
            return ir.InForce(effect)
        copies = ir.Function("copies", (ir.Constant(self.cards[effect], ir.NUMBER),), ir.PIECES)
        condition = self.game.effects[effect].condition
        assert condition is not None, "it holds as long as that does"
        here = inlined(condition, {0: ir.Local(slot, "effect", ir.PIECE)}, lambda: new_slot("each"))
        return ir.Filter(copies, slot, here, ir.PIECES)

    def type_of(self, effect: int) -> ir.Type:
        """The type of an instance."""
        return ir.PIECE if effect in self.cards else ir.EFFECTS

    def identity(self, effect: int, instance: ir.Expression) -> ir.Expression:
        """The number that identifies an instance among those of its effect."""
        if effect in self.cards:
            return instance
        return ir.Item(with_fields(instance, type=ir.EFFECTS), ir.Constant(BEGAN, ir.NUMBER), ir.NUMBER)

    def you(self, effect: int, instance: ir.Expression) -> ir.Expression:
        """The `you` of an instance."""
        return _held(ir.Held(effect, instance, 0, ir.PLAYER.or_none()), self.cards)

    def card(self, effect: int, instance: ir.Expression) -> ir.Expression | None:
        """The card of an instance, if the effect is a card's."""
        if not self.game.effects[effect].card:
            return None
        return _held(ir.Held(effect, instance, 1, ir.PIECE), self.cards)

    def ending(self, edge: str, *units: str) -> tuple[int, ...]:
        """The numbers of the moments at an edge of these units, if any effect ends there."""
        return tuple(self.moments[edge, unit] for unit in units if (edge, unit) in self.moments)


def effects(game: ir.Game) -> Effects:
    """Lowers the effects of a game."""
    cards = {effect: number for number, card in enumerate(game.cards) for effect in card.standing}
    nodes = nodes_by_kind(game) if game.effects else {}
    endings = of_kind(nodes, ir.Until)
    moments = {key: k for k, key in enumerate(dict.fromkeys((u.edge.value, u.unit) for u in endings), start=1)}
    plain = with_playable(with_controllers(game))
    copies = of_kind(nodes, ir.Become)
    kept = tuple(sorted({field for copy in copies for field in copy.keeping}))
    if game.effects or calls_function(plain, "lasting"):
        begun = [k for k in range(len(game.effects)) if k not in cards]
        plain = rebuilt(plain, lambda node: _plain(node, cards, moments, begun, kept))
    copying = tuple(sorted({copy.effect for copy in copies}))
    return Effects(plain, cards, moments, _ended(plain), uses_causes(plain), copying, kept)


def _ended(game: ir.Game) -> dict[int, tuple[int, ...]]:
    found: dict[int, dict[int, None]] = {}
    for node in of_kind(nodes_by_kind(game), BeginEffect) if game.effects else ():
        if isinstance(node.values[0], ir.Constant):
            found.setdefault(node.values[0].value, {})[node.effect] = None
    return {moment: tuple(effects) for moment, effects in found.items()}


def _plain(
    node: object, cards: Mapping[int, int], moments: Mapping[tuple[str, str], int], begun: list[int],
    kept: tuple[str, ...],
) -> object:  # fmt: skip
    below = rebuilt(node, lambda inner: _plain(inner, cards, moments, begun, kept))
    match below:
        case ir.Held():
            return _held(below, cards)
        case ir.Begin(effect, held, until):
            return BeginEffect(effect, (*_ends(until, moments), *held), below.site, span=below.span)
        case ir.Become(effect, held, until=until):
            values = (*_ends(until, moments), *held, *_copied(below, kept))
            began = BeginEffect(effect, values, below.site, span=below.span)
            return (began, Copied(below.piece, below.original, below.site, span=below.span))
        case ir.Finish():
            return (below, RefreshCopies())
        case ir.Function("lasting", (piece,)):
            return _lasting(piece, begun)
    return below


def _held(node: ir.Held, cards: Mapping[int, int]) -> ir.Expression:
    """What an instance keeps; one of a card that is somewhere is held by whoever holds the card, else its owner."""
    if node.effect not in cards:
        over = with_fields(node.instance, type=ir.EFFECTS)  # what it keeps, in a list
        return ir.Item(over, ir.Constant(KEPT + node.place, ir.NUMBER), node.type, span=node.span)
    if node.place == 1:
        return with_fields(node.instance, type=ir.PIECE)
    who = ir.PLAYER.or_none()
    holder, owner = (ir.Function(name, (node.instance,), who, span=node.span) for name in ("holder", "owner"))
    return ir.Cases(((ir.Compare("!=", holder, NOBODY), holder),), owner, who, span=node.span)


def _ends(
    until: ir.Until | None, moments: Mapping[tuple[str, str], int]
) -> tuple[ir.Expression, ir.Expression, ir.Expression]:
    """The moment at which an effect ends, in whose turn, and how many such moments are to come."""
    if until is None:
        return ZERO, NOBODY, ONE
    when = ir.Constant(moments[until.edge, until.unit], ir.NUMBER)
    if until.unit != "turn":
        return when, NOBODY, ONE
    active = ir.Function("active_player", (), ir.PLAYER.or_none(), span=until.span)
    if until.owner is None:
        return when, active, ONE
    if until.edge is ir.Edge.START or not until.following:
        return when, until.owner, ONE
    now = ir.Compare("=", active, until.owner, span=until.span)
    return when, until.owner, ir.Cases(((now, ir.Constant(2, ir.NUMBER)),), ONE, ir.NUMBER)


def _lasting(piece: ir.Expression, begun: list[int]) -> ir.Expression:
    """Whether an effect of the card is in force."""
    return ir.Function("has_begun", (piece, *(ir.InForce(effect) for effect in begun)), ir.YES_NO, span=piece.span)


def _copied(copy: ir.Become, kept: tuple[str, ...]) -> Iterator[ir.Expression]:
    """The last items of a copying effect.

    Who knew the original, its kind, and for each field that some copy keeps, of which kind it shows that field.
    """
    yield ir.Function("seen", (copy.original,), ir.NUMBER, span=copy.span)
    yield ir.Function("entry", (copy.original,), ir.NUMBER, span=copy.span)
    for place, name in enumerate(kept):
        of = copy.piece if name in copy.keeping else copy.original
        yield ir.Function("kept_from", (ir.Constant(place, ir.NUMBER), of), ir.NUMBER, span=copy.span)


def end_effects(found: Effects, edge: str, units: tuple[str, ...], player: ir.Expression) -> tuple[Statement, ...]:
    """Makes the statements that end effects at a moment."""
    ends = tuple(EndEffects(number, player, found.ended[number]) for number in found.ending(edge, *units))
    copies = any(effect in found.copying for end in ends for effect in end.effects)
    return (*ends, RefreshCopies()) if copies else ends
