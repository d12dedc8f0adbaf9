"""What an aid says, which lies before each player: a turn, and what can be done in it, in more words or in fewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.paper.book import as_printed, first_sentence, glance
from interpreter.rulebook import Chapter


def aid(game: ir.Game, chapters: Sequence[Chapter]) -> list[list[dict[str, Any]]]:
    """The same aid in up to three lengths, the longest first: all that is said, the first sentences of it, or a glance.

    Each is a list of headings with `title`, `depth`, and `says`: lines with `name`, `text`, and a `note` in italics. An
    action has the reasons for which it is refused as its note.
    """
    short = glance(chapters)
    if not any(one["says"] for one in short):
        return []
    flows = [part for part in chapters if part.about is not None and part.about.kind in ("round", "flow")]
    told = [part.paragraphs for part in flows]
    actions = list(_actions(game, chapters))
    lengths = (
        (told, actions),
        ([tuple(map(first_sentence, said)) for said in told], [{**one, "text": ""} for one in actions]),
        ([tuple(one["says"]) for one in short[: len(flows)]], [{**one, "text": "", "note": ""} for one in actions]),
    )
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
