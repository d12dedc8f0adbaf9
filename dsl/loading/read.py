"""Reads rule files into syntax trees, each text once; those of long texts are cached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files as package_files
from itertools import groupby
from pathlib import Path

from dsl.cache import at_hand, is_staying, key_of, program, remembered
from dsl.diagnostic import Diagnostic, error
from dsl.disk.answers import SUFFIX
from dsl.disk.files import Files
from dsl.frozen import frozen
from dsl.listing import listed
from dsl.nearest import nearest
from dsl.source import Source, source_of
from dsl.syntax import nodes as n
from dsl.syntax.building.reserved import given_name
from dsl.syntax.items import Items as ItemsOfFile
from dsl.syntax.items import parse_again
from dsl.syntax.parse import parse
from dsl.variant.rules import Items

#: A text of fewer characters is read as quickly as its tree is found.
SHORT = 1500


@frozen
class Read:
    """What some files say: their items in order, what is wrong with them, and their texts."""

    items: Items = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()

    def and_then(self, other: Read) -> Read:
        """Both, one after the other."""
        return Read(self.items + other.items, self.diagnostics + other.diagnostics, self.sources + other.sources)


def read_all(paths: Iterable[Path], files: Files) -> Read:
    """The files in this order."""
    done = Read()
    for path in paths:
        done = done.and_then(read(path, files))
    return done


def read(path: Path, files: Files) -> Read:
    """One file. What is no text at all has an error and no items."""
    if path not in files.trees:
        source, faults = files.read(path)
        at_hand("items", source.path, ItemsOfFile)  # asked for with each look, so that they stay
        files.trees[path] = Read((), faults, (source,)) if faults else _parsed(source.path, source.text)
    found: Read = files.trees[path]
    return found


def libraries(items: Items, files: Files) -> Read:
    """The libraries that the items use, and those that these use, each once."""
    done = Read()
    waiting = list(_used(items))
    known: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name.text in known:
            continue
        known.add(name.text)
        library = _library(name, files)
        done = done.and_then(library)
        waiting.extend(_used(library.items))
    return done


def left_to_the_game(libraries: Items, game: Items) -> Items:
    """What the libraries have, but for what they leave to a game and it declares itself, or a library before does."""
    edits = (edit for item in game if isinstance(item, n.Variant) for edit in item.edits)
    ours = (*game, *edits)
    declared = {_declared(item) for item in ours}
    said = {name.text for item in ours if isinstance(item, n.Use) for name in item.own}
    kept: list[n.TopItem] = []
    for _, group in groupby(libraries, key=lambda item: item.span.source):
        items = tuple(group)
        own = said.union(name.text for item in items if isinstance(item, n.Library) for name in item.own)
        taken, declared = declared, declared | {_declared(item) for item in items}
        for item in items:
            if _declared(item) not in taken or _declared(item)[1] not in own:
                kept.append(item)
                continue
            while isinstance(kept[-1], n.RuleText):
                kept.pop()
    return tuple(kept)


def _declared(item: object) -> tuple[type, str]:
    name = given_name(item)
    return type(item), name.text if name else ""


@lru_cache(maxsize=64)
def _parsed(path: str, text: str) -> Read:
    """Kept, because a game is often read again with other variants; a frozen value may be shared."""
    key = key_of(program(), path, text) if len(text) >= SHORT else ""
    return remembered("tree", key, lambda: _read_anew(path, text))


def _read_anew(path: str, text: str) -> Read:
    source = source_of(path, text)
    if is_staying():
        return Read(*parse_again(source, at_hand("items", path, ItemsOfFile)), (source,))
    tree, faults = parse(source)
    return Read(tree.items, faults, (source,))


def _used(items: Items) -> Iterator[n.Name]:
    for item in items:
        if isinstance(item, n.Use):
            yield from item.names
        elif isinstance(item, n.Variant):
            yield from (name for edit in item.edits if isinstance(edit, n.Use) for name in edit.names)


def standard_folder() -> Path:
    """Where the libraries lie that come with Bylaws."""
    return Path(str(package_files("dsl"))) / "standard"


def _library(name: n.Name, files: Files) -> Read:
    folder = standard_folder()
    path = folder / f"{name.text}{SUFFIX}"
    if path.is_file():
        return read(path, files)
    names = sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))
    near = nearest(name.text, names)
    found = error(
        "unknown-library", f"there is no library called `{name.text}`", name.span,
        label=f"did you mean `{near[0]}`?" if near else "",
        help=() if near or not names else (f"there is {listed([f'`{known}`' for known in names])}",),
    )  # fmt: skip
    return Read((), (found,))
