// The side: the log, the rules of this step, notes to the designer; for the designer, the table itself.

import {h, part} from "/page/dom.js";
import {look, tell} from "/page/link.js";
import {nameOf, narrow, page, say, seesAll, table} from "/page/page.js";
import {open} from "/page/cards.js";
import {designing, mark} from "/page/designing.js";

const MARKS = ["fun", "unclear", "slow"];

export const tabs = () => [...(seesAll() ? [["designing", ["Table ", mark()]]] : []), ["log", "Log"], ["rules", "Rules"], ["notes", "Notes"]];

export function side() {
  const close = h("button", {key: "close", type: "button", class: "small button close", onclick: () => closeDrawer()}, "Close");
  return [
    h("div", {class: "tabs", role: "tablist", "aria-label": "Beside the table", "data-roving": true}, tabs().map(([name, title]) => h("button", {
      key: name, id: `tab-${name}`, type: "button", role: "tab", "aria-selected": String(page.tab === name), "aria-controls": `panel-${name}`,
      tabindex: page.tab === name ? "0" : "-1", onclick: () => openTab(name)}, title)), close),
    panel("log", logged()),
    panel("rules", rules()),
    panel("notes", notes()),
    seesAll() && panel("designing", designing()),
  ];
}

const panel = (name, within) => h("div", {key: name, id: `panel-${name}`, class: `panel ${name}`, role: "tabpanel", tabindex: "-1",
  "aria-labelledby": `tab-${name}`, hidden: page.tab !== name}, within);

// Opens what a tab shows, also where it is a drawer.
export function openTab(name) {
  page.tab = name;
  page.drawer = narrow.matches;
  if (name === "notes" && page.notes === null) loadNotes();
  page.draw();
  followLog();
}

export function closeDrawer() {
  page.drawer = false;
  page.draw();
  const opener = document.querySelector(`#head [data-tab="${page.tab}"]`);
  if (opener) opener.focus();
}

// ---------------------------------------------------------------- the log

const logged = () => h("ol", {id: "log", role: "log", onscroll: event => { follows = isAtEnd(event.target); }, "aria-live": "polite", "aria-label": "Log", tabindex: "0"},
  page.lines.length ? page.lines.map(line) : h("li", {key: "none", class: "hint"}, "Nothing has happened yet."));

// A line is made once; as long as it is the same, the page does not look at it again.
const lines = new WeakMap();
function line(told, number) {
  let found = lines.get(told);
  if (!found) {
    found = h("li", {key: number, class: told.level ? `level${Math.min(told.level, 3)}` : told.text.startsWith("  ") ? "text" : ""}, parts(told));
    lines.set(told, found);
  }
  return found;
}

function parts({text, about}) {
  const letters = Array.from(text), found = [];
  let at = 0;
  for (const one of about) {
    if (one.at < at) continue;
    const seat = one.kind === "seat" ? ` seat${Number(one.id) % 8}` : "";
    found.push(letters.slice(at, one.at).join(""), h("span", {class: `named-${one.kind}${seat}`}, letters.slice(one.at, one.at + one.length).join("")));
    at = one.at + one.length;
  }
  return [...found, letters.slice(at).join("")];
}

// Whether the end of the log is in sight; if so, it stays there when more is told, and when there is less room.
let follows = true;
const isAtEnd = log => log.scrollHeight - log.scrollTop - log.clientHeight < 40;

export function followLog() {
  const log = part("log");
  if (log && follows) log.scrollTop = log.scrollHeight;
}

// ---------------------------------------------------------------- rules

function rules() {
  const asked = table().question, {goal, variants} = table().game;
  return [
    goal && h("p", null, h("strong", null, "Goal: "), goal),
    variants.length > 0 && h("p", null, h("strong", null, "Variants: "), variants.join(", ")),
    !asked && h("p", {key: "last", class: "hint"}, page.told ? "You are not asked now. These are the rules of the step in which you were asked last."
      : "The rules of a step stand here from when you are asked something."),
    told(asked ? asked.rules : page.told || []),
    h("p", null, h("button", {type: "button", class: "small button", onclick: wholeBook}, "The whole rulebook")),
  ];
}

const told = list => list.map((one, number) => one.level
  ? h("h3", {key: number, class: `depth${Math.min(one.level, 3)}`, "data-line": number, tabindex: "-1"}, one.text) : h("p", {key: number}, one.text.trim()));

async function wholeBook() {
  const [status, said] = await look("rules");
  if (status === 200) open("The rules", [contents(said.book), told(said.book)]);
  else say(said.why);
}

// The chapters of the rulebook, each leading there.
function contents(book) {
  const chapters = book.map((one, number) => [one, number]).filter(([one, number]) => number > 0 && one.level > 0 && one.level < 3);
  return chapters.length > 2 && h("nav", {key: "contents", "aria-label": "Contents"}, h("ul", {class: "contents"}, chapters.map(([one, number]) =>
    h("li", {key: number, class: `depth${one.level}`}, h("a", {href: "#", onclick: event => {
      event.preventDefault();
      const heading = part("reader").querySelector(`[data-line="${number}"]`);
      heading.scrollIntoView();
      heading.focus();
    }}, one.text)))));
}

// ---------------------------------------------------------------- notes

const whose = one => one.viewer === "designer" ? "you" : one.viewer === "watch" ? "watching" : nameOf(Number(one.viewer));

async function loadNotes() {
  const [status, said] = await look("notes");
  page.notes = status === 200 ? said.notes : [];
  page.draw();
}

async function note(kind, said, done = () => {}) {
  const [status, reply] = await tell("note", {kind, said});
  say(status === 201 ? "" : reply.why);
  if (status === 201) done();
  await loadNotes();
}

function notes() {
  return [
    h("p", null, seesAll() ? "Notes are kept with the decision and the step, and with the line of the rules."
      : "What you say here goes to the designer of the game, with the step that is played. You can delete it again."),
    h("div", {class: "marks", role: "group", "aria-label": "In one click"}, MARKS.map(kind => h("button", {key: kind, type: "button", class: "button",
      onclick: () => note(kind, "")}, kind[0].toUpperCase() + kind.slice(1)))),
    h("form", {onsubmit: event => {
      event.preventDefault();
      const field = event.target.elements.said;
      note("note", field.value, () => { field.value = ""; });
    }},
    h("label", {for: "note"}, "In words"),
    h("textarea", {id: "note", name: "said", class: "field", rows: 3, maxlength: 2000, required: true}),
    h("button", {type: "submit", class: "small button"}, "Keep this note")),
    (page.notes || []).length > 0 && h("ul", {class: "kept"}, page.notes.map(one => h("li", {key: one.id},
      h("p", null, h("strong", null, one.kind === "note" ? "" : one.kind), one.said, seesAll() && h("span", {class: "hint"}, ` (${whose(one)})`)),
      h("p", {class: "hint"}, [one.step, one.before].filter(Boolean).join(": ")),
      (!seesAll() || one.viewer === "designer") && h("button", {type: "button", class: "small button", onclick: async () => { await tell("delete-note", {id: one.id}); await loadNotes(); }},
        "Delete")))),
  ];
}

