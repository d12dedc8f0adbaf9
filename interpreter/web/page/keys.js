// The keyboard: arrows go about within a group, letters lead to the parts of the page, and figures give answers.

import {h, part} from "/page/dom.js";
import {page, setting} from "/page/page.js";
import {showAll, takeBack} from "/page/choosing.js";
import {open} from "/page/cards.js";
import {closeDrawer, openTab} from "/page/side.js";

const KEYS = [
  ["0 to 9", "give the answer with this figure"],
  ["p", "pass, or whatever ends it"],
  ["u", "take back"],
  ["q", "to the question"],
  ["h", "to your hand"],
  ["b", "to the board"],
  ["l", "to the log"],
  ["r", "to the rules"],
  ["n", "to the notes"],
  ["w", "why not something else?"],
  ["arrows", "go about among answers, cards and spaces"],
  ["Escape", "leave a field; close what is open; show all answers again"],
  ["?", "this list"],
];

export function help() {
  open("Keys", [
    h("dl", {class: "keys"}, KEYS.map(([key, does]) => h("div", {key}, h("dt", null, h("kbd", null, key)), h("dd", null, does)))),
    h("p", null, h("label", null, h("input", {type: "checkbox", checked: page.letters, onchange: event => setting("letters", event.target.checked)}),
      " Keys of one letter")),
  ]);
}

const press = (...selectors) => {
  const found = selectors.map(one => document.querySelector(one)).find(Boolean);
  if (found) found.click();
};

// Puts the focus on the first of these that is there.
export function go(...selectors) {
  const found = selectors.flatMap(one => [...document.querySelectorAll(one)]).find(one => one.offsetParent !== null || one.getClientRects().length);
  if (found) found.focus({preventScroll: found.closest("#dock") !== null});
  return found;
}

export const toQuestion = () => go("#answers button", "#dock form.number input", ".passes button", "#dock .going-back button", "#dock");

const LETTERS = {
  p: () => press(".passes button"),
  u: () => { if (document.querySelector("#dock .undo")) takeBack(); },
  q: toQuestion,
  h: () => go(".hands button.can", ".hands .cards > button", ".hands .cards"),
  b: () => go(".board button.can", ".players button.can", ".shared button.can", "#main"),
  l: () => { openTab("log"); go("#log"); },
  r: () => { openTab("rules"); go("#panel-rules"); },
  n: () => { openTab("notes"); go("#note"); },
  w: () => { const field = document.querySelector("#dock .not-now"); if (field) { field.open = true; go("#why"); } },
  "?": help,
};

export function listen() {
  document.addEventListener("keydown", event => {
    if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest("button")) { event.preventDefault(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || page.closed || part("reader").open) return;
    const field = event.target.closest("input, textarea, select");
    if (event.key === "Escape" && field) { field.blur(); toQuestion(); return; }
    if (event.key === "Escape") { if (page.drawer) closeDrawer(); else if (page.narrowed.length) { showAll(); toQuestion(); } return; }
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") { about(event); return; }
    if (field || event.repeat || !page.letters || !page.now) return;
    if (/^[0-9]$/.test(event.key)) press(`#answers button[data-key="${event.key}"]`);
    else if (LETTERS[event.key]) { event.preventDefault(); LETTERS[event.key](); }
  });
  document.addEventListener("focusin", event => {
    const group = event.target.closest("[data-roving]");
    if (group) rove(group, event.target);
  });
}

const within = group => [...group.querySelectorAll("button:not(:disabled)")].filter(one => one.closest("[data-roving]") === group);

// Goes to the nearest button of the group in the direction of an arrow.
function about(event) {
  const from = event.target.closest("button"), group = from && from.closest("[data-roving]");
  if (!group) return;
  const others = within(group);
  const to = event.key === "Home" ? others[0] : event.key === "End" ? others[others.length - 1] : nearest(from, others, event.key);
  event.preventDefault();
  if (!to) return;
  to.focus();
  if (to.getAttribute("role") === "tab") to.click();
}

function nearest(from, others, key) {
  const {x, y} = middle(from), flat = key === "ArrowLeft" || key === "ArrowRight", on = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = null, least = Infinity;
  for (const other of others) {
    const there = middle(other), along = on * (flat ? there.x - x : there.y - y), beside = Math.abs(flat ? there.y - y : there.x - x);
    if (other === from || along < 4) continue;
    const far = along + 3 * beside;
    if (far < least && (!flat || beside < 24 || far < 3 * along)) [best, least] = [other, far];
  }
  const place = others.indexOf(from);
  return best || (flat ? others[place + on] || null : null); // at the end of a line to the next one
}

function middle(node) {
  const box = node.getBoundingClientRect();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}

// In each group one button can be reached with Tab: the one that had the focus last, or the first.
export function rovers() {
  for (const group of document.querySelectorAll("[data-roving]")) {
    const there = within(group);
    rove(group, there.find(one => one === document.activeElement) || there.find(one => one.getAttribute("aria-selected") === "true")
      || there.find(one => one.tabIndex === 0 && one.dataset.roved) || there[0]);
  }
}

function rove(group, chosen) {
  for (const one of within(group)) {
    one.tabIndex = one === chosen ? 0 : -1;
    if (one === chosen) one.dataset.roved = "yes"; else delete one.dataset.roved;
  }
}
