// How the game ended.

import {h} from "/page/dom.js";
import {tell, withWord} from "/page/link.js";
import {around, isSeat, nameOf, page, say, seesAll, table} from "/page/page.js";
import {open} from "/page/cards.js";

export function ending() {
  const found = table().outcome;
  if (!found) return h("h2", {id: "prompt", class: "over"}, "The game is over.");
  const [why, ...who] = found.sentences, ranked = found.standings.some(one => one.values.length);
  return [
    h("h2", {id: "prompt", class: "over"}, who.length ? who.join(" ") : why),
    who.length > 0 && h("p", {class: "hint"}, why),
    found.scores.length > 0 && h("dl", {class: "values"}, found.scores.map(([title, value]) =>
      h("div", {key: title, class: "value"}, h("dt", null, title), h("dd", null, value)))),
    !found.team && h("div", {class: "scrolls"}, h("table", null,
      h("thead", null, h("tr", null, h("th", {scope: "col"}, "Place"), h("th", {scope: "col"}, "Player"),
        ranked && found.criteria.map(title => h("th", {key: title, scope: "col"}, title)))),
      h("tbody", null, found.standings.map(one => h("tr", {key: one.seat, class: one.won ? "won" : ""},
        h("td", null, one.out ? "" : `${one.place}.`), h("th", {scope: "row"}, nameOf(one.seat), one.won && " (won)"),
        one.out && h("td", {colspan: found.criteria.length || 1}, one.out),
        ranked && !one.out && found.criteria.map((title, place) => h("td", {key: title}, one.values[place] || ""))))))),
    found.team && found.side && h("p", null, found.side),
    afterwards(),
  ];
}

// What can be done when a game is over: another one, all hands, what was told.
function afterwards() {
  const button = (words, onclick) => h("button", {key: words, type: "button", class: "button", onclick}, words);
  return h("div", {class: "afterwards", role: "group", "aria-label": "And now"},
    around().next ? h("a", {key: "next", class: "button", href: withWord(around().next)}, "To the next game")
      : (isSeat() || seesAll()) && button("Another game with the same seats", another),
    button("All hands", hands),
    button("Save the log", saveLog));
}

// Whoever begins it goes there; all others are shown the way.
async function another() {
  const [status, said] = await tell("again");
  if (status === 201) location.assign(withWord(said.link));
  else say(said.why);
}

async function hands() {
  const [status, said] = await tell("hands");
  if (status !== 200) { say(said.why); return; }
  open("All hands", said.hands.length ? said.hands.map((one, number) => h("p", {key: number}, h("strong", null, `${one.label}: `), one.cards.join(", ")))
    : h("p", null, "Nobody had anything hidden."));
}

// What this page was told, as a text to keep.
function saveLog() {
  const text = page.lines.map(line => line.level ? `\n${"#".repeat(line.level)} ${line.text}` : line.text).join("\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${table().game.title}\n\n${text}\n\n${table().outcome.sentences.join("\n")}\n`], {type: "text/plain"}));
  link.download = `${table().game.title.replace(/[^\p{L}\p{N}]+/gu, "-")}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
