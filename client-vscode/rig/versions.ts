/** The VS Codes that the extension is tried in, as the code-server releases that carry them. */

/** The newest VS Code that npm has (1.139). */
export const NEWEST = "4.139.1";

/** The oldest VS Code that npm has and `engines.vscode` allows (1.93). */
export const OLDEST = "4.93.1";
