/** Draws media/icon.png, 256 pixels wide, from media/icon.svg with Chromium. Usage: `node scripts/icon.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../rig/browser.ts";

const media = join(import.meta.dirname, "../media");
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
await page.setContent(`<body style="margin:0">${readFileSync(join(media, "icon.svg"), "utf8")}</body>`);
await page.screenshot({ path: join(media, "icon.png"), omitBackground: true });
await browser.close();
