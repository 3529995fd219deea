/**
 * Reads what Monaco has drawn. These functions run in the page: each stands by itself.
 *
 * Monaco draws blanks as U+00A0 and keeps its lines in no order of the document.
 */

/** A place on the screen, in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The lines that the active editor shows, from top to bottom. */
export function visibleText(): string {
  const shown = (within: string): Element | undefined =>
    [...document.querySelectorAll(`${within} .monaco-editor[role=code]`)].find((element) => element.getClientRects().length > 0);
  const editor = shown(".editor-group-container.active") ?? shown("");
  const lines = [...(editor?.querySelectorAll<HTMLElement>(".view-lines > .view-line") ?? [])];
  lines.sort((one, other) => parseFloat(one.style.top) - parseFloat(other.style.top));
  return lines.map((line) => (line.textContent ?? "").replaceAll("\u00a0", " ")).join("\n");
}

/** Where the active editor shows the first `needle`; undefined where it does not. */
export function locate(needle: string): Box | undefined {
  const shown = (within: string): Element | undefined =>
    [...document.querySelectorAll(`${within} .monaco-editor[role=code]`)].find((element) => element.getClientRects().length > 0);
  const editor = shown(".editor-group-container.active") ?? shown("");
  const lines = [...(editor?.querySelectorAll<HTMLElement>(".view-lines > .view-line") ?? [])];
  lines.sort((one, other) => parseFloat(one.style.top) - parseFloat(other.style.top));
  for (const line of lines) {
    const start = (line.textContent ?? "").replaceAll("\u00a0", " ").indexOf(needle);
    if (start < 0) continue;
    const range = document.createRange();
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let at = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      if (at <= start && start < at + length) range.setStart(node, start - at);
      if (at < start + needle.length && start + needle.length <= at + length) range.setEnd(node, start + needle.length - at);
      at += length;
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }
  return undefined;
}
