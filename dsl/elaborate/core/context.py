"""Tracks the context of a body: its slots, the names in scope, who `you`, `their` and `it` are."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

from attrs import define, field

from dsl.diagnostic import Label
from dsl.elaborate.core.elaborator import Elaborator
from dsl.ir import nodes as ir
from dsl.ir.nodes import UNKNOWN, Standing, Type
from dsl.names.symbols import declared_at, what
from dsl.names.type_advice import advice
from dsl.names.types import fits, words
from dsl.source import NO_SPAN, Span
from dsl.syntax import nodes as n

Statements: TypeAlias = tuple[ir.Statement, ...]


@define
class Local:
    """What a name in a body stands for."""

    slot: int
    type: Type
    fixed: bool  # `as NAME` never changes; `let NAME` may be set
    span: Span


class Captures(Protocol):
    """What a rule that holds for a time keeps of the body in which it began."""

    def held(self, slot: int, name: str, type_: Type, span: Span) -> ir.Expression:
        """What stood in a slot of that body when it began."""


#: Slots from here on are those of the body in which a rule that holds for a time began.
OUTER = 1_000_000


@define
class Context:
    """One body. `you`/`subject`/`candidate`/`it`/`this` are what those words mean here, or None."""

    e: Elaborator
    slots: list[str] = field(factory=list)
    names: list[dict[str, Local]] = field(factory=lambda: [{}])
    you: ir.Expression | None = None
    subject: ir.Expression | None = None
    candidate: ir.Expression | None = None
    around: tuple[n.Name, ir.Expression] | None = None  # the candidate's name, and whose `where` is around
    it: ir.Expression | None = None
    this: ir.Expression | None = None
    previous: Type | None = None
    answer: Type | None = None  # of the procedure, if it decides something
    in_loop: bool = False
    outside_turns: bool = False  # nobody has a turn here, whoever comes to it
    on_event: bool = False  # in a rule that meets an event, which has a cause
    rule_text: tuple[ir.RuleText, ...] = ()
    offers: tuple[str, ...] = ()  # anytime actions that go with every question here
    running_up: set[int] = field(factory=set)  # the slots of lists that are picked from a stack, from the bottom up
    thrown: dict[int, str] = field(factory=dict)  # by the slots of throws, which dice they are
    captures: Captures | None = None  # in a rule that holds for a time: what it keeps of the body in which that began

    # ------------------------------------------------------------ slots and names

    def new_slot(self, name: str) -> int:
        self.slots.append(name)
        return len(self.slots) - 1

    def bind(self, name: n.Name | None, type_: Type, *, fixed: bool = True, hidden_name: str = "") -> ir.Local:
        """A new local, under a name that hides no other (or under none)."""
        if name is None:
            return ir.Local(self.new_slot(hidden_name), hidden_name, type_)
        self._hides_nothing(name)
        slot = self.new_slot(name.text)
        self.names[-1][name.text] = Local(slot, type_, fixed, name.span)
        return ir.Local(slot, name.text, type_, span=name.span)

    def bind_unknown(self, name: n.Name) -> None:
        """A name whose line was wrong stands for anything, so that its uses are not reported too."""
        if self.find(name.text) is None:
            self.names[-1][name.text] = Local(self.new_slot(name.text), UNKNOWN, False, name.span)

    def _hides_nothing(self, name: n.Name) -> None:
        symbol = self.e.scope.find(name.text)
        definitions = self.e.scope.definitions(name.text)
        if (local := self.find(name.text)) is not None:
            message, first = f"`{name.text}` already stands for something here", local.span
            more = () if local.fixed else (f"to change it, write `set {name.text} to ...`",)
        elif symbol is not None:
            message, first, more = f"`{name.text}` is already {what(symbol)}", declared_at(symbol), ()
        elif definitions:
            message, first, more = f"`{name.text}` is already a definition", definitions[0].node.name.span, ()
        else:
            return
        if local is None and first.source is not name.span.source and name.span.source in self.e.scope.libraries:
            return  # a library cannot know what the games that use it call their things
        if local is None and self._is_of_a_variant(first) and not self._is_of_a_variant(name.span):
            self.e.wrong(
                "name-hidden", f"the game itself uses `{name.text}` for something else", first,
                label="give this another name", labels=(Label(name.span, "the game uses it here"),), heading="",
            )  # fmt: skip
        labels = (Label(first, "first named here"),) if first.in_file else ()
        self.e.wrong("name-hidden", message, name.span, label="named again here", labels=labels,
                     help=("one name, one thing: choose another name here", *more))  # fmt: skip

    def _is_of_a_variant(self, span: Span) -> bool:
        return self.e.standing_of(span)[0] is Standing.VARIANT

    def find(self, name: str) -> Local | None:
        return next((names[name] for names in reversed(self.names) if name in names), None)

    def read(self, name: str, local: Local, span: Span) -> ir.Expression:
        """What a name stands for."""
        if local.slot >= OUTER and self.captures is not None:
            return self.captures.held(local.slot - OUTER, name, local.type, span)
        return ir.Local(local.slot, name, local.type, span=span)

    def local_names(self) -> set[str]:
        return {name for names in self.names for name in names}

    # ------------------------------------------------------------ for the length of a block

    @contextmanager
    def block(self) -> Iterator[None]:
        """A block: names and `it` bound in it end with it."""
        self.names.append({})
        try:
            with self._for_now(it=self.it, rule_text=self.rule_text):
                yield
        finally:
            self.names.pop()

    @contextmanager
    def with_you(self, you: ir.Expression) -> Iterator[None]:
        """A block in which somebody acts: they are `you`, and also meant by `their` where no sentence has its own."""
        with self._for_now(you=you, subject=you):
            yield

    @contextmanager
    def with_subject(self, subject: ir.Expression | None) -> Iterator[None]:
        with self._for_now(subject=subject):
            yield

    @contextmanager
    def with_candidate(self, candidate: ir.Expression, name: n.Name | None = None) -> Iterator[None]:
        with self._for_now(candidate=candidate, around=(name, self.candidate) if name and self.candidate else None):
            yield

    @contextmanager
    def turn(self) -> Iterator[None]:
        with self._for_now(outside_turns=False):
            yield

    @contextmanager
    def loop(self) -> Iterator[None]:
        with self._for_now(in_loop=True):
            yield

    @contextmanager
    def unsure(self) -> Iterator[None]:
        """Inside something that could not be understood: whoever and whatever is meant may be anything."""
        anything = unknown_value(NO_SPAN)
        with self._for_now(
            you=self.you or anything, subject=self.subject or anything, it=self.it or anything, in_loop=True,
            answer=self.answer or UNKNOWN, outside_turns=False,
        ):  # fmt: skip
            yield

    @contextmanager
    def _for_now(self, **changes: Any) -> Iterator[None]:
        before = {name: getattr(self, name) for name in changes}
        for name, value in changes.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    # ------------------------------------------------------------ reporting

    def site(self, span: Span) -> int:
        return self.e.site(span, self.rule_text)

    def expect(
        self, value: ir.Expression, expected: Type, span: Span, wanted: str = "", labels: tuple[Label, ...] = ()
    ) -> ir.Expression:
        """The value, if it is of that type; `wanted` says what stands there: "the amount"."""
        if not fits(value.type, expected):
            self.e.wrong(
                "wrong-type", f"{wanted or 'this'} must be {words(expected)}, not {words(value.type)}", span,
                label=f"this is {words(value.type)}", labels=labels,
                help=advice(value.type, expected, span, self.e.scope),
            )  # fmt: skip
        return value


def unknown_value(span: Span) -> ir.Expression:
    """Stands for what could not be understood; a game with one in it has an error."""
    return ir.Constant(ir.NONE, UNKNOWN, span=span)
