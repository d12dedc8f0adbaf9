"""`bylaws rulebook`: the rulebook for those who play, as Markdown or HTML."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from dsl.loading import Loaded
from interpreter.cli.input.game import game_of, sound
from interpreter.cli.input.rule_sets import playable
from interpreter.cli.wrong_use import WrongUse
from interpreter.rulebook import Part, parts
from interpreter.table.atomic_write import write_whole

VERSION = 1
_STYLE = (
    "body { max-width: 42em; margin: 2em auto; padding: 0 1em; font-family: Georgia, serif; line-height: 1.5 } "
    "table { border-collapse: collapse } th, td { border-bottom: 1px solid #ccc; padding: .2em .8em; text-align: left }"
)


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    rules = game_of(options)
    if not sound(rules):
        return 1
    text = _text(rules, options.format)
    if options.out is None:
        print(text, end="")
        return 0
    try:
        write_whole(Path(options.out), text.encode())
    except OSError as fault:
        raise WrongUse(f"{options.out} cannot be written: {fault.strerror}") from fault
    return 0


def _text(rules: Loaded, form: str) -> str:
    book = parts(playable(rules))
    match form:
        case "markdown":
            return "\n\n".join(_markdown(book)) + "\n"
        case "html":
            return "\n".join(_html(book)) + "\n"
        case _:
            return json.dumps(_report(rules, book), indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------- Markdown


def _markdown(book: Sequence[Part]) -> Iterator[str]:
    for part in book:
        yield f"{'#' * part.depth} {_plain(part.title)}"
        yield from map(_plain, part.paragraphs)
        if part.items:
            yield "\n".join(f"- {_plain(item)}" for item in part.items)
        if part.table:
            head, *rows = (" | ".join(_cell(cell) for cell in row) for row in part.table)
            rule = " | ".join("---" for _ in part.table[0])
            yield "\n".join(f"| {line} |" for line in (head, rule, *rows))


def _plain(text: str) -> str:
    """Words in which no sign means anything to Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#" else sign for sign in text)


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


# ---------------------------------------------------------------- HTML


def _html(book: Sequence[Part]) -> Iterator[str]:
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


def _report(rules: Loaded, book: Sequence[Part]) -> dict[str, Any]:
    return {
        "version": VERSION,
        "game": rules.title,
        "variants": list(rules.chosen),
        "parts": [
            {
                "title": part.title,
                "depth": part.depth,
                "paragraphs": list(part.paragraphs),
                "items": list(part.items),
                "table": [list(row) for row in part.table],
            }
            for part in book
        ],
    }
