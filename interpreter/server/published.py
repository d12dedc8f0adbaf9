"""Keeps what an editor has been shown of each text, and shows what has become of it; nothing of an older text."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from attrs import define, field

from dsl.diagnostic import Diagnostic, Level
from dsl.listing import grouped
from interpreter.server.checking import Checked, Spelt
from interpreter.server.shown import by_path, diagnostic, hindrance, uri_of
from interpreter.server.texts import Texts


@define
class Published:
    """`found` is what is known of the texts as they are, by file; `said` what was last sent, by address."""

    texts: Texts
    send: Callable[[dict[str, Any]], None]
    found: dict[Path, list[Diagnostic]] = field(factory=dict)
    said: dict[str, tuple[int | None, list[dict[str, Any]]]] = field(factory=dict)
    spelling_alone: set[str] = field(factory=set)
    claims: dict[Path, list[dict[str, Any]]] = field(factory=dict)  # that are false, in scenarios that were played

    def spelt(self, report: Spelt) -> None:
        """Shows at once what is wrong with the spelling of a text, or that what was wrong no longer is."""
        text = self.texts.at(report.path)
        wrong = [one for one in report.found if one.level is Level.ERROR]
        if text is None or not (wrong or text.uri in self.spelling_alone):
            return
        self.found[report.path] = wrong
        self._say(text.uri, text.version, [diagnostic(one, self.texts) for one in wrong])
        (self.spelling_alone.add if wrong else self.spelling_alone.discard)(text.uri)

    def checked(self, report: Checked) -> None:
        """Shows everything that was found."""
        self.spelling_alone.clear()
        self.found = by_path(dict.fromkeys(one for game in report.games.values() for one in game.found))
        for path, found in self.found.items():
            if self.texts.at(path) is None:
                self._say(path.as_uri(), None, [diagnostic(one, self.texts) for one in found])
        for text in self.texts.by_uri.values():
            if text.path is not None:
                game = report.games.get(report.homes.get(text.path, text.path))
                said = [diagnostic(one, self.texts) for one in self.found.get(text.path, ())]
                said += [hindrance(words) for words in (report.bug, game.hindrance if game else "") if words]
                self._say(text.uri, text.version, said)
        shown = {uri_of(path, self.texts) for path in self.found} | set(self.texts.by_uri)
        for uri in [uri for uri in self.said if uri not in shown]:
            self._say(uri, None, [])
            del self.said[uri]

    def changed(self) -> None:
        """Takes in that the texts are others now: what is known is of older ones."""
        self.found = {}
        self.claims = {}

    def false_claims(self, played: Iterable[Path], found: Iterable[tuple[Path, dict[str, Any]]]) -> None:
        """Shows beside all else which claims of scenarios are false, in files of which some were played."""
        self.claims = grouped(found)
        for path in dict.fromkeys((*played, *self.claims)):
            text = self.texts.at(path)
            said = [diagnostic(one, self.texts) for one in self.found.get(path, ())]
            self._say(uri_of(path, self.texts), text.version if text else None, [*said, *self.claims.get(path, ())])

    def _say(self, uri: str, version: int | None, said: list[dict[str, Any]]) -> None:
        if self.said.get(uri) == (version, said) or (not said and uri not in self.said and version is None):
            return
        self.said[uri] = (version, said)
        told: dict[str, Any] = {"uri": uri, "diagnostics": said}
        if version is not None:
            told["version"] = version
        self.send({"method": "textDocument/publishDiagnostics", "params": told})
