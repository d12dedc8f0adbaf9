"""`bylaws expand`: the merged rules of a game and its variants, each line with the place where it stands."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from dsl.disk.files import shown
from dsl.expand import Expanded, expand
from dsl.loading import Loaded
from dsl.render.screen import Style, paint, visible
from interpreter.cli.input.game import is_sound, rules_of
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.output.written import document, entry, print_json

WIDEST = 100


def run(options: Namespace) -> int:
    """1 if the rules have errors; they are printed all the same if every line of them could be read."""
    rules = rules_of(options)
    lines = expand(rules) if rules.legible else []
    if options.format == "json":
        found = [{**entry(line, "text", "path?", "line?", "variant?"), "note": line.is_note} for line in lines]
        print_json(document(rules, lines=found))
    elif lines:
        print("\n".join(_margin_and_text(rules, lines, has_colour(sys.stdout))), file=painted(sys.stdout))
    return 0 if is_sound(rules) else 1


def _margin_and_text(rules: Loaded, lines: Sequence[Expanded], colour: bool) -> Iterator[str]:
    places = [_place(rules, line) for line in lines]
    width = max(map(len, places), default=0)
    for place, line in zip(places, lines, strict=True):
        for number, text in enumerate(_broken(line, width)):
            margin = paint(f"{place if number == 0 else '':>{width}} |", Style.MARGIN, colour)
            style = Style.INFO if line.is_note else Style.STRONG if line.variant else None
            yield f"{margin} {paint(text, style, colour) if style else text}".rstrip()


def _broken(line: Expanded, margin: int) -> list[str]:
    """A note in lines that are not too long to read; a line of the rules stays as it is typed."""
    text = visible(line.text)
    if not line.is_note:
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    return wrap(text, max(WIDEST - margin, 40), subsequent_indent=f"{indent}# ... ", break_on_hyphens=False) or [text]


def _place(rules: Loaded, line: Expanded) -> str:
    """File and line; files of the game go by their names within its folder."""
    if not line.path:
        return ""
    path = line.path
    if rules.place.folder is not None:
        path = path.removeprefix(f"{shown(rules.place.folder)}/")
    return f"{path if path != line.path else Path(path).name}:{line.line}"
