/** The one server of this window: starts it, watches it, and starts it again. */
import { dirname } from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  ErrorCodes,
  LanguageClient,
  type MessageSignature,
  ResponseError,
  State as ClientState,
  TransportKind,
} from "vscode-languageclient/node";
import { Crashes } from "./crashes.ts";
import { decideLaunch, type Launch, type Places } from "./launch.ts";
import { probe } from "./probe.ts";
import { serverSettings } from "./settings.ts";
import type { State } from "./state.ts";

/** Documents that hold text of a person: files, new files, notebook cells and the commit message. */
export const DOCUMENTS = ["file", "untitled", "vscode-notebook-cell", "vscode-scm"].map((scheme) => ({ scheme }));

/** A server that has not answered after this time, in milliseconds, is ended: its start has failed. */
const START_LIMIT = 30_000;

/** Logs its errors and shows none: the status item shows one message of its own, where this library would show another. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  /** A request that does not reach a server that has died has no answer, as one that it took along; `closed` hears of it. */
  override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    without: T,
    notify?: boolean,
    throwOnCancel?: boolean,
  ): T {
    const wasSent = error instanceof ResponseError && error.code !== ErrorCodes.MessageWriteError;
    if (!wasSent) return without;
    return super.handleFailedRequest(type, token, error, without, notify, throwOnCancel);
  }
}

/** A language server with the life that `State` tells; calls of `restart` and `stop` are served one after the other. */
export class Server {
  #client: LanguageClient | undefined;
  #failed: LanguageClient | undefined;
  #turn: Promise<void> = Promise.resolve();
  readonly #places: Places;
  readonly #log: vscode.LogOutputChannel;
  readonly #tell: (state: State) => void;

  /** `tell` hears every change of the state. */
  constructor(places: Places, log: vscode.LogOutputChannel, tell: (state: State) => void) {
    this.#places = places;
    this.#log = log;
    this.#tell = tell;
  }

  /** Ends the server that runs, if any, and starts one as the settings say now. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#end();
      await this.#start();
    });
  }

  /** Ends the server. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#end());
  }

  /** Whether the server runs, once a start that is under way is over. */
  async runs(): Promise<boolean> {
    await this.#turn;
    return this.#client?.state === ClientState.Running;
  }

  /** The answer to one of the server's own commands, in the protocol's words; undefined where no server runs. */
  async ask<Answer>(command: string, argument: object): Promise<Answer | undefined> {
    if (!(await this.runs())) return undefined;
    return this.#client?.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
  }

  /** A range and an edit in the protocol's words and back. */
  get converters(): Pick<LanguageClient, "code2ProtocolConverter" | "protocol2CodeConverter"> | undefined {
    return this.#client;
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step).catch((error: unknown) => this.#log.error(String(error)));
    return this.#turn;
  }

  async #start(): Promise<void> {
    this.#tell({ kind: "starting" });
    const decision = await decideLaunch(serverSettings(), this.#places, process.platform, { probe, chosenInPythonExtension });
    if ("tried" in decision) {
      this.#log.error(`no Python fits: ${decision.tried.join("; ")}`);
      this.#tell({ kind: "noPython", tried: decision.tried });
      return;
    }
    this.#log.info(`server: ${JSON.stringify(decision.launch.argv)}`);
    const client = this.#connect(decision.launch);
    this.#client = client;
    try {
      await client.start();
    } catch (error) {
      this.#log.error(String(error));
      this.#fail(client, `${decision.launch.argv[0]} does not start`);
    }
  }

  async #end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    const startsAgain = client !== undefined && client !== this.#failed && client.state !== ClientState.Running;
    // After a crash: disposed halfway, it would go on to register what the next client has to.
    if (startsAgain) await client.start().catch((error: unknown) => this.#log.debug(String(error)));
    // A client whose start has failed refuses to be stopped; its process has ended.
    await client?.dispose().catch((error: unknown) => this.#log.debug(String(error)));
    this.#tell({ kind: "stopped" });
  }

  #connect(launch: Launch): LanguageClient {
    const crashes = new Crashes();
    const [command, ...args] = launch.argv;
    // The bundled server stands in no opened folder: nothing of it may be found before Python's own files.
    const options = launch.python === undefined ? {} : { cwd: dirname(this.#places.entry) };
    const client = new QuietClient(
      "pctlens",
      "Percent Lens",
      { command, args, options, transport: TransportKind.stdio },
      {
        documentSelector: DOCUMENTS,
        outputChannel: this.#log,
        traceOutputChannel: this.#log,
        initializationFailedHandler: () => false,
        errorHandler: {
          // A server that dies fails many writes at once; that it is gone, `closed` hears.
          error: () => ({ action: ErrorAction.Continue, handled: true }),
          closed: () => {
            if (client.state === ClientState.Running && crashes.another(Date.now())) {
              return { action: CloseAction.Restart, handled: true };
            }
            this.#fail(client, `${command} ended`);
            return { action: CloseAction.DoNotRestart, handled: true };
          },
        },
      },
    );
    let limit: NodeJS.Timeout | undefined;
    client.onDidChangeState(({ newState }) => {
      clearTimeout(limit);
      if (newState === ClientState.Starting) {
        this.#tell({ kind: "starting" });
        limit = setTimeout(() => {
          this.#fail(client, `${command} does not answer`);
          client.serverProcess?.kill();
        }, START_LIMIT);
      }
      if (newState === ClientState.Running) {
        this.#log.info(`running as process ${client.serverProcess?.pid}`);
        this.#tell(running(client, launch));
      }
    });
    return client;
  }

  /** Tells the first reason only: what comes after it is its consequence. */
  #fail(client: LanguageClient, reason: string): void {
    if (client !== this.#client || client === this.#failed) return;
    this.#failed = client;
    this.#tell({ kind: "failed", reason });
  }
}

function running(client: LanguageClient, launch: Launch): State {
  const server = client.initializeResult?.serverInfo?.version ?? "";
  return { kind: "running", server, ...(launch.python === undefined ? {} : { python: launch.python }) };
}

/** Asked only when nothing on PATH fits: activating that extension takes seconds. */
async function chosenInPythonExtension(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  try {
    const environments = (await extension?.activate())?.environments;
    const chosen = await environments?.resolveEnvironment(environments.getActiveEnvironmentPath());
    return chosen?.executable.uri?.fsPath;
  } catch {
    return undefined; // an extension that fails is one that has chosen nothing
  }
}

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(): unknown;
    resolveEnvironment(path: unknown): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}
