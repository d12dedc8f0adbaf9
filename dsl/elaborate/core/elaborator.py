"""One `Elaborator` serves a whole rule set: its scope, what has been found wrong, its texts, sites and headings.

Whatever is wrong is reported once, by raising `Reported` after noting the diagnostic; the smallest thing around it
that can be done without (a statement, a declaration) is given up, and its names stand for anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeAlias, TypeVar, Unpack

from attrs import define, evolve, field

from dsl.diagnostic import Details, Diagnostic, error
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import Standing, Type
from dsl.names.symbols import DefineSymbol, Scope
from dsl.names.unknown import unknown
from dsl.source import NO_SPAN, Span
from dsl.syntax import nodes as n

if TYPE_CHECKING:
    from dsl.elaborate.core.context import Context, Statements
    from dsl.elaborate.core.meanings import Meaning

T = TypeVar("T")
N = TypeVar("N")
MOST_GUESSED = 50  # unknown names in a game


class Reported(Exception):
    """A diagnostic has been noted; give this up."""


#: The weight of a rule by where it is written, and the title of the variant it is written in, if any.
StandingOf = Callable[[Span], tuple[Standing, str]]

#: What an expression means, where a type is expected; what the statements of a block do. Both are given from further
#: on, where each kind of them is known, so that those who meet one inside another need not know its kind.
ExpressionOf: TypeAlias = "Callable[[Context, n.Expression, Type | None], ir.Expression]"
StatementsOf: TypeAlias = "Callable[[Context, tuple[n.Item, ...]], Statements]"

#: A definition by its name and what it is of.
DefineKey = tuple[str, tuple[Type, ...]]


@define
class Ban:
    """What forbids an action for a time, as exceptions to its not being forbidden. Slot 0: who would take it."""

    slots: list[str] = field(factory=lambda: ["player"])
    exceptions: list[ir.ExceptionRule] = field(factory=list)


@frozen
class Hung:
    """An exception as it was hung on a definition, or on what forbids an action (then by the action's name).

    The slots of that were those `before`, and are those `after`; a definition stands at that `place`, which the
    exception tells of too.
    """

    on: DefineKey | str
    rule: ir.ExceptionRule
    place: Span
    before: tuple[str, ...]
    after: tuple[str, ...]


@define
class Elaborator:
    """What is known and found while a rule set is read."""

    scope: Scope
    standing_of: StandingOf
    expression_of: ExpressionOf
    statements_of: StatementsOf
    diagnostics: list[Diagnostic] = field(factory=list)
    texts: list[str] = field(factory=list)
    sites: list[ir.Site] = field(factory=list)
    headings: list[str] = field(factory=list)
    defines: dict[DefineKey, ir.Define | None] = field(factory=dict)  # None: being worked out, or given up
    open_defines: list[DefineSymbol] = field(factory=list)
    flows: dict[str, ir.Flow] = field(factory=dict)
    effects: list[ir.Effect] = field(factory=list)
    rules_in_play: list[ir.HookRule] = field(factory=list)  # those that hold while an effect is in force
    whenevers_in_play: list[ir.WheneverRule] = field(factory=list)  # those that see when an effect is over
    bans: dict[str, Ban] = field(factory=dict)  # by the name of the action
    hung: list[Hung] = field(factory=list)  # all exceptions, in the order in which they were met
    most_players: int = 20
    said: dict[int, str] = field(factory=dict)  # texts that were asked for, by their places
    before: dict[tuple[int, str], Meaning] = field(factory=dict)  # what things meant the last time (see `meanings`)
    after: dict[tuple[int, str], Meaning] = field(factory=dict)
    _places_of_texts: dict[str, int] = field(factory=dict)

    # ------------------------------------------------------------ reporting

    def wrong(self, name: str, message: str, span: Span, **details: Unpack[Details]) -> NoReturn:
        """Notes an error and gives up."""
        self.note(name, message, span, **details)
        raise Reported

    def wrong_name(self, rule: str, name: n.Name, message: str, **details: Unpack[Details]) -> NoReturn:
        """Gives up for a name that is used in a wrong way; said once, with the other places where that is so."""
        if self.scope.unknowns.is_new(name, rule):
            self.note(rule, message, name.span, **details)
        raise Reported

    def note(self, name: str, message: str, span: Span, **details: Unpack[Details]) -> None:
        """Notes an error and goes on; what has a name in it that stands for two things is left alone."""
        if self.scope.in_a_library and span.source in self.scope.libraries:
            return
        if self.scope.twice and self.scope.twice & set(re.findall(r"\w+", span.text)):
            return
        details.setdefault("heading", self.heading)
        found = error(name, message, span, **details)
        if found not in self.diagnostics:
            self.diagnostics.append(found)

    def unknown(
        self, name: n.Name, message: str, candidates: Iterable[str], rule: str, listed: str = "",
        also: Iterable[str] = (),
    ) -> NoReturn:  # fmt: skip
        """Gives up for a name that nothing declares; the first of its kind is noted. See `check.unknown.unknown`.

        Where nearly every name is unknown, it is not asked of each what it may have been.
        """
        if self.scope.unknowns.is_new(name):
            said = f"{message} `{name.text}`"
            if len(self.scope.unknowns.places) > MOST_GUESSED:
                candidates, listed, also = (), "", ()
            self.diagnostics.append(
                unknown(name, said, candidates, rule=rule, listed=listed, heading=self.heading, also=also)
            )
        raise Reported

    @property
    def heading(self) -> str:
        return " > ".join(self.headings)

    @contextmanager
    def under(self, heading: str) -> Iterator[None]:
        self.headings.append(heading)
        try:
            yield
        finally:
            self.headings.pop()

    # ------------------------------------------------------------ what the game keeps

    def slots_of(self, on: DefineKey | str) -> tuple[str, ...]:
        """Those of a definition that has been worked out, or of what forbids an action."""
        if isinstance(on, str):
            return tuple(self.bans.setdefault(on, Ban()).slots)
        done = self.defines.get(on)
        return done.slots if done is not None else ()

    def place_of(self, on: DefineKey | str) -> Span:
        """Where the definition stands."""
        done = None if isinstance(on, str) else self.defines.get(on)
        return done.span if done is not None else NO_SPAN

    def hang(self, on: DefineKey | str, rule: ir.ExceptionRule, slots: tuple[str, ...]) -> None:
        """Hangs an exception there, which has these slots then."""
        self.hung.append(Hung(on, rule, self.place_of(on), self.slots_of(on), slots))
        if isinstance(on, str):
            self.bans[on].slots[:] = slots
            self.bans[on].exceptions.append(rule)
            return
        done = self.defines[on]
        assert done is not None, "it has been worked out"
        self.defines[on] = evolve(done, slots=slots, exceptions=(*done.exceptions, rule))

    def text(self, words: str) -> int:
        """The place of a text among all texts of the game."""
        for place in range(len(self._places_of_texts), len(self.texts)):
            self._places_of_texts[self.texts[place]] = place
        if words not in self._places_of_texts:
            self._places_of_texts[words] = len(self.texts)
            self.texts.append(words)
        self.said[self._places_of_texts[words]] = words
        return self._places_of_texts[words]

    def site(self, span: Span, rule_text: tuple[ir.RuleText, ...]) -> int:
        standing, _ = self.standing_of(span)
        self.sites.append(ir.Site(self.heading, rule_text, standing, span=span))
        return len(self.sites) - 1


def attempt(make: Callable[[N], T], given: N) -> T | None:
    """What `make` makes of something; nothing if a fault was reported on the way."""
    try:
        return make(given)
    except Reported:
        return None


def each(things: Iterable[N], make: Callable[[N], T | None]) -> list[T]:
    """What `make` makes of each, without those that were given up."""
    return [done for thing in things if (done := attempt(make, thing)) is not None]


def each_or_give_up(things: Iterable[N], make: Callable[[N], T]) -> list[T]:
    """What `make` makes of each; if a fault was reported with some of them, after the last one is given up."""
    done: list[T] = []
    failed = False
    for thing in things:
        try:
            done.append(make(thing))
        except Reported:
            failed = True
    if failed:
        raise Reported
    return done
