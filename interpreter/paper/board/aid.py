"""What an aid says, which lies before each player: a turn, and what can be done in it, in more words or in fewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.paper.book.rulebook import as_printed, first_sentence, glance
from interpreter.rulebook import Chapter


def aid(game: ir.Game, chapters: Sequence[Chapter]) -> list[list[dict[str, Any]]]:
    """The same aid in five lengths, the longest first; none for a game without rounds and actions.

    Of a turn it has all that is said, how each paragraph begins, or how the first one does; of actions also what they
    are, or no more than their names. Each length is a list of headings with `title`, `depth`, and `says`: lines with
    `name`, `text`, and a `note` in italics, which are the reasons for which an action is refused.
    """
    short = glance(chapters)
    if not short:
        return []
    flows = [part for part in chapters if part.about is not None and part.about.kind in ("round", "flow")]
    told = [part.paragraphs for part in flows]
    actions = list(_actions(game, chapters))
    begun = [tuple(map(first_sentence, said)) for said in told]
    glanced = [tuple(one["says"]) for one in short[: len(flows)]]
    named = [{**one, "text": ""} for one in actions]
    bare = [{**one, "note": ""} for one in named]
    lengths = ((told, actions), (begun, actions), (begun, named), (glanced, actions), (glanced, bare))
    found = []
    for said, done in lengths:
        heads = [_headed(part, words) for part, words in zip(flows, said, strict=True)]
        listed = [{"title": "Actions", "depth": 0, "says": done}] if done else []
        found.append(as_printed([*heads, *listed]))
    return found


def _headed(part: Chapter, said: Sequence[str]) -> dict[str, Any]:
    lines = [{"name": "", "text": words, "note": ""} for words in said]
    return {"title": part.title, "depth": part.depth - 2, "says": lines}


def _actions(game: ir.Game, chapters: Sequence[Chapter]) -> Iterator[dict[str, str]]:
    """Each with its terms, how its words begin, and why it is refused; that it costs something stands in the terms."""
    needs = {one.name: one.needs for one in game.actions}
    for part in chapters:
        if part.about is not None and part.about.kind == "action":
            reasons = dict.fromkeys(one.reason for one in needs[part.about.name] if one.price is None)
            note = "; ".join(reason for reason in reasons if "{" not in reason)
            text = first_sentence(part.paragraphs[0]) if part.paragraphs else ""
            yield {"name": part.title, "text": text, "note": f"Why not: {note}." if note else ""}
