"""The game can end, and whenever it does, nobody wins.

Players ask what they play for. Often the line that says who wins is still a stand-in.

Bad:
    game "Race":
        players: 2 to 4
    counter place of player
    round lap "Lap":
        players take turns:
            you may "run": raise place of you by 1
    game ends after lap when any player where place > 5: nobody wins

Good:
    game "Race":
        players: 2 to 4
    counter place of player
    round lap "Lap":
        players take turns:
            you may "run": raise place of you by 1
    game ends after lap when any player where place > 5: the player with most place wins
"""

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("F110")
def nobody_can_win(subject: Subject) -> Found:
    """Every end of the game is one that nobody wins."""
    ends = subject.all(ir.GameOver)
    if ends and all(end.winners == ir.ListOf((), ir.PLAYERS) for end in ends):
        yield warning(
            "nobody-can-win", "nobody can ever win", first_line(ends[0].span), label="nobody wins",
            help=("say who wins: `the player with most COUNTER wins`, or `players win` if they play together",),
        )  # fmt: skip
