"""What answers are made of: the texts that are open, what is known of them, and what the editor is able to do."""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from attrs import define, field, frozen

from dsl.editing.figures import Figures
from dsl.editing.surroundings import Surroundings
from interpreter.server.checking import Checked, Report, Spelt, WorkedOut
from interpreter.server.jobs.results import Played
from interpreter.server.jobs.worker import Worker
from interpreter.server.published import Published
from interpreter.server.texts import OpenText, Texts
from interpreter.server.transport import Message

Params: TypeAlias = Mapping[str, Any]


@frozen
class Able:
    """What the editor can do that not every editor can."""

    snippets: bool = False
    documents: bool = False  # opens a file that it is asked to show
    colours_anew: bool = False  # asks again for colours, lenses or hints when it is told to
    lenses_anew: bool = False
    hints_anew: bool = False


def able(capabilities: Params) -> Able:
    """What the editor says that it can do."""

    def can(*path: str) -> bool:
        found: Any = capabilities
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found is True

    return Able(
        snippets=can("textDocument", "completion", "completionItem", "snippetSupport"),
        documents=can("window", "showDocument", "support"),
        colours_anew=can("workspace", "semanticTokens", "refreshSupport"),
        lenses_anew=can("workspace", "codeLens", "refreshSupport"),
        hints_anew=can("workspace", "inlayHint", "refreshSupport"),
    )


@define
class Desk:
    """`number` is that of the newest state of all texts; `send` tells the editor something, `ask` asks it.

    `figures` are those of the last rules without errors, with the number of their texts, by the file that each game
    begins in; `homes` is that file of each text. `played` is what became of scenarios, by file and title, until a text
    is another one. `waits_for_names`: colours were given before anybody knew what names are.
    """

    texts: Texts
    published: Published
    able: Able
    worker: Worker
    send: Callable[[Message], None]
    ask: Callable[[str, Params], None]
    number: int = 0
    figures: dict[Path, tuple[int, Figures]] = field(factory=dict)
    homes: Mapping[Path, Path] = field(factory=dict)
    played: dict[tuple[Path, str], Played] = field(factory=dict)
    waits_for_names: bool = False
    _folder: TemporaryDirectory[str] | None = None

    def around(self, params: Params) -> tuple[OpenText, Surroundings]:
        """The text that a question is about, and what it stands among."""
        text = self.texts.of(params["textDocument"])
        return text, self.texts.around(text)

    def place(self, params: Params) -> tuple[OpenText, Surroundings, int]:
        """The same, with the place that the question is about."""
        text, around = self.around(params)
        return text, around, text.places.offset(params["position"])

    def figures_of(self, text: OpenText) -> Figures | None:
        """The figures of the game that a text belongs to."""
        known = self._known(text)
        return known[1] if known else None

    def are_old(self, text: OpenText) -> bool:
        """Whether these are of rules as they were before, since there is an error in them now, or nobody has looked."""
        known = self._known(text)
        return known is not None and known[0] != self.number

    def _known(self, text: OpenText) -> tuple[int, Figures] | None:
        home = self.homes.get(text.path) if text.path else None
        return self.figures.get(home) if home else None

    def changed(self) -> None:
        """Takes in that a text, or some file, is another one now."""
        self.number += 1
        self.texts.outdate()
        self.published.changed()
        if self.played:
            self.played.clear()
            self.again("codeLens", self.able.lenses_anew)

    def take(self, report: Report) -> None:
        """Takes in what was found in the texts as they are, and tells what of it the editor shows by itself."""
        match report:
            case Spelt():
                if (text := self.texts.at(report.path)) is not None:
                    self.texts.keep(text, report.around)
                self.published.spelt(report)
                if self.waits_for_names:
                    self.waits_for_names = False
                    self.again("semanticTokens", self.able.colours_anew)
            case Checked():
                self.homes = report.homes
                self.published.checked(report)
            case WorkedOut():
                known = self.figures.get(report.home)
                self.figures[report.home] = report.number, report.figures
                if known is None or known[1] != report.figures:
                    self.again("inlayHint", self.able.hints_anew)

    def folder(self) -> Path:
        """A folder for what is written to be read, which is put away at the end."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="bylaws-")
        return Path(self._folder.name)

    def end(self) -> None:
        """Ends what was begun outside, and puts away what was written to be read."""
        self.worker.end()
        if self._folder is not None:
            self._folder.cleanup()

    def again(self, what: str, is_able: bool) -> None:
        """Has the editor ask anew for colours, hints or lenses."""
        if is_able:
            self.ask(f"workspace/{what}/refresh", {})


Answer: TypeAlias = Callable[[Desk, Params], Any]
