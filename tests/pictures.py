"""Makes the pictures that docs/serve.md shows: `python -m tests.pictures`. It needs chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.browser.opened import Opens
from tests.unit.interpreter.cli.commands import REPOSITORY
from tests.unit.interpreter.web.serving import play_on, served

FOLDER = REPOSITORY / "docs" / "pictures"
GAME = "bad_day_at_the_office"
#: Decisions after which there is something to be seen.
PLAYED = 27


def main() -> None:
    """Writes all of them."""
    FOLDER.mkdir(exist_ok=True)
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright, TemporaryDirectory() as kept, served(Path(kept), GAME) as server:
        opens = Opens(playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]))
        table, links = server.table(("you", "you", "you"))
        play_on(table, links, PLAYED)
        seat = links[str(table.session.state.player)]
        opens(seat).screenshot(path=FOLDER / "table.png")
        opens(seat, 360, 740, scheme="dark").screenshot(path=FOLDER / "telephone.png")
        opens(links["designer"]).screenshot(path=FOLDER / "designer.png")
        opens.close()


if __name__ == "__main__":
    main()
