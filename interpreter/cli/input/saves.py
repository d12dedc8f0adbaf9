"""Saved games on the command line: by which rules they were played, and where one goes unasked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.disk.answers import GAME_FILE
from dsl.disk.files import LoadError
from dsl.disk.find import plain
from dsl.frozen import frozen
from dsl.listing import series
from dsl.loading import Loaded, load, rules_hash
from interpreter.cli.input.rule_sets import engine_for
from interpreter.cli.input.seats import check_number
from interpreter.cli.wrong_use import WrongUse
from interpreter.table.save import Save, SaveError, read
from interpreter.table.session import Divergence, Session, replayed, table_of

if TYPE_CHECKING:
    from interpreter.players.human.terminal import Terminal


@frozen
class Resumed:
    """A saved game, played again as far as it goes. `changed`: its rules are not what they were."""

    session: Session
    loaded: Loaded
    save: Save
    changed: bool
    divergence: Divergence | None


def saved_game(path: str) -> Save:
    """The saved game in a file. Raises WrongUse."""
    with saving():
        return read(path)


@contextmanager
def saving() -> Iterator[None]:
    """Says of a game that is saved or read in here why that cannot be. Raises WrongUse."""
    try:
        yield
    except SaveError as fault:
        raise WrongUse(fault.problem.rstrip("."), fault.remedy.rstrip(".")) from fault


def rules_of_save(save: Save, game: str | None, file: str) -> Loaded:
    """The rules that the saved game in `file` names, as they are today; `game` says where else they are."""
    settings = {name: int(value) for name, value in save.parameters.items()}
    if game is None:
        return load(save.game, save.variants, settings)
    wanted, saved = load(game).title, _title(save.game)
    if saved is not None and saved != wanted:
        raise WrongUse(
            f"{file} is a saved game of {saved}, not of {wanted}", "leave the game out: --load finds its rules"
        )
    try:
        return load(game, save.variants, settings)
    except LoadError as fault:
        raise WrongUse(f"{file} was saved with other rules ({save.game}) than {wanted}: {fault}", fault.help) from fault


def _title(game: str) -> str | None:
    """What the game with this name or path calls itself, if it is still there."""
    try:
        return load(game).title
    except LoadError:
        return None


def resumed(save: Save, loaded: Loaded, until: int | None = None) -> Resumed:
    """The game after its decisions, or after the first `until` of them."""
    assert loaded.game is not None, "faulty rules have been shown before"
    check_number(save.seats, loaded.game, saved=True)
    engine = engine_for(loaded, save.players)
    session, divergence = replayed(engine, table_of(save), save.decisions[:until])
    session.pace = save.pace
    changed = rules_hash(loaded) != save.rules_hash
    if not changed:  # else the places of questions in the rules may be others
        session.in_any_order.update(save.in_any_order)
    return Resumed(session, loaded, save, changed, divergence)


def divergence_words(found: Divergence, save: Save, session: Session) -> str:
    """Where the game goes another way, and what can be answered there now."""
    number = f"decision {found.number} of {len(save.decisions)}"
    if found.question is None:
        return f"By these rules the game is over before {number}."
    asked = found.question
    answers = [option.words for option in asked.options]
    if asked.numbers is not None:
        answers.insert(0, "{} to {}".format(*asked.numbers))
    name = session.words.player(asked.seat)
    return (
        f"By these rules the game goes another way from {number} on: {name} is asked "
        f'"{asked.prompt}" and can answer {series(answers, "or")}. What was answered then is not among these.'
    )


class AnotherGame(SaveError):
    """In the file another game is saved, which would be lost."""


def keep(session: Session, file: str, over: bool = False) -> None:
    """Saves the game; over another one only if `over` says so. Raises SaveError, and AnotherGame."""
    if isfile(file):  # which takes any name
        there, now = _saved_there(file), session.saved()
        same_table = (there.game, there.seed, there.names, there.seats) == (now.game, now.seed, now.names, now.seats)
        if not over and not same_table:
            problem = f"The game is not saved to `{file}`: another game is saved there."
            raise AnotherGame(file, problem, "Choose another name.")
    session.save(file)


def keep_with_leave(session: Session, file: str, terminal: Terminal | None) -> None:
    """As `keep`, but whoever sits at the terminal is asked whether another game may be written over."""
    try:
        keep(session, file)
    except AnotherGame:
        if terminal is None or not terminal.agrees(f"Another game is saved in {file}. Write over it?"):
            raise
        keep(session, file, over=True)


def _saved_there(file: str) -> Save:
    try:
        return read(file)
    except SaveError as fault:
        problem = f"The game is not saved to `{file}`: that file is something else than a saved game."
        raise SaveError(file, problem, "Choose another name.") from fault


def free_file(game: str) -> str:
    """A name in this folder for a game that is saved without one, which nothing has yet."""
    name = plain(Path(game).parent.name if Path(game).name == GAME_FILE else Path(game).stem) or "game"
    names = (f"{name}.save", *(f"{name}-{number}.save" for number in range(2, 1000)))
    return next((file for file in names if not Path(file).exists()), names[-1])


def automatic_file(game: str) -> str:
    """Where a game goes that is left without a word about saving: among the user's own files, or else here."""
    from platformdirs import user_state_path

    folder = user_state_path("bylaws", appauthor=False) / "saved_games"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return free_file(game)
    return str(folder / f"{Path(free_file(game)).stem}-{datetime.now():%Y%m%d-%H%M%S}.save")
