"""Like sentences told as one: `Ann and Ben each gain 2 coins`, `Cat draws Lamp and Rug (twice) and is done`."""

from collections.abc import Iterable, Iterator

from attrs import define, evolve

from dsl.ir import nodes as ir
from interpreter.text.labels import Words
from interpreter.text.log.sentence import Piece, Sentence, alike, clause, joined

#: As much is said of somebody in one sentence: so many deeds, and so many letters.
_MOST_DEEDS = 3
_MOST_LETTERS = 110


def aggregate(words: Words, sentences: Iterable[Sentence], seat: int | None) -> Iterator[str]:
    """Aggregates sentences about what happened one after another, where that reads well, for whoever sits in `seat`."""
    whom, deeds, ended, before = "", list[str](), False, ir.NONE
    for one in _grouped(sentences):
        who, does = clause(words, one.sentence, one.subjects, seat)
        piece = _only_piece(one)
        often = {1: "", 2: " (twice)"}.get(one.times, f" ({one.times} times)")
        fits = len(deeds) < _MOST_DEEDS and len(" ".join((who, *deeds, does))) < _MOST_LETTERS
        rolled = any(deed.startswith("roll") for deed in deeds)
        begins = one.sentence.begins or (one.sentence.verb == "rolls" and rolled)
        if who == whom and one.sentence.subject != ir.NONE and fits and not ended and not begins:
            if piece == before != ir.NONE:
                _, does = clause(words, evolve(one.sentence, things=(Piece("it"),)), one.subjects, seat)
            deeds.append(does.removeprefix("each ") + often)
        else:
            if deeds:
                yield joined(whom, deeds)
            whom, deeds = who, [does + often]
        ended, before = one.sentence.ends, piece
    if deeds:
        yield joined(whom, deeds)


def _only_piece(group: "_Group") -> int:
    """The number of the only piece that is named there; what is the subject's own is always named."""
    match group.sentence.things:
        case (Piece(str(), number=number, whose=""),) if group.times == 1 and len(group.subjects) == 1:
            return number
        case _:
            return ir.NONE


def _grouped(sentences: Iterable[Sentence]) -> "list[_Group]":
    """Sentences that differ in who does it, or in the things alone, put together."""
    waiting: list[_Group] = []
    for new in sentences:
        last = waiting[-1] if waiting else None
        if last is not None and last.subjects == [new.subject] and last.sentence.until == new.verb:
            waiting.pop()
            new = evolve(new, begins=True)
            last = waiting[-1] if waiting else None
        if new.aside and last is not None and last.sentence.announced and last.subjects == [new.about]:
            does = f"{last.sentence.does.rstrip('.')} ({new.aside})"
            last.sentence = evolve(last.sentence, does=does, announced=False)
            continue
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
