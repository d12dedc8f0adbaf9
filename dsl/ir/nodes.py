"""The intermediate representation (IR): what a rule set means, with every name resolved and every type known.

It is the contract between `dsl`, which makes it, and `interpreter`, which plays it. Nodes are frozen values. Whoever
reads it needs no syntax tree.

Everything at play is an int: a number; yes/no as 1/0; a player as seat from 0; a value of an enum, of spaces or of a
group of counters as its place in the list from 0; a piece (card, token, pawn) as its number; a zone as the number of
its instance; a text as its place in `Game.texts`; `none` as -1. A list is a tuple of ints.

Bodies (steps, procedures, actions, hooks ...) have numbered slots for their locals. **Slot 0 is always `you`** (-1 if
nobody acts); then come the parameters, then the rest. A call passes the caller's `you` along in slot 0.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias

from dsl.frozen import frozen
from dsl.node import Node

NONE = -1

#: The number of a local into which a node puts something, or through which an expression goes; -1: it does not.
Slot: TypeAlias = int
#: The number of a local that a node reads.
SlotRead: TypeAlias = int


#: Stands between the name of a definition and what it is of; no name that can be written has it.
OF = " of "


def own_name(define: str) -> str:
    """What its author called a definition of that name, whatever it is of."""
    return define.partition(OF)[0]


# What stands in the blocks of a statement: by default statements of the IR, in a lowered program also its own.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Statement_co = TypeVar("Statement_co", covariant=True, default="Statement")
else:
    from typing import TypeVar

    Statement_co = TypeVar("Statement_co", covariant=True)


# ---------------------------------------------------------------- types


class Kind(StrEnum):
    """What a value is."""

    NUMBER = "number"
    YES_NO = "yes_no"
    TEXT = "text"
    PLAYER = "player"
    VALUE = "value"  # of the enum, spaces or counter group `name`
    PIECE = "piece"  # of the card type, token or pawn `name`; any piece when name is ""
    DIE = "die"  # a rolled die; its int is its pips
    ZONE = "zone"
    COUNTER = "counter"  # any counter of player; its int is the counter's number
    EFFECT = "effect"  # one effect in force
    NOTHING = "nothing"  # the type of the word `none`
    UNKNOWN = "unknown"  # of something already reported; fits everywhere, never in a checked game


@frozen
class Type:
    """The type of an expression: one value of a kind, or a list of them."""

    kind: Kind
    name: str = ""
    optional: bool = False  # may be none
    many: bool = False  # a list

    def one(self) -> Type:
        return Type(self.kind, self.name, self.optional, False)

    def list(self) -> Type:
        return Type(self.kind, self.name, False, True)

    def or_none(self) -> Type:
        return Type(self.kind, self.name, True, self.many)


NUMBER = Type(Kind.NUMBER)
YES_NO = Type(Kind.YES_NO)
TEXT = Type(Kind.TEXT)
PLAYER = Type(Kind.PLAYER)
PLAYERS = Type(Kind.PLAYER, many=True)
PIECE = Type(Kind.PIECE)
PIECES = Type(Kind.PIECE, many=True)
ZONE = Type(Kind.ZONE)
COUNTER = Type(Kind.COUNTER)
EFFECT = Type(Kind.EFFECT)
EFFECTS = Type(Kind.EFFECT, many=True)
NOTHING = Type(Kind.NOTHING, optional=True)
UNKNOWN = Type(Kind.UNKNOWN)


# ---------------------------------------------------------------- expressions: they decide, draw and change nothing


@frozen
class Constant(Node):
    """A value that is known before play."""

    value: int
    type: Type


@frozen
class Local(Node):
    """What is in a slot of the body; `name` is how the rules call it."""

    slot: SlotRead
    name: str
    type: Type


@frozen
class Read(Node):
    """A variable (counter, flag, role, remembered value, mark) at its indices, in the order of `Variable.dimensions`.

    At an index that is none, or at a piece on which there is no such mark: none, 0, no.
    """

    variable: str
    at: tuple[Expression, ...]
    type: Type


@frozen
class ReadCounter(Node):
    """The counter whose number `counter` gives (type COUNTER), of a player."""

    counter: Expression
    player: Expression
    type: Type = NUMBER


@frozen
class Attribute(Node):
    """A field as it is printed on a piece. Of no piece: none, 0, no."""

    field: str
    piece: Expression
    type: Type


def property_named(read: Expression) -> str:
    """The name of a field that is read, or of a mark."""
    return read.field if isinstance(read, Attribute) else read.variable if isinstance(read, Read) else ""


@frozen
class Derived(Node):
    """A definition worked out for these arguments, exceptions included."""

    define: str
    arguments: tuple[Expression, ...]
    type: Type


@frozen
class ZoneAt(Node):
    """One instance of a zone; `at` in the order of `Zone.dimensions`."""

    zone: str
    at: tuple[Expression, ...]
    type: Type = ZONE


@frozen
class Zones(Node):
    """Several instances: of each player in order from the first seat (`each` index left open is -1 in `at`)."""

    zone: str
    at: tuple[Expression | None, ...]
    type: Type = Type(Kind.ZONE, many=True)


@frozen
class Contents(Node):
    """The pieces of a zone, or of a list of zones in order, from bottom to top (first placed first)."""

    zone: Expression
    type: Type = PIECES


class PileSide(StrEnum):
    """Which end of a pile."""

    TOP = "top"
    BOTTOM = "bottom"


@frozen
class PileEnd(Node):
    """The top or bottom `amount` pieces of a zone, the outermost first; `amount` None: that one piece or none."""

    end: PileSide
    zone: Expression
    amount: Expression | None
    type: Type


@frozen
class AllOf(Node):
    """Every player (in order of play from the first seat), every value of a type, or every piece of a card type."""

    of: Type
    type: Type


@frozen
class PlayersFrom(Node):
    """Every player, clockwise or the other way round, beginning with `start` (none: with the first seat)."""

    start: Expression
    type: Type = PLAYERS
    anticlockwise: bool = False


@frozen
class Filter(Node):
    """Those of `over` for which `where` holds; each in turn stands in `slot`."""

    over: Expression
    slot: Slot
    where: Expression
    type: Type


@frozen
class CountOf(Node):
    """How many items a list has."""

    over: Expression
    type: Type = NUMBER


@frozen
class Some(Node):
    """Whether any of `over` (type list) satisfies `where` (None: whether there is any at all)."""

    over: Expression
    slot: Slot
    where: Expression | None
    type: Type = YES_NO


@frozen
class First(Node):
    """The first of a list, or none."""

    over: Expression
    type: Type


@frozen
class Item(Node):
    """The item at a place (from 0) of a list; the place is known to be good."""

    over: Expression
    place: Expression
    type: Type


class Aggregate(StrEnum):
    """How the values over a list become one number."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    TOTAL = "total"


@frozen
class BestOf(Node):
    """The highest, lowest or total `value` over a list; 0 for an empty one."""

    how: Aggregate
    over: Expression
    slot: Slot
    value: Expression
    type: Type = NUMBER


@frozen
class Ranked(Node):
    """All of `over` that share the best rank: by the first criterion, then the next (`most`: the higher value)."""

    over: Expression
    slot: Slot
    by: tuple[Criterion, ...]
    type: Type


@frozen
class Criterion(Node):
    """One criterion of a `Ranked`: whether most or least is best; `words` are those of the rules."""

    most: bool
    value: Expression
    words: str = ""


@frozen
class ListOf(Node):
    """Items and lists put together in the order written."""

    items: tuple[Expression, ...]
    type: Type


@frozen
class Without(Node):
    """`over` without one item, or without all those of a list."""

    over: Expression
    item: Expression
    type: Type


Operator: TypeAlias = Literal["+", "-", "*"]
Comparison: TypeAlias = Literal["<", "<=", ">", ">=", "=", "!="]


@frozen
class Arithmetic(Node):
    """The sum, difference or product of two numbers."""

    operator: Operator
    left: Expression
    right: Expression
    type: Type = NUMBER


@frozen
class Divide(Node):
    """Rounded towards minus infinity, or up. A divisor of 0 is a fault."""

    left: Expression
    right: Expression
    up: bool
    type: Type = NUMBER


@frozen
class Compare(Node):
    """Comparing none with < <= > >= is false; = and != compare it as itself."""

    operator: Comparison
    left: Expression
    right: Expression
    type: Type = YES_NO


@frozen
class And(Node):
    """Whether all parts hold; those behind the first that does not are not looked at."""

    parts: tuple[Expression, ...]
    type: Type = YES_NO


def conjuncts(condition: Expression) -> tuple[Expression, ...]:
    """What must all hold for a condition to hold."""
    return condition.parts if isinstance(condition, And) else (condition,)


@frozen
class Or(Node):
    """Whether any part holds; those behind the first that does are not looked at."""

    parts: tuple[Expression, ...]
    type: Type = YES_NO


@frozen
class Not(Node):
    """Whether `inner` does not hold."""

    inner: Expression
    type: Type = YES_NO


@frozen
class IsIn(Node):
    """Whether an item is in a list."""

    item: Expression
    group: Expression
    type: Type = YES_NO


@frozen
class Cases(Node):
    """The value of the first case whose condition holds, else the default."""

    cases: tuple[tuple[Expression, Expression], ...]  # (condition, value)
    default: Expression
    type: Type


@frozen
class Previous(Node):
    """In an exception: the value as it is without it."""

    type: Type


@frozen
class Held(Node):
    """What an effect in force has kept since it began: `instance` is the effect, `place` 0 its `you`, 1 its card."""

    effect: int
    instance: Expression
    place: int
    type: Type


@frozen
class InForce(Node):
    """Every time that the effect with this number is in force now, the one that began first coming first."""

    effect: int
    type: Type = EFFECTS


@frozen
class Function(Node):
    """A built-in (see `dsl/names/built_ins.py` for names, types and meaning)."""

    name: str
    arguments: tuple[Expression, ...]
    type: Type


# ---------------------------------------------------------------- where counters go from and to


@frozen
class Bank(Node):
    """Has as much of everything as anybody takes."""


@frozen
class Holder(Node):
    """A player's own counters."""

    player: Expression


@frozen
class Pot(Node):
    """A counter that is no player's: a variable indexed by the counter's group, or a plain one."""

    variable: str
    at: tuple[Expression, ...]


Place: TypeAlias = Bank | Holder | Pot


# ---------------------------------------------------------------- statements


class Manner(StrEnum):
    """How something is done: who learns of it, or that chance decides."""

    PLAIN = "plain"
    SECRETLY = "secretly"
    OPENLY = "openly"
    RANDOMLY = "randomly"


class TransferVerb(StrEnum):
    """What the rules call a transfer of counters, and rules on events listen for."""

    GAIN = "gain"
    LOSE = "lose"
    PAY = "pay"
    GIVE = "give"


class MoveVerb(StrEnum):
    """What the rules call a move of pieces, and rules on events listen for."""

    MOVE = "move"
    GIVE = "give"
    DISCARD = "discard"
    REMOVE = "remove"


class Face(StrEnum):
    """Which side of a piece shows."""

    UP = "up"
    DOWN = "down"


class Edge(StrEnum):
    """Which edge of a span of play."""

    START = "start"
    END = "end"


@frozen
class SetLocal(Node):
    """Puts a value into a slot."""

    slot: Slot
    value: Expression


@frozen
class Write(Node):
    """`set X to v`."""

    variable: str
    at: tuple[Expression, ...]
    value: Expression
    site: int


@frozen
class Change(Node):
    """`raise X by n` (or `lower`: `down`); stops at the variable's bounds."""

    variable: str
    at: tuple[Expression, ...]
    amount: Expression
    down: bool
    site: int


@frozen
class Transfer(Node):
    """`amount` of a counter goes from one place to another; what is not there does not go, and 0 is no event.

    `counter` has type COUNTER (which counter of player it is). `open`: everybody may know the
    amount and the kind; else those whose counters change, and `you`.
    """

    verb: TransferVerb
    counter: Expression
    amount: Expression
    source: Place
    target: Place
    manner: Manner
    site: int
    open: bool = False


@frozen
class MovePieces(Node):
    """Pieces (one, none or a list) go to a zone, one after another.

    `at_bottom`: each under the others, else on top. `face` None: as the zone has it.
    `mover` is who does it (the zone may be seen by whoever put a piece there).
    """

    verb: MoveVerb
    pieces: Expression
    zone: Expression
    at_bottom: bool
    face: Face | None
    mover: Expression
    manner: Manner
    site: int


@frozen
class Draw(Node):
    """`player` takes up to `amount` pieces from the top of `source` into `target`; refills when one more is due.

    `slot` (or -1) gets the last piece drawn, or none.
    """

    player: Expression
    amount: Expression
    source: Expression
    target: Expression
    slot: Slot
    site: int


@frozen
class Shuffle(Node):
    """`you`: who does it, if that is somebody else than in the body."""

    zone: Expression
    site: int
    you: Expression | None = None


@frozen
class Reveal(Node):
    """Pieces become known to `to` (a player or players; None: all), at the same moment. `you` as in `Shuffle`.

    With `told`, an `Attribute` of the only piece or a `Read` of a mark on it, no more than that is known of it.
    """

    pieces: Expression
    to: Expression | None
    site: int
    you: Expression | None = None
    told: Expression | None = None

    @property
    def field(self) -> str:
        """The name of what alone is told of the piece, or nothing."""
        return "" if self.told is None else property_named(self.told)


@frozen
class Flip(Node):
    """Pieces are turned face up, so that all see them, or face down (`up` is False): as if laid down there anew."""

    pieces: Expression
    up: bool
    site: int


@frozen
class Create(Node):
    """Makes `amount` new pieces of a card type in a zone; `of_each`: for each value of the field's enum.

    `like`: they are as that piece is now, without the marks on it; like no piece, none are made.
    """

    card_type: str
    amount: Expression
    of_each: str | None  # the enum's name
    zone: Expression
    owner: Expression
    site: int
    like: Expression | None = None


@frozen
class Swap(Node):
    """Two pieces change places, or the contents of two zones. `you` as in `Shuffle`."""

    left: Expression
    right: Expression
    site: int
    you: Expression | None = None


@frozen
class Roll(Node):
    """`slot` gets the list of pips of `amount` dice. `you` as in `Shuffle`; `secret`: nobody else sees the pips."""

    die: str
    amount: Expression
    slot: Slot
    site: int
    you: Expression | None = None
    secret: bool = False


@frozen
class FromList(Node):
    """Choose from a list of players, values, pieces ...; at least `least` and at most `most` of them.

    `several`: the answer is a list, even if it can only be one; else it is that one. `next`: it is the next of those
    that the same question asks for one after another; where rules see no difference between them, it does not ask. To
    pass is to leave this one, and all that follow in the body, to the order of the list.
    """

    candidates: Expression
    least: Expression
    most: Expression
    several: bool = False
    next: bool = False


@frozen
class FromRange(Node):
    """Choose a number from low to high."""

    low: Expression
    high: Expression


@frozen
class FromMenu(Node):
    """Choose one of the labelled options whose condition holds; the answer is its place in the list.

    `texts`: if one of them has braces, the label of each as words and expressions; `labels` have them as written.
    `prices`: if one of them costs something, what each does; that it can be paid is among its conditions.
    """

    labels: tuple[str, ...]
    conditions: tuple[Expression | None, ...]
    texts: tuple[tuple[TextPart, ...], ...] = ()
    prices: tuple[tuple[Price, ...], ...] = ()


@frozen
class Price(Node):
    """So many of a counter of players, or of what `things` says where `counter` is empty."""

    amount: Expression
    counter: str
    things: str


@frozen
class FromActions(Node):
    """Choose an action that is legal now; the answer is its place in `names`.

    `conditions` has one for each, and none at all if all are offered; None: offered always.
    """

    names: tuple[str, ...]
    conditions: tuple[Expression | None, ...] = ()


@frozen
class InOrder(Node):
    """Put a list into an order; the answer is the list."""

    group: Expression


Options: TypeAlias = FromList | FromRange | FromMenu | FromActions | InOrder


@frozen
class Choose(Node, Generic[Statement_co]):
    """The one statement that asks somebody. The answer goes to `slot`, then `body` runs; on passing, `otherwise`.

    Without a candidate it is skipped with its body (`otherwise` runs); if `optional` and `hidden_options` it is
    asked with passing alone, since being skipped would tell. `manner` randomly: chance answers, nobody is asked.
    `during`: names of anytime actions that are offered beside the options. Not `announced`: nobody but the player
    learns that it is asked, or that it was passed, or what chance has answered.
    """

    player: Expression
    options: Options
    slot: Slot
    optional: bool
    manner: Manner
    prompt: tuple[TextPart, ...]
    pass_label: str | None
    offers: tuple[str, ...]
    body: tuple[Statement_co, ...]
    otherwise: tuple[Statement_co, ...]
    site: int
    hidden_options: bool = False
    announced: bool = True


TextPart: TypeAlias = "str | Expression"


@frozen
class TakeActions(Node):
    """Asks again and again for a legal action: `at_most` times (None: any number); `may_stop` offers an end.

    `hidden_options`: which actions are legal depends on a secret, so with `may_stop` it is asked with stopping alone.
    `then_free`: when `at_most` have been taken, those that cost nothing are offered still.
    `beside`: so many at the end of `actions` are free ones that nobody has named; for these alone it is not asked.
    `pass_label`: what stopping is called.
    """

    player: Expression
    actions: tuple[str, ...]
    at_most: Expression | None
    may_stop: bool
    site: int
    hidden_options: bool = False
    then_free: bool = False
    beside: int = 0
    pass_label: str | None = None


@frozen
class If(Node, Generic[Statement_co]):
    """Does `then` if the condition holds, else `otherwise`."""

    condition: Expression
    then: tuple[Statement_co, ...]
    otherwise: tuple[Statement_co, ...]


@frozen
class ForEach(Node, Generic[Statement_co]):
    """`slot` goes through a list that is fixed when the loop starts.

    `one_moment`: as with `Together`, since all of it is one sentence.
    """

    slot: Slot
    over: Expression
    body: tuple[Statement_co, ...]
    one_moment: bool = False


@frozen
class Together(Node, Generic[Statement_co]):
    """What the body brings about is one moment: rules that answer it, and `whenever` rules, wait until its end."""

    body: tuple[Statement_co, ...]


@frozen
class DecidedBy(Node, Generic[Statement_co]):
    """In the body, and in what it calls, `decider` answers what `player` is asked, if everybody sees the options."""

    player: Expression
    decider: Expression
    body: tuple[Statement_co, ...]


@frozen
class ForRange(Node, Generic[Statement_co]):
    """Does the body for each number from `low` to `high`, which are evaluated once and stand in `slot`."""

    slot: Slot
    low: Expression
    high: Expression
    body: tuple[Statement_co, ...]


@frozen
class While(Node, Generic[Statement_co]):
    """At most `bound` passes; `fault` says whether reaching the bound is a fault or simply the end."""

    condition: Expression
    bound: Expression | None
    fault: bool
    body: tuple[Statement_co, ...]


@frozen
class Stop(Node):
    """Leaves the innermost loop."""


@frozen
class Leave(Node):
    """Leaves the body, with an answer (`decide`) or without."""

    value: Expression | None


@frozen
class Call(Node):
    """Runs a procedure; `arguments` fill its slots from 1. `slot` (or -1) gets its answer. `you` None: the caller's."""

    procedure: str
    arguments: tuple[Expression, ...]
    slot: Slot
    you: Expression | None
    site: int


@frozen
class DoText(Node):
    """Carries out what a card's text says (`part`: what it says under `when PART:`), as if it stood on `this`.

    `you` None: the caller's. A card that says nothing does nothing.
    """

    part: str
    card: Expression
    this: Expression
    you: Expression | None
    site: int


@frozen
class Until(Node):
    """When an effect ends: at the `edge` of a `unit`: a turn, round, phase or step, or one by its name.

    A turn is that of `owner`, if there is one. `following`: not the one that runs now, but the next.
    """

    edge: Edge
    unit: str
    owner: Expression | None
    following: bool


@frozen
class Begin(Node):
    """The effect with this number is in force from now on; what its rules need is kept: `Held`.

    `until` None: for the rest of the game.
    """

    effect: int
    held: tuple[Expression, ...]
    until: Until | None
    site: int


@frozen
class Become(Node):
    """`piece` is a copy of `original` from now on: all that is printed on that now, but for the fields in `keeping`.

    What was set in play, and marks, stay its own. It is an effect with that number, in force as by `Begin`; when that
    is over the piece is what it was before. The two are pieces, and not the same; `held` has `piece` as its third.
    """

    effect: int
    held: tuple[Expression, ...]
    piece: Expression
    original: Expression
    keeping: tuple[str, ...]
    until: Until | None
    site: int


@frozen
class Finish(Node):
    """`instance`, which is the effect with this number and in force, is over before its time."""

    effect: int
    instance: Expression


@frozen
class RunFlow(Node):
    """Runs a round, phase or step. `you` is who acts in it: None as here, which usually is nobody."""

    flow: str
    you: Expression | None = None


@frozen
class Turn(Node, Generic[Statement_co]):
    """A player's turn: meanwhile it is theirs, and it has a start and an end. Who is `you` in it is said in `body`."""

    player: Expression
    body: tuple[Statement_co, ...]


@frozen
class EndTurn(Node):
    """The turn that runs is over: what is left of it is not done. Outside of turns, what runs is the innermost flow."""


@frozen
class NextTurn(Node):
    """Whoever this is gets the next turn, once."""

    player: Expression


class Unit(StrEnum):
    """A span of play that begins and ends."""

    TURN = "turn"
    ROUND = "round"
    PHASE = "phase"
    STEP = "step"


@frozen
class Boundary(Node):
    """The `edge` of a `unit`, called `name`; `player` is whose it is."""

    edge: Edge
    unit: Unit
    name: str
    player: Expression


@frozen
class AllAtOnce(Node, Generic[Statement_co]):
    """Each player in `over` goes through `asking` without seeing the others' answers; then `body` runs seat by seat.

    `slot` is the player (who is `you`). `asking` holds their questions and whatever decides which are asked; it changes
    nothing but locals, which `body` finds as that player left them (none where nothing was put into them).
    """

    slot: Slot
    over: Expression
    asking: tuple[Statement_co, ...]
    body: tuple[Statement_co, ...]


@frozen
class Announce(Node):
    """`rolled_for`: it says what the roll behind it is for."""

    text: tuple[TextPart, ...]
    site: int
    rolled_for: bool = False


@frozen
class GameOver(Node):
    """The game ends at once; `winners` is a list of players (empty: nobody)."""

    winners: Expression
    site: int


@frozen
class Unsupported(Node):
    """Understood and checked, but not yet playable; lowering refuses it by `what`, naming the line."""

    what: str
    body: tuple[Statement, ...] = ()


# ---------------------------------------------------------------- declarations


class Dimension(StrEnum):
    """What an index goes through."""

    PLAYER = "player"
    PIECE = "piece"  # of the card type `Index.name`, or of any if that is ""; always the first index
    VALUE = "value"  # of an enum, spaces or group: `Index.name`


@frozen
class Index:
    """One index of a variable or zone: by player, by piece, or by the values of an enum."""

    dimension: Dimension
    name: str = ""

    @property
    def word(self) -> str:
        """What there is one of a thing for: `player`, `card`, or the name of the enum."""
        return "card" if self.dimension is Dimension.PIECE else self.name or "player"

    @property
    def type(self) -> Type:
        match self.dimension:
            case Dimension.PLAYER:
                return PLAYER
            case Dimension.PIECE:
                return Type(Kind.PIECE, self.name)
            case Dimension.VALUE:
                return Type(Kind.VALUE, self.name) if self.name else UNKNOWN


class Seen(StrEnum):
    """Who sees the faces of the pieces in a zone."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    NOBODY = "nobody"
    MOVER = "mover"  # whoever put the piece there
    ALL_BUT_OWNER = "all_but_owner"


@frozen
class Parameter(Node):
    """A number of the rules that can be changed before play, between `low` and `high`."""

    name: str
    type: Type
    value: int
    low: int
    high: int
    description: str


@frozen
class Variable(Node):
    """Anything that is remembered: counter, flag, role, `remember`. `start` may read parameters and player count.

    `low`/`high` None: unbounded; `below_zero`: a counter without a lowest value. `plural`: what several of it are
    called, where the rules say so. `group` is the group of counters it belongs to, `number` its place among all
    counters of player (the int of type COUNTER), or -1. `pawn`: a figure that stands on the space that is its value.

    What is indexed by piece is a mark, and lies on the piece: whoever knows the piece sees it; with `seen` everybody
    does. `start` of a field that is set in play is what is printed on the piece in slot 0, an `Attribute`.
    `sealed`: what is hidden stays so when the game is over. `also`: of what is hidden, the players who see it besides
    the one in slot 0, whose it is. `shown`: whether it stands on the table; None: if players are asked about it.
    `raising` and `lowering`: what the log says that a player does then. `unit`: one of it as players read it, with a
    number in it.
    """

    name: str
    title: str
    dimensions: tuple[Index, ...]
    type: Type
    start: Expression
    low: Expression | None
    high: Expression | None
    hidden: bool
    group: str
    number: int
    pawn: bool = False
    plural: str = ""
    seen: bool = False
    sealed: bool = False
    shown: bool | None = None
    also: Expression | None = None
    unit: str = ""
    raising: str = ""
    lowering: str = ""
    below_zero: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is a counter: a number that knows how low it can go, or that it may go below 0."""
        return self.type == NUMBER and (self.low is not None or self.below_zero)

    @property
    def is_mark(self) -> bool:
        return bool(self.dimensions) and self.dimensions[0].dimension is Dimension.PIECE

    @property
    def field(self) -> str:
        """The field that it is in play, or the name of the mark."""
        return self.start.field if isinstance(self.start, Attribute) else self.name

    def lies_on(self, card_type: CardType) -> bool:
        """Whether it is a mark on pieces of that type."""
        if isinstance(self.start, Attribute):
            return PieceField(self.start.field, self.type) in card_type.fields
        return self.is_mark and self.dimensions[0].name in ("", card_type.name)


@frozen
class Value:
    """One value of an enum (or spaces, or a counter group), with the attributes printed on it."""

    name: str
    title: str
    attributes: tuple[tuple[str, int], ...] = ()


@frozen
class Enumeration(Node):
    """`board`: the values are places where things are; `across`: so many are laid out side by side, if that is said.

    `track`: they are numbered spaces, one after another, each with its number printed on it as `place`.
    `fields`: what is printed on values.
    """

    name: str
    values: tuple[Value, ...]
    ring: bool
    board: bool = False
    across: int = 0
    track: bool = False
    fields: tuple[PieceField, ...] = ()


@frozen
class PieceField:
    """What is printed on the cards of a type, or on the values of an enum."""

    name: str
    type: Type


@frozen
class CardType(Node):
    """`personal`: tokens of which each player has some, and which are called by whose they are.

    `face`: what players read behind a title in place of the fields that stand in it in braces. `token`: declared as
    tokens, so that anybody tells it from a card.
    """

    name: str
    fields: tuple[PieceField, ...]
    personal: bool = False
    face: str = ""
    token: bool = False


@frozen
class Card(Node):
    """One entry of a deck. `copies`: a number or a parameter; `values`: (field, int) as printed.

    A deck is laid out in the order written: in a stack the first entry on top, else the first entry first.
    `each_player`: there are so many for each player, who owns them; of several zones, they lie in that player's.

    `effect`: the body of its text, or None; `parts`: those that stand under `when NAME:`. Slot 1 is the card itself.
    `standing`: the effects that are in force as long as their condition holds of the card.
    `in_title`: the fields of which the title tells.
    """

    title: str
    card_type: str
    copies: Expression
    zone: ZoneAt | Zones
    values: tuple[tuple[str, int], ...]
    effect: Body | None
    rule_text: tuple[str, ...]
    each_player: bool = False
    parts: tuple[CardPart, ...] = ()
    standing: tuple[int, ...] = ()
    in_title: tuple[str, ...] = ()


@frozen
class CardPart(Node):
    """What a card's text says under `when NAME:`."""

    name: str
    body: Body


class Shape(StrEnum):
    """How the pieces of a zone lie."""

    STACK = "stack"
    ROW = "row"
    SLOT = "slot"
    HAND = "hand"
    GROUP = "group"
    BOARD = "board"


@frozen
class Zone(Node):
    """`also`: the players who see the faces there besides those of `seen`; slot 0 is the player whose it is.

    `entering`: what the log says that a player does who moves pieces there. `title`: what players call it, if that is
    not its name.
    """

    name: str
    dimensions: tuple[Index, ...]
    shape: Shape
    seen: Seen
    refill: str
    capacity: Expression | None
    also: Expression | None = None
    entering: str = ""
    title: str = ""


@frozen
class Die(Node):
    """A kind of dice, with the numbers on them."""

    name: str
    low: int
    high: int


@frozen
class Body:
    """A body's slots (their names; slot 0 is `you`) and what it does."""

    slots: tuple[str, ...]
    statements: tuple[Statement, ...]


class Standing(StrEnum):
    """Base < variant < card: the card's text wins."""

    BASE = "base"
    VARIANT = "variant"
    CARD = "card"


class Override(StrEnum):
    """How an exception changes the value of a definition."""

    PLAIN = "plain"  # its value reads `Previous`
    INSTEAD = "instead"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


class Combining(StrEnum):
    """What several exceptions of equal standing that give exact values come to."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    SUM = "sum"
    LATEST = "latest"


@frozen
class ExceptionRule(Node):
    """An exception to a definition. Its expressions see the definition's arguments in slots 0, 1, ...

    With an `effect` it holds while that is in force, once for each time it is, which then stands in slot `instance`.
    """

    condition: Expression
    how: Override
    value: Expression
    standing: Standing
    source: str  # the variant's or card's title, or ""
    effect: int = NONE
    instance: int = NONE


@frozen
class Define(Node):
    """A derived value; its arguments stand in slots 0, 1, ... of its own (there is no `you`).

    `title`: as of a zone. `shown`: it stands on the table.
    """

    name: str
    arguments: tuple[Type, ...]
    slots: tuple[str, ...]
    value: Expression
    type: Type
    combining: Combining | None
    exceptions: tuple[ExceptionRule, ...]
    title: str = ""
    shown: bool = False


@frozen
class Procedure(Node):
    """`depth`: how many of it may be under way at once; None: as many as you like. `title`: a reason in the log."""

    name: str
    parameters: tuple[Type, ...]
    answer: Type | None
    body: Body
    depth: Expression | None = None
    title: str = ""


class FlowKind(StrEnum):
    """What a part of the course of a game is."""

    ROUND = "round"
    PHASE = "phase"
    STEP = "step"


@frozen
class Flow(Node):
    """A round (repeated until the game ends or its condition says so), a phase or a step."""

    name: str
    kind: FlowKind
    number: str
    title: str
    until: Expression | None  # a round: checked after each pass
    bound: Expression | None
    body: Body
    rule_text: tuple[RuleText, ...]
    inside: str  # the flow it stands in, or ""


class ActionKind(StrEnum):
    """When an action can be taken, and whether it counts against how many may be."""

    ACTION = "action"
    FREE = "free"
    ANYTIME = "anytime"


@frozen
class Action(Node):
    """`you` is who takes it. Legal when `needs` hold and the first question it must ask has a candidate.

    `secret_question`: whether that question has a candidate is not known to everybody.
    `secret`: others do not learn that it was taken, only what its statements tell them.
    `taking`: what the log says that a player does.
    """

    name: str
    title: str
    kind: ActionKind
    secret: bool
    per_unit: str  # once per turn, round, game ...; ""
    limit: Expression | None
    own_turn: bool
    needs: tuple[Need, ...]
    body: Body
    rule_text: tuple[RuleText, ...]
    secret_question: bool = False
    taking: str = ""


@frozen
class Need(Node):
    """`secret`: whether it holds is not known to everybody. `price`: what must be there, since it is to be paid."""

    condition: Expression
    reason: str
    secret: bool = False
    price: Price | None = None


class Timing(StrEnum):
    """When a rule on an event is carried out."""

    BEFORE = "before"
    AFTER = "after"
    INSTEAD = "instead"


class EventKind(StrEnum):
    """What a rule listens for."""

    FLOW = "flow"
    PROCEDURE = "procedure"
    ACTION = "action"
    BOUNDARY = "boundary"
    GAIN = "gain"
    LOSE = "lose"
    PAY = "pay"
    GIVE = "give"  # of counters, or of pieces
    MOVE = "move"
    DISCARD = "discard"
    DRAW = "draw"
    ENTER = "enter"
    LEAVE = "leave"
    REVEAL = "reveal"
    SHUFFLE = "shuffle"
    ROLL = "roll"  # of a kind of dice, if there is a `name`
    PLAY = "play"  # a card's text is carried out
    BECOME = "become"  # a role comes to somebody who did not have it


@frozen
class HookRule(Node):
    """A rule that meets an event. Its body's slots: 0 `you`, then what the event binds, in the order of `binds`.

    `name` is that of the flow, procedure, action or role, or the edge and unit of a boundary, as in "end turn".
    For verbs: `subject`, `counter`, `source` (expressions or None: any) narrow it; `binds` names what the
    body may read: "subject", "amount", "asked" (before bounds), "counter", "piece", "die". On a procedure its
    `parameters` stand there instead.
    `condition` sees the same slots. A pot in `source` without indices is the one of whatever counter it is.
    `leaving` and `entering`: the zone or zones from which, and to which, the piece of a move or draw must go.
    `question`: how a reaction is offered; its player, slot and body stand open.
    With an `effect` it holds while that is in force: `you` is the effect's, which stands in slot `instance`, a slot
    behind those of the body.
    """

    timing: Timing
    event: EventKind
    name: str
    subject: Expression | None
    counter: Expression | None
    source: Place | None
    target: Place | None
    binds: tuple[str, ...]
    condition: Expression | None
    optional: bool  # a reaction: its `you` may decline
    label: str
    body: Body
    standing: Standing
    source_name: str
    parameters: int = 0
    leaving: Expression | None = None
    entering: Expression | None = None
    effect: int = NONE
    instance: int = NONE
    question: Choose | None = None


@frozen
class Effect(Node):
    """Rules that hold for a time, those whose `effect` is this one's number. `title`: the card or heading it is of.

    `condition` None: it begins by `Begin` or `Become`. Else it is a card's, in force for each copy for which the
    condition holds; the copy stands in slot 0, and its `you` is whoever holds it.
    """

    title: str
    card: bool
    condition: Expression | None
    slots: tuple[str, ...]


@frozen
class WheneverRule(Node):
    """A rule that is carried out as often and as soon as its condition holds."""

    condition: Expression
    body: Body
    standing: Standing


@frozen
class GameEnd(Node):
    """Checked after the flow `after` (any flow that ends, if ""): when `condition` holds, `body` runs.

    `turn`, if no flow is called so: after each turn.
    """

    after: str
    condition: Expression | None
    body: Body


@frozen
class RuleText(Node):
    """A paragraph of the rulebook, with the clauses that it covers."""

    words: str
    clauses: tuple[str, ...]


@frozen
class Section:
    """A part of the rulebook: the words that stand with a thing of that kind and name, under a heading."""

    kind: str
    name: str
    title: str
    texts: tuple[RuleText, ...]


@frozen
class Ruling(Node):
    """An answer to a question about a clause of the rulebook; `changed_by`: parameters with which it may be another."""

    clause: str
    question: str
    answer: tuple[str, ...]
    changed_by: tuple[str, ...]


@frozen
class Site(Node):
    """A place in the rules where something happens: its words for a log, its heading, the rule text above it."""

    heading: str
    rule_text: tuple[RuleText, ...]
    standing: Standing


@frozen
class Measured(Node):
    """A quantity that simulations count when a game is over: `value`, or how much of it there is for each `per`.

    Slot 0 of both is a player: what reads it is counted for each of them, else once. It makes no difference to play.
    """

    name: str
    value: Expression
    per: Expression | None = None


@frozen
class Game:
    """A whole rule set, for any legal number of players. `goal`: what players are after, in words of the designer."""

    title: str
    fewest_players: int
    most_players: int
    credits: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    enumerations: tuple[Enumeration, ...]
    card_types: tuple[CardType, ...]
    cards: tuple[Card, ...]
    dice: tuple[Die, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    defines: tuple[Define, ...]
    procedures: tuple[Procedure, ...]
    flows: tuple[Flow, ...]
    actions: tuple[Action, ...]
    hooks: tuple[HookRule, ...]
    whenevers: tuple[WheneverRule, ...]
    ends: tuple[GameEnd, ...]
    setup: Body
    main: Body  # runs the top flows in order, after setup
    texts: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    sites: tuple[Site, ...]
    rulebook: tuple[Section, ...] = ()
    effects: tuple[Effect, ...] = ()
    measured: tuple[Measured, ...] = ()
    goal: str = ""


Expression: TypeAlias = (
    Constant
    | Local
    | Read
    | ReadCounter
    | Attribute
    | Derived
    | ZoneAt
    | Zones
    | Contents
    | PileEnd
    | AllOf
    | PlayersFrom
    | Filter
    | CountOf
    | Some
    | First
    | Item
    | BestOf
    | Ranked
    | ListOf
    | Without
    | Arithmetic
    | Divide
    | Compare
    | And
    | Or
    | Not
    | IsIn
    | Cases
    | Previous
    | Held
    | InForce
    | Function
)
SimpleStatement: TypeAlias = (
    SetLocal
    | Write
    | Change
    | Transfer
    | MovePieces
    | Draw
    | Shuffle
    | Reveal
    | Flip
    | Create
    | Swap
    | Roll
    | TakeActions
    | Stop
    | Leave
    | Call
    | DoText
    | Begin
    | Become
    | Finish
    | RunFlow
    | Boundary
    | NextTurn
    | EndTurn
    | Announce
    | GameOver
    | Unsupported
)
Statement: TypeAlias = (
    SimpleStatement | Choose | If | ForEach | Together | DecidedBy | ForRange | While | Turn | AllAtOnce
)
#: What may do the statements of a block several times.
Loop: TypeAlias = ForEach | ForRange | While | AllAtOnce
