/** How the extension starts: without a Python, in Restricted Mode, with a server that does not run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { CodeServer } from "../../rig/code-server.ts";
import { until } from "../../rig/until.ts";
import { pack } from "./fixtures.ts";
import { story } from "./story.ts";

const client = { "client.py": 'URL = "https://example.com/?x=100%zz"\n' };
const first = "client.py";

story("no Python", { files: client, first, path: "/nonexistent" }, (step) => {
  step("one message says what was tried, and where to set it", async ({ bench, server }) => {
    const toast = bench.page.locator(".notifications-toasts .notification-toast:visible");
    await toast.filter({ hasText: "needs Python 3.11 or newer" }).waitFor({ timeout: 60_000 });
    assert.equal(await toast.count(), 1);
    const text = await toast.innerText();
    for (const wanted of ["python3: cannot be run", "python: cannot be run", "Open Settings", "Show Log"])
      assert.ok(text.includes(wanted), text);
    assert.deepEqual(server.running("entry.py"), []);
  });

  step("the status item says so too", async ({ bench }) => {
    assert.match(await bench.languageStatus("no Python"), /needs Python 3\.11 or newer/);
  });

  step("a command says that nothing serves it", async ({ bench }) => {
    await bench.command("Percent Lens: Copy Decoded");
    await bench.page.locator(".statusbar", { hasText: "Percent Lens: the server does not run" }).waitFor();
  });

  step("a button leads to the settings", async ({ bench }) => {
    await bench.page
      .locator(".notifications-toasts .notification-toast:visible a.monaco-button", { hasText: "Open Settings" })
      .click();
    await bench.page.locator(".settings-editor .setting-item-label", { hasText: "Interpreter" }).first().waitFor();
  });
});

const python = execFileSync("python3", ["-c", "import sys; print(sys.executable, end='')"], { encoding: "utf8" });

story(
  "the Python extension's choice",
  { files: { ...client, "chosen-python.txt": python }, first, path: "/nonexistent", extensions: [pack("python-extension")] },
  (step) => {
    step("is taken where nothing on PATH fits", async ({ bench, server }) => {
      await bench.squiggles("error", 1);
      assert.ok(server.channelLog("Percent Lens").includes(JSON.stringify(python)));
    });
  },
);

const broken = { "pctlens.server.command": ["/bin/false"] };

story("a command that ends at once", { files: client, first, machine: broken }, (step) => {
  step("one message says that the server does not run", async ({ bench }) => {
    const toast = bench.page.locator(".notifications-toasts .notification-toast:visible");
    await toast.filter({ hasText: "The server of Percent Lens does not run" }).waitFor({ timeout: 60_000 });
    await sleep(2_000); // long enough for a second message of the client library, if it made one
    assert.equal(await toast.count(), 1);
    await bench.languageStatus("failed");
  });
});

const silent = { "pctlens.server.command": ["/bin/sh", "-c", "exec sleep 600"] };

story("a command that never answers", { files: client, first, machine: silent }, (step) => {
  step("is ended, with one message", async ({ bench, server }) => {
    const toast = bench.page.locator(".notifications-toasts .notification-toast:visible");
    await toast
      .filter({ hasText: "The server of Percent Lens does not run: /bin/sh does not answer" })
      .waitFor({ timeout: 90_000 });
    await until(
      () => "the end of the command",
      async () => server.running("sleep 600").length === 0,
    );
    assert.equal(await toast.count(), 1);
  });

  step("a restart with other settings is not held up by it", async ({ bench, server, version }) => {
    await bench.command("Percent Lens: Restart Server");
    const starts = async (): Promise<boolean> => server.channelLog("Percent Lens").split("server: [").length === 3;
    await until(() => `a second start in ${version}`, starts);
  });
});

story("a crash", { files: client, first }, (step) => {
  step("a server that is killed starts again by itself", async ({ bench, server }) => {
    await bench.squiggles("error", 1);
    const [killed] = server.running("entry.py");
    assert.ok(killed !== undefined);
    process.kill(killed, "SIGKILL");
    await until(
      () => "another server process",
      async () => server.running("entry.py").some((pid) => pid !== killed),
    );
    await bench.squiggles("error", 1);
    assert.match(await bench.languageStatus("running"), /Python/);
  });

  step("a restart while it starts again by itself leaves one server", async ({ bench, server }) => {
    const before = launches(server).length;
    for (const killed of server.running("entry.py")) process.kill(killed, "SIGKILL");
    await bench.command("Percent Lens: Restart Server");
    await until(
      () => "one server, of another launch",
      async () => launches(server).length > before && answering(server) !== undefined && server.running("entry.py").length === 1,
    );
    await bench.squiggles("error", 1);
    await bench.languageStatus("running, Python");
  });

  step("a server that is killed again and again is given up, with one message", async ({ bench, server }) => {
    const toast = bench.page.locator(".notifications-toasts .notification-toast:visible");
    for (let crash = 0, killed: number | undefined; crash < 5; crash++) {
      killed = await until(
        () => "another server that answers",
        async () => (answering(server) === killed ? undefined : answering(server)),
      );
      process.kill(killed, "SIGKILL");
    }
    await toast.filter({ hasText: "The server of Percent Lens does not run" }).waitFor({ timeout: 30_000 });
    assert.equal(await toast.count(), 1);
    assert.deepEqual(server.running("entry.py"), []);
  });

  step("the command to restart brings it back", async ({ bench }) => {
    await bench.command("Percent Lens: Restart Server");
    await bench.languageStatus("running, Python");
    await bench.squiggles("error", 1);
  });
});

/** What the log says of each launch. */
function launches(server: CodeServer): string[] {
  return server.channelLog("Percent Lens").split("server: [").slice(1);
}

/** The process that was the last to answer, as the log says; undefined where none of the last launch has yet. */
function answering(server: CodeServer): number | undefined {
  const processes =
    launches(server)
      .at(-1)
      ?.matchAll(/running as process (\d+)/g) ?? [];
  return [...processes].map(([, id]) => Number(id)).at(-1);
}

const hostile = { ...client, ".vscode/settings.json": JSON.stringify({ "pctlens.server.command": ["/bin/false"] }) };

story("restricted mode", { files: hostile, first, restricted: true }, (step) => {
  step("the bundled server runs, and the workspace's own command does not", async ({ bench, server }) => {
    await bench.page.locator(".part.banner, .statusbar", { hasText: "Restricted Mode" }).first().waitFor({ timeout: 60_000 });
    await bench.squiggles("error", 1);
    assert.ok(!server.channelLog("Percent Lens").includes("/bin/false"));
    await bench.languageStatus("running, Python");
  });

  step("a trusted workspace's command is taken", async ({ bench, server }) => {
    await bench.command("Workspaces: Manage Workspace Trust");
    await bench.page.locator(".workspace-trust-editor a.monaco-button", { hasText: "Trust" }).first().click();
    await until(
      () => "the workspace's command in the log",
      async () => server.channelLog("Percent Lens").includes("/bin/false"),
      60_000,
    );
  });
});
