/**
 * The VS Codes that the extension is tried in, as the code-server releases of npm that carry them: the newest (1.139), and the oldest
 * that `engines.vscode` allows (1.93; npm has none of 1.91 and 1.92).
 */
export const VERSIONS = { newest: "4.139.1", oldest: "4.93.1" } as const;
