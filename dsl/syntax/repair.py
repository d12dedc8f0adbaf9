"""What a faulty line was probably meant to say.

Small changes are tried one after another, the likeliest first. The first that makes the whole line right is
taken, so that nobody is given advice that does not help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from dsl.nearest import is_slip, nearest
from dsl.syntax.habits import FILLERS, GUESSED, INSTEAD, JOINING, SIGNS
from dsl.syntax.lines import Token
from dsl.syntax.phrases import DECLARING
from dsl.syntax.sayings import said_so
from dsl.syntax.trial import Change, Trial
from dsl.syntax.vocabulary import Vocabulary

MOST_IN_A_LINE = 3
NEAREST_TRIED = 3
WORDS_LOOKED_BACK = 3
MOST_CHOICES = 4
_WITH_NAME_AND_TITLE = ("step", "phase", "round", "action", "insert")
_BEFORE_DECLARED = ("do", "step", "phase", "round")
SHORTEST_MISSPELT = 4  # letters
LONGEST_PHRASED = 500  # characters; beyond that, nobody has written a phrase and patterns take their time
_OWNERS = ("player", "players", "card", "cards")  # behind a name, these are not the second half of it


@frozen
class Repair:
    """A change to a line. `kind` says what is wrong, `at` is where to point.

    `choices` are the words that would do equally well, where there are several. `is_guess`: the line would be
    right, but something else may well be meant, so it is no more than mentioned.
    """

    kind: str  # a key of the reports in advice.py
    change: Change
    at: tuple[int, int]
    choices: tuple[str, ...] = ()
    is_guess: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether this is most probably what was meant."""
        return not self.is_guess and len(self.choices) <= 1


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
    candidates = [*_sure_kinds(trial, failing, words)]
    found = next((candidate for candidate in candidates if trial.works_with(candidate.change)), None)
    if found or not _is_built_on(trial, failing, words):
        return _with_choices(trial, found) if found else None
    return next((c for c in _guesses(trial, failing, words) if trial.works_with(c.change)), None)


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
    for candidate in _sure_kinds(trial, failing, words):
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


def _sure_kinds(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    tokens = trial.line.tokens
    suspects = _suspects(failing, len(tokens))
    yield from _quote(trial)
    yield from _unquoted(trial, failing, words)
    yield from _colon(trial, failing)
    yield from _phrases(trial)
    yield from _filler(tokens, failing)
    for index in suspects:
        yield from _spelling(trial, index, failing, words)
    for index in suspects:
        yield from _habit(trial, tokens[index])
    yield from _join(trial, failing, words, declared_only=True)
    yield from _titled(trial, failing, words)
    yield from _nameless(trial, failing, words)


def _guesses(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    yield from _bracket(trial)
    yield from _join(trial, failing, words)
    yield from _missing(trial, failing, words)
    yield from _extra(trial.line.tokens, failing)
    yield from _order(trial, failing, words)


def _suspects(failing: int, count: int) -> list[int]:
    """The word at which the line fails, the few before it, and the first."""
    near = range(min(failing, count - 1), max(failing - WORDS_LOOKED_BACK, 0) - 1, -1)
    return list(dict.fromkeys([*near, 0]))


# ---------------------------------------------------------------- kinds of slips that show


def _quote(trial: Trial) -> Iterator[Repair]:
    """A quotation mark that is never closed: the text may end before the colon, or at the end of the line."""
    last = trial.line.tokens[-1]
    if not last.text.startswith('"') or (len(last.text) > 1 and last.text.endswith('"')):
        return
    text = last.text.rstrip()
    for end in dict.fromkeys([text.rstrip(":"), text, text.split(",")[0], text.split(":")[0]]):
        mended = f'{end}"{text[len(end) :]}'
        yield Repair("quote", Change(last.start, last.end, mended), (last.start, last.start + len(end)))


def _unquoted(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """Words where a text in quotes should stand."""
    tokens = trial.line.tokens
    if failing >= len(tokens) or words.tables.numbers["STRING"] not in trial.expected_at(failing):
        return
    if words.tables.numbers["NAME"] in trial.expected_at(failing) or not tokens[failing].text[0].isalnum():
        return  # a name is as likely, or no words begin here
    start = tokens[failing].start
    for last, token in enumerate(tokens[failing:], start=failing):
        ends_here = last + 1 == len(tokens) or tokens[last + 1].text in (",", ":", "asking", "passing")
        if ends_here and '"' not in trial.text[start : token.end]:
            quoted = f'"{trial.text[start : token.end]}"'
            yield Repair("unquoted", Change(start, token.end, quoted), (start, token.end))


def _colon(trial: Trial, failing: int) -> Iterator[Repair]:
    end = trial.line.end
    if failing >= len(trial.line.tokens):
        yield Repair("colon", Change(end, end, ":"), (end, end))
        return
    last = trial.line.tokens[-1]
    if last.text in (";", ".", "{", ","):
        yield Repair("colon", Change(last.start, last.end, ":"), (last.start, last.end))


def _phrases(trial: Trial) -> Iterator[Repair]:
    if trial.line.end - trial.line.start > LONGEST_PHRASED:
        return
    start = trial.line.start
    for first, last, plain in said_so(trial.text[start : trial.line.end]):
        at = (start + first, start + last)
        yield Repair("habit", Change(*at, plain), at)


def _filler(tokens: list[Token], failing: int) -> Iterator[Repair]:
    """A word that is said twice, or that only makes a sentence smoother."""
    for index in (failing, failing - 1) if failing < len(tokens) else ():
        if index < 0:
            continue
        token = tokens[index]
        twice = index > 0 and token.text == tokens[index - 1].text and token.text[0].isalnum()
        if twice or token.text.casefold() in FILLERS:
            yield Repair("twice" if twice else "extra", Change(token.start, token.end, ""), (token.start, token.end))


def _spelling(trial: Trial, index: int, failing: int, words: Vocabulary) -> Iterator[Repair]:
    token = trial.line.tokens[index]
    if not token.text[0].isalpha() or _is_given_as_a_name(trial.text, token.text):
        return
    possible = [word for word in words.literals(trial.expected_at(index)) if word.isalpha() and word != token.text]
    for word in nearest(token.text, possible, NEAREST_TRIED):
        form = word in (f"{token.text}s", f"{token.text}es") or token.text in (f"{word}s", f"{word}es")
        known = token.text in words.tables.literals
        longer = index == failing and (word.startswith(token.text) or token.text.startswith(word))
        if known and not (form or longer):
            continue  # a word of the language is seldom a slip for another
        kind = "case" if word == token.text.casefold() else "form" if known and form else "spelling"
        if kind == "form" and not _is_verb(word, words):
            continue  # `it` and `its` are two words
        if kind == "spelling" and len(token.text) < SHORTEST_MISSPELT and _letters(token.text) != _letters(word):
            continue  # most short words are like some other
        guess = kind == "spelling" and not is_slip(token.text, word) and _letters(token.text) != _letters(word)
        yield Repair(kind, Change(token.start, token.end, word), (token.start, token.end), is_guess=guess)


def _letters(word: str) -> list[str]:
    """The letters of a word in no order, each as often as it stands alone: those of `teh`, `the` and `thee`."""
    return sorted(re.sub(r"(.)\1", r"\1", word))


def _is_verb(word: str, words: Vocabulary) -> bool:
    plain = word.removesuffix("s")
    return any(form in words.verbs for form in (word, plain, plain.removesuffix("e")))


def _is_given_as_a_name(text: str, word: str) -> bool:
    """Whether the file gives this name to something, or lets somebody play who is called so."""
    declared = rf"\b(?:{'|'.join(DECLARING)})\s+{re.escape(word)}\b"
    plays = rf"\bplayed\s+by\s[^\n]*\b{re.escape(word)}\b"
    return bool(re.search(declared, text) or re.search(plays, text))


def _habit(trial: Trial, token: Token) -> Iterator[Repair]:
    for word in INSTEAD.get(token.text.casefold(), ()):
        start = token.start
        while word.startswith(":") and trial.text[start - 1] == " ":
            start -= 1  # no space before a colon
        yield Repair("habit", Change(start, token.end, word), (token.start, token.end))


def _titled(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """A title where a name should stand, of something that has both."""
    token = trial.line.tokens[failing] if failing < len(trial.line.tokens) else None
    if token is None or token.text[0] != '"' or words.tables.numbers["NAME"] not in trial.expected_at(failing):
        return
    if trial.line.tokens[0].text in _WITH_NAME_AND_TITLE:
        return
    named = re.findall(rf"^[ \t]*(?:\w+ )*([A-Za-z]\w*)\s+{re.escape(token.text)}", trial.text, re.MULTILINE)
    names = [name for name in dict.fromkeys(named) if name not in words.reserved]
    if len(names) == 1:
        yield Repair("titled", Change(token.start, token.end, names[0]), (token.start, token.end))


def _nameless(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """`step 1 "Market":`: a title without the name that stands before it."""
    tokens = trial.line.tokens
    token = tokens[failing] if failing < len(tokens) else None
    if token is None or token.text[0] != '"' or tokens[0].text not in _WITH_NAME_AND_TITLE:
        return
    name = re.sub(r"\W+", "_", token.text.casefold()).strip("_")
    if not name.isascii() or not name[:1].isalpha():
        return
    if name in words.reserved or re.search(rf"\b{name}\b", trial.text):
        name = f"{name}_{tokens[0].text}"
    yield Repair("nameless", Change(token.start, token.end, f"{name} {token.text}"), (token.start, token.end))


# ---------------------------------------------------------------- guesses


def _bracket(trial: Trial) -> Iterator[Repair]:
    if trial.line.depth > 0:
        for token in reversed(trial.line.tokens):
            yield Repair("bracket", Change(token.end, token.end, ")"), (token.end, token.end))


def _join(trial: Trial, failing: int, words: Vocabulary, declared_only: bool = False) -> Iterator[Repair]:
    """Two words, or two with a hyphen, that are one name."""
    tokens = trial.line.tokens
    for first in range(max(failing - 2, 0), min(failing + 1, len(tokens) - 1)):
        hyphen = tokens[first + 1].text == "-" and first + 2 < len(tokens)
        last = tokens[first + 2] if hyphen else tokens[first + 1]
        parts = (tokens[first].text, last.text)
        whole = Change(tokens[first].start, last.end, "_".join(parts).lower())
        if not all(part.isidentifier() for part in parts) or parts[1] in words.reserved:
            continue
        if parts[0] in words.tables.literals and not _is_declared(trial.text, whole):
            continue
        declares = first > 0 and tokens[first - 1].text in DECLARING
        declares = declares and (parts[1] not in _OWNERS or tokens[first - 1].text == "role")
        if declares or (not declared_only and (hyphen or _occurs_again(trial.text, whole))):
            yield Repair("join", whole, (whole.start, whole.end))


def _is_declared(text: str, change: Change) -> bool:
    """Whether the file has this name in one word, or gives it to something in two."""
    apart = re.escape(text[change.start : change.end])
    return change.text in text or bool(re.search(rf"\b(?:{'|'.join(DECLARING)})\s+{apart}\b", text))


def _occurs_again(text: str, change: Change) -> bool:
    """Whether the name, in one word or in two, stands elsewhere in the file."""
    apart = re.escape(text[change.start : change.end])
    return len(re.findall(rf"\b({apart}|{change.text})\b", text)) > 1


def _missing(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """A word that is left out at or just before the place of failure; none if it could be nearly any."""
    tokens = trial.line.tokens
    for index in range(failing, max(failing - 3, 0), -1):
        token = tokens[index] if index < len(tokens) else None
        at, end = (token.start, token.end) if token else (trial.line.end, trial.line.end)
        changes = [Change(at, at, word) for word in words.literals(trial.expected_at(index))]
        fitting = [change for change in changes if trial.works_with(change)]
        said = {before.text for before in tokens[:index]}
        if token and index and _is_owner_first(trial.text, tokens[index - 1].text, token.text):
            owner_end = tokens[index - 1].end
            yield Repair("missing", Change(owner_end, owner_end, "'s"), (at, end), ("'s",))
        fitting = [change for change in fitting if change.text in JOINING]
        choices = words.by_likeliness([change.text for change in fitting], token.text if token else "")
        choices = [word for word in choices if word not in said] or choices
        named = [word for word in choices if token and _declares(trial.text, word, token.text)]
        choices = named or [word for word in choices if word not in _BEFORE_DECLARED]
        if 1 <= len(choices) <= MOST_CHOICES:
            yield Repair("missing", Change(at, at, choices[0]), (at, end), tuple(choices))


def _is_owner_first(text: str, one: str, other: str) -> bool:
    """Whether two names in a row are somebody and something of theirs: `ann gold`."""
    theirs = re.compile(rf"^(?:counter|zone|flag|remember|define|pawn)\s+{re.escape(other)}\s+of\b", re.MULTILINE)
    return one.isidentifier() and bool(theirs.search(text)) and not re.search(rf"\b{re.escape(one)} of\b", text)


def _declares(text: str, word: str, name: str) -> bool:
    """Whether the file has such a step, phase, round or procedure (which one does)."""
    header = "procedure" if word == "do" else word
    return bool(re.search(rf"^\s*{re.escape(header)}\s+(?:[0-9.]+\s+)?{re.escape(name)}\b", text, re.MULTILINE))


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
