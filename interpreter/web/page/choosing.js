// Answers: on which things they lie, how a choice among them is narrowed down, and how one is given.

import {tell} from "/page/link.js";
import {page, say, table} from "/page/page.js";

// What a thing is called that answers can be about.
export const cardAt = (place, card) => `card/${place}/${card}`;
export const placeAt = place => `place/${place}`;
export const spaceAt = space => `space/${space}`;
export const seatAt = seat => `seat/${seat}`;
export const counterAt = counter => `counter/${counter}`;

const named = one => one.card === null ? (one.kind === "card" ? placeAt(one.id) : `${one.kind}/${one.id}`)
  : cardAt(one.id, one.card);

// The question if this viewer is to answer it, and can.
export function ownQuestion() {
  const asked = page.now && !page.closed && table().question;
  return asked && asked.id ? asked : null;
}

// The answers that are left, as far as the viewer has narrowed them down.
export function optionsLeft() {
  const asked = table().question;
  if (!asked) return [];
  return asked.options.filter(option => page.narrowed.every(one => option.about.some(about => named(about) === one)));
}

// The answers that lie on a thing.
export function optionsOn(thing) {
  if (!ownQuestion() || page.narrowed.includes(thing)) return [];
  return optionsLeft().filter(option => option.about.some(about => named(about) === thing));
}

// Whether a thing is one by which the answers were narrowed down.
export const isNarrowed = thing => page.narrowed.includes(thing);

// Somebody chooses a thing: if one answer lies on it, that is given; if there are several, the others go.
export function chooseThing(thing, event) {
  if (event.detail > 1) return; // the second click of two is none
  if (isNarrowed(thing)) { page.narrowed = page.narrowed.filter(one => one !== thing); page.draw(); return; }
  const there = optionsOn(thing);
  if (there.length === 1) answer(there[0].answer);
  else if (there.length) { page.narrowed = [...page.narrowed, thing]; page.filter = ""; page.draw(); }
}

export function showAll() {
  page.narrowed = [];
  page.filter = "";
  page.draw();
}

// What is said of a thing on which answers lie, for ears: `Choose: Ox`.
export function spokenOf(options, title) {
  return options.length === 1 ? `Choose: ${options[0].words}` : `${title}: ${options.length} answers`;
}

// Gives an answer. Until the game has gone on, there is no second one.
export async function answer(number) {
  const asked = ownQuestion();
  if (!asked || page.busy === asked.id) return;
  page.busy = asked.id;
  page.draw();
  const [status, said] = await tell("answer", {question: asked.id, answer: number});
  if (status === 200) { page.given = asked.id; say(""); } else { page.busy = ""; say(said.why); }
  if (said.now) page.heard(said.now);
  page.draw();
}

// Takes the last decision back, or asks the others for it.
export async function takeBack(ask = false) {
  const [status, said] = await tell("take-back", {question: (table().question || {}).id || "", ask});
  page.refused = status === 200 || status === 202 ? null : {why: said.why, ask: said.others_can_agree === true};
  if (said.now) page.heard(said.now);
  page.draw();
}

export async function agree(request, does) {
  const [status, said] = await tell("agree", {request, agree: does});
  say(status === 200 ? "" : said.why);
  if (said.now) page.heard(said.now);
}
