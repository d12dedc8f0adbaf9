"""All tables that are served, and who may open what: taken up again where they were, whenever the server begins."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import randbits, token_bytes, token_hex
from time import time
from typing import Any, Final, TypeAlias

from attrs import define, evolve, field, frozen

from dsl.disk.files import LoadError
from interpreter.engine import LoweringError
from interpreter.errors import RuleFault
from interpreter.our_fault import our_fault
from interpreter.table.session import Session, Table, replayed
from interpreter.text.redaction import PUBLIC
from interpreter.web.edited import look_again, state_of_files
from interpreter.web.kept.played import Branch, answers_given, as_kept, branched, branches_of, decisions_of, kept_rules
from interpreter.web.kept.rule_set import RuleSet, followed
from interpreter.web.kept.store import NotKept, Statement, Store
from interpreter.web.kept.tokens import hashed, new_token
from interpreter.web.looks import Looks
from interpreter.web.sealed import seal_again, waiting_in
from interpreter.web.session_folder import NotWritten, to_be_written, write_session
from interpreter.web.table import ServedTable
from interpreter.web.thinking import Thinking
from interpreter.web.viewers.notices import Notices
from interpreter.web.viewers.seen import DESIGNER, WATCH, Viewer, word_of

#: What plays in the seats, and the names, as they are said on the command line. Raises ValueError, with a sentence.
Sitting: TypeAlias = Callable[[str | None, str | None], tuple[tuple[str, ...], tuple[str, ...]]]

#: Seconds between two looks at the files of the rules.
_LOOKS: Final = 1.0
#: So many tables are served at a time.
MOST_TABLES: Final = 500

_log = logging.getLogger("bylaws.serve")


@frozen
class Pass:
    """What a token opens: one seat of one table, its spectators, or with an empty `table` all that the designer sees.

    `name` tells the links of spectators apart.
    """

    table: str
    viewer: str
    name: str


@frozen
class Lost:
    """A table that cannot be taken up again, and why."""

    id: str
    why: str


@define(eq=False, repr=False)
class House:
    """The tables in a folder. `rules` are those that the command was given: new tables are played by them."""

    store: Store
    rules: RuleSet
    sitting: Sitting
    most_tables: int = MOST_TABLES
    tables: dict[str, ServedTable] = field(factory=dict)
    passes: dict[bytes, Pass] = field(factory=dict)
    lost: list[Lost] = field(factory=list)
    thinking: Thinking = field(factory=Thinking)
    looks: dict[Path, Looks] = field(factory=dict)
    _kept: dict[str, RuleSet] = field(factory=dict)  # rules by what they are kept under
    _watching: asyncio.Task[None] | None = None
    _one_writes: asyncio.Lock = field(factory=asyncio.Lock)
    _over: set[asyncio.Task[None]] = field(factory=set)  # games that are written out, as they are over

    # ------------------------------------------------------------ who may open what

    def pass_of(self, token: str) -> Pass | None:
        """What a token opens."""
        return self.passes.get(hashed(token)) if 0 < len(token) < 200 else None

    def may(self, token: str, table: str, viewer: str) -> bool:
        """Whether a token opens this page of this table."""
        found = self.pass_of(token)
        if found is None or table not in self.tables:
            return False
        return found.viewer == viewer and found.table in ((table,) if viewer != DESIGNER else ("", table))

    async def link(self, table: str, viewer: Viewer) -> tuple[str, str]:
        """A new link for somebody, and its name; the word that it opens with is kept nowhere."""
        token, made = new_token(), Pass(table, word_of(viewer), token_hex(4))
        await self.store.append(_kept_pass(token, made))
        self.passes[hashed(token)] = made
        return f"/t/{table}/{made.viewer}#{token}" if table else f"/designer#{token}", made.name

    async def withdraw(self, table: str, viewer: Viewer, name: str | None = None) -> int:
        """Has links open nothing any more, and closes what was opened with them; how many these were."""
        word = word_of(viewer)
        gone = [
            token for token, one in self.passes.items()
            if one.table == table and one.viewer == word and name in (None, one.name)
        ]  # fmt: skip
        await self.store.append(("update tokens set withdrawn=? where hash=?", [(time(), token) for token in gone]))
        for token in gone:
            del self.passes[token]
        if table in self.tables:
            self.tables[table].audience.end(lambda token: token in gone, 4401)
        return len(gone)

    def spectator_links(self, table: str) -> list[str]:
        """The names of the links with which somebody may watch."""
        return [one.name for one in self.passes.values() if one.table == table and one.viewer == WATCH]

    def looks_of(self, rules: RuleSet) -> Looks:
        """How the game in whose folder these rules are looks."""
        folder = Path(rules.path).parent
        return self.looks.setdefault(folder, Looks(folder))

    def image(self, name: str) -> Path | None:
        """The file of an image, by the name that pages know."""
        return next((path for looks in self.looks.values() if (path := looks.image(name)) is not None), None)

    # ------------------------------------------------------------ tables

    async def open_table(
        self, names: Sequence[str], seats: Sequence[str], seed: int | None = None, rules: RuleSet | None = None
    ) -> tuple[ServedTable, dict[str, str]]:
        """Begins a game; a link for each seat of a person, and one for those who watch. Raises RuleFault."""
        rules = self.known(rules or self.rules)
        seed = randbits(64) if seed is None else seed
        engine = await asyncio.to_thread(rules.engine, len(seats))
        sits = Table(
            rules.game, rules.hash, rules.variants, dict(engine.program.setting.parameters), tuple(names), tuple(seats),
            seed,
        )  # fmt: skip
        id_, key, now = self._free_name(), token_bytes(16), time()
        session = Session(engine, sits)
        first = Branch(0, 0, 0, rules.key, "the beginning", now)
        row = (id_, now, json.dumps(list(names)), json.dumps(list(seats)), str(seed), key, 0, 0.0, _said(names, seats))
        await self.store.append(
            as_kept(rules), ("insert into tables values(?,?,?,?,?,?,?,?,?)", [row]), *branched(id_, first)
        )
        table = ServedTable(id_, self.store, rules, session, key, {0: first}, 0, {}, [now], self.thinking)
        table.began = _said(names, seats)
        links = {}
        self._takes_in(table)
        for viewer in (*table.people, PUBLIC):
            links[word_of(viewer)] = (await self.link(id_, viewer))[0]
        table.go_on()
        return table, links

    def known(self, rules: RuleSet) -> RuleSet:
        """The same rules, word by word, as they are known here already: what plays them is made once for all tables."""
        tables = self.tables.values()
        known = (self.rules, *(one for table in tables for one in (table.rules, table.tried) if one is not None))
        return next((one for one in known if one.hash == rules.hash and one.kept == rules.kept), rules)

    def _takes_in(self, table: ServedTable) -> None:
        table.ended = self._is_over
        self.tables[table.id] = table

    def _free_name(self) -> str:
        return next(name for name in iter(lambda: token_hex(3), "") if name not in self.tables)

    async def write_out(self, table: ServedTable) -> Path:
        """Writes the folder of a table, one at a time. Raises NotWritten, and the designer is told."""
        try:
            async with self._one_writes:
                async with table.lock:  # what is not written down yet is not written out
                    write = to_be_written(table)
                folder = await asyncio.to_thread(write)
        except Exception as fault:
            why = str(fault) if isinstance(fault, NotWritten) else our_fault(fault)
            table.unwritten = f"The session could not be written: {why}. The game itself is kept; write it out again."
            table.publish()
            _log.error("the game at table %s could not be written out: %s", table.id, why)
            raise NotWritten(why) from fault
        table.unwritten = ""
        table.publish()
        return folder

    def _is_over(self, table: ServedTable) -> None:
        """A game that is over is written out, while others go on."""
        task = asyncio.get_running_loop().create_task(self._write_last(table))
        self._over.add(task)
        task.add_done_callback(self._over.discard)

    async def _write_last(self, table: ServedTable) -> None:
        with suppress(NotWritten):
            folder = await self.write_out(table)
            _log.info("the game at table %s is over; it is kept in %s", table.id, folder)

    def resume(self) -> None:
        """Takes up all tables where they were."""
        for token, table, viewer, name in self.store.read(
            "select hash,tab,viewer,id from tokens where withdrawn is null"
        ):
            self.passes[bytes(token)] = Pass(table, viewer, name)
        rows = self.store.read("select id,made,names,seats,seed,key,branch,pause,began from tables order by made")
        for row in rows[-MOST_TABLES:]:
            try:
                self._takes_in(self._taken_up(*row))
            except (LoadError, LoweringError, RuleFault, AssertionError) as fault:
                self.lost.append(Lost(row[0], str(fault)))

    def _taken_up(
        self, id_: str, made: float, names: str, seats: str, seed: str, key: bytes, branch: int, pause: float,
        began: str,
    ) -> ServedTable:
        branches = branches_of(self.store, id_)
        rules = self._kept_rules(key_then := branches[branch].rules)
        branches = {k: evolve(one, rules=rules.key) if one.rules == key_then else one for k, one in branches.items()}
        kept = decisions_of(self.store, id_, branches, branch)
        assert rules.loaded.game is not None, "its rules can no longer be understood"
        engine = rules.engine(len(json.loads(names)))
        sits = Table(
            rules.game, rules.hash, rules.variants, dict(engine.program.setting.parameters), tuple(json.loads(names)),
            tuple(json.loads(seats)), int(seed),
        )  # fmt: skip
        session, divergence = replayed(engine, sits, [one.code for one in kept])
        assert divergence is None, f"decision {divergence.number} no longer fits its rules"
        table = ServedTable(
            id_, self.store, rules, session, bytes(key), branches, branch, answers_given(self.store, id_),
            [made, *(one.at for one in kept)], self.thinking, pause,
        )  # fmt: skip
        table.decided_at[-1] = max(table.decided_at[-1], branches[branch].at)
        table.began = began
        table.notices = Notices.kept(self.store, id_)
        table.sealed = seal_again(session, waiting_in(self.store, id_, branch))
        table.withdrawn = {
            (number, seat): times for number, seat, times in self.store.read(
                "select branch,seat,count(*) from sealed where tab=? and state='withdrawn' group by branch,seat", id_
            )
        }  # fmt: skip
        looks, hands = (
            self.store.read("select count(*) from happened where tab=? and what=?", id_, what)[0][0]
            for what in ("opened", "all hands")
        )
        table.looks, table.hands_are_open = looks, hands > 0
        return table

    def _kept_rules(self, key: str) -> RuleSet:
        """Rules that were kept, once for all tables that are played by them, in the folder where they are by now."""
        if key not in self._kept:
            found = followed(kept_rules(self.store, key), self.rules)
            self._kept[key] = next((one for one in self._kept.values() if one.key == found.key), found)
        return self._kept[key]

    def like(
        self, names: Sequence[str], seats: Sequence[str], seed: int | None, rules: RuleSet
    ) -> list[ServedTable]:
        """The unfinished tables that the same command began, whoever sits there now."""
        return [
            table for table in self.tables.values()
            if not table.session.over and table.rules.game == rules.game and table.rules.variants == rules.variants
            and dict(table.rules.parameters) == dict(rules.parameters) and table.began == _said(names, seats)
            and seed in (None, table.session.table.seed)
        ]  # fmt: skip

    # ------------------------------------------------------------ while it is served

    def begin(self) -> None:
        """Bots go on, and the files of the rules are watched."""
        for table in self.tables.values():
            table.publish()
            table.go_on()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def _keep_moved(self) -> None:
        """Keeps where the files of rules are by now, so that a copy of them is not taken for them later."""
        for was, rules in list(self._kept.items()):
            if rules.key != was:
                with suppress(NotKept):
                    await self.store.append(
                        as_kept(rules), ("update branches set rules=? where rules=?", [(rules.key, was)])
                    )

    async def _watch(self) -> None:
        await self._keep_moved()
        before: dict[str, tuple[Any, ...]] = {}
        while True:
            await asyncio.sleep(_LOOKS)
            now: dict[str, tuple[Any, ...]] = {}
            for table in list(self.tables.values()):
                rules = table.rules.key
                if rules not in now:
                    now[rules] = state_of_files(table.rules)
            changed = {rules for rules, stamp in now.items() if before.get(rules) != stamp}  # at first, all of them
            before = now
            for table in list(self.tables.values()):
                if table.rules.key in changed or table.is_tried_anew:
                    with suppress(Exception):  # of one table; others are looked after
                        await look_again(table, self.known)

    async def end(self) -> None:
        """Writes what there is, closes all windows."""
        if self._watching is not None:
            self._watching.cancel()
        await asyncio.gather(*self._over)
        for table in self.tables.values():
            table.stop()
            if table.session.history:
                try:
                    write_session(table)
                except NotWritten as fault:
                    _log.error("the game at table %s could not be written out: %s", table.id, fault)
        await self.thinking.end()
        self.store.close()


def _said(names: Sequence[str], seats: Sequence[str]) -> str:
    """How a table was asked for, in words that can be compared."""
    return json.dumps([list(names), list(seats)])


def _kept_pass(token: str, made: Pass) -> Statement:
    row = (hashed(token), made.table, made.viewer, made.name, time(), None)
    return "insert into tokens values(?,?,?,?,?,?)", [row]
