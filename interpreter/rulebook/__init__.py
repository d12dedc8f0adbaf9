"""The rulebook of a game for those who play it, as chapters that each form of output prints."""

from interpreter.rulebook.book import LONG_LISTS, parts
from interpreter.rulebook.chapter import Chapter
from interpreter.rulebook.told import sentences

__all__ = ["LONG_LISTS", "Chapter", "parts", "sentences"]
