from dsl.ir import nodes as ir
from dsl.lint.rule import Diagnostic, Found, Subject, first_line, rule, warning

_COUNTERS = {"gain": "gains", "lose": "loses", "pay": "pays", "give": "gives"}
_PIECES = {"draw": "draws", "discard": "discards"}


@rule("F107")
def event_never_happens(subject: Subject) -> Found:
    """A rule on gaining, losing, paying, giving, drawing, discarding or becoming where no sentence does that."""
    for hook in subject.game.hooks:
        if hook.event in _COUNTERS and not any(_is_met(hook, transfer) for transfer in subject.all(ir.Transfer)):
            yield _never(hook, f"nobody ever {_COUNTERS[hook.event]} {_what(subject, hook)}", _how(hook))
        elif hook.event in _PIECES and not _moved(subject, hook.event):
            yield _never(hook, f"nobody ever {_PIECES[hook.event]} anything", "say when that is done")
        elif hook.event == "become" and not any(w.variable == hook.name for w in subject.all(ir.Write)):
            yield _never(hook, f"nobody ever becomes `{hook.name}`", f"say when: `set {hook.name} to ...`")


def _is_met(hook: ir.HookRule, transfer: ir.Transfer) -> bool:
    """Whether the sentence may be the event, as far as who and how much is not looked at."""
    if hook.event in ("pay", "give") and transfer.verb.value != hook.event.value:
        return False
    place = transfer.target if hook.event == "gain" else transfer.source
    known = isinstance(hook.counter, ir.Constant) and isinstance(transfer.counter, ir.Constant)
    return isinstance(place, ir.Holder) and (not known or hook.counter == transfer.counter)


def _moved(subject: Subject, event: str) -> bool:
    if event == "draw":
        return bool(subject.all(ir.Draw))
    return any(move.verb == event for move in subject.all(ir.MovePieces))


def _what(subject: Subject, hook: ir.HookRule) -> str:
    if not isinstance(hook.counter, ir.Constant):
        return "any counter"
    number = hook.counter.value
    return next((f"`{v.name}`" for v in subject.game.variables if v.number == number), "that")


def _how(hook: ir.HookRule) -> str:
    return f"`raise`, `lower` and `set` are no such events: write `{hook.event} ...` where that is meant"


def _never(hook: ir.HookRule, message: str, how: str) -> Diagnostic:
    return warning("event-never-happens", message, first_line(hook.span), label="never happens", help=(how,))
