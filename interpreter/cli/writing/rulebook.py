"""`bylaws rulebook`: the rulebook for those who play, as Markdown or HTML."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from dsl.loading import Loaded
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.output.written import document, entry, write_beside
from interpreter.rulebook import Chapter, parts

_STYLE = (
    "body { max-width: 42em; margin: 2em auto; padding: 0 1em; font-family: Georgia, serif; line-height: 1.5 } "
    "table { border-collapse: collapse } th, td { border-bottom: 1px solid #ccc; padding: .2em .8em; text-align: left }"
)


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    text = _text(rules_of(options), options.format)
    if options.out is None:
        print(text, end="")
        return 0
    write_beside(Path(options.out), text, "--out")
    return 0


def _text(rules: Loaded, form: str) -> str:
    book = parts(sound(rules))
    match form:
        case "markdown":
            return "\n\n".join(_markdown(book)) + "\n"
        case "html":
            return "\n".join(_html(book)) + "\n"
        case _:
            found = [entry(part, "title", "depth", "paragraphs", "items", "table") for part in book]
            return json.dumps(document(rules, parts=found), indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------- Markdown


def _markdown(book: Sequence[Chapter]) -> Iterator[str]:
    for part in book:
        yield f"{'#' * part.depth} {_plain(part.title)}"
        yield from map(_plain, part.paragraphs)
        if part.items:
            yield "\n".join(f"- {_plain(item)}" for item in part.items)
        if part.table:
            head, *rows = (" | ".join(_plain(cell).replace("|", "\\|") for cell in row) for row in part.table)
            rule = " | ".join("---" for _ in part.table[0])
            yield "\n".join(f"| {line} |" for line in (head, rule, *rows))


def _plain(text: str) -> str:
    """Words in which no sign means anything to Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#" else sign for sign in text)


# ---------------------------------------------------------------- HTML


def _html(book: Sequence[Chapter]) -> Iterator[str]:
    title = escape(book[0].title)
    yield f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n<title>{title}</title>'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>"
    for part in book:
        level = min(part.depth, 6)
        yield f"<h{level}>{escape(part.title)}</h{level}>"
        yield from (f"<p>{'<br/>'.join(map(escape, text.split(LINE_END)))}</p>" for text in part.paragraphs)
        if part.items:
            yield "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in part.items) + "</ul>"
        if part.table:
            yield f"<table>\n{_row(part.table[0], 'th')}"
            yield from (_row(row, "td") for row in part.table[1:])
            yield "</table>"
    yield "</body>\n</html>"


LINE_END = "  \n"


def _row(cells: Sequence[str], kind: str) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"
