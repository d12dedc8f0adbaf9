"""Reads what lies beside the rules of a game: the files of its variants, and its scenarios."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from attrs import evolve

from dsl.diagnostic import Diagnostic, error
from dsl.disk.files import Files, shown
from dsl.disk.find import SCENARIOS, VARIANTS, is_about
from dsl.frozen import frozen
from dsl.loading.read import Read, read_all
from dsl.loading.variants import AvailableVariant, in_folder, with_lower
from dsl.syntax import nodes as n
from dsl.variant.rules import Items, head


@frozen
class Beside:
    """What lies beside the rules, read when first asked for; the same whichever of the game's own variants are chosen.

    `folder` is that of the game, if it has one; `inside` are the scenarios among the rules; `outside` the titles of
    those chosen that lie outside the folder.
    """

    folder: Path | None
    variants: tuple[AvailableVariant, ...]
    inside: tuple[n.Scenario, ...]
    outside: tuple[str, ...]
    disk: Files

    @cached_property
    def scenarios(self) -> tuple[n.Scenario, ...]:
        """The scenarios of the game and its variants, with what each is played with."""
        items = (*self.variant_files.items, *self.scenario_files.items)
        written = (item for item in items if isinstance(item, n.Scenario))
        told = (self._with_its_variant(scenario) for scenario in written if not self._of_another_game(scenario))
        return (*self.inside, *told)

    def _with_its_variant(self, scenario: n.Scenario) -> n.Scenario:
        """The scenario; one in a file about a variant as if it named it, and what that goes over."""
        titles = () if scenario.variants else self._titles_for[scenario.span.source.path]
        span = scenario.title.span
        return evolve(scenario, variants=tuple(n.Text(title, span=span) for title in titles)) if titles else scenario

    @cached_property
    def _titles_for(self) -> dict[str, tuple[str, ...]]:
        """What scenarios are played with that name no variant, by the path of their file."""
        found: dict[str, tuple[str, ...]] = {}
        for path in {source.path for source in (*self.variant_files.sources, *self.scenario_files.sources)}:
            own = tuple(v for v in self.variants if v.path and is_about(path, shown(v.path)))
            found[path] = tuple(v.title for v in with_lower(own, self.variants, self.disk)) if own else ()
        return found

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
        own = (self.folder,) if self.folder else ()
        return tuple(dict.fromkeys(home / SCENARIOS for home in (*own, *homes)))

    @cached_property
    def variant_files(self) -> Read:
        """What the files of the variants say, chosen or not, but for what lies beside one outside the folder."""
        files = (variant.path for variant in self.variants if not variant.outside or variant.title in self.outside)
        return read_all(dict.fromkeys(path for path in files if path), self.disk)

    @cached_property
    def scenario_files(self) -> Read:
        """What the files with scenarios say, with what is wrong with them."""
        folders = self.scenario_folders
        done = read_all((path for folder in folders for path in self.disk.below(folder)), self.disk)
        return Read(done.items, (*done.diagnostics, *_no_scenarios(done.items)), done.sources)


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
