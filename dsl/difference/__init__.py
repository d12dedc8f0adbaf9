"""Compares two rule sets in the terms of the language."""

from dsl.difference.compare import Difference, differences
from dsl.difference.words import in_short, in_words

__all__ = ["Difference", "differences", "in_short", "in_words"]
