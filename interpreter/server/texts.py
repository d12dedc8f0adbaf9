"""Keeps the texts that an editor has open: by their addresses, with versions, changed piece by piece."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from attrs import evolve, field

from dsl.disk.answers import SUFFIX
from dsl.disk.files import Files
from dsl.editing.surroundings import Surroundings, surroundings
from dsl.frozen import frozen
from interpreter.server.positions import USUAL, Places
from interpreter.server.transport import INVALID_PARAMS, REQUEST_FAILED, Refused

#: The folder, which need not be there, of texts that have never been saved.
UNSAVED = "(unsaved)"


@frozen
class OpenText:
    """A text as it stands in the editor. `path` is None if it is no text of the author's."""

    uri: str
    path: Path | None
    version: int
    places: Places

    @property
    def text(self) -> str:
        return self.places.text


@frozen
class Texts:
    """All texts that are open, by address; `encoding` is what the editor counts in.

    `kept` is what stands around each file, and whether that is so with the texts as they are.
    """

    by_uri: dict[str, OpenText] = field(factory=dict)
    encoding: str = USUAL
    kept: dict[Path, tuple[bool, Surroundings]] = field(factory=dict)

    def around(self, text: OpenText) -> Surroundings:
        """What a text stands among, as the texts are."""
        known = self.kept.get(text.path) if text.path else None
        if known is None or not known[0]:
            self.keep(text, surroundings(_path(text), Files(self.of_files())))
        return self.kept[_path(text)][1]

    def lately_around(self, text: OpenText) -> Surroundings:
        """The same as it was a moment ago, if that is known: while somebody types, that is good enough."""
        known = self.kept.get(_path(text))
        return known[1] if known else self.around(text)

    def keep(self, text: OpenText, around: Surroundings) -> None:
        """Keeps what stands around a text as it is now."""
        self.kept[_path(text)] = (True, around)

    def outdate(self) -> None:
        """Takes in that some text, or some file, is another one now."""
        self.kept.update({path: (False, around) for path, (_, around) in self.kept.items()})

    def opened(self, document: Mapping[str, Any]) -> OpenText:
        """Takes a text that the editor has opened."""
        uri = str(document["uri"])
        places = Places(str(document["text"]), self.encoding)
        self.by_uri[uri] = OpenText(uri, path_of(uri), int(document["version"]), places)
        return self.by_uri[uri]

    def changed(self, document: Mapping[str, Any], changes: Sequence[Mapping[str, Any]]) -> OpenText:
        """Takes changes of a text, each made in what the one before it has left."""
        before = self.of(document)
        places = before.places
        for change in changes:
            places = Places(_changed(places, change), self.encoding)
        self.by_uri[before.uri] = evolve(before, version=int(document["version"]), places=places)
        return self.by_uri[before.uri]

    def closed(self, document: Mapping[str, Any]) -> None:
        """Forgets a text; from now on what is saved counts."""
        gone = self.of(document)
        del self.by_uri[gone.uri]
        if gone.path is not None:
            self.kept.pop(gone.path, None)

    def of(self, document: Mapping[str, Any]) -> OpenText:
        """The text of that address; it is refused to speak of one that is not open."""
        found = self.by_uri.get(str(document["uri"]))
        if found is None:
            raise Refused(INVALID_PARAMS, f"{document['uri']} is not open")
        return found

    def at(self, path: Path) -> OpenText | None:
        """The open text of a file."""
        return next((text for text in self.by_uri.values() if text.path == path), None)

    def of_files(self) -> dict[Path, str]:
        """The texts that stand in the place of files."""
        return {text.path: text.text for text in self.by_uri.values() if text.path is not None}


def _path(text: OpenText) -> Path:
    if text.path is None:
        raise Refused(REQUEST_FAILED, f"{text.uri} is no file of a game")
    return text.path


def _changed(places: Places, change: Mapping[str, Any]) -> str:
    new = str(change["text"])
    where = change.get("range")
    if where is None:
        return new
    start, end = places.offset(where["start"]), places.offset(where["end"])
    return places.text[:start] + new + places.text[max(start, end) :]


def path_of(uri: str) -> Path | None:
    """The file that an address means; one that is nowhere, for a text that has never been saved.

    None for what is another program's, as the older version of a file beside which an editor shows the new one.
    """
    parts = urlsplit(uri)
    name = unquote(parts.path)
    if parts.scheme == "untitled":
        return Path(UNSAVED, f"{Path(name).name.removesuffix(SUFFIX)}{SUFFIX}").absolute()
    if parts.scheme != "file":
        return None
    if sys.platform == "win32":
        name = f"//{parts.netloc}{name}" if parts.netloc else name.lstrip("/")
    return Path(name).absolute()
