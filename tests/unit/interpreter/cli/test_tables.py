"""How lines and tables are laid out: as they are in a file, and so that nothing is cut in a narrow terminal."""

from __future__ import annotations

import pytest

from interpreter.cli.output import terminal
from interpreter.cli.output.tables import AsIs, Block, Long, TextTable, laid_out
from tests.unit.interpreter.cli.commands import REPOSITORY, run

HEADINGS, ROWS = ("what", "mean", "low", "high"), (("rounds", "8.97", "6", "13"), ("decisions", "47.40", "37", "60"))
WIDE = """\
what        mean  low  high
rounds      8.97    6    13
decisions  47.40   37    60"""
SPLIT = """\
what        mean
rounds      8.97
decisions  47.40

what       low  high
rounds       6    13
decisions   37    60"""
ONE_BY_ONE = """\
rounds
  mean: 8.97,
  low: 6,
  high: 13
decisions
  mean: 47.40,
  low: 37,
  high: 60"""


@pytest.mark.parametrize(("width", "shown"), [(None, WIDE), (27, WIDE), (20, SPLIT), (15, ONE_BY_ONE)], ids=str)
def test_a_table_that_does_not_fit_is_split_by_columns_or_by_rows(width: int | None, shown: str) -> None:
    assert "\n".join(laid_out([TextTable(HEADINGS, ROWS)], width)) == shown


def test_two_columns_say_what_a_row_is_about() -> None:
    table = TextTable(("price", "fog", "rounds", "margin"), (("1", "no", "8.0", "2.5"),), left=(), keys=2)
    split = ["price  fog  rounds", "    1   no     8.0", "", "price  fog  margin", "    1   no     2.5"]
    assert [*laid_out([table], 20)] == split


def test_lines_are_broken_between_words_but_for_commands() -> None:
    parts: list[Block] = [
        "  no seat is favoured, as far as this tells",
        AsIs("bylaws play x --seed 3"),
        Long("a b c", 3),
    ]
    assert [*laid_out(parts, 22)] == [
        "  no seat is favoured,", "    as far as this", "    tells", "bylaws play x --seed 3", "a b", "c",
    ]  # fmt: skip
    assert [*laid_out(parts, None)] == [parts[0], "bylaws play x --seed 3", "a b", "c"]


@pytest.mark.parametrize(
    "command",
    [
        "simulate market --players 3 --games 60 --details", "simulate market --players all --games 30",
        "compare market --with last_day=2 --games 30", "sweep market --set last_day=2..4 --games 20",
        "bench market --seconds 0.01",
    ],
)  # fmt: skip
def test_forty_columns_are_enough(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setattr("interpreter.cli.playing.sweep.width", lambda stream: 40)
    monkeypatch.setattr(terminal, "width", lambda stream: 40)
    name, game, *options = command.split()
    jobs = () if name == "bench" else ("--jobs", "1")
    done = run(capsys, name, f"tests/unit/interpreter/cli/simulated/{game}.bylaws", *options, *jobs)
    too_long = [line for line in done.out.splitlines() if len(line) > 40 and "/" not in line]
    assert (done.code, too_long) == (0, [])
    assert "%" in done.out or name == "bench"
