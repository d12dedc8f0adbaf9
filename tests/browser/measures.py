"""What is measured of a page: sizes, overlaps, contrast, names. Each gives what is not as it should be, in words."""

from __future__ import annotations

import re

from playwright.sync_api import Page

#: Names of nothing: a control in the tree of what screen readers read that has no words.
_NAMELESS = re.compile(
    r"^\s*- (button|link|textbox|searchbox|spinbutton|combobox|checkbox|tab|region|group|complementary)(:| \[.*\]:?)?$"
)

_FAULTS = """
const visible = one => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0
  && one.getBoundingClientRect().width > 1 && !one.closest(".unseen");
const shown = one => {  // what is not scrolled away within something else
  let {left, right, top, bottom} = one.getBoundingClientRect();
  for (let around = one.parentElement; around; around = around.parentElement) {
    const how = getComputedStyle(around);
    if (how.overflowX === "visible" && how.overflowY === "visible") continue;
    const edge = around.getBoundingClientRect();
    [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
  }
  return {left, right, top, bottom};
};
const called = one => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 30)}"`;
"""

_SIZES = """() => { FAULTS
  return [...document.querySelectorAll("button, input:not([type=checkbox]), select, textarea, summary")].filter(visible)
    .filter(one => { const box = one.getBoundingClientRect(); return box.height < 43.5 || box.width < 43.5; })
    .map(one => `${called(one)} is ${Math.round(one.getBoundingClientRect().width)} by `
      + `${Math.round(one.getBoundingClientRect().height)}`); }"""

_OVERLAPS = """() => { FAULTS
  const found = [];
  for (const within of ["#main", "#dock", "#head", "#side"]) {
    const what = "button, input, summary, h2, h3, .card, .chip, .space, .player, .pawn, .badge, .value";
    const all = [...document.querySelectorAll(`${within} :is(${what})`)].filter(visible);
    const boxes = all.map(shown);
    for (let a = 0; a < all.length; a++) for (let b = a + 1; b < all.length; b++) {
      if (all[a].contains(all[b]) || all[b].contains(all[a])) continue;
      const wide = Math.min(boxes[a].right, boxes[b].right) - Math.max(boxes[a].left, boxes[b].left);
      const high = Math.min(boxes[a].bottom, boxes[b].bottom) - Math.max(boxes[a].top, boxes[b].top);
      if (wide > 1 && high > 1) found.push(`${called(all[a])} lies over ${called(all[b])}`);
    }
  }
  return found; }"""

_OVERFLOWS = """() => { FAULTS
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  for (const one of document.querySelectorAll("body *")) {
    if (!visible(one) || one.closest("[hidden], svg, dialog")) continue;
    const how = getComputedStyle(one);
    if (["auto", "scroll"].includes(how.overflowX) || how.webkitLineClamp !== "none") continue;
    if (["INPUT", "SELECT"].includes(one.tagName) || how.display === "inline") continue;
    if (one.scrollWidth > one.clientWidth + 2) found.push(`${called(one)} is too narrow for what is in it`);
  }
  return found; }"""

_CONTRAST = """() => { FAULTS
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const linear = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = one => {                              // all colours that lie behind some words
    for (let at = one; at; at = at.parentElement) {
      const how = getComputedStyle(at);
      if (how.backgroundImage !== "none") return how.backgroundImage.match(/rgba?\\([^)]*\\)/g).map(numbers);
      const colour = numbers(how.backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return [colour];
    }
    return [[255, 255, 255]];
  };
  const opacity = one => one ? Number(getComputedStyle(one).opacity) * opacity(one.parentElement) : 1;
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode, one = words.parentElement;
    if (!words.data.trim() || !visible(one) || one.closest("option")) continue;
    const shown = opacity(one), ink = numbers(getComputedStyle(one).color);
    for (const back of behind(one)) {
      const mixed = ink.slice(0, 3).map((c, k) => c * shown + back[k] * (1 - shown));
      const found_ = ratio(mixed, back);
      if (found_ < 4.5) found.add(`${called(one)} has a contrast of ${found_.toFixed(1)}`);
    }
  }
  return [...found]; }"""


def too_small(page: Page) -> list[str]:
    """Controls that are less than 44 pixels high or wide."""
    return _measured(page, _SIZES)


def overlaps(page: Page) -> list[str]:
    """Things that lie over others."""
    return _measured(page, _OVERLAPS)


def overflows(page: Page) -> list[str]:
    """Things that are wider than where they are, and the page if it has to be scrolled sideways."""
    return _measured(page, _OVERFLOWS)


def too_faint(page: Page) -> list[str]:
    """Words with a contrast below 4.5 to what is behind them, patterns and opacity counted."""
    return _measured(page, _CONTRAST)


def nameless(page: Page) -> list[str]:
    """Controls and parts of the page that screen readers have no name for."""
    return [line for line in page.locator("body").aria_snapshot().splitlines() if _NAMELESS.match(line)]


def _measured(page: Page, script: str) -> list[str]:
    found: list[str] = page.evaluate(script.replace("FAULTS", _FAULTS))
    return found


def faults(page: Page) -> list[str]:
    """All of these."""
    return [*too_small(page), *overlaps(page), *overflows(page), *too_faint(page), *nameless(page)]
