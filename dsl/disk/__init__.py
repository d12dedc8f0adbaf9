"""Finds and reads rule files; what they mean is not known here."""

from dsl.disk.rule_files import games_in, rule_files

__all__ = ["games_in", "rule_files"]
