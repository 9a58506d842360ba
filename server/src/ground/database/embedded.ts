import { chooseAccount } from "./account.ts";
import { installBinaries, removeOtherBinaries } from "./binaries.ts";
import { DATABASE_NAME, DATABASE_USER, makeCluster } from "./cluster.ts";
import { explainFailure } from "./failures.ts";
import { type Layout, makeLayout, makeSocketFolder, serverName } from "./layout.ts";
import { lockDataDirectory } from "./lock.ts";
import type { TellEvent } from "./log.ts";
import { type PostmasterOptions, startPostmaster } from "./postmaster.ts";
import { connectClient } from "./primary-client.ts";
import { type Supervision, stopLeftoversOf, supervise } from "./supervise.ts";

/** A running PostgreSQL server owned by this process. */
export interface EmbeddedDatabase extends AsyncDisposable {
  /** Connection string for `pg`: `postgresql://rostrum@localhost/rostrum?host=<socket folder>`. Unchanged by a restart. */
  readonly url: string;
  /** Process id of the server; changes when the server is restarted after a kill. */
  readonly pid: number;
  /** Shuts the server down cleanly and releases the data directory. Call it after closing the pools. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDirectory: string;
  readonly log: TellEvent;
  /** How many connections the server accepts at once. By default enough for one process, which takes some thirty. */
  readonly connections?: number;
  /** Nothing in it has to outlive the machine, as in tests: no commit waits for the disk. Default false. */
  readonly isThrowaway?: boolean;
}

const CONNECTIONS = 60;

/**
 * Starts the PostgreSQL installed by npm on `<data directory>/postgres`, reachable only through a unix socket. The first
 * start takes about a second, later ones a tenth. The server ends with this process, even if that is killed, and is
 * restarted if it is killed itself.
 *
 * TellEvent events: `database.started`, `database.exited`, `database.restarted`, `database.restart-failed`,
 * `database.leftovers-stopped`, `database.capability`, `database.message` (a line of the server), `database.stopped`.
 * @throws DataDirectoryInUse if another service has the directory
 * @throws EmbeddedDatabaseError with one line for the operator if it cannot start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return await start(options).catch((error: unknown) => {
    throw error instanceof Error && "syscall" in error ? explainFailure("start", error.message) : error;
  });
}

async function start({ dataDirectory, log, connections = CONNECTIONS, isThrowaway = false }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const layout = await makeLayout(dataDirectory);
  const lock = lockDataDirectory(dataDirectory, layout);
  try {
    let isStopping = false;
    const onLine = (line: string) => {
      const message = parseLine(line);
      // While it stops, the server takes leave of connections that are closing anyway.
      log("database.message", message, isStopping || COMMONPLACE.has(message.severity) ? "debug" : "warn");
    };
    const server = { ...(await prepare(layout, log)), connections, isThrowaway, onLine };
    const first = await startPostmaster(server);
    const url = urlOf(server.socketFolder, DATABASE_NAME);
    await createDatabase(server.socketFolder).catch(async (error: unknown) => {
      await first.stop();
      throw error;
    });
    log("database.started", { pid: first.pid, directory: layout.root });
    const running = supervise({ server, first, log });
    const stop = () => {
      isStopping = true;
      return running.stop();
    };
    return asDatabase({ url, running, stop, release: () => lock.release() });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Does everything needed before the server can be started or restarted. */
async function prepare(layout: Layout, log: TellEvent): Promise<Omit<PostmasterOptions, "connections" | "isThrowaway" | "onLine">> {
  const account = await chooseAccount(layout);
  if (account.capability !== null) {
    const reason = "user id that runs the database cannot traverse a folder above the data directory";
    log("database.capability", { uid: account.uid, capability: account.capability, reason });
  }
  const binaries = await installBinaries(layout);
  await makeCluster(layout, binaries, account);
  const name = await serverName(layout.cluster);
  await stopLeftoversOf(name, log);
  await removeOtherBinaries(layout, binaries);
  const socketFolder = await makeSocketFolder(layout.root, account);
  return { program: binaries.postgres, cluster: layout.cluster, socketFolder, name, account };
}

function asDatabase(parts: { url: string; running: Supervision; stop: () => Promise<void>; release: () => void }): EmbeddedDatabase {
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= parts.stop().finally(parts.release));
  return {
    url: parts.url,
    get pid() {
      return parts.running.pid;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = await connectClient({ connectionString: urlOf(socketFolder, "postgres") });
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

/** The host is a placeholder that keeps the URL valid for all parsers; the parameter takes precedence. */
function urlOf(socketFolder: string, database: string): string {
  return `postgresql://${DATABASE_USER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** Severities of routine messages: https://www.postgresql.org/docs/18/runtime-config-logging.html */
const COMMONPLACE = new Set(["LOG", "INFO", "NOTICE", "DEBUG", "DETAIL", "HINT", "CONTEXT", "STATEMENT", "LOCATION"]);

/** Splits `LOG:  database system is ready` into severity and text. */
function parseLine(line: string): { severity: string; text: string } {
  const [, severity, text] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
  return { severity: severity ?? "LOG", text: text ?? line };
}
