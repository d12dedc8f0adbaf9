"""Frozen classes with shared methods are as those for which attrs generates them."""

import pickle
from copy import copy
from functools import cached_property
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


@pytest.mark.parametrize("decorate", [frozen, attrs.frozen], ids=["ours", "that of attrs"])
def test_a_class_is_as_attrs_makes_it(decorate: Any) -> None:
    """Fields that are inherited, given by name alone, made anew for each, and private; and what can be asked of it."""

    @decorate
    class Base:
        place: int = attrs.field(default=0, eq=False, repr=False, kw_only=True)

    @decorate
    class Made(Base):
        one: int
        _other: str = "x"
        many: list[int] = attrs.field(factory=list)

        def twice(self) -> int:
            return 2 * self.one

    kind: Any = Made
    made, same = kind(1, other="y", place=7), kind(1, "y")
    assert (made.one, made._other, made.many, made.place, made.twice()) == (1, "y", [], 7, 2)
    assert made == same and made.many is not same.many
    assert repr(made).endswith("Made(one=1, _other='y', many=[])")
    assert [field.name for field in attrs.fields(kind)] == ["place", "one", "_other", "many"]
    assert attrs.fields(kind).one.alias == "one"
    assert attrs.evolve(made, one=5, other="z") == kind(5, "z")
    assert kind.__match_args__ == ("one", "_other", "many")
    assert not hasattr(made, "__dict__")
    for arguments, named in (((), {}), ((1, "y", [], 3), {}), ((1,), {"unknown": 2}), ((1,), {"one": 1})):
        with pytest.raises(TypeError):
            kind(*arguments, **named)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.one = 3
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del made.one
    assert copy(made) == made


def test_what_is_more_than_fields_and_methods_is_left_to_attrs() -> None:
    @frozen
    class Kept:
        number: int = attrs.field(converter=int)

        @cached_property
        def double(self) -> int:
            return 2 * self.number

    assert Kept("4").double == 8
    assert Kept(4) == Kept("4")


@pytest.mark.parametrize("decorate", [frozen, attrs.frozen], ids=["ours", "that of attrs"])
@pytest.mark.parametrize("slots", [True, False])
def test_what_is_worked_out_once_is_no_field(decorate: Any, slots: bool) -> None:
    @decorate(kw_only=True, slots=slots)
    class Base:
        number: int
        name: str = attrs.field(default="x", eq=False)

        @cached_property
        def double(self) -> list[int]:
            return [2 * self.number]

    @decorate
    class Made(Base):
        other: int

        @cached_property
        def more(self) -> list[int]:
            return [*self.double, self.other]

    kind: Any = Made
    one, other = kind(3, number=4), kind(other=3, number=4, name="y")
    assert one.more == [8, 3] and one.more is one.more and one.double is one.double
    assert one == other and hash(one) == hash(other)
    assert copy(one).more == attrs.evolve(other, number=4).more == [8, 3]
    assert attrs.evolve(one, number=5).more == [10, 3]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.more = []
    with pytest.raises(TypeError):
        kind(3, 4)


def test_a_class_without_equality_is_itself_alone() -> None:
    @frozen(eq=False)
    class Alone:
        number: int

    one = Alone(1)
    assert one == one and one != Alone(1) and len({one, Alone(1)}) == 2
