"""`python -m tests.editors` writes the files for editors; with a folder behind it, it packs the extension there too."""

import sys
from pathlib import Path

from tests.editors.package import packed
from tests.editors.written import FILES

FOLDER = Path(__file__).parents[2] / "grammar/editors"


def main(arguments: list[str]) -> None:
    """Renews what follows from the grammar, then packs into each folder that is named."""
    for name, write in FILES.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(), encoding="utf-8", newline="\n")
    for folder in arguments:
        name, data = packed(FOLDER / "vscode")
        (Path(folder) / name).write_bytes(data)


if __name__ == "__main__":
    main(sys.argv[1:])
