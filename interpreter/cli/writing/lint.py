"""`bylaws lint`: errors and warnings of rule files, and mending what can be mended."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from functools import partial

from dsl.cache import nothing_thrown_away
from dsl.diagnostic import Diagnostic
from dsl.disk import games_in
from dsl.disk.answers import Answer
from dsl.fix import mended
from dsl.render import render, summary
from interpreter.cli.commands import LEVELS
from interpreter.cli.input.rule_files import difference, rewrite
from interpreter.cli.input.watch import watch
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.findings.looked import Looked, looked, read_on

#: How often the files are looked at again after fixes, since one fix may show the need of another.
MOST_ROUNDS = 20


def run(options: Namespace) -> int:
    """1 if something of the fail level or worse is found (after fixing)."""
    if options.diff:
        texts = mended(_found(_looked(options)), unsafe=options.unsafe_fixes)[0]
        print("".join(difference(source, text) for source, text in texts.items()), end="")
        return 0
    if options.watch:
        watch(lambda: [path for one in _once(options)[1] for path in one.files])
    return _once(options)[0]


def _once(options: Namespace) -> tuple[int, list[Looked]]:
    """Looks once; the exit code, and what was found in each game."""
    done = _fixed(options) if options.fix else 0
    games = _looked(options)
    found = _found(games)
    text = _statistics(found) if options.statistics else render(found, options.format, has_colour(sys.stdout))
    print(text, end="", file=painted(sys.stdout))
    if options.format in ("full", "concise"):
        fixes = f", {done} {'fix' if done == 1 else 'fixes'} carried out" if done else ""
        print(summary(found) + fixes + read_on(found), file=sys.stderr)
    worst = LEVELS.index(options.fail_level)
    return int(any(LEVELS.index(d.level.value) <= worst for d in found)), games


def _looked(options: Namespace) -> list[Looked]:
    words = (options.select or "", options.ignore or "")
    variants = tuple(options.variants)
    return [
        looked(name, ("lint", *words, *variants), partial(_look, name, variants, *words))
        for name in games_in(options.paths)
    ]


def _look(name: str, variants: Sequence[str], select: str, ignore: str) -> tuple[Looked, tuple[Answer, ...]]:
    with nothing_thrown_away():
        from interpreter.findings.find import look_for_doubts  # takes long to import

        return look_for_doubts(name, variants, select, ignore)


def _found(games: list[Looked]) -> list[Diagnostic]:
    """All that was found, once."""
    return list(dict.fromkeys(one for game in games for one in game.found))


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
        texts, fixes = mended(_found(_looked(options)), unsafe=options.unsafe_fixes)
        changed = {source: text for source, text in texts.items() if text != source.text}
        if not changed:
            break
        done += fixes
        for source, text in changed.items():
            rewrite(source, text)
    return done
