// The pages without a table: all tables with their links, for the designer; and where to go, for whoever has no link.

import {h, part, update} from "/page/dom.js";
import {hasWord, known, look, recall, tell} from "/page/link.js";
import {say} from "/page/page.js";
import {linked} from "/page/designing.js";

const KINDS = [["human", "a person"], ["random", "a bot that plays by chance"], ["think:400", "a bot that thinks"]];
const NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"];
const state = {tables: null, seats: [], opened: null};

// What is shown at `/` and where a link is missing.
export function welcome() {
  const mine = known().filter(one => one.startsWith("/t/") || one === "/designer");
  update(part("head"), h("h1", null, "Bylaws"));
  update(part("main"), h("div", {class: "plain"},
    h("p", null, hasWord() ? "There is no table here." : "Open the link that you were sent: each seat at a table has its own."),
    h("p", null, "Links that were sent stay valid. Whoever has begun this server finds the designer's link in its window, and makes new links for seats on that page."),
    mine.length > 0 && [h("h2", null, "This browser has links for"), h("ul", {class: "known"}, mine.map(one => h("li", {key: one}, h("a", {href: one}, titleOf(one)))))]));
}

function titleOf(path) {
  const [, , name, viewer] = path.split("/"), title = recall(`bylaws title ${path}`);
  if (title) return title;
  if (path === "/designer") return "all tables, for the designer";
  return viewer === "watch" ? `watching table ${name}` : viewer === "designer" ? `table ${name}, for the designer` : `seat ${Number(viewer) + 1} at table ${name}`;
}

// All tables, and a form for another one.
export async function tables() {
  await load();
  setInterval(load, 4000);
}

async function load() {
  const [status, said] = await look("tables", "");
  if (status === 403) { welcome(); say(said.why); return; }
  if (status !== 200) { say(said.why); return; }
  if (part("said").textContent === "The server does not answer. Try again in a moment.") say("");
  state.tables = said;
  if (!state.seats.length) {
    const {fewest, most} = said;
    state.seats = Array.from({length: Math.min(Math.max(fewest, 2), most)}, (_, seat) => ({name: NAMES[seat], kind: seat ? "random" : "human"}));
  }
  draw();
}

function draw() {
  const {title} = state.tables;
  document.title = title || "Bylaws";
  update(part("head"), h("h1", null, title || "Bylaws"), h("p", {class: "where"}, "All tables, for the designer"));
  update(part("main"), h("div", {class: "plain"}, opened(), form(), list()));
}

function form() {
  const {fewest, most} = state.tables;
  return h("section", {"aria-label": "A new table"}, h("h2", null, "A new table"),
    h("form", {onsubmit: create},
      state.seats.map((seat, number) => h("fieldset", {key: number}, h("legend", null, `Seat ${number + 1}`),
        h("label", null, "Name ", h("input", {class: "field", value: seat.name, maxlength: 30, oninput: event => { seat.name = event.target.value; }})),
        h("label", null, "Who plays ", h("select", {class: "field", onchange: event => { seat.kind = event.target.value; }},
          KINDS.map(([kind, words]) => h("option", {key: kind, value: kind, selected: kind === seat.kind}, words)))))),
      h("p", {class: "line"},
        h("button", {type: "button", class: "button", disabled: state.seats.length >= most, onclick: () => {
          state.seats.push({name: NAMES[state.seats.length] || "", kind: "random"}); draw(); }}, "One more seat"),
        h("button", {type: "button", class: "button", disabled: state.seats.length <= fewest, onclick: () => { state.seats.pop(); draw(); }}, "One seat less")),
      h("p", null, h("button", {type: "submit", class: "answer"}, "Open the table"))));
}

async function create(event) {
  event.preventDefault();
  const seats = state.seats.map(one => one.kind).join(","), names = state.seats.map(one => one.name.replaceAll(",", " ").trim()).join(",");
  say("The table is being laid.", true);
  const [status, said] = await tell("tables", {seats, names}, "");
  say(status === 201 ? "" : said.why);
  if (status !== 201) return;
  state.opened = {...said, names: state.seats.map(one => one.name)};
  await load();
  part("opened").focus();
}

function opened() {
  if (!state.opened) return null;
  const {table, links, names} = state.opened;
  return h("section", {id: "opened", class: "opened", tabindex: "-1", "aria-label": "The links of the new table"},
    h("h2", null, "The table is open"),
    h("p", null, "Send each player the link of a seat: whoever has it plays there. The links are shown now and never again; you can make new ones."),
    h("dl", {class: "links"}, Object.entries(links).map(([viewer, link]) => {
      const whose = viewer === "watch" ? "watching" : names[Number(viewer)];
      return h("div", {key: viewer}, h("dt", null, whose), h("dd", null, linked(location.origin + link, whose), " ", h("a", {href: link, target: "_blank", rel: "noopener"}, "Open")));
    })),
    h("p", null, h("a", {href: `/t/${table}/designer`}, "Your own page of this table, with all seats")));
}

function list() {
  const {tables: all, lost} = state.tables;
  return h("section", {"aria-label": "Tables"}, h("h2", null, "Tables"),
    !all.length && h("p", null, "There is none yet."),
    h("ul", {class: "kept"}, all.map(one => h("li", {key: one.table},
      h("p", null, h("strong", null, one.game), one.variants.length > 0 && ` with ${one.variants.join(", ")}`, `: ${one.over ? "over after" : ""} ${one.decisions} decisions`),
      h("p", {class: "hint"}, one.seats.map(seat => `${seat.name} (${seat.kind === "human" ? seat.here ? "here" : "not here" : "bot"})`).join(", ")),
      h("a", {href: `/t/${one.table}/designer`}, `Seats, links and rules of table ${one.table}`)))),
    lost.map(one => h("p", {key: one.table}, `Table ${one.table} could not be taken up again: ${one.why}.`)));
}
