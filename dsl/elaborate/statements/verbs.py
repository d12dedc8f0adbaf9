"""Elaborates sentences: a subject, perhaps a manner, and a verb."""

from typing import assert_never

import attrs

from dsl.diagnostic import Edit, Fix
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.expressions import counters
from dsl.elaborate.expressions.ends import of_any_kind
from dsl.elaborate.expressions.subjects import is_private, manner_of, who_acts, who_moves
from dsl.elaborate.statements import laying, loops, pawns, rolling
from dsl.elaborate.statements.manners import manner_fits
from dsl.elaborate.statements.questions import choices
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, Kind, Manner, Type
from dsl.listing import joined
from dsl.names.symbols import CardTypeSymbol, VariableSymbol, ZoneSymbol, singular
from dsl.names.type_advice import shown
from dsl.names.types import words
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_in, nodes_of

_DICE = Type(Kind.DIE, many=True)


def act(c: Context, item: n.Act) -> Statements:
    """A sentence: its subject, its manner, whether it may be left, and its verb."""
    if isinstance(item.subject, n.EachHead):
        done = lambda: _subject_acts(c, item, c.subject or c.you)  # noqa: E731
        return loops.each(c, item.subject, done, item.span, one_moment=_is_one_moment(item))
    if item.subject is None:
        return _subject_acts(c, item, c.you)
    if (pot := counters.pot_named(c, item.subject)) is not None:
        return (counters.pot_pays(c, item, item.subject, pot),)
    subject = ex.expression(c, item.subject, PLAYER)
    if subject.type.many and subject.type.kind is Kind.PLAYER:
        done = lambda: _subject_acts(c, item, c.subject or c.you)  # noqa: E731
        return loops.each_of_list(c, subject, done, item.span, one_moment=_is_one_moment(item))
    c.expect(subject, PLAYER, item.subject.span, "who does this")
    return _subject_acts(c, item, subject)


def _is_one_moment(item: n.Act) -> bool:
    """Whether several subjects do it together: all but choosing, since each answer may depend on those before."""
    return not item.optional and not isinstance(item.verb, n.Choose)


def _subject_acts(c: Context, item: n.Act, subject: ir.Expression | None) -> Statements:
    with c.with_subject(subject if item.subject is not None else c.subject):
        if not item.optional:
            return verb(c, item, subject)
        who = who_acts(c, subject, item.span)
        if isinstance(item.verb, n.Choose):
            private = is_private(item)
            return choices.choose(c, item.verb, who, manner_of(item), item.span, optional=True, announced=not private)
        return (choices.may_act(c, who, item.verb.span, verb(c, item, who), item.span),)


def verb(c: Context, item: n.Act, subject: ir.Expression | None) -> Statements:
    """What one verb does, for that subject."""
    span, doing = item.span, item.verb
    manner_fits(c, item)
    match doing:
        case n.Transfer():
            return (counters.transfer(c, item, doing, subject),)
        case n.GiveAmount():
            return (counters.give(c, item, doing, subject),)
        case n.Draw():
            return (_draw(c, doing, subject, span),)
        case n.Move():
            return _move(c, item, doing, subject)
        case n.Advance():
            return (pawns.advance(c, doing, span),)
        case n.Discard(pieces):
            return _discard(c, pieces, item, subject)
        case n.GivePieces():
            return _give(c, item, doing, subject)
        case n.RemoveFromGame(pieces):
            return (_remove(c, pieces, item, subject),)
        case n.Reveal(pieces, to):
            seers = ex.players(c, to, "who sees it") if to is not None else None
            shown, told = _shown(c, pieces)
            return (ir.Reveal(shown, seers, c.site(span), who_moves(c, subject), told, span=span),)
        case n.Look(pieces):
            seers = ex.as_list(who_acts(c, subject, span), span)
            shown, told = _shown(c, pieces)
            return (ir.Reveal(shown, seers, c.site(span), who_moves(c, subject), told, span=span),)
        case n.Flip(pieces, face):
            return (ir.Flip(pieces_of(c, pieces), face == "up", c.site(span), span=span),)
        case n.Shuffle(zone, into):
            return _shuffle(c, zone, into, item, subject)
        case n.Create():
            return (_create(c, doing, subject, span),)
        case n.CreateCopy():
            return (_create_copy(c, doing, subject, span),)
        case n.Swap(left, right):
            return (_swap(c, left, right, subject, span),)
        case n.Roll():
            return rolling.roll(c, item, doing, subject)
        case n.RollAgain():
            return rolling.again(c, item, doing, subject)
        case n.Choose():
            who = who_moves(c, subject) if item.manner == "randomly" else who_acts(c, subject, span)
            return choices.choose(c, doing, who, manner_of(item), span, announced=not is_private(item))
        case _:
            assert_never(doing)


# ---------------------------------------------------------------- which pieces, and where they go


def _shown(c: Context, node: n.Expression) -> tuple[ir.Expression, ir.Expression | None]:
    """The pieces that are shown, and what alone is told of one: `the side of top of pile`."""
    value = ex.expression(c, node)
    match value:
        case ir.Attribute(_, piece):
            return piece, value
        case ir.Read(_, (piece,)) if piece.type.kind is Kind.PIECE:
            return piece, value
        case _:
            return _as_pieces(c, value, node), None


def pieces_of(c: Context, node: n.Expression) -> ir.Expression:
    """One piece, none, or a list of pieces."""
    return _as_pieces(c, ex.expression(c, node), node)


def _as_pieces(c: Context, value: ir.Expression, node: n.Expression) -> ir.Expression:
    if value.type.kind is Kind.ZONE:
        return ir.Contents(value, span=node.span)
    if value.type.kind not in (Kind.PIECE, Kind.DIE, Kind.NOTHING, Kind.UNKNOWN):
        c.e.wrong("not-a-piece", f"a card is wanted, not {words(value.type)}", node.span,
                  label=f"this is {words(value.type)}", help=_name_a_card(c, value.type))  # fmt: skip
    return value


def _name_a_card(c: Context, type_: Type) -> tuple[str, ...]:
    if type_.kind is Kind.TEXT:
        return ("name the zone it lies in: `the card in ZONE where title is ...`",)
    if type_.kind is Kind.NUMBER:
        return ("counters are paid, gained, lost or given: `pay 3 COUNTER to the bank`",)
    zones = joined(sorted(c.e.scope.names_of(ZoneSymbol)))
    return (f"say where it lies: `the card in ZONE`, `top of ZONE`; the zones are {zones}",)


def zone_of(c: Context, node: n.Expression, wanted: str) -> ir.Expression:
    """A zone, named where one is wanted."""
    return ex.typed(c, node, ir.ZONE, wanted)


def _goes(
    c: Context, verb_: ir.MoveVerb, moved: ir.Expression, zone: ir.Expression, item: n.Act,
    subject: ir.Expression | None, at_bottom: bool = False, face: ir.Face | None = None,
) -> ir.Statement:  # fmt: skip
    manner = Manner.PLAIN if isinstance(item.verb, n.Shuffle) else manner_of(item)
    return ir.MovePieces(
        verb_, moved, zone, at_bottom, face, who_moves(c, subject), manner, c.site(item.span), span=item.span
    )


def _moved(c: Context, pieces: n.Expression) -> tuple[Statements, ir.Expression]:
    """What is moved; a single piece is kept as `it`, which stays that piece wherever it goes."""
    moved = pieces_of(c, pieces)
    if moved.type.many:
        return (), moved
    if isinstance(moved, ir.Local):
        c.it = moved
        return (), moved
    c.it = kept = c.bind(None, moved.type, hidden_name="it")
    return (ir.SetLocal(kept.slot, moved, span=pieces.span),), kept


def drop_unused_it(done: list[ir.Statement]) -> list[ir.Statement]:
    """Without the locals that were kept for an `it` that was never said."""
    for k in range(len(done) - 2, -1, -1):
        match done[k], done[k + 1]:
            case ir.SetLocal(slot, pieces), ir.MovePieces(pieces=ir.Local(moved, "it")) as move if slot == moved:
                if not any(local.slot == slot for local in nodes_of((move.zone, *done[k + 2 :]), ir.Local)):
                    done[k : k + 2] = [attrs.evolve(move, pieces=pieces)]
            case _:
                pass
    return done


def _give(c: Context, item: n.Act, doing: n.GivePieces, subject: ir.Expression | None) -> Statements:
    getter = ex.expression(c, doing.to, PLAYER)
    if getter.type.kind is Kind.ZONE:
        there, cards = shown(doing.to.span), shown(doing.pieces.span)
        c.e.wrong("give-whom", "a card is given to a player, not to a zone", doing.to.span, label="this is a zone",
                  help=(f"write `move {cards} to {there}`",))  # fmt: skip
    owner, instead = c.expect(getter, PLAYER, doing.to.span, "who gets it"), "move ... to ZONE of PLAYER"
    hand = _zone_named(c, "hand", owner, doing.to.span, "giving a card", instead)
    before, moved = _moved(c, doing.pieces)
    return (*before, _goes(c, ir.MoveVerb.GIVE, moved, hand, item, subject))


def _discard(c: Context, pieces: n.Expression, item: n.Act, subject: ir.Expression | None) -> Statements:
    """Onto the discard pile; where players have their own, onto that of whoever holds the card."""
    pile = _zone_named(c, "discard_pile", subject, item.span, "`discard`", f"move {shown(pieces.span)} to ZONE")
    before, moved = _moved(c, pieces)
    if not pile.at or not moved.type.many:
        return (*before, _goes(c, ir.MoveVerb.DISCARD, moved, _pile_of_holder(pile, moved), item, subject))
    one = ir.Local(c.new_slot("piece"), "piece", ir.PIECE, span=pieces.span)
    discarded = _goes(c, ir.MoveVerb.DISCARD, one, _pile_of_holder(pile, one), item, subject)
    return (*before, ir.ForEach(one.slot, moved, (discarded,), span=item.span))


def _pile_of_holder(pile: ir.ZoneAt, piece: ir.Expression) -> ir.ZoneAt:
    """Of what lies in a common zone, the pile of whoever discards it."""
    if not pile.at:
        return pile
    holder = ir.Function("holder", (piece,), PLAYER.or_none(), span=piece.span)
    nobody = ir.Compare("=", holder, ir.Constant(ir.NONE, ir.NOTHING), span=piece.span)
    return attrs.evolve(pile, at=(ir.Cases(((nobody, pile.at[0]),), holder, PLAYER.or_none(), span=piece.span),))


_USUAL = {
    "discard_pile": "discard_pile: stack, face up",
    "draw_pile": "draw_pile of player: stack, face down",
    "hand": "hand of player: hand",
}


def _zone_named(
    c: Context, text: str, owner: ir.Expression | None, span: Span, wanted_for: str, instead: str
) -> ir.ZoneAt:
    """The zone that is meant where none is named; `instead` is the sentence with its ZONE."""
    symbol = c.e.scope.names.get(text)
    if not isinstance(symbol, ZoneSymbol):
        where = instead.replace("ZONE", _likely_zone(c, text))
        c.e.wrong(
            "no-such-zone", f"{wanted_for} needs a zone called `{text}`", span, label=f"no zone is called `{text}`",
            help=(f"say where: `{where}`; or declare `zone {_USUAL[text]}`",),
        )  # fmt: skip
    if not symbol.dimensions:
        return ir.ZoneAt(text, (), span=span)
    return ir.ZoneAt(text, (who_acts(c, owner, span),), span=span)


def _likely_zone(c: Context, text: str) -> str:
    """A zone of the game that may be meant where one of that name is missing."""
    zones = {name: zone for name, zone in c.e.scope.names.items() if isinstance(zone, ZoneSymbol)}
    piles = [name for name, zone in zones.items() if zone.shape == "stack" and not zone.dimensions]
    near = nearest(text, sorted(zones))
    if near:
        return near[0]
    return piles[0] if len(piles) == 1 and text == "draw_pile" else "ZONE"


# ---------------------------------------------------------------- move, draw, shuffle


def _move(c: Context, item: n.Act, doing: n.Move, subject: ir.Expression | None) -> Statements:
    if (pawn := pawns.move(c, doing, item.span)) is not None:
        return (pawn,)
    if (part := laying.place_meant(c, doing.target)) is not None:
        return laying.lay(c, doing, *part, item.span)
    before, moved = _moved(c, doing.pieces)
    end = doing.target if isinstance(doing.target, n.PileEnd) and doing.target.amount is None else None
    zone = zone_of(c, end.zone if end is not None else doing.target, "where a card goes")
    at_bottom, face = end is not None and end.end == "bottom", ir.Face(doing.face) if doing.face else None
    return (*before, _goes(c, ir.MoveVerb.MOVE, moved, zone, item, subject, at_bottom, face))


def _remove(c: Context, pieces: n.Expression, item: n.Act, subject: ir.Expression | None) -> ir.Statement:
    moved = pieces_of(c, pieces)
    if moved.type.kind is Kind.DIE:
        return _remove_dice(c, moved, item.span)
    out = ir.ZoneAt("", (), span=item.span)
    return _goes(c, ir.MoveVerb.REMOVE, moved, out, item, subject, face=ir.Face.UP)


def _remove_dice(c: Context, dice: ir.Expression, span: Span) -> ir.Statement:
    """Dice leave those that they were rolled with: the ones that they are taken from, else all that are named here."""
    thrown = [node for node in nodes_in(dice) if isinstance(node, ir.Local) and node.type == _DICE]
    if not thrown:
        locals_ = {name: local for names in c.names for name, local in names.items() if local.type == _DICE}
        thrown = [ir.Local(local.slot, name, local.type, span=span) for name, local in locals_.items()]
    if not thrown and isinstance(dice, ir.Local):
        return ir.SetLocal(dice.slot, ir.Constant(ir.NONE, ir.NOTHING), span=span)
    if len(thrown) != 1:
        c.e.wrong(
            "which-dice", "it is not clear which dice this die was rolled with", span, label="one of which throw?",
            help=("take it from those that were rolled: `remove item(1) of thrown from the game`",),
        )  # fmt: skip
    left = ir.Function("without_each", (thrown[0], ex.as_list(dice, span)), _DICE, span=span)
    return ir.SetLocal(thrown[0].slot, left, span=span)


def _shuffle(
    c: Context, zone: n.Expression, into: n.Expression | None, item: n.Act, subject: ir.Expression | None
) -> Statements:
    if into is None and (part := laying.place_meant(c, zone)) is not None:
        return laying.shuffle(c, *part, item.span)
    where = zone_of(c, zone, "what is shuffled")
    if into is None:
        return (ir.Shuffle(where, c.site(item.span), who_moves(c, subject), span=item.span),)
    target = zone_of(c, into, "what it is shuffled into")
    moved = _goes(c, ir.MoveVerb.MOVE, ir.Contents(where, span=zone.span), target, item, subject)
    return (moved, ir.Shuffle(target, c.site(item.span), who_moves(c, subject), span=item.span))


def _draw(c: Context, doing: n.Draw, subject: ir.Expression | None, span: Span) -> ir.Statement:
    if doing.noun is not None:
        _one_of_them(c, doing.amount)
        _no_other_thing(c, doing, doing.noun)
        of_any_kind(c, doing.noun)
    said = doing.source is not None and doing.target is not None
    who = who_moves(c, subject) if said else who_acts(c, subject, span)
    sentence = f"draw {_said_of(doing)} from"
    if doing.source is not None:
        source, pile = zone_of(c, doing.source, "what is drawn from"), shown(doing.source.span)
    else:
        source, pile = _zone_named(c, "draw_pile", who, span, "`draw`", f"{sentence} ZONE"), "draw_pile"
    if doing.target is not None:
        target = zone_of(c, doing.target, "where it goes")
    else:
        target = _zone_named(c, "hand", who, span, "`draw`", f"{sentence} {pile} to ZONE")
    amount = ex.number(c, doing.amount, "how many are drawn")
    if doing.up_to:
        held = ir.CountOf(ir.Contents(target, span=span), span=span)
        amount = ir.Arithmetic("-", amount, held, span=span)
    bound = c.bind(doing.binding, ir.PIECE.or_none(), hidden_name="drawn")
    c.it = bound
    return ir.Draw(who, amount, source, target, bound.slot, c.site(span), span=span)


def _said_of(doing: n.Draw) -> str:
    """How many are drawn, as it is written."""
    how_many = "a" if doing.single else f"{'to ' if doing.up_to else ''}{shown(doing.amount.span)}"
    return f"{how_many} {doing.noun.text}" if doing.noun is not None else how_many


def _one_of_them(c: Context, amount: n.Expression) -> None:
    """`draw one card`, `draw another card`: it is said with `a`."""
    if isinstance(amount, n.Name) and amount.text in ("one", "another") and c.find(amount.text) is None:
        c.e.wrong("unknown-name", f"nothing is called `{amount.text}`", amount.span, label="write `a`",
                  fix=Fix("write `a`", (Edit(amount.span, "a"),), safe=False))  # fmt: skip


def _no_other_thing(c: Context, doing: n.Draw, noun: n.Name) -> None:
    """`draw 3 coins`: counters are gained. `draw 3 pile`: what is drawn comes `from` there."""
    symbol = c.e.scope.find(noun.text)
    if ex.kind_named(c, noun.text) is not None:
        return
    if isinstance(symbol, VariableSymbol) and symbol.number >= 0:
        c.e.wrong("wrong-kind", f"`{noun.text}` is a counter, and cards are drawn", noun.span, label="a counter",
                  help=(f"write `gain {1 if doing.single else shown(doing.amount.span)} {noun.text}`",))  # fmt: skip
    if isinstance(symbol, ZoneSymbol):
        at = Span(noun.span.source, noun.span.start, noun.span.start)
        c.e.wrong("missing-word", f"`from` is missing before `{noun.text}`", noun.span,
                  label=f"write `from {noun.text}`",
                  fix=Fix("write `from`", (Edit(at, "from "),), safe=False))  # fmt: skip


# ---------------------------------------------------------------- create, swap


def _create(c: Context, doing: n.Create, subject: ir.Expression | None, span: Span) -> ir.Statement:
    name = doing.card_type
    symbol = c.e.scope.names.get(name.text) or c.e.scope.names.get(singular(name.text))
    if not isinstance(symbol, CardTypeSymbol):
        kinds = c.e.scope.names_of(CardTypeSymbol)
        c.e.unknown(name, "there are no cards called", kinds, "unknown-cards", "the kinds of cards are")
    zone = zone_of(c, doing.zone, "where cards are made")
    each = _of_each(c, doing.of_each, symbol) if doing.of_each else None
    owner = who_moves(c, subject)
    amount = ex.number(c, doing.amount, "how many are made")
    return ir.Create(symbol.node.name.text, amount, each, zone, owner, c.site(span), span=span)


def _create_copy(c: Context, doing: n.CreateCopy, subject: ir.Expression | None, span: Span) -> ir.Statement:
    like = ex.expression(c, doing.original)
    if like.type.kind not in (Kind.PIECE, Kind.UNKNOWN) or like.type.many:
        c.e.wrong("not-a-piece", f"a copy is made of one card or other piece, not of {words(like.type)}",
                  doing.original.span, label=f"this is {words(like.type)}",
                  help=("name one piece: `create a copy of top of draw_pile in your hand`",))  # fmt: skip
    if doing.noun is not None and doing.noun.text not in ("copies", "copy"):
        kind = ex.kind_named(c, doing.noun.text)
        if kind is None or kind.kind is not Kind.PIECE or like.type.name not in ("", kind.name):
            c.e.wrong("wrong-kind", f"`{shown(doing.original.span)}` is no {doing.noun.text}", doing.noun.span,
                      label="another kind", help=(f"write `{shown(doing.amount.span) if doing.amount else 1} copies of "
                      f"{shown(doing.original.span)}`",))  # fmt: skip
    amount = ex.number(c, doing.amount, "how many are made") if doing.amount else ir.Constant(1, NUMBER, span=span)
    zone = zone_of(c, doing.zone, "where cards are made")
    return ir.Create(like.type.name, amount, None, zone, who_moves(c, subject), c.site(span), like, span=span)


def _of_each(c: Context, enum: n.Name, symbol: CardTypeSymbol) -> str:
    """`of each Stance`: one for each value, printed in the field of that type."""
    for type_ in symbol.fields.values():
        if type_.kind is Kind.VALUE and type_.name in (enum.text, singular(enum.text)):
            return type_.name
    if enum.text not in c.e.scope.enums:
        c.e.unknown(enum, "there is no enum called", c.e.scope.enums, "unknown-enum", "the enums are")
    kind = symbol.node.name.text
    c.e.wrong("no-such-field", f"nothing printed on {kind} cards is a {enum.text}", enum.span,
              label="which field would say which it is?",
              help=(f"declare a field for it: `cards {kind}: NAME: {enum.text}`",))  # fmt: skip


def _swap(
    c: Context, left: n.Expression, right: n.Expression, subject: ir.Expression | None, span: Span
) -> ir.Statement:
    first, second = ex.expression(c, left), ex.expression(c, right)
    for value, node in ((first, left), (second, right)):
        if value.type.kind not in (Kind.PIECE, Kind.ZONE, Kind.UNKNOWN) or value.type.many:
            c.e.wrong(
                "not-swapped", f"two cards or two zones change places, not {words(value.type)}", node.span,
                label=f"this is {words(value.type)}", help=("to exchange numbers, keep one of them with `let`",),
            )  # fmt: skip
    if Kind.UNKNOWN not in (first.type.kind, second.type.kind) and first.type.kind is not second.type.kind:
        c.e.wrong("not-swapped", f"{words(first.type)} cannot change places with {words(second.type)}", span,
                  label="two cards, or two zones", help=("swap two cards, or all that lies in two zones",))  # fmt: skip
    return ir.Swap(first, second, c.site(span), who_moves(c, subject), span=span)
