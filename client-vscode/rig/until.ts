/** Waiting for what comes in its own time. */
import { setTimeout as sleep } from "node:timers/promises";

/** How long a wait is worth it where nothing else is said, in milliseconds. */
export const WAIT = 20_000;

/** Waits until `check` gives something other than undefined or false. Throws after `limit` milliseconds, with what `what` says then. */
export async function until<Seen>(
  what: () => string,
  check: () => Promise<Seen | undefined | false>,
  limit = WAIT,
): Promise<Seen> {
  const end = Date.now() + limit;
  for (;;) {
    const seen = await check();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`waited ${limit / 1000} s for ${what()}`);
    await sleep(100);
  }
}
