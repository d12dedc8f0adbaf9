// How the game ended.

import {h} from "/page/dom.js";
import {nameOf, table} from "/page/page.js";

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
  ];
}
