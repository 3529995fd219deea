/** The bundled server on its standard streams, started as the extension starts it, spoken to as VS Code speaks. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "node:test";
import {
  createProtocolConnection,
  type Hover,
  type MarkupContent,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { decideLaunch } from "../../src/launch.ts";
import { until } from "../../rig/until.ts";
import { probe } from "../../src/probe.ts";
import { type Direction, variantsOf } from "../../src/variants.ts";

const DIST = join(import.meta.dirname, "../../dist");
const ENTRY = join(DIST, "server/entry.py");
const URI = "file:///w/links.txt";
const TEXT = "https://example.com/?q=caf%C3%A9&x=100%zz\n/a%20b /c%20d\nşehir merkezi\n";
const TIME = { timeout: 60_000 };

const python = process.env["PYTHON"] ?? "python3";
const scratch = mkdtempSync(join(tmpdir(), "pctlens-contract-"));
const around = { probe, chosenInPythonExtension: async () => undefined };
const places = { entry: ENTRY, pycache: join(scratch, "pycache") };
const decision = await decideLaunch({ command: undefined, interpreter: [python] }, places, process.platform, around);

function reason(): string | false {
  if (!existsSync(ENTRY)) return "the server is not bundled: make vsix";
  return "tried" in decision && decision.tried.join("; ");
}

describe("the bundled server", { skip: reason() }, () => {
  let server: ChildProcess;
  let connection: ProtocolConnection;
  const published: PublishDiagnosticsParams[] = [];
  let stderr = "";

  before(async () => {
    assert.ok("launch" in decision);
    const [program, ...args] = decision.launch.argv;
    server = spawn(program, [...args, "--stdio", `--clientProcessId=${process.pid}`], { cwd: scratch, stdio: "pipe" });
    assert.ok(server.stdout && server.stdin && server.stderr);
    server.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      published.push(params);
    });
    connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => ({})));
    connection.onRequest("client/registerCapability", () => null);
    connection.listen();
  });

  after(() => {
    connection.dispose();
    server.kill("SIGKILL");
    rmSync(scratch, { recursive: true, force: true });
  });

  it("answers initialize with what the client relies on", TIME, async () => {
    const answer = await connection.sendRequest<Record<string, any>>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        notebookDocument: { synchronization: {} },
        workspace: { configuration: true, workspaceEdit: { documentChanges: true } },
        textDocument: {
          hover: { contentFormat: ["markdown", "plaintext"] },
          publishDiagnostics: { codeDescriptionSupport: true, versionSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [""] } }, isPreferredSupport: true },
        },
      },
    });
    assert.equal(answer["serverInfo"].name, "pctlens");
    assert.match(answer["serverInfo"].version, /^\d+\.\d+\.\d+/);
    assert.ok(answer["capabilities"].hoverProvider);
    assert.ok(answer["capabilities"].notebookDocumentSync);
    const commands: string[] = answer["capabilities"].executeCommandProvider.commands;
    assert.equal(answer["capabilities"].diagnosticProvider, undefined);
    for (const command of ["pctlens.server.encode", "pctlens.server.decode"]) assert.ok(commands.includes(command), command);
  });

  it("pushes a finding with its code and its page", TIME, async () => {
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: URI, languageId: "plaintext", version: 1, text: TEXT },
    });
    const report = await until(
      () => `a finding among ${JSON.stringify(published)}`,
      async () => published.find(({ uri, diagnostics }) => uri === URI && diagnostics.length > 0),
    );
    const [finding] = report.diagnostics;
    assert.equal(finding!.source, "pctlens");
    assert.equal(finding!.code, "malformed-escape");
    const page = new URL(finding!.codeDescription!.href);
    assert.equal(page.hash, "#malformed-escape");
    assert.match(readFileSync(fileURLToPath(page), "utf8"), /^## malformed-escape$/m);
    assert.deepEqual(finding!.range, { start: { line: 0, character: 38 }, end: { line: 0, character: 41 } });
  });

  it("says what an escape means", TIME, async () => {
    const hover = await connection.sendRequest<Hover>("textDocument/hover", {
      textDocument: { uri: URI },
      position: { line: 0, character: 27 },
    });
    assert.match((hover.contents as MarkupContent).value, /café/);
  });

  it("decodes several ranges with one edit", TIME, async () => {
    const ranges = [
      [0, 6],
      [7, 13],
    ].map(([from, to]) => ({ start: { line: 1, character: from }, end: { line: 1, character: to } }));
    const edit = await rewrite("decode", "decode", ranges);
    assert.equal(applied(edit, 1), "/a b /c d");
  });

  it("knows every variant that the quick pick offers", TIME, async () => {
    const ranges = [{ start: { line: 2, character: 0 }, end: { line: 2, character: 13 } }];
    for (const direction of ["encode", "decode"] satisfies Direction[]) {
      for (const { id } of variantsOf(direction, undefined)) await rewrite(direction, id, ranges); // an unknown one is an error
    }
    assert.equal(applied(await rewrite("encode", "encode.component", ranges), 2), "%C5%9Fehir%20merkezi");
    await assert.rejects(rewrite("encode", "encode.nonsense", ranges));
  });

  it("ends with 0 after shutdown, and has written nothing into the extension's folder", TIME, async () => {
    const ended = once(server, "exit");
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    assert.deepEqual(await ended, [0, null]);
    assert.equal(stderr, "");
    assert.deepEqual(
      readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("__pycache__")),
      [],
    );
  });

  function rewrite(direction: Direction, variant: string, ranges: object[]): Promise<WorkspaceEdit | null> {
    const argument = { uri: URI, ranges, variant, perLine: false };
    return connection.sendRequest("workspace/executeCommand", { command: `pctlens.server.${direction}`, arguments: [argument] });
  }
});

describe("the bundled libraries", { skip: reason() }, () => {
  it("are pure Python, and are those that requirements.txt pins", () => {
    const files = readdirSync(DIST, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      files.filter((name) => /\.(so|pyd|dll|dylib|pyc)$/.test(name)),
      [],
    );
    const pinned = readFileSync(join(DIST, "../server/requirements.txt"), "utf8").matchAll(/^([\w-]+)==(\S+)/gm);
    const wanted = [...pinned].map(([, name, version]) => `${name!.replaceAll("-", "_")}-${version}.dist-info`);
    const found = readdirSync(join(DIST, "server/libs")).filter((name) => name.endsWith(".dist-info"));
    assert.deepEqual(found.toSorted(), wanted.toSorted());
  });
});

/** How a line of `TEXT` reads after an edit. */
function applied(edit: WorkspaceEdit | null, line: number): string {
  const edits = ((edit?.documentChanges ?? []) as TextDocumentEdit[]).flatMap((change) => change.edits);
  return edits
    .filter(({ range }) => range.start.line === line)
    .toSorted((one, other) => other.range.start.character - one.range.start.character)
    .reduce(
      (text, { range, newText }: any) => text.slice(0, range.start.character) + newText + text.slice(range.end.character),
      TEXT.split("\n")[line] ?? "",
    );
}
