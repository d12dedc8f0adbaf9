"""A program: one game for one number of players, as routines that either run through or are made of blocks.

Inside a routine the statements and expressions are those of the IR (`dsl/ir/nodes.py`). What may stop for
an answer is split into blocks. A block is a run of statements that never stops, and an end that says where
to go on. Blocks are known by their number, which is unique in the program. The whole continuation is plain
data: the number of a block, the locals of the routine that runs (its frame), and for each caller the block
to go back to and its frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, TypeAlias, assert_never

from attrs import field, frozen

from dsl.ir import nodes as ir
from dsl.source import NO_SPAN, Span
from dsl.walk import NO_CHILD
from interpreter.program.model.routine_id import RoutineId

PASS = -1_000_000_001
FIRST_OFFER = -1_000_001_000  # offer k has the code FIRST_OFFER - k

#: How many blocks or passes of a loop may run before somebody has to decide something.
STEP_LIMIT = 100_000
#: How many decisions a game may have.
DECISION_LIMIT = 100_000
#: How deep routines may call one another; so deep again from each procedure that says itself how deep it may go.
DEPTH_LIMIT = 200


class Verb(IntEnum):
    """What an entry of the journal tells.

    An entry is (site, verb, you, mask, known, *values): `mask` has a bit for each seat that may see the
    values, `known` one for each seat that learns of the event at all; `you` is who did it, or -1; a site of
    -1 stands for no place in the rules. The values are as said below; a list among them stands item by
    item.
    """

    BEGIN = 0  # values: the number of the routine
    DECIDE = 1  # the number of the routine, its answer
    WRITE = 2  # the variable's number, its indices ..., the new value
    CHANGE = 4  # the variable's number, its indices ..., by how much it went up
    GAIN = 5  # counter, amount, source, target; a place is a seat, or BANK, or a pot's first variable place
    LOSE = 6
    PAY = 7
    GIVE = 8
    MOVE = 9  # the piece, the zone it left, the zone it came to
    GIVE_PIECE = 10
    DISCARD = 11
    REMOVE = 12
    DRAW = 13
    SHUFFLE = 14  # the zone
    REVEAL = 15  # the piece
    CREATE = 16  # the piece, its zone
    SWAP = 17  # the two pieces or zones
    ROLL = 18  # the pips
    CHOOSE = 19  # the code of the answer
    ANNOUNCE = 20  # the values of the text's expressions
    GAME_OVER = 21  # the winners
    FLIP = 22  # the piece, whether it lies face up now
    BECOME = 23  # the piece, the kind of piece that it is a copy of


#: Stands for a place in an entry about a transfer: below -1, so that it is no seat.
BANK = -2
POT = -3  # the pot of variable v is POT - v


def _span() -> Span:
    return field(default=NO_SPAN, eq=False, repr=False, kw_only=True)


# ---------------------------------------------------------------- statements of a program's own


@frozen
class Mark:
    """Tells the journal that a routine begins or has decided; says nothing without a journal."""

    verb: Verb
    routine: int
    you: ir.Expression
    answer: ir.Expression | None
    site: int
    span: Span = _span()


@frozen
class Forget:
    """The options were pieces, chosen from secretly: who does not see them loses track of them."""

    chooser: ir.Expression
    span: Span = _span()


@frozen
class Keep:
    """Puts the local `slot`, as one item, at the end of the list in the local `into`."""

    into: ir.Slot
    slot: ir.SlotRead


@frozen
class By:
    """A statement of which a journal tells, with who `you` is in it. Only with a journal there are these."""

    you: ir.Expression
    statement: ir.Statement | Lift | Copied
    span: Span = _span()


@frozen
class CallRoutine:
    """Runs a routine; `arguments` fill its slots from 1. `slot` (or -1) gets its answer. `you` None: the caller's."""

    routine: RoutineId
    arguments: tuple[ir.Expression, ...] = ()
    slot: ir.Slot = -1
    you: ir.Expression | None = None
    site: int = -1
    span: Span = _span()


@frozen
class Ready:
    """The setup is done."""


@frozen
class CountRound:
    """Sets the number of the round that runs."""

    value: ir.Expression


@frozen
class Sentence:
    """Statements that one sentence of the rules is made of; gone when the moments have been found."""

    statements: tuple[Statement, ...]
    span: Span = _span()


@frozen
class BeginEffect:
    """An effect is in force from now on. `values`: when it ends, whose turn that is, how often, and what it keeps."""

    effect: int
    values: tuple[ir.Expression, ...]
    site: int
    span: Span = _span()


@frozen
class EndEffects:
    """The moment with this number is there, in `player`'s turn or nobody's: effects that end at it are over.

    `effects` are those of which some may end at it.
    """

    moment: int
    player: ir.Expression
    effects: tuple[int, ...]
    span: Span = _span()


@frozen
class Copied:
    """`piece` has just become a copy of `original`, by an effect: who does not know both does not know it."""

    piece: ir.Expression
    original: ir.Expression
    site: int
    span: Span = _span()


@frozen
class LookAgain:
    """What each piece is hangs on the copies that are in force: some may be over."""

    span: Span = _span()


@frozen
class SetActive:
    """From now on it is this player's turn, or nobody's."""

    player: ir.Expression


@frozen
class SetCause:
    """From now on this card, or no card, is behind what happens, and it is this player's doing, or nobody's."""

    card: ir.Expression
    player: ir.Expression


@frozen
class SetRulesUnderWay:
    """From now on these rules are under way, of those that may come back to their events (a list of numbers)."""

    rules: ir.Expression


@frozen
class TurnOver:
    """The turn that runs is over, or is not; what is left of it asks for that."""

    over: ir.Expression
    span: Span = _span()


@frozen
class CountAction:
    """The action with this number has been taken once more by this player."""

    action: int
    player: ir.Expression


@frozen
class ForgetActions:
    """How often these actions have been taken counts no more."""

    actions: tuple[int, ...]


@frozen
class Later:
    """A rule has met an event. It waits, with what it is to be told, until the moment is over.

    `rule` is its place among the rules that may wait, `order` whether it stands on a card (0), in a variant or
    in the base game.
    """

    rule: int
    order: int
    you: ir.Expression
    arguments: tuple[ir.Expression, ...]
    span: Span = _span()


@frozen
class Due:
    """`slot` gets the rules that wait, in the order in which they come, and none waits any more.

    While a moment is being held, it gets none. A rule is a list: its place, `you`, and its arguments.
    """

    slot: ir.Slot
    span: Span = _span()


@frozen
class Hold:
    """A moment begins (`by` is 1), or is over (-1)."""

    by: int
    span: Span = _span()


@frozen
class Deeper:
    """One more of the procedure with this number is under way, of which there may be `most`; gone in blocks."""

    number: int
    name: str
    most: int
    span: Span = _span()


@frozen
class Deepen:
    """So many more of the procedure with this number are under way."""

    number: int
    by: int


@frozen
class Decides:
    """`decider` answers what `player` is asked; none: everybody for themselves."""

    player: ir.Expression
    decider: ir.Expression
    span: Span = _span()


@frozen
class Lift:
    """`slot` gets up to `amount` pieces from the top of `source`, which lie aside; refills when one more is due."""

    amount: ir.Expression
    source: ir.Expression
    slot: ir.Slot
    site: int
    span: Span = _span()


@frozen
class LayBack:
    """A piece that lies aside goes back on top of `source`, without an event; others stay where they are."""

    piece: ir.Expression
    source: ir.Expression
    span: Span = _span()


#: What lowering puts beside the statements of the IR, and back ends carry out.
OwnLowered: TypeAlias = (
    Mark
    | Forget
    | Keep
    | CountRound
    | CallRoutine
    | Ready
    | Later
    | Due
    | Hold
    | BeginEffect
    | EndEffects
    | SetActive
    | SetCause
    | CountAction
    | ForgetActions
    | Decides
    | Lift
    | LayBack
    | Deepen
    | TurnOver
    | Copied
    | LookAgain
    | SetRulesUnderWay
)
#: The same, with what is gone when a game has been lowered, or comes only with a journal.
OwnStatement: TypeAlias = OwnLowered | By | Sentence | Deeper
Statement: TypeAlias = ir.Statement | OwnStatement
#: Statements of any kind: in the blocks of IR nodes, whose types know only those of the IR, a program puts its own too.
Statements: TypeAlias = tuple[Any, ...]

#: What is left when a game has been lowered, and back ends carry out inside a block or a routine that never waits.
Lowered: TypeAlias = (
    ir.SetLocal
    | ir.Write
    | ir.Change
    | ir.Transfer
    | ir.MovePieces
    | ir.Draw
    | ir.Shuffle
    | ir.Reveal
    | ir.Flip
    | ir.Create
    | ir.Swap
    | ir.Roll
    | ir.Choose
    | ir.If
    | ir.ForEach
    | ir.ForRange
    | ir.While
    | ir.Stop
    | ir.Leave
    | ir.Finish
    | ir.NextTurn
    | ir.Announce
    | OwnLowered
)


# ---------------------------------------------------------------- ends of blocks


@frozen
class Goto:
    target: int


@frozen
class Branch:
    condition: ir.Expression
    then: int
    otherwise: int
    span: Span = _span()


@frozen
class Switch:
    """Goes on at the target whose place the local gives; the local is known to be good."""

    slot: ir.SlotRead
    targets: tuple[int, ...]


@frozen
class Offer:
    """An action offered beside a question: its number and the block that carries it out."""

    action: int
    name: str
    target: int


@frozen
class Ask:
    """Stops for an answer of `player`, which goes to `slot`; then `answered`, or `passed`.

    Without an option it goes on at `skipped` at once, unless passing alone is to be asked for (`ask_anyway`);
    so it does when there is nobody to ask.
    `anyway_if`: and then only if this holds.
    `enough`: if it is not -1, there must be an option among so many at the beginning.
    `several`: where one thing after another is picked, how many were, and how many it may be, at least and at most.
    `secret`: others do not learn the answer; of `secret_options` (actions) they never do. `running` are the
    routines that the question stands in, outermost first, as far as they share one frame.
    """

    player: ir.Expression
    options: ir.Options
    slot: ir.Slot
    may_pass: ir.Expression
    ask_anyway: bool
    secret: bool
    secret_options: tuple[int, ...]
    offers: tuple[Offer, ...]
    answered: int
    passed: int
    skipped: int
    prompt: tuple[ir.TextPart, ...]
    site: int
    running: tuple[RoutineId, ...]
    statement: ir.Choose | ir.TakeActions = field(metadata=NO_CHILD)
    enough: int = -1
    anyway_if: ir.Expression | None = None
    several: tuple[ir.Expression, ...] = ()
    span: Span = _span()


@frozen
class Enter:
    """Runs another routine, and goes on at `back`; `slot` (or -1) gets its answer."""

    routine: RoutineId
    you: ir.Expression
    arguments: tuple[ir.Expression, ...]
    slot: ir.Slot
    back: int
    span: Span = _span()


@frozen
class Leave:
    """Ends the routine, with an answer or without."""

    value: ir.Expression | None
    span: Span = _span()


@frozen
class Over:
    """Ends the game."""

    winners: ir.Expression
    site: int
    span: Span = _span()


@frozen
class Fail:
    """The rules went wrong."""

    message: str
    span: Span = _span()


End: TypeAlias = Goto | Branch | Switch | Ask | Enter | Leave | Over | Fail


def targets(end: End) -> tuple[int, ...]:
    """Where a block may go on, in its own routine."""
    match end:
        case Goto(target):
            return (target,)
        case Branch(_, then, otherwise):
            return then, otherwise
        case Switch(_, places):
            return places
        case Ask(answered=answered, passed=passed, skipped=skipped, offers=offers):
            return answered, passed, skipped, *(offer.target for offer in offers)
        case Enter(back=back):
            return (back,)
        case Leave() | Over() | Fail():
            return ()
        case _:
            assert_never(end)


@frozen
class Block:
    statements: tuple[Statement, ...]
    end: End


# ---------------------------------------------------------------- routines


@frozen
class Plain:
    """A routine that never stops for an answer. Slot 0 is `you`, then the parameters."""

    name: RoutineId
    number: int
    arity: int
    slots: tuple[str, ...]
    statements: tuple[Statement, ...]
    answers: bool
    told: bool
    secret: bool
    span: Span = _span()


@frozen
class Routine:
    """A routine made of blocks. `told`: its beginning is an event; `secret`: which only `you` learn of."""

    name: RoutineId
    number: int
    arity: int
    slots: tuple[str, ...]
    entry: int
    blocks: Mapping[int, Block]
    answers: bool
    told: bool
    secret: bool
    span: Span = _span()


def parts(routine: Plain | Routine) -> tuple[Statement | End, ...]:
    """All that a routine does, in no order that means anything."""
    if isinstance(routine, Plain):
        return routine.statements
    return tuple(part for block in routine.blocks.values() for part in (*block.statements, block.end))


@frozen
class Exact:
    """One exception of a definition; `how` and `standing` as in the IR.

    With `instances` (a list) it is made once for each of them that its condition lets pass; each stands in slot
    `instance`.
    """

    condition: ir.Expression
    how: ir.Override
    value: ir.Expression
    standing: ir.Standing
    instances: ir.Expression | None = None
    instance: int = -1
    span: Span = _span()


@frozen
class Definition:
    """A derived value, its exceptions in the order in which they are looked at, and its type's bounds."""

    name: str
    arity: int
    slots: int
    value: ir.Expression
    combining: ir.Combining | None
    exceptions: tuple[Exact, ...]
    bounds: tuple[int, int] | None
    type: ir.Type
    span: Span = _span()


@frozen
class Action:
    """What an action needs to be legal. Its expressions see `you` in slot 0 and `lets` in theirs, in order.

    `question`: what the first question that it must ask offers, or None.
    """

    name: str
    number: int
    needs: tuple[ir.Expression, ...]
    lets: tuple[ir.SetLocal, ...]
    question: ir.Options | None
    slots: tuple[str, ...]
    secret: bool
    span: Span = _span()
