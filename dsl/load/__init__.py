"""Where rules come in: `load` finds a game, reads its files, puts variants on it and says what they mean."""

from dsl.load.files import LoadError
from dsl.load.identity import rules_hash
from dsl.load.load import load, with_variant
from dsl.load.loaded import Loaded
from dsl.load.rule_files import games_in, rule_files

__all__ = ["LoadError", "Loaded", "games_in", "load", "rule_files", "rules_hash", "with_variant"]
