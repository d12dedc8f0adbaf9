"""Locates the game that a name, a folder or a file means."""

import re
from importlib.resources import files as package_files
from pathlib import Path
from unicodedata import category, normalize

from dsl.disk.answers import GAME_FILE, SUFFIX, is_game
from dsl.disk.files import Files, LoadError, shown
from dsl.frozen import frozen
from dsl.nearest import nearest

VARIANTS = "variants"
SCENARIOS = "scenarios"

_GAME = re.compile(r'^\ufeff?game[ \t]+"([^"\n]*)"', re.MULTILINE)
_HEADER = re.compile(r'^\ufeff?(game|variant|library)[ \t]+(?:"|\w+[ \t]*(?:"|$))', re.MULTILINE)
_VARIANT_OF = re.compile(r'^\ufeff?variant[ \t]+"[^"\n]*"[ \t]+of[ \t]+"([^"\n]*)"', re.MULTILINE)


@frozen
class GameLocation:
    """Where the rules of a game are: the files of the base game, and the folder with variants and scenarios.

    `variant` is the file of a variant that was named instead of its game; `library` says that there is no
    game, only a library.
    """

    rules: tuple[Path, ...]
    folder: Path | None = None
    variant: Path | None = None
    library: bool = False


def find(name: str | Path, files: Files) -> GameLocation:
    """The place of the game; a LoadError if there is none."""
    path = Path(name)
    if files.is_file(path):
        return _around(path, files)
    if files.is_folder(path) and (files.is_file(path / GAME_FILE) or not _installed(str(name), files)):
        return _folder(path, files)
    if folder := _installed(str(name), files):
        return _folder(folder, files)
    raise _nothing_there(str(name), path)


def installed_games() -> list[str]:
    """The names of the games that come with Bylaws."""
    return sorted(_installed_folders(Files()))


def plain(name: str) -> str:
    """A name or title in the spelling of a folder, in any script: `Some Game!` is `some_game`."""
    letters = normalize("NFC", name.casefold().replace("'", ""))
    return "_".join("".join(sign if category(sign)[0] in "LMN" else " " for sign in letters).split())


def is_about(scenarios: str, variant: str) -> bool:
    """Whether a file of scenarios is about the variant in another: the same, or one so called in `scenarios`."""
    file, other = Path(scenarios), Path(variant)
    return file == other or (file.stem == other.stem and SCENARIOS in file.parent.parts)


def _installed_folders(files: Files) -> dict[str, Path]:
    """The games that come along: each folder, by its name, wherever it stands."""
    return {folder.name: folder for folder in files.games_below(Path(str(package_files("games"))))}


def _installed(name: str, files: Files) -> Path | None:
    return None if "/" in name or "\\" in name else _installed_folders(files).get(plain(name))


def _folder(folder: Path, files: Files) -> GameLocation:
    rules = files.in_folder(folder)
    if not rules:
        raise LoadError(f"the folder {shown(folder)} has no rule files", f"a game's rules begin in {GAME_FILE}")
    if rules[0].name != GAME_FILE:
        raise LoadError(
            f"the folder {shown(folder)} has no {GAME_FILE}",
            "name that file with the line `game ...` so, or name one of the files instead of the folder",
        )
    return GameLocation(tuple(rules), folder)


def _around(path: Path, files: Files) -> GameLocation:
    """The game that a file belongs to: by its folder, or by what it says in its first lines."""
    if path.suffix != SUFFIX:
        raise LoadError(f"{shown(path)} is no rule file", f"the name of a rule file ends in {SUFFIX}")
    if path.name == GAME_FILE:
        return _folder(path.parent, files)
    text = files.read(path)[0].text
    header = _HEADER.search(text)
    kind = header[1] if header else ""
    if kind in ("game", "library"):
        return GameLocation((path,), library=kind == "library")
    above = (folder.parent for folder in path.absolute().parents if folder.name in (VARIANTS, SCENARIOS))
    if folder := next((folder for folder in (path.parent, *above) if files.is_file(folder / GAME_FILE)), None):
        home = _folder(folder, files)
    elif kind == "variant" and (base := _VARIANT_OF.search(text)):
        home = _base_game(path, base[1], files)
    else:
        return GameLocation((path,))
    return GameLocation(home.rules, home.folder, path if kind == "variant" else None)


def _base_game(path: Path, title: str, files: Files) -> GameLocation:
    """The game of that title: beside a file of a variant, a folder up, in the current folder, or bundled."""
    title, titles = normalize("NFC", title), list[str]()
    for folder in {each.absolute(): each for each in (path.parent, path.absolute().parent.parent, Path())}.values():
        games = {game: _title(game, files) for game in _games_around(folder, files)}
        titles += games.values()
        found = [game for game, called in games.items() if called == title]
        if len(found) > 1:
            raise LoadError(
                f'{shown(path)} is a variant of "{title}", as is called each of {", ".join(map(shown, found))}',
                f"name the game too: GAME --variant {shown(path)}",
            )
        if found:
            return _around(found[0], files)
    if installed := _installed(title, files):
        return _folder(installed, files)
    near = nearest(title, titles)
    raise LoadError(
        f'{shown(path)} is a variant of "{title}", and no game is called so: not beside it, not in the folder above, '
        "not in the current folder, not among those that come with Bylaws",
        f'did you mean "{near[0]}"?' if near else f"name the game too: GAME --variant {shown(path)}",
    )


def _games_around(folder: Path, files: Files) -> list[Path]:
    """The files that games in a folder begin in: of the folder itself, of folders in it, and those of one file."""
    if files.is_file(folder / GAME_FILE):
        return [folder / GAME_FILE]
    return [*(game / GAME_FILE for game in files.games_below(folder)), *files.in_folder(folder)]


def _title(path: Path, files: Files) -> str:
    """What the game that begins in a file is called; nothing if there is none."""
    try:
        found = _GAME.search(files.read(path)[0].text)
    except LoadError:
        return ""
    return normalize("NFC", found[1]) if found else ""


def _nothing_there(name: str, path: Path) -> LoadError:
    if path.is_symlink():
        return LoadError(f"{shown(path)} is a link that leads nowhere")
    games = [*_beside(path), *installed_games()]
    near = nearest(name, games) or nearest(plain(name), games)
    message = f"there is no game, folder or file called {name}"
    if near:
        return LoadError(message, f"did you mean {near[0]}?")
    return LoadError(message, f"the games here are {', '.join(games)}" if games else "")


def _beside(path: Path) -> list[str]:
    """What games there are in the folder in which one was looked for, as they would be written."""
    try:
        found = sorted(entry for entry in path.parent.iterdir() if is_game(entry))
    except OSError:
        return []
    return [str(path.parent / entry.name) for entry in found]
