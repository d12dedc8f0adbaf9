"""What a person is told about rules that can be read and make no sense: the whole text, word by word."""

from dsl.checking.checks import check
from dsl.diagnostic import Diagnostic
from dsl.ir.from_syntax import elaborate
from dsl.render import render
from dsl.source import Source
from dsl.syntax.parse import parse
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("messages/meaning", "*.bylaws", ".txt")
def test_messages_of_meaning(case: Case, golden: Golden) -> None:
    found = reports(case.input.read_bytes().decode("utf-8"), f"{case.name}.bylaws")
    assert found, "something is meant to be wrong with this file"
    golden(case, render(found, "full"))


def reports(text: str, path: str) -> tuple[Diagnostic, ...]:
    """All that is wrong with a rule file whose spelling is good."""
    file, faults = parse(Source(path, text))
    assert faults == (), "the spelling is meant to be good"
    game, found = elaborate(file.items)
    return (*found, *check(game, file.items)) if game is not None else found
