"""Proposes repairs of slips: changes that, if they make a faulty line right, are most probably meant."""

import re
from collections.abc import Iterator

from dsl.frozen import frozen
from dsl.nearest import is_slip, nearest
from dsl.syntax.advice.given_names import is_declared, is_given, occurs_again
from dsl.syntax.advice.habits import FILLERS, INSTEAD
from dsl.syntax.advice.matching import said_so
from dsl.syntax.reading.lines import Token
from dsl.syntax.reading.phrases import DECLARING
from dsl.syntax.reading.trial import Change, Trial
from dsl.syntax.reading.vocabulary import Vocabulary

NEAREST_TRIED = 3
WORDS_LOOKED_BACK = 3
SHORTEST_MISSPELT = 4  # letters
LONGEST_PHRASED = 500  # characters; beyond that, nobody has written a phrase and patterns take their time
_ENDS_A_PHRASE = ("to", "face", "as", "and", "asking", ":", ",")
_WITH_NAME_AND_TITLE = ("step", "phase", "round", "action", "insert")
_SELDOM_TITLED = ("counter", "zone", "role", "remember", "flag", "pawn", "define")
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


def slips(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """The likeliest first."""
    tokens = trial.line.tokens
    suspects = _suspects(failing, len(tokens))
    yield from _quote(trial)
    yield from _unquoted(trial, failing, words)
    yield from _colon(trial, failing)
    yield from _phrases(trial)
    yield from _in_brackets(trial, failing)
    yield from _filler(tokens, failing)
    for index in suspects:
        yield from _spelling(trial, index, failing, words)
    for index in suspects:
        yield from _habit(trial, tokens[index])
    yield from join(trial, failing, words, declared_only=True)
    yield from _titled(trial, failing, words)
    yield from _nameless(trial, failing, words)


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


def _unquoted(trial: Trial, failing: int, words: Vocabulary) -> Iterator[Repair]:
    """Words where a text in quotes should stand."""
    tokens = trial.line.tokens
    if failing >= len(tokens) or words.tables.numbers["STRING"] not in trial.expected_at(failing):
        return
    if words.tables.numbers["NAME"] in trial.expected_at(failing) or not tokens[failing].text[0].isalnum():
        return  # a name is as likely, or no words begin here
    if tokens[failing].text in words.tables.literals:
        return  # it rather goes on with the sentence
    if tokens[0].text in _SELDOM_TITLED and tokens[failing].text.islower():
        return  # it is rather the rest of a name, or an owner without its `of`
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
    for first, last, plain in said_so(trial.text[start : trial.line.end], trial.text):
        at = (start + first, start + last)
        yield Repair("habit", Change(*at, plain), at)


def _in_brackets(trial: Trial, failing: int) -> Iterator[Repair]:
    """An open phrase where none can stand, or behind which something goes on: `the player other than you where ...`."""
    tokens = trial.line.tokens
    if failing >= len(tokens):
        return
    is_where = tokens[failing].text == "where"
    for first in (token for token in tokens[failing - 1 :: -1] if token.text in ("the", "every")):
        for last in range(len(tokens) - 1, failing, -1) if is_where else (failing - 1,):
            if not is_where or last + 1 == len(tokens) or tokens[last + 1].text in _ENDS_A_PHRASE:
                at = (first.start, tokens[last].end)
                yield Repair("in brackets", Change(*at, f"({trial.text[at[0] : at[1]]})"), at)


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
    if not token.text[0].isalpha() or is_given(trial.text, token.text):
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


def join(trial: Trial, failing: int, words: Vocabulary, declared_only: bool = False) -> Iterator[Repair]:
    """Two words, or two with a hyphen, that are one name."""
    tokens = trial.line.tokens
    for first in range(max(failing - 2, 0), min(failing + 1, len(tokens) - 1)):
        hyphen = tokens[first + 1].text == "-" and first + 2 < len(tokens)
        last = tokens[first + 2] if hyphen else tokens[first + 1]
        parts = (tokens[first].text, last.text)
        whole = Change(tokens[first].start, last.end, "_".join(parts).lower())
        if not all(part.isidentifier() for part in parts) or parts[1] in words.reserved:
            continue
        if first > 0 and tokens[first - 1].text == "each" and parts[0] in _OWNERS:
            continue  # `each player doubles` has a verb in it, and no name
        apart = trial.text[whole.start : whole.end]
        if parts[0] in words.tables.literals and not is_declared(trial.text, apart, whole.text):
            continue
        declares = first > 0 and tokens[first - 1].text in DECLARING
        declares = declares and (parts[1] not in _OWNERS or tokens[first - 1].text == "role")
        if declares or (not declared_only and (hyphen or occurs_again(trial.text, apart, whole.text))):
            yield Repair("join", whole, (whole.start, whole.end))
