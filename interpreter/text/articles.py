"""Which spaces have an article in a sentence, as the rules themselves speak of them: `the Kitchen`, but `Paris`."""

import re
from collections.abc import Sequence

from dsl.ir import nodes as ir

_QUOTED = re.compile(r'"([^"\n]*)"')


def with_article(enum: ir.Enumeration, titles: Sequence[str]) -> frozenset[str]:
    """Those of the titles that the texts in the file of the rules call `the ...`.

    What is not mentioned there goes by the others, as long as the texts call none of them by its title alone.
    """
    if not enum.span.in_file:
        return frozenset()
    prose = _prose(enum.span.source.text)
    named = {title: len(re.findall(rf"\b[Tt]he {re.escape(title)}\b", prose)) for title in titles}
    alone = {title for title in titles if len(re.findall(rf"\b{re.escape(title)}\b", prose)) > named[title]}
    rest = set(titles) if any(named.values()) and not alone else set()
    may = {title for title in titles if not title[-1:].isdigit() and not title.casefold().startswith("the ")}
    return frozenset(may & (rest | {title for title in titles if named[title]}))


def _prose(text: str) -> str:
    """The texts of rules, and all that is said in quotes but titles alone."""
    lines = text.split("\n")
    said = [line for line in lines if line.lstrip().startswith(">")]
    return "\n".join((*said, *(quoted for quoted in _QUOTED.findall(text) if "{" in quoted or quoted.endswith("."))))
