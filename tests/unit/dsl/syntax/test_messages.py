"""What a person is told about rule files as beginners write them: the whole text, word by word."""

from dsl.render import render
from dsl.source import Source
from dsl.syntax.parse import parse
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("messages", "*.bylaws", ".txt")
def test_messages(case: Case, golden: Golden) -> None:
    text = case.input.read_bytes().decode("utf-8")
    _, reports = parse(Source(f"{case.name}.bylaws", text))
    assert reports, "this file is meant to have errors"
    golden(case, render(reports, "full"))
