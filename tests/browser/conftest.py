"""One browser for all tests here, and a page in it for each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.opened import Opens

#: `required`: where no browser is, the tests here fail and are not skipped.
REQUIRED = os.environ.get("BYLAWS_BROWSER") == "required"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it; without a window."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        _missing("no chromium is installed")
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error as fault:
            _missing(f"{path} does not start: {fault.message.splitlines()[0]}")
        yield opened
        opened.close()


def _missing(why: str) -> None:
    if REQUIRED:
        pytest.fail(f"BYLAWS_BROWSER=required, and {why}")
    pytest.skip(why)


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Opens pages; afterwards none of them may have reported an error."""
    made = Opens(browser)
    yield made
    made.close()
    assert made.errors == []
