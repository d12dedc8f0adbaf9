// What the designer does at a table: seats and links, the pause, edited rules, branches, writing a session out.

import {h, part} from "/page/dom.js";
import {look, tell} from "/page/link.js";
import {open} from "/page/cards.js";
import {around, nameOf, page, say, since, table} from "/page/page.js";

const KINDS = [["human", "a person"], ["random", "a bot that plays by chance"], ["think:400", "a bot that thinks"]];

export function designing() {
  const now = around(), rules = edited(now.edited, now.rules_folder);
  return [
    h("p", null, h("a", {href: "/designer"}, "All tables")),
    now.fault && h("section", {key: "fault", class: "fault", "aria-label": "Something has gone wrong"}, h("h3", null, "Something has gone wrong"), h("pre", null, now.fault)),
    areEdited(now) && rules,
    section("Seats", table().seats.map(seat)),
    section("Who watches", h("div", {class: "line"}, link("watch", "A link for watching"), button("Close all links for watching", () => askFirst(
      "Close all links for watching?", "They stop working at once, and the page of everybody who watches closes.", "Close them", "Keep them", closeLinks)))),
    !areEdited(now) && rules,
    section("The pause for reactions",
      h("p", {class: "hint"}, "For games that ask somebody in secret: each decision is told so many seconds later, so that nobody can tell from a short wait that somebody was asked. 0 is no pause."),
      h("form", {class: "line", onsubmit: event => {
        event.preventDefault();
        done("pause", {seconds: Number(event.target.elements.seconds.value)});
      }},
      h("label", null, "Seconds ", h("input", {class: "field", name: "seconds", type: "number", min: 0, max: 30, required: true, value: String(now.pause)})),
      h("button", {type: "submit", class: "small button"}, "Set"))),
    branches(now),
    section("What is kept",
      button("Write the session out", async () => {
        const [status, said] = await tell("export", {});
        say(status === 200 ? `Written to ${said.folder} on the server.` : said.why, status === 200);
      }),
      h("p", {class: "hint"}, "The game, logs, notes, clicks, and for each decision how long it took.")),
    timings(),
  ];
}

const section = (title, ...within) => h("section", {key: title, "aria-label": title}, h("h3", null, title), within);

const areEdited = now => Boolean(now.edited.errors || now.edited.rules);

// What the designer has to know whatever else is open, as a sign and in words; or nothing.
export function mark() {
  const now = around();
  const [sign, words] = now.fault ? ["▲", "a fault"] : now.edited.errors ? ["▲", "rules with errors"] : areEdited(now) ? ["●", "rules edited"] : [];
  return words && h("span", {class: "marked"}, h("span", {"aria-hidden": "true"}, `${sign} `), words);
}

const button = (words, onclick, key = words) => h("button", {key, type: "button", class: "small button", onclick}, words);

async function done(what, said) {
  const [status, reply] = await tell(what, said);
  say(status < 300 ? "" : reply.why);
  return [status, reply];
}

function seat(one) {
  const sits = around().seats[one.seat], kinds = KINDS.some(([kind]) => kind === sits.kind) ? KINDS : [...KINDS, [sits.kind, sits.kind]];
  const asked = table().question && table().question.seat === one.seat;
  const there = sits.kind !== "human" ? "" : sits.here ? "is here" : sits.since ? `away for ${since(sits.since) || "a moment"}` : "not here yet";
  return h("div", {key: one.seat, class: "seats"},
    h("p", null, h("strong", {class: `named-seat seat${one.seat % 8}`}, one.name), there && ` ${there}`,
      asked && `, asked ${around().asked_since && since(around().asked_since) ? `for ${since(around().asked_since)}` : "now"}`),
    h("label", null, "plays: ", h("select", {key: sits.kind, class: "field", "aria-label": `Who plays ${one.name}`,
      onchange: async event => {
        const [status] = await done("seat", {seat: one.seat, sits: event.target.value});
        if (status >= 300) event.target.value = sits.kind;
      }},
    kinds.map(([kind, words]) => h("option", {key: kind, value: kind, selected: kind === sits.kind}, words)))),
    h("div", {class: "line"},
      asked && button("A bot answers once", () => done("seat", {seat: one.seat, answer: "random"})),
      sits.kind === "human" && link(String(one.seat), "New link")));
}

// A button that makes a link, and the link with a button to copy it.
function link(viewer, words) {
  const made = page.links[viewer];
  const make = async () => {
    const [status, said] = await done("link", {viewer});
    if (status === 201) { page.links[viewer] = location.origin + said.link; page.draw(); }
  };
  return [
    button(words, viewer === "watch" ? make : () => askForNew(nameOf(Number(viewer)), make), `make ${viewer}`),
    made && linked(made, viewer === "watch" ? "watching" : nameOf(Number(viewer))),
  ];
}

// A new link of a seat shuts out whoever has the old one.
const askForNew = (name, make) => askFirst(`A new link for ${name}?`,
  `The old link stops working at once, and the page of ${name} closes. Send ${name} the new link to go on.`, "Make a new link", "Keep the old link", make);

function askFirst(title, told, yes, no, does) {
  open(title, [
    h("p", null, told),
    h("p", null, h("button", {type: "button", class: "button", onclick: () => { part("reader").close(); does(); }}, yes)),
  ], no);
}

// What was made here opens nothing any more, also if somebody else had closed it before.
async function closeLinks() {
  const [status] = await done("withdraw", {});
  if (status < 300 || status === 404) { delete page.links.watch; page.draw(); }
}

// A link in a field, all of which can be read, with a button to copy it.
export function linked(address, whose) {
  return h("span", {key: `link ${whose}`, class: "linked"},
    h("textarea", {class: "field", readonly: true, rows: 2, value: address, "aria-label": `Link for ${whose}`, onfocus: event => event.target.select()}),
    h("button", {type: "button", class: "small button", "aria-label": `Copy the link for ${whose}`, onclick: event => copy(address, event.currentTarget)}, "Copy"));
}

async function copy(address, button) {
  try {
    await navigator.clipboard.writeText(address);
    say("The link is copied. Send it to one person.", true);
  } catch { // where browsers do not let pages copy, it is marked to be copied by hand
    button.previousSibling.select();
    say("The link is marked: copy it with Ctrl-C.", true);
  }
}

function edited(found, folder) {
  if (!found.errors && !found.rules) return section("The rules", h("p", {class: "hint"}, `The files in ${folder} hold the rules that are played. Edit them, and you see here what would change.`));
  if (found.errors) {
    return section("The rules", h("p", null, `The files in ${folder} have been edited and cannot be played yet; the game goes on under the old rules.`),
      found.errors.map((words, number) => h("pre", {key: number}, words)));
  }
  return section("The rules",
    h("p", null, `The files in ${folder} have been edited:`),
    found.changed.length > 0 && h("ul", {class: "changes"}, found.changed.map((one, number) => h("li", {key: number}, `${one.how}: ${one.words}`,
      one.lines.length > 0 && h("pre", null, one.lines.join("\n"))))),
    h("p", null, `${found.fit} of ${found.of} decisions fit the new rules.`),
    found.fit < found.of && h("p", null, h("strong", null, `${found.of - found.fit} of ${found.of} decisions would be lost`), `: the game would go on from decision ${found.fit + 1}.`),
    found.otherwise.length > 0 && h("details", {"aria-label": "Decisions that would mean something else"}, h("summary", null, `${found.otherwise.length} would mean something else`),
      h("ul", null, found.otherwise.map(one => h("li", {key: one.decision}, `Decision ${one.decision}, ${one.who}: “${one.was}” becomes “${one.is}”`)))),
    button("Go on under the new rules", () => done("switch", {rules: found.rules})),
    h("p", {class: "hint"}, "The game under the old rules stays in a branch."));
}

// How long decisions took is asked for anew when there may be more of them.
const timed = {rows: [], at: null, asks: false};

function timings() {
  if (page.tab === "designing" && timed.at !== page.now.revision && !timed.asks) loadTimings();
  if (!timed.rows.length) return null;
  return section("How long decisions took",
    h("div", {class: "scrolls timings", tabindex: "0", role: "region", "aria-label": "How long decisions took, the newest first"}, h("table", null,
      h("thead", null, h("tr", null, ["Who", "Question", "Seconds"].map(words => h("th", {scope: "col"}, words)))),
      h("tbody", null, timed.rows.map(one => h("tr", {key: one.decision},
        h("th", {scope: "row"}, one.name, one.bot && " (bot)"), h("td", null, one.step && h("span", {class: "hint"}, one.step), one.question),
        h("td", null, one.seconds.toFixed(1))))))));
}

async function loadTimings() {
  const revision = page.now.revision;
  timed.asks = true;
  const [status, said] = await look("timings");
  timed.asks = false;
  timed.at = revision;
  if (status !== 200) return;
  timed.rows = said.timings;
  page.draw();
}

function branches(now) {
  if (now.branches.length < 2) return null;
  return section("Branches", h("ul", {class: "kept"}, now.branches.map(one => h("li", {key: one.branch},
    h("p", null, h("strong", null, `${one.branch}: `), one.why, one.branch > 0 && `, goes on from decision ${one.kept + 1} of branch ${one.from}`),
    one.branch === now.branch ? h("span", {class: "badge"}, "played now") : button("Go on here", () => done("branch", {branch: one.branch}))))));
}
