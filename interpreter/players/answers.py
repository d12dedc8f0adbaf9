"""What a person has typed, as an answer: a number, a letter, or words that begin one answer alone."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from interpreter.decision import Decision, Option

#: The key for passing.
PASS_KEY = "p"
YES = frozenset(("y", "yes"))
NO = frozenset(("n", "no"))


def keys(decision: Decision) -> Iterator[tuple[str, Option]]:
    """Each answer that is listed, with what to type for it: numbers, then letters, and p to pass."""
    letters = (letter for letter in ascii_lowercase if letter != PASS_KEY)
    number = 0
    for option in decision.options:
        match option.kind:
            case "option":
                number += 1
                yield str(number), option
            case "offer":
                yield next(letters), option
            case _:
                yield PASS_KEY, option


def answer(decision: Decision, typed: str) -> int | None:
    """The place of the answer that is meant, or None if it is none of them, or could be several."""
    wanted = _plain(typed)
    if not wanted:
        return None
    if decision.numbers is not None and (place := _number(decision.numbers, wanted)) is not None:
        return place
    for key, option in keys(decision):
        if wanted == key or wanted in (_plain(option.name), _plain(option.words)):
            return option.index
    return _yes_or_no(decision, wanted) if wanted in YES | NO else _begins(decision, wanted)


def _number(numbers: tuple[int, int], wanted: str) -> int | None:
    if not (wanted.removeprefix("-").isascii() and wanted.removeprefix("-").isdigit()):
        return None
    low, high = numbers
    return int(wanted) - low if len(wanted) < 19 and low <= int(wanted) <= high else None


def _yes_or_no(decision: Decision, wanted: str) -> int | None:
    """Yes is the only thing to agree to, no is to pass."""
    if wanted in NO:
        return next((option.index for option in decision.options if option.kind == "pass"), None)
    agreed = [option.index for option in decision.options if option.kind == "option"]
    return agreed[0] if len(agreed) == 1 else None


def _begins(decision: Decision, wanted: str) -> int | None:
    """The only answer that begins so; a single letter is too little to mean one."""
    found = {option.index for option in decision.options if _plain(option.words).startswith(wanted)}
    return found.pop() if len(found) == 1 and len(wanted) > 1 else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip("\"'`.")
