"""Writing Python: lines with indentation, names that are used once, brackets where they are needed.

Nothing that a rule file, a path or a person says is written but as a number or as a name that Python can have: no
title, text or path, and no comment that has one.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from attrs import define, field


@define
class Text:
    """The lines of one function, and the names in use in it."""

    lines: list[str] = field(factory=list)
    indent: int = 1
    names: dict[str, int] = field(factory=dict)

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Lines below a header such as `if x:`; without any it holds `pass`."""
        self.line(header)
        self.indent += 1
        length = len(self.lines)
        yield
        if len(self.lines) == length:
            self.line("pass")
        self.indent -= 1

    @contextmanager
    def when(self, *conditions: str) -> Iterator[None]:
        """Lines that run if all conditions hold; an empty one always does."""
        there = [condition for condition in conditions if condition]
        if not there:
            yield
            return
        with self.block(f"if {' and '.join(there)}:"):
            yield

    def name(self, wish: str) -> str:
        """A name that is not in use yet, as wished or with a number."""
        plain = _plain_name(wish)
        used = self.names.get(plain, 0)
        self.names[plain] = used + 1
        return plain if not used else f"{plain}_{used + 1}"

    def kept(self, text: str, wish: str = "t") -> str:
        """The text itself if it is a name or a number, else a name for its value."""
        if is_simple(text):
            return text
        name = self.name(wish)
        self.line(f"{name} = {text}")
        return name


#: Names that mean something in generated code: what it calls, and what Python has.
_TAKEN = """
    A B BIT DECISION_LIMIT FROM NOTHING ROUNDS STEPS State GameOver
    as_list copy_of create end f fault flip forget fresh has_room index mask mix new o pick refill roll run st
    choose decisions from_the_start give_up opening play_out rounds
    distance longest_line shuffle shuffle_any swap_pieces swap_zones too_deep too_long too_many
    without_each all_due decider lift begin_effect after is_of began finish copied look_again first_owned flat
    enumerate int len list max min range set sum tuple zip
"""
TAKEN = frozenset(_TAKEN.split())


@lru_cache(1000)
def _plain_name(wish: str) -> str:
    """A name that Python can have, and that means nothing else in generated code."""
    plain = re.sub(r"\W", "_", wish) or "it"
    if not plain.isidentifier():
        plain = f"v_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) or plain in TAKEN or re.match(r"[abdprT]\d", plain) else plain


def at_least(text: Text, worth: str, low: int | str) -> str:
    """The worth, or `low` if that is more."""
    first, later = named(text, worth)
    return f"({later} if {first} > {low} else {low})"


def at_most(text: Text, worth: str, high: int | str) -> str:
    """The worth, or `high` if that is less."""
    first, later = named(text, worth)
    return f"({later} if {first} < {high} else {high})"


def named(text: Text, worth: str, wish: str = "t") -> tuple[str, str]:
    """A value that is needed twice: its text where it is worked out first, and its text later on."""
    if is_simple(worth):
        return worth, worth
    name = text.name(wish)
    return f"({name} := {worth})", name


_SIMPLE = re.compile(r"-?\d+|[A-Za-z_]\w*")


def is_simple(text: str) -> bool:
    """Whether it is a single name or number."""
    return _SIMPLE.fullmatch(text) is not None


_INNERMOST = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")


def top_level(text: str) -> str:
    """What stands outside all brackets."""
    replaced = 1
    while replaced:
        text, replaced = _INNERMOST.subn("", text)
    return text


def atom(text: str) -> str:
    """The text in brackets, unless no operator stands outside brackets in it."""
    return f"({text})" if " " in text and " " in top_level(text) else text


_WORDS = re.compile(r"[<>=!]|\b(?:if|or|and|not|in|for)\b")


def operand(text: str) -> str:
    """The text in brackets, unless it is at most a sum or a product outside brackets."""
    return f"({text})" if _WORDS.search(top_level(text)) else text


def conjunct(text: str) -> str:
    """The text so that it can be joined with `and`."""
    return f"({text})" if re.search(r"\b(?:if|or|and)\b", top_level(text)) else text
