"""What `bylaws simulate` says to people, as it is on the screen."""

from __future__ import annotations

import re

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import REPOSITORY, run

COMMANDS = {
    "market": "market --players 3 --games 200",
    "market_in_detail": "market --players 3 --games 60 --set last_day=2 --details",
    "market_by_players": "market --players all --games 60 --closely 20",
    "market_few": "market --games 8 --closely 0 --seats random,uniform",
    "rescue": "rescue --players 2 --games 100",
    "rescue_alone": "rescue --players 1 --games 100",
    "wolves": "wolves --players 5 --games 300",
    "coins": "coins --players 2 --games 300",
    "rescue_by_players": "rescue --players all --games 100",
}


@golden_names("simulate", COMMANDS, ".txt")
def test_what_is_on_the_screen(
    case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    name, *options = COMMANDS[case.name].split()
    done = run(capsys, "simulate", f"tests/unit/interpreter/cli/simulated/{name}.bylaws", *options, "--jobs", "1")
    assert (done.code, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= 110  # most lines fit into 80 columns
    measured = re.compile(r"^[\d,.]+ games and [\d,.]+ decisions a second$", re.MULTILINE)
    golden(
        case, f"$ bylaws simulate {COMMANDS[case.name]}\n{measured.sub('N games and N decisions a second', done.out)}"
    )
