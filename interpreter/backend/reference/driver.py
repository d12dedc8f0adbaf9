"""The driver of the reference back end: runs a program block by block. The other back end must equal it.

A frame has a place for every slot of its routine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar

from attrs import evolve

from dsl.ir import nodes as ir
from dsl.source import Span
from interpreter.backend.reference.journal import emit
from interpreter.backend.reference.questions import candidates, legal
from interpreter.backend.reference.statements import begin, call, decide, new_frame, run
from interpreter.backend.reference.values import Context, holds, value
from interpreter.errors import TOO_DEEP, TOO_MANY, RuleFault
from interpreter.program.model import nodes as p
from interpreter.program.model.kept import Kept, slots_kept
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.state_layers import Value
from interpreter.runtime.budget import budget
from interpreter.runtime.state import State, blocks_in, copied, new_state, none_under_way, state_class
from interpreter.runtime.visibility import bit

_K = TypeVar("_K")
_V = TypeVar("_V")


class _Noted(dict[_K, _V]):
    """Parts of a program by their names; notes each that is looked at."""

    def __init__(self, parts: Mapping[_K, _V], looked_at: set[object]) -> None:
        super().__init__(parts)
        self.looked_at = looked_at

    def __getitem__(self, name: _K) -> _V:
        self.looked_at.add(name)
        return super().__getitem__(name)


class Reference:
    """Runs a program. With `journal`, its states keep a list of events.

    `looked_at`: the names of all routines, definitions and actions that it came to, until somebody empties it.
    """

    def __init__(self, program: Program, journal: bool) -> None:
        self.looked_at: set[object] = set()
        self.program = evolve(
            program,
            routines=_Noted(program.routines, self.looked_at),
            definitions=_Noted(program.definitions, self.looked_at),
            actions=_Noted(program.actions, self.looked_at),
        )
        self.journal = journal
        self.spend = budget()
        self.kind = state_class(program.layout)
        entered = {name: r for name, r in program.routines.items() if isinstance(r, p.Routine)}
        self.routines = _Noted(entered, self.looked_at)
        self.blocks: Mapping[int, p.Block] = {
            label: block for routine in self.routines.values() for label, block in routine.blocks.items()
        }
        self.answer_slots = {
            block.end.back: block.end.slot for block in self.blocks.values() if isinstance(block.end, p.Enter)
        }

    @cached_property
    def kept(self) -> Mapping[int, Mapping[int, Kept]]:
        """By block, what is kept in the frame."""
        setting = self.program.layout.setting
        return {label: kept for r in self.routines.values() for kept in (slots_kept(r, setting),) for label in r.blocks}

    def fresh(self, seed: int) -> State:
        """A state before the first rule has run."""
        state = new_state(self.kind, seed)
        state.journal = [] if self.journal else None
        return state

    def evaluator(self, expressions: Sequence[ir.Expression]) -> Callable[[State], Sequence[Value]]:
        """Makes what evaluates expressions that read no locals."""
        return lambda state: [value(Context(self.program, state, []), expression) for expression in expressions]

    #: It plays question by question alone.
    play_out = None

    def clone(self, state: State) -> State:
        """Copies a state; the copy shares nothing that changes."""
        return copied(state)

    def start(self, state: State, name: RoutineId, you: int, arguments: Sequence[Value]) -> None:
        """Runs one routine alone, until it asks or ends."""
        routine = self.program.routines[name]
        _nothing_under_way(state)
        self.spend = budget()
        context = Context(self.program, state, [you], spend=self.spend)
        if isinstance(routine, p.Plain):
            with self._adding_trail(state):
                state.answer = call(context, routine, you, list(arguments), -1, routine.span)
            return
        if routine.emitted:
            begin(context, routine.number, you, -1, routine.secret)
        state.frame = new_frame(routine.slots, you, arguments)
        self._run(state, routine.entry)

    def advance(self, state: State, index: int) -> None:
        """Goes on with the answer that stands at `index`: options first, then offers, then passing."""
        asked = self.blocks[state.pc].end
        assert isinstance(asked, p.Ask)
        state.decisions += 1
        if state.decisions > p.DECISION_LIMIT:
            raise RuleFault(asked.span, TOO_MANY, self.trail(state))
        self._run(state, self._answered(state, asked, index))

    def _answered(self, state: State, asked: p.Ask, index: int) -> int:
        options, offers = state.options, state.offers
        if index < len(options):
            answer = options[index]
            state.frame[asked.slot] = answer
            self._emit_answer(state, asked, answer, asked.secret or answer in asked.secret_options)
            return asked.answered
        if index < len(options) + len(offers):
            place = next(k for k, o in enumerate(asked.offers) if o.action == offers[index - len(options)])
            offer = asked.offers[place]
            secret = self.program.actions[offer.name].secret
            self._emit_answer(state, asked, p.FIRST_OFFER - offer.action, asked.secret or secret)
            return offer.target
        assert state.can_pass and index == len(options) + len(offers), "an answer that was not offered"
        self._emit_answer(state, asked, p.PASS, asked.secret)
        return asked.passed

    def _emit_answer(self, state: State, asked: p.Ask, code: int, secret: bool) -> None:
        context = Context(self.program, state, state.frame)
        seen = bit(state.player) if secret else None
        emit(context, asked.site, p.Verb.CHOOSE, state.player, (code,), seen)

    def _run(self, state: State, label: int) -> None:
        """Runs blocks until somebody has to decide, or nothing is left to do."""
        with self._adding_trail(state):
            while label >= 0:
                state.pc = label
                block = self.blocks[label]
                context = Context(self.program, state, state.frame, spend=self.spend)
                run(context, block.statements)
                label = self._next(context, block)

    def _next(self, context: Context, block: p.Block) -> int:
        """Executes the end of a block; gives the next block, or -1 to suspend."""
        match block.end:
            case p.Goto(target):
                return target
            case p.Branch(condition, then, otherwise):
                return then if holds(context, condition) else otherwise
            case p.Switch(slot, targets):
                going_on: int = targets[context.frame[slot]]
                return going_on
            case p.Ask() as asked:
                return self._ask(context, asked)
            case p.Enter() as entering:
                return self._enter(context, entering)
            case p.Leave(result):
                return self._leave(context.state, ir.NONE if result is None else value(context, result))
            case p.Over() as over:
                return _end_game(context, over)
            case p.Fail(message) as failed:
                raise RuleFault(failed.span, message)

    def _ask(self, context: Context, asked: p.Ask) -> int:
        state = context.state
        player = value(context, asked.player)
        options = candidates(context, asked.options, player)
        if player < 0 or not (_has_enough(options, asked.enough) or _anyway(context, asked)):
            return asked.skipped
        actions = self.program.actions
        state.player, state.site, state.options = player, asked.site, options
        state.offers = tuple(o.action for o in asked.offers if legal(context, actions[o.name], player))
        state.can_pass = int(holds(context, asked.may_pass))
        return -1

    def _enter(self, context: Context, entering: p.Enter) -> int:
        state, routine = context.state, self.routines[entering.routine]
        if len(state.stack) >= 2 * self.program.deepest:
            raise RuleFault(entering.span, TOO_DEEP)
        arguments = [value(context, argument) for argument in entering.arguments]
        frame = new_frame(routine.slots, value(context, entering.you), arguments)
        state.stack += [entering.back, state.frame]
        state.frame = frame
        return routine.entry

    def _leave(self, state: State, answer: Value) -> int:
        if not state.stack:
            self._emit_decision(state, answer)
            _nothing_asked(state)
            state.answer = answer
            return -1
        state.frame = state.stack.pop()
        back: int = state.stack.pop()
        if (slot := self.answer_slots[back]) >= 0:
            state.frame[slot] = answer
        return back

    def _emit_decision(self, state: State, answer: Value) -> None:
        """Emits the answer of a routine that was started alone."""
        routine = self.program.routines[self.program.running[state.pc][0]]
        if routine.answers:
            decide(Context(self.program, state, state.frame), routine.number, ir.NONE, answer, -1)

    def local(self, state: State, slot: int) -> Value:
        """The value of a local of the routine that asks; slots as in its `Ask`."""
        return state.frame[slot]

    def asked(self, state: State) -> p.Ask:
        """The pending question."""
        asked = self.blocks[state.pc].end
        assert isinstance(asked, p.Ask)
        return asked

    @contextmanager
    def _adding_trail(self, state: State) -> Iterator[None]:
        """Adds to a fault the routines that were running."""
        try:
            yield
        except RuleFault as fault:
            fault.trail = fault.trail or self.trail(state)
            raise

    def trail(self, state: State) -> tuple[tuple[str, Span], ...]:
        """The routines that run, outermost first."""
        labels = [*blocks_in(state), state.pc] if state.pc >= 0 else []
        names = [name for label in labels for name in self.program.running[label]]
        return tuple((str(name), self.program.routines[name].span) for name in names)


def _nothing_asked(state: State) -> None:
    state.pc, state.player, state.site, state.options = -1, -1, -1, ()
    state.offers, state.can_pass = (), 0


def _nothing_under_way(state: State) -> None:
    _nothing_asked(state)
    state.stack, state.held, state.later = [], 0, []
    state.deciding = (ir.NONE, ir.NONE)
    none_under_way(state)


def _anyway(context: Context, asked: p.Ask) -> bool:
    """Whether passing alone is to be asked for."""
    return asked.ask_anyway and (asked.anyway_if is None or holds(context, asked.anyway_if))


def _has_enough(options: Sequence[int], enough: int) -> bool:
    """Whether there is something to ask for; options are places then, in order."""
    return bool(options) and (enough < 0 or options[0] < enough)


def _end_game(context: Context, over: p.Over) -> int:
    state = context.state
    state.winners = value(context, over.winners)
    state.over = 1
    emit(context, over.site, p.Verb.GAME_OVER, ir.NONE, state.winners)
    _nothing_under_way(state)
    return -1
