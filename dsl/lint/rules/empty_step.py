"""A step, phase or round in which nothing is done, and on which no rule hangs.

Players come to it and read its title, and go on. Either what it does is still to be written, or it is left over.

Bad:
    game "Walk":
        players: 2 to 4
    counter place of player
    round lap "Lap":
        step 1 resting "Resting": nothing happens
        step 2 walking "Walking":
            each player: raise place of you by 1
    game ends after lap when round_number >= 3: players win

Good:
    game "Walk":
        players: 2 to 4
    counter place of player
    round lap "Lap":
        step 1 resting "Resting": nothing happens
        step 2 walking "Walking":
            each player: raise place of you by 1
    after step resting: each player gains 1 place
    game ends after lap when round_number >= 3: players win
"""

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("F101")
def empty_step(subject: Subject) -> Found:
    """A flow without statements that no rule, no end of the game and no anytime action names."""
    game = subject.game
    named = {hook.name for hook in game.hooks if hook.event == "flow"}
    named |= {hook.name.partition(" ")[2] for hook in game.hooks if hook.event == "boundary"}
    named |= {end.after for end in game.ends}
    named |= {until.unit for until in subject.all(ir.Until)}
    for flow in game.flows:
        if not flow.body.statements and not {flow.name, flow.kind} & named and "" not in {e.after for e in game.ends}:
            yield warning(
                "empty-step", f"nothing is done in the {flow.kind} `{flow.name}`", first_line(flow.span),
                label="nothing happens", help=("say what is done, or take it away",),
            )  # fmt: skip
