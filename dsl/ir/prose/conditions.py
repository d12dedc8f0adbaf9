"""Says conditions as clauses, and as what follows `whose` and `who`."""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.ir.prose.functions import told
from dsl.ir.prose.nouns import Noun, a, amount_of, bare, called, is_plural, spelt
from dsl.ir.prose.values import Values, Wordless, defined
from dsl.walk import nodes_in

#: How a comparison is said of numbers and of values in order, and its opposite.
_COMPARED = {
    "=": "{be} {x}",
    "!=": "{be} not {x}",
    "<": "{be} below {x}",
    "<=": "{be} at most {x}",
    ">": "{be} above {x}",
    ">=": "{be} at least {x}",
}
#: How much of something somebody has, or how many there are.
_AMOUNTS = {
    "=": "exactly {x}",
    "!=": "not exactly {x}",
    "<": "fewer than {x}",
    "<=": "at most {x}",
    ">": "more than {x}",
    ">=": "at least {x}",
}
_THAN = {"<": "fewer {things} than {x}", ">": "more {things} than {x}", "=": "as many {things} as {x}"}
#: The same of what is not counted one by one, such as fame.
_MUCH_THAN = {"<": "less {things} than {x}", ">": "more {things} than {x}", "=": "as much {things} as {x}"}
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
#: What stands for the candidate while the words of a `where` are found.
_CANDIDATE = "@"
#: Participles that do not end in `ed`: behind `has` they make a tense, other words say what is had.
_PARTICIPLES = frozenset((
    "been", "begun", "become", "broken", "chosen", "come", "done", "drawn", "eaten", "fallen", "found", "given", "gone",
    "got", "held", "kept", "led", "left", "lost", "made", "met", "paid", "put", "run", "said", "seen", "sent", "shown",
    "sold", "taken", "told", "won",
))  # fmt: skip


def clause(v: Values, e: ir.Expression, holds: bool = True) -> str:
    """A condition as a clause: `your hand is empty`; not `holds`: that it does not hold."""
    match e:
        case ir.Not(inner):
            return clause(v, inner, not holds)
        case ir.Compare(operator, left, right):
            return _compared(v, e, operator if holds else _OPPOSITE[operator], left, right)
        case ir.And(parts) | ir.Or(parts) if parts:
            if any(isinstance(part, ir.And | ir.Or) for part in map(_without_not, parts)):
                raise Wordless(e, "`and` within `or`")
            joint = " and " if isinstance(e, ir.And) == holds else " or "
            return joint.join(clause(v, part, holds) for part in parts)
        case ir.Some(ir.Contents(zone), where=None):
            return f"{v.noun(zone).text} is {'not empty' if holds else 'empty'}"
        case ir.Some(over, slot, where):
            is_there = "there is a" if holds else "there is no"
            which = f" {relative(v, slot, where, False)}" if where is not None else ""
            return f"{is_there} {v.one(over)}{which}"
        case ir.IsIn(item, group):
            return _is_in(v, item, group, holds)
        case ir.Read(variable, at):
            named = called(v.lexicon.variables[variable])
            return _predicate(e, named, [v.noun(i) for i in at], holds) if at else state(v, named, holds)
        case ir.Attribute(field, piece):
            return _predicate(e, spelt(field), [v.noun(piece)], holds)
        case ir.Derived(define, arguments):
            return _derived(v, e, define, arguments, holds)
        case ir.Function():
            return told(v, e, holds)
        case _:
            raise Wordless(e, f"no words for {type(e).__name__} as a condition")


def _without_not(e: ir.Expression) -> ir.Expression:
    return _without_not(e.inner) if isinstance(e, ir.Not) else e


def relative(v: Values, slot: int, where: ir.Expression, several: bool) -> str:
    """What a candidate must be, behind its name: `whose rank is below your rank`, `who has more points than you`."""
    person = any(isinstance(n, ir.Local) and n.slot == slot and n.type.kind is Kind.PLAYER for n in nodes_in(where))
    parts = ir.conjuncts(where)
    within = v.calling(slot, Noun(_CANDIDATE, several))
    return " and ".join(_relative(clause(within, part), person, several, part) for part in parts)


def _relative(said: str, person: bool, several: bool, where: ir.Expression) -> str:
    """The clause about the candidate with a relative pronoun in its place, which must come first."""
    possessive = f"{_CANDIDATE}'s"
    if said.startswith(possessive):
        said = "whose" + said.removeprefix(possessive)
    elif said.startswith(_CANDIDATE):
        said = ("who" if person else "that") + said.removeprefix(_CANDIDATE)
    else:
        raise Wordless(where, "the candidate does not come first")
    theirs = "their" if person or several else "its"
    return said.replace(possessive, theirs).replace(_CANDIDATE, "them" if person or several else "it")


def _compared(v: Values, e: ir.Expression, operator: str, left: ir.Expression, right: ir.Expression) -> str:
    if isinstance(left, ir.CountOf):
        one = isinstance(right, ir.Constant) and right.value == 1
        things = v.one(left.over) if one else v.several(left.over)
        return f"there {'is' if one else 'are'} {_AMOUNTS[operator].format(x=v.noun(right).text)} {things}"
    if isinstance(left, ir.Read) and (had := _had(v, operator, left, right)):
        return had
    if isinstance(left, ir.ReadCounter):
        owner, kind = v.noun(left.player), v.kind_of(left.counter)
        return f"{owner.text} {owner.does('have')} {_AMOUNTS[operator].format(x=v.noun(right).text)} of {kind.text}"
    if isinstance(right, ir.Constant) and right.value == ir.NONE and right.type.kind is not Kind.NUMBER:
        return _none(v, e, left, operator == "=")
    if isinstance(left, ir.Function) and left.name == "active_player" and operator in ("=", "!="):
        return f"it is {'' if operator == '=' else 'not '}{v.noun(right).possessive} turn"
    thing = v.noun(left)
    if isinstance(left, ir.Read) and v.lexicon.variables[left.variable].pawn and operator in ("=", "!="):
        return f"{thing.text} is {'' if operator == '=' else 'not '}on {v.noun(right).text}"
    return f"{thing.text} {_COMPARED[operator].format(be=thing.are, x=v.noun(right).text)}"


def _had(v: Values, operator: str, left: ir.Read, right: ir.Expression) -> str:
    """How much of a counter a player has; nothing if it is no counter of one."""
    variable = v.lexicon.variables[left.variable]
    if variable.number < 0 or [i.dimension for i in variable.dimensions] != [ir.Dimension.PLAYER]:
        return ""
    owner = v.noun(left.at[0])
    if isinstance(right, ir.Read) and right.variable == left.variable and operator in _THAN:
        things = v.lexicon.counter(variable, True)
        than = (_THAN if is_plural(things) else _MUCH_THAN)[operator]
        return f"{owner.text} {owner.does('have')} {than.format(things=things, x=v.noun(right.at[0]).text)}"
    match right:
        case ir.BestOf(how, ir.AllOf(), slot, ir.Read(counter, (ir.Local(read),))) if (
            (counter, read, operator) == (left.variable, slot, "=") and how is not ir.Aggregate.TOTAL
        ):
            most = "most" if how is ir.Aggregate.HIGHEST else "fewest"
            return f"{owner.text} {owner.does('have')} the {most} {v.lexicon.counter(variable, True)}"
    if isinstance(right, ir.Constant):
        if right.value == 0 and operator in (">", "="):
            amount = "any" if operator == ">" else "no"
            return f"{owner.text} {owner.does('have')} {amount} {v.lexicon.counter(variable, True)}"
        return f"{owner.text} {owner.does('have')} {_AMOUNTS[operator].format(x=amount_of(variable, right.value))}"
    return ""


def _none(v: Values, e: ir.Expression, left: ir.Expression, is_none: bool) -> str:
    match left:
        case ir.Derived(_, (of,)) | ir.Read(_, (of,)) if of.type.kind is Kind.PLAYER:
            owner = v.noun(of)
            thing = _thing(v, left)
            return f"{owner.text} {owner.does('have')} {f'no {thing}' if is_none else a(thing)}"
        case ir.Derived(_, ()) | ir.Read(_, ()):
            return f"there is {f'no {_thing(v, left)}' if is_none else a(_thing(v, left))}"
        case ir.PileEnd(_, zone, None):
            return f"{v.noun(zone).text} is {'empty' if is_none else 'not empty'}"
        case ir.Function() | ir.First() if (thing := v.noun(left).text).startswith("the "):
            thing = thing.removeprefix("the ")
            return f"there is {f'no {thing}' if is_none else a(thing)}"
        case _:
            raise Wordless(e, "something that may be none")


def _thing(v: Values, left: ir.Derived | ir.Read) -> str:
    """What something that may be none is called."""
    if isinstance(left, ir.Derived):
        return defined(v.lexicon.defines[left.define])
    return called(v.lexicon.variables[left.variable])


def _is_in(v: Values, item: ir.Expression, group: ir.Expression, holds: bool) -> str:
    thing = v.noun(item)
    be = f"{thing.text} {thing.are}{'' if holds else ' not'}"
    match group:
        case ir.Contents(zone):
            return f"{be} in {v.noun(zone).text}"
        case ir.AllOf(of) | ir.ListOf((ir.AllOf(of),)):
            return f"{be} {v.several(group) if thing.several else a(v.one_of(of))}"
        case ir.ListOf(items) if items and all(isinstance(i, ir.Constant) for i in items):
            names = [v.noun(i).text for i in items]
            return f"{be} {' or '.join(names)}" if holds else f"{thing.text} {thing.are} neither {' nor '.join(names)}"
        case _ if v.lexicon.are_cards(group):
            return f"{be} {'cards' if thing.several else 'a card'}"
        case _:
            return f"{be} one of the {v.several(group)}"


def _derived(v: Values, e: ir.Derived, name: str, arguments: tuple[ir.Expression, ...], holds: bool) -> str:
    """A definition by what it means, if that is one comparison and nothing makes an exception of it; else by name."""
    define = v.lexicon.defines[name]
    nouns = [v.noun(a) for a in arguments]
    if not define.exceptions and isinstance(_without_not(define.value), ir.Compare | ir.Some | ir.IsIn):
        return clause(Values(v.lexicon, dict(enumerate(nouns)), {}), define.value, holds)
    return _predicate(e, defined(define), nouns, holds) if nouns else state(v, defined(define), holds)


def _predicate(e: ir.Expression, name: str, of: list[Noun], holds: bool) -> str:
    """What a yes or no says of its owner, by what it is called: `has moved`, `can be promoted`, `tired`."""
    if len(of) != 1:
        raise Wordless(e, f"`{name}` says it of nobody, or of several")
    return predicate(name, of[0], holds)


def state(v: Values, name: str, holds: bool) -> str:
    """What a yes or no says that is nobody's, by its name: `“open house” holds`."""
    if v.lexicon.plain:
        raise Wordless(name, f"`{name}` says it of nobody")
    return f"“{name}” {'holds' if holds else 'does not hold'}"


def predicate(name: str, subject: Noun, holds: bool) -> str:
    """A subject with the verb that a yes or no is called by: `you cannot be promoted`."""
    first, _, rest = name.partition(" ")
    rest = f" {rest}" if rest else ""
    match first:
        case "can":
            return f"{subject.text} {'can' if holds else 'cannot'}{rest}"
        case "may" | "must" | "will":
            return f"{subject.text} {first}{'' if holds else ' not'}{rest}"
        case "is" | "are" | "was":
            return f"{subject.text} {subject.are}{'' if holds else ' not'}{rest}"
        case "has" | "have":
            then = rest.split()[0] if rest else ""
            if then in _PARTICIPLES or then.endswith("ed"):
                return f"{subject.text} {subject.does('have')}{'' if holds else ' not'}{rest}"
            return f"{subject.text} {subject.does('have')}{rest}" if holds else _not(subject, "have", rest)
        case _ if first.endswith("s") and not first.endswith(("ss", "us")):
            verb = bare(first)
            return f"{subject.text} {subject.does(verb)}{rest}" if holds else _not(subject, verb, rest)
        case _:
            return f"{subject.text} {subject.are}{'' if holds else ' not'} {first}{rest}"


def _not(subject: Noun, verb: str, rest: str) -> str:
    return f"{subject.text} {subject.does('do')} not {verb}{rest}"
