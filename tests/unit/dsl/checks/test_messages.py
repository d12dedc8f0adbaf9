"""What is found in rules that can be read and make no sense: where, and what a fix makes of it."""

from tests.findings import facts, found_in
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("messages/meaning", "*.bylaws", ".txt")
def test_what_is_found(case: Case, golden: Golden) -> None:
    golden(case, facts(found_in(case.input)))
