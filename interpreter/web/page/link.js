// The link of this page: its word, what is asked of the server with it, and the socket over which snapshots come.

export const path = location.pathname.replace(/\/$/, "");
const kept = `bylaws ${path}`;

// The word of the link: it is taken out of the address, and kept for this page alone.
if (location.hash.length > 20) {
  keep(kept, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const word = recall(kept) || (path.endsWith("/designer") ? recall("bylaws /designer") : "") || "";

export const hasWord = () => word !== "";

// The address of another page that the same word opens, or that has its own.
export const withWord = address => address.includes("#") ? address : `${address}#${word}`;

// What a browser keeps; some keep nothing.
export function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { fallback.set(name, value); }
}
export function recall(name) {
  try { return localStorage.getItem(name); } catch { return fallback.get(name) ?? null; }
}
const fallback = new Map();

// The pages that this browser has links of.
export function known() {
  try { return Object.keys(localStorage).filter(one => one.startsWith("bylaws /")).map(one => one.slice(7)); }
  catch { return []; }
}

const LOST = "The connection is lost; trying again. Nothing that you have done is lost.";
const FIRST = 300, PATIENCE = 30000; // so many milliseconds until it is sent again, and as long as that is done
let tellLost = () => {};

// Asks the server to do something: `[status, what it said]`. It is sent again if no reply comes: nothing is done twice,
// since whatever changes the game names the question to which it belongs.
export async function tell(what, said = {}, to = path) {
  const until = Date.now() + PATIENCE;
  for (let pause = FIRST; ; pause = Math.min(2 * pause, 2000)) {
    try {
      const reply = await fetch(`${to}/${what}`.replace(/\/$/, ""), {
        method: "POST",
        headers: {"Authorization": `Bearer ${word}`, "Content-Type": "application/json"},
        body: JSON.stringify(said),
      });
      const found = [reply.status, await reply.json()];
      if (pause > FIRST) tellLost("");
      return found;
    } catch {
      if (Date.now() > until) return [0, {why: "The server does not answer: this has not been done. Try again in a moment."}];
      tellLost(LOST);
      await new Promise(go => setTimeout(go, pause));
    }
  }
}

// Looks at something.
export async function look(what, from = path) {
  try {
    const reply = await fetch(`${from}/${what}`, {headers: {"Authorization": `Bearer ${word}`}});
    return [reply.status, await reply.json()];
  } catch {
    return [0, {why: "The server does not answer. Try again in a moment."}];
  }
}

const ENDED = {
  4401: "This link opens nothing any more. Ask whoever has sent it for another one.",
  4403: "This page belongs to another server.",
  4409: "This seat is open in too many windows; this was the oldest. Load the page again to go on here.",
};

// Keeps the socket open. `heard` is told each snapshot, `lost` why there are none: a sentence, or nothing when all is well.
export function connect(heard, lost) {
  let pause = 500, waiting = 0;
  tellLost = lost;
  const open = () => {
    clearTimeout(waiting);
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}${path}/socket`);
    socket.onopen = () => { pause = 500; socket.send(JSON.stringify({token: word})); };
    socket.onmessage = message => { lost(""); heard(JSON.parse(message.data)); };
    socket.onclose = ended => {
      if (ENDED[ended.code]) { lost(ENDED[ended.code], true); return; }
      lost(LOST);
      waiting = setTimeout(open, pause);
      pause = Math.min(pause * 2, 10000);
    };
  };
  addEventListener("online", () => { if (waiting) { pause = 500; open(); } });
  open();
}
