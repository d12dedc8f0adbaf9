"""Holds a rule set as it was read, merged and understood."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from dsl.cache import remembered
from dsl.diagnostic import Diagnostic, error, in_order
from dsl.disk.files import Files
from dsl.disk.find import SCENARIOS, GameLocation
from dsl.ir import nodes as ir
from dsl.loading.read import Read, read_all
from dsl.loading.variants import AvailableVariant
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.variant.provenance import Provenance
from dsl.variant.rules import Items, head


@frozen
class Loaded:
    """The rules of a game with the chosen variants and values of parameters.

    `game` is None if something is wrong with them; `diagnostics` says what. `items` is the merged syntax,
    with its `provenance`. `variants` are those that could be chosen, `chosen` the titles of those that were,
    in the order in which they went on top of each other. `files` are the texts that the rules stand in;
    they are `legible` if every line of them could be read, so that `items` is all that they say. `others` keeps the
    same game with other variants, by their titles, once somebody has wanted it. `key` stands in the cache for all that
    the rules depend on, and is empty if it is not worth the while to keep anything of them.
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
    scenarios_inside: tuple[n.Scenario, ...]  # those that stand among the rules
    disk: Files
    key: str
    others: dict[tuple[str, ...], Loaded] = field(factory=dict, eq=False, repr=False)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All that is wrong or doubtful: what keeps the rules from being played, and what the checks find besides."""
        return tuple(in_order(dict.fromkeys((*self.diagnostics, *self._checked))))

    @property
    def _checked(self) -> tuple[Diagnostic, ...]:
        game = self.game
        return () if game is None else remembered("checked", self.key, lambda: _checked(game, self.items))

    @property
    def scenarios(self) -> tuple[n.Scenario, ...]:
        """The scenarios of the game, of all its variants; read when first asked for."""
        return (*self.scenarios_inside, *(i for i in self.scenario_files.items if isinstance(i, n.Scenario)))

    @cached_property
    def scenario_files(self) -> Read:
        """What the files with scenarios say, with what is wrong with them."""
        folder = self.place.folder
        done = read_all(self.disk.in_folder(folder / SCENARIOS), self.disk) if folder else Read()
        return Read(done.items, (*done.diagnostics, *_no_scenarios(done.items)), done.sources)


def _checked(game: ir.Game, items: Items) -> tuple[Diagnostic, ...]:
    from dsl.checks.checks import check  # whoever only plays need not wait for it

    return check(game, items)


def _no_scenarios(items: Items) -> tuple[Diagnostic, ...]:
    return tuple(
        error(
            "outside-scenario",
            "only scenarios stand in the files of this folder",
            head(item.span),
            help=("rules stand beside game.bylaws, or in a file of the folder `variants`",),
        )
        for item in items
        if not isinstance(item, n.Scenario | n.RuleText | n.BadLine)
    )
