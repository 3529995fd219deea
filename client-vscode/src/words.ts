/** Short texts for the quick pick and the status bar. Knows no VS Code. */

/** `text` on one line of at most `limit` characters: line ends and tabs are spelt, a cut is shown by `…`. */
export function onOneLine(text: string, limit: number): string {
  // Twice the limit in UTF-16 units holds at least the limit in characters: a long text is not walked whole.
  const characters = [
    ...text
      .slice(0, 2 * limit + 2)
      .replace(/\r\n|\r|\n/g, "⏎")
      .replace(/\t/g, "⇥"),
  ];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("")}…` : characters.join("");
}

/** What a rewrite would write, one text for each selection, as a quick pick's second line. */
export function previewOf(texts: readonly string[], limit = 100): string {
  const [first, ...others] = texts;
  if (first === undefined) return "nothing to change";
  return others.length === 0 ? onOneLine(first, limit) : `${onOneLine(first, limit)}  and ${others.length} more`;
}
