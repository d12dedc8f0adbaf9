"""Edits as people make them while they write: lines taken out, moved, broken off; names, numbers, rules changed."""

import re
from random import Random

_BEHIND = (" (", ",", " zzz", ":", ' "', "  # a comment", "s")


def edited(text: str, chance: Random) -> str:
    """The text after one edit; half of them leave rules that can be read, and often played."""
    return _gently(text, chance) if chance.random() < 0.5 else _roughly(text, chance)


def renamed(text: str, chance: Random) -> str:
    """The text with another name for something; other files still say the old one."""
    return _everywhere(text, r"\b[a-z]\w*_\w+\b|\b[a-z]{5,}\b", chance)


def _gently(text: str, chance: Random) -> str:
    match chance.randrange(6):
        case 0:
            return renamed(text, chance)
        case 1:
            return _everywhere(text, r'(?<=")[A-Z][^"\n]*(?=")', chance)
        case 2:
            numbers = [found.span() for found in re.finditer(r"\b\d\b", text)] or [(0, 0)]
            start, end = chance.choice(numbers)
            return text[:start] + str(chance.randrange(10)) * (end > start) + text[end:]
        case 3:
            return text + chance.choice(("\nzone attic: stack\n", "\n# TODO\n", "\ndefine depth: 2\n", "\nflag wet\n"))
        case 4:
            items = re.split(r"\n(?=\S)", text)
            del items[chance.randrange(len(items))]
            return "\n".join(items)
        case _:
            lines = text.split("\n")
            indented = [at for at, line in enumerate(lines) if line.startswith("    ")] or [0]
            del lines[chance.choice(indented)]
            return "\n".join(lines)


def _everywhere(text: str, pattern: str, chance: Random) -> str:
    """Another word in all places of one."""
    words = sorted(set(re.findall(pattern, text))) or ["nothing"]
    word = chance.choice(words)
    return re.sub(rf"\b{re.escape(word)}\b", f"{word}x", text)


def _roughly(text: str, chance: Random) -> str:
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(9):
        case 0:
            del lines[at]
        case 1:
            lines[at] = "    " + lines[at]
        case 2:
            lines[at] = lines[at].lstrip()
        case 3:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        case 4:
            lines[at], lines[other] = lines[other], lines[at]
        case 5:
            lines.insert(at, chance.choice(("# a comment", "")))
        case 6:
            lines.insert(at, lines[other])
        case 7:
            lines[at] += chance.choice(_BEHIND)
        case _:
            words = lines[at].split(" ")
            words[chance.randrange(len(words))] = chance.choice(lines[other].split(" "))
            lines[at] = " ".join(words)
    return "\n".join(lines)
