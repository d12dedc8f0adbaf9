"""The `>` lines of a card as the text of one cell, a paragraph a line; and the lines that another text makes of them.

A line that begins in the middle of a sentence goes on in the paragraph before it. Lines that follow each other are a
group: a card can have several, with rules between them. The ids of clauses are in no cell, and stay where they are.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, pairwise
from typing import TypeAlias

from dsl.syntax import nodes as n

Group: TypeAlias = tuple[n.RuleText, ...]

#: No line of rules is longer; what is, goes on in the next, which then begins with a small letter.
MOST_SIGNS = 120
_IDS = re.compile(r"(?:\[[a-z]+-R?[0-9]+\]\s*)+")


def groups_in(items: Sequence[object]) -> list[Group]:
    """The `>` lines among these, those together that follow each other."""
    found: list[list[n.RuleText]] = [[]]
    for item in items:
        if not isinstance(item, n.RuleText):
            found.append([])
        else:
            found[-1].append(item)
    return [tuple(group) for group in found if group]


def paragraphs_of(group: Group) -> list[str]:
    """What a group says, without the ids of clauses."""
    return _without_ids(_with_ids(group))


def paragraphs_in(cell: str) -> list[str]:
    """What stands in a cell, a paragraph a line."""
    return _without_ids(" ".join(line.split()) for line in cell.split("\n"))


def new_paragraphs(groups: Sequence[Group], wanted: Sequence[str]) -> list[list[str]] | None:
    """What each group then says so that they say this together; None if it is open which of them that is for.

    `wanted` is without the ids of clauses, and the answer with them.
    """
    old = [paragraphs_of(group) for group in groups]
    if len(groups) == 1:
        shares = [list(wanted)]
    elif sum(map(len, old)) == len(wanted):
        ends = [0, *accumulate(map(len, old))]
        shares = [list(wanted[start:end]) for start, end in pairwise(ends)]
    else:
        shares = _in_one_group(old, list(wanted))
    return None if not shares else [_again(group, share) for group, share in zip(groups, shares, strict=True)]


def lines(paragraphs: Sequence[str], indent: str) -> list[str]:
    """The paragraphs as `>` lines."""
    width = MOST_SIGNS - len(indent) - len("> ")
    return [f"{indent}> {line}" for paragraph in paragraphs for line in _wrapped(paragraph, width)]


def _with_ids(group: Group) -> list[str]:
    whole: list[str] = []
    for line in group:
        if whole and line.words[:1].islower() and not line.clauses:
            whole[-1] += f" {line.text.strip()}"
        else:
            whole.append(line.text.strip())
    return whole


def _without_ids(paragraphs: Sequence[str] | Iterator[str]) -> list[str]:
    return [words for each in paragraphs if (words := " ".join(_IDS.sub("", each).split()))]


def _in_one_group(old: list[list[str]], wanted: list[str]) -> list[list[str]]:
    """The same with what differs in one group; empty if it is in several."""
    for number in range(len(old)):
        before = [each for one in old[:number] for each in one]
        behind = [each for one in old[number + 1 :] for each in one]
        most = len(wanted) - len(behind)
        if len(before) <= most and wanted[: len(before)] == before and wanted[most:] == behind:
            return [*old[:number], wanted[len(before) : most], *old[number + 1 :]]
    return []


def _again(group: Group, paragraphs: Sequence[str]) -> list[str]:
    """The paragraphs with the ids of the group, each before the word that it was before."""
    if paragraphs_of(group) == list(paragraphs):
        return _with_ids(group)
    ids, old = _taken_apart(_with_ids(group))
    new = [word for paragraph in paragraphs for word in (*paragraph.split(), "\n")]
    places: dict[int, list[str]] = {}
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for at, said in ids:
        kind, start, _, first, _ = next((b for b in blocks if b[1] <= at < b[2]), ("", at, at, len(new), 0))
        places.setdefault(first + (at - start if kind == "equal" else 0), []).append(said)
    told = [[*places.get(number, ()), word] for number, word in enumerate(new)]
    text = " ".join(word for each in told for word in each)
    last = places.get(len(new), [])
    return [*(part.strip() for part in text.split("\n") if part.strip()), *([" ".join(last)] if last else [])]


def _taken_apart(paragraphs: Sequence[str]) -> tuple[list[tuple[int, str]], list[str]]:
    """The ids, each with the number of the word that it stands before; and the words, a line end behind each text."""
    ids: list[tuple[int, str]] = []
    words: list[str] = []
    for paragraph in paragraphs:
        for word in paragraph.split():
            if _IDS.fullmatch(word):
                ids.append((len(words), word))
            else:
                words.append(word)
        words.append("\n")
    return ids, words


def _wrapped(paragraph: str, width: int) -> Iterator[str]:
    """Lines that are read as this one paragraph: each but the first begins with a small letter."""
    rest = paragraph
    while len(rest) > width:
        ends = [found.start() for found in re.finditer(r" (?=\w)", rest) if rest[found.end()].islower()]
        if not ends:
            break
        end = max((end for end in ends if end <= width), default=ends[0])
        yield rest[:end]
        rest = rest[end + 1 :]
    yield rest
