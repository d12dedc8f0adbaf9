// The dock at the bottom: the question with its answers, taking back, and the viewer's own hand.

import {h, unseen} from "/page/dom.js";
import {keep, tell} from "/page/link.js";
import {around, isSeat, nameOf, narrow, page, READ, setting, since, table} from "/page/page.js";
import {agree, answer, cardAt, optionsLeft, optionsOn, ownQuestion, placeAt, showAll, takeBack} from "/page/choosing.js";
import {isDrawn, places, placesOf} from "/page/places.js";
import {isInDock} from "/page/players.js";
import {ending} from "/page/ending.js";

//: Of more answers, or numbers, than these one is found by typing.
const MANY = 12;

export function dock() {
  const hands = isSeat() ? placesOf(table().viewer.seat).filter(place => isInDock(place) && isDrawn(place) && !isAnswers(place)) : [];
  return [
    h("div", {key: "asks", class: "asks"}, news(), dropped(), goingBack(), table().over ? ending() : asks()),
    hands.length > 0 && h("div", {key: "hands", class: `hands${isWhole() ? " whole" : ""}`}, places(hands, true)),
    h("div", {key: "tools", class: "tools"}, undo(), hands.some(hasText) && h("button", {key: "whole", type: "button", class: "small button",
      "aria-pressed": String(isWhole()), onclick: () => setting("whole", isWhole() ? "no" : "yes")}, "Whole texts"), notNow(table().question)),
  ];
}

// Whether all of a hand are answers: where the page is narrow these are buttons alone.
const isAnswers = place => narrow.matches && place.cards.length > 0 && optionsOn(placeAt(place.id)).length === 0
  && place.cards.every((_, number) => optionsOn(cardAt(place.id, number)).length > 0);

const isWhole = () => page.whole ? page.whole === "yes" : !narrow.matches;
const hasText = place => place.cards.some(entry => entry.face !== null && table().faces[entry.face].text.length > 0);

function asks() {
  const asked = table().question;
  const own = ownQuestion();
  if (!asked || (isSeat() && !own)) return waiting();
  if (own && page.given === own.id) return h("h2", {id: "prompt", class: "waits"}, "You have answered. The game goes on in a moment.");
  return [
    asked.about && h("p", {class: "about"}, asked.about),
    h("h2", {id: "prompt"}, own ? "" : `${nameOf(asked.seat)} is asked: `, asked.prompt),
    h("p", {class: "hint"}, how(asked)),
    own && asked.given.map((words, number) => h("p", {key: `given ${number}`, class: "hint"}, words)),
    asked.cards.map(one => h("p", {key: one.title, class: "stake"}, h("strong", null, one.title), one.text && `: ${one.text}`)),
    page.narrowed.length > 0 && h("p", {class: "narrowing"}, "Answers about what you have chosen. ",
      h("button", {type: "button", class: "small button", onclick: showAll}, "Show all")),
    own ? answers(asked) : h("ul", {class: "told"}, asked.options.map(option => h("li", null, option.words))),
  ];
}

function how(asked) {
  if (!asked.forced && !asked.numbers && asked.options.length === 1) return "There is no other answer; you are asked so that nobody can tell.";
  if (asked.takes_all) return "All of them are taken, one after another: say which is next.";
  if (asked.more > 1) return `You can pick up to ${asked.more}, one after another.`;
  return "";
}

function answers(asked) {
  const left = optionsLeft(), others = left.filter(option => option.kind !== "pass");
  const found = others.filter(option => `${option.words} ${option.text}`.toLowerCase().includes(page.filter.toLowerCase()));
  const numbers = page.narrowed.length ? [] : numbersOf(asked), last = asked.options.filter(option => option.kind === "pass");
  const off = page.busy === asked.id, figures = figuresOf(asked);
  const figure = (option, place) => numbers.length ? -1 : figures ? figures.get(option.answer) : place + 1;
  return [
    others.length > MANY && h("p", {class: "finds"}, h("label", null, "Find ", h("input", {
      type: "search", class: "field", autocomplete: "off", "aria-controls": "answers",
      oninput: event => { page.filter = event.target.value; page.draw(); }}))),
    numbers.length > MANY && numberField(asked),
    h("div", {class: "answering"}, h("div", {id: "answers", class: `options${off ? " off" : ""}`, role: "group", "aria-labelledby": "prompt", "data-roving": true},
      numbers.length <= MANY && numbers.map(number => choice(asked, {
        answer: number - asked.numbers.low, words: String(number), unit: asked.numbers.unit, alike: 1, kind: "number"}, number)),
      found.map((option, place) => choice(asked, option, figure(option, place))),
      others.length > 0 && found.length === 0 && h("p", {class: "empty"}, "No answer has these letters.")),
    last.length > 0 && h("div", {class: `passes${off ? " off" : ""}`}, last.map(option => choice(asked, option, -1)))),
  ];
}

const numbersOf = asked => !asked.numbers ? []
  : Array.from({length: asked.numbers.high - asked.numbers.low + 1}, (_, k) => asked.numbers.low + k);

// The number in the words of each answer, where each has one alone and no other has the same; else nothing, and they are counted.
function figuresOf(asked) {
  const found = asked.options.filter(option => option.kind !== "pass").map(option => [option.answer, option.words.match(/(?<!\S)[-−]\d+|\d+/g) || []]);
  const isTold = !asked.numbers && found.every(([, numbers]) => numbers.length === 1);
  const figures = new Map(found.map(([answer, numbers]) => [answer, Number(numbers[0])]));
  return isTold && new Set(figures.values()).size === found.length ? figures : null;
}

// One answer as a button, with the figure that gives it, if it has one. What stands on a card in the dock is left out, but for what tells it from another answer;
// where the page is narrow, the button stands for the card.
function choice(asked, option, figure) {
  const key = figure >= 0 && figure <= 9 ? String(figure) : null;
  const inDock = !narrow.matches && (option.about || []).some(one => one.kind === "card" && table().places.some(other => other.id === one.id && isInDock(other)));
  return h("button", {key: `${asked.id} ${option.answer}`, type: "button", class: `answer ${option.kind}`,
    "data-answer": option.answer, "data-key": key, onclick: event => { if (event.detail < 2) answer(option.answer); }},
  key !== null && page.letters && h("kbd", {"aria-hidden": "true"}, key),
  option.kind === "pass" && page.letters && h("kbd", {"aria-hidden": "true"}, "p"),
  h("span", null, h("span", {class: "words"}, inDock && isOneName(asked, option) ? option.name : option.words, option.unit && unseen(` ${option.unit}`), option.alike > 1 && ` (${option.alike} alike)`),
    option.terms && h("span", {class: "terms"}, option.terms),
    option.text && !inDock && h("span", {class: "text"}, option.text)));
}

const isOneName = (asked, option) => asked.options.filter(other => other.name === option.name).length === 1;

function numberField(asked) {
  const {low, high, unit} = asked.numbers;
  return h("form", {key: asked.id, class: "number", onsubmit: event => {
    event.preventDefault();
    const field = event.target.elements.number;
    if (field.reportValidity()) answer(Number(field.value) - low);
  }},
  h("label", null, `${unit ? `${unit[0].toUpperCase()}${unit.slice(1)}` : "A number"}, ${low} to ${high} `, h("input", {
    name: "number", class: "field", type: "number", inputmode: "numeric", min: low, max: high, step: 1, required: true, autocomplete: "off"})),
  h("button", {type: "submit", class: "answer"}, "Say it"));
}

// Actions that cannot be taken now, each with the reason; and a field for all else.
function notNow(asked) {
  if (!asked || !ownQuestion()) return null;
  const names = asked.not_now.map(one => one.name).join(", ");
  return h("details", {class: "not-now", "aria-label": "What cannot be chosen now"},
    h("summary", null, names ? [h("span", {class: "what"}, "Not now: "), names] : "Why not something else?"),
    h("ul", null, asked.not_now.map(one => h("li", {key: one.name}, one.why))),
    h("form", {onsubmit: async event => {
      event.preventDefault();
      const [, said] = await tell("why", {what: event.target.elements.what.value});
      page.reason = said.sentence || said.why;
      page.draw();
    }},
    h("label", {for: "why"}, "Why not "), h("input", {id: "why", name: "what", class: "field", maxlength: 200, required: true, autocomplete: "off", list: "known"}),
    h("datalist", {id: "known"}, known(asked).map(name => h("option", {key: name, value: name}))),
    h("button", {type: "submit", class: "small button"}, "Ask")),
    h("p", {class: "reason", role: "status"}, page.reason));
}

// What somebody could ask about: what is missing, and all that has a name on the table.
const known = asked => [...new Set([asked.not_now.map(one => one.name), table().faces.map(one => one.title), table().seats.map(one => one.name),
  table().boards.flatMap(board => board.spaces.map(one => one.title))].flat())];

function undo() {
  if (!isSeat() || table().over) return null;
  const {can, answer: last} = table().undo;
  if (!can && !page.decided) return null;
  return [
    h("button", {key: "undo", type: "button", class: "small button undo", onclick: () => takeBack()},
      can ? ["Take back", last && `: ${last}`] : "Take back …"),
    page.refused && h("p", {key: "refused", class: "refused", role: "status"}, page.refused.why, " ",
      page.refused.ask && h("button", {type: "button", class: "small button", onclick: () => takeBack(true)}, "Ask the others")),
  ];
}

// Why the game goes on from another place, each sentence until it is put away or the seat answers.
function news() {
  const told = around().news, read = putAway(told);
  if (read === told.length) return null;
  return h("section", {key: "news", class: "news", "aria-label": "News"},
    h("div", {role: "status"}, told.slice(read).map((words, number) => h("p", {key: read + number}, words))),
    h("button", {type: "button", class: "small button", onclick: () => { understood(told); page.draw(); }}, "Understood"));
}

// The server keeps so many sentences for whoever does not answer, the last ones.
const MOST_NEWS = 5;

// How many of these sentences, from the first on, were put away. The same words can come again later: they are old only where
// they stand in the list, which grows at its end, loses its first ones once it is full, and begins anew when the seat has answered.
function putAway(told) {
  const most = told.length < MOST_NEWS ? 0 : page.read.length;
  let gone = 0;
  while (gone <= most && !isBeginning(page.read.slice(gone), told)) gone++;
  const left = gone > most ? [] : page.read.slice(gone);
  if (left.length < page.read.length) understood(left);
  return left.length;
}

const isBeginning = (some, all) => some.length <= all.length && some.every((words, place) => words === all[place]);

function understood(sentences) {
  page.read = sentences;
  keep(READ, JSON.stringify(sentences));
}

// A request to take something back, which all have to agree to.
const dropped = () => around().dropped && h("p", {key: "dropped", class: "going-back", role: "status"}, around().dropped);

// Whose answer it is, and to which question.
const goes = (asked, mine) => !asked.question ? asked.takes
  : `${mine ? "your" : "the"} answer “${asked.takes}” to: ${asked.question}`;

function goingBack() {
  const asked = around().taking_back;
  if (!asked) return null;
  const mine = table().viewer.seat === asked.by && isSeat();
  const left = table().seats.filter(one => one.plays === "person" && !asked.willing.includes(one.seat));
  return h("section", {key: asked.request, class: "going-back", "aria-label": "Taking back"},
    h("h2", null, `${mine ? "You ask" : `${nameOf(asked.by)} asks`} to take back ${goes(asked, mine)}`),
    h("p", {class: "hint"}, asked.decisions > 1 ? `The game goes back by ${asked.decisions} decisions: that one, and all that were made since.`
      : "The game goes back by this one decision."),
    asked.since.length > 0 && h("details", {open: asked.since.length < 6, "aria-label": "What you have been told since"}, h("summary", null, `What you have been told since (${asked.since.length})`),
      h("ul", null, asked.since.map(line => h("li", null, line)))),
    asked.asked ? h("p", {class: "options"},
      h("button", {type: "button", class: "answer", onclick: () => agree(asked.request, true)}, "Agree"),
      h("button", {type: "button", class: "answer", onclick: () => agree(asked.request, false)}, "Rather not"))
      : h("p", {class: "hint"}, `Agreed: ${asked.willing.map(nameOf).join(", ")}. Not yet: ${left.map(one => `${one.name}${one.away ? " (away)" : ""}`).join(", ")}. `,
        mine && h("button", {type: "button", class: "small button", onclick: () => agree(asked.request, false)}, "Withdraw")));
}

function waiting() {
  const asked = table().waiting, past = around().asked_since ? since(around().asked_since) : "";
  const away = asked && table().seats[asked.seat].away && ` ${nameOf(asked.seat)} is away.`;
  return h("h2", {id: "prompt", class: "waits"}, asked ? asked.words : "The game goes on in a moment.",
    h("span", {class: "hint"}, past && ` For ${past} now.`, away));
}
