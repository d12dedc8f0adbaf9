"""Loads rules: `load` finds a game, reads its files, puts variants on it and says what they mean."""

from dsl.disk.files import LoadError
from dsl.loading.identity import rules_hash
from dsl.loading.load import load, with_variant
from dsl.loading.loaded import Loaded

__all__ = ["LoadError", "Loaded", "load", "rules_hash", "with_variant"]
