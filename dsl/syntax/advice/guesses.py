"""Guesses changes to a line that shows no slip: what is missing, too much, or the wrong way round."""

from collections.abc import Iterator

from dsl.syntax.advice.given_names import declares, is_owner_first
from dsl.syntax.advice.habits import JOINING, SIGNS
from dsl.syntax.advice.slips import Repair, join
from dsl.syntax.reading.lines import Token
from dsl.syntax.reading.trial import Change, Trial
from dsl.syntax.reading.vocabulary import Vocabulary

MOST_CHOICES = 4
_BEFORE_DECLARED = ("do", "step", "phase", "round")


def guesses(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """The likeliest first."""
    yield from _bracket(trial)
    yield from join(trial, failing, words)
    yield from _missing(trial, failing, words)
    yield from _extra(trial.line.tokens, failing)
    yield from _order(trial, failing, words)


def _bracket(trial: Trial) -> Iterator[Repair]:
    if trial.line.depth > 0:
        for token in reversed(trial.line.tokens):
            yield Repair("bracket", Change(token.end, token.end, ")"), (token.end, token.end))


def _missing(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """A word that is left out at or just before the place of failure; none if it could be nearly any."""
    tokens = trial.line.tokens
    for index in range(failing, max(failing - 3, 0), -1):
        token = tokens[index] if index < len(tokens) else None
        at, end = (token.start, token.end) if token else (trial.line.end, trial.line.end)
        changes = [Change(at, at, word) for word in words.literals(trial.expected_at(index))]
        fitting = [change for change in changes if trial.works_with(change)]
        said = {before.text for before in tokens[:index]}
        if token and index and is_owner_first(trial.text, tokens[index - 1].text, token.text):
            owner_end = tokens[index - 1].end
            yield Repair("missing", Change(owner_end, owner_end, "'s"), (at, end), ("'s",))
        fitting = [change for change in fitting if change.text in JOINING]
        choices = words.by_likeliness([change.text for change in fitting], token.text if token else "")
        choices = [word for word in choices if word not in said] or choices
        named = [word for word in choices if token and declares(trial.text, word, token.text)]
        choices = named or [word for word in choices if word not in _BEFORE_DECLARED]
        if 1 <= len(choices) <= MOST_CHOICES:
            yield Repair("missing", Change(at, at, choices[0]), (at, end), tuple(choices))


def _extra(tokens: list[Token], failing: int) -> Iterator[Repair]:
    for index in (failing, failing - 1):
        if 0 < index < len(tokens):
            token = tokens[index]
            if token.text not in SIGNS and token.text not in (")", "]", ","):
                continue  # a whole word is seldom too much; it rather says something in another way
            yield Repair("extra", Change(token.start, token.end, ""), (token.start, token.end))


def _order(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """A number and a name the wrong way round."""
    tokens = trial.line.tokens
    for first in (failing - 1, failing):
        if not 0 <= first < len(tokens) - 1:
            continue
        one, two = tokens[first], tokens[first + 1]
        if two.text[0].isdigit() and one.text.isidentifier() and one.text not in words.tables.literals:
            swapped = Change(one.start, two.end, two.text + trial.text[one.end : two.start] + one.text)
            yield Repair("order", swapped, (one.start, two.end))
