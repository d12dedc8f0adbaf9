"""Saved games on the command line: by which rules they were played, and where one goes unasked."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from attrs import frozen

from dsl.load import Loaded, load, rules_hash
from dsl.load.files import GAME_FILE
from dsl.load.find import plain
from interpreter.cli.rule_sets import engine_for
from interpreter.cli.wrong_use import WrongUse
from interpreter.save import Save, SaveError, read
from interpreter.session import Divergence, Session, replayed, table_of
from interpreter.words import joined


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
    try:
        return read(path)
    except SaveError as fault:
        raise WrongUse(fault.problem.rstrip("."), fault.remedy.rstrip(".")) from fault


def rules_of(save: Save, game: str | None) -> Loaded:
    """The rules that a saved game names, as they are today; `game` says where else they are."""
    return load(game or save.game, save.variants, {name: int(value) for name, value in save.parameters.items()})


def resumed(save: Save, loaded: Loaded, until: int | None = None) -> Resumed:
    """The game after its decisions, or after the first `until` of them."""
    engine = engine_for(loaded, save.players)
    session, divergence = replayed(engine, table_of(save), save.decisions[:until])
    return Resumed(session, loaded, save, rules_hash(loaded) != save.rules_hash, divergence)


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
        f'"{asked.prompt}" and can answer {joined(answers, "or")}. What was answered then is not among these.'
    )


def keep(session: Session, file: str) -> None:
    """Saves the game, over an older saved game if there is one. Raises SaveError, also for a file of another kind."""
    if Path(file).is_file():
        _check_is_saved_game(file)
    session.save(file)


def _check_is_saved_game(file: str) -> None:
    try:
        read(file)
    except SaveError as fault:
        problem = f"The game is not saved to `{file}`: that file is something else than a saved game."
        raise SaveError(file, problem, "Choose another name.") from fault


def free_file(game: str) -> str:
    """A name in this folder for a game that is saved without one, which nothing has yet."""
    name = plain(Path(game).stem)
    if Path(game).name == GAME_FILE:
        name = plain(Path(game).parent.name)
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
