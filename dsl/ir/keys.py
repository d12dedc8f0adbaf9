"""Keys games in the cache, so that what is made of a game can be kept.

A key is that of one game in memory. A game that is made of another has none until it is given one of its own.
"""

from weakref import finalize

from dsl.cache import key_of
from dsl.ir.nodes import Game


def key_of_game(game: Game) -> str:
    """What stands for the game, or nothing if it is not known what it depends on."""
    return _KEYS.get(id(game), "")


def give_key(game: Game, key: str) -> None:
    """From now on that key stands for the game; it says all that the game depends on."""
    if key and id(game) not in _KEYS:
        _KEYS[id(game)] = key
        finalize(game, _KEYS.pop, id(game)).atexit = False


def give_key_after(game: Game, made_of: Game, *how: str) -> None:
    """A game that was made of another, in a way that `how` tells whole, stands under a key made of that one's."""
    before = key_of_game(made_of)
    give_key(game, before and key_of(before, *how))


_KEYS: dict[int, str] = {}
