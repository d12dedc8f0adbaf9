"""A table with a bit of everything, and IR written shortly: what tests of the engine build their games from.

Three players can sit down. There are counters (with bounds, hidden, in a group), flags, roles, pots; cards in a stack
that is refilled, hands, slots, boards; dice; enums that go round and that do not; definitions with exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PLAYER, PLAYERS, YES_NO, Dimension, Index, Kind, Manner, Seen, Type

COLOUR = Type(Kind.VALUE, "Colour")  # goes round: red, green, blue
RANK = Type(Kind.VALUE, "Rank")  # low, middle, high, top
COIN = Type(Kind.VALUE, "Coin")  # a group of counters: gold, silk
CARD = Type(Kind.PIECE, "Card")

YOU = ir.Local(0, "you", PLAYER.or_none())
NOBODY = ir.Constant(ir.NONE, PLAYER.or_none())
ONE = ir.Constant(1, NUMBER)
BANK = ir.Bank()
EVERYBODY = ir.AllOf(PLAYER, PLAYERS)

_SITES = count()


def site() -> int:
    """A site that no other statement of the same game has."""
    return next(_SITES)


def sites_from_0() -> None:
    """Sites are counted anew, so that the same game made again has the same sites."""
    global _SITES
    _SITES = count()


def n(value: int) -> ir.Constant:
    """A number."""
    return ir.Constant(value, NUMBER)


def seat(place: int) -> ir.Constant:
    """A player."""
    return ir.Constant(place, PLAYER)


def local(slot: int, type_: Type = NUMBER) -> ir.Local:
    """What a slot holds."""
    return ir.Local(slot, f"s{slot}", type_)


def read(name: str, *at: ir.Expression) -> ir.Read:
    """A variable of the table."""
    return ir.Read(name, at, next(v.type for v in VARIABLES if v.name == name))


def zone(name: str, *at: ir.Expression) -> ir.ZoneAt:
    """A zone of the table."""
    return ir.ZoneAt(name, at)


def lying(name: str, *at: ir.Expression) -> ir.Contents:
    """What lies in a zone."""
    return ir.Contents(zone(name, *at))


def top(name: str, *at: ir.Expression) -> ir.PileEnd:
    """The top piece of a zone, or none."""
    return ir.PileEnd(ir.PileSide.TOP, zone(name, *at), None, PIECE.or_none())


def compare(left: ir.Expression, operator: ir.Comparison, right: ir.Expression) -> ir.Compare:
    """A comparison, in the order in which one writes it."""
    return ir.Compare(operator, left, right)


def write(name: str, value: ir.Expression, *at: ir.Expression) -> ir.Write:
    """Sets a variable."""
    return ir.Write(name, at, value, site())


def change(name: str, amount: ir.Expression, *at: ir.Expression, down: bool = False) -> ir.Change:
    """Raises or lowers a variable."""
    return ir.Change(name, at, amount, down, site())


def gain(player: ir.Expression, amount: ir.Expression, counter: int = 0, **more: Any) -> ir.Transfer:
    """Counters from the bank, or from `source`."""
    source = more.pop("source", BANK)
    manner = more.pop("manner", Manner.PLAIN)
    target = ir.Holder(player)
    coin = ir.Constant(counter, ir.COUNTER)
    return ir.Transfer(ir.TransferVerb.GAIN, coin, amount, source, target, manner, site(), **more)


def move(pieces: ir.Expression, to: ir.Expression, **more: Any) -> ir.MovePieces:
    """Pieces go to a zone."""
    at_bottom, face = more.pop("at_bottom", False), ir.Face(face) if (face := more.pop("face", None)) else None
    return ir.MovePieces(ir.MoveVerb.MOVE, pieces, to, at_bottom, face, more.pop("mover", NOBODY), Manner.PLAIN, site())


def choose(player: ir.Expression, options: ir.Options, slot: int, *body: Any, **more: Any) -> ir.Choose:
    """A question; `otherwise`, `optional`, `manner`, `offers`, `hidden_options` as in the IR."""
    return ir.Choose(
        player,
        options,
        slot,
        more.pop("optional", False),
        more.pop("manner", Manner.PLAIN),
        more.pop("prompt", ("?",)),
        None,
        more.pop("offers", ()),
        body,
        more.pop("otherwise", ()),
        site(),
        **more,
    )


def one_of(candidates: ir.Expression) -> ir.FromList:
    """One thing from a list."""
    return ir.FromList(candidates, ONE, ONE)


def number(low: int, high: int) -> ir.FromRange:
    """A number from a range."""
    return ir.FromRange(n(low), n(high))


def call(procedure: str, *arguments: ir.Expression, slot: int = -1, you: ir.Expression | None = None) -> ir.Call:
    """Runs a procedure."""
    return ir.Call(procedure, arguments, slot, you, site())


def procedure(name: str, slots: int, *statements: Any, parameters: int = 0, answers: bool = False) -> ir.Procedure:
    """A procedure with so many slots in all, of which the first after `you` are parameters."""
    return ir.Procedure(name, (NUMBER,) * parameters, NUMBER if answers else None, body(slots, *statements))


def action(name: str, slots: int, *statements: Any, needs: Iterable[ir.Expression] = (), **more: Any) -> ir.Action:
    """An action; `kind`, `secret`, `per_unit`, `limit` and `own_turn` as in the IR."""
    wanted = tuple(ir.Need(need, "not now") for need in needs)
    kind, secret = ir.ActionKind(more.pop("kind", "action")), more.pop("secret", False)
    often = more.pop("per_unit", ""), more.pop("limit", None), more.pop("own_turn", False)
    return ir.Action(name, name, kind, secret, *often, wanted, body(slots, *statements), ())


def flow(name: str, slots: int, *statements: Any, kind: str = "step", **more: Any) -> ir.Flow:
    """A step, or a round with `until` and `bound`."""
    until, bound = more.pop("until", None), more.pop("bound", None)
    return ir.Flow(name, ir.FlowKind(kind), "", name, until, bound, body(slots, *statements), (), "")


def body(slots: int, *statements: Any) -> ir.Body:
    """Statements with so many slots."""
    return ir.Body(("you", *(f"s{slot}" for slot in range(1, slots))), statements)


def game(*statements: Any, slots: int = 12, **more: Any) -> ir.Game:
    """A game at this table whose setup does nothing and whose rules are the statements.

    `procedures`, `actions`, `flows`, `ends`, `defines`, `setup` and the like as in the IR.
    """
    parts: dict[str, Any] = {
        "title": "Table", "fewest_players": 3, "most_players": 3, "credits": (), "variants": (),
        "parameters": PARAMETERS, "enumerations": ENUMERATIONS, "card_types": CARD_TYPES, "cards": CARDS,
        "dice": DICE, "zones": ZONES, "variables": VARIABLES, "defines": DEFINES, "procedures": (), "flows": (),
        "actions": (), "hooks": (), "whenevers": (), "ends": (), "setup": body(1), "main": body(slots, *statements),
        "texts": TEXTS, "rulings": (), "sites": (),
    }  # fmt: skip
    return ir.Game(**(parts | more))


# ---------------------------------------------------------------- the table

TEXTS = ("stakes", "worth", "hello")
STAKES = ir.Function("parameter", (ir.Constant(0, ir.TEXT),), NUMBER)
PARAMETERS = (ir.Parameter("stakes", NUMBER, 3, 0, 9, "what is at stake"),)


def _values(*names: str) -> tuple[ir.Value, ...]:
    return tuple(ir.Value(name, name.title(), (("worth", 2 * place),)) for place, name in enumerate(names))


ENUMERATIONS = (
    ir.Enumeration("Colour", _values("red", "green", "blue"), True),
    ir.Enumeration("Rank", _values("low", "middle", "high", "top"), False),
    ir.Enumeration("Coin", _values("gold", "silk"), False),
)

_OF_PLAYER = (Index(Dimension.PLAYER),)
_BY_RANK = (Index(Dimension.VALUE, "Rank"),)


def _variable(name: str, dimensions: tuple[Index, ...], type_: Type, start: int, **more: Any) -> ir.Variable:
    low, high = more.pop("low", None), more.pop("high", None)
    return ir.Variable(
        name,
        name,
        dimensions,
        type_,
        ir.Constant(start, type_),
        None if low is None else n(low),
        None if high is None else n(high),
        more.pop("hidden", False),
        more.pop("group", ""),
        more.pop("number", -1),
        seen=more.pop("seen", False),
    )


_OF_CARD = (Index(Dimension.PIECE, "Card"),)
VARIABLES = (
    _variable("gold", _OF_PLAYER, NUMBER, 3, low=0, group="Coin", number=0),
    _variable("silk", _OF_PLAYER, NUMBER, 2, low=0, high=5, hidden=True, group="Coin", number=1),
    _variable("debt", _OF_PLAYER, NUMBER, 0, low=-3, high=3, number=2),
    _variable("total", (), NUMBER, 2, low=-1000, high=1000),
    _variable("level", (), NUMBER, 0, low=-2, high=3),
    _variable("seen_it", _BY_RANK, YES_NO, 0),
    _variable("hue", _OF_PLAYER, COLOUR.or_none(), -1),
    _variable("boss", (), PLAYER.or_none(), -1),
    _variable("grid", (*_OF_PLAYER, *_BY_RANK), NUMBER, 1, low=0, high=9),
    _variable("pot", (Index(Dimension.VALUE, "Coin"),), NUMBER, 4, low=0),
    _variable("chest", (), NUMBER, 1, low=0, high=6, hidden=True),
    ir.Variable("friends", "friends", (), PLAYERS, ir.ListOf((), PLAYERS), None, None, False, "", -1),
    _variable("given", (), NUMBER, 0, low=0, high=4),
    _variable("mark", _OF_CARD, NUMBER, 0, seen=True),
    _variable("keeper", _OF_CARD, PLAYER.or_none(), -1),
    _variable("stamp", (*_OF_CARD, *_BY_RANK), NUMBER, 1, low=0, high=3),
)

CARD_TYPES = (
    ir.CardType(
        "Card",
        (
            ir.PieceField("colour", COLOUR),
            ir.PieceField("worth", NUMBER),
        ),
    ),
    ir.CardType("Token", (ir.PieceField("hue", RANK),)),
)
CARDS = tuple(
    ir.Card(title, "Card", n(copies), ir.ZoneAt(where, ()), (("colour", colour), ("worth", worth)), None, ())
    for title, copies, where, colour, worth in (
        ("Ash", 2, "pile", 0, 3), ("Bay", 1, "pile", 1, -2), ("Elm", 1, "pile", 2, 0), ("Fir", 2, "shelf", 0, 5),
    )
)  # fmt: skip
DICE = (ir.Die("die", 1, 6), ir.Die("toss", 0, 1))


def _zone(name: str, seen: Seen, shape: str, *dimensions: Index, **more: Any) -> ir.Zone:
    return ir.Zone(name, dimensions, ir.Shape(shape), seen, more.pop("refill", ""), more.pop("capacity", None))


ZONES = (
    _zone("pile", Seen.NOBODY, "stack", refill="trash"),
    _zone("trash", Seen.EVERYBODY, "stack"),
    _zone("shelf", Seen.EVERYBODY, "row"),
    _zone("hand", Seen.OWNER, "hand", *_OF_PLAYER),
    _zone("spot", Seen.MOVER, "slot", *_OF_PLAYER, capacity=ONE),
    _zone("dark", Seen.ALL_BUT_OWNER, "group", *_OF_PLAYER),
    _zone("board", Seen.EVERYBODY, "board", *_OF_PLAYER, *_BY_RANK, capacity=n(2)),
    _zone("own", Seen.OWNER, "group"),
)


def _define(
    name: str, arguments: tuple[Type, ...], value: ir.Expression, *exceptions: ir.ExceptionRule, **more: Any
) -> ir.Define:
    slots = tuple(f"a{place}" for place in range(more.pop("slots", len(arguments))))
    type_, combining = more.pop("type", NUMBER), more.pop("combining", None)
    return ir.Define(name, arguments, slots, value, type_, combining and ir.Combining(combining), exceptions)


def exception(
    condition: ir.Expression, how: str, value: ir.Expression, standing: ir.Standing = ir.Standing.BASE
) -> ir.ExceptionRule:
    """An exception to a definition."""
    return ir.ExceptionRule(condition, ir.Override(how), value, standing, "")


_PREVIOUS = ir.Previous(NUMBER)
_WEALTH = ir.Arithmetic("+", read("gold", local(0, PLAYER)), read("debt", local(0, PLAYER)))
_RANK_OF = ir.Cases(
    ((compare(read("gold", local(0, PLAYER)), ">", n(4)), ir.Constant(2, RANK)),), ir.Constant(0, RANK), RANK
)

_RICHER = ir.CountOf(ir.Filter(EVERYBODY, 2, compare(read("gold", local(2, PLAYER)), ">=", local(1)), PLAYERS))

DEFINES = (
    _define("fixed", (), ir.Arithmetic("*", STAKES, n(2))),
    _define(
        "wealth",
        (PLAYER,),
        _WEALTH,
        exception(compare(read("level"), ">", n(0)), "plain", ir.Arithmetic("+", _PREVIOUS, read("level"))),
    ),
    _define("poor", (PLAYER,), compare(read("gold", local(0, PLAYER)), "<", n(3)), type=YES_NO),
    _define(
        "rank",
        (PLAYER,),
        _RANK_OF,
        exception(
            compare(read("level"), "=", n(3)), "plain", ir.Function("shift", (ir.Previous(RANK), n(-1)), RANK.or_none())
        ),
        type=RANK,
    ),
    _define("many", (PLAYER, NUMBER), _RICHER, slots=3),
    _define(
        "layers",
        (NUMBER,),
        local(0),
        exception(compare(local(0), "<", n(0)), "instead", n(7)),
        exception(compare(read("level"), "=", n(2)), "instead", n(8), ir.Standing.VARIANT),
        exception(compare(local(0), ">", n(5)), "at_most", n(6), ir.Standing.VARIANT),
        exception(compare(read("total"), ">", n(2)), "at_least", n(1)),
        exception(compare(read("total"), ">", n(4)), "plain", ir.Arithmetic("*", _PREVIOUS, n(2)), ir.Standing.CARD),
    ),
    _define(
        "best",
        (NUMBER,),
        local(0),
        exception(compare(read("level"), ">", n(0)), "instead", n(4)),
        exception(compare(read("total"), ">", n(3)), "instead", read("total")),
        combining="highest",
    ),
    _define(
        "quarrel",
        (),
        n(1),
        exception(compare(read("level"), ">", n(1)), "instead", n(4)),
        exception(compare(read("total"), ">", n(5)), "instead", n(5)),
    ),
    _define("recent", (NUMBER,), local(0), combining="latest"),
)
