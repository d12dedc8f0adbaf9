import re
from collections.abc import Iterator

from dsl.frozen import frozen
from dsl.lint.rule import Diagnostic, Found, Label, Subject, rule, warning
from dsl.lint.said import NUMBERS, OF_SEVERAL, number_said
from dsl.names.symbols import singular
from dsl.source import Span
from dsl.syntax import nodes as n

_NUMBER = rf"\d+|{'|'.join(NUMBERS)}"
_AMOUNTS = re.compile(rf"\b({_NUMBER})\s+([A-Za-z]+)", re.IGNORECASE)
_PAID = re.compile(
    rf"\b(?:costs?|pays?|paying|spends?|spending|for)\s+(?:you\s+)?((?:(?:{_NUMBER})\s+[A-Za-z]+(?:\s+and\s+|\b))+)",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    rf"\b(once|twice|(?:{_NUMBER})\s+times)\s+(?:per|an?|each|every|in\s+(?:each|every|an?|one|your))\s+([A-Za-z]+)",
    re.IGNORECASE,
)
_PLAYERS = re.compile(rf"(?:^|\bgame\s)for\s+({_NUMBER})\s+(?:to|or)\s+({_NUMBER})\s+players\b", re.IGNORECASE)


@frozen
class _Said:
    """Words that players read, with their place."""

    words: str
    span: Span
    is_title: bool = False


@rule("T124")
def text_says_another_number(subject: Subject) -> Found:
    """The words on an action beside its heading, and those on the game beside `players`."""
    sections = {(section.kind, section.name): section.texts for section in subject.game.rulebook}
    for action in subject.syntax(n.Action):
        written = sections.get(("action", action.name.text), ())
        headings = {trait.span for trait in action.traits}  # of which words are made where there are none
        texts = [_Said(text.words, text.span) for text in written if text.span not in headings]
        if action.title is not None:
            texts.append(_Said(action.title.text, action.title.span, is_title=True))
        for trait in action.traits:
            number, found = _of_trait(subject, trait, texts)
            if number is not None and found and all(one != number for one, _, _ in found):
                yield _found(subject, found[0][1], found[0][2], number, trait.span)
    few, most = subject.game.fewest_players, subject.game.most_players
    for text in sections.get(("game", ""), ()):
        if (said := _PLAYERS.search(text.words)) and (number_said(said[1]), number_said(said[2])) != (few, most):
            setting = next(
                one for game in subject.syntax(n.Game) for one in game.settings if isinstance(one, n.Setting)
            )
            yield _found(subject, said[0], text.span, f"{few} to {most}", setting.span)


def _of_trait(
    subject: Subject, trait: n.ActionTrait, texts: list[_Said]
) -> tuple[int | None, list[tuple[int, str, Span]]]:
    """The number in a part of a heading, and the numbers that texts say of the same: with their words and place."""
    if trait.cost is not None and isinstance(trait.cost.what, n.Name):
        return _worth(subject, trait.cost.amount), list(_paid(trait.cost.what.text, texts))
    if trait.kind == "limit" and trait.unit is not None:
        number = 1 if trait.amount is None else _worth(subject, trait.amount)
        return number, list(_often(trait.unit.text, texts))
    return None, []


def _worth(subject: Subject, amount: n.Expression) -> int | None:
    match amount:
        case n.Number():
            return amount.value
        case n.Name(text):
            return next((one.value for one in subject.game.parameters if one.name == text), None)
        case _:
            return None


def _paid(what: str, texts: list[_Said]) -> Iterator[tuple[int, str, Span]]:
    """What is said to be paid of it; in a title, every number of it."""
    names = {what.casefold(), singular(what).casefold()}
    for text in texts:
        for part in re.split(r"[,.;:!?]", text.words):
            if OF_SEVERAL.search(part):
                continue
            whole = [(part, part)] if text.is_title else [(found[0], found[1]) for found in _PAID.finditer(part)]
            for words, amounts in whole:
                for number, noun in _AMOUNTS.findall(amounts):
                    if {noun.casefold(), singular(noun).casefold()} & names:
                        yield number_said(number), words.strip(), text.span


def _often(unit: str, texts: list[_Said]) -> Iterator[tuple[int, str, Span]]:
    for text in texts:
        for found in _OFTEN.finditer(text.words):
            if found[2].casefold() == unit.casefold():
                first = found[1].split()[0].casefold()
                yield {"once": 1, "twice": 2}.get(first) or number_said(first), found[0], text.span


def _found(subject: Subject, words: str, span: Span, number: int | str, heading: Span) -> Diagnostic:
    anew = "say it anew in the variant: `replace ...:` with only `>` lines below it replaces the words"
    return warning(
        "text-says-another-number", f'the text says "{words}", and the heading says {number}', span, label="says this",
        labels=(Label(heading, "says this"),),
        help=("let the text and the heading say the same" if subject.is_own(span) else anew,),
    )  # fmt: skip
