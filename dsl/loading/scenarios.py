"""Elaborates the scenarios of a game, each in the rules with the variants that it asks for."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from dsl.diagnostic import Diagnostic, Label, Level, error
from dsl.elaborate.scenarios import Story, elaborate_scenarios
from dsl.ir import scenario as ir
from dsl.listing import grouped
from dsl.loading.load import again
from dsl.loading.loaded import Loaded
from dsl.loading.variants import no_such_variant, with_lower
from dsl.nearest import nearest
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
    stories, misled = _stories(loaded.beside.scenarios)
    whole = (*_said_twice(loaded.beside.scenarios), *misled)
    yield from _in_groups(loaded, [(story, {*also, *_variants_of(story)}) for story in stories], whole)


def about_the_variant(loaded: Loaded) -> Iterator[Scenarios]:
    """The scenarios played with the variant whose file was named in place of its game; others chosen are on in all."""
    path = loaded.place.variant
    assert path is not None, "the file of a variant was named"
    own = tuple(v for v in loaded.variants if v.path and v.path.absolute() == path.absolute())
    known = {variant.title for variant in with_lower(own, loaded.variants, loaded.disk)}
    also = set(loaded.chosen) - known
    about: list[tuple[Story, set[str]]] = []
    for story in _stories(loaded.beside.scenarios)[0]:
        titles = _variants_of(story)
        if titles & {variant.title for variant in own}:
            about.append((story, titles | also))
    yield from _in_groups(loaded, about, ())


def _variants_of(story: Story) -> set[str]:
    return {title.text for scenario in story for title in scenario.variants}


def _in_groups(
    loaded: Loaded, stories: Sequence[tuple[Story, set[str]]], whole: tuple[Diagnostic, ...]
) -> Iterator[Scenarios]:
    """The scenarios of stories with the same variants together; what is said of all, with the first of them."""
    unread = _unread(loaded)
    for chosen, group in grouped((tuple(sorted(titles)), story) for story, titles in stories).items():
        found = _understood(loaded, chosen, group, unread)
        yield evolve(found, diagnostics=(*found.diagnostics, *whole))
        whole = ()
    if whole:
        yield Scenarios(loaded, (), (), whole)


def _stories(written: Sequence[n.Scenario]) -> tuple[list[Story], list[Diagnostic]]:
    """Each scenario behind those that it begins like, and a report on each whose beginning there is not."""
    titled = {scenario.title.text: scenario for scenario in reversed(written)}
    stories: list[Story] = []
    reports: list[Diagnostic] = []
    for scenario in written:
        story = [scenario]
        while (like := story[0].like) is not None and like.text in titled and titled[like.text] not in story:
            story.insert(0, titled[like.text])
        if like is None:
            stories.append(tuple(story))
        elif like is scenario.like or titled.get(like.text) is scenario:
            reports.append(_misled(scenario, like, titled))
    return stories, reports


def _misled(scenario: n.Scenario, like: n.Text, titled: Mapping[str, n.Scenario]) -> Diagnostic:
    """A report on a beginning that there is not, or that leads back to where it began."""
    if like.text in titled:
        return error(
            "begins-like-itself", f'"{scenario.title.text}" would begin like itself', like.span,
            help=("leave out one `like` of those that lead round in a circle",),
        )  # fmt: skip
    near = nearest(like.text, titled)
    return error(
        "unknown-scenario", f'no scenario is called "{like.text}"', like.span,
        label=f'did you mean "{near[0]}"?' if near else "",
        help=() if near else ("`like` names a scenario of the same game, whose lines come before these",),
    )  # fmt: skip


def _unread(loaded: Loaded) -> Callable[[n.Scenario], bool]:
    """Whether something is wrong with how a scenario is written, so that it may not be what was meant."""
    faults = [d.span for d in _all_found(loaded) if d.level is Level.ERROR]
    return lambda scenario: any(_is_in(fault, scenario.span) for fault in faults)


def _all_found(loaded: Loaded) -> tuple[Diagnostic, ...]:
    return (*loaded.diagnostics, *loaded.beside.variant_files.diagnostics, *loaded.beside.scenario_files.diagnostics)


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
    loaded: Loaded, titles: tuple[str, ...], group: list[Story], unread: Callable[[n.Scenario], bool]
) -> Scenarios:
    known = [variant.title for variant in loaded.variants]
    unknown = [t for story in group for scenario in story for t in scenario.variants if t.text not in known]
    if unknown:
        return Scenarios(loaded, (), (), tuple(no_such_variant(title, known) for title in unknown))
    rules = loaded if titles == tuple(sorted(loaded.chosen)) else again(loaded, titles)
    if rules.game is None:
        return Scenarios(rules, (), (), ())
    done, found, texts = elaborate_scenarios(group, rules.items, rules.provenance.standing, rules.game.texts, unread)
    return Scenarios(rules, done, texts, found)
