"""The rulebook of a game for those who play it, as chapters that each form of output prints."""

from interpreter.rulebook.book import LONG_LISTS, parts
from interpreter.rulebook.chapter import About, Chapter
from interpreter.rulebook.derived import goals, value_of
from interpreter.rulebook.printed import printed_words
from interpreter.rulebook.told import sentences

__all__ = ["LONG_LISTS", "About", "Chapter", "goals", "parts", "printed_words", "sentences", "value_of"]
