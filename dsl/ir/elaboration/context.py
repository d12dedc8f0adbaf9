"""Where a body is being read: its slots, the names in sight, who `you` and `their` are.

One `Elaborator` serves a whole rule set (scope, diagnostics, texts, sites); one `Context` serves a body. Whatever is
wrong is reported once, by raising `Reported` after noting the diagnostic; the statement around it is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, Unpack

from attrs import define, field

from dsl.check.scope import Scope
from dsl.check.types import fits, words
from dsl.diagnostic import Details, Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.nodes import Standing, Type
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n


class Reported(Exception):
    """A diagnostic has been noted; give this statement up."""


StandingOf = Callable[[Span], tuple[Standing, str]]


@define
class Elaborator:
    scope: Scope
    standing_of: StandingOf
    diagnostics: list[Diagnostic] = field(factory=list)
    texts: list[str] = field(factory=list)
    sites: list[ir.Site] = field(factory=list)
    headings: list[str] = field(factory=list)
    defines: dict[tuple[str, tuple[Type, ...]], ir.Define | None] = field(factory=dict)  # None: being worked out
    open_defines: set[tuple[str, tuple[Type, ...]]] = field(factory=set)
    flows: dict[str, ir.Flow] = field(factory=dict)
    changing_fields: set[str] = field(factory=set)

    def wrong(self, name: str, message: str, span: Span, **details: Unpack[Details]) -> NoReturn:
        self.note(name, message, span, **details)
        raise Reported

    def note(self, name: str, message: str, span: Span, **details: Unpack[Details]) -> None:
        details.setdefault("heading", " > ".join(self.headings))
        found = error(name, message, span, **details)
        if found not in self.diagnostics:
            self.diagnostics.append(found)

    def text(self, words_: str) -> int:
        if words_ not in self.texts:
            self.texts.append(words_)
        return self.texts.index(words_)

    def site(self, span: Span, rule_text: tuple[ir.RuleText, ...]) -> int:
        standing, _ = self.standing_of(span)
        self.sites.append(ir.Site(" > ".join(self.headings), rule_text, standing, span=span))
        return len(self.sites) - 1

    @contextmanager
    def under(self, heading: str) -> Iterator[None]:
        self.headings.append(heading)
        try:
            yield
        finally:
            self.headings.pop()


@define
class Local:
    slot: int
    type: Type
    fixed: bool  # `as NAME` never changes; `let NAME` may be set
    span: Span
    used: bool = False


@define
class Context:
    """One body. `you`/`subject`/`candidate`/`it`/`this` are what those words mean here, or None."""

    e: Elaborator
    slots: list[str] = field(factory=list)
    names: list[dict[str, Local]] = field(factory=lambda: [{}])
    you: ir.Expression | None = None
    subject: ir.Expression | None = None
    candidate: ir.Expression | None = None
    it: ir.Expression | None = None
    this: ir.Expression | None = None
    previous: Type | None = None
    answer: Type | None = None
    in_loop: bool = False
    rule_text: tuple[ir.RuleText, ...] = ()
    offers: tuple[str, ...] = ()  # anytime actions that go with every question here

    # ------------------------------------------------------------ slots and names

    def new_slot(self, name: str) -> int:
        self.slots.append(name)
        return len(self.slots) - 1

    def bind(self, name: n.Name | None, type_: Type, *, fixed: bool = True, hidden_name: str = "") -> ir.Local:
        """A new local, under a name that hides no other (or under none)."""
        slot = self.new_slot(name.text if name else hidden_name)
        if name is not None:
            if (known := self.find(name.text)) is not None and known.fixed:
                self.e.wrong(
                    "name-hidden", f"`{name.text}` is already in use here", name.span,
                    help=("choose another name: one name, one thing",),
                )  # fmt: skip
            self.names[-1][name.text] = Local(slot, type_, fixed, name.span)
        return ir.Local(slot, self.slots[slot], type_, span=name.span if name else ir.NO_SPAN)

    def find(self, name: str) -> Local | None:
        return next((scope[name] for scope in reversed(self.names) if name in scope), None)

    @contextmanager
    def block(self) -> Iterator[None]:
        """A block: names and `it` bound in it end with it."""
        it, rule_text = self.it, self.rule_text
        self.names.append({})
        try:
            yield
        finally:
            self.names.pop()
            self.it, self.rule_text = it, rule_text

    @contextmanager
    def with_you(self, you: ir.Expression) -> Iterator[None]:
        before, subject = self.you, self.subject
        self.you, self.subject = you, None
        try:
            yield
        finally:
            self.you, self.subject = before, subject

    @contextmanager
    def with_subject(self, subject: ir.Expression | None) -> Iterator[None]:
        before = self.subject
        self.subject = subject
        try:
            yield
        finally:
            self.subject = before

    @contextmanager
    def with_candidate(self, candidate: ir.Expression) -> Iterator[None]:
        before = self.candidate
        self.candidate = candidate
        try:
            yield
        finally:
            self.candidate = before

    @contextmanager
    def loop(self) -> Iterator[None]:
        before = self.in_loop
        self.in_loop = True
        try:
            yield
        finally:
            self.in_loop = before

    # ------------------------------------------------------------ reporting

    def site(self, span: Span) -> int:
        return self.e.site(span, self.rule_text)

    def expect(self, value: ir.Expression, expected: Type, span: Span, what: str = "") -> ir.Expression:
        if not fits(value.type, expected):
            self.e.wrong(
                "wrong-type",
                f"{what or 'here'} must be {words(expected)}, and this is {words(value.type)}",
                span,
                label=f"this is {words(value.type)}",
            )
        return value

    def unknown(self, name: n.Name, what: str, candidates: set[str], rule: str = "unknown-name") -> NoReturn:
        near = nearest(name.text, candidates - {name.text})
        self.e.wrong(
            rule,
            f"{what} `{name.text}`",
            name.span,
            label=f"did you mean `{near[0]}`?" if near else "not declared",
            help=(f"write `{near[0]}` if that is what you mean",) if near else ("declare it, or use a name that is declared",),
        )
