"""`bylaws new`: a small game to begin with, or a variant of a game, which can be checked, tested and played at once."""

import shutil
import sys
from argparse import Namespace
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from secrets import token_hex
from shlex import quote

from dsl.controls import has_controls
from dsl.disk.answers import GAME_FILE, SUFFIX
from dsl.disk.files import shown
from dsl.disk.find import SCENARIOS, VARIANTS, installed_games, plain
from dsl.loading import Loaded, load
from interpreter.cli.input.game import sound
from interpreter.cli.output.written import writing
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.reports.parameters import named_values
from interpreter.table.atomic_write import atomic_write

TITLE = "New Game"
TEMPLATE = (GAME_FILE, f"{SCENARIOS}/first{SUFFIX}")
NAMES = ("ann", "ben", "cat", "dan", "eve", "flo")


def run(options: Namespace) -> int:
    """1 if the game that shall have a variant has errors."""
    if not options.variant:
        made = _new_game(Path(" ".join(options.words)))
        _say(made, made[0].parent)
        return 0
    name, game = _name_and_game(options.words)
    rules = load(game)
    sound(rules)
    if not Path(game).exists() and plain(game) in installed_games():
        made = _apart(name, rules)
        print(shown(made[0]))
        print(f"`bylaws play {quote(shown(made[0]))}` plays it", file=sys.stderr)
    else:
        folder = _folder(rules)
        _say(_new_variant(name, rules, folder), folder, f" --variant {quote(plain(name))}")
    return 0


def _say(made: list[Path], game: Path, variant: str = "") -> None:
    """The files on standard output; what to do with them on standard error."""
    print("\n".join(map(shown, made)))
    word = quote(shown(game))
    print(f"`bylaws play {word}{variant}` plays it, `bylaws test {word}` tests it", file=sys.stderr)


# ---------------------------------------------------------------- a game


def _new_game(path: Path) -> list[Path]:
    folder = path.parent / _file_name(path.name)
    if folder.exists():
        raise WrongUse(f"there is something called {shown(folder)} already", "give the game another name")
    title = _title(path.name)
    templates = files("interpreter.cli.writing").joinpath("new_game")
    texts = {name: templates.joinpath(*name.split("/")).read_text(encoding="utf-8") for name in TEMPLATE}
    texts = {name: text.replace(f'"{TITLE}"', f'"{title}"') for name, text in texts.items()}
    _write_folder(folder, texts)
    return [folder / name for name in texts]


def _write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """The folder with all its files, or none of it."""
    part = folder.with_name(f".bylaws-{token_hex(8)}.part")
    try:
        for name, text in texts.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_text(text, encoding="utf-8")
        part.rename(folder)
    except OSError as fault:
        shutil.rmtree(part, ignore_errors=True)
        raise WrongUse(f"the folder {shown(folder)} cannot be made: {fault.strerror}") from fault


def _file_name(name: str) -> str:
    """The name as a folder or file is called."""
    made = plain(name)
    if not made or not made[0].isalpha():
        raise WrongUse(f'nothing can be called "{name}"', "a name begins with a letter, as in `bylaws new harvest`")
    if '"' in name or has_controls(name):
        raise WrongUse("a title cannot have quotes or control characters in it", "leave them out")
    return made


def _title(name: str) -> str:
    """The name as players read it: as it was typed, unless it was typed like a file."""
    return name if " " in name or name != name.lower() else name.replace("_", " ").replace("-", " ").title()


# ---------------------------------------------------------------- a variant


def _folder(rules: Loaded) -> Path:
    folder = rules.place.folder
    if folder is None:
        raise WrongUse(
            f"{rules.title} is a single file, beside which a variant has no place",
            f"put it into a folder, under the name {GAME_FILE}; variants stand in the folder {VARIANTS} there",
        )
    return folder


def _name_and_game(words: list[str]) -> tuple[str, str]:
    """What stands before and behind the last `of`."""
    if "of" not in words[1:-1]:
        raise WrongUse(
            "it is not said of which game this is a variant", 'write `bylaws new --variant "Long Game" of harvest`'
        )
    place = len(words) - 1 - words[::-1].index("of")
    return " ".join(words[:place]), " ".join(words[place + 1 :])


def _new_variant(name: str, rules: Loaded, folder: Path) -> list[Path]:
    """The variant with a scenario of it, in the folder of its game."""
    variant, scenario = (folder / room / f"{_file_name(name)}{SUFFIX}" for room in (VARIANTS, SCENARIOS))
    _refuse_taken(_title(name), variant, rules)
    change = _change(rules)
    texts = {variant: _variant_text(_title(name), rules, change)}
    if not scenario.exists():
        texts[scenario] = _scenario_text(_title(name), rules, change)
    for path, text in texts.items():
        _write(path, text)
    return list(texts)


def _apart(name: str, rules: Loaded) -> list[Path]:
    """A variant of a game that comes along, in the folder in which the command was given."""
    path = Path(f"{_file_name(name)}{SUFFIX}")
    _refuse_taken(_title(name), path, rules)
    _write(path, _variant_text(_title(name), rules, _change(rules)))
    return [path]


def _refuse_taken(title: str, path: Path, rules: Loaded) -> None:
    if path.exists():
        raise WrongUse(f"there is a file {shown(path)} already", "give the variant another name")
    if any(plain(title) in (known.name, plain(known.title)) for known in rules.variants):
        raise WrongUse(f'{rules.title} has a variant "{title}" already', "give this one another name")


def _write(path: Path, text: str) -> None:
    with writing(shown(path)):
        path.parent.mkdir(exist_ok=True)
        atomic_write(path, text.encode())


def _variant_text(title: str, rules: Loaded, change: tuple[str, str] | None) -> str:
    lines = [
        "# What is different. Everything else stays as it is in the game; `bylaws expand` shows both put together.",
        "",
        f'variant "{title}" of "{rules.title}":',
        "    > Say here in your own words what is different.",
    ]
    if change:
        lines.append(f"    set parameter {change[0]} = {change[1]}")
    return "\n".join((*lines, ""))


def _scenario_text(title: str, rules: Loaded, change: tuple[str, str] | None) -> str:
    game = rules.game
    assert game is not None, "rules with errors get no variant"
    players = [NAMES[k] if k < len(NAMES) else f"player_{k + 1}" for k in range(game.fewest_players)]
    lines = [
        f'scenario "What is different" with "{title}":',
        f"    played by {', '.join(players)}",
        f"    then {f'{change[0]} is {change[1]}' if change else f'number of players = {len(players)}'}",
    ]
    return "\n".join((*lines, ""))


def _change(rules: Loaded) -> tuple[str, str] | None:
    """A parameter of the game and another value for it, so that the variant has something to show."""
    assert rules.game is not None, "rules with errors get no variant"
    for parameter in rules.game.parameters:
        names = named_values(rules.game, parameter)
        near = (value for value in (parameter.value + 1, parameter.value - 1) if not names)
        others = [name for number, name in enumerate(names) if number != parameter.value]
        others += [str(value) for value in near if parameter.low <= value <= parameter.high]
        if others:
            return parameter.name, others[0]
    return None
