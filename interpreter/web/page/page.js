// What this page knows now, and what the viewer has set on it.

import {part, update} from "/page/dom.js";
import {keep, path, recall} from "/page/link.js";

//: Under this name a browser keeps the news that were put away, of each viewer of each table.
export const READ = `bylaws read ${path}`;

export const page = {
  now: null,        // the last snapshot
  lines: [],        // the log
  narrowed: [],     // things that were chosen to narrow the answers down
  filter: "",       // letters by which long lists of answers are shortened
  busy: "",         // the question to which an answer is under way
  given: "",        // the question that was answered last
  told: null,       // the rules of the step in which the viewer was asked last
  notes: null,      // the viewer's own notes, once they were asked for
  reason: "",       // what the server said to "why not"
  decided: recall(`bylaws decided ${path}`) === "yes", // whether this seat has answered something
  read: JSON.parse(recall(READ) || "[]"), // the news that were put away, as they stood in the list
  refused: null,    // why nothing can be taken back, and whether the others can be asked
  tab: "log",       // what is open at the side
  closed: false,    // whether the server has closed this page for good
  drawer: false,    // whether the side is open, where there is no room for it
  sound: recall("bylaws sound") === "yes",
  letters: recall("bylaws letters") !== "no",
  greeted: recall("bylaws greeted") === "yes",
  whole: recall("bylaws whole"),
  looks: {colours: {}, icons: {}, images: {}, captions: {}, grids: {}}, // how the game looks, if it says so
  links: {},        // links that were made here, by viewer
  openTab: () => {}, // opens what a tab at the side shows
  draw: () => {},   // brings the page to what is known
};

// Whether there is no room for the side, so that it is a drawer over the game.
export const narrow = matchMedia("(max-width: 52rem)");

export const table = () => page.now.table;
export const around = () => page.now.around;
export const isSeat = () => table().viewer.kind === "seat";
export const seesAll = () => table().viewer.kind === "all";
export const nameOf = seat => table().seats[seat].name;

// Sets something on the page, has the browser remember it, and shows it.
export function setting(name, value) {
  page[name] = value;
  keep(`bylaws ${name}`, value === true ? "yes" : value === false ? "no" : value);
  page.draw();
}

// Says a sentence at the top: what has gone wrong, or what was done as it should be.
export function say(words, good = false) {
  part("said").classList.toggle("good", good);
  update(part("said"), words || "");
}

// `3 min`, for how long something has gone on.
export function since(seconds) {
  const past = Math.max(0, Math.round(Date.now() / 1000 - seconds));
  if (past < 10) return "";
  if (past < 90) return `${past} s`;
  return past < 5400 ? `${Math.round(past / 60)} min` : `${Math.round(past / 3600)} h`;
}
