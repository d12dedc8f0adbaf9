"""Reports undeclared names, each once, wherever else it stands."""

from collections.abc import Callable, Iterable, Mapping

from attrs import define, evolve, field

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.listing import joined, listed
from dsl.nearest import is_slip, nearest
from dsl.source import Span
from dsl.syntax import nodes as n

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
#: What is often written for it, and what it is called here.
CALLED_HERE = {
    **dict.fromkeys(("nobody", "noone", "null", "nil", "nothing", "empty"), "none"),
    **dict.fromkeys(("everybody", "everyone", "all_players"), "players"),
    **dict.fromkeys(("a", "an"), "1"),
    **{word: str(number) for number, word in enumerate(_NUMBERS, start=2)},
    "true": "yes",
    "false": "no",
    "me": "you",
    "boolean": "yes_no",
    "bool": "yes_no",
    "integer": "number",
    "int": "number",
    "string": "text",
}
MOST_PLACES = 6


@define
class Unknowns:
    """The names reported so far, with every place where each stands; `silent` are not worth a report."""

    silent: set[str] = field(factory=set)
    places: dict[str, list[Span]] = field(factory=dict)

    def is_new(self, name: n.Name, rule: str = "") -> bool:
        """Whether this one is to be reported (under that rule); the place is noted in any case."""
        if name.text in self.silent:
            return False
        key = f"{name.text} {rule}".strip()
        first = key not in self.places
        spans = self.places.setdefault(key, [])
        if name.span not in spans:
            spans.append(name.span)
        return first


#: Names that mean something which is said in another way, where they break that rule (or any): the label, the advice.
_SAID_OTHERWISE = (
    (("another",), "", "other than whom?", "write `a player other than you`, and so on"),
    (("opponent", "opponents", "enemy", "rival"), "", "a player, but not you",
     "write `a player other than you`, `each player other than you`, `any player other than you`"),
    (("pass",), "unknown-action", "not declared",
     "to pass is no action: write `... may pass`, or `... may not pass` of whoever has to answer"),
    (("title", "titles"), "unknown-kind", "the titles of which cards?",
     "for one of each title, write `enum Pile: titles of KIND`, and here `by Pile`"),
)  # fmt: skip


def unknown(
    name: n.Name, message: str, candidates: Iterable[str], *, rule: str, listed: str = "", heading: str = "",
    also: Iterable[str] = (),
) -> Diagnostic:  # fmt: skip
    """What to say of a name that nothing declares; `listed` introduces the names there are: "the zones are".

    `also` are names that may have been meant too, and are not worth a list.
    """
    if (here := CALLED_HERE.get(name.text.casefold())) and (rule != "unknown-type" or here in candidates):
        called = Fix(f"write `{here}`", (Edit(name.span, here),), safe=False)
        return error(rule, message, name.span, label=f"write `{here}`", fix=called, heading=heading)
    for names, broken, label, instead in _SAID_OTHERWISE:
        if name.text in names and broken in ("", rule):
            return error(rule, message, name.span, label=label, help=(instead,), heading=heading)
    known = sorted(set(candidates) - {name.text})
    near = nearest(name.text, known) or nearest(name.text, sorted(set(also) - {name.text}))
    if near:
        sure = Fix(f"write `{near[0]}`", (Edit(name.span, near[0]),), safe=False)
        fix = sure if is_slip(name.text, near[0]) else None
        return error(rule, message, name.span, label=f"did you mean `{near[0]}`?", fix=fix, heading=heading)
    return error(rule, message, name.span, label="not declared", help=_there_are(listed, known), heading=heading)


def _there_are(listed: str, known: list[str]) -> tuple[str, ...]:
    if not listed:
        return ("declare it, or use a name that is declared",)
    if not known:
        return (f"{listed}: none so far",)
    if listed.endswith("one of"):
        return (f"{listed} {joined(known, 'or')}",)
    return (f"{listed}: {joined(known)}",)


def with_places(
    diagnostics: Iterable[Diagnostic], unknowns: Unknowns, said_once: Callable[[], Mapping[str, Span]]
) -> tuple[Diagnostic, ...]:
    """Each report of an unknown name with a word on where else it stands; its fix mends them all.

    `said_once` are the names that stand nowhere but where they are declared: one of them that this may be is misspelt.
    """
    others = {spans[0]: spans[1:] for spans in unknowns.places.values() if len(spans) > 1}
    once = said_once() if others else {}
    return tuple(_with_others(d, others[d.span], once) if d.span in others else d for d in diagnostics)


def _with_others(found: Diagnostic, others: list[Span], once: Mapping[str, Span]) -> Diagnostic:
    name, fix = found.span.text, found.fix
    found = evolve(found, help=(*found.help, f"it also stands in {_places(found.span, others)}"))
    if fix is None:
        return found
    near = fix.edits[0].replacement
    if (declared := once.get(near)) is not None:
        mended = Fix(f"write `{name}` where it is declared", (Edit(declared, name),), safe=False)
        labels = (*found.labels, Label(declared, f"is this `{name}`? Nothing says `{near}`"))
        return evolve(found, label="not declared", labels=labels, fix=mended)
    return evolve(found, fix=evolve(fix, edits=(*fix.edits, *(Edit(span, near) for span in others))))


def _places(first: Span, others: list[Span]) -> str:
    """`lines 4 and 9`, with the file's name where it is another one."""
    by_file: dict[str, list[int]] = {}
    for span in others:
        lines = by_file.setdefault("" if span.source is first.source else span.source.path, [])
        if span.line not in lines:
            lines.append(span.line)
    return "; ".join(_lines(path, lines) for path, lines in by_file.items())


def _lines(path: str, lines: list[int]) -> str:
    where = f" of {path}" if path else ""
    return f"{'line' if len(lines) == 1 else 'lines'} {listed(map(str, lines), most=MOST_PLACES)}{where}"
