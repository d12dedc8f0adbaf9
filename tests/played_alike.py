"""Games played at random on both engines at once, which must be the same in everything."""

from __future__ import annotations

from typing import Any

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.runtime.chance import below


def played_alike(rules: ir.Game, players: int, seeds: int) -> list[dict[str, Any]]:
    """The states of both engines after each answer, compared with each other; those in the end."""
    ends = []
    for seed in range(seeds):
        games = [Engine(rules, players, trace=True, engine=kind) for kind in ("generated", "reference")]
        states = [engine.new_game(seed) for engine in games]
        luck = seed
        while games[0].asks(states[0]):
            asked = [(s.player, s.site, tuple(s.options), s.can_pass) for s in states]
            assert asked[0] == asked[1]
            luck, index = below(luck, games[0].option_count(states[0]))
            for engine, state in zip(games, states, strict=True):
                engine.advance(state, index)
            assert games[0].dump(states[0]) == games[1].dump(states[1])
        assert states[0].journal == states[1].journal
        ends.append(games[0].dump(states[0])["variables"])
    return ends
