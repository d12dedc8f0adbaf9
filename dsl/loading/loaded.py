"""Holds a rule set as it was read, merged and understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from dsl.cache import remembered
from dsl.diagnostic import Diagnostic, error, in_order
from dsl.disk.files import Files, shown
from dsl.disk.find import SCENARIOS, VARIANTS, GameLocation, is_about
from dsl.ir import nodes as ir
from dsl.loading.read import Read, read_all
from dsl.loading.variants import AvailableVariant, in_folder, with_lower
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

    def references(self, titles: Iterable[str]) -> tuple[str, ...]:
        """What means each of these variants wherever the game is loaded anew."""
        known = {variant.title: variant.reference for variant in self.variants}
        return tuple(known.get(title, title) for title in titles)

    @cached_property
    def scenarios(self) -> tuple[n.Scenario, ...]:
        """The scenarios of the game and of all its variants, with what each is played with; read on demand."""
        items = (*self.variant_files.items, *self.scenario_files.items)
        written = (item for item in items if isinstance(item, n.Scenario))
        told = (self._with_its_variant(scenario) for scenario in written if not self._of_another_game(scenario))
        return (*self.scenarios_inside, *told)

    def _with_its_variant(self, scenario: n.Scenario) -> n.Scenario:
        """The scenario; one in a file about a variant as if it named it, and what that goes over."""
        path = scenario.span.source.path
        own = tuple(v for v in self.variants if v.path and is_about(path, shown(v.path)))
        if scenario.variants or not own:
            return scenario
        span = scenario.title.span
        titles = (variant.title for variant in with_lower(own, self.variants, self.disk))
        return evolve(scenario, variants=tuple(n.Text(title, span=span) for title in titles))

    def _of_another_game(self, scenario: n.Scenario) -> bool:
        """Whether it plays a variant of another game, as may lie beside a variant outside the folder of its game."""
        known = {variant.title for variant in self.variants}
        return any(title.text in self._titles_beside - known for title in scenario.variants)

    @cached_property
    def _titles_beside(self) -> set[str]:
        return {v.title for folder in self._outside for v in in_folder(folder, self.disk)}

    @cached_property
    def _outside(self) -> tuple[Path, ...]:
        """The folders outside that of the game in which there are variants of it."""
        return tuple(dict.fromkeys(v.path.parent for v in self.variants if v.outside and v.path))

    @property
    def scenario_folders(self) -> tuple[Path, ...]:
        """Where there may be scenarios: in the folder of the game, and with each variant that lies outside it."""
        homes = (folder.parent if folder.absolute().name == VARIANTS else folder for folder in self._outside)
        own = (self.place.folder,) if self.place.folder else ()
        return tuple(dict.fromkeys(home / SCENARIOS for home in (*own, *homes)))

    @cached_property
    def variant_files(self) -> Read:
        """What the files of the variants say, chosen or not, but for what lies beside one outside the folder."""
        files = (variant.path for variant in self.variants if not variant.outside or variant.title in self.chosen)
        return read_all(dict.fromkeys(path for path in files if path), self.disk)

    @cached_property
    def scenario_files(self) -> Read:
        """What the files with scenarios say, with what is wrong with them."""
        folders = self.scenario_folders
        done = read_all((path for folder in folders for path in self.disk.below(folder)), self.disk)
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
