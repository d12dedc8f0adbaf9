"""From rules that were read to an engine that plays them, or to workers that do; and what is said of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.loading import Loaded
from interpreter.cli.wrong_use import WrongUse
from interpreter.engine import Engine, LoweringError
from interpreter.simulation.games.run import Rules
from interpreter.unsupported import unsupported_lines


@contextmanager
def lowering() -> Iterator[None]:
    """Says of rules that are compiled in here what cannot be played yet. Raises WrongUse."""
    try:
        yield
    except LoweringError as fault:
        raise WrongUse("these rules are understood, but cannot be played yet", unsupported_lines(fault)) from fault


def engine_for(loaded: Loaded, players: int) -> Engine:
    """An engine that keeps a journal and knows which rules led to a fault. Raises WrongUse."""
    assert loaded.game is not None, "whoever wants to play looks at the diagnostics first"
    with lowering():
        return Engine(loaded.game, players, trace=True, engine="reference")


def by_name(loaded: Loaded) -> Rules:
    """The rules by names that every worker can load for itself."""
    return Rules(str(loaded.place.rules[0]), loaded.references(loaded.chosen), dict(loaded.parameters))


def what_is_changed(loaded: Loaded) -> str:
    """In what these rules are not those of the game: `with "Fate", prize = 3`, or `as it is`."""
    changes = [f'"{title}"' for title in loaded.chosen]
    changes += [f"{name} = {value}" for name, value in loaded.parameters.items()]
    return f"with {', '.join(changes)}" if changes else "as it is"
