/** How often a server that ends by itself is started again. Knows no VS Code. */

const LIMIT = 4;
const WINDOW_MS = 3 * 60_000;

/** Remembers the crashes of one server. */
export class Crashes {
  #times: number[] = [];

  /** Notes a crash at `now` (milliseconds) and says whether another start is worth it: at most four in three minutes. */
  another(now: number): boolean {
    this.#times = [...this.#times.filter((time) => now - time < WINDOW_MS), now];
    return this.#times.length <= LIMIT;
  }
}
