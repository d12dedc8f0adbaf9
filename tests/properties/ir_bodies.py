"""Bodies made up at random: well-typed IR at the table of `tests/ir_table.py`, with every kind of statement and value.

Whatever is read has been set before, loops and dice are few, and routines call only those made before them, so that
nothing goes on for ever; divisions by 0 and exceptions that disagree do occur. What might go on for ever all the same,
as a rule does that answers itself, is done a few times in a game (`Maker.a_few_times`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PLAYER, YES_NO, Kind, Manner, Type
from tests import ir_table as t

RANK, COLOUR = t.RANK, t.COLOUR
SOMEBODY = PLAYER.or_none()
SOME_PIECE = PIECE.or_none()
LISTS = (PLAYER, PIECE, NUMBER, RANK)
CAUSE = ir.Function("cause", (), SOME_PIECE)
NOTHING = ir.Constant(ir.NONE, ir.NOTHING)


@frozen
class Begun:
    """An effect that begins when a body says so, and the types of what it keeps: `you`, a card, and more.

    `copies`: by it a piece is a copy of another.
    """

    number: int
    card: bool
    kept: tuple[Type, ...]
    copies: bool = False


@frozen
class Kept:
    """An effect that is in force, as it stands in a rule of it, and the types of what it keeps."""

    number: int
    instance: ir.Local
    types: tuple[Type, ...]


@define
class Maker:
    """Makes one body. `known` are the locals that hold something by now, with their types.

    `below(n)` chooses one of the numbers from 0 to n - 1.
    """

    below: Callable[[int], int]
    slots: int = 1
    known: list[tuple[int, Type]] = field(factory=list)
    callable: list[tuple[str, int, bool]] = field(factory=list)  # name, parameters, whether it answers
    actions: tuple[str, ...] = ()
    anytime: tuple[str, ...] = ()
    may_ask: bool = True
    in_loop: bool = False
    answers: bool = False
    in_sentence: bool = False  # of several, which has no end of a turn in it
    on_event: bool = False  # there is something behind what happens
    in_text: bool = False
    stays: bool = False  # it is not left early, so that what follows is reached
    plain: bool = False  # no definitions in it, since one of them may hang on it
    begins: list[Begun] = field(factory=list)  # the effects that may begin here
    kept: Kept | None = None  # the effect whose rule this is

    def chance(self, one_in: int) -> bool:
        return self.below(one_in) == one_in - 1

    def pick(self, *makers: Any) -> Any:
        """One of them; what can be called is."""
        made = makers[self.below(len(makers))]
        return made() if callable(made) else made

    def new(self) -> int:
        self.slots += 1
        return self.slots - 1

    def local(self, type_: Type) -> ir.Expression | None:
        """A local that holds such a thing, or what an effect has kept of that kind."""
        fitting: list[ir.Expression] = [ir.Local(slot, "x", type_) for slot, known in self.known if known == type_]
        if (kept := self.kept) is not None:
            places = [place for place, of in enumerate(kept.types) if of.or_none() == type_.or_none()]
            fitting += [ir.Held(kept.number, kept.instance, place, kept.types[place]) for place in places]
        return self.pick(*fitting) if fitting else None

    def a_few_times(self, *statements: Any) -> ir.If:
        """What might go on for ever is done a few times in a game, and then no more."""
        return ir.If(t.compare(t.read("given"), "<", t.n(4)), (t.change("given", t.ONE), *statements), ())

    def inside(self, slot: int, type_: Type, make: Callable[[], Any]) -> Any:
        """Makes something in which one more local is known."""
        self.known.append((slot, type_))
        made = make()
        self.known.pop()
        return made

    # ------------------------------------------------------------ values

    def value(self, type_: Type, depth: int) -> ir.Expression:
        """An expression of a type."""
        if type_.many:
            return self.many(type_.one(), depth)
        found = self.local(type_)
        if found is not None and (depth <= 0 or self.chance(3)):
            return found
        match type_.kind:
            case Kind.NUMBER:
                return self.number(depth)
            case Kind.YES_NO:
                return self.condition(depth)
            case Kind.PLAYER:
                return self.player(depth)
            case Kind.PIECE:
                return self.piece(depth)
            case Kind.ZONE:
                return self.zone(depth)
            case _:
                return self.of_enum(type_, depth)

    def number(self, depth: int) -> ir.Expression:
        simple = (
            lambda: t.n(self.below(9) - 3),
            lambda: t.read(self.pick("total", "level", "chest")),
            lambda: t.STAKES,
            lambda: ir.Function("round_number", (), NUMBER),
        )
        if depth <= 0:
            return self.pick(*simple)  # type: ignore[no-any-return]
        d = depth - 1
        return self.pick(  # type: ignore[no-any-return]
            *simple,
            lambda: t.read(self.pick("gold", "silk", "debt"), self.player(d)),
            lambda: t.read("grid", self.player(d), self.of_enum(RANK, d)),
            lambda: t.read("pot", self.of_enum(t.COIN, d)),
            lambda: ir.ReadCounter(self.counter(d), self.player(d)),
            lambda: ir.Attribute("worth", self.piece(d), NUMBER),
            lambda: t.read("mark", self.piece(d)),
            lambda: t.read("stamp", self.piece(d), self.of_enum(RANK, d)),
            lambda: ir.Arithmetic(self.pick("+", "-"), self.number(d), self.number(d)),
            lambda: ir.Arithmetic("*", self.number(d), t.n(self.below(5) - 1)),
            lambda: ir.Divide(self.number(d), self.at_least_1(d), bool(self.below(2))),
            lambda: ir.Divide(self.number(d), t.n(2), bool(self.below(2))),
            lambda: ir.CountOf(self.many(self.pick(*LISTS), d)),
            lambda: self.best(d),
            lambda: ir.Cases(((self.condition(d), self.number(d)),), self.number(d), NUMBER),
            *(
                ()
                if self.plain
                else (
                    lambda: ir.Derived("fixed", (), NUMBER),
                    lambda: ir.Derived("wealth", (self.player(d),), NUMBER),
                    lambda: ir.Derived("many", (self.player(d), self.number(d)), NUMBER),
                    lambda: ir.Derived(self.pick("layers", "best"), (self.number(d),), NUMBER),
                )
            ),
            lambda: ir.Function("seat_number", (self.player(d),), NUMBER),
            lambda: ir.Function(self.pick("smaller", "larger"), (self.number(d), self.number(d)), NUMBER),
            lambda: self.worth(d),
            lambda: ir.Function("item", (self.number(d), self.many(NUMBER, d)), NUMBER.or_none()),
        )

    def at_least_1(self, depth: int) -> ir.Expression:
        return ir.Function("larger", (self.number(depth), t.ONE), NUMBER)

    def faulty(self) -> ir.Expression:
        """What may end in a fault; it stands only where it is worked out in any case."""
        division = ir.Divide(self.number(1), self.number(1), bool(self.below(2)))
        return self.pick(division, ir.Derived("quarrel", (), NUMBER))  # type: ignore[no-any-return]

    def worth(self, depth: int) -> ir.Expression:
        of = self.pick(RANK, COLOUR)
        return ir.Function("value_attribute", (ir.Constant(1, ir.TEXT), self.of_enum(of, depth)), NUMBER)

    def best(self, depth: int) -> ir.Expression:
        of, slot = self.pick(*LISTS), self.new()
        over = self.many(of, depth)
        value = self.inside(slot, of, lambda: self.number(depth))
        return ir.BestOf(self.pick(*ir.Aggregate), over, slot, value)

    def condition(self, depth: int) -> ir.Expression:
        if depth <= 0:
            return self.pick(ir.Constant(1, YES_NO), ir.Constant(0, YES_NO), ir.Function("game_is_over", (), YES_NO))  # type: ignore[no-any-return]
        d = depth - 1
        operator = self.pick("<", "<=", ">", ">=", "=", "!=")
        return self.pick(  # type: ignore[no-any-return]
            lambda: ir.Compare(operator, self.number(d), self.number(d)),
            lambda: ir.Compare(operator, self.of_enum(RANK, d), self.of_enum(RANK, d)),
            lambda: ir.Compare(self.pick("=", "!="), self.player(d), self.player(d)),
            lambda: ir.Compare(self.pick("=", "!="), self.piece(d), ir.Constant(ir.NONE, ir.NOTHING)),
            lambda: ir.And(tuple(self.condition(d) for _ in range(2 + self.below(2)))),
            lambda: ir.Or(tuple(self.condition(d) for _ in range(2 + self.below(2)))),
            lambda: ir.Not(self.condition(d)),
            lambda: t.read("seen_it", self.of_enum(RANK, d)),
            lambda: ir.Function("face_up", (self.piece(d),), YES_NO),
            *(() if self.plain else (lambda: ir.Derived("poor", (self.player(d),), YES_NO),)),
            *(
                ()
                if self.plain or self.in_text
                else (
                    lambda: ir.Function("playable", (self.piece(d), self.player(d)), YES_NO),
                    lambda: ir.Function("lasting", (self.piece(d),), YES_NO),
                )
            ),
            *((lambda: ir.Compare(self.pick("=", "!="), CAUSE, NOTHING),) if self.on_event else ()),
            lambda: self.some(d),
            lambda: self.is_in(d),
        )

    def some(self, depth: int) -> ir.Expression:
        of, slot = self.pick(*LISTS), self.new()
        over = self.many(of, depth)
        if self.chance(3):
            return ir.Some(over, -1, None)
        return ir.Some(over, slot, self.inside(slot, of, lambda: self.condition(depth)))

    def is_in(self, depth: int) -> ir.Expression:
        of = self.pick(*LISTS)
        return ir.IsIn(self.value(of, depth), self.many(of, depth))

    def player(self, depth: int) -> ir.Expression:
        if (found := self.local(PLAYER)) is not None and self.chance(2):
            return found
        simple = (lambda: t.seat(self.below(3)), lambda: t.seat(self.below(3)), t.read("boss"), t.YOU, t.NOBODY)
        if depth <= 0:
            return self.pick(*simple)  # type: ignore[no-any-return]
        d = depth - 1
        return self.pick(  # type: ignore[no-any-return]
            *simple,
            lambda: ir.Function(self.pick("left", "right"), (self.player(d),), SOMEBODY),
            lambda: ir.Function(self.pick("owner", "holder", "controller"), (self.piece(d),), SOMEBODY),
            lambda: ir.Function(self.pick("active_player", "next_player"), (), SOMEBODY),
            *((lambda: ir.Function("controller", (CAUSE,), SOMEBODY),) if self.on_event else ()),
            lambda: t.read("keeper", self.piece(d)),
            lambda: ir.First(self.many(PLAYER, d), SOMEBODY),
            lambda: ir.Cases(((self.condition(d), self.player(d)),), self.player(d), SOMEBODY),
            lambda: ir.Function(self.pick("first", "last"), (self.many(PLAYER, d),), SOMEBODY),
        )

    def of_enum(self, type_: Type, depth: int) -> ir.Expression:
        size = {"Colour": 3, "Rank": 4, "Coin": 2}[type_.name]
        simple = (lambda: ir.Constant(self.below(size), type_), ir.Constant(ir.NONE, type_.or_none()))
        if depth <= 0 or type_ == t.COIN:
            return self.pick(simple[0], *simple)  # type: ignore[no-any-return]
        d = depth - 1
        return self.pick(  # type: ignore[no-any-return]
            *simple,
            lambda: ir.Function("shift", (self.of_enum(type_, d), self.number(d)), type_.or_none()),
            lambda: ir.Function("next", (self.of_enum(type_, d),), type_.or_none()),
            lambda: ir.Cases(((self.condition(d), self.of_enum(type_, d)),), self.of_enum(type_, d), type_),
            lambda: self.printed(type_, d),
        )

    def printed(self, type_: Type, depth: int) -> ir.Expression:
        if type_ == COLOUR:
            hue = t.read("hue", self.player(depth))
            return self.pick(hue, lambda: ir.Attribute("colour", self.piece(depth), COLOUR))  # type: ignore[no-any-return]
        return self.pick(  # type: ignore[no-any-return]
            lambda: ir.Attribute("hue", self.piece(depth), RANK),
            *(() if self.plain else (lambda: ir.Derived("rank", (self.player(depth),), RANK),)),
        )

    def piece(self, depth: int) -> ir.Expression:
        if (found := self.local(PIECE)) is not None and self.chance(2):
            return found
        if depth <= 0:
            return t.top(self.pick("pile", "trash", "shelf"))
        d = depth - 1
        return self.pick(  # type: ignore[no-any-return]
            lambda: ir.PileEnd(self.pick(*ir.PileSide), self.zone(d), None, SOME_PIECE),
            lambda: ir.First(self.many(PIECE, d), SOME_PIECE),
            lambda: ir.Function("last", (self.many(PIECE, d),), SOME_PIECE),
            *((CAUSE,) if self.on_event else ()),
        )

    def zone(self, depth: int) -> ir.Expression:
        return self.pick(  # type: ignore[no-any-return]
            lambda: t.zone(self.pick("pile", "trash", "shelf", "own")),
            lambda: t.zone(self.pick("hand", "spot", "dark"), self.player(depth - 1)),
            lambda: t.zone("board", self.player(depth - 1), self.of_enum(RANK, depth - 1)),
        )

    def counter(self, depth: int) -> ir.Expression:
        return self.pick(  # type: ignore[no-any-return]
            lambda: ir.Constant(self.below(3), ir.COUNTER),
            lambda: ir.Constant(self.below(3), ir.COUNTER),
            lambda: ir.Constant(self.below(3), ir.COUNTER),
            lambda: ir.Arithmetic("+", self.of_enum(t.COIN, depth), t.n(0), ir.COUNTER),
            ir.Constant(ir.NONE, ir.COUNTER),
        )

    # ------------------------------------------------------------ lists

    def many(self, of: Type, depth: int) -> ir.Expression:
        """A list of such things."""
        found = self.local(of.list())
        if found is not None and self.chance(3):
            return found
        d = depth - 1
        if depth <= 0:
            return self.plain_list(of, 0)
        return self.pick(  # type: ignore[no-any-return]
            lambda: self.plain_list(of, d),
            lambda: self.plain_list(of, d),
            lambda: self.filtered(of, d),
            lambda: self.ranked(of, d),
            lambda: ir.Without(self.many(of, d), self.value(self.pick(of, of.list()), d), of.list()),
            lambda: ir.ListOf(tuple(self.value(self.pick(of, of.list()), d) for _ in range(self.below(3))), of.list()),
            lambda: ir.Function("from", (self.many(of, d), self.value(of, d)), of.list()),
            lambda: ir.Cases(((self.condition(d), self.many(of, d)),), self.many(of, d), of.list()),
        )

    def plain_list(self, of: Type, depth: int) -> ir.Expression:
        match of.kind:
            case Kind.PLAYER:
                return self.pick(t.EVERYBODY, t.read("friends"), lambda: self.players_from(depth))  # type: ignore[no-any-return]
            case Kind.PIECE:
                return self.pick(  # type: ignore[no-any-return]
                    lambda: ir.Contents(self.zone(depth)),
                    lambda: ir.Contents(self.zones(depth)),
                    lambda: ir.PileEnd(self.pick(*ir.PileSide), self.zone(depth), self.number(depth), ir.PIECES),
                    lambda: ir.AllOf(self.pick(PIECE, t.CARD), ir.PIECES),
                )
            case Kind.NUMBER:
                return ir.ListOf(tuple(self.number(depth) for _ in range(self.below(4))), NUMBER.list())
            case _:
                return ir.AllOf(of, of.list())

    def zones(self, depth: int) -> ir.Expression:
        return self.pick(  # type: ignore[no-any-return]
            lambda: ir.Zones("hand", (None,)),
            lambda: ir.Zones("board", (None, self.of_enum(RANK, depth))),
            lambda: ir.Zones("board", (self.player(depth), None)),
        )

    def filtered(self, of: Type, depth: int) -> ir.Expression:
        slot = self.new()
        over = self.many(of, depth)
        return ir.Filter(over, slot, self.inside(slot, of, lambda: self.condition(depth)), of.list())

    def ranked(self, of: Type, depth: int) -> ir.Expression:
        slot = self.new()
        over = self.many(of, depth)
        by = self.inside(
            slot,
            of,
            lambda: tuple(ir.Criterion(bool(self.below(2)), self.number(depth)) for _ in range(1 + self.below(2))),
        )
        return ir.Ranked(over, slot, by, of.list())

    # ------------------------------------------------------------ statements

    def body(self, depth: int) -> tuple[Any, ...]:
        """A few statements; locals set in them are known to those that follow."""
        before = len(self.known)
        made: list[Any] = []
        for _ in range(1 + self.below(3)):
            statement = self.statement(depth)
            made += statement if isinstance(statement, tuple) else [statement]
        del self.known[before:]
        return tuple(made)

    def statement(self, depth: int) -> Any:
        simple: list[Any] = [self.set_local, self.write, self.write, self.transfer, self.transfer, self.move, self.move,
                             self.draw_cards, self.shuffle, self.small]  # fmt: skip
        if depth <= 0:
            return self.pick(*simple)
        structured: list[Any] = [self.if_, self.for_each, self.for_range, self.while_, self.randomly, self.together,
                                 self.sentence_of_several, self.turns, self.decided, self.text]  # fmt: skip
        if self.callable:
            structured.append(self.call)
        if self.may_ask:
            structured += [self.choose, self.choose, self.choose, self.at_once]
            if self.actions:
                structured.append(self.take)
        if self.begins:
            structured += [self.begin, self.begin]
        return self.pick(*simple[self.below(4) :], *(lambda m=m: m(depth - 1) for m in structured))

    def set_local(self) -> Any:
        type_ = self.pick(NUMBER, YES_NO, PLAYER.list(), PIECE.list(), SOMEBODY)
        value = self.value(type_, 2)
        slot = self.new()
        self.known.append((slot, type_))
        return ir.SetLocal(slot, value)

    def write(self) -> Any:
        amount = ir.Function("smaller", (self.number(2), t.n(50)), NUMBER)
        return self.pick(
            lambda: t.write(self.pick("total", "level"), self.number(2)),
            lambda: t.write("total", self.faulty() if self.chance(3) else self.number(1)),
            lambda: t.write("boss", self.player(2)),
            lambda: t.write("hue", self.of_enum(COLOUR, 2), self.player(1)),
            lambda: t.write("seen_it", self.condition(2), self.of_enum(RANK, 1)),
            lambda: t.write("friends", self.many(PLAYER, 1)),
            lambda: t.change(self.pick("gold", "debt"), amount, self.player(1), down=bool(self.below(2))),
            lambda: t.change("grid", amount, self.player(1), self.of_enum(RANK, 1), down=bool(self.below(2))),
            lambda: t.change(self.pick("total", "chest"), amount, down=bool(self.below(2))),
            lambda: t.write("mark", amount, self.piece(1)),
            lambda: t.change("mark", amount, self.piece(1), down=bool(self.below(2))),
            lambda: t.write("keeper", self.player(1), self.piece(1)),
            lambda: t.write("stamp", amount, self.piece(1), self.of_enum(RANK, 1)),
            lambda: t.change("stamp", amount, self.piece(1), self.of_enum(RANK, 1), down=bool(self.below(2))),
        )

    def players_from(self, depth: int) -> ir.PlayersFrom:
        return ir.PlayersFrom(self.player(depth), anticlockwise=self.chance(3))

    def transfer(self) -> Any:
        some = ir.Function("smaller", (self.number(2), t.n(50)), NUMBER)
        amount = self.pick(t.n(1 + self.below(3)), some)
        manner = self.pick(Manner.PLAIN, Manner.SECRETLY, Manner.OPENLY)
        verb = self.pick(*ir.TransferVerb)
        return ir.Transfer(
            verb, self.counter(1), amount, self.place(), self.place(), manner, t.site(), bool(self.below(2))
        )

    def place(self) -> ir.Place:
        return self.pick(  # type: ignore[no-any-return]
            ir.Bank(),
            lambda: ir.Holder(self.player(1)),
            lambda: ir.Holder(self.player(1)),
            lambda: ir.Pot("pot", (self.of_enum(t.COIN, 1),)),
            lambda: ir.Pot("chest", ()),
        )

    def move(self) -> Any:
        pieces = self.pick(lambda: self.piece(2), lambda: self.piece(2), lambda: self.many(PIECE, 2))
        verb = self.pick(*ir.MoveVerb)
        target = t.zone("") if verb == "remove" else self.zone(1)
        face = self.pick(None, None, *ir.Face)
        manner = self.pick(Manner.PLAIN, Manner.SECRETLY)
        return ir.MovePieces(verb, pieces, target, self.chance(3), face, self.player(1), manner, t.site())

    def draw_cards(self) -> Any:
        slot = self.new() if self.chance(2) else -1
        source = self.pick(t.zone("pile"), lambda: self.zone(1))
        amount = self.pick(t.ONE, lambda: self.number(1))
        made = ir.Draw(self.player(1), amount, source, self.zone(1), slot, t.site())
        if slot >= 0:
            self.known.append((slot, SOME_PIECE))
        return made

    def shuffle(self) -> Any:
        return self.pick(
            lambda: ir.Shuffle(self.zone(1), t.site()),
            lambda: ir.Reveal(self.many(PIECE, 1), self.pick(None, lambda: self.many(PLAYER, 1)), t.site()),
            lambda: ir.Flip(self.many(PIECE, 1), self.pick(True, False), t.site()),
            lambda: ir.Reveal(self.piece(1), self.pick(None, lambda: self.player(1)), t.site()),
            lambda: ir.Swap(self.zone(1), self.zone(1), t.site()),
            lambda: ir.Swap(self.piece(2), self.piece(2), t.site()),
        )

    def small(self) -> Any:
        few = ir.Function("smaller", (self.number(1), t.n(2)), NUMBER)
        options: list[Any] = [
            lambda: ir.Create("Token", few, self.pick(None, "Rank"), self.zone(1), self.player(1), t.site()),
            lambda: ir.Create("", few, None, self.zone(1), self.player(1), t.site(), self.piece(1)),
            lambda: ir.Announce(("now ", self.number(1), self.many(PLAYER, 1)), t.site()),
            lambda: self.roll(few),
        ]
        if self.in_loop and self.chance(2):
            options.append(ir.Stop())
        if self.chance(4) and not self.stays:
            options.append(lambda: ir.Leave(self.number(1) if self.answers else None))
        if self.chance(12) and not self.stays:
            options.append(lambda: ir.GameOver(self.many(PLAYER, 1), t.site()))
        return self.pick(*options)

    def roll(self, few: ir.Expression) -> Any:
        slot, who = self.new(), self.pick(None, lambda: self.player(1))
        self.known.append((slot, NUMBER.list()))
        return ir.Roll(self.pick("die", "toss"), few, slot, t.site(), who, who is not None and self.chance(2))

    def if_(self, depth: int) -> Any:
        return ir.If(self.condition(2), self.body(depth), self.body(depth) if self.chance(2) else ())

    def looping(self, make: Callable[[], Any]) -> Any:
        before, self.in_loop = self.in_loop, True
        made = make()
        self.in_loop = before
        return made

    def for_each(self, depth: int) -> Any:
        of = self.pick(PLAYER, PIECE, RANK, t.COIN)
        over = ir.AllOf(of, of.list()) if of == t.COIN else self.many(of, 2)
        slot = self.new()
        body = self.inside(slot, of, lambda: self.looping(lambda: self.body(depth)))
        return ir.ForEach(slot, over, body)

    def for_range(self, depth: int) -> Any:
        high = ir.Function("smaller", (self.number(1), t.n(3)), NUMBER)
        low = ir.Function("larger", (self.number(1), t.n(-1)), NUMBER)
        slot = self.new()
        return ir.ForRange(slot, low, high, self.inside(slot, NUMBER, lambda: self.looping(lambda: self.body(depth))))

    # ------------------------------------------------------------ moments, turns, deciders, texts, effects

    def together(self, depth: int) -> Any:
        return ir.Together(self.body(depth))

    def sentence_of_several(self, depth: int) -> Any:
        slot, before = self.new(), self.in_sentence
        self.in_sentence = True
        body = self.inside(slot, PLAYER, lambda: self.looping(lambda: self.body(depth)))
        self.in_sentence = before
        return ir.ForEach(slot, self.many(PLAYER, 1), body, one_moment=True)

    def turns(self, depth: int) -> Any:
        """Once round, with those left out for whom something does not hold; or round and round a few times."""
        slot, start = self.new(), self.players_from(1)
        one = ir.Local(slot, "player", PLAYER)
        turn: tuple[Any, ...] = (ir.Turn(one, self.inside(slot, PLAYER, lambda: self.turn_body(depth, one))),)
        if self.chance(3):
            turn = (ir.If(self.inside(slot, PLAYER, lambda: self.condition(1)), turn, ()),)
        if self.chance(2):
            return ir.ForEach(slot, start, turn)
        step = ir.SetLocal(slot, ir.Function("left", (one,), PLAYER))
        bound = t.n(1 + self.below(4))
        return ir.SetLocal(slot, ir.First(start, PLAYER)), ir.While(self.condition(1), bound, False, (*turn, step))

    def turn_body(self, depth: int, one: ir.Local) -> tuple[Any, ...]:
        made: tuple[Any, ...] = self.looping(lambda: self.body(depth))
        if self.chance(2):
            made = (*self.something(one), *made)
        if not self.in_sentence and self.chance(4):
            over = ir.If(self.condition(1), (ir.EndTurn(),), ())
            made = (over, *made) if self.chance(2) else (*made, over, *self.something(one))
        return (self.a_few_times(ir.NextTurn(self.player(1))), *made) if self.chance(3) else made

    def something(self, who: ir.Expression) -> tuple[Any, ...]:
        """A few statements that most often do something, which rules may meet."""
        makers: list[Any] = [self.of_counters, self.of_counters, self.of_pieces, self.of_pieces]
        if not self.in_text:
            makers += [self.of_texts, self.of_texts]
        if self.callable:
            makers.append(self.at_one_moment)
        if self.may_ask:
            makers += [self.asked_of_another, *([self.acting, self.acting] if self.actions else [])]
        made: list[Any] = []
        for _ in range(1 + self.below(4)):
            made += self.pick(*(lambda make=make: make(who) for make in makers))
        begun = [self.begin(0)] if self.begins and self.chance(2) else []
        return (*begun, *made)

    def of_counters(self, who: ir.Expression) -> tuple[Any, ...]:
        other = ir.Holder(ir.Function("left", (who,), PLAYER))
        verb, source, target = self.pick(
            ("gain", ir.Bank(), ir.Holder(who)), ("gain", ir.Pot("chest", ()), ir.Holder(who)),
            ("lose", ir.Holder(who), ir.Bank()), ("pay", ir.Holder(who), ir.Bank()), ("give", ir.Holder(who), other),
            ("pay", ir.Holder(who), ir.Pot("pot", (ir.Constant(0, t.COIN),))),
        )  # fmt: skip
        coin = ir.Constant(self.below(2), ir.COUNTER)
        amount = t.n(1 + self.below(2))
        return (ir.Transfer(ir.TransferVerb(verb), coin, amount, source, target, Manner.PLAIN, t.site()),)

    def of_pieces(self, who: ir.Expression) -> tuple[Any, ...]:
        hand, face = t.zone("hand", who), self.pick(None, *ir.Face)
        verb, piece, goal = self.pick(
            ("move", t.top("pile"), t.zone("board", who, ir.Constant(self.below(4), RANK))),
            ("move", t.top("shelf"), hand), ("discard", t.top("hand", who), t.zone("trash")),
            ("give", t.top("hand", who), t.zone("dark", ir.Function("left", (who,), PLAYER))),
        )  # fmt: skip
        return self.pick(  # type: ignore[no-any-return]
            (ir.Draw(who, t.n(1 + self.below(3)), t.zone("pile"), hand, -1, t.site()),),
            (ir.Draw(who, t.ONE, t.zone("shelf"), t.zone("spot", who), -1, t.site()),),
            (ir.MovePieces(ir.MoveVerb(verb), piece, goal, bool(self.below(2)), face, who, Manner.PLAIN, t.site()),),
            (ir.Swap(t.zone("hand", who), t.zone("dark", who), t.site()),),
        )

    def of_texts(self, who: ir.Expression) -> tuple[Any, ...]:
        """A card's text is carried out; or it is asked whether some card's rules are in force, or any could be."""
        slot, where = self.new(), self.pick("pile", "shelf")
        one = ir.Local(slot, "card", PIECE)
        asks = (ir.Function("lasting", (one,), YES_NO), ir.Function("playable", (one, who), YES_NO))
        some = ir.Some(ir.AllOf(t.CARD, ir.PIECES), slot, self.pick(asks[0], *asks))
        done = ir.DoText(self.pick("", "", "spent"), t.top(where), t.top(where), self.pick(None, who), t.site())
        return done, t.change("total", ir.Cases(((some, t.n(3)),), t.ONE, NUMBER))

    def at_one_moment(self, who: ir.Expression) -> tuple[Any, ...]:
        """What is done in a call is answered only when what follows has been done too."""
        before = len(self.known)
        together = ir.Together((*self.of_counters(who), self.call(0), *self.of_counters(who)))
        del self.known[before:]
        return (together,)

    def asked_of_another(self, who: ir.Expression) -> tuple[Any, ...]:
        """A question of one player that another answers, if everybody sees what there is to choose."""
        slot, answer = self.new(), self.new()
        options = self.pick(t.number(1, 3), t.one_of(t.EVERYBODY), t.one_of(t.lying("shelf")), t.one_of(t.lying("own")))
        asked = t.choose(ir.Local(slot, "you", PLAYER), options, answer, *self.of_counters(who))
        decider = self.pick(ir.Function("left", (who,), PLAYER), lambda: self.player(1))
        return ir.SetLocal(slot, who), ir.DecidedBy(ir.Local(slot, "you", PLAYER), decider, (asked,))

    def acting(self, who: ir.Expression) -> tuple[Any, ...]:
        at_most, may_stop = t.n(1 + self.below(2)), bool(self.below(2))
        return (ir.TakeActions(who, self.actions, at_most, may_stop, t.site(), False, may_stop, self.below(2)),)

    def decided(self, depth: int) -> Any:
        """`as PLAYER, decided by OTHER`."""
        slot = self.new()
        begun = ir.SetLocal(slot, self.player(1))
        body = self.inside(slot, PLAYER, lambda: self.body(depth))
        return begun, ir.DecidedBy(ir.Local(slot, "you", PLAYER), self.player(1), body)

    def text(self, depth: int) -> Any:
        card = self.pick(
            lambda: self.piece(1), t.top("pile"), t.top("shelf"), ir.First(ir.AllOf(t.CARD, ir.PIECES), PIECE)
        )
        this = card if self.chance(2) else self.piece(1)
        you = self.pick(None, lambda: self.player(1))
        done = ir.DoText(self.pick("", "", "spent"), card, this, you, t.site())
        return self.a_few_times(done) if self.in_text or self.on_event else done

    def begin(self, depth: int) -> Any:
        begun = self.pick(*self.begins)
        if begun.copies:
            return self.copy(begun.number)
        more = tuple(self.value(of, 1) for of in begun.kept[2:])
        card = ir.Local(1, "this", PIECE) if begun.card else ir.Constant(ir.NONE, SOME_PIECE)
        return ir.Begin(begun.number, (t.YOU, card, *more), self.until(), t.site())

    def copy(self, effect: int) -> Any:
        """A piece becomes a copy of another."""
        one, other = (ir.Local(self.new(), name, SOME_PIECE) for name in ("piece", "original"))
        two = ir.And((*(ir.Compare("!=", piece, NOTHING) for piece in (one, other)), ir.Compare("!=", one, other)))
        keeping = self.pick((), (), ("worth",), ("colour", "worth"))
        nothing = ir.Constant(ir.NONE, SOME_PIECE)
        become = ir.Become(effect, (t.YOU, nothing, one), one, other, keeping, self.until(), t.site())
        kept = (ir.SetLocal(one.slot, self.piece(1)), ir.SetLocal(other.slot, self.piece(1)))
        return ir.If(t.compare(t.ONE, "=", t.ONE), (*kept, ir.If(two, (become,), ())), ())

    def until(self) -> ir.Until | None:
        edge, following = self.pick(*ir.Edge), bool(self.below(2))
        unit = self.pick("turn", "round", "step", "lap", "close")
        return self.pick(  # type: ignore[no-any-return]
            None,
            lambda: ir.Until(ir.Edge.END, unit, None, False),
            lambda: ir.Until(edge, "turn", self.player(1), following),
            lambda: ir.Until(edge, "turn", t.YOU, True),
        )

    def while_(self, depth: int) -> Any:
        body = self.looping(lambda: self.body(depth))
        return ir.While(self.condition(2), t.n(self.below(4)), self.chance(4), body)

    def call(self, depth: int) -> Any:
        name, parameters, answers = self.pick(*self.callable)
        slot = self.new() if answers else -1
        arguments = tuple(self.number(1) for _ in range(parameters))
        made = t.call(name, *arguments, slot=slot, you=self.pick(None, lambda: self.player(1)))
        if answers:
            self.known.append((slot, NUMBER))
        return made

    # ------------------------------------------------------------ questions

    def options(self) -> tuple[ir.Options, Type]:
        """What can be chosen, and the type of the answer."""
        of = self.pick(PLAYER, PIECE, NUMBER, RANK)
        low = ir.Function("larger", (self.number(1), t.n(-5)), NUMBER)
        high = ir.Function("smaller", (self.number(1), t.n(5)), NUMBER)
        several = ir.FromList(self.many(of, 2), t.n(self.below(3)), self.number(1), several=True)
        conditions = (None, self.condition(1)) if self.chance(2) else (self.condition(1), self.condition(1))
        return self.pick(  # type: ignore[no-any-return]
            lambda: (t.one_of(self.many(of, 2)), of),
            lambda: (t.one_of(self.many(of, 2)), of),
            (ir.FromRange(low, high), NUMBER),
            (several, of.list()),
            (ir.FromMenu(("a", "b"), conditions), NUMBER),
            lambda: (ir.InOrder(self.many(of, 1)), of.list()),
            (ir.FromActions(self.actions), NUMBER) if self.actions else (t.number(1, 2), NUMBER),
        )

    def randomly(self, depth: int) -> Any:
        return self.question(depth, manner=Manner.RANDOMLY, announced=depth % 2 == 0)

    def choose(self, depth: int) -> Any:
        manner = self.pick(Manner.PLAIN, Manner.PLAIN, Manner.SECRETLY)
        offers = self.anytime if self.anytime and self.chance(2) else ()
        return self.question(
            depth, manner=manner, offers=offers, optional=self.chance(2), hidden_options=self.chance(3)
        )

    def question(self, depth: int, **more: Any) -> Any:
        options, type_ = self.options()
        player = self.pick(lambda: t.seat(self.below(3)), lambda: t.seat(self.below(3)), lambda: self.player(1))
        slot = self.new()
        prompt = ("how many of ", self.number(1))
        body = self.inside(slot, type_, lambda: self.body(depth))
        otherwise = self.body(depth) if self.chance(2) else ()
        return t.choose(player, options, slot, *body, otherwise=otherwise, prompt=prompt, **more)

    def at_once(self, depth: int) -> Any:
        slot = self.new()
        over = self.many(PLAYER, 1)
        who = ir.Local(slot, "p", PLAYER)
        choices = []
        before = len(self.known)
        self.known.append((slot, PLAYER))
        for _ in range(1 + self.below(2)):
            options, type_ = self.options()
            manner = self.pick(Manner.PLAIN, Manner.SECRETLY, Manner.RANDOMLY)
            answer = self.new()
            choices.append(t.choose(who, options, answer, manner=manner, optional=self.chance(2)))
            if not type_.many:
                self.known.append((answer, type_.or_none()))
        body = self.body(depth)
        del self.known[before:]
        return ir.AllAtOnce(slot, over, tuple(choices), body)

    def take(self, depth: int) -> Any:
        at_most = self.pick(t.ONE, t.n(2), lambda: self.number(1), None)
        may_stop = at_most is None or self.chance(2)
        player = self.pick(lambda: t.seat(self.below(3)), lambda: self.player(1))
        then_free = at_most is not None and may_stop and self.chance(3)
        beside = int(self.chance(3))
        return ir.TakeActions(player, self.actions, at_most, may_stop, t.site(), self.chance(3), then_free, beside)
