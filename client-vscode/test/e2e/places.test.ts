/** Where Percent Lens works besides a small file, and that it disturbs nothing there. */
import assert from "node:assert/strict";
import { until } from "../../rig/until.ts";
import { EXTENSION, story } from "./story.ts";

const LOG_LINE = '203.0.113.7 - - [30/Nov/2026:15:09:55 +0000] "GET /caf%C3%A9/menu?q=th%C3%A9&page=7 HTTP/1.1" 200 5120\n';
const LOG_LINES = Math.ceil(10_000_000 / LOG_LINE.length);

const files = {
  "client.py": 'URL = "https://example.com/?q=caf%C3%A9&x=100%zz"\n',
  "big.log": LOG_LINE.repeat(LOG_LINES),
  "cells.ipynb": JSON.stringify({
    cells: [
      {
        cell_type: "code",
        id: "one",
        metadata: {},
        outputs: [],
        execution_count: null,
        source: ['URL = "https://example.com/?q=caf%C3%A9&x=100%zz"'],
      },
    ],
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  }),
};

story("places", { files, first: "client.py" }, (step) => {
  step("the status item names the version and the Python", async ({ bench }) => {
    await bench.squiggles("error", 1);
    assert.match(await bench.languageStatus("Python"), /Percent Lens \d+\.\d+\.\d+[^]*running, Python 3\.\d+\.\d+/);
  });

  step("the server starts again on command", async ({ bench, server }) => {
    await bench.command("Percent Lens: Restart Server");
    const starts = async (): Promise<boolean> => server.channelLog("Percent Lens").split("server: [").length === 3;
    await until(() => "a second start in the log", starts);
    await bench.squiggles("error", 1);
    await until(
      () => "the end of the first one",
      async () => server.running("entry.py").length === 1,
    );
  });

  step("the log is one click away", async ({ bench }) => {
    await bench.command("Percent Lens: Show Log");
    await bench.page.locator(".part.panel .output-view, .part.panel .monaco-editor").first().waitFor();
    await bench.command("View: Toggle Panel Visibility");
  });

  step("a new file that was never saved is read too", async ({ bench }) => {
    await bench.command("File: New Untitled Text File");
    await bench.page.locator('.tabs-container .tab.active[data-resource-name^="Untitled"]').waitFor();
    await bench.page.keyboard.type("see https://example.com/?q=caf%C3%A9&x=100%zz");
    await bench.squiggles("warning", 1);
    await bench.hover("caf%C3%A9", "café");
  });

  step("a notebook cell is read too", async ({ bench }) => {
    await bench.openTab("cells.ipynb");
    const cell = bench.page.locator(".notebook-editor .cell-editor-container .monaco-editor");
    await cell.first().waitFor();
    await until(
      () => "a squiggle in the cell",
      async () => (await cell.locator(".squiggly-error").count()) === 1,
      60_000,
    );
    await bench.hover("caf%C3%A9", "café");
  });

  step("a log of 10 MB stays responsive", async ({ bench, server }) => {
    await bench.open("big.log");
    await bench.click("203.0.113.7");
    await bench.page.keyboard.press("Control+End");
    await bench.page.locator(".statusbar", { hasText: `Ln ${LOG_LINES + 1}, Col 1` }).waitFor();
    await bench.page.keyboard.type("https://example.com/?last=th%C3%A9%zz");
    await bench.showsText("?last=th%C3%A9%zz");
    await bench.squiggles("error", 1);
    await bench.hover("th%C3%A9%zz", "thé");
    await bench.page.keyboard.press("Control+Home");
    await bench.hover("caf%C3%A9", "café");
    assert.equal(server.running("entry.py").length, 1);
  });

  step(
    "nothing was notified or logged as wrong, and nothing was written into the extension's folder",
    async ({ bench, server }) => {
      assert.deepEqual(await bench.notifications(), []);
      const log = server.channelLog("Percent Lens").split("\n");
      assert.deepEqual(
        log.filter((line) => /\[(warning|error)\]/.test(line)),
        [],
      );
      assert.deepEqual(
        server.extensionFiles(EXTENSION).filter((name) => name.includes("__pycache__")),
        [],
      );
    },
  );
});
