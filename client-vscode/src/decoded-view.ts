/** "Show Decoded": a read-only document beside the editor that follows the selection. */
import * as vscode from "vscode";
import { editsFor, textsAfter } from "./rewriter.ts";
import type { Server } from "./server.ts";
import { DECODE_ALL } from "./variants.ts";

const SCHEME = "pctlens-decoded";
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: "Decoded" });

/** How long the selection has to rest before it is decoded, in milliseconds. */
const REST = 100;

/** Longer selections are cut here, in UTF-16 units: a person reads no more, and the editor stays quick. */
const LIMIT = 200_000;

/** The content of the side document. Without a selection it shows the line of the cursor. */
export class DecodedView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #server: Server;
  readonly #parts: vscode.Disposable[];
  #source: vscode.TextEditor | undefined;
  #rest: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#server = server;
    this.#parts = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#source?.document) this.#follow(this.#source);
      }),
    ];
  }

  /** Opens the side document; the focus stays where it is. */
  async open(): Promise<void> {
    this.#source = vscode.window.activeTextEditor;
    this.#changed.fire(DOCUMENT);
    const document = await vscode.workspace.openTextDocument(DOCUMENT);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false });
  }

  /** The text that VS Code asks for after `onDidChange`. */
  async provideTextDocumentContent(): Promise<string> {
    const editor = this.#source;
    if (editor === undefined) return "";
    const { document, selections } = editor;
    const ranges = rangesToShow(document, selections);
    const edits = await editsFor(this.#server, document, ranges, { direction: "decode", variant: DECODE_ALL, perLine: false });
    return textsAfter(document, ranges, edits).join("\n");
  }

  dispose(): void {
    clearTimeout(this.#rest);
    vscode.Disposable.from(...this.#parts).dispose();
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    if (editor === undefined || editor.document.uri.scheme === SCHEME || !isShown()) return;
    this.#source = editor;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#changed.fire(DOCUMENT), REST);
  }
}

/** The selections, or the line of the cursor where nothing is selected, in the order of the text and cut at `LIMIT`. */
function rangesToShow(document: vscode.TextDocument, selections: readonly vscode.Selection[]): vscode.Range[] {
  const filled = selections.filter(({ isEmpty }) => !isEmpty);
  const cursors = selections.slice(0, 1).map(({ active }) => document.lineAt(active.line).range);
  const ranges: vscode.Range[] = filled.length > 0 ? filled.toSorted((one, other) => one.start.compareTo(other.start)) : cursors;
  return ranges.map(({ start, end }) => {
    const cut = document.positionAt(Math.min(document.offsetAt(end), document.offsetAt(start) + LIMIT));
    return new vscode.Range(start, cut);
  });
}

function isShown(): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === SCHEME);
}
