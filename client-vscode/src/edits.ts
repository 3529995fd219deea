/** Edits and places as plain values. Knows no VS Code. */

/** Put `text` in the place of `[start, end)`, in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The part `[start, end)` of `source` as it reads after those of `edits` (which never overlap) that lie in it. */
export function edited(source: string, start: number, end: number, edits: readonly Edit[]): string {
  let result = "";
  let at = start;
  const inside = edits.filter((edit) => edit.start >= start && edit.end <= end);
  for (const edit of inside.toSorted((one, other) => one.start - other.start)) {
    result += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + source.slice(at, end);
}

/** The length of `text` in code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The length in UTF-16 units of the first `count` code points of `text`. */
export function unitsOf(text: string, count: number): number {
  return [...text].slice(0, count).join("").length;
}
