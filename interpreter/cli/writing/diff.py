"""`bylaws diff`: in what two rule sets differ, in the terms of the language."""

import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from dsl.difference import Difference, differences
from dsl.disk.find import plain
from dsl.loading import Loaded, LoadError, load, with_variant
from dsl.render.screen import Style, paint, visible
from interpreter.cli.input.game import sound, values
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.output.written import entry, print_json
from interpreter.cli.wrong_use import WrongUse

#: Things whose heads begin with a value or number, behind which nothing else may differ.
_VALUE_FIRST = ("parameter", "round", "phase", "step")
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
            yield f"  {paint(f'{each.how:<8}', _STYLES[each.how], colour)} {visible(_said(each))}"
            yield from (f"               {visible(line)}" for line in each.lines)


def _named(rules: Loaded) -> str:
    with_variants = " and ".join(f'"{title}"' for title in rules.chosen)
    changed = ", ".join(f"{name}={value}" for name, value in rules.parameters.items())
    return rules.title + (f" with {with_variants}" if with_variants else "") + (f" ({changed})" if changed else "")


def _said(difference: Difference) -> str:
    called = _called(difference)
    match difference.how:
        case "changed" if difference.before == difference.after:
            return called
        case "changed":
            same, old, new = _apart(difference)
            said = _with_head(difference, called, same)
            return f"{said}{'' if same else ':'} {old or 'nothing'} -> {new or 'nothing'}"
        case _:
            inside = f" (in {difference.inside})" if difference.inside else ""
            return _with_head(difference, called, difference.before or difference.after) + inside


def _apart(difference: Difference) -> tuple[str, str, str]:
    """Splits two heads into their common beginning, up to a colon, and the two rests."""
    old, new = difference.before, difference.after
    if difference.kind in _VALUE_FIRST:
        pairs = (head.removeprefix("= ").partition(" ") for head in (old, new))
        (old_value, *old_rest), (new_value, *new_rest) = pairs
        return ("", old_value, new_value) if old_rest == new_rest else ("", old, new)
    alike = next(
        (k for k, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    end = old.rfind(": ", 0, alike) + 2 if ": " in old[:alike] else 0
    return old[:end].rstrip(), old[end:], new[end:]


def _with_head(difference: Difference, called: str, head: str) -> str:
    """A thing as it would stand in the rules."""
    if number := re.match(r"([\d.]+)(?= |$)", head):
        return f"{difference.kind} {number[1]} {difference.name}{head[number.end() :]}"
    if head.startswith(("= ", "of ", "by ", "if ", "after ", "when ", '"')):
        return f"{called} {head}"
    return f"{called}: {head}" if head else called


def _called(difference: Difference) -> str:
    kinds = {"rule text": "", "rule": "", "exception": "exception to ", "order": "order of "}
    return f"{kinds.get(difference.kind, f'{difference.kind} ')}{difference.name}".rstrip()
