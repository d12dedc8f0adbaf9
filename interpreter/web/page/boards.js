// Boards: spaces as they lie in rows, spaces that flow, and tracks.

import {h, unseen} from "/page/dom.js";
import {nameOf, page, table} from "/page/page.js";
import {chooseThing, isNarrowed, optionsOn, spaceAt, spokenOf} from "/page/choosing.js";
import {isDrawn, places} from "/page/places.js";

export function boards() {
  return table().boards.map(board => {
    const spaces = new Map(board.spaces.map(space => [space.id, space]));
    const rows = laid(board), left = unlaid(board, rows), columns = Math.max(...rows.map(row => row.length));
    const layout = page.looks.grids[board.id] ? "grid" : board.layout;
    return h("section", {key: board.id, class: "board", "aria-label": board.title},
      h("h2", null, board.title),
      h("div", {class: `spaces ${layout}${columns > 4 ? " many" : ""}`, "data-roving": true,
        style: layout === "grid" ? {"--columns": String(columns)} : {}},
      rows.flatMap((row, down) => row.map((id, across) => id === null ? h("div", {key: `none ${down} ${across}`, class: "nothing"})
        : space(spaces.get(id), spaces, board.ways ? ways(spaces.get(id), rows, down, across) : [], board)))),
      isRing(board, rows) && h("p", {class: "hint"}, `Behind ${spaces.get(rows[0].at(-1)).title} comes ${spaces.get(rows[0][0]).title} again.`),
      left.length > 0 && h("div", {class: "spaces flow", "data-roving": true},
        left.map(id => space(spaces.get(id), spaces, [], board))));
  });
}

// The rows of a board, or those that its looks give it.
function laid(board) {
  const given = page.looks.grids[board.id];
  if (!given) return board.rows;
  const ids = new Map(board.spaces.map(one => [one.title, one.id]));
  return given.map(row => row.map(title => ids.get(title) || null));
}

// Spaces that stand in no row: those that are not laid, and those that the looks have left out.
const unlaid = (board, rows) => board.spaces.map(one => one.id).filter(id => !rows.some(row => row.includes(id)));

// To which of the spaces beside it on the page a way leads from a space; a stroke is drawn there.
const ways = (one, rows, down, across) => [["right", down, across + 1], ["below", down + 1, across], ["left", down, across - 1], ["above", down - 1, across]]
  .flatMap(([side, y, x]) => rows[y] && rows[y][x] && one.beside.includes(rows[y][x]) ? [[side, rows[y][x]]] : []);

const isRing = (board, rows) => board.layout === "track" && rows[0].length > 2
  && board.spaces.find(one => one.id === rows[0].at(-1)).beside.includes(rows[0][0]);

// A space. `drawn`: the ways from it that are drawn; of others it is said where they lead.
function space(one, all, drawn, board) {
  const thing = spaceAt(one.id), options = optionsOn(thing), can = options.length > 0 || isNarrowed(thing);
  const beside = board.layout === "track" ? [] : one.beside.filter(id => all.has(id)), titles = list => list.map(id => all.get(id).title).join(", ");
  const far = beside.filter(id => !drawn.some(([, there]) => there === id));
  const strokes = drawn.map(([side]) => side === "left" || side === "above" ? ` to-${side}` : "").join("");
  const lying = table().places.filter(place => one.places.includes(place.id) && (place.count > 0 || (isDrawn(place)
    && place.shape !== "slot" && place.shape !== "board") || place.shape === "slot" && optionsOn(`place/${place.id}`).length));
  const bare = !one.figures.length && !one.players.length && !one.values.length && !lying.length;
  const icon = page.looks.icons[one.title], caption = page.looks.captions[one.title];
  const title = [icon && h("span", {"aria-hidden": "true"}, `${icon} `), one.title];
  const name = can ? h("button", {type: "button", class: `can name${isNarrowed(thing) ? " narrowed" : ""}`,
    onclick: event => chooseThing(thing, event)},
  unseen(options.length ? `${spokenOf(options, one.title)}. ` : "Chosen. "), h("span", null, title))
    : h("h3", {class: "name"}, title);
  return h("section", {key: one.id, role: "group", class: `space${strokes}${one.new ? " new" : ""}${bare ? " bare" : ""}${can ? " asked" : ""}`,
    "aria-label": `${one.title}${one.new ? ", changed" : ""}`},
  name,
  caption && h("span", {class: "caption"}, caption),
  board.ways && far.length > 0 ? h("span", {class: "caption"}, `next to ${titles(beside)}`) : beside.length > 0 && unseen(`next to ${titles(beside)}. `),
  one.figures.map(figure => h("span", {key: `figure ${figure}`, class: "figure"}, figure)),
  one.players.map(pawn => h("span", {key: `pawn ${pawn.seat} ${pawn.name}`, class: `pawn seat${pawn.seat % 8}`},
    pawn.name, pawn.name !== nameOf(pawn.seat) && unseen(` of ${nameOf(pawn.seat)}`))),
  one.values.map(words => h("span", {key: `value ${words}`, class: "told"}, words)),
  lying.length > 0 && h("div", {class: "lying"}, places(lying)));
}
