"""What is left of a game for its designer: a folder with the game, its logs, what people said, how long they thought.

It holds all secrets, and lies on the disk of whoever serves; no seat is ever sent any of it.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from dsl.controls import visible, visible_lines
from dsl.listing import count
from interpreter.table.atomic_write import atomic_write
from interpreter.table.save import MOST, SaveError
from interpreter.table.session import replayed
from interpreter.text.log.journal import LogLine
from interpreter.text.redaction import PUBLIC
from interpreter.web.kept.played import Kept, decided_in, decisions_of
from interpreter.web.notes import NOTE
from interpreter.web.table import HUMAN, ServedTable
from interpreter.web.viewers.seen import WATCH, Viewer

#: So many of the longest thoughts are listed for each step.
_LONGEST_THOUGHTS: Final = 3


class NotWritten(Exception):
    """The folder of a table could not be written, and why."""


def to_be_written(table: ServedTable) -> Callable[[], Path]:
    """What writes the folder of a table as it is now, in a thread, while all tables go on. That raises NotWritten.

    What goes on must not be read meanwhile, so the game is played once more there, by an engine of its own.
    """
    alone, sits, codes, orders = copy(table), table.session.table, table.session.codes, set(table.session.in_any_order)
    alone.branches, alone.decided_at = dict(table.branches), list(table.decided_at)

    def write() -> Path:
        alone.session, divergence = replayed(alone.rules.new_engine(len(sits.seats)), sits, codes, lean=True)
        assert divergence is None, "it was played so"
        alone.session.in_any_order = orders
        return write_session(alone)

    return write


def write_session(table: ServedTable) -> Path:
    """Writes the folder of a table, over what was written before. Raises NotWritten."""
    try:
        return _write(table)
    except OSError as fault:
        raise NotWritten(fault.strerror or str(fault)) from fault
    except SaveError as fault:
        raise NotWritten(fault.problem.rstrip(".")) from fault


def _write(table: ServedTable) -> Path:
    folder = table.store.folder / table.id
    folder.mkdir(mode=0o700, exist_ok=True)
    number = len(table.session.history)  # there may be more by now
    decisions = decisions_of(table.store, table.id, table.branches, table.branch)[:number]
    names = table.session.table.names
    viewers: list[tuple[str, Viewer]] = [
        ("log.md", None), ("log-watching.md", PUBLIC),
        *((f"log-seat-{seat + 1}.md", seat) for seat in range(len(names))),
    ]  # fmt: skip
    notes = _notes(table)
    texts = {
        "session.json": json.dumps(_about(table, decisions), indent=2, ensure_ascii=False) + "\n",
        "notes.md": _notes_page(table, notes),
        "reactions.csv": _csv(
            ("time", "decision", "seat", "step", "reaction", "line"),
            ((_time(n["at"]), n["n"] + 1, _who(table, n["viewer"]), n["step"], n["kind"], n["line"])
             for n in notes if n["kind"] != NOTE),
        ),
        "timings.csv": _csv(
            ("decision", "seat", "name", "bot", "step", "question", "answer", "seconds", "seconds_connected",
             "left_in_branch"),
            ((d.number + 1, d.seat + 1, names[d.seat], d.by, d.step, d.asked, d.words, round(d.ms / 1000, 1),
              round(d.here / 1000, 1), left) for left, d in _all_decided(table, decisions)),
        ),
        "summary.md": _summary(table, decisions),
        **{name: _log(table, viewer) for name, viewer in viewers},
    }  # fmt: skip
    for name, text in texts.items():
        atomic_write(folder / name, text.encode("utf-8", "replace"))
    if number <= MOST["decisions"][0]:
        table.session.save(folder / "game.save")
    return folder


def _all_decided(table: ServedTable, decisions: Sequence[Kept]) -> Iterator[tuple[int | str, Kept]]:
    """Those that led to where the game is, then those that were left, each with the number of its branch."""
    yield from (("", one) for one in decisions)
    led_here = set(decisions)
    for branch in (one for one in table.branches if one != table.branch):  # in that one there may be more by now
        own = decided_in(table.store, table.id, branch)
        yield from ((branch, one) for one in own if one not in led_here)


def _about(table: ServedTable, decisions: Sequence[Kept]) -> dict[str, Any]:
    about = table.session.table
    return {
        "version": 1, "game": table.rules.title, "rules": table.rules.hash, "variants": list(table.rules.variants),
        "parameters": dict(about.parameters), "names": list(about.names),
        "seats": ["human" if kind == HUMAN else kind for kind in about.seats], "seed": about.seed,
        "began": _time(table.decided_at[0]), "over": table.session.over, "decisions": len(decisions),
        "branch": table.branch,
        "branches": [
            {"branch": one.number, "from": one.parent, "kept": one.kept, "rules": one.rules.partition(".")[0],
             "why": one.why, "began": _time(one.at)} for one in table.branches.values()
        ],
        "happened": [
            {"time": _time(at), "branch": branch, "decision": n + 1, "who": _who(table, viewer), "what": what,
             **json.loads(details)}
            for at, branch, n, viewer, what, details in _happened(table)
        ],
    }  # fmt: skip


def _happened(table: ServedTable) -> list[tuple[Any, ...]]:
    return table.store.read("select at,branch,n,viewer,what,details from happened where tab=? order by at", table.id)


def _notes(table: ServedTable) -> list[dict[str, Any]]:
    names = ("n", "at", "viewer", "kind", "said", "step", "before", "line")
    rows = table.store.read(f"select {','.join(names)} from notes where tab=? order by id", table.id)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _log(table: ServedTable, viewer: Viewer) -> str:
    def printed(line: LogLine) -> str:
        return f"\n{'#' * (line.level + 1)} {visible(line.text)}\n" if line.level else f"- {visible(line.text)}"

    return "\n".join([f"# {visible(table.rules.title)}", *map(printed, table.session.log(viewer))]) + "\n"


def _notes_page(table: ServedTable, notes: Sequence[dict[str, Any]]) -> str:
    lines = ["# Notes", ""]
    for note in notes:
        words = visible_lines(note["said"]) if note["kind"] == NOTE else f"({note['kind']})"
        where = f"decision {note['n'] + 1}" + (f", {visible(note['step'])}" if note["step"] else "")
        lines += [f"**{_who(table, note['viewer'])}**, {where}, {_time(note['at'])}", ""]
        lines += [f"> {line}" for line in words.splitlines()]
        lines += ["", *([f"Before: {visible(note['before'])}"] if note["before"] else [])]
        lines += [f"Rules: {visible(note['line'])}" if note["line"] else "", ""]
    return "\n".join(lines) if notes else "# Notes\n\nNobody has written any.\n"


def _summary(table: ServedTable, decisions: Sequence[Kept]) -> str:
    people = [one for one in decisions if not one.by]
    happened = _happened(table)
    taken_back = Counter(what for _, _, _, _, what, _ in happened if what.startswith("taken back"))
    whys = Counter(json.loads(details).get("about", "") for _, _, _, _, what, details in happened if what == "why not")
    lines = [f"# {visible(table.rules.title)}", ""]
    lines += [f"{len(decisions)} decisions, {len(people)} of them by people; "
              f"{'the game came to its end' if table.session.over else 'the game is not over'}.", ""]  # fmt: skip
    lines += ["## Longest thoughts in each step", "", *_longest(table, people), ""]
    lines += ["## Why not", "", *(_counted(whys) or ["Nobody has asked."]), ""]
    lines += ["## Taken back", "", *(_counted(taken_back) or ["Nothing."]), ""]
    opened = sum(what == "opened" for _, _, _, _, what, _ in happened)
    lines += ["## The page with all secrets", "", f"It was opened {count(opened, 'time')}.", ""]
    return "\n".join([*lines, "## Answers that were offered and never given", "", *_never_chosen(table), ""])


def _longest(table: ServedTable, people: Sequence[Kept]) -> list[str]:
    steps: dict[str, list[Kept]] = defaultdict(list)
    for one in people:
        steps[one.step].append(one)
    names = table.session.table.names
    return [
        f"- {visible(step) or 'outside of all steps'}: {one.ms / 1000:.0f} s, {names[one.seat]}, decision "
        f"{one.number + 1}: {visible(one.asked)} {visible(one.words)}"
        for step, all_ in steps.items()
        for one in sorted(all_, key=lambda one: -one.ms)[:_LONGEST_THOUGHTS]
    ] or ["No person has decided anything."]


def _never_chosen(table: ServedTable) -> list[str]:
    session = table.session
    offered: dict[str, Counter[str]] = defaultdict(Counter)
    given: dict[str, set[str]] = defaultdict(set)
    for moment in session.history:
        asked = session.decision_in(moment.state)
        place = asked.about or asked.prompt
        offered[place].update({option.name for option in asked.options})
        index = session.engine.index(moment.state, moment.code)
        if index is not None:
            from interpreter.table.decision import option_at

            given[place].add(option_at(session.engine, moment.state, session.words, index).name)
    return [
        f"- {visible(place)}: {visible(name)} ({times} times offered)"
        for place, names in offered.items() for name, times in names.most_common() if name not in given[place]
    ] or ["All were given."]  # fmt: skip


def _counted(counts: Counter[str]) -> list[str]:
    return [f"- {visible(what)}: {count}" for what, count in counts.most_common()]


def _who(table: ServedTable, viewer: str) -> str:
    return table.session.table.names[int(viewer)] if viewer.isdigit() else "somebody who watched" if viewer == WATCH \
        else "the designer"  # fmt: skip


def _time(at: float) -> str:
    return datetime.fromtimestamp(at).isoformat(timespec="seconds")


def _csv(heading: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table for spreadsheets; what would be taken for a formula there is marked as words."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([_as_words(cell) for cell in row] for row in rows)
    return text.getvalue()


def _as_words(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    said = visible(cell)
    return f"'{said}" if said[:1] in ("=", "+", "-", "@") else said
