/** What a person does in VS Code's window, and what they see there. Every wait has a limit. */
import type { Locator, Page } from "playwright-core";
import { setTimeout as sleep } from "node:timers/promises";
import { type Box, locate, visibleText } from "./editor-dom.ts";
import { until, WAIT } from "./until.ts";

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens an address of a code-server and waits for the window. */
  async load(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: "domcontentloaded" });
    await this.page.waitForSelector(".monaco-workbench .statusbar .statusbar-item", { timeout: 90_000 });
  }

  /** Waits until the file of that name is shown in the active editor. */
  async shows(name: string): Promise<void> {
    await this.page.waitForSelector(`.tabs-container .tab.active[data-resource-name="${name}"]`, { timeout: 60_000 });
    await this.page.waitForSelector(".monaco-editor[role=code] .view-line", { timeout: 60_000 });
  }

  /** Opens a file that lies in the workspace's root, from the Explorer, and waits for its text. */
  async open(name: string): Promise<void> {
    await this.openTab(name);
    await this.shows(name);
  }

  /** Opens a file as `open` does, in whatever editor is made for it. */
  async openTab(name: string): Promise<void> {
    await this.closeWidgets();
    await this.page
      .locator(".explorer-folders-view .monaco-list-row:visible")
      .filter({ has: exactLabel(this.page, name) })
      .dblclick();
    await this.page.waitForSelector(`.tabs-container .tab.active[data-resource-name="${name}"]`, { timeout: 60_000 });
  }

  /** The lines that the active editor shows. */
  text(): Promise<string> {
    return this.page.evaluate(visibleText);
  }

  /** Waits until the active editor shows `wanted`. */
  async showsText(wanted: string): Promise<void> {
    let seen = "";
    const check = async (): Promise<boolean> => {
      seen = await this.text();
      return seen.includes(wanted);
    };
    await until(() => `${JSON.stringify(wanted)} in ${JSON.stringify(seen)}`, check);
  }

  /** Where the editor shows `needle`, on the screen. */
  box(needle: string): Promise<Box> {
    return until(
      () => `${JSON.stringify(needle)} on the screen`,
      () => this.page.evaluate(locate, needle),
    );
  }

  /** Puts the cursor in front of `needle`. */
  async click(needle: string): Promise<void> {
    const box = await this.box(needle);
    await this.page.mouse.click(box.x + 1, box.y + box.height / 2);
  }

  /** Selects `needle` with the mouse. */
  async select(needle: string): Promise<void> {
    const box = await this.box(needle);
    const y = box.y + box.height / 2;
    await this.page.mouse.click(box.x + 0.5, y);
    await this.page.keyboard.down("Shift");
    await this.page.mouse.click(box.x + box.width - 0.5, y);
    await this.page.keyboard.up("Shift");
    await this.page.locator(".statusbar", { hasText: `(${needle.length} selected)` }).waitFor({ timeout: 5_000 });
  }

  /** Selects every place where `needle` stands, each with a cursor of its own. */
  async selectAll(needle: string, count: number): Promise<void> {
    await this.select(needle);
    await this.page.keyboard.press("Control+Shift+L");
    await this.page.locator(".statusbar", { hasText: `${count} selections` }).waitFor({ timeout: 5_000 });
  }

  /** Waits for exactly `count` squiggles of a kind in the active editor. */
  async squiggles(kind: "error" | "warning" | "info", count: number, limit = 60_000): Promise<void> {
    const marks = this.page.locator(`.editor-group-container.active .view-overlays .squiggly-${kind}`);
    let seen = -1;
    const check = async (): Promise<boolean> => {
      seen = await marks.count();
      return seen === count;
    };
    await until(() => `${count} squiggles (${kind}), there are ${seen}; the editor shows ${this.page.url()}`, check, limit);
  }

  /** Rests the pointer on `needle` until a hover that holds `wanted` is shown; gives all that it says. */
  async hover(needle: string, wanted: string): Promise<string> {
    const shown = this.page.locator(".monaco-hover .hover-contents:visible");
    let seen = "";
    const attempt = async (): Promise<string | undefined> => {
      const box = await this.box(needle);
      await this.page.mouse.move(640, 795); // the empty middle of the status bar
      await until(
        () => "no hover",
        async () => (await shown.count()) === 0,
        2_000,
      ).catch(() => undefined);
      await this.page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2);
      await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
      const check = async (): Promise<boolean> => {
        seen = (await shown.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
        return seen.includes(wanted);
      };
      return until(() => wanted, check, 4_000).then(
        () => seen,
        () => undefined,
      );
    };
    return until(() => `a hover with ${JSON.stringify(wanted)}, last seen: ${JSON.stringify(seen)}`, attempt, 30_000);
  }

  /** The titles of the code actions that are offered at the cursor or for the selection; the menu stays open. */
  async actions(): Promise<string[]> {
    // VS Code's own question for the light bulb cancels a menu that is asked for in the same moment.
    await this.page
      .locator(".codicon-light-bulb:visible, .lightBulbWidget:visible")
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => undefined);
    await sleep(400);
    const rows = this.#actionRows();
    const attempt = async (): Promise<boolean> => {
      await this.page.keyboard.press("Control+.");
      return rows
        .first()
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        );
    };
    await until(() => "the menu of code actions", attempt);
    return (await rows.allInnerTexts()).map((title) => title.trim());
  }

  /** Opens the menu of code actions, if need be, and takes the one whose title holds `title`. */
  async act(title: string): Promise<void> {
    const rows = this.#actionRows();
    if ((await rows.count()) === 0) await this.actions();
    const row = rows.filter({ hasText: title }).first();
    const steps = await rows.count();
    // With keys: older versions lay an invisible layer over the menu that takes clicks.
    for (let step = 0; step <= steps && !(await row.getAttribute("class", { timeout: 3_000 }))?.includes("focused"); step++) {
      await this.page.keyboard.press("ArrowDown");
    }
    await this.page.keyboard.press("Enter");
    await until(
      () => "the menu to close",
      async () => (await rows.count()) === 0,
    );
  }

  /** Runs a command of the palette by its whole title. */
  async command(title: string): Promise<void> {
    // A view that opens late takes the focus, and closes the palette under one's hands.
    const attempt = async (): Promise<boolean> => {
      await this.page.keyboard.press("F1");
      const row = await this.pickRow(`>${title}`, title);
      await row.click({ timeout: 5_000 });
      await row.waitFor({ state: "hidden", timeout: 10_000 });
      return true;
    };
    await until(
      () => `the command ${title}`,
      () => attempt().catch(() => false),
    );
  }

  /** Types `text` into the open quick input and gives the row whose label is exactly `label`. */
  async pickRow(text: string, label: string): Promise<Locator> {
    const input = this.page.locator(".quick-input-widget:visible input[type=text]");
    await input.waitFor({ timeout: 5_000 });
    await input.fill(text, { timeout: 5_000 });
    const row = this.page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: exactLabel(this.page, label) })
      .first();
    await row.waitFor({ timeout: 10_000 });
    await sleep(200); // rows that come later move the list: a click in that moment is lost
    return row;
  }

  /** What the rows of the open quick pick say, once `wanted` is among it. */
  async pickTexts(wanted: string): Promise<string[]> {
    const rows = this.page.locator(".quick-input-widget:visible .monaco-list-row");
    let seen: string[] = [];
    const check = async (): Promise<boolean> => {
      seen = await rows.allInnerTexts();
      return seen.some((row) => row.includes(wanted));
    };
    await until(() => `${wanted} in the quick pick ${JSON.stringify(seen)}`, check);
    return seen;
  }

  /** Saves the active editor and waits until it is clean. */
  async save(): Promise<void> {
    await this.page.keyboard.press("Control+s");
    await this.page.locator(".tabs-container .tab.active.dirty").waitFor({ state: "detached", timeout: 15_000 });
  }

  /** The rows of the Problems panel, which stays open. */
  async problems(): Promise<Locator> {
    const rows = this.page.locator(".markers-panel .monaco-list-row");
    if ((await rows.count()) === 0) await this.command("Problems: Focus on Problems View");
    await rows.first().waitFor({ timeout: WAIT });
    return rows;
  }

  /** The messages of all notifications, those that are only behind the bell included. */
  async notifications(): Promise<string[]> {
    await this.command("Notifications: Show Notifications");
    const center = this.page.locator(".notifications-center:visible");
    await center.waitFor({ timeout: 5_000 });
    const messages = await center.locator(".notification-list-item-message").allInnerTexts();
    await this.page.keyboard.press("Escape");
    return messages;
  }

  /** What the language status of the active editor says, once `wanted` is in it. */
  async languageStatus(wanted: string): Promise<string> {
    const item = this.page.locator('[id="status.languageStatus"]');
    const shown = this.page.locator(".hover-language-status:visible");
    let seen = "";
    const attempt = async (): Promise<boolean> => {
      await this.page.mouse.move(640, 400);
      await item.hover({ timeout: 10_000 });
      await shown
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
      seen = (await shown.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
      return seen.includes(wanted);
    };
    await until(() => `${JSON.stringify(wanted)} in the language status ${JSON.stringify(seen)}`, attempt);
    await this.page.mouse.move(640, 400);
    return seen;
  }

  /** Closes menus, hovers and quick picks. */
  async closeWidgets(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("Escape");
  }

  #actionRows(): Locator {
    return this.page.locator(".action-widget:visible .monaco-list-row.action");
  }
}

function exactLabel(page: Page, text: string): Locator {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return page.locator(".label-name", { hasText: new RegExp(`^\\s*${literal}\\s*$`) });
}
