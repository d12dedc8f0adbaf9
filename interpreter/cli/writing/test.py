"""`bylaws test`: plays the scenarios of games; shows for each that fails what was wanted, what came, and why."""

import json
import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import define, field

from dsl.cache import nothing_thrown_away
from dsl.diagnostic import Diagnostic, Label, error, has_errors
from dsl.disk import games_in
from dsl.disk.files import shown
from dsl.listing import grouped, listed, series
from dsl.loading import load
from dsl.loading.clauses import clauses
from dsl.render import render
from interpreter.cli.input.watch import watch
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.scenario.coverage import Coverage
from interpreter.scenario.failure import Failure
from interpreter.scenario.known import Known
from interpreter.scenario.run import Outcome
from interpreter.scenario.suite import suite

#: So many scenarios that were played for the same reason are named.
MOST_NAMED = 5


def run(options: Namespace) -> int:
    """1 if a scenario fails or cannot be understood."""
    if options.watch:
        known: defaultdict[Path, Known] = defaultdict(Known)
        watch(lambda: _once(options, None if options.coverage else known).files)
    with nothing_thrown_away():
        return _once(options).code


@define
class _Session:
    """What was played, over all paths."""

    outcomes: list[Outcome] = field(factory=list)
    wrong: list[Diagnostic] = field(factory=list)
    coverage: Coverage = field(factory=Coverage)
    files: list[Path] = field(factory=list)
    seconds: float = 0.0
    places: list[str] = field(factory=list)
    scenarios: int = 0
    known: list[Known] = field(factory=list)

    @property
    def failed(self) -> list[Outcome]:
        return [o for o in self.outcomes if not o.passed]

    @property
    def code(self) -> int:
        return 1 if self.failed or has_errors(self.wrong) or not self.outcomes else 0


def _once(options: Namespace, known: defaultdict[Path, Known] | None = None) -> _Session:
    """Plays all scenarios; of those `known` from before an edit, by the game, only what it can touch."""
    session = _Session()
    began = perf_counter()
    faults: list[Diagnostic] = []
    for path in games_in(options.paths):
        rules = load(path, options.variants)
        texts = (rules.beside.variant_files, rules.beside.scenario_files)
        session.files += [Path(f.path) for f in (*rules.files, *(source for text in texts for source in text.sources))]
        session.places += [f"{shown(folder)}/" for folder in rules.beside.scenario_folders]
        session.places += map(shown, rules.place.rules)
        session.wrong += [*rules.diagnostics, *(fault for text in texts for fault in text.diagnostics)]
        if rules.game is None:
            continue
        before = None if known is None else known[rules.place.rules[0]]
        if before is not None:
            before.begin()
            session.known.append(before)
        for group in suite(rules, options.only, marking=options.coverage, known=before):
            session.outcomes += group.outcomes
            session.scenarios += group.written
            session.wrong += group.diagnostics
            if group.marks is not None:
                session.coverage.add(group.marks, group.outcomes, clauses(group.rules))
            faults += [_as_diagnostic(outcome) for outcome in group.outcomes if not outcome.passed]
    session.wrong = list(dict.fromkeys(session.wrong))
    session.seconds = perf_counter() - began
    _print(options, session, faults)
    return session


def _as_diagnostic(outcome: Outcome) -> Diagnostic:
    failure, *others = outcome.failures
    helps = [f"expected: {failure.expected}", f"got:      {failure.got}", *failure.notes]
    for other in others:
        helps.append("\n".join((f"false, too, in line {other.span.line}: {other.expected}", *other.notes)))
    if outcome.last_events:
        helps.append("what happened last:\n" + "\n".join(f"  {line}" for line in outcome.last_events))
    return error(
        "scenario-failed", f'scenario "{outcome.scenario.title}" fails', failure.span, label=failure.got,
        labels=tuple(Label(other.span, other.got) for other in others), help=tuple(helps),
        heading=outcome.scenario.title,
    )  # fmt: skip


# ---------------------------------------------------------------- printing


def _print(options: Namespace, session: _Session, faults: list[Diagnostic]) -> None:
    match options.format:
        case "json":
            print(json.dumps(_as_json(session, options.coverage), indent=2))
        case "junit":
            print(_junit(session), end="")
        case form:
            colour = has_colour(sys.stdout)
            print(render([*session.wrong, *faults], form, colour), end="", file=painted(sys.stdout))
            if options.coverage:
                print("\n".join(_coverage_lines(session.coverage)))
            print(_summary(options, session), file=sys.stderr)
            for line in _played_anew(session.known):
                print(line, file=sys.stderr)


def _summary(options: Namespace, session: _Session) -> str:
    passed, failed = len(session.outcomes) - len(session.failed), len(session.failed)
    wrong = f", {len(session.wrong)} to mend" if session.wrong else ""
    if not session.outcomes and not wrong:
        if options.only and session.scenarios:
            return f"there is no scenario to play: none of the {session.scenarios} has `{options.only}` in its title"
        return f"there is no scenario to play in {series(session.places, 'or')}"
    return f"{passed} passed, {failed} failed{wrong} in {session.seconds:.1f} s"


def _played_anew(known: Sequence[Known]) -> Iterator[str]:
    """What was played after an edit, and why; nothing where all was, as at first."""
    count = sum(one.count for one in known)
    why = {title: reason for one in known for title, reason in one.why.items()}
    if len(why) == count:
        return
    yield f"{len(why)} of {count} were played; the others passed before, and nothing that they play has changed"
    for reason, titles in grouped((reason, title) for title, reason in why.items()).items():
        quoted = (f'"{title}"' for title in titles)
        yield f"  {reason}: {listed(quoted, most=MOST_NAMED)}"


def _coverage_lines(c: Coverage) -> Iterator[str]:
    for kind, plural in (("rule", "rules"), ("branch", "branches")):
        missed = c.missed(kind)
        yield f"{plural}: {c.count(kind) - len(missed)} of {c.count(kind)} reached"
        yield from (f"  {p.span.source.path}:{p.span.line}: {p.line}" for p in missed)
    if c.cards:
        yield f"cards: {len(c.cards) - len(c.missed_cards)} of {len(c.cards)} came into play"
    if c.missed_cards:
        yield f"  never: {', '.join(c.missed_cards)}"
    if c.clauses:
        yield f"clauses: {len(c.clauses) - len(c.missed_clauses)} of {len(c.clauses)} shown by a scenario"
    yield from (f"  {span.source.path}:{span.line}: {clause}" for clause, span in c.missed_clauses)


def _as_json(session: _Session, with_coverage: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "version": 1,
        "passed": len(session.outcomes) - len(session.failed),
        "failed": len(session.failed),
        "seconds": round(session.seconds, 3),
        "scenarios": [_outcome_json(o) for o in session.outcomes],
        "diagnostics": [{"name": d.name, "message": d.message, "file": d.span.source.path, "line": d.span.line}
                        for d in session.wrong],
    }  # fmt: skip
    if with_coverage:
        c = session.coverage
        found["coverage"] = {
            kind: {
                "all": c.count(kind),
                "missed": [f"{p.span.source.path}:{p.span.line}: {p.what}" for p in c.missed(kind)],
            }
            for kind in ("rule", "branch")
        }
        found["coverage"]["card"] = {"all": len(c.cards), "missed": c.missed_cards}
        found["coverage"]["clause"] = {"all": len(c.clauses), "missed": [clause for clause, _ in c.missed_clauses]}
    return found


def _outcome_json(o: Outcome) -> dict[str, Any]:
    found: dict[str, Any] = {
        "title": o.scenario.title, "file": o.scenario.span.source.path, "line": o.scenario.span.line,
        "covers": list(o.scenario.covers), "passed": o.passed,
    }  # fmt: skip
    if o.failure is not None:
        first, *others = map(_failure_json, o.failures)
        found |= first | ({"also": others} if others else {})
    return found


def _failure_json(failure: Failure) -> dict[str, Any]:
    return {"failed_at": failure.span.line, "expected": failure.expected, "got": failure.got}


def _junit(session: _Session) -> str:
    from xml.sax.saxutils import escape, quoteattr

    total = f'tests="{len(session.outcomes)}" failures="{len(session.failed)}" time="{session.seconds:.3f}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuite name="bylaws" {total}>']
    for o in session.outcomes:
        case = f"  <testcase classname={quoteattr(o.scenario.span.source.path)} name={quoteattr(o.scenario.title)}"
        if o.failure is None:
            lines.append(case + "/>")
        else:
            text = escape("\n".join(f"expected: {f.expected}\ngot: {f.got}\nline {f.span.line}" for f in o.failures))
            failure = f"    <failure message={quoteattr(o.failure.expected)}>{text}</failure>"
            lines += [case + ">", failure, "  </testcase>"]
    return "\n".join([*lines, "</testsuite>", ""])
