/** What the palette, the menu and key bindings run on the selections of the active editor. */
import * as vscode from "vscode";
import { type Choice, pickVariant } from "./picker.ts";
import { apply, editsFor, rangesToDecode, textsAfter } from "./rewriter.ts";
import type { Server } from "./server.ts";
import { DECODE_ALL, type Direction } from "./variants.ts";
import { onOneLine, previewOf } from "./words.ts";

/** How long a word in the status bar stays, in milliseconds. */
const STATUS_TIME = 4_000;

/** The arguments that a key binding may give; what it leaves out is asked for. */
export type Wish = Partial<Choice> | undefined;

/** Rewrites all selections in one undo step. Without a variant in `wish`, a quick pick asks, and `memory` keeps the answer. */
export async function rewriteSelections(server: Server, memory: vscode.Memento, direction: Direction, wish: Wish): Promise<void> {
  const editor = await editorToServe(server);
  if (editor === undefined) return;
  const { document, selections } = editor;
  const version = document.version;
  const filled = selections.filter(({ isEmpty }) => !isEmpty);
  const ranges = direction === "encode" ? filled : await rangesToDecode(server, document, selections);
  if (ranges.length === 0) return say(direction === "encode" ? "select what to encode first" : "nothing to decode here");
  const edits = (choice: Choice): Promise<vscode.TextEdit[]> => editsFor(server, document, ranges, { direction, ...choice });
  const preview = async (row: Choice): Promise<string> => {
    const wanted = await edits(row);
    return previewOf(wanted.length === 0 ? [] : textsAfter(document, ranges, wanted));
  };
  const choice = chosen(wish) ?? (await ask(memory, direction, preview));
  if (choice === undefined) return;
  const wanted = await edits(choice);
  if (wanted.length === 0) return say("nothing to change here");
  if (!(await apply(document, version, wanted))) say("the text has changed meanwhile; nothing was written");
}

/** Decodes every escape of the selections, or of what is under the cursor. */
export function decodeSelections(server: Server, memory: vscode.Memento, wish: Wish): Promise<void> {
  return rewriteSelections(server, memory, "decode", { variant: DECODE_ALL, ...wish });
}

/** Puts the decoded selections, or the decoded text under the cursor, on the clipboard; several are put on a line each. */
export async function copyDecoded(server: Server): Promise<void> {
  const editor = await editorToServe(server);
  if (editor === undefined) return;
  const { document, selections } = editor;
  const ranges = await rangesToDecode(server, document, selections);
  if (ranges.length === 0) return say("nothing to decode here");
  const edits = await editsFor(server, document, ranges, { direction: "decode", variant: DECODE_ALL, perLine: false });
  const copied = textsAfter(document, ranges, edits).join("\n");
  await vscode.env.clipboard.writeText(copied);
  say(`copied ${onOneLine(copied, 60)}`);
}

/** The active editor; undefined, with a word, where there is none or nothing that could serve it. */
async function editorToServe(server: Server): Promise<vscode.TextEditor | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) say("open a file first");
  else if (await server.runs()) return editor;
  else say("the server does not run");
  return undefined;
}

function chosen(wish: Wish): Choice | undefined {
  return wish?.variant === undefined ? undefined : { variant: wish.variant, perLine: wish.perLine ?? false };
}

async function ask(
  memory: vscode.Memento,
  direction: Direction,
  preview: (choice: Choice) => Promise<string>,
): Promise<Choice | undefined> {
  const key = `last.${direction}`;
  const choice = await pickVariant(direction, memory.get<Choice>(key), preview);
  if (choice !== undefined) await memory.update(key, choice);
  return choice;
}

function say(what: string): void {
  vscode.window.setStatusBarMessage(`Percent Lens: ${what}`, STATUS_TIME);
}
