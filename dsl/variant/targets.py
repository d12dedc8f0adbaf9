"""Finds the one target of an edit by kind and name, or says why there is none."""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.listing import listed
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.construct import Line
from dsl.syntax.unparse import first_line
from dsl.syntax.unparse.text import text
from dsl.variant.provenance import Change
from dsl.variant.rules import Named, Nameless, Rules, head, kind_of, name_of, title_of


class _Spanned(Protocol):
    @property
    def span(self) -> Span: ...


_Found = TypeVar("_Found", bound=_Spanned)
_Line = TypeVar("_Line", bound=Line)
_MOST_LISTED = 6
#: Kinds of things that are called by a plural.
_SEVERAL = frozenset(("spaces", "counters", "cards", "tokens", "dice"))


def find(rules: Rules, kind: str, name: n.Name) -> Named | Diagnostic:
    """The step, procedure, definition and so on with that name."""
    called_so = rules.called(name.text)
    found = [thing for thing in called_so if kind_of(thing) == kind]
    if called_so and not found:
        return _another_kind(kind, name, called_so[0])
    others = (thing for thing in rules.named() if kind_of(thing) == kind)
    return the_one(rules, kind, name.text, name.span, found, map(name_of, others))


def find_target(rules: Rules, target: n.Target) -> Named | Diagnostic:
    """What a `replace`, `extend` or `remove` names; if it gives a title, that must stand there."""
    if target.kind == "game end":
        ends = _ends(rules)
        parts = [(target.name, "after"), (target.condition, "condition")]
        fitting = [end for end in ends if all(part in (None, getattr(end, name)) for part, name in parts)]
        return _the_end(rules, target, fitting)
    if target.title is not None and target.kind == "rule":
        nameless = [item for item in rules.items if isinstance(item, Nameless)]
        return the_one_that_begins(nameless, target.title, "rule", "write more of it")
    if target.name is None:
        setups = [item for item in rules.items if isinstance(item, n.Setup)]
        return the_one(rules, "setup", "", target.span, setups, [])
    found = find(rules, target.kind, target.name)
    if isinstance(found, Diagnostic) or target.title is None:
        return found
    return _drifted(found, target.title) or found


def find_replaced_end(rules: Rules, target: n.Target) -> n.GameEnd | Diagnostic:
    """The end of the game that begins as the edit says; or else that after the same, or the only one."""
    ends = _ends(rules)
    after = [end for end in ends if end.after == target.name]
    same = [end for end in ends if target.condition and end.condition == target.condition]
    return _the_end(rules, target, [end for end in same if end in after] or same or after or ends)


def _ends(rules: Rules) -> list[n.GameEnd]:
    return [item for item in rules.items if isinstance(item, n.GameEnd)]


def _the_end(rules: Rules, target: n.Target, found: Sequence[n.GameEnd]) -> n.GameEnd | Diagnostic:
    if len(found) > 1:
        return ambiguous(
            "more than one end of the game is so", target.span, [head(end.span) for end in found],
            "say more of it; or `remove` the one, and write another as an end of your own: `game ends ...:`",
        )  # fmt: skip
    return the_one(rules, "game end", text(target), target.span, found, [text(end) for end in _ends(rules)])


def the_one(
    rules: Rules, kind: str, name: str, span: Span, found: Sequence[_Found], names: Iterable[str]
) -> _Found | Diagnostic:
    """The only one found; otherwise what is wrong, with `names` as the ones there are."""
    match found:
        case [one]:
            return one
        case []:
            return _unknown(rules, kind, name, span, [other for other in dict.fromkeys(names) if other])
        case _:
            advice = "an edit is about exactly one thing: give those in the game names of their own"
            message = f"there is more than one {called(kind, name)}"
            return ambiguous(message, span, [head(thing.span) for thing in found], advice)


def the_one_that_begins(known: Sequence[_Line], words: n.Text, what: str, more: str) -> _Line | Diagnostic:
    """The only line of these that begins so; `what` they are called, `more` is what to do if there are several."""
    wanted = _tokens(words.text)
    found = [line for line in known if any(_begins(text, wanted) for text in (first_line(line), line.span.text))]
    if not found:
        return _none_begins(words, what, [first_line(line) for line in known])
    if found[1:]:
        message = f'more than one {what} begins with "{words.text}"'
        return ambiguous(message, words.span, [head(line.span) for line in found], more)
    return found[0]


def _begins(text: str, words: list[str]) -> bool:
    return _tokens(text)[: len(words)] == words


def _tokens(text: str) -> list[str]:
    """The words and signs of a line; within the quotes of an edit, a text in quotes has single ones."""
    return re.findall(r"\w+|[^\w\s]", text.replace('"', "'"))


def _none_begins(words: n.Text, what: str, known: Sequence[str]) -> Diagnostic:
    wanted = _tokens(words.text)
    beginnings = {" ".join(_tokens(line)[: len(wanted)]): line for line in known}
    near = nearest(" ".join(wanted), beginnings)
    alike = sorted(known, key=lambda line: -len(set(_tokens(line)) & set(wanted)))[:_MOST_LISTED]
    return error(
        "unknown-target", f'no {what} begins with "{words.text}"', words.span,
        label=f"did you mean the one that begins with `{beginnings[near[0]]}`?" if near else "",
        help=() if near or not alike else (f"there is {listed([f'`{line}`' for line in alike])}",),
    )  # fmt: skip


def called(kind: str, name: str) -> str:
    """A thing as messages name it: a card by its title, the setup by nothing."""
    if kind == "card":
        return f'card "{name}"'
    return f"{word_for(kind)} `{name}`" if name else kind


def word_for(kind: str) -> str:
    """What a kind of thing is called in a sentence."""
    return {"define": "definition", "game end": "end of the game", "use": "library"}.get(kind, kind)


def _unknown(rules: Rules, kind: str, name: str, span: Span, names: Sequence[str]) -> Diagnostic:
    message = f"there is no {called(kind, name)}"
    if gone := _removal(rules.changes, kind, name):
        label = Label(head(gone.edit.span), f'variant "{gone.variant}" removes it')
        return error("unknown-target", message, span, label="no longer there", labels=(label,))
    near = nearest(name, names) if name else []
    return error(
        "unknown-target", message, span, label=f"did you mean {_quoted(kind, near[0])}?" if near else "",
        help=() if near else (_what_there_is(kind, names),), fix=_rename(kind, span, near[0]) if near else None,
    )  # fmt: skip


def _quoted(kind: str, name: str) -> str:
    return f'"{name}"' if kind == "card" else f"`{name}`"


def _removal(changes: Sequence[Change], kind: str, name: str) -> Change | None:
    found = [c for c in changes if (c.how, c.kind, c.name) == ("removed", kind, name)]
    return found[-1] if found else None


def _what_there_is(kind: str, names: Sequence[str]) -> str:
    if not names:
        return f"the rules have no {word_for(kind)}"
    return f"there {'is' if len(names) == 1 else 'are'} {listed([_quoted(kind, name) for name in names])}"


def _rename(kind: str, span: Span, name: str) -> Fix:
    typed = f'"{name}"' if kind == "card" else name
    return Fix(f"write {_quoted(kind, name)}", (Edit(span, typed),), safe=False)


def ambiguous(message: str, span: Span, places: Sequence[Span], advice: str) -> Diagnostic:
    """More than one thing is meant, at these places."""
    labels = tuple(Label(place, "one is here") for place in places)
    return error("ambiguous-target", message, span, label="which one is meant?", labels=labels, help=(advice,))


def _another_kind(kind: str, name: n.Name, thing: Named) -> Diagnostic:
    real = kind_of(thing)
    return error(
        "target-of-another-kind", f"`{name.text}` is not {_a(kind)}, it is {_a(real)}", name.span,
        label=f"write `{real} {name.text}`",
        labels=(Label(head(thing.span), f"the {word_for(real)} {'are' if real in _SEVERAL else 'is'} here"),),
    )  # fmt: skip


def _a(kind: str) -> str:
    word = word_for(kind)
    return word if kind in _SEVERAL else f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _drifted(thing: Named, expected: n.Text) -> Diagnostic | None:
    actual = title_of(thing)
    if actual is not None and actual.text == expected.text:
        return None
    what = called(kind_of(thing), name_of(thing))
    has = f'is called "{actual.text}"' if actual else "has no title"
    return error(
        "base-has-drifted", f'{what} {has}, not "{expected.text}"', expected.span,
        label="the title that the variant expects",
        labels=(Label(actual.span if actual else head(thing.span), "the title now" if actual else "no title here"),),
        help=("see whether the edit still fits the rule as it is now; then write its title of today, or none",),
        fix=_new_title(expected, actual),
    )  # fmt: skip


def _new_title(expected: n.Text, actual: n.Text | None) -> Fix | None:
    if actual is None:
        return None
    return Fix(f'write "{actual.text}"', (Edit(expected.span, f'"{actual.text}"'),), safe=False)
