"""What a person is told about rules that can be read and make no sense: the whole text, word by word."""

from dsl.ir.from_syntax import elaborate
from dsl.render import render
from dsl.source import Source
from dsl.syntax.parse import parse
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("messages/meaning", "*.bylaws", ".txt")
def test_messages_of_meaning(case: Case, golden: Golden) -> None:
    text = case.input.read_bytes().decode("utf-8")
    file, faults = parse(Source(f"{case.name}.bylaws", text))
    assert faults == (), "the spelling is meant to be good"
    _, found = elaborate(file.items)
    assert found, "this file is meant to have errors"
    golden(case, render(found, "full"))
