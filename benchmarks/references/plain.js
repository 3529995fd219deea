// A plain server on vscode-languageserver, as one writes it first: its text documents, and everything looked at again after each change.
const lsp = require("vscode-languageserver/node");
const { TextDocument } = require("vscode-languageserver-textdocument");

const connection = lsp.createConnection(process.stdin, process.stdout);
const documents = new lsp.TextDocuments(TextDocument);

connection.onInitialize(() => ({
  capabilities: { textDocumentSync: lsp.TextDocumentSyncKind.Incremental, hoverProvider: true },
}));

documents.onDidChangeContent(({ document }) => {
  const text = document.getText();
  const diagnostics = [];
  for (const sign of text.matchAll(/%(?![0-9A-Fa-f]{2})/g)) {
    const range = { start: document.positionAt(sign.index), end: document.positionAt(sign.index + 1) };
    diagnostics.push({ range, message: "no escape", severity: lsp.DiagnosticSeverity.Error, code: "malformed" });
  }
  connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
});

connection.onHover(({ textDocument, position }) => {
  const start = { line: position.line, character: 0 };
  const line = documents.get(textDocument.uri).getText({ start, end: { line: position.line + 1, character: 0 } });
  for (const run of line.matchAll(/%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*/g)) {
    if (run.index <= position.character && position.character < run.index + run[0].length) {
      return { contents: { kind: "markdown", value: decodeURIComponent(run[0]) } };
    }
  }
  return null;
});

documents.listen(connection);
connection.listen();
