"""What a faulty line was probably meant to say.

Small changes are tried one after another, the likeliest first. The first that makes the whole line right is
taken, so that nobody is given advice that does not help.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.nearest import nearest
from dsl.syntax.habits import INSTEAD, PHRASES
from dsl.syntax.lines import Token
from dsl.syntax.trial import Change, Trial
from dsl.syntax.vocabulary import Vocabulary

NEAREST_TRIED = 3
WORDS_LOOKED_BACK = 3
MOST_CHOICES = 4
OWNERS = ("player", "players", "card", "cards")  # behind a name, these are not the second half of it


@frozen
class Repair:
    """A change that makes the line right; `kind` says what was wrong, `at` is where to point."""

    kind: str  # colon, quote, case, spelling, habit, missing, extra, order, join, bracket
    change: Change
    at: tuple[int, int]
    choices: tuple[str, ...] = ()  # where several words would do equally well


def repair(trial: Trial, failing: int, words: Vocabulary) -> Repair | None:
    """The likeliest change that makes the line right, if a small one does."""
    for candidate in _candidates(trial, failing, words):
        if trial.works_with(candidate.change):
            return candidate
    return None


def _candidates(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    tokens = trial.line.tokens
    yield from _quote(trial)
    yield from _colon(trial, failing)
    yield from _phrases(trial)
    for index in _suspects(failing, len(tokens)):
        yield from _spelling(trial, index, words)
    for index in _suspects(failing, len(tokens)):
        yield from _habit(tokens[index])
    yield from _bracket(trial)
    yield from _join(trial, failing)
    yield from _missing(trial, failing, words)
    yield from _extra(tokens, failing)
    yield from _order(trial, failing)


def _suspects(failing: int, count: int) -> list[int]:
    """The word at which the line fails, the few before it, and the first."""
    near = range(min(failing, count - 1), max(failing - WORDS_LOOKED_BACK, 0) - 1, -1)
    return list(dict.fromkeys([*near, 0]))


def _quote(trial: Trial) -> Iterator[Repair]:
    """A quotation mark that is never closed: the text may end before the colon, or at the end of the line."""
    last = trial.line.tokens[-1]
    if not last.text.startswith('"') or (len(last.text) > 1 and last.text.endswith('"')):
        return
    text = last.text.rstrip()
    for end in dict.fromkeys([text.rstrip(":"), text, text.split(",")[0], text.split(":")[0]]):
        mended = f'{end}"{text[len(end) :]}'
        yield Repair("quote", Change(last.start, last.end, mended), (last.start, last.start + len(end)))


def _colon(trial: Trial, failing: int) -> Iterator[Repair]:
    end = trial.line.end
    if failing >= len(trial.line.tokens):
        yield Repair("colon", Change(end, end, ":"), (end, end))
        return
    last = trial.line.tokens[-1]
    if last.text in (";", ".", "{", ","):
        yield Repair("colon", Change(last.start, last.end, ":"), (last.start, last.end))


def _phrases(trial: Trial) -> Iterator[Repair]:
    start, end = trial.line.start, trial.line.end
    for pattern, plain in PHRASES:
        for found in pattern.finditer(trial.text, start, end):
            yield Repair("habit", Change(found.start(), found.end(), plain), found.span())


def _spelling(trial: Trial, index: int, words: Vocabulary) -> Iterator[Repair]:
    token = trial.line.tokens[index]
    if not token.text[0].isalpha():
        return
    possible = [
        word for word in words.literals(trial.expected_at(index)) if word.isalpha() and word != token.text
    ]
    for word in nearest(token.text, possible, NEAREST_TRIED):
        kind = "case" if word == token.text.casefold() else "spelling"
        yield Repair(kind, Change(token.start, token.end, word), (token.start, token.end))


def _habit(token: Token) -> Iterator[Repair]:
    for word in INSTEAD.get(token.text.casefold(), ()):
        yield Repair("habit", Change(token.start, token.end, word), (token.start, token.end))


def _bracket(trial: Trial) -> Iterator[Repair]:
    if trial.line.depth > 0:
        for token in reversed(trial.line.tokens):
            yield Repair("bracket", Change(token.end, token.end, ")"), (token.end, token.end))


def _join(trial: Trial, failing: int) -> Iterator[Repair]:
    """Two words, or two with a hyphen, that are one name."""
    tokens = trial.line.tokens
    for first in range(max(failing - 2, 0), min(failing + 1, len(tokens) - 1)):
        hyphen = tokens[first + 1].text == "-" and first + 2 < len(tokens)
        last = tokens[first + 2] if hyphen else tokens[first + 1]
        parts = [tokens[first].text, last.text]
        if all(part.isidentifier() for part in parts) and (hyphen or parts[1] not in OWNERS):
            whole = Change(tokens[first].start, last.end, "_".join(parts).lower())
            yield Repair("join", whole, (whole.start, whole.end))


def _missing(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """A word that is left out before the one at which the line fails; none if it could be nearly any."""
    token = trial.line.tokens[failing] if failing < len(trial.line.tokens) else None
    at, end = (token.start, token.end) if token else (trial.line.end, trial.line.end)
    changes = [Change(at, at, word) for word in words.literals(trial.expected_at(failing))]
    fitting = [change for change in changes if trial.works_with(change)]
    if 1 <= len(fitting) <= MOST_CHOICES:
        yield Repair("missing", fitting[0], (at, end), tuple(change.text for change in fitting))


def _extra(tokens: list[Token], failing: int) -> Iterator[Repair]:
    for index in (failing, failing - 1):
        if 0 <= index < len(tokens) and len(tokens) > 1:
            token = tokens[index]
            yield Repair("extra", Change(token.start, token.end, ""), (token.start, token.end))


def _order(trial: Trial, failing: int) -> Iterator[Repair]:
    """Two neighbours the wrong way round."""
    tokens = trial.line.tokens
    for first in (failing - 1, failing):
        if 0 <= first < len(tokens) - 1:
            one, two = tokens[first], tokens[first + 1]
            between = trial.text[one.end : two.start]
            swapped = Change(one.start, two.end, two.text + between + one.text)
            yield Repair("order", swapped, (one.start, two.end))
