"""What a game has come to mean, in words: the whole text of a game that uses a little of everything."""

from typing import get_args

from dsl.elaborate.game import elaborate
from dsl.ir import nodes as ir
from dsl.ir.print import printed
from dsl.loading import load
from dsl.source import Source
from dsl.syntax.parse import parse
from dsl.walk import nodes_in
from tests.golden_files import Case, Golden, golden_cases

#: No sentence comes to mean these yet.
UNSAID = {ir.Item, ir.FromActions, ir.Boundary, ir.Unsupported}


def understood(case: Case) -> ir.Game:
    file, faults = parse(Source(case.input.name, case.input.read_text(encoding="utf-8")))
    game, found = elaborate(file.items)
    assert (*faults, *found) == ()
    assert game is not None
    return game


@golden_cases("ir", "*.bylaws", ".txt")
def test_a_game_in_words(case: Case, golden: Golden) -> None:
    golden(case, printed(understood(case)))


@golden_cases("ir", "harbour.bylaws", ".txt")
def test_every_kind_of_node_is_in_it(case: Case) -> None:
    kinds = {type(node) for node in nodes_in(understood(case))}
    wanted = {*get_args(ir.Expression), *get_args(ir.Statement), *get_args(ir.Options), *get_args(ir.Place)}
    assert wanted - kinds == UNSAID


def test_every_line_of_a_real_game_names_its_place() -> None:
    game = load("games/action_the_project", ["Fate"]).game
    assert game is not None
    lines = printed(game).split("\n")
    verbs = [line for line in lines if line.strip().startswith(("gain ", "move ", "set ", "shuffle "))]
    assert len(verbs) > 30
    assert [line for line in verbs if " # " not in line] == []
