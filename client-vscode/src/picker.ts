/** The quick pick of variants: each row shows what it would write, before anything is written. */
import * as vscode from "vscode";
import { type Direction, type Variant, variantsOf } from "./variants.ts";

/** What was picked. */
export interface Choice {
  readonly variant: string;
  readonly perLine: boolean;
}

/** Gives a row's preview: what the variant would write. */
export type Previewer = (choice: Choice) => Promise<string>;

interface Row extends vscode.QuickPickItem {
  readonly variant: Variant;
}

const TITLES: Record<Direction, string> = { encode: "Encode Selection As", decode: "Decode Selection As" };

/**
 * Lets a person pick a variant; undefined where they leave. `last` stands first. The button of the title bar switches between each
 * selection as a whole and each line by itself.
 */
export function pickVariant(direction: Direction, last: Choice | undefined, preview: Previewer): Promise<Choice | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  let perLine = last?.perLine ?? false;
  const rows = variantsOf(direction, last?.variant);
  const show = async (): Promise<void> => {
    const asked = perLine;
    pick.title = `${TITLES[direction]}${perLine ? " (each line by itself)" : ""}`;
    pick.buttons = [
      { iconPath: new vscode.ThemeIcon("list-flat"), tooltip: perLine ? "Whole Selections" : "Each Line by Itself" },
    ];
    pick.busy = true;
    const previews = await Promise.all(rows.map(({ id }) => preview({ variant: id, perLine: asked })));
    if (asked !== perLine) return; // the button was pressed meanwhile
    pick.items = rows.map((variant, index) => ({
      variant,
      label: variant.label,
      description: variant.hint,
      detail: previews[index] ?? "",
    }));
    pick.busy = false;
  };
  pick.placeholder = "Pick what the result is for";
  pick.matchOnDescription = true;
  return new Promise((resolve) => {
    pick.onDidTriggerButton(() => {
      perLine = !perLine;
      void show();
    });
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row !== undefined) resolve({ variant: row.variant.id, perLine });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    void show();
  });
}
