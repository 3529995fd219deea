/**
 * Takes the pictures of the READMEs in a real VS Code, in a light and in a dark theme.
 *
 * Usage: `node scripts/pictures.ts RIG VSIX FOLDER`. FOLDER gets `hover-light.png`, `hover-dark.png` and so on.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openWindow } from "../rig/browser.ts";
import { CodeServer } from "../rig/code-server.ts";
import { Workbench } from "../rig/workbench.ts";

const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };
const SIZE = { width: 960, height: 460, scale: 2 };

const FILES = {
  "search.py": `import requests

SEARCH = "https://shop.example/search?q=caf%C3%A9+cr%C3%A8me&sort=price&next=%2Fcart%3Fstep%3D2"
LEGACY = "https://shop.example/ara?q=%DEehir"
BROKEN = "https://shop.example/deals?off=50%&max=100"

def progress(done, total):
    print("%5d of %d, %3d%% done" % (done, total, 100 * done // total))
`,
  "names.txt": "café & thé\n50 % off\nİstanbul/Kadıköy",
};

/** What each picture shows: how the window is brought there. */
const SCENES: Record<string, (bench: Workbench) => Promise<void>> = {
  hover: async (bench) => {
    await bench.squiggles("warning", 1);
    await bench.squiggles("error", 1);
    await bench.hover("caf%C3%A9", "café");
  },
  fix: async (bench) => {
    await bench.closeWidgets();
    await bench.click("%&max");
    await bench.actions();
  },
  encode: async (bench) => {
    await bench.closeWidgets();
    await bench.page.locator('.tab[data-resource-name="names.txt"]').click();
    await bench.shows("names.txt");
    await bench.click("café");
    for (const keys of ["Control+a", "Shift+Alt+i", "Shift+Home"]) await bench.page.keyboard.press(keys);
    await bench.command("Percent Lens: Encode Selection As…");
    await bench.pickTexts("caf%C3%A9");
  },
};

const [rig, vsix, folder] = process.argv.slice(2).map((path) => resolve(path));
if (rig === undefined || vsix === undefined || folder === undefined) throw new Error("usage: pictures.ts RIG VSIX FOLDER");
mkdirSync(folder, { recursive: true });
for (const [shade, theme] of Object.entries(THEMES)) {
  const scratch = mkdtempSync(join(tmpdir(), "pctlens-pictures-"));
  const workspace = join(scratch, "shop");
  mkdirSync(workspace);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(workspace, name), text);
  const settings = { "workbench.colorTheme": theme, "editor.fontSize": 14, "breadcrumbs.enabled": false, "editor.links": false };
  const server = await CodeServer.start({ rig, vsix, workspace, settings });
  const window = await openWindow(server.home, SIZE);
  try {
    const bench = new Workbench(window.page);
    await bench.load(server.url(join(workspace, "names.txt")));
    await bench.shows("names.txt");
    await bench.open("search.py");
    await bench.command("View: Toggle Primary Side Bar Visibility");
    for (const [name, arrange] of Object.entries(SCENES)) {
      await arrange(bench);
      await window.page.screenshot({ path: join(folder, `${name}-${shade}.png`) });
    }
  } finally {
    await window.browser.close();
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}
