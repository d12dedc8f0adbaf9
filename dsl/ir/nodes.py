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
from typing import TypeAlias

from attrs import field

from dsl.node import frozen
from dsl.source import NO_SPAN, Span

NONE = -1

#: The number of a local into which a node puts something, or through which an expression goes; -1: it does not.
Slot: TypeAlias = int
#: The number of a local that a node reads.
SlotRead: TypeAlias = int


def _span() -> Span:
    return field(default=NO_SPAN, eq=False, repr=False, kw_only=True)


# ---------------------------------------------------------------- types


class Kind(StrEnum):
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
class Constant:
    value: int
    type: Type
    span: Span = _span()


@frozen
class Local:
    slot: SlotRead
    name: str
    type: Type
    span: Span = _span()


@frozen
class Read:
    """A variable (counter, flag, role, remembered value, mark) at its indices, in the order of `Variable.dimensions`.

    At an index that is none, or at a piece on which there is no such mark: none, 0, no.
    """

    variable: str
    at: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen
class ReadCounter:
    """The counter whose number `counter` gives (type COUNTER), of a player."""

    counter: Expression
    player: Expression
    type: Type = NUMBER
    span: Span = _span()


@frozen
class Attribute:
    """A field as it is printed on a piece. Of no piece: none, 0, no."""

    field: str
    piece: Expression
    type: Type
    span: Span = _span()


@frozen
class Derived:
    """A definition worked out for these arguments, exceptions included."""

    define: str
    arguments: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen
class ZoneAt:
    """One instance of a zone; `at` in the order of `Zone.dimensions`."""

    zone: str
    at: tuple[Expression, ...]
    type: Type = ZONE
    span: Span = _span()


@frozen
class Zones:
    """Several instances: of each player in order from the first seat (`each` index left open is -1 in `at`)."""

    zone: str
    at: tuple[Expression | None, ...]
    type: Type = Type(Kind.ZONE, many=True)
    span: Span = _span()


@frozen
class Contents:
    """The pieces of a zone, or of a list of zones in order, from bottom to top (first placed first)."""

    zone: Expression
    type: Type = PIECES
    span: Span = _span()


class PileSide(StrEnum):
    TOP = "top"
    BOTTOM = "bottom"


@frozen
class PileEnd:
    """The top or bottom `amount` pieces of a zone, the outermost first; `amount` None: that one piece or none."""

    end: PileSide
    zone: Expression
    amount: Expression | None
    type: Type
    span: Span = _span()


@frozen
class AllOf:
    """Every player (in order of play from the first seat), every value of a type, or every piece of a card type."""

    of: Type
    type: Type
    span: Span = _span()


@frozen
class PlayersFrom:
    """Every player, clockwise, beginning with `start` (none: with the first seat)."""

    start: Expression
    type: Type = PLAYERS
    span: Span = _span()


@frozen
class Filter:
    """Those of `over` for which `where` holds; each in turn stands in `slot`."""

    over: Expression
    slot: Slot
    where: Expression
    type: Type
    span: Span = _span()


@frozen
class CountOf:
    over: Expression
    type: Type = NUMBER
    span: Span = _span()


@frozen
class Some:
    """Whether any of `over` (type list) satisfies `where` (None: whether there is any at all)."""

    over: Expression
    slot: Slot
    where: Expression | None
    type: Type = YES_NO
    span: Span = _span()


@frozen
class First:
    """The first of a list, or none."""

    over: Expression
    type: Type
    span: Span = _span()


@frozen
class Item:
    """The item at a place (from 0) of a list; the place is known to be good."""

    over: Expression
    place: Expression
    type: Type
    span: Span = _span()


class Aggregate(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    TOTAL = "total"


@frozen
class BestOf:
    """The highest, lowest or total `value` over a list; 0 for an empty one."""

    how: Aggregate
    over: Expression
    slot: Slot
    value: Expression
    type: Type = NUMBER
    span: Span = _span()


@frozen
class Ranked:
    """All of `over` that share the best rank: by the first criterion, then the next (`most`: the higher value)."""

    over: Expression
    slot: Slot
    by: tuple[Criterion, ...]
    type: Type
    span: Span = _span()


@frozen
class Criterion:
    most: bool
    value: Expression
    words: str = ""
    span: Span = _span()


@frozen
class ListOf:
    """Items and lists put together in the order written."""

    items: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen
class Without:
    """`over` without one item, or without all those of a list."""

    over: Expression
    item: Expression
    type: Type
    span: Span = _span()


@frozen
class Arithmetic:
    """`operator` is + - or *."""

    operator: str
    left: Expression
    right: Expression
    type: Type = NUMBER
    span: Span = _span()


@frozen
class Divide:
    """Rounded towards minus infinity, or up. A divisor of 0 is a fault."""

    left: Expression
    right: Expression
    up: bool
    type: Type = NUMBER
    span: Span = _span()


@frozen
class Compare:
    """`operator` is one of < <= > >= = !=. Comparing none with < <= > >= is false; = and != compare it as itself."""

    operator: str
    left: Expression
    right: Expression
    type: Type = YES_NO
    span: Span = _span()


@frozen
class And:
    parts: tuple[Expression, ...]
    type: Type = YES_NO
    span: Span = _span()


@frozen
class Or:
    parts: tuple[Expression, ...]
    type: Type = YES_NO
    span: Span = _span()


@frozen
class Not:
    inner: Expression
    type: Type = YES_NO
    span: Span = _span()


@frozen
class IsIn:
    item: Expression
    group: Expression
    type: Type = YES_NO
    span: Span = _span()


@frozen
class Cases:
    """The value of the first case whose condition holds, else the default."""

    cases: tuple[tuple[Expression, Expression], ...]  # (condition, value)
    default: Expression
    type: Type
    span: Span = _span()


@frozen
class Previous:
    """In an exception: the value as it is without it."""

    type: Type
    span: Span = _span()


@frozen
class Held:
    """What an effect in force has kept since it began: `instance` is the effect, `place` 0 its `you`, 1 its card."""

    effect: int
    instance: Expression
    place: int
    type: Type
    span: Span = _span()


@frozen
class InForce:
    """Every time that the effect with this number is in force now, the one that began first coming first."""

    effect: int
    type: Type = EFFECTS
    span: Span = _span()


@frozen
class Function:
    """A built-in (see `dsl/checking/built_ins.py` for names, types and meaning)."""

    name: str
    arguments: tuple[Expression, ...]
    type: Type
    span: Span = _span()


# ---------------------------------------------------------------- where counters go from and to


@frozen
class Bank:
    span: Span = _span()


@frozen
class Holder:
    """A player's own counters."""

    player: Expression
    span: Span = _span()


@frozen
class Pot:
    """A counter that is no player's: a variable indexed by the counter's group, or a plain one."""

    variable: str
    at: tuple[Expression, ...]
    span: Span = _span()


Place: TypeAlias = Bank | Holder | Pot


# ---------------------------------------------------------------- statements


class Manner(StrEnum):
    PLAIN = "plain"
    SECRETLY = "secretly"
    OPENLY = "openly"
    RANDOMLY = "randomly"


class TransferVerb(StrEnum):
    GAIN = "gain"
    LOSE = "lose"
    PAY = "pay"
    GIVE = "give"


class MoveVerb(StrEnum):
    MOVE = "move"
    GIVE = "give"
    DISCARD = "discard"
    REMOVE = "remove"


class Face(StrEnum):
    UP = "up"
    DOWN = "down"


class Edge(StrEnum):
    START = "start"
    END = "end"


@frozen
class SetLocal:
    slot: Slot
    value: Expression
    span: Span = _span()


@frozen
class Write:
    """`set X to v`."""

    variable: str
    at: tuple[Expression, ...]
    value: Expression
    site: int
    span: Span = _span()


@frozen
class Change:
    """`raise X by n` (or `lower`: `down`); stops at the variable's bounds."""

    variable: str
    at: tuple[Expression, ...]
    amount: Expression
    down: bool
    site: int
    span: Span = _span()


@frozen
class Transfer:
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
    span: Span = _span()


@frozen
class MovePieces:
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
    span: Span = _span()


@frozen
class Draw:
    """`player` takes up to `amount` pieces from the top of `source` into `target`; refills when one more is due.

    `slot` (or -1) gets the last piece drawn, or none.
    """

    player: Expression
    amount: Expression
    source: Expression
    target: Expression
    slot: Slot
    site: int
    span: Span = _span()


@frozen
class Shuffle:
    """`you`: who does it, if that is somebody else than in the body."""

    zone: Expression
    site: int
    you: Expression | None = None
    span: Span = _span()


@frozen
class Reveal:
    """Pieces become known to `to` (a player or players; None: all), at the same moment. `you` as in `Shuffle`."""

    pieces: Expression
    to: Expression | None
    site: int
    you: Expression | None = None
    span: Span = _span()


@frozen
class Flip:
    """Pieces are turned face up, so that all see them, or face down (`up` is False): as if laid down there anew."""

    pieces: Expression
    up: bool
    site: int
    span: Span = _span()


@frozen
class Create:
    """Makes `amount` new pieces of a card type in a zone; `of_each`: for each value of the field's enum."""

    card_type: str
    amount: Expression
    of_each: str | None  # the enum's name
    zone: Expression
    owner: Expression
    site: int
    span: Span = _span()


@frozen
class Swap:
    """Two pieces change places, or the contents of two zones. `you` as in `Shuffle`."""

    left: Expression
    right: Expression
    site: int
    you: Expression | None = None
    span: Span = _span()


@frozen
class Roll:
    """`slot` gets the list of pips of `amount` dice. `you` as in `Shuffle`; `secret`: nobody else sees the pips."""

    die: str
    amount: Expression
    slot: Slot
    site: int
    you: Expression | None = None
    secret: bool = False
    span: Span = _span()


@frozen
class FromList:
    """Choose from a list of players, values, pieces ...; at least `least` and at most `most` of them.

    `several`: the answer is a list, even if it can only be one; else it is that one.
    """

    candidates: Expression
    least: Expression
    most: Expression
    several: bool = False
    span: Span = _span()


@frozen
class FromRange:
    """Choose a number from low to high."""

    low: Expression
    high: Expression
    span: Span = _span()


@frozen
class FromMenu:
    """Choose one of the labelled options whose condition holds; the answer is its place in the list."""

    labels: tuple[str, ...]
    conditions: tuple[Expression | None, ...]
    span: Span = _span()


@frozen
class FromActions:
    """Choose an action that is legal now; the answer is its place in `names`.

    `conditions` has one for each, and none at all if all are offered; None: offered always.
    """

    names: tuple[str, ...]
    conditions: tuple[Expression | None, ...] = ()
    span: Span = _span()


@frozen
class InOrder:
    """Put a list into an order; the answer is the list."""

    group: Expression
    span: Span = _span()


Options: TypeAlias = FromList | FromRange | FromMenu | FromActions | InOrder


@frozen
class Choose:
    """The one statement that asks somebody. The answer goes to `slot`, then `body` runs; on passing, `otherwise`.

    Without a candidate it is skipped with its body (`otherwise` runs); if `optional` and `hidden_options` it is
    asked with passing alone, since being skipped would tell. `manner` randomly: chance answers, nobody is asked.
    `during`: names of anytime actions that are offered beside the options. Not `announced`: nobody but the player
    learns that it is asked, or that it was passed.
    """

    player: Expression
    options: Options
    slot: Slot
    optional: bool
    manner: Manner
    prompt: tuple[TextPart, ...]
    pass_label: str | None
    offers: tuple[str, ...]
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    site: int
    hidden_options: bool = False
    announced: bool = True
    span: Span = _span()


TextPart: TypeAlias = "str | Expression"


@frozen
class TakeActions:
    """Asks again and again for a legal action: `at_most` times (None: any number); `may_stop` offers an end.

    `hidden_options`: which actions are legal hangs on a secret, so with `may_stop` it is asked with stopping alone.
    `then_free`: when `at_most` have been taken, those that cost nothing are offered still.
    `beside`: so many at the end of `actions` are free ones that nobody has named; for these alone it is not asked.
    """

    player: Expression
    actions: tuple[str, ...]
    at_most: Expression | None
    may_stop: bool
    site: int
    hidden_options: bool = False
    then_free: bool = False
    beside: int = 0
    span: Span = _span()


@frozen
class If:
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span = _span()


@frozen
class ForEach:
    """`slot` goes through a list that is fixed when the loop starts.

    `one_moment`: as with `Together`, since all of it is one sentence.
    """

    slot: Slot
    over: Expression
    body: tuple[Statement, ...]
    one_moment: bool = False
    span: Span = _span()


@frozen
class Together:
    """What the body brings about is one moment: rules that answer it, and `whenever` rules, wait until its end."""

    body: tuple[Statement, ...]
    span: Span = _span()


@frozen
class DecidedBy:
    """In the body, and in what it calls, `decider` answers what `player` is asked, if everybody sees the options."""

    player: Expression
    decider: Expression
    body: tuple[Statement, ...]
    span: Span = _span()


@frozen
class ForRange:
    slot: Slot
    low: Expression
    high: Expression
    body: tuple[Statement, ...]
    span: Span = _span()


@frozen
class While:
    """At most `bound` passes; `fault` says whether reaching the bound is a fault or simply the end."""

    condition: Expression
    bound: Expression | None
    fault: bool
    body: tuple[Statement, ...]
    span: Span = _span()


@frozen
class Stop:
    """Leaves the innermost loop."""

    span: Span = _span()


@frozen
class Leave:
    """Leaves the body, with an answer (`decide`) or without."""

    value: Expression | None
    span: Span = _span()


@frozen
class Call:
    """Runs a procedure; `arguments` fill its slots from 1. `slot` (or -1) gets its answer. `you` None: the caller's."""

    procedure: str
    arguments: tuple[Expression, ...]
    slot: Slot
    you: Expression | None
    site: int
    span: Span = _span()


@frozen
class DoText:
    """Carries out what a card's text says (`part`: what it says under `when PART:`), as if it stood on `this`.

    `you` None: the caller's. A card that says nothing does nothing.
    """

    part: str
    card: Expression
    this: Expression
    you: Expression | None
    site: int
    span: Span = _span()


@frozen
class Until:
    """When an effect ends: at the `edge` of a `unit`: a turn, round, phase or step, or one by its name.

    A turn is that of `owner`, if there is one. `following`: not the one that runs now, but the next.
    """

    edge: Edge
    unit: str
    owner: Expression | None
    following: bool
    span: Span = _span()


@frozen
class Begin:
    """The effect with this number is in force from now on; what its rules need is kept: `Held`.

    `until` None: for the rest of the game.
    """

    effect: int
    held: tuple[Expression, ...]
    until: Until | None
    site: int
    span: Span = _span()


@frozen
class Become:
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
    span: Span = _span()


@frozen
class Finish:
    """`instance`, which is the effect with this number and in force, is over before its time."""

    effect: int
    instance: Expression
    span: Span = _span()


@frozen
class RunFlow:
    """Runs a round, phase or step. `you` is who acts in it: None as here, which usually is nobody."""

    flow: str
    you: Expression | None = None
    span: Span = _span()


@frozen
class Turn:
    """A player's turn: meanwhile it is theirs, and it has a start and an end. Who is `you` in it is said in `body`."""

    player: Expression
    body: tuple[Statement, ...]
    span: Span = _span()


@frozen
class EndTurn:
    """The turn that runs is over: what is left of it is not done. Outside of turns, what runs is the innermost flow."""

    span: Span = _span()


@frozen
class NextTurn:
    """Whoever this is gets the next turn, once."""

    player: Expression
    span: Span = _span()


@frozen
class Boundary:
    """The `edge` of a `unit` (turn, round, phase, step), called `name`; `player` is whose it is."""

    edge: Edge
    unit: str
    name: str
    player: Expression
    span: Span = _span()


@frozen
class AllAtOnce:
    """Each player in `over` answers `choice` without seeing the others'; then `body` runs seat by seat.

    `slot` is the player (who is `you`); `choices` are `Choose` statements with empty bodies.
    """

    slot: Slot
    over: Expression
    choices: tuple[Choose, ...]
    body: tuple[Statement, ...]
    span: Span = _span()


@frozen
class Announce:
    text: tuple[TextPart, ...]
    site: int
    span: Span = _span()


@frozen
class GameOver:
    """The game ends at once; `winners` is a list of players (empty: nobody)."""

    winners: Expression
    site: int
    span: Span = _span()


@frozen
class Unsupported:
    """Understood and checked, but not yet playable; lowering refuses it by `what`, naming the line."""

    what: str
    body: tuple[Statement, ...] = ()
    span: Span = _span()


# ---------------------------------------------------------------- declarations


class Dimension(StrEnum):
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
    EVERYBODY = "everybody"
    OWNER = "owner"
    NOBODY = "nobody"
    MOVER = "mover"  # whoever put the piece there
    ALL_BUT_OWNER = "all_but_owner"


@frozen
class Parameter:
    name: str
    type: Type
    value: int
    low: int
    high: int
    description: str
    span: Span = _span()


@frozen
class Variable:
    """Anything that is remembered: counter, flag, role, `remember`. `start` may read parameters and player count.

    `low`/`high` None: unbounded. `plural`: what several of it are called, where the rules say so. `group` is the
    group of counters it belongs to, `number` its place among all counters of player (the int of type COUNTER), or
    -1. `pawn`: a figure that stands on the space that is its value.

    What is indexed by piece is a mark, and lies on the piece: whoever knows the piece sees it; with `seen` everybody
    does. `start` of a field that is set in play is what is printed on the piece in slot 0, an `Attribute`.
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
    span: Span = _span()

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
class Enumeration:
    """`board`: the values are places where things are."""

    name: str
    values: tuple[Value, ...]
    ring: bool
    board: bool = False
    span: Span = _span()


@frozen
class PieceField:
    """What is printed on the cards of a type."""

    name: str
    type: Type


@frozen
class CardType:
    """`personal`: tokens of which each player has some, and which are called by whose they are."""

    name: str
    fields: tuple[PieceField, ...]
    personal: bool = False
    span: Span = _span()


@frozen
class Card:
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
    span: Span = _span()


@frozen
class CardPart:
    """What a card's text says under `when NAME:`."""

    name: str
    body: Body
    span: Span = _span()


class Shape(StrEnum):
    STACK = "stack"
    ROW = "row"
    SLOT = "slot"
    HAND = "hand"
    GROUP = "group"
    BOARD = "board"


@frozen
class Zone:
    name: str
    dimensions: tuple[Index, ...]
    shape: Shape
    seen: Seen
    refill: str
    capacity: Expression | None
    span: Span = _span()


@frozen
class Die:
    name: str
    low: int
    high: int
    span: Span = _span()


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
    PLAIN = "plain"  # its value reads `Previous`
    INSTEAD = "instead"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


class Combining(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    SUM = "sum"
    LATEST = "latest"


@frozen
class ExceptionRule:
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
    span: Span = _span()


@frozen
class Define:
    """A derived value; its arguments stand in slots 0, 1, ... of its own (there is no `you`)."""

    name: str
    arguments: tuple[Type, ...]
    slots: tuple[str, ...]
    value: Expression
    type: Type
    combining: Combining | None
    exceptions: tuple[ExceptionRule, ...]
    span: Span = _span()


@frozen
class Procedure:
    """`depth`: how many of it may be under way at once; None: as many as you like."""

    name: str
    parameters: tuple[Type, ...]
    answer: Type | None
    body: Body
    depth: Expression | None = None
    span: Span = _span()


class FlowKind(StrEnum):
    ROUND = "round"
    PHASE = "phase"
    STEP = "step"


@frozen
class Flow:
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
    span: Span = _span()


class ActionKind(StrEnum):
    ACTION = "action"
    FREE = "free"
    ANYTIME = "anytime"


@frozen
class Action:
    """`you` is who takes it. Legal when `needs` hold and the first question it must ask has a candidate.

    `secret_question`: whether that question has a candidate is not known to everybody.
    `secret`: others do not learn that it was taken, only what its statements tell them.
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
    span: Span = _span()


@frozen
class Need:
    """`secret`: whether it holds is not known to everybody."""

    condition: Expression
    reason: str
    secret: bool = False
    span: Span = _span()


class Timing(StrEnum):
    BEFORE = "before"
    AFTER = "after"
    INSTEAD = "instead"


@frozen
class HookRule:
    """A rule that meets an event. Its body's slots: 0 `you`, then what the event binds, in the order of `binds`.

    `event` is flow, procedure, action, boundary, a transfer or move verb, reveal, shuffle, roll (a kind of dice, if
    there is a `name`), play (a card's text) or become (a role comes to somebody who did not have it); `name` the flow,
    procedure, action or role, or the edge and unit of a boundary, as in "end turn".
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
    event: str
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
    span: Span = _span()


@frozen
class Effect:
    """Rules that hold for a time, those whose `effect` is this one's number. `title`: the card or heading it is of.

    `condition` None: it begins by `Begin` or `Become`. Else it is a card's, in force for each copy for which the
    condition holds; the copy stands in slot 0, and its `you` is whoever holds it.
    """

    title: str
    card: bool
    condition: Expression | None
    slots: tuple[str, ...]
    span: Span = _span()


@frozen
class WheneverRule:
    condition: Expression
    body: Body
    standing: Standing
    span: Span = _span()


@frozen
class GameEnd:
    """Checked after the flow `after` (any flow that ends, if ""): when `condition` holds, `body` runs.

    `turn`, if no flow is called so: after each turn.
    """

    after: str
    condition: Expression | None
    body: Body
    span: Span = _span()


@frozen
class RuleText:
    words: str
    clauses: tuple[str, ...]
    span: Span = _span()


@frozen
class Section:
    """A part of the rulebook: the words that stand with a thing of that kind and name, under a heading."""

    kind: str
    name: str
    title: str
    texts: tuple[RuleText, ...]


@frozen
class Ruling:
    clause: str
    question: str
    answer: tuple[str, ...]
    changed_by: tuple[str, ...]
    span: Span = _span()


@frozen
class Site:
    """A place in the rules where something happens: its words for a log, its heading, the rule text above it."""

    heading: str
    rule_text: tuple[RuleText, ...]
    standing: Standing
    span: Span = _span()


@frozen
class Game:
    """A whole rule set, for any legal number of players."""

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
Statement: TypeAlias = (
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
    | Choose
    | TakeActions
    | If
    | ForEach
    | Together
    | DecidedBy
    | ForRange
    | While
    | Stop
    | Leave
    | Call
    | DoText
    | Begin
    | Become
    | Finish
    | RunFlow
    | Turn
    | Boundary
    | NextTurn
    | EndTurn
    | AllAtOnce
    | Announce
    | GameOver
    | Unsupported
)
