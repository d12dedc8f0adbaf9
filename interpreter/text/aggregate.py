"""Like sentences told as one: `Ann and Ben each gain 2 coins`, `Cat draws Lamp and Rug (twice)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve

from dsl.ir import nodes as ir
from interpreter.text.labels import Words
from interpreter.text.sentence import Sentence, alike, said


def put_together(words: Words, sentences: Iterable[Sentence]) -> Iterator[str]:
    """Sentences about what happened one after another, put together where that reads well."""
    waiting: list[_Told] = []
    for sentence in sentences:
        _put(waiting, sentence)
    return _said(words, waiting)


@define
class _Told:
    """A sentence that several may share, and how often it is to be said."""

    sentence: Sentence
    subjects: list[int]
    times: int = 1


def _put(waiting: list[_Told], new: Sentence) -> None:
    """Adds a sentence to those that wait, put together with the one before it where that reads well."""
    last = waiting[-1] if waiting else None
    if last is not None and len(last.subjects) == last.times == 1 and alike(last.sentence, new):
        waiting.pop()
        new = evolve(new, things=(*last.sentence.things, *new.things))
    _share(waiting, new)


def _share(waiting: list[_Told], new: Sentence) -> None:
    last = waiting[-1] if waiting else None
    if last is None or evolve(last.sentence, subject=new.subject) != new:
        waiting.append(_Told(new, [new.subject]))
    elif last.subjects == [new.subject]:
        last.times += 1
    elif new.subject != ir.NONE and new.subject not in last.subjects and last.times == 1:
        last.subjects.append(new.subject)
    else:
        waiting.append(_Told(new, [new.subject]))


def _said(words: Words, waiting: Sequence[_Told]) -> Iterator[str]:
    for one in waiting:
        text = said(words, one.sentence, one.subjects)
        often = {1: "", 2: " (twice)"}.get(one.times, f" ({one.times} times)")
        yield text.removesuffix(".") + often + "." if often else text
