"""Prints a whole game of the IR: its tables first, then all it does."""

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.nodes import Dimension
from dsl.ir.print.phrases import Names, inner, phrase, type_words
from dsl.ir.print.steps import body_lines, line


def printed(game: ir.Game) -> str:
    """The game as readable lines, each with the file and line it comes from."""
    sections = (
        _head(game), _parameters(game), _enumerations(game), _zones(game), _variables(game), _cards(game), _dice(game),
        _defines(game), _setup(game), _flows(game), _procedures(game), _actions(game), _hooks(game), _effects(game),
        _ends(game),
    )  # fmt: skip
    blocks = ["\n".join(lines) for section in sections if (lines := list(section))]
    return "\n\n".join(blocks) + "\n"


def _head(game: ir.Game) -> Iterator[str]:
    yield f'game "{game.title}" for {game.fewest_players} to {game.most_players} players'
    for variant in game.variants:
        yield f'with the variant "{variant}"'
    if game.goal:
        yield f'goal: "{game.goal}"'
    n = Names(game, ("player",))
    for m in game.measured:
        per = f" for each {phrase(m.per, n)}" if m.per is not None else ""
        yield line(f"measured: {phrase(m.value, n)}{per}", m.span, 0)


# ---------------------------------------------------------------- tables


def _parameters(game: ir.Game) -> Iterator[str]:
    for p in game.parameters:
        value, low, high = (_value(game, v, p.type) for v in (p.value, p.low, p.high))
        yield line(f"parameter {p.name} = {value} ({low} to {high})", p.span, 0)


def _value(game: ir.Game, value: int, type_: ir.Type) -> str:
    return Names(game, ()).constant(value, type_)


def _enumerations(game: ir.Game) -> Iterator[str]:
    for e in game.enumerations:
        yield line(f"enum {e.name}{', ring' if e.ring else ''}:", e.span, 0)
        for v in e.values:
            printed_on = "".join(f", {name} {value}" for name, value in v.attributes)
            yield f'    {v.name} "{v.title}"{printed_on}'


def _zones(game: ir.Game) -> Iterator[str]:
    for z in game.zones:
        capacity = f", at most {phrase(z.capacity, Names(game, ()))}" if z.capacity is not None else ""
        refill = f", refilled from {z.refill}" if z.refill else ""
        said = f"{z.shape}, seen by {z.seen}{_also(z, game)}{capacity}{refill}{_told(entering=z.entering)}"
        yield line(f"zone {z.name}{_for_each(z.dimensions)}: {said}", z.span, 0)


def _told(**happening: str) -> str:
    """What the log says when that happens."""
    return "".join(f', {word} is "{said}"' for word, said in happening.items() if said)


def _also(declared: ir.Zone | ir.Variable, game: ir.Game) -> str:
    """Who sees it besides."""
    return "" if declared.also is None else f", also seen by {phrase(declared.also, Names(game, ('player',)))}"


def _for_each(dimensions: tuple[ir.Index, ...]) -> str:
    words = [f" by {d.name}" if d.dimension is Dimension.VALUE else f" of {d.name or d.word}" for d in dimensions]
    return "".join(words)


def _variables(game: ir.Game) -> Iterator[str]:
    n = Names(game, ("card",))
    for v in game.variables:
        low = f" from {phrase(v.low, n)}" if v.low is not None else ""
        high = f" to {phrase(v.high, n)}" if v.high is not None else ""
        hidden = ", hidden" if v.hidden else ", seen by everybody" if v.seen else ""
        hidden += (", also after the game" if v.sealed else "") + _also(v, game)
        hidden += "" if v.shown is None else ", shown" if v.shown else ", not shown"
        told = _told(raising=v.raising, lowering=v.lowering)
        start = f", starts as {phrase(v.start, n)}"
        what = f"{v.name}{_for_each(v.dimensions)}: {type_words(v.type)}"
        yield line(f"{what}{low}{high}{start}{hidden}{told}", v.span, 0)


def _cards(game: ir.Game) -> Iterator[str]:
    for t in game.card_types:
        fields = ", ".join(f"{f.name}: {type_words(f.type)}" for f in t.fields)
        yield line(f"cards {t.name}: {fields}".rstrip(": "), t.span, 0)
    for c in game.cards:
        types = {f.name: f.type for t in game.card_types if t.name == c.card_type for f in t.fields}
        values = "".join(f", {name} {_value(game, value, types[name])}" for name, value in c.values)
        where = phrase(c.zone, Names(game, ()))
        each = " for each player" if c.each_player else ""
        copies = phrase(c.copies, Names(game, ()))
        yield line(f'{copies} x {c.card_type} "{c.title}" in {where}{each}{values}', c.span, 0)
        if c.effect is not None:
            yield from body_lines(c.effect, game, 1)
        for part in c.parts:
            yield line(f"when {part.name}:", part.span, 1)
            yield from body_lines(part.body, game, 2)


def _dice(game: ir.Game) -> Iterator[str]:
    for d in game.dice:
        yield line(f"dice {d.name}: {d.low} to {d.high}", d.span, 0)


# ---------------------------------------------------------------- definitions


def _defines(game: ir.Game) -> Iterator[str]:
    for d in game.defines:
        n = Names(game, d.slots)
        of = ", ".join(f"{n.slot(k)}: {type_words(t)}" for k, t in enumerate(d.arguments))
        combining = f" combining {d.combining}" if d.combining else ""
        name, shown = ir.own_name(d.name), ", shown" if d.shown else ""
        head = f"define {name}{f' of {of}' if of else ''}: {type_words(d.type)}{combining}{shown}"
        yield line(f"{head} = {phrase(d.value, n)}", d.span, 0)
        for x in d.exceptions:
            source = f' ({x.standing} "{x.source}")' if x.source else f" ({x.standing})"
            how = {"plain": "", "instead": "instead ", "at_least": "at least ", "at_most": "at most "}[x.how]
            during = _during(x.effect)
            yield line(f"except if {phrase(x.condition, n)}: {how}{phrase(x.value, n)}{during}{source}", x.span, 1)


# ---------------------------------------------------------------- bodies


def _setup(game: ir.Game) -> Iterator[str]:
    if game.setup.statements:
        yield "setup:"
        yield from body_lines(game.setup, game, 1)


def _flows(game: ir.Game) -> Iterator[str]:
    if game.main.statements:
        yield "play:"
        yield from body_lines(game.main, game, 1)
    for f in _from_outside_in(game.flows, ""):
        n = Names(game, f.body.slots)
        until = f" until {phrase(f.until, n)}" if f.until is not None else ""
        bound = f", at most {phrase(f.bound, n)} times" if f.bound is not None else ""
        number = f"{f.number} " if f.number else ""
        yield line(f'{f.kind} {number}{f.name} "{f.title}"{until}{bound}:', f.span, 0)
        yield from body_lines(f.body, game, 1)


def _from_outside_in(flows: tuple[ir.Flow, ...], inside: str) -> Iterator[ir.Flow]:
    """Each round and phase before the steps in it."""
    for f in flows:
        if f.inside == inside:
            yield f
            yield from _from_outside_in(flows, f.name)


def _procedures(game: ir.Game) -> Iterator[str]:
    for p in game.procedures:
        n = Names(game, p.body.slots)
        takes = ", ".join(f"{n.slot(k)}: {type_words(t)}" for k, t in enumerate(p.parameters, start=1))
        decides = f" deciding {type_words(p.answer)}" if p.answer is not None else ""
        depth = f", at most {phrase(p.depth, n)} deep" if p.depth is not None else ""
        title = f' "{p.title}"' if p.title else ""
        yield line(f"procedure {p.name}{title}{f' of {takes}' if takes else ''}{decides}{depth}:", p.span, 0)
        yield from body_lines(p.body, game, 1)


def _actions(game: ir.Game) -> Iterator[str]:
    for a in game.actions:
        n = Names(game, a.body.slots)
        kind = "" if a.kind == "action" else f"{a.kind} "
        about = [f" at most {phrase(a.limit, n)} per {a.per_unit}"] if a.limit is not None else []
        about += [" on the own turn"] * a.own_turn + [" taken secretly"] * a.secret
        yield line(f'{kind}action {a.name} "{a.title}"{",".join(about)}{_told(taking=a.taking)}:', a.span, 0)
        for need in a.needs:
            yield line(f'needs {phrase(need.condition, n)} else "{need.reason}"', need.span, 1)
        yield from body_lines(a.body, game, 1)


def _hooks(game: ir.Game) -> Iterator[str]:
    for h in game.hooks:
        n = Names(game, h.body.slots)
        timing = "instead of" if h.timing is ir.Timing.INSTEAD else h.timing
        when = f"{_if(h.condition, n)}{_during(h.effect)}{_by(h.standing, h.source_name)}"
        yield line(f"{timing} {_event(h, n)}{when}:", h.span, 0)
        yield from body_lines(h.body, game, 1)
    for w in game.whenevers:
        yield line(f"whenever {phrase(w.condition, Names(game, w.body.slots))}:", w.span, 0)
        yield from body_lines(w.body, game, 1)


def _event(h: ir.HookRule, n: Names) -> str:
    """What a rule meets, as far as it is narrowed."""
    bound = [n.slot(k) for k in range(1, 1 + max(len(h.binds), h.parameters))]
    names = f" as {', '.join(bound)}" if bound else ""
    if h.name:
        return f"{h.event} {h.name}{names}"
    subject = phrase(h.subject, n) if h.subject is not None else "anybody"
    counter = f" of {phrase(h.counter, n)}" if h.counter is not None else ""
    source = " from a certain place" if h.source is not None else ""
    target = " to a certain place" if h.target is not None else ""
    source += f" from {inner(h.leaving, n)}" if h.leaving is not None else ""
    target += f" to {inner(h.entering, n)}" if h.entering is not None else ""
    return f"{subject}: {h.event}{counter}{source}{target}{names}"


def _if(condition: ir.Expression | None, n: Names) -> str:
    return f" if {phrase(condition, n)}" if condition is not None else ""


def _during(effect: int) -> str:
    return f" while effect {effect} is in force" if effect >= 0 else ""


def _effects(game: ir.Game) -> Iterator[str]:
    for k, e in enumerate(game.effects):
        held = f" as long as {phrase(e.condition, Names(game, e.slots))}" if e.condition is not None else ""
        yield line(f'effect {k} "{e.title}"{held}', e.span, 0)


def _by(standing: ir.Standing, source: str) -> str:
    return f' ({standing} "{source}")' if source else ""


def _ends(game: ir.Game) -> Iterator[str]:
    for end in game.ends:
        n = Names(game, end.body.slots)
        after = f" after {end.after}" if end.after else ""
        yield line(f"the game ends{after}{_if(end.condition, n)}:", end.span, 0)
        yield from body_lines(end.body, game, 1)
