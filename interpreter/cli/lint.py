"""`bylaws lint`: errors and warnings of rule files, and mending what can be mended."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.fix import mended
from dsl.load import Loaded, games_in, load
from dsl.render import render, summary
from dsl.source import Source
from interpreter.cli.arguments.words import LEVELS
from interpreter.cli.findings import doubts, read_on
from interpreter.cli.rewrite import difference, rewrite
from interpreter.cli.settings import checked, settings_for
from interpreter.cli.terminal import has_colour
from interpreter.cli.watch import watch

#: How often the files are looked at again after fixes, since one fix may show the need of another.
MOST_ROUNDS = 20


def run(options: Namespace) -> int:
    """1 if something of the fail level or worse is found (after fixing)."""
    if options.diff:
        print(_diff(_looked_at(options, _rules(options)), options.unsafe_fixes), end="")
        return 0
    if options.watch:
        watch(lambda: _watched(options))
    return _once(options)[0]


def _watched(options: Namespace) -> list[Path]:
    """Looks once; the files that it has looked at."""
    _, rules = _once(options)
    sources = (s for one in rules for s in (*one.files, *one.scenario_files.sources))
    variants = (variant.path for one in rules for variant in one.variants)
    return [Path(source.path) for source in sources] + [path for path in variants if path]


def _once(options: Namespace) -> tuple[int, list[Loaded]]:
    """Looks once; the exit code, and the rules that it has looked at."""
    done = _fixed(options) if options.fix else 0
    rules = _rules(options)
    found = _looked_at(options, rules)
    print(_statistics(found) if options.statistics else render(found, options.format, has_colour(sys.stdout)), end="")
    if options.format in ("full", "concise"):
        fixes = f", {done} {'fix' if done == 1 else 'fixes'} carried out" if done else ""
        print(summary(found) + fixes + read_on(found), file=sys.stderr)
    worst = LEVELS.index(options.fail_level)
    return int(any(LEVELS.index(d.level.value) <= worst for d in found)), rules


def _rules(options: Namespace) -> list[Loaded]:
    return [load(path) for path in games_in(options.paths)]


def _looked_at(options: Namespace, loaded: list[Loaded]) -> list[Diagnostic]:
    select, ignore = (_words(options, name) for name in ("select", "ignore"))
    found: dict[Diagnostic, None] = {}
    for rules in loaded:
        settings = settings_for(rules.place.folder or rules.place.rules[0].parent)
        settings = evolve(settings, select=select or settings.select, ignore=(*settings.ignore, *ignore))
        found |= dict.fromkeys(doubts(rules, settings))
    return list(found)


def _words(options: Namespace, name: str) -> tuple[str, ...]:
    said = getattr(options, name) or ""
    return checked([word.strip() for word in said.split(",") if word.strip()], f"--{name}")


def _statistics(found: list[Diagnostic]) -> str:
    """How often each thing is found, the most frequent first."""
    counted = Counter((one.name, one.level.value) for one in found)
    most = max((len(str(number)) for number in counted.values()), default=1)
    return "".join(
        f"{number:>{most}}  {name}  {level}\n"
        for (name, level), number in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _fixed(options: Namespace) -> int:
    """Mends again and again until there is nothing more to mend; how many fixes that took."""
    done = 0
    for _ in range(MOST_ROUNDS):
        texts, fixes = mended(_looked_at(options, _rules(options)), unsafe=options.unsafe_fixes)
        changed = {source: text for source, text in texts.items() if text != source.text}
        if not changed:
            break
        done += fixes
        for source, text in changed.items():
            rewrite(source, text)
    return done


def _diff(found: list[Diagnostic], unsafe: bool) -> str:
    texts: Mapping[Source, str] = mended(found, unsafe=unsafe)[0]
    return "".join(difference(source, text) for source, text in texts.items())
