"""`bylaws rule`: the page of a finding or of a word that no game declares, or the list of all findings."""

import re
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from textwrap import fill, indent

from dsl.lint import RULES
from dsl.messages import Page, all_pages
from dsl.names.built_ins import CONSTANTS, FUNCTIONS, WORDS
from dsl.nearest import nearest
from dsl.render.screen import Style, paint
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.output.written import entry, print_json
from interpreter.cli.wrong_use import WrongUse

WIDEST = 100
#: Where sentences begin in the list; a name that is longer pushes its own one on.
COLUMN = 28


def run(options: Namespace) -> int:
    """Prints one page, or all of them."""
    every = [*all_pages(), *(rule.page for rule in RULES)]
    pages = [_page(options.name, [*every, *_of_words()])] if options.name else every
    if options.format == "json":
        fields = ("name", "code?", "level", "chapter", "text", "where?", "wrong?", "right?", "options?")
        print_json({"version": 1, "rules": [entry(page, *fields) for page in pages]})
    else:
        print("\n".join(_whole(pages[0]) if options.name else _list(pages)), file=painted(sys.stdout))
    return 0


def _of_words() -> Iterator[Page]:
    """A page for each word that stands for something in every game."""
    built_in = [(one.name, one.explained) for one in (*CONSTANTS, *FUNCTIONS)]
    for name, said in groupby(sorted([*built_in, *WORDS.items()]), key=lambda one: one[0]):
        text = "; ".join(meaning for _, meaning in said)
        yield Page(name, "Words of every game", "word", "", text[:1].upper() + text[1:] + ".", "", "")


def _page(asked: str, pages: list[Page]) -> Page:
    """The page of that name or code; the name may come as it stands in a message, `error[name]`."""
    name = asked.rpartition("[")[2].rstrip("]:").casefold()
    for page in pages:
        if name.replace("_", "-") in (page.name.replace("_", "-"), page.code.casefold()):
            return page
    near = nearest(name, [page.name for page in pages])
    advice = f"did you mean `bylaws rule {near[0]}`?" if near else "`bylaws rule` lists them all"
    raise WrongUse(f"nothing that is found is called {asked}", advice)


def _list(pages: list[Page]) -> Iterator[str]:
    """Names and first sentences, by chapter."""
    colour = has_colour(sys.stdout)
    width = max(min(WIDEST, shutil.get_terminal_size().columns), COLUMN + 30)
    for number, (chapter, members) in enumerate(groupby(pages, key=lambda page: page.chapter)):
        yield from ([""] if number else []) + [paint(chapter, Style.STRONG, colour)]
        for page in members:
            name = f"{page.name}  ".ljust(COLUMN)
            sentence = re.split(r"\.\s", page.text)[0].removesuffix(".") + "."
            yield fill(name + sentence, width, subsequent_indent=" " * COLUMN)
    yield ""
    yield "`bylaws rule NAME` shows one of them, with an example of it and one without."


def _whole(page: Page) -> Iterator[str]:
    """The page for people."""
    colour = has_colour(sys.stdout)
    width = min(WIDEST, shutil.get_terminal_size().columns)
    style = Style.ERROR if page.level == "error" else Style.WARNING
    yield " ".join(filter(None, (paint(f"{page.level}[{page.name}]", style, colour), page.code, page.chapter)))
    yield ""
    yield "\n\n".join(fill(part, width) for part in page.text.split("\n\n"))
    if page.options:
        yield from ("", "Options, in bylaws.toml:", indent(page.options, "    "))
    if not page.wrong:
        return
    yield ""
    yield f"Not like this{f', {page.where}' if page.where.startswith('in ') else ''}:"
    yield indent(page.wrong, "    ")
    yield "But like this:"
    yield indent(page.right, "    ").rstrip("\n")
