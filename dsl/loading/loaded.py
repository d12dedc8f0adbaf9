"""Holds a rule set as it was read, merged and understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import field

from dsl.cache import remembered
from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, in_order
from dsl.disk.files import Files
from dsl.disk.find import GameLocation
from dsl.elaborate.core.meanings import Meanings
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.loading.beside import Beside
from dsl.loading.variants import AvailableVariant
from dsl.loading.visible import key_for_setup
from dsl.source import Source
from dsl.variant.provenance import Provenance
from dsl.variant.rules import Items


@frozen
class Loaded:
    """The rules of a game with the chosen variants and values of parameters.

    `game` is None if something is wrong with them; `diagnostics` says what. `items` is the merged syntax,
    with its `provenance`. `variants` are those that could be chosen, `chosen` the titles of those that were,
    in the order in which they went on top of each other. `files` are the texts that the rules stand in;
    they are `legible` if every line of them could be read, so that `items` is all that they say. `others` keeps the
    same game with other variants, by their titles, once somebody has wanted it. `key` stands in the cache for all that
    the rules depend on, and is empty if it is not worth the while to keep anything of them. `meanings` are what things
    in them mean, for the same game with other variants.
    """

    title: str
    place: GameLocation
    game: ir.Game | None
    diagnostics: tuple[Diagnostic, ...]
    legible: bool
    files: tuple[Source, ...]
    items: Items
    provenance: Provenance
    variants: tuple[AvailableVariant, ...]
    chosen: tuple[str, ...]
    parameters: Mapping[str, str | int]
    beside: Beside
    disk: Files
    key: str
    meanings: Meanings = field(eq=False, repr=False)
    others: dict[tuple[str, ...], Loaded] = field(factory=dict, eq=False, repr=False)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All that is wrong or doubtful: what keeps the rules from being played, and what the checks find besides."""
        return tuple(in_order(dict.fromkeys((*self.diagnostics, *self._checked))))

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rules for those who look for what is wrong or doubtful in them; there must be a game."""
        assert self.game is not None, "whoever looks at the rules has made sure that they make sense"
        return RuleSet(self.game, self.items, key_for_setup(self))

    @property
    def _checked(self) -> tuple[Diagnostic, ...]:
        return () if self.game is None else remembered("checked", self.key, lambda: _checked(self.rule_set))

    def references(self, titles: Sequence[str]) -> tuple[str, ...]:
        """What means each of these variants wherever the game is loaded anew."""
        known = {variant.title: variant.reference for variant in self.variants if variant.title in titles}
        return tuple(known.get(title, title) for title in titles)


def _checked(rules: RuleSet) -> tuple[Diagnostic, ...]:
    from dsl.checks.checks import check  # whoever only plays need not wait for it

    return check(rules)
