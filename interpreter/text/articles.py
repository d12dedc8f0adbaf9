"""Which spaces have an article in a sentence, as the rules themselves speak of them: `the Kitchen`, but `Paris`."""

import re
from collections.abc import Iterator, Sequence

from dsl.ir import nodes as ir


def with_article(game: ir.Game, titles: Sequence[str]) -> frozenset[str]:
    """Those of the titles that the texts of the rules call `the ...`.

    What is not mentioned there goes by the others, as long as the texts call none of them by its title alone.
    """
    prose = "\n".join(text for text in _texts(game) if text not in titles)
    named = {title: len(re.findall(rf"\b[Tt]he {re.escape(title)}\b", prose)) for title in titles}
    alone = {title for title in titles if len(re.findall(rf"\b{re.escape(title)}\b", prose)) > named[title]}
    rest = set(titles) if any(named.values()) and not alone else set()
    may = {title for title in titles if not title[-1:].isdigit() and not title.casefold().startswith("the ")}
    return frozenset(may & (rest | {title for title in titles if named[title]}))


def _texts(game: ir.Game) -> Iterator[str]:
    """What players read: the words of the rules, of cards, and of questions and announcements."""
    yield from (text.words for section in game.rulebook for text in section.texts)
    yield from (words for card in game.cards for words in card.rule_text)
    yield from game.texts
