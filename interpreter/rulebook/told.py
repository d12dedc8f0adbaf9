"""The words of a thing as paragraphs, with those of what it calls where it calls that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from attrs import field, frozen

from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.prose.cards import whole_sentences
from dsl.source import Span
from dsl.walk import nodes_in

_QUOTED = re.compile(r"`([^`]+)`")
#: Things whose words stand where they are used, since nobody looks for their names.
_HELPING = ("procedure", "define", "exception")
#: What the words of a thing describe.
_Body: TypeAlias = "ir.Body | ir.Define | tuple[ir.GameEnd, ...] | None"


@frozen(eq=False, slots=False)
class Telling(Declarations):
    """Tells sections of a game, each once. `left` are those not told yet."""

    left: list[ir.Section] = field(factory=list)

    def section(self, section: ir.Section) -> tuple[str, ...]:
        """The paragraphs of a section and of all that helps it; they are told then."""
        self._take(section)
        return joined(self._told(section.texts, self._body(section)))

    def of_kind(self, kind: str, name: str | None = None, body: ir.Body | None = None) -> tuple[str, ...]:
        """Those of all things of a kind, or of one of them; without words of its own, what helps its `body`."""
        found = [s for s in self.left if s.kind == kind and name in (None, s.name)]
        if found or body is None:
            return joined(words for section in found for words in self.section(section))
        return joined(self._told((), body))

    def _take(self, section: ir.Section) -> None:
        self.left[:] = [other for other in self.left if other is not section]

    def _told(self, texts: Iterable[ir.RuleText], body: _Body) -> Iterator[str]:
        """A sentence that goes on behind a call is finished first."""
        calls = list(self._calls(body))
        own: list[str] = []
        for text in (one for one in texts if one.words):  # a line may name clauses alone
            if not own or whole_sentences((own[-1], "")) == [own[-1], ""]:
                while calls and _before(calls[0][0], text.span):
                    yield from _paragraph(own)
                    own = []
                    yield from self._helped(calls.pop(0)[1])
            own.append(text.words)
        yield from _paragraph(own)
        for _, name in calls:
            yield from self._helped(name)

    def _helped(self, name: str) -> Iterator[str]:
        """What is called so; a definition also by what it is of: `value_of_player`."""
        names = (name, name.partition("_of_")[0])
        for section in [s for s in self.left if s.name in names and s.kind in _HELPING]:
            self._take(section)
            yield from self._told(section.texts, self._within.get(name))

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
                return self.game.ends
            case "action":
                return next((one.body for one in self.game.actions if one.name == section.name), None)
            case "procedure" | "define":
                return self._within.get(section.name)
            case _:
                return self.flows[section.name].body if section.name in self.flows else None


def sentences(section: ir.Section) -> list[str]:
    """The words of a section alone, a sentence that goes over several lines of the file in one."""
    return [plain(words) for words in whole_sentences(text.words for text in section.texts)]


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


def _used(node: object) -> str:
    """The procedure or definition that a node uses."""
    return node.procedure if isinstance(node, ir.Call) else node.define if isinstance(node, ir.Derived) else ""


def _before(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.start


def _paragraph(words: list[str]) -> Iterator[str]:
    if whole := " ".join(filter(None, whole_sentences(words))):
        yield plain(whole)
