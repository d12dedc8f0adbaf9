"""What an editor can ask about a text: each answer by the method that asks for it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from dsl.diagnostic import Diagnostic
from dsl.disk.files import shown
from dsl.editing.colours import Colour, colours
from dsl.editing.completion import Candidate, completion
from dsl.editing.explained import code, explained, page_of
from dsl.editing.meant import canonical, declarations, meant_at
from dsl.editing.outline import Part, folds, outline
from dsl.editing.surroundings import Surroundings
from dsl.formatting import format_source
from dsl.source import Source
from interpreter.server.shown import actions, location
from interpreter.server.texts import OpenText, Texts

Params: TypeAlias = Mapping[str, Any]
#: What was found in the texts as they are, by file.
Found: TypeAlias = Mapping[Path, Sequence[Diagnostic]]
Answer: TypeAlias = Callable[[Texts, Found, Params], Any]

#: Kinds of symbols and of candidates, as the protocol numbers them: from what we call them.
_SYMBOLS = {
    "the game": 4, "a library": 4, "a variant": 4, "a scenario": 24, "a card": 19, "a deck": 18, "a ruling": 15,
    "a round": 3, "a phase": 3, "a step": 12, "a procedure": 12, "an action": 6, "a reaction": 24,
    "a definition": 7, "a parameter": 14, "a counter": 13, "a flag": 17, "a role": 13, "a remembered value": 13,
    "a zone": 18, "an enum": 10, "a set of spaces": 10, "a track": 10, "a kind of card": 5, "a kind of token": 5,
}
_CANDIDATES = {
    "a procedure": 3, "a definition": 10, "an action": 2, "a zone": 6, "an enum": 13, "a set of spaces": 13,
    "a kind of card": 7, "a kind of token": 7, "a card": 21, "a scenario": 18, "a variant": 18, "a parameter": 21,
}
#: What a name is coloured as by what it is called; a value of an enum as one, and any other as a variable.
_NAMES = {
    "a procedure": "function", "a definition": "function", "an action": "method", "a reaction": "method",
    "a kind of card": "class", "a kind of token": "class", "a kind of die": "class",
    "an enum": "enum", "a set of spaces": "enum", "a parameter": "parameter",
    "a step": "namespace", "a phase": "namespace", "a round": "namespace",
}
_COLOURS = {
    Colour.KEYWORD: "keyword", Colour.NAME: "variable", Colour.NUMBER: "number", Colour.TITLE: "string",
    Colour.SIGN: "operator", Colour.RULE: "string", Colour.CLAUSE: "decorator", Colour.COMMENT: "comment",
}
#: The colours in the order in which the protocol numbers them.
COLOURS = tuple(dict.fromkeys([*_COLOURS.values(), *_NAMES.values(), "enumMember"]))
#: The one thing that is said of a colour besides: that what stands there is a `>` line.
DOCUMENTATION = "documentation"

#: So many pages of findings are shown at once.
MOST_PAGES = 2

_OTHER_SYMBOL, _OTHER_CANDIDATE, _KEYWORD = 11, 6, 14


def formatting(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """One edit that puts the whole text into the one style; none for a text with lines that cannot be read."""
    text = texts.of(params["textDocument"])
    done = format_source(Source(shown(text.path) if text.path else text.uri, text.text))
    if done.faults or not done.changed:
        return []
    return [{"range": text.places.range(0, len(text.text)), "newText": done.text}]


def code_actions(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """What can be mended in a range."""
    text = texts.of(params["textDocument"])
    wanted = (params.get("context") or {}).get("only") or ()
    here = found.get(text.path, ()) if text.path else ()
    return list(actions(here, params["range"], wanted, texts))


def hover(texts: Texts, found: Found, params: Params) -> dict[str, Any] | None:
    """What the word at a place means, and the pages of what is found there, as `bylaws rule` shows them."""
    text, around, offset = _place(texts, params)
    said = explained(around, offset)
    here = found.get(text.path, ()) if text.path else ()
    names = dict.fromkeys(one.name for one in here if one.span.start <= offset <= one.span.end)
    parts = [said.markdown] if said else []
    parts += [page for name in list(names)[:MOST_PAGES] if (page := page_of(name))]
    if not parts:
        return None
    answer: dict[str, Any] = {"contents": {"kind": "markdown", "value": "\n\n---\n\n".join(parts)}}
    return {**answer, "range": text.places.range_of(said.span)} if said else answer


def definition(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """Where the word at a place is declared."""
    _, around, offset = _place(texts, params)
    meant = meant_at(around, offset)
    return [location(span, texts) for span in meant.declared] if meant else []


def references(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """Everywhere that the word at a place is said, in all files of the game."""
    _, around, offset = _place(texts, params)
    meant = meant_at(around, offset)
    if meant is None:
        return []
    with_declaration = (params.get("context") or {}).get("includeDeclaration", True)
    return [location(span, texts) for span in meant.said if with_declaration or span not in meant.declared]


def highlights(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """Everywhere that the word at a place is said in the same text."""
    text, around, offset = _place(texts, params)
    meant = meant_at(around, offset)
    said = (span for span in meant.said if span.source is around.source) if meant else ()
    return [{"range": text.places.range_of(span)} for span in said]


def symbols(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """The parts of a text."""
    text, around = _around(texts, params)
    return [_symbol(part, text) for part in outline(around.text.items)]


def folding(texts: Texts, found: Found, params: Params) -> list[dict[str, Any]]:
    """The blocks of a text that can be folded away."""
    text = texts.of(params["textDocument"])
    source = Source("", text.text)
    ends = (
        tuple(text.places.position(source.line_start(line))["line"] for line in block) for block in folds(source)
    )
    return [{"startLine": first, "endLine": last} for first, last in ends]


def complete(texts: Texts, found: Found, params: Params) -> dict[str, Any]:
    """What may come at a place."""
    text = texts.of(params["textDocument"])
    offset = text.places.offset(params["position"])
    done = completion(text.text[:offset], texts.lately_around(text))
    where = text.places.range(done.start, offset)
    return {"isIncomplete": False, "items": [_item(one, where) for one in done.candidates]}


def semantic_colours(texts: Texts, found: Found, params: Params) -> dict[str, Any]:
    """What each word of a text is, as five numbers each: lines and characters from the one before, length, colour."""
    text = texts.of(params["textDocument"])
    of_name = _colours_of_names(texts.lately_around(text)) if text.path else lambda word: _COLOURS[Colour.NAME]
    data: list[int] = []
    line, character = 0, 0
    for one in colours(text.text):
        start, end = text.places.position(one.start), text.places.position(one.end)
        colour = of_name(text.text[one.start : one.end]) if one.colour is Colour.NAME else _COLOURS[one.colour]
        further = start["character"] - (character if start["line"] == line else 0)
        length = end["character"] - start["character"]
        data += [start["line"] - line, further, length, COLOURS.index(colour), int(one.colour is Colour.RULE)]
        line, character = start["line"], start["character"]
    return {"data": data}


# ---------------------------------------------------------------- places and parts


def _colours_of_names(around: Surroundings) -> Callable[[str], str]:
    """The colour of a name, by what the rules declare it as."""

    @cache
    def colour(word: str) -> str:
        name = canonical(around.scope, word)
        what = next(declarations(around.scope, name))[0] if name else ""
        return "enumMember" if what.startswith("a value of") else _NAMES.get(what, _COLOURS[Colour.NAME])

    return colour


def _around(texts: Texts, params: Params) -> tuple[OpenText, Surroundings]:
    text = texts.of(params["textDocument"])
    return text, texts.around(text)


def _place(texts: Texts, params: Params) -> tuple[OpenText, Surroundings, int]:
    text, around = _around(texts, params)
    return text, around, text.places.offset(params["position"])


def _symbol(part: Part, text: OpenText) -> dict[str, Any]:
    return {
        "name": part.name or part.what,
        "detail": part.what,
        "kind": _SYMBOLS.get(part.what, _OTHER_SYMBOL),
        "range": text.places.range_of(part.whole),
        "selectionRange": text.places.range_of(part.head),
        "children": [_symbol(inner, text) for inner in part.parts],
    }


def _item(one: Candidate, where: Mapping[str, Any]) -> dict[str, Any]:
    item: dict[str, Any] = {
        "label": one.text,
        "kind": _CANDIDATES.get(one.what, _OTHER_CANDIDATE) if one.what else _KEYWORD,
        "sortText": f"{one.rank}{one.text}",
        "textEdit": {"range": where, "newText": one.text},
    }
    if one.what:
        item["detail"] = one.what
    if one.example:
        item["documentation"] = {"kind": "markdown", "value": code(one.example)}
    return item


ANSWERS: Mapping[str, Answer] = {
    "textDocument/formatting": formatting,
    "textDocument/codeAction": code_actions,
    "textDocument/hover": hover,
    "textDocument/definition": definition,
    "textDocument/references": references,
    "textDocument/documentHighlight": highlights,
    "textDocument/documentSymbol": symbols,
    "textDocument/foldingRange": folding,
    "textDocument/completion": complete,
    "textDocument/semanticTokens/full": semantic_colours,
}

CAPABILITIES: Mapping[str, Any] = {
    "documentFormattingProvider": True,
    "codeActionProvider": {"codeActionKinds": ["quickfix"]},
    "hoverProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentHighlightProvider": True,
    "documentSymbolProvider": True,
    "foldingRangeProvider": True,
    "completionProvider": {"triggerCharacters": [" ", '"']},
    "semanticTokensProvider": {
        "legend": {"tokenTypes": COLOURS, "tokenModifiers": [DOCUMENTATION]},
        "full": True,
    },
}
