"""One difference between two rule sets in words: `parameter price 3 -> 4`."""

import re

from dsl.difference.compare import Difference

#: Things whose heads begin with a value or number, behind which nothing else may differ.
_VALUE_FIRST = ("parameter", "round", "phase", "step")


def in_words(difference: Difference) -> str:
    """What differs, in one line, without the lines of its body."""
    called = _called(difference)
    match difference.how:
        case "changed" if difference.before == difference.after:
            return called
        case "changed":
            same, old, new = _apart(difference)
            said = _with_head(difference, called, same)
            return f"{said}{'' if same else ':'} {old or 'nothing'} -> {new or 'nothing'}"
        case _:
            inside = f" (in {difference.inside})" if difference.inside else ""
            return _with_head(difference, called, difference.before or difference.after) + inside


def in_short(difference: Difference) -> str:
    """What differs, by what it is called alone; of a parameter also its value."""
    called = _called(difference)
    if difference.kind != "parameter" or difference.how != "changed":
        return called
    same, old, new = _apart(difference)
    return called if same or " " in old + new else f"{called} ({old} -> {new})"


def _apart(difference: Difference) -> tuple[str, str, str]:
    """Splits two heads into their common beginning, up to a colon, and the two rests."""
    old, new = difference.before, difference.after
    if difference.kind in _VALUE_FIRST:
        pairs = (head.removeprefix("= ").partition(" ") for head in (old, new))
        (old_value, *old_rest), (new_value, *new_rest) = pairs
        return ("", old_value, new_value) if old_rest == new_rest else ("", old, new)
    alike = next(
        (k for k, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    end = old.rfind(": ", 0, alike) + 2 if ": " in old[:alike] else 0
    return old[:end].rstrip(), old[end:], new[end:]


def _with_head(difference: Difference, called: str, head: str) -> str:
    """A thing as it would stand in the rules."""
    if number := re.match(r"([\d.]+)(?= |$)", head):
        return f"{difference.kind} {number[1]} {difference.name}{head[number.end() :]}"
    if head.startswith(("= ", "of ", "by ", "if ", "after ", "when ", '"')):
        return f"{called} {head}"
    return f"{called}: {head}" if head else called


def _called(difference: Difference) -> str:
    kinds = {"rule text": "", "rule": "", "exception": "exception to ", "order": "order of "}
    return f"{kinds.get(difference.kind, f'{difference.kind} ')}{difference.name}".rstrip()
