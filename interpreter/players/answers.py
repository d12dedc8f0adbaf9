"""Parses typed answers: a number, a letter, or words that begin one answer alone."""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from interpreter.table.decision import Decision, Option
from interpreter.table.naming import PASSING, as_number

#: The key for passing.
PASS_KEY = "p"
YES = frozenset(("y", "yes"))


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
    """The number of the answer that is meant, or None if it is none of them, or could be several.

    A single letter is too little to begin an answer, and a word for passing never stands for anything else.
    """
    wanted = _plain(typed)
    if not wanted:
        return None
    if decision.numbers is not None and (number := as_number(wanted)) is not None:
        low, high = decision.numbers
        if low <= number <= high:
            return number - low
    place = _place(decision, wanted)
    return None if place is None else decision.first_option + place


def could_mean(decision: Decision, typed: str) -> tuple[Option, ...]:
    """The answers that begin with what has been typed."""
    wanted = _plain(typed)
    return tuple(decision.options[place] for place in _begun(decision, wanted)) if wanted else ()


def _place(decision: Decision, wanted: str) -> int | None:
    """Which of the options is meant."""
    for place, (key, option) in enumerate(keys(decision)):
        if wanted in (key, _plain(option.words)):
            return place
    if named := [place for place, option in enumerate(decision.options) if wanted == _plain(option.name)]:
        return _only(named)
    if wanted in YES:
        return _only(place for place, option in enumerate(decision.options) if option.kind == "option")
    begun = set(_begun(decision, wanted))
    if wanted in PASSING:
        passing = {place for place, option in enumerate(decision.options) if option.kind == "pass"}
        return _only(begun | passing) if passing else None
    return _only(begun) if len(wanted) > 1 else None


def _begun(decision: Decision, wanted: str) -> Iterator[int]:
    """The options that begin so."""
    return (place for place, option in enumerate(decision.options) if _plain(option.words).startswith(wanted))


def _only(places: Iterable[int]) -> int | None:
    found = list(places)
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip("\"'`.")
