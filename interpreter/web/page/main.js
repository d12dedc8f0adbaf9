// The page: which one it is, what it shows, and that what comes from the server is shown.

import {h, part, update} from "/page/dom.js";
import {connect, hasWord, keep, look, path} from "/page/link.js";
import {around, isSeat, nameOf, narrow, page, say, seesAll, setting, table} from "/page/page.js";
import {ownQuestion} from "/page/choosing.js";
import {boards} from "/page/boards.js";
import {players, shared} from "/page/players.js";
import {dock} from "/page/question.js";
import {readAgain} from "/page/cards.js";
import {followLog, openTab, side, tabs} from "/page/side.js";
import {help, listen, rovers, toQuestion} from "/page/keys.js";
import {tables, welcome} from "/page/tables.js";

// A snapshot has come. The lines of the log follow those that are there already.
page.heard = now => {
  const first = page.now === null, before = first ? null : (ownQuestion() || {}).id;
  page.lines.length = Math.min(page.lines.length, now.table.log.first);
  page.lines.push(...now.table.log.lines);
  page.now = now;
  if (now.table.question && now.table.question.rules.length) page.told = now.table.question.rules;
  const id = (ownQuestion() || {}).id;
  if (before && id !== before && !page.decided) {
    page.decided = true;
    keep(`bylaws decided ${path}`, "yes");
  }
  if (id !== before) {
    page.narrowed = [];
    page.filter = "";
    page.busy = "";
    page.reason = "";
    page.refused = null;
  }
  if (first) begin();
  page.draw();
  if (first) new ResizeObserver(followLog).observe(part("log"));
  readAgain();
  if (id !== before) announce(first);
  if (id && id !== before && !first) toChoices();
  if (id && document.activeElement === part("dock")) toQuestion();
};

// Where the page is narrow, what can be chosen on the table comes into sight.
function toChoices() {
  const choices = [...document.querySelectorAll("#main .can:not(.sample)")], bottom = part("dock").getBoundingClientRect().top;
  const isInSight = one => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= bottom; };
  if (narrow.matches && choices.length && !choices.some(isInSight)) choices[0].scrollIntoView({block: "nearest"});
}

function begin() {
  document.body.className = "at-table";
  if (seesAll()) page.tab = "designing";
  keep(`bylaws title ${path}`, `${table().game.title}, ${isSeat() ? nameOf(table().viewer.seat) : seesAll() ? "the designer's page" : "watching"}`);
}

page.openTab = name => {
  openTab(name);
  part(`panel-${name}`).focus();
};

page.draw = () => {
  if (page.now === null) return;
  const focused = document.activeElement;
  document.title = `${ownQuestion() ? "● " : ""}${table().game.title}`;
  document.body.classList.toggle("drawer", page.drawer);
  const covered = page.drawer && narrow.matches;
  for (const name of ["head", "main", "dock"]) part(name).inert = covered || page.closed;
  update(part("head"), head());
  update(part("main"), greeting(), h("div", {class: "laid"}, boards(), players(), shared()));
  update(part("side"), side());
  const bottom = part("dock");
  bottom.hidden = page.closed;
  bottom.classList.toggle("mine", ownQuestion() !== null);
  bottom.dataset.asked = ownQuestion() ? ownQuestion().id : "";
  bottom.setAttribute("aria-label", isSeat() ? "Your question and your hand" : "The question");
  update(bottom, dock());
  bottom.classList.toggle("alone", !bottom.querySelector(".hands"));
  followLog();
  rovers();
  if (focused && focused !== document.body && !focused.isConnected) toQuestion();
};

function head() {
  const words = table().where.words, mine = isSeat() ? `You are ${nameOf(table().viewer.seat)}.` : seesAll() ? "You see all." : "You watch.";
  const looks = around().all_was_looked_at;
  return [
    h("h1", null, table().game.title),
    h("p", {class: "where"}, words),
    h("p", {class: "who"}, mine, looks > 0 && !seesAll() && h("span", {class: "hint"}, ` The designer has looked at all hands ${looks === 1 ? "once" : `${looks} times`}.`),
      around().stuck && !seesAll() && h("strong", null, " Something has gone wrong in the rules; the designer can see what.")),
    h("nav", {"aria-label": "Tools"},
      tabs().map(([name, title]) => h("button", {key: name, type: "button", class: "small button opens", "data-tab": name, onclick: () => page.openTab(name)}, title)),
      isSeat() && h("button", {type: "button", class: "small button", "aria-pressed": String(page.sound), onclick: sound}, "Sound"),
      h("button", {key: "keys", type: "button", class: "small button", "aria-label": "Keys", onclick: help}, "?")),
  ];
}

// What a first visit has to know.
function greeting() {
  if (page.greeted || !isSeat()) return null;
  return h("section", {key: "greeting", class: "greeting", "aria-label": "How this works"},
    h("p", null, h("strong", null, `You are ${nameOf(table().viewer.seat)}. `), !narrow.matches && table().game.goal && `${table().game.goal} `, "Your question is at the bottom. ",
      h("span", {class: "can sample"}, "Such an edge"), ": click to choose. ",
      h("span", {class: "new sample"}, "Such a colour"), ": new since your last choice.", !narrow.matches && " The rules of each step are at the side."),
    h("button", {type: "button", class: "small button", onclick: () => { setting("greeted", true); toQuestion(); }}, "Understood"));
}

// The server shows nothing here any more, and takes nothing: question and hand go, and the rest is there to be looked at alone.
function close() {
  if (page.now === null) { welcome(); return; }
  page.closed = true;
  page.drawer = false; // it lies over the line that says so, as what is open does
  part("reader").close();
  part("side").inert = true;
  document.body.classList.add("closed");
  page.draw();
}

// ---------------------------------------------------------------- when somebody is asked

// Tells of a question once: to ears, and with a sound if that is wanted.
function announce(first) {
  const asked = ownQuestion();
  update(part("announced"), asked ? [asked.about, asked.prompt].filter(Boolean).join(": ") : "");
  if (asked && !first && page.sound && (document.hidden || !document.hasFocus())) beep();
}

function sound() {
  setting("sound", !page.sound);
  if (page.sound) beep();
}

let audio = null;
function beep() {
  audio = audio || new AudioContext();
  const tone = audio.createOscillator(), loud = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = 660;
  loud.gain.setValueAtTime(0.12, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.4);
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.4);
}

// ---------------------------------------------------------------- which page it is

function start() {
  listen();
  if (path === "/designer" && hasWord()) { tables(); return; }
  if (!path.startsWith("/t/") || !hasWord()) { welcome(); return; }
  update(part("head"), h("h1", null, "Bylaws"));
  update(part("main"), h("p", {class: "plain"}, "The table is being laid."));
  look("looks").then(([status, said]) => { if (status === 200) { page.looks = said; page.draw(); } });
  connect(page.heard, (words, ended) => { say(words); if (ended) close(); });
  narrow.onchange = () => { page.drawer = false; page.draw(); }; // a drawer stays neither over nor before a page of another width
  setInterval(page.draw, 10000); // for how long somebody thinks
  const besides = [document.documentElement, part("said"), part("side")]; // what lies above and below the dock and the head
  const sizes = new ResizeObserver(entries => {
    for (const {target} of entries) for (const one of besides) one.style.setProperty(`--${target.id}`, `${target.offsetHeight}px`);
    followLog();
  });
  sizes.observe(part("head"));
  sizes.observe(part("dock"));
}

start();
