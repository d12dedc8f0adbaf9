"""Elaborates the scenarios of a game, each in the rules with the variants that it asks for."""

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from dsl.diagnostic import Diagnostic, Label, Level, error
from dsl.elaborate.scenarios import elaborate_scenarios
from dsl.ir import scenario as ir
from dsl.loading.load import again
from dsl.loading.loaded import Loaded
from dsl.loading.variants import no_such_variant
from dsl.source import Span
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
    unread = _unread(loaded)
    said_twice = _said_twice(loaded.scenarios)
    for scenario in loaded.scenarios:
        titles = sorted({*also, *(title.text for title in scenario.variants)})
        groups.setdefault(tuple(titles), []).append(scenario)
    for chosen, group in groups.items():
        found = _understood(loaded, chosen, group, unread)
        yield evolve(found, diagnostics=(*found.diagnostics, *said_twice))
        said_twice = ()


def _unread(loaded: Loaded) -> Callable[[n.Scenario], bool]:
    """Whether something is wrong with how a scenario is written, so that it may not be what was meant."""
    faults = [d.span for d in (*loaded.diagnostics, *loaded.scenario_files.diagnostics) if d.level is Level.ERROR]
    return lambda scenario: any(_is_in(fault, scenario.span) for fault in faults)


def _is_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start <= outer.end


def _said_twice(all_scenarios: Sequence[n.Scenario]) -> tuple[Diagnostic, ...]:
    """A report on each scenario whose title an earlier one has."""
    first: dict[str, n.Text] = {}
    return tuple(
        error(
            "scenario-twice",
            f'there is already a scenario called "{scenario.title.text}"',
            scenario.title.span,
            label="the same title again",
            labels=(Label(earlier.span, "the first one"),),
            help=("give one of the two another title, so that it is clear which of them fails",),
        )
        for scenario in all_scenarios
        if (earlier := first.setdefault(scenario.title.text, scenario.title)) is not scenario.title
    )


def _understood(
    loaded: Loaded, titles: tuple[str, ...], group: list[n.Scenario], unread: Callable[[n.Scenario], bool]
) -> Scenarios:
    known = [variant.title for variant in loaded.variants]
    unknown = [t for scenario in group for t in scenario.variants if t.text not in known]
    if unknown:
        return Scenarios(loaded, (), (), tuple(no_such_variant(title, known) for title in unknown))
    rules = loaded if titles == tuple(sorted(loaded.chosen)) else again(loaded, titles)
    if rules.game is None:
        return Scenarios(rules, (), (), ())
    done, found, texts = elaborate_scenarios(group, rules.items, rules.provenance.standing, rules.game.texts, unread)
    return Scenarios(rules, done, texts, found)
