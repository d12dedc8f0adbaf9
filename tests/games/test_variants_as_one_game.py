"""Every rule set of every game that comes along goes through every command, and `expand` prints that very game.

Rule sets are the game alone, with each of its variants, and with as many of them together as can be.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import pytest
from attrs import evolve

from dsl.lint import Settings
from dsl.loading import Loaded, load
from interpreter.cli.main import main
from interpreter.engine import Engine
from interpreter.findings.find import doubts
from interpreter.table.session import Session, Table
from tests.bundled import EACH_GAME, GAMES, SMALL_GAMES, TOGETHER, named_rule_sets, rule_set, rule_sets
from tests.tables import NAMES, play

Say: TypeAlias = pytest.CaptureFixture[str]
#: A small game alone, and with all its variants, is tried at once; each variant alone stands with the slow tests.
RULE_SETS = tuple(
    pytest.param(
        name, which, id=f"{name}+{which}".rstrip("+"),
        marks=[] if name in SMALL_GAMES and which in ("", TOGETHER) else [pytest.mark.slow],
    )
    for name in GAMES
    for which in named_rule_sets(name)
)  # fmt: skip
#: V stands for the options that put the variants on.
COMMANDS = (
    *(f"expand GAME V --format {form}" for form in ("text", "json")),
    *(f"rulebook GAME V --format {form}" for form in ("markdown", "html", "json")),
    *(f"graph GAME V --format {form}" for form in ("mermaid", "dot", "json")),
    *(f"{command} GAME V" for command in ("check", "lint", "rulings", "ir")),
    "simulate GAME V --games 20 --jobs 1",
)
#: V stands for the title of the one variant, or for the path of its file.
OF_A_VARIANT = (*(f"diff GAME V --format {form}" for form in ("text", "json")), "lint V", "check V", "test V")
#: For large games; what else there is, small ones try, and the scenarios of large ones run elsewhere.
FEW_COMMANDS = ("expand GAME V", "rulebook GAME V", "graph GAME V", "lint GAME V")
FEW_OF_A_VARIANT = ("diff GAME V",)
SEEDS, FEW_SEEDS = 5, 2


@pytest.mark.parametrize("name", EACH_GAME)
def test_no_rule_set_is_left_out(name: str) -> None:
    assert {rule_set(name, which) for which in named_rule_sets(name)} == set(rule_sets(name))


@pytest.mark.parametrize(("name", "which"), RULE_SETS)
def test_every_command_takes_it(name: str, which: str, capsys: Say) -> None:
    variants = rule_set(name, which)
    chosen = [word for variant in variants for word in ("--variant", variant)]
    small = name in SMALL_GAMES
    for command in COMMANDS if small else FEW_COMMANDS:
        _runs([part for word in command.split() for part in {"GAME": [name], "V": chosen}.get(word, [word])], capsys)
    if len(variants) == 1:
        (path,) = (variant.path for variant in load(name).variants if variant.name == variants[0])
        for command in OF_A_VARIANT if small else FEW_OF_A_VARIANT:
            _runs([{"GAME": name, "V": str(path)}.get(word, word) for word in command.split()], capsys)


def _runs(words: list[str], said: Say) -> None:
    code = main(words)
    told = said.readouterr()
    assert code == 0, (" ".join(words), told.out[-1500:], told.err)


@pytest.mark.parametrize(("name", "which"), RULE_SETS)
def test_what_expand_prints_is_the_same_game(name: str, which: str, tmp_path: Path, capsys: Say) -> None:
    variants = rule_set(name, which)
    rules = load(name, variants)
    (tmp_path / "game.bylaws").write_text(_expanded(name, variants, capsys), encoding="utf-8")
    printed = load(tmp_path)
    assert not printed.diagnostics
    assert _found(printed) == _found(rules) == []
    assert printed.game is not None and rules.game is not None
    if printed.game == evolve(rules.game, variants=()):
        return  # all that there is to play is the same
    assert variants, "only what a variant says has another rank when it stands in the game"
    seeds = SEEDS if name in SMALL_GAMES else FEW_SEEDS
    assert _logs(printed, seeds) == _logs(rules, seeds)


def _expanded(name: str, variants: tuple[str, ...], said: Say) -> str:
    """The rules as they are printed, without the margin."""
    assert main(["expand", name, *(word for variant in variants for word in ("--variant", variant))]) == 0
    lines = said.readouterr().out.split("\n")
    margin = lines[0].index(" | ") + len(" | ")
    return "\n".join(line[margin:] for line in lines)


#: What lint says of a game in which something has been replaced, and not of the variant, which can do nothing about it;
#: and what is only there for scenarios, which are not printed.
NOT_ASKED = ("unused-procedure-argument", "unused-definition")


def _found(rules: Loaded) -> list[tuple[str, str]]:
    return [(found.name, found.message) for found in doubts(rules, Settings(ignore=NOT_ASKED))]


def _logs(rules: Loaded, seeds: int) -> list[tuple[tuple[int, ...], list[str]]]:
    assert rules.game is not None
    players = rules.game.fewest_players
    engine = Engine(rules.game, players, trace=True)
    ends = []
    for seed in range(seeds):
        session = Session(engine, Table("test", "", (), {}, NAMES[:players], ("random",) * players, seed))
        play(session, seed, 100_000)
        ends.append((session.codes, [line.text for line in session.log(None)]))
    return ends
