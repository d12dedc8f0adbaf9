"""Faults planted in rules that are clean: what rulebooks get wrong, and what people mistype.

They stand in `faults.txt`, those that stories find in `wrong_rules.txt`, and stories that are spoilt in
`spoilt_stories.txt`. Each is a paragraph: first
what must be said of it, the names of findings of which one is enough (`unknown-*`: any that begins so); then the lines
that are taken out (`-`), and those that stand there instead (`+`). Without lines that are taken out, the others come
behind the end of the rules. A line with `#` is a heading.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from attrs import frozen

HERE = Path(__file__).parent
RULES = HERE / "clean" / "harbour.bylaws"
STORIES = HERE / "clean" / "stories.bylaws"


@frozen
class Fault:
    """`said`: the names of which one must be reported, in the rules after the change and not before it."""

    heading: str
    said: tuple[str, ...]
    old: str
    new: str

    def __str__(self) -> str:
        lines = [line.strip() for line in (self.new or self.old).splitlines() if line.strip() not in self.old]
        return f"{self.heading}: {(lines or ['without ' + self.old.strip()])[0]}"[:100]

    def planted(self, rules: str) -> str:
        """The rules with the fault in them."""
        if not self.old:
            return f"{rules}\n{self.new}"
        assert rules.count(self.old) == 1, f"not once in the rules:\n{self.old}"
        return rules.replace(self.old, self.new)

    def is_met_by(self, name: str) -> bool:
        """Whether a finding of that name is about the fault."""
        return any(fnmatch(name, pattern) for pattern in self.said)


def faults(file: str = "faults.txt") -> Iterator[Fault]:
    """All that stand in a file, in the order written."""
    heading = ""
    for paragraph in (HERE / file).read_text(encoding="utf-8").split("\n\n"):
        lines = paragraph.strip("\n").split("\n")
        if lines[0].startswith("# "):
            heading, lines = lines[0][2:], lines[1:]
        if lines:
            yield Fault(heading, tuple(lines[0].split()), _lines(lines, "-"), _lines(lines, "+"))


def _lines(paragraph: list[str], sign: str) -> str:
    return "".join(f"{line[2:]}\n" for line in paragraph[1:] if line[0] == sign)
