/** Asks the server how selections read when they are encoded or decoded. */
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { edited } from "./edits.ts";
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

/** `range` as it reads after `edits`. */
export function textAfter(document: vscode.TextDocument, range: vscode.Range, edits: readonly vscode.TextEdit[]): string {
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const plain = edits.map((edit) => ({
    start: document.offsetAt(edit.range.start),
    end: document.offsetAt(edit.range.end),
    text: edit.newText,
  }));
  return edited(document.getText(), start, end, plain);
}

/** Applies `edits` to all selections in one undo step; false where the document has changed since it had `version`. */
export async function apply(
  document: vscode.TextDocument,
  version: number,
  edits: readonly vscode.TextEdit[],
): Promise<boolean> {
  if (document.version !== version) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, [...edits]);
  return vscode.workspace.applyEdit(edit);
}
