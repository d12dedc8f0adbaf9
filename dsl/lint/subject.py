"""Indexes what lint looks at: a finished rule set with its texts and scenarios, and its nodes by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import field

from dsl.cache import key_of, program, remembered
from dsl.checks.analysis.rule_set import RuleBody, RuleSet
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.secrecy import Secrets
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.variant.provenance import Provenance
from dsl.walk import blocks, by_kind, nodes_by_kind, nodes_in, nodes_of, of_kind, schema

N = TypeVar("N")


@frozen(eq=False)
class InBody:
    """A body with all nodes in it by their kinds."""

    body: ir.Body
    by_kind: Mapping[type, Sequence[Any]]

    def nodes_of(self, kind: type[N]) -> Sequence[N]:
        """Every node of one kind in it."""
        return of_kind(self.by_kind, kind)

    @property
    def blocks(self) -> Iterator[tuple[ir.Statement, ...]]:
        """Every block of statements within it."""
        with_blocks = (nodes for kind, nodes in self.by_kind.items() if schema(kind).blocks)
        return (block for nodes in with_blocks for node in nodes for block in blocks(node))


@frozen(eq=False)
class Subject:
    """`files` are the author's own: only what stands in them is reported. `scenarios` are those of the rules.

    Of variants, `base` is what lies beneath them, `provenance` says what they have changed, and `parts` are where those
    stand that have no file of their own. `rules_key` stands for the rules in the cache. `asked` notes that somebody has
    asked for texts or scenarios: whoever has not, finds the same as long as the rules are the same.
    """

    rules: RuleSet
    _files: tuple[Source, ...]
    _scenarios: tuple[n.Scenario, ...] = ()
    base: Subject | None = None
    parts: tuple[Span, ...] = ()
    provenance: Provenance = field(factory=Provenance)
    rules_key: str = ""
    asked: set[str] = field(factory=set, init=False, repr=False)

    @property
    def files(self) -> tuple[Source, ...]:
        self.asked.add("texts")
        return self._files

    @property
    def scenarios(self) -> tuple[n.Scenario, ...]:
        self.asked.add("texts")
        return self._scenarios

    @property
    def key(self) -> str:
        """Stands in the cache for all but the texts and scenarios; empty if that is not known."""
        below = self.base.key if self.base is not None else "no base"
        parts = (f"{part.source.path} {part.start} {part.end}" for part in self.parts)
        return key_of(self.rules_key, below, *sorted(self._paths), "/", *parts) if self.rules_key and below else ""

    @cached_property
    def texts_key(self) -> str:
        """Stands for the texts and scenarios."""
        sources = dict.fromkeys((*self._files, *(scenario.span.source for scenario in self._scenarios)))
        return key_of(*(part for source in sources for part in (source.path, source.text)))

    @property
    def whole(self) -> bool:
        """Whether it is the game itself with all that goes with it, and not a variant on top of it."""
        return self.base is None

    @property
    def game(self) -> ir.Game:
        return self.rules.game

    @property
    def bodies(self) -> tuple[RuleBody, ...]:
        """Every body of the rules."""
        return self.rules.bodies

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(source.path for source in self._files)

    def is_own(self, span: Span) -> bool:
        """Whether a place stands in a file of the author; of a variant, in the variant."""
        parts = [part for part in self.parts if part.source is span.source]
        here = not parts or any(part.start <= span.start < part.end for part in parts)
        return here and span.source.path in self._paths

    def is_of_several(self, span: Span) -> bool:
        """Whether it is asked anew for each of several options: what holds of one need not hold of the others."""
        made = (option for option in self.syntax(n.MenuOption) if option.each and option.span.source is span.source)
        return any(option.label.span.end <= span.start < option.body.span.start for option in made)

    # ------------------------------------------------------------ nodes by their kind

    def all(self, kind: type[N]) -> Sequence[N]:
        """Every node of a kind in the whole rules: in bodies, definitions, conditions, cards."""
        return of_kind(self._by_kind, kind)

    @cached_property
    def _by_kind(self) -> Mapping[type, Sequence[Any]]:
        return nodes_by_kind(self.game)

    def syntax(self, kind: type[N]) -> Sequence[N]:
        """Every node of a kind in the merged rules as they are written."""
        return of_kind(self._syntax_by_kind, kind)

    @cached_property
    def _syntax_by_kind(self) -> Mapping[type, Sequence[Any]]:
        return nodes_by_kind(self.rules.items)

    @cached_property
    def secrets(self) -> Secrets:
        """What of the game is known to less than everybody."""
        return self.rules.secrets

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The counters that others do not see."""
        return frozenset(variable.name for variable in self.game.variables if variable.hidden)

    @cached_property
    def marks(self) -> frozenset[str]:
        """What lies on pieces: nobody sees it who does not know the piece."""
        return frozenset(variable.name for variable in self.game.variables if variable.is_mark)

    @cached_property
    def unseen(self) -> frozenset[str]:
        """The zones in which not everybody sees the faces."""
        return frozenset(self.secrets.unseen)

    @cached_property
    def in_each_body(self) -> tuple[InBody, ...]:
        """Every body with all that is in it, the texts of cards too."""
        known = {id(body.of.body): body.by_kind for body in self.bodies}
        each = ((one, known.get(id(one)) or by_kind(nodes_in(one.statements))) for one in self.all(ir.Body))
        return tuple(InBody(one, kinds) for one, kinds in each)

    @property
    def claimed(self) -> Counter[str]:
        """How often each name is said in the scenarios."""
        self.asked.add("texts")
        return self._claimed

    @cached_property
    def _claimed(self) -> Counter[str]:
        if self.base is not None and self.base._scenarios is self._scenarios:
            return self.base._claimed
        sources = dict.fromkeys(scenario.span.source for scenario in self._scenarios)
        texts = (part for source in sources for part in (source.path, source.text))
        places = (str(scenario.span.start) for scenario in self._scenarios)
        key = self.rules_key and key_of(program(), str(len(sources)), *texts, *places)
        return remembered("claimed", key, lambda: Counter(name.text for name in nodes_of(self._scenarios, n.Name)))

    @property
    def said(self) -> Counter[str]:
        """How often each name is said, in rules and in scenarios."""
        self.asked.add("texts")
        return self._said

    @cached_property
    def _said(self) -> Counter[str]:
        said = self._claimed.copy()
        said.update(name.text for name in self.syntax(n.Name))
        return said
