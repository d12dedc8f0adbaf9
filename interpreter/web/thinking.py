"""Bots that think, in a process of their own: a table waits for its own bots alone.

The process reads lines of JSON and answers with one each; it ends when whoever began it is gone. It also reads rules
that are new, which takes long: what was worked out once is then kept for others.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from signal import SIG_IGN, SIGINT, signal
from typing import Any, Final

from attrs import asdict, define, field

from interpreter.players.bots import Bots
from interpreter.table.session import Session, Table, replayed
from interpreter.web.kept.rule_set import RuleSet, rule_set_from

#: A line is not longer: rules with all their texts.
_LONGEST: Final = 64 * 1024 * 1024


class BotFailed(Exception):
    """A bot did not come to an answer; the text says why."""


@define(eq=False, repr=False)
class Thinking:
    """The process, which is begun when it is needed first, and again after it has failed."""

    _process: asyncio.subprocess.Process | None = None
    _one_at_a_time: asyncio.Lock = field(factory=asyncio.Lock)
    _known: set[str] = field(factory=set)

    async def decide(self, id_: str, rules: RuleSet, table: Table, codes: Sequence[int]) -> int:
        """The place of the answer that whoever is asked has come to. Raises BotFailed."""
        asked = {"table": id_, "rules": rules.hash, "sits": asdict(table), "codes": codes}
        found = await self._asked(rules, asked)
        if "index" not in found:
            raise BotFailed(found.get("why", "it has ended"))
        return int(found["index"])

    async def ready(self, rules: RuleSet, seats: Sequence[str]) -> str:
        """Makes ready what bots think with; why they cannot, or nothing."""
        return str((await self._asked(rules, {"ready": seats, "rules": rules.hash})).get("why", ""))

    async def _asked(self, rules: RuleSet, asked: dict[str, Any]) -> dict[str, Any]:
        async with self._one_at_a_time:
            process = await self._running()
            if rules.hash not in self._known:
                self._known.add(rules.hash)
                asked = {**asked, "kept": rules.kept}
            assert process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
                found: dict[str, Any] = json.loads(line)
                return found
            except (OSError, ValueError) as fault:
                self.stop()
                raise BotFailed("the process in which it thinks has ended") from fault
            except asyncio.CancelledError:
                self.stop()  # its answer would be taken for one to another question
                raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._known.clear()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "interpreter.web.thinking",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST,
            )  # fmt: skip
        return self._process

    async def end(self) -> None:
        """Ends the process, and waits for that."""
        process = self._process
        self.stop()
        if process is not None:
            await process.wait()

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None


# ---------------------------------------------------------------- in the process


def _answers() -> Iterator[dict[str, Any]]:
    """An answer to each line of standard input."""
    rules: dict[str, RuleSet] = {}
    tables: dict[str, tuple[Session, Bots]] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if "kept" in asked:
                rules[asked["rules"]] = rule_set_from(asked["kept"])
            yield _answer(asked, rules[asked["rules"]], tables)
        except Exception as fault:  # of one bot; others go on
            yield {"why": f"{type(fault).__name__}: {fault}"}


def _answer(asked: dict[str, Any], rules: RuleSet, tables: dict[str, tuple[Session, Bots]]) -> dict[str, Any]:
    if "ready" in asked:
        from interpreter.players.players import players_at
        from interpreter.players.thinking.thinkable import NotThinkable

        try:
            players_at(asked["ready"], rules.engine(len(asked["ready"])))
        except NotThinkable as why:
            return {"why": str(why)}
        return {}
    codes, said = tuple(asked["codes"]), asked["sits"]
    table = Table(
        said["game"], said["rules_hash"], tuple(said["variants"]), said["parameters"], tuple(said["names"]),
        tuple(said["seats"]), said["seed"],
    )  # fmt: skip
    session, bots = tables.get(asked["table"], (None, None))
    if session is None or bots is None or session.table != table or session.codes != codes[: len(session.codes)]:
        session = replayed(rules.engine(len(table.names)), table, codes)[0]
        bots = Bots.at(session)
        tables[asked["table"]] = session, bots
    for code in codes[len(session.codes) :]:
        index = session.engine.index(session.state, code)
        assert index is not None, "it was decided under the same rules"
        session.decide(index)
    bots.decide(session)  # who thinks spends no luck, so that these bots go on as new ones would
    last = session.history[-1]
    return {"index": session.engine.index(last.state, last.code)}


def _main() -> None:
    signal(SIGINT, SIG_IGN)  # the one who began it ends it
    for answer in _answers():
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
