/** The settings that the client itself reads; all others are the server's and go to it as they are. */
import * as vscode from "vscode";
import { asArgv, type ServerSettings } from "./launch.ts";

/** The section of the settings that decide how the server is started. */
export const SERVER_SECTION = "pctlens.server";

/** How the server is to be started; in a restricted workspace VS Code leaves the workspace's own values out. */
export function serverSettings(): ServerSettings {
  const section = vscode.workspace.getConfiguration(SERVER_SECTION);
  return { command: asArgv(section.get("command")), interpreter: asArgv(section.get("interpreter")) };
}
