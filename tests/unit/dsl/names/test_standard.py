"""What the checks know of the libraries is what stands in their files."""

from pathlib import Path

import dsl
from dsl.names.built_ins import PROCEDURES
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse


def test_the_procedures_of_the_libraries() -> None:
    declared: dict[str, str] = {}
    for path in (Path(dsl.__file__).parent / "standard").glob("*.bylaws"):
        tree, _ = parse(Source(path.name, path.read_text(encoding="utf-8")))
        declared |= {item.name.text: path.stem for item in tree.items if isinstance(item, n.Procedure)}
    assert PROCEDURES.items() <= declared.items()
    assert set(PROCEDURES.values()) == set(declared.values())
