"use strict";
// Starts `bylaws server` and passes on what the editor asks and what the server answers. Nothing else is needed.

const { spawn } = require("child_process");
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

const LANGUAGE = "bylaws";

// ---------------------------------------------------------------- the server

/** One conversation with a server: messages with a `Content-Length` before each. */
class Server {
  constructor(command, folder, told, ended) {
    this.waiting = new Map();
    this.asked = 0;
    this.told = told;
    this.process = spawn(command, ["server"], { cwd: folder });
    this.pending = Buffer.alloc(0);
    this.process.stdout.on("data", (data) => this.take(data));
    this.process.stdin.on("error", () => undefined); // `ended` is told as well
    const end = (why) => {
      for (const { reject } of this.waiting.values()) reject(new Error("the server has ended"));
      this.waiting.clear();
      if (!this.stopped) ended(why);
      this.stopped = true;
    };
    this.process.on("error", (fault) => end(fault.message));
    this.process.on("exit", (code) => end(`exit code ${code}`));
  }

  take(data) {
    this.pending = Buffer.concat([this.pending, data]);
    for (;;) {
      const head = this.pending.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.pending.toString("ascii", 0, head))[1]);
      const end = head + 4 + length;
      if (this.pending.length < end) return;
      const message = JSON.parse(this.pending.toString("utf8", head + 4, end));
      this.pending = this.pending.subarray(end);
      this.hear(message);
    }
  }

  hear(message) {
    if (message.method !== undefined) {
      this.told(message.method, message.params);
      if (message.id !== undefined) this.send({ id: message.id, result: null });
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (asked && message.error) asked.reject(new Error(message.error.message));
    else if (asked) asked.resolve(message.result);
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    if (!this.stopped) this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  say(method, params) {
    this.send({ method, params });
  }

  ask(method, params, cancelled) {
    if (this.stopped) return Promise.reject(new Error("the server has ended"));
    const id = ++this.asked;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    if (cancelled) cancelled.onCancellationRequested(() => this.say("$/cancelRequest", { id }));
    return answer;
  }

  async stop() {
    if (this.stopped) return;
    const ended = this.ask("shutdown", {}).catch(() => undefined);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
    this.say("exit", {});
    this.stopped = true;
    this.process.stdin.end();
    setTimeout(() => this.process.kill(), 2000).unref();
  }
}

// ---------------------------------------------------------------- from the protocol to the editor

const place = (at) => new vscode.Position(at.line, at.character);
const range = (of) => new vscode.Range(place(of.start), place(of.end));
const location = (of) => new vscode.Location(vscode.Uri.parse(of.uri), range(of.range));
const position = (at) => ({ line: at.line, character: at.character });
const span = (of) => ({ start: position(of.start), end: position(of.end) });
const edit = (of) => new vscode.TextEdit(range(of.range), of.newText);
const markdown = (of) => new vscode.MarkdownString(of.value);

function diagnostic(of) {
  const found = new vscode.Diagnostic(range(of.range), of.message, of.severity - 1);
  Object.assign(found, { code: of.code, source: of.source });
  found.relatedInformation = (of.relatedInformation || []).map(
    (each) => new vscode.DiagnosticRelatedInformation(location(each.location), each.message),
  );
  return found;
}

function symbol(of) {
  const found = new vscode.DocumentSymbol(of.name, of.detail || "", of.kind - 1, range(of.range), range(of.selectionRange));
  found.children = of.children.map(symbol);
  return found;
}

function candidate(of) {
  const found = new vscode.CompletionItem(of.label, of.kind - 1);
  Object.assign(found, { detail: of.detail, sortText: of.sortText });
  found.documentation = of.documentation && markdown(of.documentation);
  found.range = range(of.textEdit.range);
  found.insertText = of.textEdit.newText;
  return found;
}

function changes(of) {
  const found = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(of.changes)) found.set(vscode.Uri.parse(uri), edits.map(edit));
  return found;
}

function action(of) {
  const found = new vscode.CodeAction(of.title, vscode.CodeActionKind.QuickFix);
  return Object.assign(found, { isPreferred: of.isPreferred, command: of.command, edit: of.edit && changes(of.edit) });
}

function hint(of) {
  return Object.assign(new vscode.InlayHint(place(of.position), of.label, of.kind), { tooltip: of.tooltip });
}

const lens = (of) => new vscode.CodeLens(range(of.range), of.command);
const renameable = (of) => ({ range: range(of.range), placeholder: of.placeholder });

// ---------------------------------------------------------------- what is shown to be read

const SHOWN = "bylaws-shown";
const texts = new Map();

/** Opens a text that is to be read, not changed. */
async function show({ title, text, language }) {
  const uri = vscode.Uri.parse(`${SHOWN}:${encodeURIComponent(title)}${language === "markdown" ? ".md" : ""}`);
  texts.set(uri.toString(), text);
  changed.text.fire(uri);
  if (language === "markdown") return vscode.commands.executeCommand("markdown.showPreview", uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, language);
  return vscode.window.showTextDocument(document, { preview: true });
}

/** Has the server do something that may take its time, and shows what comes of it. */
async function execute(command, given) {
  if (!server) return;
  const where = { location: vscode.ProgressLocation.Notification, title: "Bylaws", cancellable: true };
  const found = await vscode.window.withProgress(where, (_, cancelled) =>
    server.ask("workspace/executeCommand", { command, arguments: given }, cancelled).catch((fault) => {
      if (!cancelled.isCancellationRequested) vscode.window.showWarningMessage(fault.message);
    }));
  if (found && found.shown) await show(found.shown);
}

// ---------------------------------------------------------------- the extension

let server;
let context;
let findings;
let changed; // tells the editor to ask again

/** The program to start: what the setting says, or that in the folder's `.venv`, or what a terminal would find. */
function command(folder) {
  const said = vscode.workspace.getConfiguration("bylaws").get("command");
  if (said) return said;
  const windows = process.platform === "win32";
  const inside = path.join(folder, ".venv", windows ? "Scripts" : "bin", windows ? "bylaws.exe" : "bylaws");
  return fs.existsSync(inside) ? inside : "bylaws";
}

const TOLD = {
  "textDocument/publishDiagnostics": ({ uri, diagnostics }) =>
    findings.set(vscode.Uri.parse(uri), diagnostics.map(diagnostic)),
  "window/showMessage": ({ type, message }) =>
    type < 3 ? vscode.window.showWarningMessage(message) : vscode.window.showInformationMessage(message),
  "workspace/semanticTokens/refresh": () => changed.colours.fire(),
  "workspace/inlayHint/refresh": () => changed.hints.fire(),
  "workspace/codeLens/refresh": () => changed.lenses.fire(),
};
const told = (method, params) => TOLD[method] && TOLD[method](params);
const again = { refreshSupport: true };
const ABLE = { workspace: { semanticTokens: again, inlayHint: again, codeLens: again } };

const ours = (document) => document.languageId === LANGUAGE;
const named = (document) => ({ uri: document.uri.toString() });
const open = (document) =>
  ({ textDocument: { ...named(document), languageId: LANGUAGE, version: document.version, text: document.getText() } });

async function start() {
  const folders = vscode.workspace.workspaceFolders || [];
  const folder = (folders.find((each) => each.uri.scheme === "file") || { uri: { fsPath: process.cwd() } }).uri.fsPath;
  const program = command(folder);
  const ended = async (why) => {
    const settings = "Open the setting";
    const message = `Bylaws: \`${program} server\` does not run (${why}). Say in the setting bylaws.command where it is.`;
    if ((await vscode.window.showErrorMessage(message, settings)) === settings)
      vscode.commands.executeCommand("workbench.action.openSettings", "bylaws.command");
  };
  const one = new Server(program, folder, told, ended);
  server = undefined;
  const { capabilities } = await one.ask("initialize", { processId: process.pid, rootUri: null, capabilities: ABLE });
  one.say("initialized", {});
  server = one;
  for (const document of vscode.workspace.textDocuments.filter(ours)) one.say("textDocument/didOpen", open(document));
  provide(capabilities);
}

async function restart() {
  if (server) await server.stop();
  findings.clear();
  await start().catch(() => undefined); // `ended` has said why
}

/** What the server answers about a document, made into what the editor takes; nothing if there is no answer. */
async function answer(method, document, more, cancelled, make) {
  if (!server) return undefined;
  const found = await server.ask(method, { textDocument: named(document), ...more }, cancelled).catch(() => null);
  return found === null ? undefined : make(found);
}

/** The same for what a person has asked for, who is told why there is none. */
async function wanted(method, document, more, cancelled, make) {
  if (!server) throw new Error("`bylaws server` does not run");
  return make(await server.ask(method, { textDocument: named(document), ...more }, cancelled));
}

let provided = false;

function provide(capabilities) {
  if (provided) return;
  provided = true;
  const { languages } = vscode;
  const at = (where) => ({ position: position(where) });
  const each = (make) => (found) => found.map(make);
  const kept = (...parts) => context.subscriptions.push(...parts);
  const legend = capabilities.semanticTokensProvider.legend;
  kept(
    languages.registerHoverProvider(LANGUAGE, { provideHover: (document, where, cancelled) =>
      answer("textDocument/hover", document, at(where), cancelled, (found) =>
        new vscode.Hover(markdown(found.contents), found.range && range(found.range))) }),
    languages.registerDefinitionProvider(LANGUAGE, { provideDefinition: (document, where, cancelled) =>
      answer("textDocument/definition", document, at(where), cancelled, each(location)) }),
    languages.registerReferenceProvider(LANGUAGE, { provideReferences: (document, where, wanted, cancelled) =>
      answer("textDocument/references", document, { ...at(where), context: wanted }, cancelled, each(location)) }),
    languages.registerDocumentHighlightProvider(LANGUAGE, { provideDocumentHighlights: (document, where, cancelled) =>
      answer("textDocument/documentHighlight", document, at(where), cancelled,
        each((found) => new vscode.DocumentHighlight(range(found.range)))) }),
    languages.registerDocumentSymbolProvider(LANGUAGE, { provideDocumentSymbols: (document, cancelled) =>
      answer("textDocument/documentSymbol", document, {}, cancelled, each(symbol)) }),
    languages.registerFoldingRangeProvider(LANGUAGE, { provideFoldingRanges: (document, _, cancelled) =>
      answer("textDocument/foldingRange", document, {}, cancelled,
        each((found) => new vscode.FoldingRange(found.startLine, found.endLine))) }),
    languages.registerDocumentFormattingEditProvider(LANGUAGE, {
      provideDocumentFormattingEdits: (document, options, cancelled) =>
        answer("textDocument/formatting", document, { options }, cancelled, each(edit)) }),
    languages.registerCodeActionsProvider(LANGUAGE, { provideCodeActions: (document, where, _, cancelled) =>
      answer("textDocument/codeAction", document, { range: span(where), context: {} }, cancelled, each(action)) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    languages.registerCompletionItemProvider(LANGUAGE, { provideCompletionItems: (document, where, cancelled) =>
      answer("textDocument/completion", document, at(where), cancelled, (found) =>
        new vscode.CompletionList(found.items.map(candidate), found.isIncomplete)) },
      ...capabilities.completionProvider.triggerCharacters),
    languages.registerDocumentSemanticTokensProvider(LANGUAGE, {
      onDidChangeSemanticTokens: changed.colours.event,
      provideDocumentSemanticTokens: (document, cancelled) =>
        answer("textDocument/semanticTokens/full", document, {}, cancelled, (found) =>
          new vscode.SemanticTokens(new Uint32Array(found.data))) },
      new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
    languages.registerInlayHintsProvider(LANGUAGE, {
      onDidChangeInlayHints: changed.hints.event,
      provideInlayHints: (document, where, cancelled) =>
        answer("textDocument/inlayHint", document, { range: span(where) }, cancelled, each(hint)) }),
    languages.registerCodeLensProvider(LANGUAGE, {
      onDidChangeCodeLenses: changed.lenses.event,
      provideCodeLenses: (document, cancelled) =>
        answer("textDocument/codeLens", document, {}, cancelled, each(lens)) }),
    languages.registerRenameProvider(LANGUAGE, {
      prepareRename: (document, where, cancelled) =>
        wanted("textDocument/prepareRename", document, at(where), cancelled, renameable),
      provideRenameEdits: (document, where, newName, cancelled) =>
        wanted("textDocument/rename", document, { ...at(where), newName }, cancelled, changes) }),
    ...capabilities.executeCommandProvider.commands.map((name) =>
      vscode.commands.registerCommand(name, (...given) => execute(name, given))),
  );
}

function change(event) {
  if (!server || !ours(event.document) || event.contentChanges.length === 0) return;
  server.say("textDocument/didChange", {
    textDocument: { ...named(event.document), version: event.document.version },
    contentChanges: event.contentChanges.map((each) => ({ range: span(each.range), text: each.text })),
  });
}

async function activate(given) {
  context = given;
  findings = vscode.languages.createDiagnosticCollection("bylaws");
  const { workspace } = vscode;
  const kinds = ["colours", "hints", "lenses", "text"].map((name) => [name, new vscode.EventEmitter()]);
  changed = Object.fromEntries(kinds);
  const reader = { onDidChange: changed.text.event, provideTextDocumentContent: (uri) => texts.get(uri.toString()) };
  const watcher = workspace.createFileSystemWatcher("**/{*.bylaws,*.csv,bylaws.toml}");
  const file = (type) => (uri) =>
    server && server.say("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  const passed = (method) => (document) =>
    server && ours(document) && server.say(method, { textDocument: named(document) });
  context.subscriptions.push(
    findings,
    watcher,
    workspace.registerTextDocumentContentProvider(SHOWN, reader),
    watcher.onDidCreate(file(1)),
    watcher.onDidChange(file(2)),
    watcher.onDidDelete(file(3)),
    workspace.onDidOpenTextDocument((document) =>
      server && ours(document) && server.say("textDocument/didOpen", open(document))),
    workspace.onDidChangeTextDocument(change),
    workspace.onDidSaveTextDocument(passed("textDocument/didSave")),
    workspace.onDidCloseTextDocument(passed("textDocument/didClose")),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("bylaws.command") && restart()),
    workspace.onDidGrantWorkspaceTrust(restart),
    vscode.commands.registerCommand("bylaws.restart", restart),
  );
  if (workspace.isTrusted) await restart();
}

const deactivate = () => server && server.stop();

module.exports = { activate, deactivate };
