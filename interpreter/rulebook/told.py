"""The words of a thing as paragraphs, with those of what it calls where it calls that."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.prose.cards import whole_sentences
from dsl.source import Span
from dsl.walk import nodes_in, nodes_of

_QUOTED = re.compile(r"`([^`]+)`")
#: Things whose words stand where they are used, since nobody looks for their names.
_HELPING = ("procedure", "define", "exception")
#: A single sentence, and how long a paragraph gets by such.
_ALONE, LONG = re.compile(r"[^.!?]+[.!?]"), 300
#: Rules on events.
_RULES = ("hook", "reaction")
#: What the words of a thing describe.
_Rule: TypeAlias = "ir.HookRule | ir.WheneverRule"
_Body: TypeAlias = "ir.Body | ir.Define | ir.Action | _Rule | tuple[ir.GameEnd, ...] | None"


@frozen(eq=False, slots=False)
class Telling(Declarations):
    """Tells sections of a game, each once. `left` are those not told yet."""

    left: list[ir.Section] = field(factory=list)

    def section(self, section: ir.Section, apart: Iterable[str] = ()) -> tuple[str, ...]:
        """The paragraphs of a section and of all that helps it, but for what stands apart; they are told then."""
        self._take(section)
        return joined(self._told(section.texts, self._body(section), {*apart, *self._apart(section.kind)}))

    def of_kind(
        self, kind: str, name: str | None = None, body: ir.Body | None = None, apart: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """Those of all things of a kind, or of one of them; without words of its own, what helps its `body`.

        Nothing of what stands `apart`.
        """
        found = [s for s in self.left if s.kind == kind and name in (None, s.name)]
        if found or body is None:
            return joined(words for section in found for words in self.section(section, apart))
        return joined(self._told((), body, {*apart, *self._apart(kind)}))

    def ways(self, body: ir.Body) -> Mapping[str, frozenset[str]]:
        """What has words and serves one option alone, by the titles of the options of a question; nothing if few do."""
        for titles, branches in self._questions(body):
            uses, rest = [*map(self._reach, branches)], self._reach(body, but=branches)
            others = (rest.union(*uses[:k], *uses[k + 1 :]) for k in range(len(uses)))
            alone = [frozenset(filter(self._has_words, mine - more)) for mine, more in zip(uses, others, strict=True)]
            if sum(map(bool, alone)) > 1:
                return dict(zip(titles, alone, strict=True))
        return {}

    def only(self, body: ir.Body, names: Container[str]) -> tuple[str, ...]:
        """What is told of some of what a body uses."""
        used = (name for _, name in self._calls(body) if name in names)
        return joined(words for name in used for words in _flowing(self._helped(name, self._shared)))

    def _questions(self, body: ir.Body) -> Iterator[tuple[tuple[str, ...], tuple[ir.Statement, ...]]]:
        """Those that a body asks, also by what it uses: the titles to choose from, and what is done for each."""
        for whole in (body, *(self._within.get(name) for _, name in self._calls(body))):
            for asked in nodes_of(whole, ir.Choose):
                match asked.options:
                    case ir.FromMenu(titles) if len(titles) == len(asked.body):
                        yield titles, asked.body

    def _reach(self, within: object, but: object = ()) -> frozenset[str]:
        """All that is used, directly or through others, but for what stands in a part."""
        apart, found, waiting = set(map(id, nodes_in(but))), set[str](), [within]
        while waiting:
            used = {_used(node) for node in nodes_in(waiting.pop()) if id(node) not in apart} - found - {""}
            found |= used
            waiting += map(self._within.get, used)
        return frozenset(found)

    def _has_words(self, name: str) -> bool:
        return any(True for _ in self._helping(name))

    def _helping(self, name: str) -> Iterator[ir.Section]:
        """The words of what is called so that are not told yet; of a definition also those by what it is of."""
        names = (name, ir.own_name(name))
        return (s for s in self.left if s.name in names and s.kind in _HELPING)

    def at(self, event: ir.EventKind, *names: str) -> tuple[str, ...]:
        """Those of all rules that meet an event called so: a step, an action, an edge of a turn."""
        return self._of_rules(
            lambda rule: isinstance(rule, ir.HookRule) and rule.event is event and rule.name in names
        )

    def at_any_time(self) -> tuple[str, ...]:
        """Those of all rules that hold whenever something is so."""
        return self._of_rules(lambda rule: isinstance(rule, ir.WheneverRule))

    def _of_rules(self, wanted: Callable[[object], bool]) -> tuple[str, ...]:
        found = [section for section in self.left if section.kind in _RULES and wanted(self._rule(section))]
        return joined(words for section in found for words in self.section(section))

    def _rule(self, section: ir.Section) -> _Rule | None:
        """The rule on an event that the words of a section stand with."""
        last = section.texts[-1].span
        rules: tuple[_Rule, ...] = (*self.game.hooks, *self.game.whenevers)
        here = (one for one in rules if one.span.source == last.source and one.span.end >= last.start)
        return min(here, key=lambda one: one.span.end, default=None)

    def _take(self, section: ir.Section) -> None:
        self.left[:] = [other for other in self.left if other is not section]

    def _apart(self, kind: str) -> frozenset[str]:
        """What is not told with a round or phase, since what is within uses it too: it is among the further rules."""
        return self._shared if kind in (*ir.FlowKind, *_RULES) else frozenset()

    @cached_property
    def _shared(self) -> frozenset[str]:
        uses = {flow.name: {name for _, name in self._calls(flow.body)} for flow in self.game.flows}
        return frozenset(
            name
            for flow in self.game.flows
            for inner in self.flows_within(flow.body)
            for name in uses[flow.name] & uses[inner.name]
        )

    def _told(self, texts: Iterable[ir.RuleText], body: _Body, apart: Container[str] = ()) -> Iterator[str]:
        """A sentence that goes on behind a call is finished first."""
        calls = [(span, name) for span, name in self._calls(body) if name not in apart]
        own: list[str] = []
        for text in (one for one in texts if one.words):  # a line may name clauses alone
            if not own or whole_sentences((own[-1], "")) == [own[-1], ""]:
                while calls and _before(calls[0][0], text.span):
                    yield from _paragraph(own)
                    own = []
                    yield from _flowing(self._helped(calls.pop(0)[1], apart))
            own.append(text.words)
        yield from _paragraph(own)
        for _, name in calls:
            yield from _flowing(self._helped(name, apart))

    def _helped(self, name: str, apart: Container[str]) -> Iterator[str]:
        for section in list(self._helping(name)):
            self._take(section)
            yield from self._told(section.texts, self._within.get(name), apart)

    def _calls(self, body: _Body) -> Iterator[tuple[Span, str]]:
        """What a body uses and how that has words, directly or through others, each with its place in this body."""
        seen: set[str] = set()
        for node in nodes_in(body):
            waiting = [_used(node)]
            while waiting:
                name = waiting.pop(0)
                if name and name not in seen:
                    seen.add(name)
                    yield node.span, name
                    waiting += map(_used, nodes_in(self._within.get(name)))

    @cached_property
    def _within(self) -> Mapping[str, ir.Body | ir.Define]:
        """What stands in procedures and definitions."""
        return {**self.defines, **{name: procedure.body for name, procedure in self.procedures.items()}}

    def _body(self, section: ir.Section) -> _Body:
        match section.kind:
            case "setup":
                return self.game.setup
            case "end":
                last = section.texts[-1].span
                here = [end for end in self.game.ends if end.span.source == last.source and end.span.end >= last.end]
                return (min(here, key=lambda end: end.span.end),) if here else self.game.ends
            case "action":
                return next((one for one in self.game.actions if one.name == section.name), None)
            case kind if kind in _RULES:
                return self._rule(section)
            case "procedure" | "define":
                return self._within.get(section.name)
            case _:
                return self.flows[section.name].body if section.name in self.flows else None


def sentences(section: ir.Section) -> list[str]:
    """The words of a section alone, a sentence that goes over several lines of the file in one."""
    return [plain(words) for words in whole_sentences(text.words for text in section.texts if text.words)]


def plain(words: str) -> str:
    """Rule text as players read it: what designers put in backquotes stands in quotes, as it is spoken."""
    return _QUOTED.sub(lambda found: f"“{found[1].replace('_', ' ')}”", words)


def joined(paragraphs: Iterable[str]) -> tuple[str, ...]:
    """Paragraphs, one that begins in the middle of a sentence joined with the one before."""
    whole: list[str] = []
    for words in paragraphs:
        if whole and words[:1].islower():
            whole[-1] += f" {words}"
        else:
            whole.append(words)
    return tuple(whole)


def _flowing(paragraphs: Iterable[str]) -> list[str]:
    """Paragraphs in which a sentence that would stand alone goes on in the one before, as long as that is not long."""
    whole: list[str] = []
    for words in paragraphs:
        if whole and _ALONE.fullmatch(words) and len(whole[-1]) + len(words) < LONG:
            whole[-1] += f" {words}"
        else:
            whole.append(words)
    return whole


def _used(node: object) -> str:
    """The procedure or definition that a node uses."""
    return node.procedure if isinstance(node, ir.Call) else node.define if isinstance(node, ir.Derived) else ""


def _before(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.start


def _paragraph(words: list[str]) -> Iterator[str]:
    if whole := " ".join(filter(None, whole_sentences(words))):
        yield plain(whole)
