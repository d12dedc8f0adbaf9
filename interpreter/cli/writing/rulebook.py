"""`bylaws rulebook`: the rulebook for those who play, as Markdown or HTML."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from dsl.loading import Loaded
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.output.written import document, entry, write_beside
from interpreter.rulebook import LONG_LISTS, Chapter, goals, parts

#: Fits a telephone of 360 px, where each row of a table stands by itself with its heads in it, and paper of A4: words
#: break, tables are as wide as the page, and no card is cut in two.
_STYLE = """
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font-family: Georgia, serif; line-height: 1.5;
  overflow-wrap: break-word }
h1, h2, h3, h4, h5 { line-height: 1.2; margin: 1.6em 0 .5em }
h2 { border-bottom: 1px solid #999; padding-bottom: .2em }
p, ul { margin: .5em 0 }
nav { background: #f4f2ec; padding: .6em 1em; columns: 14em }
nav ul { list-style: none; margin: 0; padding: 0 }
nav ul ul { padding-left: 1.2em }
nav a { color: inherit }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #ccc; padding: .3em .6em .3em 0; text-align: left; vertical-align: top }
th { border-bottom-color: #555; overflow-wrap: normal }
td:first-child { font-weight: bold; min-width: 7em }
@media screen and (max-width: 30em) {
  body { margin: 1em auto }
  thead { display: none }
  tr { display: block; border-bottom: 1px solid #ccc; padding: .4em 0 }
  td { display: inline; border: none; padding: 0 .6em 0 0 }
  td:first-child { display: block }
  td[data-head] { display: inline-block }
  td[data-head]:empty { display: none }
  td[data-head]::before { content: attr(data-head) ": "; color: #555 }
}
@media print {
  @page { size: A4; margin: 18mm 16mm }
  body { font-size: 10.5pt; line-height: 1.35; margin: 0; max-width: none; padding: 0 }
  nav { background: none; border: 1px solid #999 }
  nav a { text-decoration: none }
  h1, h2, h3, h4, h5 { break-after: avoid }
  tr, li { break-inside: avoid }
  tbody tr:first-child, tbody tr:nth-last-child(2) { break-after: avoid }
  p { orphans: 3; widows: 3 }
}
"""
LINE_END = "  \n"


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    text = _text(rules_of(options), options.format)
    if options.out is None:
        print(text, end="")
        return 0
    write_beside(Path(options.out), text, "--out")
    return 0


def _text(rules: Loaded, form: str) -> str:
    game = sound(rules)
    book = parts(game)
    match form:
        case "markdown":
            return "\n\n".join(_markdown(book)) + "\n"
        case "html":
            return "\n".join(_html(book)) + "\n"
        case _:
            found = [entry(part, "title", "depth", "paragraphs", "items", "table") for part in book]
            whole = document(rules, goal=" ".join(goals(game)), parts=found)
            return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------- contents


def _anchors(book: Sequence[Chapter]) -> list[str]:
    """What links to each chapter are called, as pages for Markdown do it: words in small letters, a number if twice."""
    times: dict[str, int] = {}
    found = []
    for part in book:
        kept = "".join(sign for sign in part.title.casefold() if sign.isalnum() or sign in " -_")
        words = kept.replace(" ", "-")
        number = times[words] = times.get(words, -1) + 1
        found.append(f"{words}-{number}" if number else words)
    return found


def _contents(book: Sequence[Chapter]) -> Iterator[tuple[Chapter, str]]:
    """The chapters to be listed, each with its anchor: two levels, but for lists that are long."""
    above = ""
    for part, anchor in zip(book, _anchors(book), strict=True):
        above = part.title if part.depth == 2 else above
        if part.depth == 2 or (part.depth == 3 and above not in LONG_LISTS):
            yield part, anchor


# ---------------------------------------------------------------- Markdown


def _markdown(book: Sequence[Chapter]) -> Iterator[str]:
    for number, part in enumerate(book):
        if number == 1:
            links = (f"{'  ' * (p.depth - 2)}- [{_plain(p.title)}](#{anchor})" for p, anchor in _contents(book))
            yield "\n".join(links)
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
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>"
    for number, (part, anchor) in enumerate(zip(book, _anchors(book), strict=True)):
        if number == 1:
            yield from _navigation(book)
        level = min(part.depth, 6)
        yield f'<h{level} id="{escape(anchor)}">{escape(part.title)}</h{level}>'
        yield from (f"<p>{'<br/>'.join(map(escape, text.split(LINE_END)))}</p>" for text in part.paragraphs)
        if part.items:
            yield "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in part.items) + "</ul>"
        if part.table:
            head, *rows = part.table
            yield f"<table>\n<thead><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr></thead>\n<tbody>"
            yield from (_row(head, row) for row in rows)
            yield "</tbody></table>"
    yield "</body>\n</html>"


def _navigation(book: Sequence[Chapter]) -> Iterator[str]:
    """The contents as a list of links, those one level down within their own list."""
    yield "<nav><ul>"
    depth = 2
    for place, (part, anchor) in enumerate(_contents(book)):
        if part.depth > depth:
            yield "<ul>"
        elif place:
            yield "</li></ul></li>" if part.depth < depth else "</li>"
        depth = part.depth
        yield f'<li><a href="#{escape(anchor)}">{escape(part.title)}</a>'
    yield ("</li></ul></li>" if depth > 2 else "</li>") + "</ul></nav>"


def _row(head: Sequence[str], cells: Sequence[str]) -> str:
    """A row of a table: what stands in it first is its name, and a sentence needs no head."""
    is_word = [k > 0 and not cell.endswith((".", "!", "?")) for k, cell in enumerate(cells)]
    heads = (f' data-head="{escape(head[k])}"' if word else "" for k, word in enumerate(is_word))
    return "<tr>" + "".join(f"<td{at}>{escape(cell)}</td>" for at, cell in zip(heads, cells, strict=True)) + "</tr>"
