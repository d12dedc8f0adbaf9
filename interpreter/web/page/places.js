// Places where cards and tokens lie, each drawn by its shape.

import {h, unseen} from "/page/dom.js";
import {table} from "/page/page.js";
import {cardAt, chooseThing, isNarrowed, optionsOn, placeAt, spokenOf} from "/page/choosing.js";
import {card} from "/page/cards.js";

const ALWAYS = ["slot", "board"];

// Whether something of a place can be chosen now.
const isAsked = place => optionsOn(placeAt(place.id)).length > 0 || isNarrowed(placeAt(place.id))
  || place.cards.some((_, number) => optionsOn(cardAt(place.id, number)).length > 0);

// Whether a place is drawn: an empty one if it has its own spot, or something can be put there.
export const isDrawn = place => place.count > 0 || ALWAYS.includes(place.shape) || place.strip !== null || isAsked(place);

// Several places; those that belong side by side become one strip.
export function places(list, full = false) {
  const drawn = [], strips = new Map();
  for (const place of list) {
    if (place.strip === null) { if (isDrawn(place)) drawn.push(one(place, full)); }
    else if (strips.has(place.strip)) strips.get(place.strip).push(place);
    else { strips.set(place.strip, [place]); drawn.push(place.strip); }
  }
  return drawn.map(item => typeof item === "string" ? strip(strips.get(item)) : item);
}

function one(place, full) {
  const title = place.owner === null && place.space === null ? bare(place.label) : place.title;
  return h("section", {key: place.id, role: "group", class: `place ${place.shape}${place.count > 1 ? " many" : ""}${place.new ? " new" : ""}`, "aria-label": label(place)},
    heading("h3", place, title), lies(place, full));
}

const bare = words => words.startsWith("The ") ? words[4].toUpperCase() + words.slice(5) : words;

function label(place) {
  const amount = place.count === 1 ? "1 card" : `${place.count || "no"} cards`;
  return `${place.label}, ${amount}${place.new ? ", changed" : ""}`;
}

// The title of a place, with how many lie there; a button if an answer is about the place itself.
function heading(tag, place, title) {
  const thing = placeAt(place.id), options = optionsOn(thing);
  const counted = place.shape !== "slot" && (place.count > 1 || place.capacity !== null) && h("span", {class: "count"},
    ` ${place.count}`, place.capacity !== null && place.capacity > 1 && ` of ${place.capacity}`);
  if (!options.length && !isNarrowed(thing)) return h(tag, {class: "placed"}, title, counted);
  return h(tag, {class: "placed"}, h("button", {type: "button", class: `can${isNarrowed(thing) ? " narrowed" : ""}`,
    onclick: event => chooseThing(thing, event)},
  unseen(options.length ? `${spokenOf(options, title)}. ` : "Chosen. "), h("span", null, title), counted));
}

function lies(place, full) {
  if (!place.cards.length) return h("p", {class: "empty"}, "empty");
  const whole = place.cards.map((entry, number) => [entry, number]);
  const seen = place.shape === "stack" ? top(place, whole) : whole;
  return h("div", {class: "cards", "data-roving": true}, seen.map(([entry, number]) => card(place, entry, number, full)));
}

// Of a pile, those cards that can be chosen, or the one on top. A back stands for all that lie there, also for those that are known.
function top(place, whole) {
  const asked = whole.filter(([, number]) => optionsOn(cardAt(place.id, number)).length);
  if (asked.length) return asked;
  const [entry, number] = whole.at(-1), known = place.cards.reduce((sum, one) => sum + (one.face === null ? 0 : one.number), 0);
  return [[entry.face === null ? {...entry, number: place.count, known} : entry, number]];
}

// Places side by side, each a cell with its label.
function strip(list) {
  const [first] = list;
  const whose = first.owner === null ? first.title : `${first.title}`;
  return h("section", {key: `strip ${first.strip}`, role: "group", class: "place strip", "aria-label": first.label.replace(/ \(.*\)$/, "")},
    h("h3", {class: "placed"}, whose),
    h("div", {class: "cells", "data-roving": true, style: {"--cells": String(Math.min(list.length, 7))}},
      list.map(place => h("section", {key: place.id, role: "group", class: `cell${place.new ? " new" : ""}`, "aria-label": label(place)},
        heading("h4", place, place.at.join(", ")),
        place.cards.length > 0 && h("div", {class: "cards"},
          place.cards.map((entry, number) => card(place, entry, number, false)))))));
}

// The places of somebody, or those that are nobody's and on no space that is drawn.
export function placesOf(owner) {
  const drawn = new Set(table().boards.flatMap(board => board.spaces.flatMap(space => space.places)));
  return table().places.filter(place => place.owner === owner && !drawn.has(place.id));
}
