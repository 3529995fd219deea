/** Asks the server how selections read when they are encoded or decoded. */
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { edited, lengthOf, unitsOf } from "./edits.ts";
import type { Server } from "./server.ts";
import type { Direction } from "./variants.ts";

/** One way to rewrite: the server's name for it, and whether each line is taken by itself. */
export interface Rewrite {
  readonly direction: Direction;
  readonly variant: string;
  readonly perLine: boolean;
}

/** The edits that do `rewrite` to all `ranges` of a document; none where there is nothing to change or no server. */
export async function editsFor(
  server: Server,
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  rewrite: Rewrite,
): Promise<vscode.TextEdit[]> {
  const converters = server.converters;
  if (converters === undefined) return [];
  const answer = await server.ask<WorkspaceEdit | null>(`pctlens.server.${rewrite.direction}`, {
    uri: converters.code2ProtocolConverter.asUri(document.uri),
    ranges: ranges.map((range) => converters.code2ProtocolConverter.asRange(range)),
    variant: rewrite.variant,
    perLine: rewrite.perLine,
  });
  const edit = await converters.protocol2CodeConverter.asWorkspaceEdit(answer);
  return edit?.get(document.uri) ?? [];
}

/** What `ranges` say after `edits`. */
export function textsAfter(
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  edits: readonly vscode.TextEdit[],
): string[] {
  const source = document.getText();
  const plain = edits.map((edit) => ({
    start: document.offsetAt(edit.range.start),
    end: document.offsetAt(edit.range.end),
    text: edit.newText,
  }));
  return ranges.map(({ start, end }) => edited(source, document.offsetAt(start), document.offsetAt(end), plain));
}

/** The selections; in the place of each that is empty the encoded component under its cursor, if there is one. */
export async function rangesToDecode(
  server: Server,
  document: vscode.TextDocument,
  selections: readonly vscode.Selection[],
): Promise<vscode.Range[]> {
  const asked = selections.map(async (selection) =>
    selection.isEmpty ? componentAt(server, document, selection.active) : selection,
  );
  const found = (await Promise.all(asked)).filter((range) => range !== undefined);
  return found.filter((range, index) => found.findIndex((other) => other.isEqual(range)) === index); // two cursors in one component
}

async function componentAt(
  server: Server,
  document: vscode.TextDocument,
  at: vscode.Position,
): Promise<vscode.Range | undefined> {
  const line = document.lineAt(at.line).text;
  const offset = lengthOf(line.slice(0, at.character));
  const preview = await server.ask<Preview | null>("pctlens.server.preview", {
    text: line,
    offset,
    language: document.languageId,
  });
  if (!preview) return undefined;
  const [start, end] = [preview.span.start, preview.span.end].map((index) => unitsOf(line, index));
  return new vscode.Range(at.line, start ?? 0, at.line, end ?? 0);
}

/** The part of a preview that is used here: the component's place in its line, in code points. */
interface Preview {
  readonly span: { readonly start: number; readonly end: number };
}

/** Applies `edits` to all selections in one undo step; false where the document has changed since it had `version`. */
export async function apply(document: vscode.TextDocument, version: number, edits: readonly vscode.TextEdit[]): Promise<boolean> {
  if (document.version !== version) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, [...edits]);
  return vscode.workspace.applyEdit(edit);
}
