// What is to stand on the page, and how the page is brought there: what stays keeps its node, and with it the focus.

const made = new WeakMap();

// What is to stand somewhere: a tag, what it has, what is in it. `key` names it among its neighbours. Names beginning
// with `on` are functions, and what is null or false is left out. Words become text, never markup.
export function h(tag, has, ...within) {
  return {tag, has: has || {}, within: within.flat(Infinity).filter(one => one || one === 0)};
}

// Has exactly these stand in a node. What has the focus keeps it as long as it stands there at all.
export function update(node, ...wanted) {
  const focused = document.activeElement;
  fill(node, wanted.flat(Infinity).filter(one => one || one === 0));
  if (focused && focused !== document.activeElement && focused.isConnected) focused.focus({preventScroll: true});
}

function fill(parent, wanted) {
  const old = new Map(), counted = new Map();
  for (const node of parent.childNodes) if (made.has(node)) old.set(made.get(node).key, node);
  let next = parent.firstChild;
  for (const one of wanted) {
    const key = keyOf(one, counted);
    let node = old.get(key);
    if (node) old.delete(key);
    else node = make(one, key);
    while (next && !made.has(next)) next = next.nextSibling;
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
    if (typeof one === "object") become(node, one);
    else if (node.data !== String(one)) node.data = String(one);
  }
  for (const node of old.values()) node.remove();
}

// What has no key is told apart by what it is, and the how manieth of its kind.
function keyOf(one, counted) {
  const name = typeof one === "object" ? (one.has.key !== undefined ? `${one.tag} ${one.has.key}` : one.tag) : "#";
  const number = counted.get(name) || 0;
  counted.set(name, number + 1);
  return number ? `${name} #${number}` : name;
}

function make(one, key) {
  const node = typeof one === "object" ? document.createElement(one.tag) : document.createTextNode("");
  made.set(node, {key, has: {}});
  return node;
}

// What has not changed since last time is not touched: whoever has opened or filled in something finds it so.
function become(node, one) {
  const known = made.get(node);
  if (known.one === one) return;
  known.one = one;
  for (const name of new Set([...Object.keys(known.has), ...Object.keys(one.has)])) {
    if (name !== "key" && known.has[name] !== one.has[name]) set(node, name, one.has[name]);
  }
  known.has = one.has;
  fill(node, one.within);
}

function set(node, name, value) {
  if (name.startsWith("on")) node[name] = value || null;
  else if (name === "style") for (const [what, how] of Object.entries(value || {})) node.style.setProperty(what, how);
  else if (name === "value") node.value = value;
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

// For ears alone.
export const unseen = words => h("span", {class: "unseen"}, words);

export const part = name => document.getElementById(name);
