"""Searches for the changes that make a faulty line right.

Small changes are tried one after another, the likeliest first. The first that makes the whole line right is
taken, so that nobody is given advice that does not help.
"""

from attrs import evolve

from dsl.nearest import nearest
from dsl.syntax.advice.guesses import guesses
from dsl.syntax.advice.habits import GUESSED, INSTEAD
from dsl.syntax.advice.slips import Repair, slips
from dsl.syntax.reading.lines import Token
from dsl.syntax.reading.trial import Trial
from dsl.syntax.reading.vocabulary import Vocabulary

MOST_IN_A_LINE = 3


def repairs(trial: Trial, failing: int, words: Vocabulary) -> tuple[list[Repair], list[Token]]:
    """The likeliest changes to a line, and its tokens if it is right with all of them and none is a guess."""
    done: list[Repair] = []
    while len(done) < MOST_IN_A_LINE:
        whole = _whole(trial, failing, words)
        found = whole or _step(trial, failing, words)
        if not found or any(found.change.meets(earlier.change) for earlier in done):
            break
        done.append(found)
        if whole:
            is_read = whole.is_clear or whole.kind == "spelling"
            return done, trial.tokens_with(whole.change) if is_read else []
        trial = trial.with_change(found.change)
        failing = trial.fails_at() or 0
    return done, []


def meant_beginning(trial: Trial, words: Vocabulary) -> str:
    """The word that the line was probably meant to begin with, as far as its first word tells; or none."""
    first = trial.line.tokens[0]
    possible = [word for word in words.literals(trial.expected_at(0)) if word.isalpha()]
    return next(iter(nearest(first.text, possible) if first.text[0].isalpha() else ()), "")


def _whole(trial: Trial, failing: int, words: Vocabulary) -> Repair | None:
    """The likeliest single change that makes the line right."""
    candidates = [*slips(trial, failing, words)]
    found = next((candidate for candidate in candidates if trial.works_with(candidate.change)), None)
    if found or not _is_built_on(trial, failing, words):
        return _with_choices(trial, found) if found else None
    return next((c for c in guesses(trial, failing, words) if trial.works_with(c.change)), None)


def _with_choices(trial: Trial, found: Repair) -> Repair:
    """The same with the other words that are as likely: `take` may be `gain`, `draw` or `move`."""
    word = trial.text[found.at[0] : found.at[1]].casefold()
    if found.kind != "habit" or word not in INSTEAD:
        return found
    others = [evolve(found.change, text=other) for other in INSTEAD[word]]
    fitting = tuple(other.text for other in others if trial.works_with(other))
    return evolve(found, choices=fitting, is_guess=word in GUESSED)


def _step(trial: Trial, failing: int, words: Vocabulary) -> Repair | None:
    """A change after which the line fails only further on; no guess, as the rest cannot confirm it."""
    place = trial.place_of(failing)
    for candidate in slips(trial, failing, words):
        known = trial.text[candidate.change.start : candidate.change.end] in words.tables.literals
        if candidate.kind == "extra" or (candidate.kind == "habit" and known):
            continue
        changed = trial.with_change(candidate.change)
        further = changed.fails_at() if changed.line.tokens else None
        if further is not None and changed.place_of(further) > max(place, candidate.change.end):
            return candidate
    return None


def _is_built_on(trial: Trial, failing: int, words: Vocabulary) -> bool:
    """Whether the line begins right, so that a guess about the rest has something to stand on."""
    first = trial.line.tokens[0]
    return failing > 0 and (first.text not in words.line_words or first.kind in trial.expected_at(0))
