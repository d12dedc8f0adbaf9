"""Like sentences told as one: `Ann and Ben each gain 2 coins`, `Cat draws Lamp and Rug (twice) and is done`."""

from collections.abc import Iterable, Iterator

from attrs import define, evolve

from dsl.ir import nodes as ir
from interpreter.text.labels import Words
from interpreter.text.log.sentence import Sentence, alike, clause, joined

#: As much is said of somebody in one sentence: so many deeds, and so many letters.
_MOST_DEEDS = 3
_MOST_LETTERS = 110


def aggregate(words: Words, sentences: Iterable[Sentence], seat: int | None) -> Iterator[str]:
    """Aggregates sentences about what happened one after another, where that reads well, for whoever sits in `seat`."""
    whom, deeds, ended = "", list[str](), False
    for one in _grouped(sentences):
        who, does = clause(words, one.sentence, one.subjects, seat)
        often = {1: "", 2: " (twice)"}.get(one.times, f" ({one.times} times)")
        fits = len(deeds) < _MOST_DEEDS and len(" ".join((who, *deeds, does))) < _MOST_LETTERS
        if who == whom and one.sentence.subject != ir.NONE and fits and not ended and not one.sentence.begins:
            deeds.append(does.removeprefix("each ") + often)
        else:
            if deeds:
                yield joined(whom, deeds)
            whom, deeds = who, [does + often]
        ended = one.sentence.ends
    if deeds:
        yield joined(whom, deeds)


def _grouped(sentences: Iterable[Sentence]) -> "list[_Group]":
    """Sentences that differ in who does it, or in the things alone, put together."""
    waiting: list[_Group] = []
    for new in sentences:
        last = waiting[-1] if waiting else None
        if last is not None and last.subjects == [new.subject] and last.sentence.until == new.verb:
            waiting.pop()
            new = evolve(new, begins=True)
            last = waiting[-1] if waiting else None
        if last is not None and len(last.subjects) == last.times == 1 and alike(last.sentence, new):
            waiting.pop()
            new = evolve(new, things=(*last.sentence.things, *new.things))
            last = waiting[-1] if waiting else None
        same = last is not None and evolve(last.sentence, subject=new.subject) == new
        if last is not None and same and last.subjects == [new.subject]:
            last.times += not new.once
        elif last is not None and same and last.times == 1 and new.subject not in (ir.NONE, *last.subjects):
            last.subjects.append(new.subject)
        else:
            waiting.append(_Group(new, [new.subject]))
    return _merged(waiting)


def _merged(groups: "Iterable[_Group]") -> "list[_Group]":
    """What several do alike, with what they do next alike and in the same way."""
    merged: list[_Group] = []
    for one in groups:
        last = merged[-1] if merged else one
        alone = last.times == one.times == 1 and last is not one and last.subjects == one.subjects
        if alone and alike(evolve(last.sentence, subject=one.sentence.subject), one.sentence):
            last.sentence = evolve(last.sentence, things=(*last.sentence.things, *one.sentence.things))
        else:
            merged.append(one)
    return merged


@define
class _Group:
    """A sentence that several may share, and how often it is to be said."""

    sentence: Sentence
    subjects: list[int]
    times: int = 1
