"""One browser for all tests here, and a page in it for each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:  # it may be missing
    from playwright.sync_api import Browser

    from tests.browser.opened import Opens

#: `required`: where no browser is, the tests here fail and are not skipped.
REQUIRED = os.environ.get("BYLAWS_BROWSER") == "required"


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Where nothing can drive a browser, the modules here are not even read."""
    if find_spec("playwright") is not None:
        return None
    return _Unread.from_parent(parent, path=module_path)


class _Unread(pytest.Module):
    def collect(self) -> NoReturn:
        _missing("the package playwright is not installed")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it; without a window."""
    from playwright.sync_api import Error, sync_playwright

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


def _missing(why: str) -> NoReturn:
    if REQUIRED:
        pytest.fail(f"BYLAWS_BROWSER=required, and {why}", pytrace=False)
    pytest.skip(why, allow_module_level=True)


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Opens pages; afterwards none of them may have reported an error."""
    from tests.browser.opened import Opens

    made = Opens(browser)
    yield made
    made.close()
    assert made.errors == []
