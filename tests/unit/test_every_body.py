"""The same statements mean the same, and are looked at in the same way, in every kind of body that there is."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import Any, get_args

import pytest
from attrs import fields, frozen, has

from dsl.checks.analysis.rule_set import RuleSet
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind, Owner, bodies, map_bodies
from dsl.ir.effects import STATEMENTS
from dsl.lint import Settings, Subject, lint
from dsl.loading import load
from dsl.loading.loaded import Loaded
from dsl.walk import nodes_in
from interpreter.engine import Engine
from interpreter.findings.find import doubts

RULES = """
game "Host":
    players: 2

counter coin of player
counter purse of player: starts at 3, hidden
counter tally: from 0 to 20
counter share
flag divided

zone box:            stack, face down
zone cellar:         row, face up
zone desk:           row, face up
zone shelf:          row, face up
zone hand of player: hand

cards Job: worth: number
deck Job in box:
    "Low", worth 1
    "High", worth 5

cards Order: size: number
deck Order in desk:
    "Ordinary", size 1{text}

cards Note: size: number
deck Note in shelf:
    "First", size 1:
        raise share by 1
    "Second", size 2

tokens gem
dice die: from 1 to 6

setup:
    shuffle box
    each player: draw 1 from box to their hand
{setup}

action rest "Rest":
    raise tally by 1
    gain 1 purse
    set divided to no

action idle "Idle":
    do pay_up
    do effect of top of shelf

procedure pay_up:
    gain 1 coin

{rules}

step 1 doing "Doing":
{run}
    as first of players: you take one action from rest, idle

game ends after doing when yes:
{end}
    nobody wins
"""
VARIANT = """
variant "Other" of "Host":
    replace step doing "Doing":
        {}
        as first of players: you take one action from rest, idle
"""


IN_THE_STEP = "    nothing happens"


@frozen
class Host:
    """A kind of body with a place for statements, `{}` on a line of its own, and what makes it run in the step."""

    kind: BodyKind
    rules: str = ""
    run: str = IN_THE_STEP
    text: str = ""
    setup: str = ""
    end: str = ""
    variant: str = ""

    def load(self, statements: str) -> Loaded:
        """The game with the statements in that body."""
        parts = {name: _filled(getattr(self, name), statements) for name in ("rules", "run", "text", "setup", "end")}
        texts = {Path("game.bylaws"): RULES.format_map(parts)}
        if not self.variant:
            return load(Path("game.bylaws"), texts=texts)
        texts[Path("variants/other.bylaws")] = _filled(self.variant, statements)
        return load(Path("game.bylaws"), ["Other"], texts=texts)


def _filled(text: str, statements: str) -> str:
    return re.sub(r"^( *)\{\}$", lambda place: indent(statements, place[1]), text, flags=re.MULTILINE)


HOSTS = {
    "step": Host(BodyKind.FLOW, run="    {}"),
    "procedure": Host(BodyKind.PROCEDURE, "procedure job:\n    {}", "    as first of players: do job"),
    "action": Host(
        BodyKind.ACTION, 'action work "Work":\n    {}', "    as first of players: you take one action from work"
    ),
    "card text": Host(
        BodyKind.TEXT, run="    as first of players: do effect of the card in desk", text=":\n        {}"
    ),
    "part of a card": Host(
        BodyKind.TEXT,
        run="    as first of players: do served of the card in desk",
        text=":\n        when served:\n            {}",
    ),
    "rule on an event": Host(BodyKind.HOOK, "after action rest:\n    {}"),
    "rule for a time": Host(
        BodyKind.HOOK,
        "procedure begin:\n    for the rest of the game:\n        after action rest:\n            {}",
        "    as first of players: do begin",
    ),
    "rule as long as a card lies somewhere": Host(
        BodyKind.HOOK,
        text=":\n        as long as this is in desk:\n            after action rest:\n                {}",
    ),
    "whenever rule": Host(
        BodyKind.WHENEVER, "whenever divided:\n    set divided to no\n    {}", "    set divided to yes"
    ),
    "phase": Host(BodyKind.FLOW, 'phase opening "Opening":\n    {}'),
    "setup": Host(BodyKind.SETUP, setup="    {}"),
    "end of the game": Host(BodyKind.END, end="    {}"),
    "edit of a variant": Host(BodyKind.FLOW, variant=VARIANT),
}

#: What stands in the game in any case.
OTHERS = {
    BodyId(BodyKind.ACTION, "rest"),
    BodyId(BodyKind.ACTION, "idle"),
    BodyId(BodyKind.PROCEDURE, "pay_up"),
    BodyId(BodyKind.TEXT, "", 3),
}

every_body = pytest.mark.parametrize("name", HOSTS)


def test_every_kind_of_body_is_tried() -> None:
    """But for the course of the game, which nobody writes."""
    assert {host.kind for host in HOSTS.values()} == set(BodyKind) - {BodyKind.MAIN}


def test_whatever_has_a_body_is_an_owner_of_one() -> None:
    has_one = {
        kind for kind in vars(ir).values()
        if isinstance(kind, type) and has(kind) and any("Body" in str(field.type) for field in fields(kind))
    }  # fmt: skip
    assert has_one == set(get_args(Owner))


def test_a_body_that_is_given_back_as_it_is_leaves_the_game_the_same() -> None:
    for host in HOSTS.values():
        game = rules(host, "raise tally by 1")
        assert map_bodies(game, lambda one: one.body) == game
        ids = [one.id for one in bodies(game)]
        assert len(ids) == len(set(ids))


def rules(host: Host, statements: str) -> ir.Game:
    """The game, without anything wrong with it."""
    loaded = host.load(statements)
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


# ---------------------------------------------------------------- what is found

#: Statements, and what is found in them.
FAULTS = {
    "while tally < 3: gain 1 coin": ["endless-loop"],
    "while tally < 3: raise tally by 1": [],
    "repeat 3 times:\n    stop\n    raise tally by 1": ["never-reached"],
    "if tally > 20: gain 1 coin": ["never-holds"],
    "do nothing_of_that_name": ["unknown-procedure"],
    "set share to 10 / tally rounded down": ["divided-by-zero"],
    'let p be your purse\nannounce "{p}"': ["secret-announced", "vague-name"],
    "if your purse > 2: gain 1 coin": ["secret-condition-shown"],
    "each player where purse > 2: gain 1 coin": ["secret-condition-shown"],
    "all players where purse > 2 at once:\n    choose a player as friend\n    friend gains 1 coin": [
        "secret-condition-shown"
    ],
    "set share to 1\nset share to 2": ["overwritten-at-once"],
    "if divided:\n    gain 1 coin\notherwise:\n    gain 1 coin": ["same-branches"],
    "gain 0 coins": ["changes-nothing"],
    "choose a number from 3 to 1 as n": ["nothing-to-choose"],
    "raise divided by 1": ["wrong-type"],
    "move every Job in box to cellar": [],
}


@every_body
@pytest.mark.parametrize("statements", FAULTS)
def test_the_same_is_found(name: str, statements: str) -> None:
    assert found_in(HOSTS[name], statements) == FAULTS[statements]


def found_in(host: Host, statements: str) -> list[str]:
    """What is found in the game because of the statements, by name."""
    return sorted(_names(host.load(_by_somebody(statements))) - _names(host.load(_by_somebody("nothing happens"))))


def _names(loaded: Loaded) -> set[str]:
    found = {finding.name for finding in (*loaded.findings, *doubts(loaded, Settings()))}
    return found - {"card-without-words", "title-missing", "deep-nesting"}  # about the body itself


def _by_somebody(statements: str) -> str:
    """The statements with a player who is `you`, also where a body has none."""
    return "as first of players:\n" + indent(statements, "    ")


@every_body
def test_a_zone_that_only_this_body_uses_is_used(name: str) -> None:
    assert "unused-zone" in _as_played(HOSTS[name].load("nothing happens"))
    assert "unused-zone" not in _as_played(HOSTS[name].load(_by_somebody("move every Job in box to cellar")))


def _as_played(loaded: Loaded) -> set[str]:
    """What lint finds in the rules as they are with the variants; of a game alone it may find more."""
    assert loaded.game is not None
    return {found.name for found in lint([Subject(RuleSet(loaded.game, loaded.items), tuple(loaded.files), ())])}


#: Conditions that are no statements, with a place for a number.
CONDITIONS = {
    "need": 'action work "Work":\n    needs {} > 1 else "no"\n    raise tally by 1',
    "end of the game": "game ends after doing when {} > 1: nobody wins",
    "whenever rule": "whenever divided and {} > 1: set divided to no",
    "rule on an event": "after action rest while {} > 1: gain 1 coin",
    "exception": "define luck: 1\nexception to luck if {} > 1: instead 2",
    "round": 'round day "Day" until {} > 1:\n    step 1 working "Working": raise tally by 1',
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_division_by_zero_is_found_in_every_kind_of_condition(name: str) -> None:
    dividing, harmless = (
        _names(Host(BodyKind.FLOW, CONDITIONS[name].replace("{}", f"(6 / {divisor} rounded down)")).load(""))
        for divisor in ("tally", "2")
    )
    assert dividing - harmless == {"divided-by-zero"}


def test_a_division_by_zero_is_found_in_what_a_card_has_in_force() -> None:
    text = ":\n        as long as 6 / {} rounded down > 1:\n            after action rest: gain 1 coin"
    dividing, harmless = (_names(Host(BodyKind.TEXT, text=text.replace("{}", by)).load("")) for by in ("tally", "2"))
    assert dividing - harmless == {"divided-by-zero"}


def test_a_need_guards_the_needs_behind_it() -> None:
    guard, rules = 'needs tally > 0 else "no"\n    ', CONDITIONS["need"].replace("{}", "(6 / tally rounded down)")
    guarded = rules.replace("needs", f"{guard}needs")
    assert "divided-by-zero" in _names(Host(BodyKind.ACTION, rules).load(""))
    assert "divided-by-zero" not in _names(Host(BodyKind.ACTION, guarded).load(""))


# ---------------------------------------------------------------- what is secret

#: A statement, and whether everybody may know what the mark on it says: the amount, or if there is an option.
SECRETS = {
    "gain 1 coin": True,
    "gain coins equal to your purse": False,
    "each player where purse > 2: gain coins equal to seat_number of you": False,
    "you may choose a Job from your hand as shown where worth > 3: gain 1 coin": False,
    "you may choose a card from your hand as shown: gain 1 coin": True,
    "you may choose a number from 1 to your purse as n: gain 1 coin": False,
    "you may choose a card from hand of players as shown where face_up and worth > 3: gain 1 coin": True,
    "you may choose a card from hand of players as shown where worth > 3 and face_up: gain 1 coin": False,
}


@every_body
@pytest.mark.parametrize("statement", SECRETS)
def test_the_same_is_secret(name: str, statement: str) -> None:
    assert SECRETS[statement] == _marks(HOSTS[name], statement)[0], statement


@pytest.mark.parametrize(("hidden", "open_"), [("purse > 2", False), ("tally < 2", True)])
def test_who_takes_part_at_once_may_be_secret_as_who_does_so_one_by_one(hidden: str, open_: bool) -> None:
    body = ":\n    choose a player as friend\n    gain coins equal to seat_number of you"
    for loop in (f"each player where {hidden}", f"all players where {hidden} at once"):
        assert _marks(HOSTS["procedure"], loop + body) == [True, open_], loop


def _marks(host: Host, statements: str) -> list[bool]:
    """Of each question and transfer among them, whether everybody may know what there is to know of it."""
    nodes = [node for node in _nodes_with(host, statements) if isinstance(node, ir.Choose | ir.Transfer)]
    return [node.open if isinstance(node, ir.Transfer) else not node.hidden_options for node in nodes]


def _nodes_with(host: Host, statements: str) -> list[Any]:
    """What is in the body, with the statements in it."""
    made = bodies(rules(host, _by_somebody(statements)))
    there = [one.body.statements for one in made if one.id.kind is host.kind and one.id not in OTHERS]
    return nodes_in(tuple(there))


# ---------------------------------------------------------------- every kind of statement

#: Statements of each kind that can be written, after which play goes on.
GOING_ON: dict[type[ir.Statement], str] = {
    ir.Write: "set share to 4",
    ir.Change: "raise share by 1",
    ir.Transfer: "gain 2 coins",
    ir.If: "if share > 3: gain 2 coins\notherwise: lose 1 coin",
    ir.ForEach: "each player: gain 1 coin",
    ir.ForRange: "repeat 3 times: raise share by 1",
    ir.While: "while share < 9: raise share by 1",
    ir.Stop: "repeat 3 times:\n    raise share by 1\n    if share > 9: stop",
    ir.Choose: "you may choose a Job from your hand as shown where worth >= 1: move shown to cellar\n"
    "randomly choose a player as lucky\nlucky gains 5 coins",
    ir.SetLocal: "let left_over be share - 4\ngain coins equal to left_over",
    ir.MovePieces: "move top of box to cellar",
    ir.Draw: "draw 1 from box to your hand",
    ir.Shuffle: "shuffle box",
    ir.Reveal: "reveal every card in your hand",
    ir.Flip: "flip top of cellar face down",
    ir.Create: "create 2 gems in cellar",
    ir.Swap: "swap top of box and top of cellar",
    ir.Roll: "roll 3 dice as thrown\ngain coins equal to total pips of thrown",
    ir.TakeActions: "you take one action from idle",
    ir.Call: "do pay_up",
    ir.DoText: "do effect of top of shelf",
    ir.Begin: "for the rest of the game:\n    after action idle: raise share by 1",
    ir.Become: "bottom of shelf becomes a copy of top of shelf",
    ir.Together: "together:\n    gain 1 coin\n    raise share by 1",
    ir.DecidedBy: "as last of players, decided by first of players:\n    choose a player as friend\n"
    "    friend gains 1 coin",
    ir.AllAtOnce: "all players at once:\n    choose a number from 1 to 3 as offer\n    gain offer coins",
    ir.NextTurn: "set next_player to left of you",
    ir.Turn: "players take turns: gain 1 coin",
    ir.EndTurn: "players take turns:\n    gain 1 coin\n    if share > 3: end turn\n    gain 7 coins",
    ir.Announce: 'announce "{you} goes on"',
}
#: And of those after which nothing is done.
LEAVING: dict[type[ir.Statement], str] = {
    ir.Leave: "gain 1 coin\nif share < 9: return\ngain 7 coins",
    ir.GameOver: "gain 1 coin\nif share < 9: you win\ngain 7 coins",
}
#: What nobody writes: it stands in the course of a game, in rules that others bring with them, or is made by lowering.
UNWRITTEN = {ir.RunFlow, ir.Finish, ir.Boundary, ir.Unsupported}
EVERYTHING = "\n".join(GOING_ON.values())


def test_every_kind_of_statement_is_tried() -> None:
    assert {*GOING_ON, *LEAVING} == set(STATEMENTS) - UNWRITTEN
    for kind, statements in {**GOING_ON, **LEAVING}.items():
        assert any(isinstance(node, kind) for node in _nodes_with(HOSTS["procedure"], statements)), kind


@every_body
def test_in_every_kind_of_statement_the_same_is_found(name: str) -> None:
    assert found_in(HOSTS[name], EVERYTHING) == found_in(HOSTS["procedure"], EVERYTHING)


@every_body
def test_in_every_kind_of_statement_the_same_is_secret(name: str) -> None:
    expected = _marks(HOSTS["procedure"], EVERYTHING)
    assert set(expected) == {True, False}
    assert _marks(HOSTS[name], EVERYTHING) == expected


@every_body
@pytest.mark.parametrize("engine", ["generated", "reference"])
def test_the_same_is_played(name: str, engine: str) -> None:
    assert _played(HOSTS[name], engine, EVERYTHING) == _played(HOSTS["procedure"], "reference", EVERYTHING)


@every_body
@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize("kind", LEAVING, ids=lambda kind: kind.__name__)
def test_the_rest_is_left_out(name: str, engine: str, kind: type[ir.Statement]) -> None:
    assert _played(HOSTS[name], engine, LEAVING[kind])["coin"] == [1, 0]


@every_body
@pytest.mark.parametrize("engine", ["generated", "reference"])
def test_who_holds_nothing_that_fits_is_asked_all_the_same(name: str, engine: str) -> None:
    statement = "you may choose a Job from your hand as shown where worth > 9: gain 1 coin"
    playing = Engine(rules(HOSTS[name], _by_somebody(statement)), 2, trace=True, engine=engine)
    state = playing.new_game(1)
    asked = [len(state.options)]
    while playing.asks(state):
        playing.advance(state, 0)
        asked.append(len(state.options))
    assert 0 in asked, "asked with nothing to do but to pass"


def _played(host: Host, engine: str, statements: str) -> dict[str, Any]:
    """What there is in the end when the first answer is given each time."""
    playing = Engine(rules(host, _by_somebody(statements)), 2, trace=True, engine=engine)
    state = playing.new_game(1)
    while playing.asks(state):
        playing.advance(state, 0)
    end = playing.dump(state)
    counted = {name: value for name, value in end["variables"].items() if name in ("coin", "share", "purse", "tally")}
    return {**counted, "zones": end["zones"]}
