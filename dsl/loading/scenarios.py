"""Elaborates the scenarios of a game, each in the rules with the variants that it asks for."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve

from dsl.cache import key_of, remember, remembered
from dsl.diagnostic import Diagnostic, Label, Level, error
from dsl.elaborate.scenarios import Story, elaborate_scenarios
from dsl.frozen import frozen
from dsl.ir import scenario as ir
from dsl.listing import grouped
from dsl.loading.load import again
from dsl.loading.loaded import Loaded
from dsl.loading.variants import no_such_variant, with_lower
from dsl.loading.visible import key_for_scenarios
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n

#: Looks at stories under the rules with variants of these titles; and is told which scenarios could not be read.
Look: TypeAlias = Callable[[Loaded, tuple[str, ...], list[Story], Callable[[n.Scenario], bool]], "Scenarios"]


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


def under_these_rules(loaded: Loaded) -> Scenarios:
    """The scenarios of the game that need no variant but those chosen, which are on in all; no other is looked at."""
    chosen = set(loaded.chosen)
    fitting = [(story, chosen) for story in _stories(loaded.beside.scenarios)[0] if _variants_of(story) <= chosen]
    return next(_in_groups(loaded, fitting, ()), Scenarios(loaded, (), (), ()))


def faults(loaded: Loaded) -> Iterator[Diagnostic]:
    """What is wrong with the scenarios of the game; those in which nothing was found before are not looked at again."""
    stories, misled = _stories(loaded.beside.scenarios)
    whole = (*_said_twice(loaded.beside.scenarios), *misled)
    for group in _in_groups(loaded, [(story, _variants_of(story)) for story in stories], whole, _faulty):
        yield from group.diagnostics


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
    loaded: Loaded, stories: Sequence[tuple[Story, set[str]]], whole: tuple[Diagnostic, ...], look: Look | None = None
) -> Iterator[Scenarios]:
    """The scenarios of stories with the same variants together; what is said of all, with the first of them."""
    unread = _unread(loaded)
    for chosen, group in grouped((tuple(sorted(titles)), story) for story, titles in stories).items():
        found = (look or _understood)(loaded, chosen, group, unread)
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
    rules = _rules(loaded, titles, group)
    if isinstance(rules, Scenarios):
        return rules
    if rules.game is None or not group:
        return Scenarios(rules, (), (), ())
    done, found, texts = elaborate_scenarios(group, rules.items, rules.provenance.standing, rules.game.texts, unread)
    return Scenarios(rules, done, texts, found)


def _rules(loaded: Loaded, titles: tuple[str, ...], group: list[Story]) -> Loaded | Scenarios:
    """The rules with these variants, or the reports on those that there are not."""
    known = [variant.title for variant in loaded.variants]
    unknown = [t for story in group for scenario in story for t in scenario.variants if t.text not in known]
    if unknown:
        return Scenarios(loaded, (), (), tuple(no_such_variant(title, known) for title in unknown))
    return loaded if titles == tuple(sorted(loaded.chosen)) else again(loaded, titles)


def _faulty(
    loaded: Loaded, titles: tuple[str, ...], group: list[Story], unread: Callable[[n.Scenario], bool]
) -> Scenarios:
    """As `_understood`, but for the stories in which nothing was found when all that they can see was the same.

    Whatever else a report on a story can hang on is among its words: how it begins, and whether others begin like it.
    """
    rules = _rules(loaded, titles, group)
    key = "" if isinstance(rules, Scenarios) else key_for_scenarios(rules)
    begin = {scenario.title.text for story in group for scenario in story[:-1]}
    said = ["" if any(map(unread, story)) else _words(story, begin) for story in group] if key else [""] * len(group)
    before = remembered("fine", key, frozenset[str])
    doubtful = [story for story, words in zip(group, said, strict=True) if words not in before]
    if not doubtful and key:
        return Scenarios(loaded, (), (), ())
    found = _understood(loaded, titles, doubtful, unread)
    wrong = {report.span for report in found.diagnostics}
    faulty = (any(_is_in(span, scenario.span) for span in wrong for scenario in story) for story in group)
    fine = frozenset(words for words, is_faulty in zip(said, faulty, strict=True) if words and not is_faulty)
    if fine != before:
        remember("fine", key, fine)
    return found


def _words(story: Story, begin: Container[str]) -> str:
    begins_others = str(story[-1].title.text in begin)
    titles = (title.text for scenario in story for title in scenario.variants)
    return key_of(begins_others, *(scenario.span.text for scenario in story), "", *titles)
