"""The rules that a table is played by, kept word for word: files may change on the disk, and play goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import field, frozen

from dsl.disk.answers import SUFFIX
from dsl.disk.files import Files, LoadError
from dsl.loading import Loaded, load, rules_hash
from interpreter.engine import Engine


@frozen(eq=False, repr=False)
class RuleSet:
    """Rules without errors, with all their texts by path; `game` is how a person names them on the command line."""

    hash: str
    game: str
    path: str
    variants: tuple[str, ...]
    parameters: Mapping[str, str | int]
    texts: Mapping[str, str]
    loaded: Loaded = field(repr=False)
    _engines: dict[tuple[int, str], Engine] = field(factory=dict, init=False)

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.loaded.title

    @property
    def key(self) -> str:
        """What they are kept under: the same rules in another folder are edited there."""
        return f"{self.hash}.{sha256(self.path.encode()).hexdigest()[:16]}"

    def engine(self, players: int, kind: str = "generated") -> Engine:
        """What plays them, for all tables with so many players. Raises LoweringError."""
        if (players, kind) not in self._engines:
            self._engines[players, kind] = self.new_engine(players, kind)
        return self._engines[players, kind]

    def new_engine(self, players: int, kind: str = "generated") -> Engine:
        """The same for one that plays in a thread of its own. Raises LoweringError."""
        assert self.loaded.game is not None, "rules with errors are never kept"
        return Engine(self.loaded.game, players, trace=True, engine=kind)

    @property
    def kept(self) -> str:
        """All of it in a form that can be written down."""
        return json.dumps(
            {"game": self.game, "path": self.path, "variants": self.variants, "parameters": dict(self.parameters),
             "texts": dict(self.texts)}
        )  # fmt: skip


def rule_set_of(loaded: Loaded, game: str) -> RuleSet:
    """The rules as they were just read."""
    texts = {str(Path(source.path).absolute()): source.text for source in loaded.files}
    path = str(loaded.place.rules[0].absolute())
    names = loaded.references(loaded.chosen)
    return RuleSet(rules_hash(loaded), game, path, names, loaded.parameters, texts, loaded)


def rule_set_from(kept: str) -> RuleSet:
    """The rules as they were written down, whatever stands in the files today."""
    found: dict[str, Any] = json.loads(kept)
    files = _These({Path(path): text for path, text in found["texts"].items()})
    loaded = load(found["path"], found["variants"], found["parameters"], disk=files)
    variants = tuple(found["variants"])
    return RuleSet(
        rules_hash(loaded), found["game"], found["path"], variants, found["parameters"], found["texts"], loaded
    )


def followed(rules: RuleSet, there: RuleSet) -> RuleSet:
    """The rules as they were written down, with their files in another folder, if those were moved to `there`.

    So it is if the files are where they were no longer, and there is a game of the same name, with the same variants
    and values.
    """
    was, now = Path(rules.path), Path(there.path)
    alike = (rules.title, rules.variants, dict(rules.parameters)) == (
        there.title, there.variants, dict(there.parameters),
    )  # fmt: skip
    if was == now or was.exists() or not alike:
        return rules
    texts = {str(_moved(Path(path), was.parent, now.parent)): text for path, text in rules.texts.items()}
    kept = {**json.loads(rules.kept), "game": there.game, "path": str(now), "texts": texts}
    try:
        return rule_set_from(json.dumps(kept))
    except LoadError:
        return rules  # its variants lie elsewhere now


def _moved(path: Path, was: Path, now: Path) -> Path:
    return now / path.relative_to(was) if path.is_relative_to(was) else path


def read_again(rules: RuleSet) -> Loaded:
    """The same rules as they stand in the files now, perhaps with errors. Raises LoadError."""
    return load(rules.path, rules.variants, rules.parameters)


@frozen
class _These(Files):
    """The texts that are there, and no other files."""

    def is_file(self, path: Path) -> bool:
        return path.absolute() in self.texts

    def in_folder(self, folder: Path) -> list[Path]:
        found = (path for path in self.texts if path.parent == folder.absolute() and path.suffix == SUFFIX)
        return sorted(found, key=_game_first)


def _game_first(path: Path) -> tuple[bool, str]:
    return path.name != "game.bylaws", path.name
