/** The manifest and the code name the same commands, settings and files. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const CLIENT = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8"));
const extension = readFileSync(join(CLIENT, "src/extension.ts"), "utf8");
const contributes = manifest.contributes;
const commands: string[] = contributes.commands.map((entry: { command: string }) => entry.command);

test("every command of the manifest is registered, and the other way round", () => {
  const registered = [...extension.matchAll(/command\("(pctlens\.\w+)"/g)].map((match) => match[1]);
  assert.deepEqual(registered.toSorted(), commands.toSorted());
});

test("menus name commands that exist", () => {
  const entries: { command?: string }[] = Object.values(contributes.menus).flat() as { command?: string }[];
  const named = entries.flatMap((entry) => entry.command ?? []);
  assert.deepEqual(
    named.filter((name) => !commands.includes(name)),
    [],
  );
});

test("no command of the palette has the name of one of the server's", () => {
  assert.deepEqual(
    commands.filter((name) => name.startsWith("pctlens.server.")),
    [],
  );
});

test("the settings that start a program are ignored in a restricted workspace", () => {
  const starters = Object.keys(contributes.configuration.properties).filter((key) => key.startsWith("pctlens.server."));
  assert.deepEqual(starters.toSorted(), ["pctlens.server.command", "pctlens.server.interpreter"]);
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted(), starters.toSorted());
});

test("pictures of the walkthrough and the icon are there", () => {
  const media: string[] = contributes.walkthroughs.flatMap((page: { steps: { media: { svg: string } }[] }) =>
    page.steps.map((step) => step.media.svg),
  );
  for (const file of [manifest.icon, ...media]) assert.ok(existsSync(join(CLIENT, file)), file);
});

test("the types are those of the oldest VS Code that is supported", () => {
  const oldest = manifest.engines.vscode.replace(/^\^/, "");
  assert.equal(manifest.devDependencies["@types/vscode"], `~${oldest}`);
});

test("extension.ts stays a list of wires", () => {
  assert.ok(extension.split("\n").length < 60);
});
