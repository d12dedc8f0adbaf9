"""Parses typed answers: a number, a letter, words that begin one answer alone, or several answers in one line."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, MutableMapping
from string import ascii_lowercase
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir.prose.nouns import counted
from interpreter.table.decision import Decision, Option
from interpreter.table.naming import PASSING, as_number

#: The key for passing, and the one for going back to the last decision.
PASS_KEY, BACK_KEY = "p", "b"
YES = frozenset(("y", "yes"))
#: What says that the order of all the rest does not matter; and that it never will.
ALWAYS = "always in any order"
REST = frozenset(
    ("rest", "the rest", "all", "in any order", "any order", "the rest in any order", "the rest by itself", ALWAYS)
)

#: The number before each option that has been listed, by its words: what stays to be chosen keeps its number.
Numbers: TypeAlias = MutableMapping[str, int]


@frozen
class Row:
    """Answers to be given one after another, by their words; with `rest`, then whatever is listed first: `always`."""

    words: tuple[str, ...]
    rest: bool = False
    always: bool = False


def keys(decision: Decision, numbers: Numbers | None = None) -> Iterator[tuple[str, Option]]:
    """Each answer that is listed, with what to type for it: numbers, then letters, and p to pass.

    An action has its place among all that the rules offer there. Where one after another is picked, what was listed
    before keeps its number in `numbers`, unless something new is there; then, and elsewhere, all are numbered anew.
    """
    letters = (letter for letter in ascii_lowercase if letter not in (PASS_KEY, BACK_KEY))
    numbers = {} if numbers is None else numbers
    names = _apart(option.words for option in decision.options if option.kind == "option" and option.place is None)
    if not decision.more or any(name not in numbers for name in names):
        numbers.clear()
        numbers.update((name, number) for number, name in enumerate(names, start=1))
    listed = iter(names)
    for option in decision.options:
        match option.kind:
            case "option" if option.place is not None:
                yield str(option.place + 1), option
            case "option":
                yield str(numbers[next(listed)]), option
            case "offer":
                yield next(letters), option
            case _:
                yield PASS_KEY, option


def gone(decision: Decision, numbers: Numbers) -> list[tuple[int, str]]:
    """What was listed before and cannot be chosen any more, with its number."""
    left = {option.words for option in decision.options}
    words = ((number, name.rpartition(" ")[0]) for name, number in numbers.items())
    return sorted((number, said) for number, said in words if said not in left)


def _apart(words: Iterable[str]) -> list[str]:
    """A name for each answer: its words, and which it is of those that are called so."""
    met = Counter[str]()
    names = []
    for said in words:
        met[said] += 1
        names.append(f"{said} {met[said]}")
    return names


def answer(decision: Decision, typed: str, numbers: Numbers | None = None) -> int | None:
    """The number of the answer that is meant, or None if it is none of them, or could be several.

    A letter that is a key, or a word for passing, never stands for anything else.
    """
    wanted = _plain(typed)
    if not wanted:
        return None
    if decision.numbers is not None and (number := as_number(wanted)) is not None:
        low, high = decision.numbers
        if low <= number <= high:
            return number - low
    place = _place(decision, wanted, numbers)
    return None if place is None else decision.first_option + place


def row(decision: Decision, typed: str, numbers: Numbers | None = None) -> Row | None:
    """Several answers in one line, where one after another is asked for: `3 1 2`, `lamp, pan`, `2, the rest`."""
    said, rest = _parts(decision, typed)
    if not decision.more or len(said) + rest > max(decision.more, 1) or not (said or rest):
        return None
    meant = [_place(decision, one, numbers) for one in said]
    if None in meant or any(decision.options[place].kind != "option" for place in meant if place is not None):
        return None
    options = [decision.options[place] for place in meant if place is not None]
    if any(options.count(option) > option.alike for option in options):
        return None
    return Row(tuple(option.words for option in options), rest, rest and _plain(typed).endswith(ALWAYS))


def _parts(decision: Decision, typed: str) -> tuple[list[str], bool]:
    """What several answers in one line are called, and whether the rest is left to the rules."""
    said = [_plain(part) for part in typed.split(",")]
    if said[-1] in REST and decision.takes_all:
        return said[:-1], True
    return (said[0].split() if len(said) == 1 and re.fullmatch(r"[\d ]+", said[0]) else said), False


def why_no_row(decision: Decision, typed: str, numbers: Numbers | None = None) -> str:
    """What is wrong with several answers in one line, "" if there are not several: one of them is not there."""
    said, _ = _parts(decision, typed)
    if decision.numbers is not None or len(said) < 2 or not (decision.more or all(one.isdigit() for one in said)):
        return ""
    for one in said:
        if _place(decision, one, numbers) is None:
            return f"There is no answer {one} here." if one.isdigit() else f'There is no answer "{one}" here.'
    if len(said) > max(decision.more, 1):
        return f'At most {counted(max(decision.more, 1), "answers")} can be given here, and "{typed}" has {len(said)}.'
    return "One of these answers cannot be given together with the others."


def next_of(decision: Decision, row: Row) -> tuple[int | None, Row]:
    """The answer that is due in a row, None if it cannot be given (any more), and what is left of the row."""
    if not row.words:
        passing = [place for place, option in enumerate(decision.options) if option.kind == "pass"]
        listed = passing[0] if passing else 0
        return (decision.first_option + listed if row.rest and decision.options else None), row
    place = next((k for k, option in enumerate(decision.options) if option.words == row.words[0]), None)
    return (None if place is None else decision.first_option + place), Row(row.words[1:], row.rest)


def could_mean(decision: Decision, typed: str) -> tuple[Option, ...]:
    """The answers that begin with what has been typed, or have a word that does."""
    wanted = _plain(typed)
    return tuple(decision.options[place] for place in _begun(decision, wanted)) if wanted else ()


def _place(decision: Decision, wanted: str, numbers: Numbers | None) -> int | None:
    """Which of the options is meant."""
    for place, (key, option) in enumerate(keys(decision, numbers)):
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
    return None if wanted == BACK_KEY else _only(begun)


def _begun(decision: Decision, wanted: str) -> Iterable[int]:
    """The options that begin so; if there are none, those in which a word does."""
    said = [_plain(option.words) for option in decision.options]
    begun = [place for place, words in enumerate(said) if words.startswith(wanted)]
    return begun or [place for place, words in enumerate(said) if f" {wanted}" in words.replace("(", "")]


def _only(places: Iterable[int]) -> int | None:
    found = list(places)
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip("\"'`.")
