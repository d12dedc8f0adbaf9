"""Like sentences told as one: `Ann and Ben each gain 2 coins`, `Cat draws Lamp and Rug (twice)`."""

from collections.abc import Iterable, Iterator

from attrs import define, evolve

from dsl.ir import nodes as ir
from interpreter.text.labels import Words
from interpreter.text.sentence import Sentence, alike, said


def aggregate(words: Words, sentences: Iterable[Sentence]) -> Iterator[str]:
    """Aggregates sentences about what happened one after another, where that reads well."""
    waiting: list[_Group] = []
    for new in sentences:
        last = waiting[-1] if waiting else None
        if last is not None and len(last.subjects) == last.times == 1 and alike(last.sentence, new):
            waiting.pop()
            new = evolve(new, things=(*last.sentence.things, *new.things))
            last = waiting[-1] if waiting else None
        same = last is not None and evolve(last.sentence, subject=new.subject) == new
        if last is not None and same and last.subjects == [new.subject]:
            last.times += 1
        elif last is not None and same and last.times == 1 and new.subject not in (ir.NONE, *last.subjects):
            last.subjects.append(new.subject)
        else:
            waiting.append(_Group(new, [new.subject]))
    for one in waiting:
        text = said(words, one.sentence, one.subjects)
        often = {1: "", 2: " (twice)"}.get(one.times, f" ({one.times} times)")
        yield text.removesuffix(".") + often + "." if often else text


@define
class _Group:
    """A sentence that several may share, and how often it is to be said."""

    sentence: Sentence
    subjects: list[int]
    times: int = 1
