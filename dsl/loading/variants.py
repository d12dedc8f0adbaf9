"""Lists the variants of a game, and selects those wanted by file name, title or path."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

from attrs import evolve

from dsl.diagnostic import Diagnostic, error
from dsl.disk.answers import SUFFIX
from dsl.disk.files import Files, LoadError, shown
from dsl.disk.find import VARIANTS, GameLocation, plain
from dsl.frozen import frozen
from dsl.loading.read import Read, read
from dsl.nearest import nearest
from dsl.syntax import nodes as n
from dsl.variant.rules import Items, head

_TITLE = re.compile(r'^\ufeff?variant[ \t]+"([^"\n]*)"(?:[ \t]+of[ \t]+"([^"\n]*)")?', re.MULTILINE)


@frozen
class AvailableVariant:
    """A variant that can be put on a game. `name` is what to write on the command line."""

    name: str
    title: str
    path: Path | None
    node: n.Variant | None = None  # one that stands among the rules of the game itself
    base: str = ""
    outside: bool = False

    @property
    def reference(self) -> str:
        """What means this variant alone wherever the game is loaded: its title, or its file if that lies outside."""
        return f"{self.path and self.path.absolute()}#{self.title}" if self.outside else self.title


def available(place: GameLocation, base: Items, files: Files) -> tuple[AvailableVariant, ...]:
    """All variants of the game, those in its own files first."""
    inside = [
        AvailableVariant(plain(item.title.text), item.title.text, None, item)
        for item in base
        if isinstance(item, n.Variant)
    ]
    folder = place.folder / VARIANTS if place.folder else None
    outside = [v for path in (files.in_folder(folder) if folder else []) for v in _in_file(path, files)]
    return (*inside, *outside)


def and_outside(
    own: tuple[AvailableVariant, ...], names: Sequence[str], place: GameLocation, game: str, files: Files
) -> tuple[AvailableVariant, ...]:
    """The variants of a game, and those of it that lie outside its folder: in a file named, or beside such a file.

    One in a file that is named goes before one of the same title in the game, and that before one beside it.
    """
    inside = {path.absolute() for path in (*place.rules, *(variant.path for variant in own)) if path}
    paths = {path.absolute(): path for name in names if (path := _file_meant(name, files))}
    named = [variant for at, path in paths.items() if at not in inside for variant in _in_file(path, files)]
    folders = {v.path.absolute().parent: v.path.parent for v in named if v.path}
    beside = [v for folder in folders.values() for v in in_folder(folder, files) if v.base == game]
    found: tuple[AvailableVariant, ...] = ()
    for group in ([evolve(v, outside=True) for v in named], own, [evolve(v, outside=True) for v in beside]):
        titles = {variant.title for variant in found}
        found += tuple(variant for variant in group if variant.title not in titles)
    return found


def in_folder(folder: Path, files: Files) -> list[AvailableVariant]:
    """The variants in the files of a folder, whatever they are of; none in a file that cannot be read."""
    found: list[AvailableVariant] = []
    for path in files.in_folder(folder):
        with suppress(LoadError):
            found += _in_file(path, files)
    return found


def wanted(names: Sequence[str], known: Sequence[AvailableVariant], files: Files) -> tuple[AvailableVariant, ...]:
    """The variants that are meant; a LoadError for a name that means none."""
    found = [variant for name in names for variant in _meant(name, known, files)]
    return tuple(dict.fromkeys(found))


def read_variants(chosen: Sequence[AvailableVariant], files: Files) -> tuple[Read, tuple[n.Variant, ...]]:
    """What the files of these variants say, and the variants themselves."""
    done = Read()
    nodes: list[n.TopItem] = []
    for variant in chosen:
        if variant.node is not None:
            nodes.append(variant.node)
            continue
        assert variant.path, "a variant stands among the rules or in a file of its own"
        text = read(variant.path, files)
        done = done.and_then(Read(text.items, (*text.diagnostics, *_outside(text.items)), text.sources))
        nodes += [item for item in text.items if isinstance(item, n.Variant) and item.title.text == variant.title]
    return done, tuple(node for node in nodes if isinstance(node, n.Variant))


def with_lower(
    chosen: tuple[AvailableVariant, ...], known: Sequence[AvailableVariant], files: Files
) -> tuple[AvailableVariant, ...]:
    """The variants and all of the game that they go over, also by way of others."""
    found, more = dict.fromkeys(chosen), chosen
    while more:
        titles = {title.text for node in read_variants(more, files)[1] for title in node.over}
        more = tuple(variant for variant in known if variant.title in titles and variant not in found)
        found |= dict.fromkeys(more)
    return tuple(found)


def no_such_variant(over: n.Text, titles: Sequence[str]) -> Diagnostic:
    """What to say of a title, written in a rule file, that no variant has."""
    near = nearest(over.text, titles)
    return error(
        "unknown-variant", f'this game has no variant called "{over.text}"', over.span,
        label=f'did you mean "{near[0]}"?' if near else "",
    )  # fmt: skip


def _in_file(path: Path, files: Files) -> Iterator[AvailableVariant]:
    """The variants that a file states; it need not be free of errors for that."""
    for title, base in _TITLE.findall(normalize("NFC", files.read(path)[0].text)):
        yield AvailableVariant(path.stem, title, path, base=base)


def _meant(name: str, known: Sequence[AvailableVariant], files: Files) -> list[AvailableVariant]:
    found = [variant for variant in known if variant.title == name or (variant.outside and variant.reference == name)]
    found = found or [variant for variant in known if plain(name) in (plain(variant.name), plain(variant.title))]
    if found:
        return found
    if path := _file_meant(name, files):
        there = [variant for variant in known if variant.path and variant.path.absolute() == path.absolute()]
        return there or _from_path(path, files)
    raise _no_such(name, known)


def _file_meant(name: str, files: Files) -> Path | None:
    """The file that is named in place of a variant, also with the title of one in it: `PATH`, `PATH#Title`."""
    for text in (name, name.rpartition("#")[0]):
        if text.endswith(SUFFIX) or (text and files.is_file(Path(text))):
            return Path(text)
    return None


def _from_path(path: Path, files: Files) -> list[AvailableVariant]:
    found = list(_in_file(path, files))
    if not found:
        raise LoadError(f"{shown(path)} has no variant in it", 'a variant begins with `variant "Title" of "Game":`')
    return found


def _no_such(name: str, known: Sequence[AvailableVariant]) -> LoadError:
    if not known:
        return LoadError(f"there is no variant called {name}", "this game has no variants")
    names = [variant.name for variant in known]
    near = nearest(plain(name), [*names, *(plain(variant.title) for variant in known)])
    meant = next((v.name for v in known if near and near[0] in (v.name, plain(v.title))), "")
    advice = f"did you mean {meant}?" if meant else f"there is {', '.join(names)}"
    return LoadError(f"there is no variant called {name}", advice)


def _outside(items: Items) -> Iterator[Diagnostic]:
    """Rules in the file of a variant that do not belong to it, most likely for want of indentation."""
    for item in items:
        if not isinstance(item, n.Variant | n.Scenario | n.RuleText | n.BadLine):
            yield error(
                "outside-variant", "this stands outside the variant", head(item.span),
                help=("indent it, so that it stands below the line with `variant`",),
            )  # fmt: skip
