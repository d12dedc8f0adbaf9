// Makes the pictures of docs/editors.md: drives Visual Studio Code in a browser as a person would.
// node tests/editors/pictures.mjs URL PUPPETEER CHROMIUM FOLDER
//   URL        where a code-server answers that has opened a folder with a copy of `last_biscuit`, and has the extension
//   PUPPETEER  the file of puppeteer-core to import; CHROMIUM: the browser; FOLDER: where the pictures go

const [url, puppeteer, chromium, folder] = process.argv.slice(2);
const { launch } = (await import(puppeteer)).default;
const browser = await launch({ executablePath: chromium, headless: true, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.setViewport({ width: 940, height: 520 });

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
const keys = async (...names) => {
  for (const name of names.slice(0, -1)) await page.keyboard.down(name);
  await page.keyboard.press(names.at(-1));
  for (const name of names.slice(0, -1).reverse()) await page.keyboard.up(name);
};
const choose = async (words) => {
  await wait(1);
  await page.keyboard.type(words, { delay: 20 });
  await wait(2);
  await page.keyboard.press("Enter");
  await wait(2);
};
const open = async (file) => (await keys("Control", "p"), await choose(file));
const command = async (name) => (await keys("F1"), await choose(name));
const line = async (number) => (await keys("Control", "g"), await choose(String(number)));
const picture = async (name) => {
  await page.screenshot({ path: `${folder}/${name}.png`, captureBeyondViewport: false });
  console.log(name);
};
/** Clicks on what is shown with these words. */
const click = async (words) => {
  const place = await page.evaluate((wanted) => {
    const found = [...document.querySelectorAll("a, .codelens-decoration *")].find((one) => one.textContent.includes(wanted));
    if (!found) return null;
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, words);
  if (!place) throw new Error(`nothing says ${words}`);
  await page.mouse.click(place.x, place.y);
};

await page.goto(url);
await page.waitForSelector(".monaco-workbench");
await wait(10);
await keys("Control", "b");

// A game, with what can be done with it above its first line, and numbers between the words.
await open("last_biscuit/game.bylaws");
await wait(12);
await keys("Control", "Home");
await wait(2);
await picture("game");

// A mistake: underlined, and explained where the cursor is.
await line(28);
await keys("End");
await page.keyboard.type("x");
await wait(4);
await keys("ArrowLeft");
await command("Show or Focus Hover");
await wait(2);
await picture("mistake");
await keys("Escape");
await keys("Control", "z");
await wait(2);

// What may come next.
await line(22);
await keys("End");
await page.keyboard.type("\nshuffle ");
await wait(2);
await keys("Control", "Space");
await wait(2);
await picture("completion");
await keys("Escape");
for (let times = 0; times < 4; times++) await keys("Control", "z");
await wait(2);

// Scenarios, played.
await open("tea.bylaws");
await wait(4);
await click("Run all");
await wait(12);
await command("Notifications: Show Notifications");
await wait(2);
await picture("scenarios");

// A game, played to be read.
await keys("Escape");
await open("last_biscuit/game.bylaws");
await keys("Control", "Home");
await wait(2);
await click("Play one random game");
await wait(8);
await picture("played");
await browser.close();
