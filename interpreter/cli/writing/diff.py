"""`bylaws diff`: in what two rule sets differ, in the terms of the language."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from dsl.difference import Difference, differences, in_words
from dsl.disk.find import plain
from dsl.loading import Loaded, LoadError, load, with_variant
from dsl.render.screen import Style, paint, visible
from interpreter.cli.input.game import sound, values
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.output.written import entry, print_json
from interpreter.cli.wrong_use import WrongUse

_STYLES = {"added": Style.HELP, "removed": Style.ERROR, "changed": Style.WARNING}


def run(options: Namespace) -> int:
    """1 if one of the two has errors."""
    first = load(options.first)
    second = _second(options, first)
    for rules in (first, second):
        sound(rules)
    found = differences(first.items, second.items)
    if options.format == "json":
        sides = [{"game": rules.title, "variants": list(rules.chosen)} for rules in (first, second)]
        fields = ("chapter", "how", "kind", "name", "inside?", "before", "after", "lines")
        told = [entry(each, *fields) for each in found]
        print_json({"version": 1, "first": sides[0], "second": sides[1], "differences": told})
    else:
        names = _named(first), _named(second)
        if names[0] == names[1] and found and options.second:
            names = options.first, options.second
        print("\n".join(_lines(names, found)), file=painted(sys.stdout))
    return 0


def _second(options: Namespace, first: Loaded) -> Loaded:
    """The other rule set: a variant of the first, or what its name says, with the options."""
    given = values(options.settings)
    if options.second is None:
        if not (options.variants or given):
            raise WrongUse("it takes two to differ", "name another game, or a variant: `bylaws diff A B`")
        return load(options.first, options.variants, given)
    title = next((each.title for each in first.variants if plain(options.second) in (each.name, plain(each.title))), "")
    if title and not Path(options.second).exists():
        return load(options.first, [*with_variant(first, title).chosen, *options.variants], given)
    try:
        return load(options.second, options.variants, given)
    except LoadError as fault:
        if not first.variants:
            raise
        names = ", ".join(variant.name for variant in first.variants)
        raise LoadError(str(fault), f"the variants of {first.title} are {names}") from fault


def _lines(names: tuple[str, str], found: list[Difference]) -> Iterator[str]:
    if not found:
        yield f"{names[0]} and {names[1]} say the same."
        return
    colour = has_colour(sys.stdout)
    yield visible(f"From {names[0]} to {names[1]}:")
    for chapter, group in groupby(found, key=lambda difference: difference.chapter):
        yield ""
        yield paint(chapter, Style.STRONG, colour)
        for each in group:
            yield f"  {paint(f'{each.how:<8}', _STYLES[each.how], colour)} {visible(in_words(each))}"
            yield from (f"               {visible(line)}" for line in each.lines)


def _named(rules: Loaded) -> str:
    with_variants = " and ".join(f'"{title}"' for title in rules.chosen)
    changed = ", ".join(f"{name}={value}" for name, value in rules.parameters.items())
    return rules.title + (f" with {with_variants}" if with_variants else "") + (f" ({changed})" if changed else "")
