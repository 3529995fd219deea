/** The language status item, and the one message when there is no server. */
import * as vscode from "vscode";
import { DOCUMENTS } from "./server.ts";
import { SERVER_SECTION } from "./settings.ts";
import { complaint, describe, type State } from "./state.ts";

/** The settings of the machine that the server runs on: in a remote window the user's own have a page of their own. */
async function openSettings(): Promise<void> {
  const page = vscode.env.remoteName === undefined ? "workbench.action.openSettings" : "workbench.action.openRemoteSettings";
  await vscode.commands.executeCommand(page, { query: SERVER_SECTION });
}

/** Shows each state that it is told, in the `{}` menu of the status bar. */
export class Status implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem("pctlens.status", DOCUMENTS);
  #told: string | undefined;

  /** Shows `state`; a complaint is made once until the server runs again. */
  show(state: State): void {
    const face = describe(state);
    this.#item.name = "Percent Lens";
    this.#item.text = face.text;
    this.#item.detail = face.detail;
    this.#item.busy = face.busy;
    this.#item.severity =
      face.severity === "error" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.#item.command = { command: "pctlens.showLog", title: "Show Log" };
    if (state.kind === "running") this.#told = undefined;
    void this.#complain(complaint(state));
  }

  dispose(): void {
    this.#item.dispose();
  }

  async #complain(message: string | undefined): Promise<void> {
    if (message === undefined || this.#told !== undefined) return;
    this.#told = message;
    const [settings, log] = ["Open Settings", "Show Log"];
    const chosen = await vscode.window.showErrorMessage(message, settings, log);
    if (chosen === settings) await openSettings();
    if (chosen === log) await vscode.commands.executeCommand("pctlens.showLog");
  }
}
