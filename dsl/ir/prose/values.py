"""Says expressions as nouns, within what is known of a body: what each of its locals is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.effects import StateNames, state_names
from dsl.ir.nodes import Dimension, Kind
from dsl.ir.prose.functions import function, several_by
from dsl.ir.prose.nouns import Noun, called, in_sentence, is_plural, one_of, plural, several_of, spelt, the
from dsl.listing import series
from dsl.walk import nodes_in

#: The words for a value that is just as large when one is taken from it.
_TIMES = {"+": "plus", "-": "minus", "*": "times"}


class Wordless(Exception):
    """There are no words for `node` that could not be misread."""

    def __init__(self, node: object, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


@frozen(eq=False, slots=False)
class Lexicon(Declarations):
    """What a game calls its things. `plain`: what has no other name is not called by its name in the rules."""

    plain: bool = False

    @cached_property
    def state(self) -> StateNames:
        return state_names(self.game)

    @cached_property
    def parameters(self) -> Mapping[str, ir.Parameter]:
        return {p.name: p for p in self.game.parameters}

    @cached_property
    def cards(self) -> frozenset[str]:
        """The types of pieces that are cards of a deck."""
        return frozenset(card.card_type for card in self.game.cards)

    @cached_property
    def one_discard(self) -> bool:
        """Whether everything that is discarded goes to one zone."""
        moves = (n for n in nodes_in(self.game) if isinstance(n, ir.MovePieces) and n.verb is ir.MoveVerb.DISCARD)
        return len({move.zone for move in moves}) < 2

    def piece(self, type_: ir.Type) -> str:
        """One piece of a type: `card` where all pieces are cards of one type."""
        if not type_.name or self.cards == {type_.name} == {t.name for t in self.game.card_types}:
            return "card"
        return spelt(type_.name)

    def are_cards(self, group: ir.Expression) -> bool:
        """Whether a list is of all cards that there are, and of no token."""
        items = group.items if isinstance(group, ir.ListOf) else ()
        kinds = {one.of.name for one in items if isinstance(one, ir.AllOf)}
        return len(kinds) == len(items) > 0 and kinds == {t.name for t in self.game.card_types if not t.token}

    def value(self, enum: str, place: int) -> str:
        """The title of a value of an enum, of spaces, or of a group of counters."""
        values = self.enumerations[enum].values if enum in self.enumerations else ()
        if place < len(values):
            return values[place].title or spelt(values[place].name)
        group = [v for v in self.game.variables if v.group == enum]
        if place < len(group):
            return group[place].title
        raise Wordless(enum, f"no value {place} of {enum}")

    def numbered(self, number: int) -> ir.Variable:
        """The counter of player with that number."""
        return self.variables[self.counters[number]]

    def counter(self, variable: ir.Variable, several: bool) -> str:
        """A counter in a sentence."""
        return several_of(variable) if several else one_of(called(variable))


def defined(define: ir.Define) -> str:
    """What a definition is called: `can be promoted`, of whatever it says it."""
    return in_sentence(define.title) or spelt(ir.own_name(define.name))


@frozen
class Values:
    """Nouns for expressions. `called` says what stands in each slot; `held` what an effect keeps, by its place."""

    lexicon: Lexicon
    called: Mapping[int, Noun]
    held: Mapping[int, Noun]

    def calling(self, slot: int, noun: Noun) -> Values:
        """The same with a name for what is in one more slot."""
        return evolve(self, called={**self.called, slot: noun})

    def noun(self, e: ir.Expression) -> Noun:
        """A value as a definite noun: `that player`, `your hand`, `the top card of the pile`, `2`."""
        match e:
            case ir.Constant(value, type_):
                return Noun(self._constant(e, value, type_))
            case ir.Local(slot) if slot in self.called:
                return self.called[slot]
            case ir.Held(_, _, place) if place in self.held:
                return self.held[place]
            case ir.Read(variable, at):
                return self._variable(e, self.lexicon.variables[variable], at)
            case ir.Attribute(field, piece):
                return Noun(self.noun(piece).has(spelt(field)))
            case ir.Derived(define, arguments):
                return self._derived(self.lexicon.defines[define], arguments, e)
            case ir.ZoneAt(zone, at):
                return self._zone(zone, at)
            case ir.Zones(zone, at_each):
                pairs = list(zip(at_each, self.lexicon.zones[zone].dimensions, strict=True))
                said = [(i, index) for i, index in pairs if i is not None or index.dimension is Dimension.PLAYER]
                whose = [Noun("any player") if i is None else self.noun(i) for i, _ in said]
                return self._owned(called(self.lexicon.zones[zone]), whose, [index for _, index in said])
            case ir.Contents(zone):
                return Noun(f"the cards in {self.noun(zone).text}", several=True)
            case ir.PileEnd(end, zone, None):
                return Noun(f"the {end} card of {self.noun(zone).text}")
            case ir.PileEnd(end, zone, ir.Constant(amount)):
                return Noun(f"the {end} {amount} cards of {self.noun(zone).text}", several=True)
            case ir.AllOf(of):
                return Noun(f"all {plural(self.one_of(of))}", several=True)
            case ir.PlayersFrom(ir.Constant(ir.NONE)):
                return Noun("all players", several=True)
            case ir.PlayersFrom(start, anticlockwise=back):
                way = "anticlockwise" if back else "clockwise"
                return Noun(f"all players, {way} from {self.noun(start).text}", several=True)
            case ir.First(ir.Local(slot, type=ir.Type(Kind.DIE))) if slot in self.called:
                return Noun("the die rolled")
            case ir.First(over):
                return function(self, e, "first", (over,))
            case ir.Filter() | ir.Without():
                return Noun(f"all {self.several(e)}", several=True)
            case ir.CountOf(over):
                return Noun(f"the number of {self.several(over)}")
            case ir.BestOf(how, over, slot, value):
                return self._best(how, over, slot, value)
            case ir.Ranked(over):
                people = self.several(over).replace("players", "player or players", 1)
                return Noun(f"the {people} {self.best(e)}", several=True)
            case ir.ReadCounter(counter, player):
                who = self.noun(player)
                return Noun(f"the amount of {self.kind_of(counter).text} that {who.text} {who.does('have')}")
            case ir.ListOf((one,)):
                return self.noun(one)
            case ir.ListOf(items) if items:
                return Noun(series([self.noun(item).text for item in items]), several=len(items) > 1)
            case ir.Arithmetic(operator, left, right):
                return Noun(f"{self.term(left)} {_TIMES[operator]} {self.term(right)}")
            case ir.Divide(left, ir.Constant(2), up):
                return Noun(f"half of {self.term(left)}, rounded {'up' if up else 'down'}")
            case ir.Divide(left, right, up):
                way = "up" if up else "down"
                return Noun(f"{self.term(left)} divided by {self.term(right)}, rounded {way}")
            case ir.Cases(((ir.Compare("=", ir.Function("title") as title), _), *_)):
                return self.noun(title)
            case ir.Function(name, arguments):
                return function(self, e, name, arguments)
            case _:
                raise Wordless(e, f"no words for {type(e).__name__}")

    def kind_of(self, counter: ir.Expression) -> Noun:
        """Which counter it is: `gold`, `that purse`."""
        match counter:
            case ir.Constant(number) if number >= 0:
                return Noun(self.lexicon.counter(self.lexicon.numbered(number), True))
            case ir.Arithmetic("+", chosen, ir.Constant()) if chosen.type.kind is Kind.VALUE:
                return self.noun(chosen)
            case _:
                return self.noun(counter)

    def best(self, ranked: ir.Ranked) -> str:
        """What the best of a list have: `with the most coins, then the highest worth`."""
        return "with " + ", then ".join(self.most(c, ranked.slot) for c in ranked.by)

    def most(self, by: ir.Criterion, slot: int) -> str:
        """`the most coins`, `the fewest cards in their hand`; of a counter that is no plural in the designer's word."""
        match by.value:
            case ir.CountOf(over):
                theirs = self.calling(slot, Noun("they", several=True)).several(over)
                return f"the {'most' if by.most else 'fewest'} {theirs}"
            case _ if is_plural(self.property_of(by.value, slot)):
                how = "most" if by.most else "fewest"
            case ir.Read(variable, (ir.Local(),)) if self.lexicon.variables[variable].number >= 0:
                how = by.words.partition(" ")[0] or ("most" if by.most else "fewest")
            case _:
                how = "highest" if by.most else "lowest"
        return f"the {how} {self.property_of(by.value, slot)}"

    def term(self, e: ir.Expression) -> str:
        """A part of a sum; one that is a sum itself stands in brackets."""
        words = self.noun(e).text
        return f"({words})" if isinstance(e, ir.Arithmetic | ir.Divide) else words

    def _constant(self, e: ir.Expression, value: int, type_: ir.Type) -> str:
        match type_.kind:
            case Kind.NUMBER | Kind.DIE:
                return str(value)
            case Kind.YES_NO:
                return "yes" if value else "no"
            case Kind.TEXT:
                return f"“{self.lexicon.game.texts[value]}”"
            case Kind.VALUE if value >= 0:
                return self.lexicon.value(type_.name, value)
            case Kind.COUNTER if value >= 0:
                return self.lexicon.counter(self.lexicon.numbered(value), True)
            case _:
                raise Wordless(e, "a value that is none")

    # ------------------------------------------------------------ things with owners

    def _variable(self, e: ir.Expression, v: ir.Variable, at: Sequence[ir.Expression]) -> Noun:
        if v.type.kind is Kind.YES_NO:
            raise Wordless(e, "yes or no is no thing")
        several = v.number >= 0
        named = self.lexicon.counter(v, True) if several else called(v)
        owned = self._owned(named, [self.noun(i) for i in at], v.dimensions)
        return evolve(owned, several=several)

    def _derived(self, define: ir.Define, arguments: Sequence[ir.Expression], e: ir.Expression) -> Noun:
        name = defined(define)
        if define.type.kind is Kind.YES_NO:
            raise Wordless(e, "yes or no is no thing")
        match [self.noun(a) for a in arguments]:
            case []:
                return Noun(the(name))
            case [owner] if define.arguments[0].kind in (Kind.PLAYER, Kind.PIECE):
                return Noun(f"{owner.possessive} {name}", several=is_plural(name))
            case [owner]:
                return Noun(f"the {name} of {owner.text}")
            case _:
                raise Wordless(e, "a definition of several things")

    def _zone(self, zone: str, at: Sequence[ir.Expression]) -> Noun:
        if not zone:
            return Noun("the box")
        return self._owned(
            called(self.lexicon.zones[zone]), [self.noun(i) for i in at], self.lexicon.zones[zone].dimensions
        )

    def _owned(self, named: str, at: Sequence[Noun], dimensions: Sequence[ir.Index]) -> Noun:
        """`your hand`, `the pot`, `your pot (Red)`, `the points of two players` never."""
        owner, others = None, []
        for noun, index in zip(at, dimensions, strict=True):
            if index.dimension is Dimension.VALUE or owner is not None:
                others.append(noun.text)
            else:
                owner = noun
        whole = f"{named} ({', '.join(others)})" if others else named
        if owner is None:
            return Noun(the(whole))
        return Noun(owner.has(whole))

    def _best(self, how: ir.Aggregate, over: ir.Expression, slot: int, value: ir.Expression) -> Noun:
        if over.type.kind is Kind.DIE and isinstance(over, ir.Local):
            return Noun(f"the {how} of {self.noun(over).text}")
        return Noun(f"the {how} {self.property_of(value, slot)} of {self.several(over)}")

    def property_of(self, value: ir.Expression, slot: int) -> str:
        """What is compared of each of several: `points`, `value`."""
        match value:
            case ir.Read(variable, (ir.Local(read),)) if read == slot:
                v = self.lexicon.variables[variable]
                return self.lexicon.counter(v, True) if v.number >= 0 else called(v)
            case ir.Attribute(field, ir.Local(read)) if read == slot:
                return spelt(field)
            case ir.Derived(define, (ir.Local(read),)) if read == slot:
                return defined(self.lexicon.defines[define])
            case ir.Arithmetic("+", inner, ir.Constant(0)):
                return self.property_of(inner, slot)
            case _:
                raise Wordless(value, "what is compared")

    # ------------------------------------------------------------ one, and several

    def one_of(self, type_: ir.Type) -> str:
        """What one thing of a type is called."""
        match type_.kind:
            case Kind.PLAYER:
                return "player"
            case Kind.PIECE:
                return self.lexicon.piece(type_)
            case Kind.VALUE if type_.name:
                return spelt(type_.name)
            case Kind.DIE:
                return "die"
            case Kind.NUMBER | Kind.COUNTER | Kind.TEXT:
                return str(type_.kind)
            case Kind.ZONE:
                return "place"
            case _:
                raise Wordless(type_, f"what one {type_.kind} is called")

    def one(self, over: ir.Expression) -> str:
        """One of a list, without an article: `card in your hand`, `player whose rank is below yours`."""
        return self.listed(over, several=False)

    def several(self, over: ir.Expression) -> str:
        """All of a list, without an article: `cards in your hand`, `other players`."""
        return self.listed(over, several=True)

    def listed(self, over: ir.Expression, several: bool, kind: str = "") -> str:
        """The things of a list, as things of that `kind` where a list around it leaves only these."""
        one = kind or self.one_of(over.type.one())
        head = plural(one) if several else one
        match over:
            case ir.Filter(inner, slot, ir.IsIn(ir.Local(item), ir.AllOf(of) | ir.ListOf((ir.AllOf(of),)))) if (
                item == slot
            ):
                return self.listed(inner, several, self.one_of(of))
            case ir.Filter(inner, slot, ir.IsIn(ir.Local(item), of)) if item == slot and self.lexicon.are_cards(of):
                return self.listed(inner, several, "card")
            case ir.AllOf() | ir.PlayersFrom():
                return head
            case ir.Contents(zone):
                return f"{head} in {self.noun(zone).text}"
            case ir.Filter(ir.ListOf((ir.PileEnd(_, ir.ZoneAt(zone)), *_))):
                return f"{head} on top of {the(called(self.lexicon.zones[zone]))}"
            case ir.ListOf((only,)) if only.type.many:
                return self.listed(only, several)
            case ir.ListOf(items) if items:
                return f"{head} among {series([self.noun(item).text for item in items])}"
            case ir.Without(ir.AllOf() | ir.PlayersFrom() as all_of, item) if self.noun(item).you:
                return f"other {self.listed(all_of, several, kind)}"
            case ir.Without(inner, item):
                return f"{self.listed(inner, several, kind)} other than {self.noun(item).text}"
            case ir.Filter(inner, slot, where):
                from dsl.ir.prose.conditions import relative

                return f"{self.listed(inner, several, kind)} {relative(self, slot, where, several)}"
            case ir.Function():
                return several_by(self, over, several, one)
            case _:
                raise Wordless(over, f"a list made by {type(over).__name__}")
