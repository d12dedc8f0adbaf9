"""The scenarios of a game, understood: each in the rules with the variants that it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from dsl.diagnostic import Diagnostic
from dsl.ir import scenario as ir
from dsl.ir.scenario_from_syntax import elaborate_scenarios
from dsl.load.load import again
from dsl.load.loaded import Loaded
from dsl.load.variants import no_such_variant
from dsl.syntax import nodes as n


@frozen
class Scenarios:
    """Scenarios that are played under the same rules.

    `rules` are these, with the variants on; `texts` those of its game and of the scenarios together.
    `diagnostics` is what is wrong with the scenarios alone; those with an error are left out.
    """

    rules: Loaded
    scenarios: tuple[ir.Scenario, ...]
    texts: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def scenarios(loaded: Loaded, also: Sequence[str] = ()) -> Iterator[Scenarios]:
    """All scenarios of the game, in groups with the same variants; which ones were chosen does not matter.

    The variants titled in `also` are put on all of them.
    """
    groups: dict[tuple[str, ...], list[n.Scenario]] = {}
    for scenario in loaded.scenarios:
        titles = sorted({*also, *(title.text for title in scenario.variants)})
        groups.setdefault(tuple(titles), []).append(scenario)
    for chosen, group in groups.items():
        yield _understood(loaded, chosen, group)


def _understood(loaded: Loaded, titles: tuple[str, ...], group: list[n.Scenario]) -> Scenarios:
    known = [variant.title for variant in loaded.variants]
    unknown = [t for scenario in group for t in scenario.variants if t.text not in known]
    if unknown:
        return Scenarios(loaded, (), (), tuple(no_such_variant(title, known) for title in unknown))
    rules = loaded if titles == tuple(sorted(loaded.chosen)) else again(loaded, titles)
    if rules.game is None:
        return Scenarios(rules, (), (), ())
    done, found, texts = elaborate_scenarios(group, rules.items, rules.provenance.standing, rules.game.texts)
    return Scenarios(rules, done, texts, found)
