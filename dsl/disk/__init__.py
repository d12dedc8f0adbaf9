"""Which files are meant by a name, a folder or a file, and what stands in them; not what that means."""

from dsl.disk.rule_files import games_in, rule_files

__all__ = ["games_in", "rule_files"]
