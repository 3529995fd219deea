/**
 * What the server is doing, in words for the status item and the one message of a failure. Knows no VS Code.
 */

/** The life of the server as a person cares for it. */
export type State =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly server: string; readonly python?: string }
  | { readonly kind: "noPython"; readonly tried: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "stopped" };

/** The status item's face: `text` and `detail` as shown, and how alarming it is. */
export interface Face {
  readonly text: string;
  readonly detail: string;
  readonly severity: "information" | "error";
  readonly busy: boolean;
}

/** The state in the words of the status item. */
export function describe(state: State): Face {
  const calm = { severity: "information", busy: false } as const;
  switch (state.kind) {
    case "starting":
      return { text: "Percent Lens", detail: "starting", severity: "information", busy: true };
    case "running":
      return { text: `Percent Lens ${state.server}`.trim(), detail: ranBy(state.python), ...calm };
    case "noPython":
      return { text: "Percent Lens: no Python", detail: "needs Python 3.11 or newer", severity: "error", busy: false };
    case "failed":
      return { text: "Percent Lens: failed", detail: state.reason, severity: "error", busy: false };
    case "stopped":
      return { text: "Percent Lens", detail: "stopped", ...calm };
  }
}

/** The message that a person must see once, or undefined where all is well. */
export function complaint(state: State): string | undefined {
  if (state.kind === "noPython") {
    return `Percent Lens needs Python 3.11 or newer and found none. Tried: ${state.tried.join("; ")}.`;
  }
  return state.kind === "failed" ? `The server of Percent Lens does not run: ${state.reason}` : undefined;
}

function ranBy(python: string | undefined): string {
  return python === undefined ? "running, by the command of pctlens.server.command" : `running, Python ${python}`;
}
