"""Like sentences told as one: `Ann and Ben each gain 2 coins`, `Cat draws Lamp and Rug (twice) and is done`."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from attrs import define

from dsl.frozen import changed
from dsl.ir import nodes as ir
from interpreter.text.company import Hearer
from interpreter.text.labels import Words
from interpreter.text.log.sentence import THINGS, Piece, Reason, Sentence, alike, clause, is_same_of_another, joined

#: As much is said of somebody in one sentence: so many deeds, and so many letters.
_MOST_DEEDS = 3
_MOST_LETTERS = 110


def aggregate(words: Words, sentences: Iterable[Sentence], seat: Hearer) -> Iterator[str]:
    """Aggregates sentences about what happened one after another, where that reads well, for whoever sits in `seat`."""
    lines: list[_Line] = []
    told = list(_with_reasons(_grouped(sentences)))
    for (one, lead), (behind, _) in pairwise((*told, (None, ""))):
        assert one is not None
        who, does = clause(words, one.sentence, one.subjects, seat)
        does += {1: "", 2: " (twice)"}.get(one.times, f" ({one.times} times)")
        line = lines[-1] if lines else None
        more = behind is not None and _goes_with(one, behind)
        if line is not None and line.goes_on(one, who, does, lead, more=more):
            line.add(_of_the_same(words, line.last, one, seat) or does.removeprefix("each "), one)
        else:
            lines.append(_Line(who, [does], one, lead, one.sentence.reason))
    for line in lines:
        yield joined(line.whom, line.deeds, line.lead)


@define
class _Line:
    """A sentence in the making: what `whom` does, behind the `lead`, which tells the `reason`, or is nothing."""

    whom: str
    deeds: list[str]
    last: "_Group"
    lead: str
    reason: Reason | None

    def goes_on(self, one: "_Group", whom: str, does: str, lead: str, *, more: bool) -> bool:
        """Whether the next deed may be told in the same sentence; one that has a `lead` of its own may not.

        `more`: what is done to the same piece behind it should have room there too.
        """
        if lead or (self.lead and one.sentence.reason != self.reason):
            return False
        if self.last.sentence.ends or one.sentence.begins:
            return False
        if one.sentence.subject == ir.NONE:
            return _is_about(one) and _is_about(self.last) and one.sentence.things == self.last.sentence.things
        rolls = one.sentence.verb == "rolls" and any(deed.startswith("roll") for deed in self.deeds)
        fits = len(self.deeds) + more < _MOST_DEEDS and len(" ".join((self.whom, *self.deeds, does))) < _MOST_LETTERS
        return whom == self.whom and fits and not rolls

    def add(self, does: str, one: "_Group") -> None:
        """Adds a deed."""
        self.deeds.append(does)
        self.last = one


def _of_the_same(words: Words, last: "_Group", one: "_Group", seat: Hearer) -> str:
    """What is done to the piece that has just been named, or what that does next; "" if it is about something else."""
    if one.sentence.subject == ir.NONE:
        return one.sentence.does.replace(THINGS, "", 1).strip()
    if _only_piece(one) == _only_piece(last) != ir.NONE:
        return clause(words, changed(one.sentence, things=(Piece("it"),)), one.subjects, seat)[1].removeprefix("each ")
    return ""


def _goes_with(one: "_Group", behind: "_Group") -> bool:
    """Whether the next is about the same piece, and may stand in one sentence with it."""
    same = _only_piece(one) == _only_piece(behind) != ir.NONE and one.subjects == behind.subjects
    return same and not one.sentence.ends and not behind.sentence.begins


def _is_about(group: "_Group") -> bool:
    """Whether it tells what one piece does, that is named first."""
    sentence = group.sentence
    is_first = sentence.subject == ir.NONE and not sentence.lead and sentence.does.startswith(THINGS)
    return is_first and _only_piece(group) != ir.NONE


def _with_reasons(groups: "Iterable[_Group]") -> "Iterator[tuple[_Group, str]]":
    """Says with each what tells its reason: nothing where that has just been told, or is the card just named."""
    told: Reason | None = None
    for one in groups:
        reason, titles = one.sentence.reason, [t.title for t in one.sentence.things if isinstance(t, Piece)]
        if reason is None:
            told = Reason(titles[0]) if len(titles) == 1 and titles[0] else None
            yield one, ""
        else:
            is_named = (told is not None and reason.title == told.title) or reason.title in titles
            yield one, "" if reason == told else reason.of_what_is_named if is_named else str(reason)
            told = reason


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
    purpose = ""
    for new in sentences:
        last = waiting[-1] if waiting else None
        if new.rolled_for:
            purpose = new.rolled_for
            continue
        if purpose and new.verb in ("rolls", "show"):
            new = changed(new, does=f"{new.does} for {purpose}", begins=True)
        purpose = ""
        is_last = last is not None and last.subjects == [new.subject]
        if last is not None and is_last and last.sentence.until and last.sentence.until == new.verb:
            waiting.pop()
            new = changed(new, begins=True)
            last = waiting[-1] if waiting else None
        if new.aside and last is not None and last.sentence.announced and last.subjects == [new.about]:
            does = f"{last.sentence.does.rstrip('.')} ({new.aside})"
            last.sentence = changed(last.sentence, does=does, announced=False)
            continue
        if new.joins and last is not None and len(last.subjects) == last.times == 1 and len(last.sentence.things) < 2:
            last.sentence = _with_count(last.sentence, new.lead)
            continue
        if last is not None and len(last.subjects) == last.times == 1 and alike(last.sentence, new):
            waiting.pop()
            new = changed(new, things=(*last.sentence.things, *new.things))
            last = waiting[-1] if waiting else None
        same = last is not None and is_same_of_another(last.sentence, new)
        if last is not None and same and last.subjects == [new.subject]:
            last.times += not new.once
        elif last is not None and same and last.times == 1 and new.subject not in (ir.NONE, *last.subjects):
            last.subjects.append(new.subject)
        else:
            waiting.append(_Group(new, [new.subject]))
    return _merged(waiting)


def _with_count(sentence: Sentence, count: str) -> Sentence:
    """What was shown, with what is counted because of it: `Lamp is revealed: you gain 4 points, 7 so far`."""
    mark = ";" if ": " in sentence.does + sentence.lead else ":"  # one colon is enough
    is_name = not count.startswith(("Your ", "You ", "The "))
    behind = f"{mark} {count if is_name else count[:1].lower() + count[1:]}"
    if sentence.does:
        return changed(sentence, does=f"{sentence.does.rstrip('.')}{behind}", announced=False, ends=True)
    return changed(sentence, lead=f"{sentence.lead.rstrip('.')}{behind}", ends=True)


def _merged(groups: "Iterable[_Group]") -> "list[_Group]":
    """What several do alike, with what they do next alike and in the same way."""
    merged: list[_Group] = []
    for one in groups:
        last = merged[-1] if merged else one
        alone = last.times == one.times == 1 and last is not one and last.subjects == one.subjects
        if alone and alike(last.sentence, one.sentence):
            last.sentence = changed(last.sentence, things=(*last.sentence.things, *one.sentence.things))
        else:
            merged.append(one)
    return merged


@define
class _Group:
    """A sentence that several may share, and how often it is to be said."""

    sentence: Sentence
    subjects: list[int]
    times: int = 1
