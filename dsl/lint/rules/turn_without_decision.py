from dsl.ir import nodes as ir
from dsl.ir.effects import asks
from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning


@rule("F108", Level.INFO)
def turn_without_decision(subject: Subject) -> Found:
    """A turn without a question, also in what it runs, in a game where nothing else hangs on turns."""
    if _turns_matter(subject):
        return
    for turn in subject.all(ir.Turn):
        if not any(map(asks, subject.rules.through(turn.body))):
            yield warning(
                "turn-without-decision", "players take turns here, and nobody decides anything",
                first_line(turn.span), label="all of it goes by itself",
                help=("say what players decide, or write `each player:`",),
            )  # fmt: skip


def _turns_matter(subject: Subject) -> bool:
    """Whether something is said of turns: who has one, what comes at its edges, how often in one."""
    game = subject.game
    return (
        any(hook.event == "boundary" and "turn" in hook.name for hook in game.hooks)
        or any(end.after == "turn" for end in game.ends)
        or any(action.per_unit == "turn" or action.own_turn for action in game.actions)
        or any(until.unit == "turn" for until in subject.all(ir.Until))
        or any(function.name in ("active_player", "next_player") for function in subject.all(ir.Function))
        or bool(subject.all(ir.NextTurn) or subject.all(ir.EndTurn))
    )
