"use strict";
// A stand-in for Visual Studio Code: runs the extension in a folder with one document, and prints what it has said.
// Arguments: the extension, the program `bylaws`, the folder, the document, the text to put over the word `coin`.

const fs = require("fs");
const Module = require("module");
const { pathToFileURL } = require("url");
const [extension, command, folder, file, word] = process.argv.slice(2);

const kept = (...names) => class { constructor(...given) { names.forEach((name, at) => (this[name] = given[at])); } };
const happens = {};
const event = (name) => (take) => ((happens[name] = take), { dispose() {} });
class Emitter { event(take) { this.take = take; } fire(value) { if (this.take) this.take(value); } }
const commands = {};
const never = { onCancellationRequested: () => undefined, isCancellationRequested: false };
const providers = {};
const register = (name) => (language, provider) => ((providers[name] = provider), { dispose() {} });
const uri = (text) => ({ toString: () => text, scheme: "file", fsPath: folder });
const shown = {};
const document = {
  languageId: "bylaws", version: 1, uri: uri(pathToFileURL(file).href), text: fs.readFileSync(file, "utf8"),
  getText() { return this.text; },
};
const vscode = {
  Position: kept("line", "character"), Range: kept("start", "end"), Location: kept("uri", "range"),
  TextEdit: kept("range", "newText"), MarkdownString: kept("value"), Diagnostic: kept("range", "message", "severity"),
  DiagnosticRelatedInformation: kept("location", "message"), DocumentHighlight: kept("range"),
  DocumentSymbol: kept("name", "detail", "kind", "range", "selectionRange"), FoldingRange: kept("start", "end"),
  CompletionItem: kept("label", "kind"), CompletionList: kept("items", "isIncomplete"), Hover: kept("contents", "range"),
  CodeAction: kept("title", "kind"), CodeActionKind: { QuickFix: "quickfix" },
  CodeLens: kept("range", "command"), InlayHint: kept("position", "label", "kind"), EventEmitter: Emitter,
  ProgressLocation: { Notification: 15 },
  WorkspaceEdit: class { set(where, edits) { this.edits = edits; } },
  SemanticTokens: kept("data"), SemanticTokensLegend: kept("types", "modifiers"), Uri: { parse: uri },
  window: {
    showErrorMessage: async (message) => { shown.error = message; },
    showInformationMessage: async (message) => { shown.message = message; },
    showWarningMessage: async (message) => { shown.warning = message; },
    showTextDocument: (document) => { shown.text = document.text; }, withProgress: (where, work) => work({}, never),
  },
  commands: {
    registerCommand: (name, run) => ((commands[name] = run), {}),
    executeCommand: (name, uri) => { shown.preview = providers.content.provideTextDocumentContent(uri); },
  },
  workspace: {
    registerTextDocumentContentProvider: (scheme, provider) => ((providers.content = provider), {}),
    openTextDocument: async (uri) => ({ text: providers.content.provideTextDocumentContent(uri) }),
    isTrusted: true, textDocuments: [document], workspaceFolders: [{ uri: uri(folder) }],
    getConfiguration: () => ({ get: () => command }),
    createFileSystemWatcher: () => ({ onDidCreate: event("create"), onDidChange: event("write"), onDidDelete: event("delete") }),
    onDidOpenTextDocument: event("open"), onDidChangeTextDocument: event("change"), onDidSaveTextDocument: event("save"),
    onDidCloseTextDocument: event("close"), onDidChangeConfiguration: event("set"), onDidGrantWorkspaceTrust: event("trust"),
  },
  languages: new Proxy({}, { get: (_, name) => name === "setTextDocumentLanguage" ? async () => undefined
    : name === "createDiagnosticCollection" ? () => ({ set: (where, found) => (shown[where.toString()] = found), clear: () => undefined }) : register(name) }),
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

const until = async (ready) => {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 20));
};

(async () => {
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  const said = { error: shown.error, providers: Object.keys(providers).sort() };
  if (!shown.error) {
    const start = document.text.lastIndexOf("coin", document.text.indexOf("game ends"));
    const before = document.text.slice(0, start).split("\n");
    const where = { line: before.length - 1, character: before.at(-1).length };
    const range = { start: where, end: { line: where.line, character: where.character + 4 } };
    const ask = (name, method, ...more) => providers[name][method](document, ...more);
    said.hover = (await ask("registerHoverProvider", "provideHover", where)).contents.value;
    said.definition = await ask("registerDefinitionProvider", "provideDefinition", where);
    said.symbols = (await ask("registerDocumentSymbolProvider", "provideDocumentSymbols")).map((each) => each.name);
    said.completion = (await ask("registerCompletionItemProvider", "provideCompletionItems", where)).items.length;
    said.colours = (await ask("registerDocumentSemanticTokensProvider", "provideDocumentSemanticTokens")).data.length;
    const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    said.hints = await ask("registerInlayHintsProvider", "provideInlayHints", whole);
    said.renameable = await ask("registerRenameProvider", "prepareRename", where);
    said.renamed = (await ask("registerRenameProvider", "provideRenameEdits", where, "penny")).edits.length;
    said.refused = await ask("registerRenameProvider", "provideRenameEdits", where, "each").catch((fault) => fault.message);
    const lenses = await ask("registerCodeLensProvider", "provideCodeLenses");
    said.lenses = lenses.map((each) => each.command.title);
    await commands[lenses[0].command.command](...lenses[0].command.arguments);
    await until(() => shown.message);
    said.message = shown.message;
    said.preview = shown.preview;
    document.text = document.text.slice(0, start) + word + document.text.slice(start + 4);
    document.version = 2;
    happens.change({ document, contentChanges: [{ range, text: word }] });
    await until(() => (shown[document.uri.toString()] || []).some((each) => each.code === "unknown-counter"));
    said.found = shown[document.uri.toString()].filter((each) => each.code === "unknown-counter");
    said.fixes = await ask("registerCodeActionsProvider", "provideCodeActions", range, {});
    await deactivate();
  }
  process.stdout.write(JSON.stringify(said), () => process.exit(0));
})();
