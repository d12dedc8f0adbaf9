"""Words that arguments may be, where the list itself stands in a module that takes long to import.

A test holds them to what they are copies of.
"""

from __future__ import annotations

#: How findings can be printed: `dsl.render.FORMATS`.
FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit")

#: What findings weigh, the worst first: `dsl.diagnostic.Level`.
LEVELS = ("error", "warning", "info")

#: A person, among the kinds of players.
YOU = "you"

#: The file that standard input stands for, if nothing is said.
NO_NAME = "stdin.bylaws"
