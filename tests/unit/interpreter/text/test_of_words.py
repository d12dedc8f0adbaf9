"""What depends on the rules alone is worked out once for all tables that are played by them, whoever sits there."""

from __future__ import annotations

import gc
from weakref import ref

from attrs import evolve

from interpreter.showing.lying import _fixed
from interpreter.showing.payload import payload
from interpreter.table.session import Session
from tests.tables import game, table


def test_tables_share_what_depends_on_the_rules_and_nobody_else_s_names() -> None:
    first = table(game("hearts"), 4, 5, "generated")
    others = evolve(first.table, names=("Eve", "Flo", "Gus", "Hal"))
    alike, other = Session(first.engine, first.table), Session(first.engine, others)
    assert alike.words is first.words is not other.words
    assert other.words.statements is first.words.statements
    assert [one["name"] for one in payload(other, 0)["seats"]] == [*others.names]
    titles = [str(_fixed(one.words, 0)) for one in (first, other)]
    assert "Hal" in titles[1] and "Hal" not in titles[0]
    assert not any(name in titles[1] for name in first.table.names)


def test_nothing_is_kept_of_a_table_that_is_gone() -> None:
    first = table(game("hearts"), 4, 5, "generated")
    gone = ref(Session(first.engine, evolve(first.table, names=("Ida", "Jo", "Kim", "Lou"))).words)
    gc.collect()
    assert gone() is None
