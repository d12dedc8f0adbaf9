"""What is found in edits, and in variants that do not go together."""

from tests.findings import facts, found_in
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("variants", "*.bylaws", ".txt")
def test_what_is_found(case: Case, golden: Golden) -> None:
    """Each file has a game and variants of it, which are all put on it."""
    golden(case, facts(found_in(case.input)))


@golden_cases("variants_conflict", "*.bylaws", ".txt")
def test_conflicts_with_a_variant_that_comes_along(case: Case, golden: Golden) -> None:
    """Each file has a variant of the first game that does not go together with Spent Cards."""
    golden(case, facts(found_in(case.input)))
