"""The lowered program: one game for one number of players, as routines that run through or are made of basic blocks.

Statements and expressions are those of the IR (`dsl/ir/nodes.py`) and some of the program's own. What may suspend is
split into blocks, numbered uniquely in the program: statements that never suspend, and an end that says where control
goes. The whole continuation is plain data: the number of a block, the locals of the routine that runs (its frame), and
for each caller the block to return to and its frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Any, TypeAlias, assert_never

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.node import Node
from dsl.source import NO_SPAN, Span
from dsl.walk import NO_CHILD, nodes_in, statements_in
from interpreter.program.model.routine_id import RoutineId

PASS = -1_000_000_001
FIRST_OFFER = -1_000_001_000  # offer k has the code FIRST_OFFER - k

#: How many decisions a game may have.
DECISION_LIMIT = 100_000
#: How deep routines may call one another; so deep again from each procedure that says itself how deep it may go.
DEPTH_LIMIT = 200


class Verb(IntEnum):
    """Names the kind of a journal entry: (site, verb, you, mask, known, *values).

    `mask` has a bit for each seat that may see the values, `known` one for each seat that learns of the event at all;
    `you` is who did it, or -1; a site of -1 is no place in the rules. A list among the values is given item by item.
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
    ANNOUNCE = 20  # the values of the text's expressions; open to those who know all pieces among them
    GAME_OVER = 21  # the winners
    FLIP = 22  # the piece, whether it lies face up now
    BECOME = 23  # the piece, the kind of piece that it is a copy of
    LOOK = 24  # what the property of a piece is, its place among those that are looked at, the zone
    TEXT = 25  # the card whose text or rule is carried out from here on, that rule's number or < 0, what it may change
    MISS = 26  # somebody has nothing to lose, to pay or to give: counter, source, target
    LAPSE = 27  # rules that held for a time are over: the number of their effect; `you` is whose they were


#: What a journal tells of each way of moving pieces, and of each kind of transfer.
MOVE_ENTRIES: Mapping[ir.MoveVerb, Verb] = {
    ir.MoveVerb.MOVE: Verb.MOVE, ir.MoveVerb.GIVE: Verb.GIVE_PIECE, ir.MoveVerb.DISCARD: Verb.DISCARD,
    ir.MoveVerb.REMOVE: Verb.REMOVE,
}  # fmt: skip
TRANSFER_ENTRIES: Mapping[ir.TransferVerb, Verb] = {
    ir.TransferVerb.GAIN: Verb.GAIN, ir.TransferVerb.LOSE: Verb.LOSE, ir.TransferVerb.PAY: Verb.PAY,
    ir.TransferVerb.GIVE: Verb.GIVE,
}  # fmt: skip

#: The bank in an entry about a transfer: below -1, so that it is no seat.
BANK = -2
POT = -3  # the pot of variable v is POT - v


# ---------------------------------------------------------------- statements of a program's own


@frozen
class RoutineEvent(Node):
    """Emits that a routine begins or has decided, if there is a journal."""

    verb: Verb
    routine: int
    you: ir.Expression
    answer: ir.Expression | None
    site: int


#: In place of the number of a rule, where what begins is a part of the text of a card, if it has that part.
OF_PART = -2


@frozen
class TextEvent(Node):
    """Emits that what follows comes from the text of a card, if there is a journal; who knows the card learns of it.

    `rule`: the number of the rule on it, where it is not the text itself; `OF_PART` where it is a part of the text,
    which not every card has. `amount`: that of the event in whose place it stands, if the rule goes by that.
    """

    card: ir.Expression
    rule: int = ir.NONE
    amount: ir.Expression | None = None


@frozen
class NothingToLose(Node):
    """Emits that somebody has nothing of what a transfer takes from them, if that is so and there is a journal."""

    counter: ir.Expression
    amount: ir.Expression
    source: ir.Holder
    target: ir.Place
    site: int


@frozen
class Forget(Node):
    """Redacts the pieces just offered in secret: who does not see them loses track of them."""

    chooser: ir.Expression


@frozen
class Append(Node):
    """Appends the local `slot` to the list in the local `into`."""

    into: ir.Slot
    slot: ir.SlotRead


@frozen
class Attributed(Node):
    """A statement that emits to the journal, with who `you` is in it. Made only if there is a journal."""

    you: ir.Expression
    statement: ir.Statement | Lift | Copied


@frozen
class CallRoutine(Node):
    """Calls a routine; `arguments` fill its slots from 1. `slot` (or -1) gets its answer. `you` None: the caller's."""

    routine: RoutineId
    arguments: tuple[ir.Expression, ...] = ()
    slot: ir.Slot = -1
    you: ir.Expression | None = None
    site: int = -1


class Component(StrEnum):
    """A component of the state that lowering sets: its word is the function that reads it."""

    SET_UP = "set_up"  # whether the setup is done
    ROUND = "round_number"
    ROUNDS = "rounds"  # how many passes of rounds have begun in all
    ACTIVE_PLAYER = "active_player"
    NEXT_PLAYER = "next_player"
    CAUSE = "cause"  # the card behind what happens
    CAUSER = "causer"  # whose doing that is
    ACTIVE_RULES = "rules_under_way"  # of those that may come back to their events, a list of numbers
    TURN_OVER = "turn_over"
    HELD = "held"  # how many windows hold the trigger queue
    DECIDER = "decider"  # for whom somebody else decides, and who; or nobody and nobody


@frozen
class Depth(Node):
    """How many calls of the procedure with this number are active."""

    number: int


@frozen
class SetState(Node):
    """Sets a component of the state."""

    target: Component | Depth
    value: ir.Expression


def sets(tree: object, *targets: Component) -> bool:
    """Whether a statement in a tree sets one of these components."""
    return any(isinstance(node, SetState) and node.target in targets for node in statements_in(tree))


def increment(target: Component | Depth, by: int, span: Span = NO_SPAN) -> SetState:
    """Adds to a component that is a number."""
    arguments = (ir.Constant(target.number, ir.NUMBER),) if isinstance(target, Depth) else ()
    now = ir.Function("deep" if isinstance(target, Depth) else target.value, arguments, ir.NUMBER)
    return SetState(target, ir.Arithmetic("+", now, ir.Constant(by, ir.NUMBER)), span=span)


@frozen
class Window(Node):
    """Statements of one sentence of the rules, at whose end the trigger queue is drained; lowered by `windows`."""

    statements: tuple[Statement, ...]


@frozen
class BeginEffect(Node):
    """Begins an effect. `values`: when it ends, in whose turn, after how many such ends, and what it keeps."""

    effect: int
    values: tuple[ir.Expression, ...]
    site: int


@frozen
class EndEffects(Node):
    """Ends those of `effects` that last until the moment with this number, in `player`'s turn or nobody's."""

    moment: int
    player: ir.Expression
    effects: tuple[int, ...]


@frozen
class Copied(Node):
    """Makes `piece` the copy of `original` that an effect has just begun; only who knew both knows it."""

    piece: ir.Expression
    original: ir.Expression
    site: int


@frozen
class RefreshCopies(Node):
    """Recomputes what each piece is from the copying effects in force."""


@frozen
class CountAction(Node):
    """The action with this number has been taken once more by this player."""

    action: int
    player: ir.Expression


@frozen
class Spend(Node):
    """Spends so many steps of the budget that lasts until the next decision, `times` over."""

    steps: int
    times: ir.Expression | None = None


@frozen
class ForgetActions(Node):
    """How often these actions have been taken counts no more."""

    actions: tuple[int, ...]


@frozen
class Defer(Node):
    """Puts the call of a rule into the trigger queue.

    `rule` is its place among the rules that may be deferred, `order` its priority: card (0), variant or base game.
    """

    rule: int
    order: int
    you: ir.Expression
    arguments: tuple[ir.Expression, ...]


@frozen
class Drain(Node):
    """Empties the trigger queue into `slot`, in order; while the queue is held, that gets nothing.

    A rule is a list: its place, `you`, and its arguments.
    """

    slot: ir.Slot


@frozen
class Deeper(Node):
    """Checks that fewer than `most` calls of a procedure are active, and counts one more; lowered to blocks."""

    number: int
    name: str
    most: int


@frozen
class Lift(Node):
    """Moves up to `amount` pieces from the top of `source` aside, into `slot`; refills when one more is due."""

    amount: ir.Expression
    source: ir.Expression
    slot: ir.Slot
    site: int


@frozen
class LayBack(Node):
    """Moves a piece that is aside back on top of `source`, without an event; others stay where they are."""

    piece: ir.Expression
    source: ir.Expression


#: The statements that lowering adds to those of the IR, and back ends implement.
OwnLowered: TypeAlias = (
    RoutineEvent
    | TextEvent
    | NothingToLose
    | Forget
    | Append
    | SetState
    | CallRoutine
    | Defer
    | Drain
    | BeginEffect
    | EndEffects
    | CountAction
    | Spend
    | ForgetActions
    | Lift
    | LayBack
    | Copied
    | RefreshCopies
)
#: The same, with those that lowering removes again, or that are made only for a journal.
OwnStatement: TypeAlias = OwnLowered | Attributed | Window | Deeper
#: A statement of the IR or of a program's own, in whose blocks there may be both.
Statement: TypeAlias = (
    "ir.SimpleStatement | ir.Choose[Statement] | ir.If[Statement] | ir.ForEach[Statement] | ir.Together[Statement] |"
    "ir.DecidedBy[Statement] | ir.ForRange[Statement] | ir.While[Statement] | ir.Turn[Statement] |"
    "ir.AllAtOnce[Statement] | OwnStatement"
)
Statements: TypeAlias = tuple[Statement, ...]
#: A node of the kind under which a function stands in a table, which the type of the table cannot say: hence Any.
OfItsKind: TypeAlias = Any

#: What back ends implement inside of a block or a plain routine.
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
    | ir.Announce
    | OwnLowered
)


# ---------------------------------------------------------------- ends of blocks


@frozen
class Goto(Node):
    """Goes on with another block."""

    target: int


@frozen
class Branch(Node):
    """Goes on with one of two blocks."""

    condition: ir.Expression
    then: int
    otherwise: int


@frozen
class Switch(Node):
    """Goes on at the target whose index is in the local; that is known to be in range."""

    slot: ir.SlotRead
    targets: tuple[int, ...]


@frozen
class Offer(Node):
    """An action offered beside a question: its number and the block that carries it out."""

    action: int
    name: str
    target: int


def are_pieces(options: ir.Options) -> bool:
    """Whether the options of a question are pieces."""
    match options:
        case ir.FromList(over) | ir.InOrder(over):
            return over.type.kind is ir.Kind.PIECE
        case ir.FromRange() | ir.FromMenu() | ir.FromActions():
            return False
        case _:
            assert_never(options)


@frozen
class Ask(Node):
    """Suspends for an answer of `player`, which goes to `slot`; then `answered`, or `passed`.

    Without an option, or with nobody to ask, control goes to `skipped` at once; unless passing alone is to be asked for
    (`ask_anyway`), which may have a condition (`anyway_if`). `enough`: if not -1, one of the first so many options is
    needed. `several`: where one thing after another is picked, how many were, and how many it may be, at least and at
    most; or how many actions are left. `secret`: others do not learn the answer; of `secret_options` (actions) they
    never do. `collected`: the answers so far of those who all answer at once, if this is one of their questions.
    `running`: the routines of the question that share one frame, outermost first.
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
    collected: tuple[ir.Expression, ...] = ()


@frozen
class Enter(Node):
    """Calls another routine that may suspend, then goes on at `back`; `slot` (or -1) gets its answer."""

    routine: RoutineId
    you: ir.Expression
    arguments: tuple[ir.Expression, ...]
    slot: ir.Slot
    back: int


@frozen
class Leave(Node):
    """Returns from the routine, with an answer or without."""

    value: ir.Expression | None


@frozen
class Over(Node):
    """Ends the game."""

    winners: ir.Expression
    site: int


@frozen
class Fail(Node):
    """Raises a fault of the rules."""

    message: str


End: TypeAlias = Goto | Branch | Switch | Ask | Enter | Leave | Over | Fail


def targets(end: End) -> tuple[int, ...]:
    """Lists the successors of a block in its own routine."""
    return _TARGETS[end.__class__](end)


def _targets_of_question(ask: Ask) -> tuple[int, ...]:
    return ask.answered, ask.passed, ask.skipped, *(offer.target for offer in ask.offers)


#: By kind, since control flow is looked at more often than anything else.
_TARGETS: Mapping[type[End], Callable[[OfItsKind], tuple[int, ...]]] = {
    Goto: lambda end: (end.target,),
    Branch: lambda end: (end.then, end.otherwise),
    Switch: lambda end: end.targets,
    Ask: _targets_of_question,
    Enter: lambda end: (end.back,),
    **dict.fromkeys((Leave, Over, Fail), lambda end: ()),
}


@frozen
class Block(Node):
    """Statements that are carried out without a stop, and what comes after them."""

    statements: tuple[Statement, ...]
    end: End

    @cached_property
    def size(self) -> int:
        """How many nodes are in it."""
        return len(nodes_in((self.statements, self.end)))


# ---------------------------------------------------------------- routines


@frozen
class Plain(Node):
    """A routine that never suspends. Slot 0 is `you`, then the parameters."""

    name: RoutineId
    number: int
    arity: int
    slots: tuple[str, ...]
    statements: tuple[Statement, ...]
    answers: bool
    emitted: bool
    secret: bool


@frozen
class Routine(Node):
    """A routine made of blocks. `emitted`: its beginning is a journal entry; `secret`: which only `you` learn of."""

    name: RoutineId
    number: int
    arity: int
    slots: tuple[str, ...]
    entry: int
    blocks: Mapping[int, Block]
    answers: bool
    emitted: bool
    secret: bool


AnyRoutine: TypeAlias = Plain | Routine


def parts(routine: AnyRoutine) -> tuple[Statement | End, ...]:
    """Lists all statements and block ends of a routine."""
    if isinstance(routine, Plain):
        return routine.statements
    return tuple(part for block in routine.blocks.values() for part in (*block.statements, block.end))


@frozen
class Exact(Node):
    """One exception of a definition; `how` and `standing` as in the IR.

    With `instances` (a list) it applies once for each of them, in slot `instance`, for which its condition holds.
    """

    condition: ir.Expression
    how: ir.Override
    value: ir.Expression
    standing: ir.Standing
    instances: ir.Expression | None = None
    instance: int = -1


@frozen
class Definition(Node):
    """A derived value, its exceptions in order, and its type's bounds."""

    name: str
    arity: int
    slots: int
    value: ir.Expression
    combining: ir.Combining | None
    exceptions: tuple[Exact, ...]
    bounds: tuple[int, int] | None
    type: ir.Type


@frozen
class Action(Node):
    """The legality of an action: its expressions see `you` in slot 0 and `lets` in theirs, in order.

    `question`: the options of the first question that it must ask, or None.
    """

    name: str
    number: int
    needs: tuple[ir.Expression, ...]
    lets: tuple[ir.SetLocal, ...]
    question: ir.Options | None
    slots: tuple[str, ...]
    secret: bool
