/** The commit message is a document like any other. */
import { until } from "../../rig/until.ts";
import { pack } from "./fixtures.ts";
import { story } from "./story.ts";

story("commit message", { files: { "a.txt": "\n" }, first: "a.txt", extensions: [pack("commit-box")] }, (step) => {
  step("a broken escape in it has a squiggle", async ({ bench }) => {
    await bench.page.locator('.activitybar a.action-label[aria-label^="Source Control"]').click();
    const editor = bench.page.locator(".scm-view .scm-editor .monaco-editor").first();
    await editor.click();
    await bench.page.keyboard.type("Link to https://example.com/?q=caf%C3%A9&x=100%zz");
    await until(
      () => "a squiggle in the commit message",
      async () => (await editor.locator("[class*=squiggly-]").count()) > 0,
      60_000,
    );
  });
});
