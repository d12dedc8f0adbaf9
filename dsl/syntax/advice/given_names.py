"""Guesses what a file declares, at a glance: it may have errors, so that it cannot be read yet."""

import re

from dsl.syntax.reading.phrases import DECLARING


def is_given(text: str, word: str) -> bool:
    """Whether the file gives this name to something, or lets somebody play who is called so."""
    declared = rf"\b(?:{'|'.join(DECLARING)})\s+{re.escape(word)}\b"
    plays = rf"\bplayed\s+by\s[^\n]*\b{re.escape(word)}\b"
    return bool(re.search(declared, text) or re.search(plays, text))


def is_declared(text: str, apart: str, name: str) -> bool:
    """Whether the file has this name in one word, or gives it to something in two."""
    return name in text or bool(re.search(rf"\b(?:{'|'.join(DECLARING)})\s+{re.escape(apart)}\b", text))


def occurs_again(text: str, apart: str, name: str) -> bool:
    """Whether the name, in one word or in two, stands elsewhere in the file."""
    return len(re.findall(rf"\b({re.escape(apart)}|{name})\b", text)) > 1


def is_owner_first(text: str, one: str, other: str) -> bool:
    """Whether two names in a row are somebody and something of theirs: `ann gold`."""
    theirs = re.compile(rf"^(?:counter|zone|flag|remember|define|pawn)\s+{re.escape(other)}\s+of\b", re.MULTILINE)
    return one.isidentifier() and bool(theirs.search(text)) and not re.search(rf"\b{re.escape(one)} of\b", text)


def is_of_players(text: str, name: str) -> bool:
    """Whether there is one of these for each player."""
    kept = rf"^(?:counter|zone|flag|remember|define|pawn)\s+{re.escape(name)}\s+of\s+player\b"
    return bool(re.search(kept, text, re.MULTILINE))


def declares(text: str, word: str, name: str) -> bool:
    """Whether the file has such a step, phase, round or procedure (which one does)."""
    header = "procedure" if word == "do" else word
    return bool(re.search(rf"^\s*{re.escape(header)}\s+(?:[0-9.]+\s+)?{re.escape(name)}\b", text, re.MULTILINE))
