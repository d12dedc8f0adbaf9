"""Finds unreachable code: actions nobody can take, procedures nothing calls, lines behind an end."""

from collections.abc import Iterator
from itertools import pairwise

from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.diagnostic import Diagnostic, Label, error, warning
from dsl.ir import nodes as ir
from dsl.walk import blocks


def actions_out_of_reach(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each action that no player is ever offered."""
    if not rules.game.main.statements:
        return
    takes = any(body.nodes_of(kind) for body in rules.bodies for kind in (ir.TakeActions, ir.Unsupported))
    for action in rules.game.actions:
        body = rules.body("action", action.name)
        if body is None or rules.is_foreign(body) or ("action", action.name) in rules.reached:
            continue
        if action.kind == "free" and takes:
            continue
        yield error(
            "action-out-of-reach", f"no player can ever take the action `{action.name}`", first_line(action.span),
            label="nothing offers it", heading=action.title, help=(_offered_how(action),),
        )  # fmt: skip


def _offered_how(action: ir.Action) -> str:
    if action.kind == "anytime":
        return f'say when: `anytime action {action.name} "{action.title}", during PROCEDURE:`'
    if action.kind == "free":
        return "free actions are offered where players take actions: `you take up to 2 actions from ...`"
    return f"offer it where players act: `you take one action from {action.name}`"


def procedures_never_done(rules: RuleSet) -> Iterator[Diagnostic]:
    """A warning for each procedure that nothing does."""
    if not rules.game.main.statements:
        return
    for p in rules.game.procedures:
        body = rules.body("procedure", p.name)
        if body is None or rules.is_foreign(body) or ("procedure", p.name) in rules.reached:
            continue
        yield warning(
            "procedure-never-done", f"nothing ever does `{p.name}`", first_line(p.span), label="never done",
            heading=body.heading, help=(f"write `do {p.name}` where it belongs, or take it away",),
        )  # fmt: skip


# ---------------------------------------------------------------- lines behind an end


def lines_never_reached(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for steps behind a round that never ends, a warning for other lines that nothing comes to."""
    yield from _in_block(rules, "", rules.game.main.statements)
    for body in rules.bodies:
        if rules.is_foreign(body):
            continue
        yield from _in_block(rules, body.heading, body.statements)
        for node in body.nodes:
            for block in blocks(node):
                yield from _in_block(rules, body.heading, block)


def _in_block(rules: RuleSet, heading: str, block: tuple[ir.Statement, ...]) -> Iterator[Diagnostic]:
    """At most one report: what stands behind the first statement that nothing goes on from."""
    for s, following in pairwise(block):
        if isinstance(s, ir.RunFlow) and _is_endless(rules.flows.get(s.flow)):
            yield _behind_a_round(rules, heading, s, following)
            return
        if ends(s) and following.span.in_file and following.span != s.span:
            yield warning(
                "never-reached", "nothing ever comes to this line", first_line(following.span), label="never reached",
                labels=(Label(first_line(s.span), "nothing goes on from here"),), heading=heading,
                help=("put it before that, or take it away",),
            )  # fmt: skip
            return


def ends(s: ir.Statement) -> bool:
    """Whether nothing that stands behind it in its block is ever carried out."""
    match s:
        case ir.Leave() | ir.Stop() | ir.GameOver() | ir.EndTurn():
            return True
        case ir.If(_, then, otherwise):
            return bool(then and otherwise) and ends(then[-1]) and ends(otherwise[-1])
        case _:
            return False


def _is_endless(flow: ir.Flow | None) -> bool:
    """A round without a condition goes on until the game is over."""
    return flow is not None and flow.kind == "round" and flow.until is None and flow.bound is None


def _behind_a_round(rules: RuleSet, heading: str, s: ir.RunFlow, following: ir.Statement) -> Diagnostic:
    flow = rules.flows[s.flow]
    what = f"`{following.flow}`" if isinstance(following, ir.RunFlow) else "what follows"
    return error(
        "step-out-of-reach", f"{what} is never played: the round `{flow.name}` goes on until the game is over",
        first_line(following.span), label="never played", labels=(Label(first_line(flow.span), "this goes on and on"),),
        heading=heading,
        help=(f"say when the round is over: `round {flow.name} until CONDITION:`",),
    )  # fmt: skip
