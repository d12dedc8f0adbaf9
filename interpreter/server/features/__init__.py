"""What an editor can ask about a text: each answer by the method that asks for it."""

from collections.abc import Mapping
from typing import Any

from interpreter.server.features.actions import QUICK_FIX, code_actions
from interpreter.server.features.coloured import COLOURS, DOCUMENTATION, semantic_colours
from interpreter.server.features.commands import COMMANDS, execute
from interpreter.server.features.completing import complete
from interpreter.server.features.desk import Answer
from interpreter.server.features.hinted import inlay_hints
from interpreter.server.features.lenses import lenses
from interpreter.server.features.parts import folding, formatting, symbols
from interpreter.server.features.renaming import prepare, rename
from interpreter.server.features.words import definition, highlights, hover, references

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
    "textDocument/inlayHint": inlay_hints,
    "textDocument/codeLens": lenses,
    "textDocument/prepareRename": prepare,
    "textDocument/rename": rename,
    "workspace/executeCommand": execute,
}

CAPABILITIES: Mapping[str, Any] = {
    "documentFormattingProvider": True,
    "codeActionProvider": {"codeActionKinds": [QUICK_FIX]},
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
    "inlayHintProvider": True,
    "codeLensProvider": {"resolveProvider": False},
    "renameProvider": {"prepareProvider": True},
    "executeCommandProvider": {"commands": list(COMMANDS)},
}
