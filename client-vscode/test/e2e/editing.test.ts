/** What a person does with Percent Lens, in a real VS Code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { story } from "./story.ts";

const files = {
  "client.py": 'URL = "https://example.com/a%20b?q=caf%C3%A9&x=100%zz"\n',
  "query.md": "[x](https://example.com/s?q=caf%C3%A9&q=th%C3%A9&empty=&page=2)\n",
  "style.css": 'body { background-image: url("https://example.com/caf%C3%A9.png"); }\n',
  "save.py": 'URL = "https://example.com/?x=100%zz"\n',
  "many.txt": "key a/b c end\nkey a/b c end\nkey a/b c end\n",
  "lines.txt": "a b\nc d\n",
  "escaped.txt": "/x%20y/1\n/x%20y/2\n/x%20y/3\n",
  "follow.txt": "/first%20one\n/second%C3%A9\n",
};

const settings = { "editor.codeActionsOnSave": { "source.fixAll.pctlens": "explicit" } };

story("editing", { files, first: "client.py", settings }, (step) => {
  step("a broken escape has a squiggle", async ({ bench, asked }, note) => {
    await bench.squiggles("error", 1);
    note(
      `the first squiggle: ${((Date.now() - asked) / 1000).toFixed(1)} s after the window of a new installation was asked for`,
    );
  });

  step("the Problems panel names the rule and links to its page", async ({ bench }) => {
    const rows = await bench.problems();
    const row = rows.filter({ hasText: "%zz" });
    assert.match(await row.innerText(), /malformed-escape/);
    const link = row.locator("a", { hasText: "malformed-escape" });
    await link.click();
    await bench.shows("rules.md");
    await bench.page.keyboard.press("Control+Shift+M");
  });

  step("a hover says what a value says", async ({ bench }) => {
    await bench.open("client.py");
    assert.match(await bench.hover("caf%C3%A9", "café"), /café/);
  });

  step("a hover on a query has a table with every parameter", async ({ bench }) => {
    await bench.open("query.md");
    await bench.hover("th%C3%A9", "thé");
    const rows = await bench.page.locator(".monaco-hover:visible table tr").allInnerTexts();
    for (const wanted of [/q\s+café/, /q\s+thé/, /empty/, /page\s+2/])
      assert.ok(
        rows.some((row) => wanted.test(row)),
        `${wanted} in ${rows}`,
      );
  });

  step("the hovers of a language's own extension and of VS Code's links stay beside ours", async ({ bench }) => {
    await bench.open("style.css");
    const text = await bench.hover("caf%C3%A9", "Sets the background image"); // the language's server starts later than ours
    assert.match(text, /café/);
    assert.match(text, /Follow link/);
  });

  step("a quick fix mends the escape", async ({ bench }) => {
    await bench.open("client.py");
    await bench.click("%zz");
    await bench.act("%25");
    await bench.showsText("x=100%25zz");
    await bench.squiggles("error", 0);
  });

  step("fix all on save mends what is safe", async ({ bench, path }) => {
    await bench.open("save.py");
    await bench.squiggles("error", 1);
    await bench.click("URL");
    await bench.page.keyboard.type("X_");
    await bench.save();
    assert.equal(readFileSync(path("save.py"), "utf8"), 'X_URL = "https://example.com/?x=100%25zz"\n');
  });

  step("three selections are encoded in one undo step, after a preview", async ({ bench }) => {
    await bench.open("many.txt");
    await bench.selectAll("a/b c", 3);
    await bench.command("Percent Lens: Encode Selection As…");
    const rows = await bench.pickTexts("a%2Fb%20c");
    assert.match(rows[0] ?? "", /Component[^]*a%2Fb%20c\s+and 2 more/);
    assert.ok(
      rows.some((row) => /Form[^]*a%2Fb\+c/.test(row)),
      rows.join("\n"),
    );
    await (await bench.pickRow("", "Form")).click();
    await bench.showsText("key a%2Fb+c end\nkey a%2Fb+c end\nkey a%2Fb+c end");
    await bench.page.keyboard.press("Control+z");
    await bench.showsText("key a/b c end\nkey a/b c end\nkey a/b c end");
  });

  step("the variant used last stands first", async ({ bench }) => {
    await bench.selectAll("a/b c", 3);
    await bench.command("Percent Lens: Encode Selection As…");
    const rows = await bench.pickTexts("a%2Fb%20c");
    assert.match(rows[0] ?? "", /^Form/);
    await bench.closeWidgets();
  });

  step("each line is taken by itself on request", async ({ bench }) => {
    await bench.open("lines.txt");
    await bench.click("a b");
    await bench.page.keyboard.press("Control+a");
    await bench.command("Percent Lens: Encode Selection As…");
    await bench.pickTexts("a%20b%0Ac%20d⏎");
    await bench.page.locator(".quick-input-widget:visible .quick-input-titlebar .action-label").click();
    await bench.pickTexts("a%20b⏎c%20d⏎");
    await (await bench.pickRow("", "Component")).click();
    await bench.showsText("a%20b\nc%20d");
  });

  step("what is under the cursor is decoded without a selection", async ({ bench }) => {
    await bench.open("escaped.txt");
    await bench.click("y/2");
    await bench.command("Percent Lens: Decode Selection");
    await bench.showsText("/x%20y/1\n/x y/2\n/x%20y/3");
    await bench.page.keyboard.press("Control+z");
  });

  step("three selections are decoded in one undo step", async ({ bench }) => {
    await bench.open("escaped.txt");
    await bench.selectAll("x%20y", 3);
    await bench.command("Percent Lens: Decode Selection");
    await bench.showsText("/x y/1\n/x y/2\n/x y/3");
    await bench.page.keyboard.press("Control+z");
    await bench.showsText("/x%20y/1\n/x%20y/2\n/x%20y/3");
  });

  step("Copy Decoded puts the decoded selection on the clipboard", async ({ bench }) => {
    await bench.open("follow.txt");
    await bench.select("second%C3%A9");
    await bench.command("Percent Lens: Copy Decoded");
    await bench.page.locator(".statusbar", { hasText: "copied secondé" }).waitFor();
    assert.equal(await bench.page.evaluate(() => navigator.clipboard.readText()), "secondé");
  });

  step("Show Decoded follows the selection and cannot be written to", async ({ bench }) => {
    await bench.open("follow.txt");
    await bench.select("first%20one");
    await bench.command("Percent Lens: Show Decoded");
    const side = bench.page.locator('.monaco-editor[role=code][data-uri^="pctlens-decoded:"] .view-lines');
    await side.filter({ hasText: "first\u00a0one" }).waitFor();
    await bench.select("second%C3%A9");
    await side.filter({ hasText: "secondé" }).waitFor();
    await side.click();
    await bench.page.keyboard.type("x");
    await bench.page.locator(".monaco-editor-overlaymessage:visible", { hasText: "read-only" }).waitFor();
  });
});
