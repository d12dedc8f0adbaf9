"""Pages and pictures from templates, set by Typst: equal input gives equal bytes, on every machine.

No font of the system is looked at, so that pages do not differ by machine; the fonts stand in `fonts/`, and Libertinus
Serif comes with Typst. A template sees the files it is given and those in `templates/`, nothing else of the disk.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.table.atomic_write import atomic_write

if TYPE_CHECKING:
    from typst import Compiler, Fonts

#: Stands in every document as the time it was made.
_NO_TIME = datetime.fromtimestamp(0, UTC)
#: All that a template can read of the disk is here.
_HERE = Path(__file__).parent
_TEMPLATES = "templates"


class TypesetError(Exception):
    """A page cannot be set: a picture that is no picture, or a template of the designer's with a mistake in it."""


@frozen
class Document:
    """What is to be set: the name of a template, and what it reads by `json("data.json")` and as files beside it."""

    template: str
    data: object
    files: Mapping[str, bytes] = {}
    """Pictures and templates of the designer's, by the names that the template calls them."""

    def pdf(self) -> bytes:
        """All pages as one PDF. Raises TypesetError."""
        with _mistakes_told(), self._compiler() as compiler:
            made = compiler.compile(format="pdf", timestamp=_NO_TIME)
        assert isinstance(made, bytes)
        return made

    def pictures(self, dots: float) -> list[bytes]:
        """Each page as a PNG of so many dots an inch. Raises TypesetError."""
        with _mistakes_told(), self._compiler() as compiler:
            made = compiler.compile(format="png", ppi=dots, timestamp=_NO_TIME)
        pages = made if isinstance(made, list) else [made]
        return [page for page in pages if page is not None]

    def told(self, label: str) -> list[Any]:
        """What the template says of itself: the values of `metadata(...) <label>`, in order. Raises TypesetError."""
        with _mistakes_told(), self._compiler() as compiler:
            return list(json.loads(compiler.query(f"<{label}>", field="value")))

    @contextmanager
    def _compiler(self) -> Iterator[Compiler]:
        """A new one each time: what has been compiled once cannot be asked. What it knows is kept by Typst.

        What is given as bytes must be text, so that pictures stand in a folder with the templates meanwhile.
        """
        from typst import Compiler  # not needed where nothing is printed

        data = json.dumps(self.data, sort_keys=True).encode()
        given: Any = {"data.json": data, "main.typ": f'#include "{self.template}"'.encode()}
        root = _HERE / _TEMPLATES
        if not self.files:
            yield Compiler(given, root=str(root), font_paths=_fonts())
            return
        with TemporaryDirectory() as folder:
            shutil.copytree(root, folder, dirs_exist_ok=True)
            for name, content in self.files.items():
                atomic_write(Path(folder, name), content)
            yield Compiler(given, root=folder, font_paths=_fonts())


def require() -> None:
    """Raises ImportError where Typst is not installed."""
    import typst  # not needed where nothing is printed

    del typst


@contextmanager
def _mistakes_told() -> Iterator[None]:
    """Tells a mistake of Typst's as one of ours. Raises TypesetError."""
    from typst import TypstError  # not needed where nothing is printed

    try:
        yield
    except TypstError as fault:
        raise TypesetError(fault.diagnostic or fault.message) from fault
    except RuntimeError as fault:  # so is a mistake called by what asks a document
        raise TypesetError(str(fault)) from fault


@cache
def _fonts() -> Fonts:
    from typst import Fonts  # not needed where nothing is printed

    return Fonts(include_system_fonts=False, font_paths=[str(_HERE / "fonts")])
