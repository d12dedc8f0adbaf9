"""Pages that are open in a browser, and how somebody plays there who only clicks, or only types."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from attrs import define, field
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.unit.interpreter.web.serving import Link

#: Milliseconds in which whatever is waited for has to come.
PATIENCE = 20_000
#: What can be pressed to answer: buttons in the dock, and things that lie on the table.
BUTTONS = "#answers button, .passes button"
THINGS = "#main button.can:visible, .hands button.can:visible"

expect.set_options(timeout=PATIENCE)


@define(eq=False)
class Opens:
    """Opens links, each in a browser of its own: what is kept in one is not in the others."""

    browser: Browser
    errors: list[str] = field(factory=list)
    contexts: list[BrowserContext] = field(factory=list)

    def __call__(
        self, link: Link, width: int = 1280, height: int = 800, *, greeted: bool = True,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:  # fmt: skip
        """The page of a link, once it shows the table."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        if greeted:
            page.add_init_script("localStorage.setItem('bylaws greeted', 'yes')")
        self.watch(page)
        page.goto(address(link))
        expect(page.locator("#prompt")).to_be_visible()
        return page

    def watch(self, page: Page) -> None:
        """Keeps what a page reports as wrong."""
        page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        page.on("console", lambda message: self._reported(message))

    def _reported(self, message: ConsoleMessage) -> None:
        lost = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "WebSocket", "status of 4")  # told by the browser itself
        if message.type in ("error", "warning") and not any(words in message.text for words in lost):
            self.errors.append(message.text)

    def close(self) -> None:
        """Closes all of them."""
        for context in self.contexts:
            context.close()


def address(link: Link) -> str:
    """The link as it was handed out."""
    return f"http://127.0.0.1:{link.served.port}{link.path}#{link.token}"


def asked(page: Page) -> str:
    """The name of the question on the page; empty if none is asked there."""
    return page.locator("#dock").get_attribute("data-asked") or ""


def goes_on(page: Page, since: str) -> bool:
    """Waits for another question than that one; false if the game is over."""
    page.wait_for_function(
        """since => { const dock = document.getElementById("dock"), asked = dock.dataset.asked;
                      return asked && asked !== since || dock.querySelector(".over") }""",
        arg=since,
    )  # fmt: skip
    return asked(page) != ""


def click_on(page: Page, chance: Random) -> None:
    """Answers the question with clicks: on a button, or on things until a single answer is left."""
    question = asked(page)
    things = page.locator(THINGS)
    while asked(page) == question and (number := things.count()) and chance.random() < 0.5:
        chosen = things.nth(chance.randrange(number))
        narrowed = chosen.get_attribute("class")
        chosen.click()
        if page.locator(".narrowing").count() == 0:
            return
        assert narrowed is not None
    field = page.locator("#dock form.number input")
    if field.count():
        low, high = (int(field.get_attribute(name) or 0) for name in ("min", "max"))
        field.fill(str(chance.randint(low, high)))
        page.locator("#dock form.number button").click()
        return
    buttons = page.locator(BUTTONS)
    buttons.nth(chance.randrange(buttons.count())).click()


def focused(page: Page) -> dict[str, Any]:
    """What has the focus: its tag, its words, and whether it is in the dock."""
    found: dict[str, Any] = page.evaluate(
        """() => { const one = document.activeElement;
                   return {tag: one.tagName, words: one.textContent, dock: !!one.closest("#dock")} }"""
    )
    return found
