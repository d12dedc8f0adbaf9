// Who sits at the table, with what each has; and what is nobody's: counters, roles, dice, rules in force, places.

import {h, unseen} from "/page/dom.js";
import {around, isSeat, nameOf, since, table} from "/page/page.js";
import {chooseThing, counterAt, isNarrowed, optionsOn, seatAt, spokenOf} from "/page/choosing.js";
import {places, placesOf} from "/page/places.js";

// Whether a place is in the dock, with the question.
export const isInDock = place => isSeat() && place.owner === table().viewer.seat && place.shape === "hand";

// All players in the order of play, the viewer first.
export function players() {
  const seats = table().seats, first = table().viewer.seat || 0;
  const wide = table().places.some(place => place.strip !== null && place.owner !== null);
  return h("section", {class: `players${wide ? " wide" : ""}`, "aria-label": "Players"},
    seats.map((_, number) => player(seats[(number + first) % seats.length])));
}

function player(seat) {
  const own = isSeat() && table().viewer.seat === seat.seat;
  const thing = seatAt(seat.seat), options = optionsOn(thing), can = options.length > 0 || isNarrowed(thing);
  const name = can ? h("button", {type: "button", class: `can name${isNarrowed(thing) ? " narrowed" : ""}`,
    onclick: event => chooseThing(thing, event)},
  unseen(options.length ? `${spokenOf(options, seat.name)}. ` : "Chosen. "), h("span", null, seat.name))
    : h("span", {class: "name"}, seat.name);
  const lying = placesOf(seat.seat).filter(place => !isInDock(place) && !place.aside);
  return h("section", {key: seat.seat, role: "group", class: `player seat${seat.colour % 8}${seat.asked ? " asked" : ""}`,
    "aria-label": `${seat.name}${own ? ", you" : ""}`},
  h("h2", null, name, badges(seat, own)),
  values(table().values.filter(value => value.cells.some(cell => cell.seat !== null)), seat.seat),
  h("div", {class: "lying"}, places(lying)));
}

function badges(seat, own) {
  const sits = around().seats[seat.seat], badge = (words, kind) => h("span", {key: words, class: `badge ${kind || ""}`}, words);
  const asked = seat.asked && !table().over;
  return h("span", {class: "badges"},
    own && badge("you", "own"),
    asked && badge("deciding", "deciding"),
    seat.won && badge("won", "won"),
    sits && sits.kind !== "human" && badge(sits.kind === "random" ? "bot" : `bot, ${sits.kind}`),
    seat.away && !own && badge(!sits || !sits.since ? "not here yet" : since(sits.since) ? `away for ${since(sits.since)}` : "away", "away"));
}

// Values of one player, or of nobody.
function values(list, seat) {
  const rows = list.flatMap(value => {
    const cells = value.cells.filter(cell => cell.seat === seat);
    const told = cells.length > 1 ? cells.filter(cell => cell.hidden || cell.number) : cells;
    return told.filter(cell => cell.words !== "-").map(cell => row(value, cell));
  });
  return rows.length > 0 && h("dl", {class: "values"}, rows);
}

function row(value, cell) {
  const thing = counterAt(value.id), options = optionsOn(thing);
  const title = cell.at.length ? `${value.title} (${cell.at.join(", ")})` : value.title;
  const named = options.length || isNarrowed(thing) ? h("button", {type: "button", class: "can",
    onclick: event => chooseThing(thing, event)}, unseen(options.length ? `${spokenOf(options, title)}. ` : "Chosen. "), h("span", null, title)) : title;
  return h("div", {key: `${value.id} ${cell.at.join(" ")}`, class: `value${cell.new ? " new" : ""}${cell.hidden ? " hidden" : ""}`},
    h("dt", null, named), h("dd", null, track(value, cell), cell.words, cell.new && unseen(" (changed)")));
}

// A counter with both ends as a row of marks, as long as they can be counted; a longer one as a bar.
function track(value, cell) {
  const {low, high} = value;
  if (!value.counter || cell.number === null || low === null || high === null || high - low > 100) return null;
  const from = low === 1 ? 0 : low, size = high - from, at = cell.number - from;
  if (size <= 10) {
    return h("span", {class: "track", "aria-hidden": "true"},
      Array.from({length: size}, (_, place) => h("i", {class: place < at ? "full" : ""})));
  }
  return h("span", {class: "track long", "aria-hidden": "true"},
    h("i", {class: "full", style: {width: `${Math.round(100 * at / size)}%`}}));
}

// What is shared by all.
export function shared() {
  const mine = placesOf(null), used = mine.filter(place => !place.aside);
  const aside = table().places.filter(place => place.aside && place.count > 0);
  return h("section", {class: "shared", "aria-label": "Shared by all"},
    values(table().values.filter(value => value.cells.every(cell => cell.seat === null)), null),
    dice(),
    force(),
    h("div", {class: "lying"}, places(used)),
    aside.length > 0 && h("details", {class: "aside", "aria-label": "Not in use"}, h("summary", null, "Not in use"), h("div", {class: "lying"}, places(aside))));
}

function force() {
  const rules = table().in_force;
  return rules.length > 0 && h("section", {class: "force", role: "group", "aria-label": "In force"}, h("h3", null, "In force"),
    h("ul", null, rules.map(rule => h("li", null, rule.words))));
}

// The last dice that were rolled.
function dice() {
  const rolled = table().dice.slice(-6);
  return rolled.length > 0 && h("section", {class: "dice", role: "group", "aria-label": "Dice"}, rolled.map(roll =>
    h("p", null, h("span", {class: "what"}, roll.die, roll.seat !== null && ` of ${nameOf(roll.seat)}`, ": "),
      roll.pips.map(pip => h("b", {class: "die"}, pip)))));
}

