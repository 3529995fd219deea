/** Percent Lens in VS Code: wires the server, the status item and the commands together; each has a file of its own. */
import { join } from "node:path";
import * as vscode from "vscode";
import { copyDecoded, decodeSelections, rewriteSelections, type Wish } from "./commands.ts";
import { DecodedView } from "./decoded-view.ts";
import { Server } from "./server.ts";
import { SERVER_SECTION } from "./settings.ts";
import { Status } from "./status.ts";

let server: Server | undefined;

/** Starts the server and registers everything; VS Code calls it once in each window. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Percent Lens", { log: true });
  const status = new Status();
  const places = {
    entry: context.asAbsolutePath(join("dist", "server", "entry.py")),
    pycache: join(context.globalStorageUri.fsPath, "pycache"),
  };
  const running = new Server(places, log, (state) => status.show(state));
  server = running;
  const view = new DecodedView(running);
  const memory = context.globalState;
  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    log,
    status,
    view,
    command("pctlens.encodeSelection", (wish: Wish) => rewriteSelections(running, memory, "encode", wish)),
    command("pctlens.decodeSelection", (wish: Wish) => decodeSelections(running, memory, wish)),
    command("pctlens.decodeSelectionAs", (wish: Wish) => rewriteSelections(running, memory, "decode", wish)),
    command("pctlens.showDecoded", () => view.open()),
    command("pctlens.copyDecoded", () => copyDecoded(running)),
    command("pctlens.restartServer", () => running.restart()),
    command("pctlens.showLog", () => log.show()),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration(SERVER_SECTION)) await running.restart();
    }),
  );
  await running.restart();
}

/** Ends the server; VS Code waits for it when the window closes. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
