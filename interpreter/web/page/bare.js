"use strict";
// The barest page that can answer questions: it shows what it was sent, and a button for each answer.
const path = location.pathname, kept = `bylaws ${path}`;
if (location.hash.length > 1) {
  localStorage.setItem(kept, location.hash.slice(1));
  history.replaceState(null, "", path);
}
const token = localStorage.getItem(kept) || "";
const element = name => document.getElementById(name);
const say = words => { element("said").textContent = words; };

async function post(what, said) {
  for (let pause = 300; ; pause *= 2) {
    try {
      const reply = await fetch(`${path}/${what}`, {
        method: "POST",
        headers: {"Authorization": `Bearer ${token}`, "Content-Type": "application/json"},
        body: JSON.stringify(said),
      });
      return [reply.status, await reply.json()];
    } catch (lost) { // an answer names its question: to send it again does no harm
      if (pause > 5000) throw lost;
      await new Promise(go => setTimeout(go, pause));
    }
  }
}

function button(words, act) {
  const made = document.createElement("button");
  made.textContent = words;
  made.onclick = act;
  element("question").append(made);
}

async function answer(question, number) {
  const [status, said] = await post("answer", {question, answer: number});
  if (status !== 200) say(said.why);
  if (said.now) show(said.now);
}

function show(now) {
  const asked = now.table.question;
  element("title").textContent = now.table.game.title;
  element("table").textContent = JSON.stringify(now.table, null, 1);
  element("question").replaceChildren();
  say(asked ? asked.prompt : now.table.waiting ? now.table.waiting.words : "");
  if (now.table.undo.can) {
    button(`Take back: ${now.table.undo.answer}`, async () => {
      const [, said] = await post("take-back", {question: asked ? asked.id : ""});
      if (said.why) say(said.why);
    });
  }
  if (!asked || !asked.id) return;
  const {low, high} = asked.numbers || {low: 0, high: -1};
  for (let number = low; number <= high; number++) button(String(number), () => answer(asked.id, number - low));
  for (const option of asked.options) button(option.words, () => answer(asked.id, option.answer));
}

function connect(pause) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}${path}/socket`);
  socket.onopen = () => { pause = 500; socket.send(JSON.stringify({token})); };
  socket.onmessage = message => show(JSON.parse(message.data));
  socket.onclose = ended => {
    if (ended.code === 4401) { say("This link does not open this page."); return; }
    say("The connection is lost; trying again.");
    setTimeout(connect, pause, Math.min(pause * 2, 10000));
  };
}
if (path.startsWith("/t/")) connect(500);
