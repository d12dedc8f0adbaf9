"""The language: text in, checked rules and their meaning out. Knows no play and no terminal.

    from dsl import check, format, load

What is named here is imported when it is first asked for, so that `import dsl` costs nothing.
"""

import sys

# Rules may stand in one another deeper than Python usually goes; how deep, `dsl/syntax/reading/layout.py` says.
sys.setrecursionlimit(max(6_000, sys.getrecursionlimit()))

#: Of Bylaws as a whole. It stands here and not in what the installer has noted, because it takes long to read that.
VERSION = "0.1.0"

TYPE_CHECKING = False  # as in `typing`, which takes long to import
if TYPE_CHECKING:
    from dsl.api import RulesError, check, format, load
    from dsl.diagnostic import Diagnostic, Level
    from dsl.loading import Loaded, LoadError
else:
    from dsl.lazy import exports

    __getattr__, __dir__ = exports(
        __name__,
        {
            "dsl.api": ("RulesError", "check", "format", "load"),
            "dsl.diagnostic": ("Diagnostic", "Level"),
            "dsl.loading": ("LoadError", "Loaded"),
        },
    )

__all__ = ["VERSION", "Diagnostic", "Level", "LoadError", "Loaded", "RulesError", "check", "format", "load"]
