"""Frozen classes with shared methods are as those for which attrs generates them."""

import pickle
from typing import Any

import attrs
import pytest

from dsl.frozen import frozen
from dsl.source import Source, Span
from dsl.syntax import nodes as n

SPAN = Span(Source("x", "abc"), 0, 3)


def _kinds() -> list[type[Any]]:
    """The same class twice: with shared methods, and with generated ones."""
    made = []
    for decorate in (frozen, attrs.frozen):

        class Pair:
            one: int
            other: str
            place: int = attrs.field(default=0, eq=False, repr=False, kw_only=True)

        made.append(decorate(Pair))
    return made


def test_equality_and_repr_are_those_of_attrs() -> None:
    shared, generated = _kinds()
    values = [(1, "a", 0), (1, "a", 5), (2, "a", 0), (1, "b", 0)]
    for one in values:
        for other in values:
            first, second = (kind(*v[:2], place=v[2]) for kind, v in ((shared, one), (shared, other)))
            alike = generated(*one[:2], place=one[2]) == generated(*other[:2], place=other[2])
            assert (first == second) is alike
            assert (hash(first) == hash(second)) is alike
        assert repr(shared(*one[:2])) == repr(generated(*one[:2]))


def test_nodes_of_two_kinds_are_never_equal() -> None:
    nodes: list[object] = [n.Name("a"), n.Number("a"), n.Stop(), n.Return()]
    assert [[one == other for other in nodes] for one in nodes] == [[i == k for k in range(4)] for i in range(4)]
    assert n.Stop() == n.Stop(span=SPAN)
    assert len({n.Stop(), n.Stop(span=SPAN), n.Return()}) == 2


def test_a_node_cannot_be_changed_and_survives_pickling() -> None:
    node = n.Property(n.Name("gold"), None, n.Pronoun("you"), span=SPAN)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        node.name = n.Name("silver")  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(node)) == node
