"""`python -m tests.benchmarks.serve`: many served tables at once, and how long each answer takes.

The server is the command in a process of its own; every seat has its page open and answers by chance after a while, as
people do. An answer is timed from when it is sent to when it is acknowledged, which is when it is on the disk and has
been shown. What the server's processor did is told for each answer, and beside what a fixed piece of work takes here.
`--alone` leaves the network out, and tells what an answer takes in the server itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, process_time
from typing import Any

import httpx
from attrs import define, field
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from dsl.loading import load
from interpreter.web.house import House
from interpreter.web.kept.rule_set import rule_set_of
from interpreter.web.kept.store import Store

REPOSITORY = Path(__file__).parents[2]
#: Seconds at most until all pages are open and have shown the table, which do not count.
OPENING = 240.0


@define(eq=False)
class Load:
    """What was measured: seconds of each answer, and how many were refused; `opened`: so many pages show the table."""

    begins: float = inf
    ends: float = inf
    opened: int = 0
    times: list[float] = field(factory=list)
    refused: int = 0
    answers: int = 0


async def seat(base: str, link: str, think: float, client: httpx.AsyncClient, load: Load, chance: Random) -> None:
    """Answers at one seat until the time is over."""
    path, _, token = link.partition("#")
    headers = {"Authorization": f"Bearer {token}"}
    address = f"{base.replace('http', 'ws')}{path}/socket"
    async with connect(address, compression=None, max_size=None, proxy=None, open_timeout=60) as window:
        await window.send(json.dumps({"token": token}))
        last = ""
        shown = await window.recv()
        load.opened += 1
        while (left := load.ends - monotonic()) > 0:
            asked = json.loads(shown)["table"]["question"]
            if asked is not None and asked["id"] not in ("", last):
                last = asked["id"]
                await asyncio.sleep(chance.expovariate(1 / think))
                said = {"question": last, "answer": chance.randrange(answers_to(asked))}
                began = perf_counter()
                reply = await client.post(f"{path}/answer", json=said, headers=headers)
                if load.begins < monotonic() < load.ends:
                    load.times.append(perf_counter() - began)
                    load.answers += 1
                    load.refused += reply.status_code != 200
            try:
                shown = await asyncio.wait_for(window.recv(), min(max(left, 0.1), 1.0))
            except TimeoutError:
                continue
            except WebSocketException:
                return


async def alone(options: Any) -> None:
    """Answers at tables of this process, whose pages take what they are shown; prints a row."""
    loaded = load(options.game)
    with TemporaryDirectory() as folder:
        house = House(Store(Path(folder)), rule_set_of(loaded, options.game), lambda _, __: ((), ()))
        names = tuple(f"Seat {seat}" for seat in range(options.seats))
        tables, windows, chance, used, work = [], [], Random(1), 0.0, 0.0
        for number in range(options.tables):
            table, _ = await house.open_table(names, ("you",) * options.seats, number)
            tables.append(table)
            for seat in range(options.seats):
                windows.append(table.audience.join(seat, b""))
                await table.present(seat)
                windows[-1].show()
        for number in range(4 * options.answers // 3):
            table = chance.choice([one for one in tables if not one.session.over])
            seat, asked = chance.choice(list(table.session.open_questions().items()))
            answers = len(asked.options) + (asked.numbers[1] - asked.numbers[0] + 1 if asked.numbers else 0)
            began = process_time()
            await table.answer(seat, table.question_of(seat) or "", chance.randrange(answers))
            for window in windows:
                if window.is_new:
                    await window.next()
            if number >= options.answers // 3:  # what a table needs at first does not count
                used += process_time() - began
                work += calibration() if number % 20 == 0 else 0.0
        pieces = used / options.answers / (work / (options.answers / 20))
        print(
            f"{options.game}: {options.tables} tables of {options.seats}, without the network: "
            f"{used / options.answers * 1000:.1f} ms of processor an answer ({pieces:.2f} pieces of work)"
        )
        await house.end()


def answers_to(asked: dict[str, Any]) -> int:
    """How many answers a question has."""
    numbers = asked["numbers"]
    return len(asked["options"]) + (numbers["high"] - numbers["low"] + 1 if numbers else 0)


async def measure(options: Any, base: str, word: str, process: int) -> None:
    """Opens the tables, plays, and prints a row."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits, trust_env=False) as client:
        empty = memory(process)
        links: list[str] = []
        for number in range(options.tables):
            said = {"seats": ",".join(["human"] * options.seats), "seed": number}
            made = await client.post("/tables", json=said, headers={"Authorization": f"Bearer {word}"})
            made.raise_for_status()
            links += [link for viewer, link in made.json()["links"].items() if viewer.isdigit()]
        load = Load()
        chance = Random(1)
        playing = [
            asyncio.create_task(seat(base, link, options.think, client, load, Random(chance.random())))
            for link in links
        ]
        began = monotonic()
        while load.opened < len(links) and monotonic() - began < OPENING:
            await asyncio.sleep(0.2)
        await asyncio.sleep(options.think)
        load.begins = monotonic()
        load.ends = load.begins + options.time
        before = cpu(process)
        await asyncio.sleep(options.time)
        used, answers = cpu(process) - before, load.answers
        found = await asyncio.gather(*playing, return_exceptions=True)
        broken = [one for one in found if isinstance(one, BaseException)]
        times = sorted(load.times)
        p50, p95, p99 = (times[min(int(len(times) * part), len(times) - 1)] * 1000 for part in (0.5, 0.95, 0.99))
        print(
            f"{options.game}: {options.tables} tables of {options.seats}, {answers / options.time:.1f} answers/s; "
            f"p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f} ms; {used / max(answers, 1) * 1000:.1f} ms of processor an "
            f"answer ({used / max(answers, 1) / calibration():.1f} pieces of work); "
            f"{(memory(process) - empty) / options.tables / 1024:.2f} MB a table; "
            f"{load.refused} refused, {len(broken)} broke off"
        )
        for one in broken[:1]:
            print(repr(one))


def cpu(process: int) -> float:
    """Seconds of processor that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Kilobytes that a process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return float(found[1]) if found else 0.0


def calibration() -> float:
    """Seconds of processor for a fixed piece of work, a few milliseconds, in the middle one of several."""

    def once() -> float:
        began = process_time()
        sum(hash(str(number)) % 7 for number in range(20_000))
        return process_time() - began

    return median(once() for _ in range(9))


def main() -> None:
    """Serves, plays, and prints."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="action_the_project")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--time", type=float, default=20.0, help="seconds that count")
    parser.add_argument("--think", type=float, default=5.0, help="seconds for an answer, in the mean")
    parser.add_argument("--alone", action="store_true", help="without the network")
    parser.add_argument("--answers", type=int, default=900, help="answers that count without the network")
    options = parser.parse_args()
    if options.alone:
        asyncio.run(alone(options))
        return
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "interpreter.cli.main", "serve", options.game, "--port", "0", "--keep", folder,
             "--players", str(options.seats)],
            cwd=REPOSITORY, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            base = word = ""
            for line in process.stdout:
                if found := re.search(r"(http://[^/]+)/designer#(\S+)", line):
                    base, word = found[1], found[2]
                if "Ctrl-C ends" in line:
                    break
            asyncio.run(measure(options, base, word, process.pid))
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
