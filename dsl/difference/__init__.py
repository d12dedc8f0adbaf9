"""Compares two rule sets in the terms of the language."""

from dsl.difference.compare import Difference, differences

__all__ = ["Difference", "differences"]
