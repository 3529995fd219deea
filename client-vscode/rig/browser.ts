/** A headless Chromium that talks to one address only. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--lang=en-US",
];

/** Where distributions put Chromium. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser to use, from the variable CHROMIUM or from its usual places; undefined where there is none. */
export function chromiumPath(): string | undefined {
  return process.env["CHROMIUM"] ?? PLACES.find((path) => existsSync(path));
}

/** Starts Chromium. Throws where none is installed. */
export function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("no Chromium: install the package chromium, or name it in CHROMIUM");
  return chromium.launch({ executablePath, headless: true, args: FLAGS, timeout: 60_000 });
}

/** A page, and the addresses outside of `home` that it has asked for. */
export interface Window {
  readonly browser: Browser;
  readonly page: Page;
  readonly foreign: readonly string[];
}

/** The size of a window in points, and the pixels of a point. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Opens a window that shows nothing yet and is to talk to `home` only. */
export async function openWindow(home: string, size: Size = { width: 1280, height: 800, scale: 1 }): Promise<Window> {
  const browser = await launchChromium();
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: size.scale,
    locale: "en-US",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (![home, "blob:", "data:"].some((allowed) => request.url().startsWith(allowed))) foreign.push(request.url());
  });
  return { browser, page, foreign };
}
