"""Small games for tests of what sentences mean: a head with a few declarations, and whatever the test adds."""

from dsl.diagnostic import Diagnostic
from dsl.elaborate.game import elaborate
from dsl.ir import nodes as ir
from dsl.render import render
from dsl.source import Source
from dsl.syntax.parse import parse

HEAD = """game "Small":
    players: 2 to 4
enum Colour: red, green, blue
enum Day, ring: monday, tuesday, sunday
counters Stuff of player: hidden
    coins
    gems
counter heap by Stuff
counter score of player
counter fire: from 0 to 6
cards Deed: colour: Colour, worth: number
cards Tool: weight: number
dice wind: from 1 to 6
zone hand of player: hand
zone desk of player by Day: row, face up
zone pile: stack, face down
zone discard_pile: stack, face up
role leader
flag tired of player
flag night
remember today: Day
flag marked of card
define rich of player: coins > 10
define level: fire + 1
procedure reward of who: player, with amount: number: who gains amount coins
procedure vote of first: player, deciding player or none: decide first
"""


def reports(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the head and these lines."""
    return _understood(text)[1]


def errors(text: str) -> list[tuple[str, str]]:
    """The name of each error and the text it marks."""
    return [(d.name, d.span.text) for d in reports(text)]


def game(text: str) -> ir.Game:
    """The game of the head and these lines, which must be free of errors."""
    done, found = _understood(text)
    assert done is not None, render(found, "full")
    return done


def _understood(text: str) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    file, faults = parse(Source("small.bylaws", HEAD + text + "\n"))
    assert faults == (), render(faults, "full")
    return elaborate(file.items)


def in_step(text: str) -> str:
    """These lines as the body of a step, in which nobody is `you`."""
    return 'round day "Day":\n    step 1 work "Work":\n' + indented(text, 8)


def for_each_player(text: str) -> str:
    """These lines for each player, who is `you`."""
    return in_step("each player:\n" + indented(text, 4))


def indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line for line in text.strip("\n").split("\n"))


def step(text: str) -> tuple[ir.Statement, ...]:
    """What these lines do in a step."""
    return body_of(game(in_step(text)), "work")


def each_player(text: str) -> tuple[ir.Statement, ...]:
    """What these lines do for each player."""
    (loop,) = body_of(game(for_each_player(text)), "work")
    assert isinstance(loop, ir.ForEach)
    return loop.body


def body_of(done: ir.Game, flow: str) -> tuple[ir.Statement, ...]:
    return next(f.body.statements for f in done.flows if f.name == flow)


def value(text: str) -> ir.Expression:
    """What an expression means, as the value of a definition."""
    done = game(f"define tested: {text}")
    return next(d.value for d in done.defines if d.name == "tested")
