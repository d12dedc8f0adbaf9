"""Play: runs checked rules. Knows what the rules mean, never how they were written.

    from interpreter import open_game

What is named here is imported when it is first asked for, so that `import interpreter` costs nothing.
"""

TYPE_CHECKING = False  # as in `typing`, which takes long to import
if TYPE_CHECKING:
    from dsl.api import RulesError
    from dsl.loading import LoadError
    from interpreter.api import Game, GameState, open_game
    from interpreter.errors import LoweringError, RuleFault
    from interpreter.table.save import SaveError
else:
    from dsl.lazy import exports

    __getattr__, __dir__ = exports(
        __name__,
        {
            "dsl.api": ("RulesError",),
            "dsl.loading": ("LoadError",),
            "interpreter.api": ("Game", "GameState", "open_game"),
            "interpreter.errors": ("LoweringError", "RuleFault"),
            "interpreter.table.save": ("SaveError",),
        },
    )

__all__ = ["Game", "GameState", "LoadError", "LoweringError", "RuleFault", "RulesError", "SaveError", "open_game"]
