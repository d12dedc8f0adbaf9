"""Clients that others have written: what they hold our answers to is the protocol as they read it, not as we do."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.test_architecture import REPOSITORY
from tests.tiny_game import GAME, write_tiny

NEOVIM = shutil.which("nvim")
PATIENCE = 60
TEXT = GAME.replace("most coin", "most coyn")


@pytest.mark.slow
def test_pygls(tmp_path: Path) -> None:
    """Its client takes no answer but one that is built as the protocol says."""
    pytest.importorskip("pygls", reason="pygls is not installed: it comes with the extra `test`")
    write_tiny(tmp_path)
    asyncio.run(asyncio.wait_for(_converse(tmp_path), PATIENCE))


async def _converse(folder: Path) -> None:
    from lsprotocol import types as t
    from pygls.lsp.client import BaseLanguageClient

    client = BaseLanguageClient("editor", "1")
    found: asyncio.Queue[Any] = asyncio.Queue()
    client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: found.put_nowait(params))
    client.feature(t.WINDOW_SHOW_MESSAGE)(lambda params: None)
    await client.start_io(sys.executable, "-m", "interpreter.cli.main", "server")
    able = await client.initialize_async(t.InitializeParams(capabilities=t.ClientCapabilities()))
    assert able.capabilities.rename_provider
    client.initialized(t.InitializedParams())

    untitled = t.TextDocumentItem("untitled:Untitled-1", "bylaws", 1, TEXT)
    client.text_document_did_open(t.DidOpenTextDocumentParams(untitled))
    while not (said := await found.get()).diagnostics:
        pass
    assert [one.code for one in said.diagnostics] == ["unknown-name"]

    path = folder / "tiny/game.bylaws"
    saved = t.TextDocumentIdentifier(path.as_uri())
    document = t.TextDocumentItem(saved.uri, "bylaws", 1, GAME)
    client.text_document_did_open(t.DidOpenTextDocumentParams(document))
    coin = t.Position(5, 29)
    hover = await client.text_document_hover_async(t.HoverParams(saved, coin))
    assert isinstance(hover.contents, t.MarkupContent) and "a counter" in hover.contents.value
    listed = await client.text_document_completion_async(t.CompletionParams(saved, coin))
    assert isinstance(listed, t.CompletionList) and "coin" in {item.label for item in listed.items}
    edit = await client.text_document_rename_async(t.RenameParams(saved, coin, "penny"))
    assert sorted(len(edits) for edits in edit.changes.values()) == [1, 1, 3]

    whole = t.Range(t.Position(0, 0), t.Position(20, 0))
    lenses = await client.text_document_code_lens_async(t.CodeLensParams(saved))
    assert [one.command.title for one in lenses] == ["Play one random game"]
    assert await client.text_document_inlay_hint_async(t.InlayHintParams(saved, whole)) == ()
    assert await client.text_document_document_symbol_async(t.DocumentSymbolParams(saved))
    assert await client.text_document_folding_range_async(t.FoldingRangeParams(saved))
    assert (await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(saved))).data
    context = t.CodeActionContext(diagnostics=[])
    await client.text_document_code_action_async(t.CodeActionParams(saved, whole, context))
    done = await client.workspace_execute_command_async(
        t.ExecuteCommandParams(lenses[0].command.command, lenses[0].command.arguments)
    )
    assert done["shown"]["title"].startswith("Tiny, game ")
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


#: Waits in an open game for what is underlined, and says what that is.
_IN_NEOVIM = """
local found = function() return vim.diagnostic.get(0) end
vim.wait(50000, function() return #found() > 0 end, 50)
for _, said in ipairs(found()) do
  io.stdout:write(said.lnum + 1 .. ": " .. said.code .. ": " .. said.message .. "\\n")
end
vim.cmd("qall!")
"""


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed here")
def test_neovim_with_the_settings_of_the_page(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    (tmp_path / "tiny/game.bylaws").write_text(TEXT, encoding="utf-8")
    (tmp_path / "init.lua").write_text(_settings(), encoding="utf-8")
    (tmp_path / "look.lua").write_text(_IN_NEOVIM, encoding="utf-8")
    command = [str(NEOVIM), "--headless", "-i", "NONE", "-u", str(tmp_path / "init.lua"), "game.bylaws"]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [*command, "-c", f"luafile {tmp_path / 'look.lua'}"], cwd=tmp_path / "tiny", env=environment,
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert "8: unknown-name: nothing is called `coyn`" in done.stdout, done.stderr


def _settings() -> str:
    """What the page on editors says for the Neovim that is installed here, with the folder where it is here."""
    page = (REPOSITORY / "docs/editors.md").read_text(encoding="utf-8")
    version = subprocess.run([str(NEOVIM), "--version"], capture_output=True, text=True, check=True).stdout
    numbers = re.match(r"NVIM v(\d+)\.(\d+)", version)
    assert numbers
    is_new = tuple(map(int, numbers.groups())) >= (0, 11)
    part = page.partition("### Neovim")[2].partition("\n### ")[0].split("```lua\n")[1 if is_new else 2]
    return part.partition("```")[0].replace("/home/you/bylaws", str(REPOSITORY))
