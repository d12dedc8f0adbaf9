"""Finds the names that a misspelt word most likely stands for."""

from collections.abc import Iterable

MOST_SLIPS = 3
SHORTEST_SLIP = 4  # letters; most shorter words are one slip from some other


def nearest(word: str, candidates: Iterable[str], limit: int = 1) -> list[str]:
    """The candidates that `word` may have been meant as, the closest first, at most `limit`; often none.

    Upper and lower case, spaces, hyphens and underscores, and a plural in -s count as the same letters.
    Beyond that, one slip (a letter missing, added, wrong, or two swapped) is allowed for every three letters,
    up to three; a name that shares little but its length is no help. Of equally near names, one that begins
    alike comes first, then the order given decides.
    """
    ranked = sorted(
        (distance, not candidate.startswith(word[:1]), position, candidate)
        for position, candidate in enumerate(dict.fromkeys(candidates))
        if (distance := _distance(word, candidate)) is not None
    )
    return [candidate for *_, candidate in ranked[:limit]]


def is_slip(word: str, candidate: str) -> bool:
    """Whether one can hardly be meant as anything but the other: one slip apart, or less, and not too short."""
    distance = _distance(word, candidate)
    return distance is not None and (distance <= 1 or (distance == 2 and len(word) >= SHORTEST_SLIP))


def _distance(word: str, candidate: str) -> int | None:
    """Twice the slips between the two, so that a mere difference of habit counts less than a slip."""
    ours, theirs = _letters(word), _letters(candidate)
    if word == candidate:
        return 0
    if ours == theirs or _singular(ours) == _singular(theirs):
        return 1
    allowed = _allowed(max(len(ours), len(theirs)))
    if _differing(ours, theirs) > 2 * allowed + 2:
        return None
    slips = min(_slips(ours, theirs, allowed), _slips(_singular(ours), _singular(theirs), allowed))
    return 2 * slips if slips <= allowed else None


def _differing(ours: str, theirs: str) -> int:
    """How many letters one of them has more often than the other: two at most for each slip, and a plural."""
    return sum(abs(ours.count(letter) - theirs.count(letter)) for letter in {*ours, *theirs})


def _letters(word: str) -> str:
    return word.casefold().replace(" ", "_").replace("-", "_")


def _singular(letters: str) -> str:
    if letters.endswith("ies") and len(letters) > 4:
        return letters[:-3] + "y"
    return letters.removesuffix("s") if len(letters) > 3 else letters


def _allowed(length: int) -> int:
    return 0 if length <= 2 else min(MOST_SLIPS, max(1, length // 3))


def _slips(ours: str, theirs: str, allowed: int) -> int:
    """Damerau and Levenshtein's distance (optimal string alignment), or any number above `allowed`."""
    while ours[:1] == theirs[:1] != "":
        ours, theirs = ours[1:], theirs[1:]
    while ours[-1:] == theirs[-1:] != "":
        ours, theirs = ours[:-1], theirs[:-1]
    if abs(len(ours) - len(theirs)) > allowed:
        return allowed + 1
    before: list[int] = []
    above = list(range(len(theirs) + 1))
    for row, letter in enumerate(ours, start=1):
        current = [row] + [allowed + 1] * len(theirs)
        for column in range(max(1, row - allowed), min(len(theirs), row + allowed) + 1):
            other = theirs[column - 1]
            best = min(above[column] + 1, current[column - 1] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == theirs[column - 2] and ours[row - 2] == other:
                best = min(best, before[column - 2] + 1)
            current[column] = best
        if min(current) > allowed and min(above) > allowed:
            return allowed + 1
        before, above = above, current
    return above[-1]
