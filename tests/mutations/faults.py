"""The faults that can be planted, as `faults.toml` lists them."""

from __future__ import annotations

import tomllib
from pathlib import Path

from attrs import frozen

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@frozen
class Planted:
    """A fault: `old` stands once in the file, and `new` takes its place."""

    what: str
    file: str
    old: str
    new: str

    def planted_in(self, root: Path) -> str:
        """The text of the file with the fault."""
        text = (root / self.file).read_text("utf-8")
        assert text.count(self.old) == 1, f"{self.file} has this {text.count(self.old)} times: {self.old}"
        return text.replace(self.old, self.new)


def faults() -> list[Planted]:
    """All of them, in the order of the file."""
    listed = tomllib.loads((HERE / "faults.toml").read_text("utf-8"))["fault"]
    return [Planted(**fault) for fault in listed]
