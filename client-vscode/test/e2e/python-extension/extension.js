// The chosen interpreter is what the file chosen-python.txt of the workspace names.
const vscode = require("vscode");

exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({ path: "chosen-python.txt" }),
    resolveEnvironment: async ({ path }) => {
      const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, path);
      const chosen = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
      return { executable: { uri: vscode.Uri.file(chosen) } };
    },
  },
});
