"""Checks the spelling of rule files: `python -m dsl.syntax FILE...`, until there is `bylaws check`."""

import sys
from pathlib import Path

from dsl.render import render
from dsl.source import Source
from dsl.syntax.parse import parse

for path in sys.argv[1:]:
    _, reports = parse(Source(path, Path(path).read_bytes().decode("utf-8", "replace")))
    sys.stdout.write(render(reports, "full" if len(sys.argv) == 2 else "concise") or f"{path}: fine\n")
