// Cards, tokens and backs; and the page of a card, on which all of it can be read.

import {h, part, unseen, update} from "/page/dom.js";
import {nameOf, page, table} from "/page/page.js";
import {cardAt, chooseThing, isNarrowed, optionsOn, spokenOf} from "/page/choosing.js";

// One entry of a place. `full`: with all its text.
export function card(place, entry, number, full) {
  const thing = cardAt(place.id, number), options = optionsOn(thing);
  const face = entry.face === null ? null : table().faces[entry.face];
  const has = {
    key: `${face ? face.title : "back"}`,
    class: names(entry, face, full, options.length, isNarrowed(thing)),
    style: face && page.looks.colours[face.kind] ? {"--hue": page.looks.colours[face.kind]} : null,
  };
  const within = face ? faceOf(entry, face, full) : back(entry);
  if (options.length || isNarrowed(thing)) {
    return h("button", {...has, type: "button", "aria-pressed": isNarrowed(thing) ? "true" : null,
      onclick: event => chooseThing(thing, event)},
    unseen(`${options.length ? spokenOf(options, face ? face.title : "A card") : "Chosen"}. `), within);
  }
  if (face) {
    return h("button", {...has, type: "button", "aria-haspopup": "dialog", onclick: () => read(face, entry, place)}, within);
  }
  return h("div", has, within);
}

function names(entry, face, full, can, narrowed) {
  const drawn = !face ? "card back" : (face.chip || face.token) && !looks(face).image ? `chip hue${face.hue}`
    : `card hue${face.hue}${full ? " full" : ""}`;
  return [drawn, entry.down && face ? "down" : "", entry.new ? "new" : "", can ? "can" : "", narrowed ? "narrowed" : "",
    face && face.owner !== null ? `of seat${face.owner % 8}` : ""].filter(Boolean).join(" ");
}

function faceOf(entry, face, full) {
  const shared = (face.printed.find(one => one.title.toLowerCase() === "kind") || {words: ""}).words;
  const {image, icon, caption} = looks(face);
  return [
    face.sign && face.sign.length < 6 && h("b", {class: "sign"}, face.sign),
    h("strong", {class: "title"}, icon && h("span", {"aria-hidden": "true"}, `${icon} `), face.title,
      entry.number > 1 && h("span", {class: "number"}, `\u00a0×\u00a0${entry.number}`)),
    face.sign.length >= 6 && h("span", {class: "printed"}, face.sign),
    !face.chip && h("span", {class: "kind"}, shared ? shared : face.kind),
    image && h("img", {src: image, alt: ""}),
    caption && h("span", {class: "caption"}, caption),
    face.printed.filter(one => !shared || one.title.toLowerCase() !== "kind").map(one => h("span", {class: "printed", key: one.title},
      one.words ? [h("span", {class: "what"}, `${one.title} `), one.words] : one.title)),
    entry.marks.map(mark => h("span", {class: "mark", key: mark.title}, mark.title, mark.words && ` ${mark.words}`)),
    entry.down && h("span", {class: "mark"}, "face down"),
    full && face.text.map((words, number) => h("span", {class: "text", key: number}, words)),
    !full && face.text.length > 0 && h("span", {class: "text short"}, face.text.join(" ")),
    entry.new && unseen(" (new)"),
  ];
}

// What the looks of the game have for a card; a token that everybody has goes by its title without its owner.
function looks(face) {
  const title = face.token && face.owner !== null ? face.title.replace(`${nameOf(face.owner)}'s `, "") : face.title;
  const of = part => page.looks[part][face.title] || page.looks[part][title] || page.looks[part][title[0].toUpperCase() + title.slice(1)];
  return {image: of("images"), icon: of("icons"), caption: of("captions")};
}

function back(entry) {
  return [
    h("span", {class: "plate"}, entry.number > 1 ? h("b", null, entry.number) : h("span", {"aria-hidden": "true"}, "?"),
      unseen(entry.number > 1 ? ` cards${entry.known ? `, ${entry.known} of which you know` : " that you do not see"}` : "a card that you do not see")),
    entry.marks.map(mark => h("span", {class: "mark", key: mark.title}, mark.title, mark.words && ` ${mark.words}`)),
    entry.new && unseen(" (new)"),
  ];
}

// The card that is open: its title and where it lies, or nothing.
let reading = null;

// Shows a card alone, with all that stands on it.
function read(face, entry, place) {
  const bare = !face.text.length && !face.printed.length && !entry.marks.length;
  open(face.title, [
    h("p", {class: "kind"}, face.kind, face.sign && ` ${face.sign}`),
    h("dl", null, face.printed.map(one => [h("dt", {key: one.title}, one.title), h("dd", null, one.words || "yes")]),
      entry.marks.map(one => [h("dt", {key: `mark ${one.title}`}, one.title), h("dd", null, one.words || "yes")])),
    face.text.map(words => h("p", null, words)),
    bare && h("p", {key: "bare"}, "Nothing more stands on it; what it does is in the rules. ",
      h("button", {type: "button", class: "small button", onclick: () => { part("reader").close(); page.openTab("rules"); }}, "To the rules")),
  ]);
  reading = {title: face.title, place: place.id};
}

// The card that is open as it is by now; what nobody sees any more is closed.
export function readAgain() {
  if (!reading) return;
  const there = place => place.id === reading.place ? 0 : 1;
  for (const place of [...table().places].sort((a, b) => there(a) - there(b))) for (const entry of place.cards) {
    const face = entry.face === null ? null : table().faces[entry.face];
    if (face && face.title === reading.title) { read(face, entry, place); return; }
  }
  part("reader").close();
}

// Opens something over the page; Escape and a click beside it close it, and what had the focus has it again.
export function open(title, within, closing = "Close") {
  reading = null;
  const reader = part("reader");
  const close = () => reader.close();
  reader.setAttribute("aria-label", title);
  update(reader, h("div", {class: "read"}, h("h2", null, title), within,
    h("p", {class: "closes"}, h("button", {type: "button", class: "button", autofocus: true, onclick: close}, closing))));
  reader.onclick = event => { if (event.target === reader) close(); };
  reader.onclose = () => { reading = null; };
  if (!reader.open) reader.showModal();
}
