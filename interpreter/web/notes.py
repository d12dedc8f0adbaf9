"""What people say of a game while they play it: sentences, and one click for fun, unclear and slow.

Each stays with the decision at which it was said, the step and the sentence that stood there. Whoever said it sees what
is kept, and can have it deleted.
"""

from __future__ import annotations

from time import time
from typing import Any, Final

from dsl.controls import visible_lines
from interpreter.web.kept.played import step_in
from interpreter.web.reply import Reply
from interpreter.web.table import ServedTable
from interpreter.web.viewers.seen import Viewer, word_of

#: What one click says; `note` has words.
MARKS: Final = ("fun", "unclear", "slow")
NOTE: Final = "note"
#: Letters of a note.
LONGEST: Final = 2000
#: So many notes of a viewer are kept: nobody says more, and a disk is not to be filled.
MOST: Final = 1000


async def say(table: ServedTable, viewer: Viewer, kind: Any, said: Any) -> Reply:
    """Keeps a note, or a mark."""
    if kind not in (*MARKS, NOTE) or not isinstance(said, str):
        return Reply.refused(f"A note is one of {', '.join((*MARKS, NOTE))}, and has words.", 422)
    text = visible_lines(said.strip())[:LONGEST]
    if kind == NOTE and not text:
        return Reply.refused("There are no words in this note.", 422)
    word = word_of(viewer)
    ((count,),) = table.store.read("select count(*) from notes where tab=? and viewer=?", table.id, word)
    if count >= MOST:
        return Reply.refused("So many notes have been written that no more are kept.", 429)
    session = table.session
    lines = [line.text for line in session.log(viewer) if not line.level]
    state = session.state if viewer is None else session.heard(viewer)[0]
    number = session.heard_decisions(viewer)
    step = "" if session.over else step_in(session, state)
    before = lines[-1] if lines else ""
    row = (table.id, table.branch, number, time(), word, kind, text, step, before, _line(table))
    await table.store.append(
        ("insert into notes(tab,branch,n,at,viewer,kind,said,step,before,line) values(?,?,?,?,?,?,?,?,?,?)", [row])
    )
    return Reply(201)


def own(table: ServedTable, viewer: Viewer) -> Reply:
    """All that a viewer has said, the newest first; for the designer what anybody has."""
    rows = table.store.read(
        "select id,kind,said,step,before,at,viewer from notes where tab=? and (viewer=? or ?) order by id desc",
        table.id, word_of(viewer), viewer is None,
    )  # fmt: skip
    names = ("id", "kind", "said", "step", "before", "at", "viewer")
    return Reply(said={"notes": [dict(zip(names, row, strict=True)) for row in rows]})


async def delete(table: ServedTable, viewer: Viewer, number: int) -> Reply:
    """Deletes a note of the viewer's own."""
    mine = table.store.read("select 1 from notes where id=? and tab=? and viewer=?", number, table.id, word_of(viewer))
    if not mine:
        return Reply.refused("You have no such note.", 404)
    await table.store.append(("delete from notes where id=?", [(number,)]))
    return Reply()


def _line(table: ServedTable) -> str:
    """The line of the rules that asks now, for the designer alone."""
    session = table.session
    if session.over:
        return ""
    span = session.engine.asked(session.state).span
    return f"{span.source.path}:{span.line}" if span.in_file else ""
