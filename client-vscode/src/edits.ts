/** Edits as plain values. Knows no VS Code. */

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
