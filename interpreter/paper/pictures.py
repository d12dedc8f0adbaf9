"""Pictures and templates of the designer's, read from the folder of the game and from nowhere else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import field

from dsl.disk.beside import bytes_of, file_in
from dsl.disk.files import LoadError
from dsl.frozen import frozen
from dsl.listing import listed

#: What Typst can draw.
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
_LARGEST, _LARGEST_TOGETHER = 20_000_000, 200_000_000
_WORDS = re.compile(r"\{(\w+)\}")
#: A template names what it imports in plain quotes, so that it can be seen that nothing comes from a network.
_FROM_ELSEWHERE = re.compile(r"\b(?:import|include)\b(?!\s*\"[^\"@\\]*\")|@|\b(?:eval|std)\b")


@frozen(eq=False)
class Pictures:
    """All that has been asked for: `files` by the names that pages know, which hang on what is in them."""

    folder: Path
    files: dict[str, bytes] = field(factory=dict, init=False)
    missing: dict[str, None] = field(factory=dict, init=False)
    _names: dict[str, str | None] = field(factory=dict, init=False)

    def picture(self, name: str, words: Mapping[str, str]) -> str | None:
        """The name of a picture, with words in the place of what stands in braces; None where there is no such file.

        Raises LoadError for one that cannot be read.
        """
        return self._taken(_WORDS.sub(lambda found: words.get(found[1], found[0]), name), _PICTURES)

    def template(self, name: str) -> str | None:
        """The name of a template. Raises LoadError for one that cannot be read, or takes in what may be elsewhere."""
        taken = self._taken(name, (".typ",))
        if taken is not None and (found := _FROM_ELSEWHERE.search(self.files[taken].decode("utf-8", "replace"))):
            raise LoadError(
                f"the template {name} has `{found[0]}` in it, by which packages could be downloaded",
                'import "card.typ" or "shared.typ" by these names in quotes, and do without @, eval and std',
            )
        return taken

    @property
    def wrong(self) -> tuple[str, ...]:
        """One sentence about all that is missing."""
        endings = ", ".join(_PICTURES)
        where = f"in the folder of the game, which holds pictures ({endings}) and templates (.typ)"
        return (f"there is no {listed(self.missing, 'or')} {where}",) if self.missing else ()

    def _taken(self, name: str, endings: tuple[str, ...]) -> str | None:
        if name not in self._names:
            path = file_in(self.folder, name, endings)
            self._names[name] = None if path is None else self._kept(path)
            if path is None:
                self.missing[name] = None
        return self._names[name]

    def _kept(self, path: Path) -> str:
        data = bytes_of(path, _LARGEST)
        if sum(map(len, self.files.values())) + len(data) > _LARGEST_TOGETHER:
            raise LoadError(
                f"the pictures are larger than {_LARGEST_TOGETHER // 1_000_000} MB together",
                "make them smaller: a card of 64 x 89 mm needs 800 x 1100 points",
            )
        name = f"theirs-{sha256(data).hexdigest()[:16]}{path.suffix.casefold()}"
        self.files[name] = data
        return name
