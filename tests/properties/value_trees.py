"""Trees of values, of every kind, as the grammar allows them where they stand."""

from __future__ import annotations

from functools import cache
from string import ascii_letters, ascii_lowercase, digits
from typing import Any
from unicodedata import normalize

from attrs import evolve
from hypothesis import strategies as st

from dsl.syntax import nodes as n
from dsl.syntax.reading.vocabulary import vocabulary

Strategy = st.SearchStrategy[Any]

_WORDS = frozenset(vocabulary().tables.literals) | {"asking", "passing"}
_RANKINGS = ("most", "fewest", "latest", "earliest", "highest", "lowest")



@st.composite
def _names(draw: st.DrawFn) -> n.Name:
    """A letter, and up to five letters and digits: spelt out of one number, since most draws are for names."""
    number, first = divmod(draw(_spellings), len(ascii_letters))
    word = ascii_letters[first]
    while number:
        number, place = divmod(number - 1, len(_LATER))
        word += _LATER[place]
    return n.Name(f"{word}_" if word in _WORDS else word)


_LATER = f"{ascii_lowercase}{digits}_"
_spellings = st.integers(0, len(ascii_letters) * sum(len(_LATER) ** more for more in range(6)) - 1)
names = _names()
_plain = st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp"), blacklist_characters='"')
texts = st.text(_plain, max_size=12).map(lambda text: n.Text(normalize("NFC", text)))  # as texts are read
numbers = st.integers(0, 999).map(lambda k: n.Number(str(k)))
labels = st.one_of(numbers, st.builds(lambda a, b: n.Number(f"{a}.{b}"), st.integers(0, 20), st.integers(0, 20)))
clauses = st.builds(
    lambda letters, mark, number: n.Name(f"{letters}-{mark}{number}"),
    st.text(ascii_lowercase, min_size=1, max_size=5), st.sampled_from(("", "R")), st.integers(0, 999),
)  # fmt: skip
rule_texts = st.text(_plain, max_size=20).map(lambda text: n.RuleText(normalize("NFC", text.strip())))
yes_no = st.booleans().map(n.YesNo)


def maybe(strategy: Strategy) -> Strategy:
    """The thing or nothing."""
    return st.one_of(st.none(), strategy)


def tuples(strategy: Strategy, least: int = 0, most: int = 3) -> Strategy:
    """A few of them."""
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


# ---------------------------------------------------------------- values, by what the grammar allows where


@cache
def simple(depth: int) -> Strategy:
    pronouns = st.sampled_from(("you", "it", "this", "them", "they", "previous")).map(n.Pronoun)
    if depth == 0:
        return st.one_of(names, pronouns, possessed(0))
    indexed = st.builds(lambda name, index: n.Property(name, index, None), names, expr(depth - 1))
    applied = st.builds(n.Applied, names, tuples(expr(depth - 1), 1, 2))
    return st.one_of(names, pronouns, possessed(depth), indexed, applied)


@cache
def possessed(depth: int) -> Strategy:
    whose = st.sampled_from(("your", "their", "its", "his", "her")).map(n.Possessive)
    index = st.none() if depth == 0 else maybe(expr(depth - 1))
    mine = st.builds(n.Property, names, index, whose)
    owner = names if depth == 0 else st.one_of(names, possessed(depth - 1))
    return st.one_of(mine, st.builds(n.Property, names, index, owner, apostrophe=st.just(True)))


@cache
def path(depth: int) -> Strategy:
    if depth == 0:
        return simple(0)
    owned = st.builds(n.Property, names, maybe(expr(depth - 1)), ref(depth - 1))
    applied = st.builds(n.Applied, names, tuples(expr(depth - 1), 2, 3), last_of=st.just(True)).filter(
        lambda node: _is_ref(node.arguments[-1])
    )
    end = st.builds(n.PileEnd, st.sampled_from(("top", "bottom")), maybe(amount(depth - 1)), ref(depth - 1))
    return st.one_of(simple(depth), owned, applied, end)


def _is_ref(node: Any) -> bool:
    """Whether it can stand behind `of`."""
    return isinstance(node, n.Name | n.Number | n.Text | n.Brackets | n.Pronoun)


@cache
def amount(depth: int) -> Strategy:
    return (
        st.one_of(numbers, names) if depth == 0 else st.one_of(numbers, names, st.builds(n.Brackets, expr(depth - 1)))
    )


@cache
def the_np(depth: int) -> Strategy:
    below = simple(max(depth - 1, 0))
    several = st.builds(n.ListOf, tuples(expr(depth - 1), 2, 2)) if depth else below
    things = st.builds(n.Noun, below, st.one_of(below, several), st.none(), st.none(), st.none())
    most = st.one_of(
        below,
        st.builds(n.Query, st.just("number"), things),
        st.builds(n.BestOf, st.sampled_from(("highest", "lowest", "total")), below, things),
    )
    rankings = st.builds(n.Ranking, st.sampled_from(_RANKINGS), most)
    with_best = st.builds(
        lambda noun, inside, best: n.The(noun, None, inside, best, None, None),
        names, maybe(simple(max(depth - 1, 0))), tuples(rankings, 1, 2),
    )  # fmt: skip
    if depth == 0:
        return st.one_of(names.map(lambda noun: n.The(noun, None, None, (), None, None)), with_best)
    of = st.builds(lambda noun, of: n.The(noun, of, None, (), None, None), names, ref(depth - 1))
    inside = st.builds(lambda noun, inside: n.The(noun, None, inside, (), None, None), names, ref(depth - 1))
    end = st.builds(
        n.PileEnd, st.sampled_from(("top", "bottom")), maybe(amount(depth - 1)), ref(depth - 1), noun=names
    )  # fmt: skip
    return st.one_of(of, inside, with_best, end)


@cache
def ref(depth: int) -> Strategy:
    leaves = st.one_of(path(0), the_np(0), numbers, texts, yes_no, st.just(n.Nothing()))
    if depth == 0:
        return leaves
    brackets = st.builds(n.Brackets, expr(depth - 1))
    return st.one_of(leaves, path(depth), the_np(depth), brackets, st.builds(n.ListOf, tuples(expr(depth - 1), 2, 3)))


@cache
def noun(depth: int, is_open: bool) -> Strategy:
    inside, other = maybe(ref(depth)), maybe(ref(depth))
    name = st.one_of(simple(depth), grouped(depth))
    if not is_open:
        return st.builds(n.Noun, name, inside, other, st.none(), st.none())
    named = st.builds(n.Noun, name, inside, other, names, st.none())
    return st.one_of(named, st.builds(n.Noun, name, inside, other, maybe(names), where_part(depth)))


def grouped(depth: int) -> Strategy:
    """What stands in brackets."""
    if depth == 0:
        return names.map(n.Brackets)
    return st.one_of(expr(depth - 1).map(n.Brackets), st.builds(n.ListOf, tuples(expr(depth - 1), 2, 2)))


def counted(depth: int, is_open: bool) -> Strategy:
    """What is counted or added up, perhaps with `every`."""
    return st.builds(lambda thing, every: evolve(thing, every=every), noun(depth, is_open), st.booleans())


def value_of(depth: int) -> Strategy:
    """What is added up of each: a word, or a chain of them."""
    heads = st.one_of(names, st.builds(n.Property, names, expr(depth - 1), st.none())) if depth else names
    chain = st.builds(lambda head, owner: _of(head, owner), heads, simple(depth))
    return st.one_of(simple(depth), chain)


def _of(head: Any, owner: Any) -> n.Property:
    return n.Property(head, None, owner) if isinstance(head, n.Name) else evolve(head, owner=owner)


@cache
def noun_from(depth: int) -> Strategy:
    """A list from somebody on."""
    name, start = st.one_of(simple(depth), grouped(depth)), st.builds(n.Start, ref(depth), st.booleans())
    return st.builds(n.Noun, name, maybe(ref(depth)), maybe(ref(depth)), maybe(names), maybe(where_part(depth)), start)


@cache
def the_among(depth: int) -> Strategy:
    """`the player other than x from y with most z where ...`: it needs one of them."""
    below = simple(max(depth - 1, 0))
    plain = st.one_of(below, grouped(max(depth - 1, 0)))
    best = tuples(st.builds(n.Ranking, st.sampled_from(_RANKINGS), below), 0, 2)
    return st.builds(
        lambda noun, inside, best, where, start, other: n.The(noun, None, inside, best, None, where, start, other),
        names, maybe(below), best, maybe(where_part(depth)),
        maybe(st.builds(n.Start, plain, st.booleans())), maybe(plain),
    ).filter(lambda node: node.start or node.other_than)  # fmt: skip


def where_part(depth: int) -> Strategy:
    return expr(depth - 1) if depth else ref(0)


@cache
def every(depth: int) -> Strategy:
    nouns = st.one_of(noun(depth, False), noun(depth, True))
    return nouns.map(lambda each: n.Query("every", each))


@cache
def the_where(depth: int) -> Strategy:
    return st.builds(
        lambda name, inside, binding, where: n.The(name, None, inside, (), binding, where),
        names, maybe(ref(depth)), maybe(names), where_part(depth),
    )  # fmt: skip


@cache
def query(depth: int, is_open: bool) -> Strategy:
    kinds = st.sampled_from(("number", "any", "no", "every"))
    number = st.builds(n.Query, st.just("number"), counted(depth, is_open))
    plain = st.one_of(number, st.builds(n.Query, kinds, noun(depth, is_open)))
    best = st.builds(
        n.BestOf, st.sampled_from(("highest", "lowest", "total")), value_of(depth), counted(depth, is_open)
    )
    if is_open:
        from_there = st.builds(n.Query, st.just("every"), noun_from(depth))
        return st.one_of(plain, best, the_where(depth), from_there, the_among(depth))
    distance = st.builds(lambda a, b: n.Applied(n.Name("distance"), (a, b)), ref(depth), ref(depth))
    return st.one_of(plain, best, distance)


@cache
def unary(depth: int, is_open: bool) -> Strategy:
    inner = query(max(depth - 1, 0), is_open) if is_open or depth else ref(0)
    both = inner if is_open else st.one_of(ref(depth), inner)
    return st.one_of(both, st.builds(n.Negative, both))


@cache
def product(depth: int, is_open: bool) -> Strategy:
    if depth == 0:
        return unary(0, is_open)
    times = st.builds(n.Binary, st.just("*"), product(depth - 1, False), unary(depth - 1, is_open))
    if is_open:
        return st.one_of(unary(depth, True), times)
    rounding = st.sampled_from((None, "up", "down"))
    divided = st.builds(n.Divide, product(depth - 1, False), unary(depth - 1, False), rounding)
    return st.one_of(unary(depth, False), times, divided)


@cache
def total(depth: int, is_open: bool = False) -> Strategy:
    if depth == 0:
        return product(0, is_open)
    signs = st.sampled_from(("+", "-"))
    return st.one_of(
        product(depth, is_open), st.builds(n.Binary, signs, total(depth - 1, False), product(depth - 1, is_open))
    )


_SPELLINGS = {
    **{sign: sign for sign in ("<", "<=", ">", ">=", "!=", "=")},
    "is": "=", "are": "=", "is not": "!=", "are not": "!=",
}  # fmt: skip
_CLOSED_SPELLINGS = {"is at least": ">=", "is at most": "<=", "are at least": ">="}


@cache
def comparison(depth: int, is_open: bool) -> Strategy:
    spellings = _SPELLINGS if is_open else _SPELLINGS | _CLOSED_SPELLINGS
    compare = st.builds(
        lambda left, spelling, right: n.Compare(spellings[spelling], left, right, spelling),
        total(depth), st.sampled_from(sorted(spellings)), total(depth, is_open),
    )  # fmt: skip
    is_in = st.builds(n.IsIn, total(depth), total(depth, is_open), st.booleans())
    if is_open:
        return st.one_of(total(depth, True), compare, is_in)
    empty = st.builds(n.IsEmpty, total(depth), st.booleans())
    return st.one_of(total(depth), compare, is_in, empty, st.builds(n.Exists, total(depth)))


@cache
def negation(depth: int, is_open: bool) -> Strategy:
    return st.one_of(comparison(depth, is_open), st.builds(n.Not, comparison(depth, is_open)))


@cache
def conjunction(depth: int, is_open: bool) -> Strategy:
    both = st.builds(n.Binary, st.just("and"), negation(depth, False), negation(depth, is_open))
    return st.one_of(negation(depth, is_open), both)


@cache
def expr(depth: int) -> Strategy:
    if depth == 0:
        return st.one_of(ref(0), query(0, True))
    either = st.builds(n.Binary, st.just("or"), conjunction(depth - 1, False), conjunction(depth - 1, True))
    return st.one_of(conjunction(depth - 1, False), conjunction(depth - 1, True), either)


VALUE = expr(2)
SUM = total(1)
REF = ref(1)
PATH = path(1)
AMOUNT = amount(1)
SELECTION = st.one_of(ref(1), every(1))
SUBJECT = st.one_of(path(1), the_np(1))
