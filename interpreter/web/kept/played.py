"""A game at a table with its branches: what was decided in each, as it is kept, and played again from there.

Taking back and other rules begin a branch: it shares the first decisions of the one it comes from, and that one stays
as it was. So the decisions of a branch are its own behind some of its parent's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from interpreter.runtime.state import State
from interpreter.table.decision import option_at
from interpreter.table.session import Moment, Session
from interpreter.web.kept.rule_set import RuleSet, rule_set_from
from interpreter.web.kept.store import Statement, Store

DECISION: Final = "insert into decisions values(?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
BRANCH: Final = "insert into branches values(?,?,?,?,?,?,?)"
RULES: Final = "insert or ignore into rules values(?,?)"
SEALED: Final = "insert into sealed values(?,?,?,?,?,?,?,?)"
NO_LONGER_SEALED: Final = "update sealed set state=? where tab=? and question=?"
HAPPENED: Final = "insert into happened values(?,?,?,?,?,?,?)"
NOW_AT: Final = "update tables set branch=? where id=?"


@frozen
class Kept:
    """A decision as it was kept. `ms`: how long it took; `here`: how much of that somebody sat there, in ms too.

    `by`: the kind of bot that answered, or nothing. `words` is the answer, `asked` the question, `step` where it stood.
    """

    number: int
    seat: int
    code: int
    at: float
    ms: int
    here: int
    question: str
    answer: int
    step: str
    asked: str
    words: str
    by: str

    def row(self, table: str, branch: int) -> tuple[Any, ...]:
        """The row that is written."""
        return (
            table, branch, self.number, self.seat, self.code, self.at, self.ms, self.here, self.question, self.answer,
            self.step, self.asked, self.words, self.by,
        )  # fmt: skip


@frozen
class Branch:
    """A branch from `parent`, of which it has the first `kept` decisions. `why`: what began it."""

    number: int
    parent: int
    kept: int
    rules: str
    why: str
    at: float


def branches_of(store: Store, table: str) -> dict[int, Branch]:
    """All branches of a table, the first being 0."""
    rows = store.read("select branch,parent,kept,rules,why,at from branches where tab=? order by branch", table)
    return {row[0]: Branch(*row) for row in rows}


def decisions_of(store: Store, table: str, branches: dict[int, Branch], branch: int) -> list[Kept]:
    """Every decision that leads to where a branch is."""
    here = branches[branch]
    before = decisions_of(store, table, branches, here.parent)[: here.kept] if here.kept else []
    return [*before, *decided_in(store, table, branch)]


def decided_in(store: Store, table: str, branch: int) -> list[Kept]:
    """The decisions of a branch itself, not those that it shares."""
    rows = store.read(
        "select n,seat,code,at,ms,here,question,answer,step,asked,words,by from decisions where tab=? and branch=?"
        " order by n",
        table, branch,
    )  # fmt: skip
    return [Kept(*row) for row in rows]


def answers_given(store: Store, table: str) -> dict[tuple[int, str], int]:
    """What was answered to each question that a person was asked, in whatever branch."""
    rows = store.read(
        "select seat,question,answer from decisions where tab=? and question!=''"
        " union select seat,question,answer from sealed where tab=? and state='waiting'",
        table, table,
    )  # fmt: skip
    return {(seat, question): answer for seat, question, answer in rows}


def kept_rules(store: Store, key: str) -> RuleSet:
    """Rules that a table was played by. Raises LoadError."""
    ((kept,),) = store.read("select kept from rules where hash=?", key)
    return rule_set_from(kept)


def as_kept(rules: RuleSet) -> Statement:
    """Writes rules down, once."""
    return RULES, [(rules.key, rules.kept)]


def branched(table: str, branch: Branch) -> Sequence[Statement]:
    """Begins a branch, and goes on there."""
    row = (table, branch.number, branch.parent, branch.kept, branch.rules, branch.why, branch.at)
    return (BRANCH, [row]), (NOW_AT, [(branch.number, table)])


def happened(table: str, at: float, branch: int, number: int, viewer: str, what: str, **details: Any) -> Statement:
    """Notes that something else than a decision was done."""
    return HAPPENED, [(table, at, branch, number, viewer, what, json.dumps(details, ensure_ascii=False))]


def step_in(session: Session, state: State) -> str:
    """The step, or whatever part of the rules it is in which something is asked."""
    flows = [one.flow for one in session.engine.running(state) if one.flow is not None]
    return session.words.flow(flows[-1]).title if flows else ""


def answer_in_words(session: Session, moment: Moment) -> str:
    """What was answered."""
    index = session.engine.index(moment.state, moment.code)
    return option_at(session.engine, moment.state, session.words, index).name if index is not None else ""


def as_meant(before: Sequence[Kept], session: Session) -> int:
    """How many decisions, from the first on, are still their players' own by other rules.

    From the first on that somebody else would have taken, or that would be another answer to another question, nobody
    has decided that.
    """
    for kept, moment in zip(before, session.history, strict=False):
        asked, words = _asked_and_answered(session, moment)
        if moment.seat != kept.seat or (asked != kept.asked and words != kept.words):
            return kept.number
    return len(session.history)


def differences(before: Sequence[Kept], session: Session) -> Iterator[tuple[Kept, str, str]]:
    """Where a decision that fits other rules means something else by them, what it was, and what it is now."""
    for kept, moment in zip(before, session.history, strict=False):
        now = _asked_and_answered(session, moment)
        if now != (kept.asked, kept.words):
            yield kept, _both(kept.asked, kept.words), _both(*now)


def _asked_and_answered(session: Session, moment: Moment) -> tuple[str, str]:
    return session.decision_in(moment.state).prompt, answer_in_words(session, moment)


def _both(asked: str, words: str) -> str:
    return asked if words == asked else f"{asked} {words}"
